import { disagreements } from './books.ts'
import { journalFaults } from './journal-faults.ts'
import { idOf, type Person } from './people.ts'
import { row } from './world.ts'

const claims = (person: Person) => JSON.stringify({ sub: idOf(person), role: 'authenticated' })
/** The clients of a played ledger. */
export const ledgerClients = [row.clientContact, row.otherClientContact, row.business]

/** Accounts prepare the payment run `made` of these bills, an admin approves it, and it is exported. */
const runOf = (bills: string) => `perform set_config('request.jwt.claims', '${claims('accounts')}', true);
          perform private.prepare_payment_run(made, private.company_today(), ${bills});
          perform set_config('request.jwt.claims', '${claims('admin')}', true);
          perform private.approve_payment_run(made, (select r.row_version from public.payment_runs r where r.id = made));
          perform private.export_payment_run(made);
          perform set_config('request.jwt.claims', '', true);`

/**
 * The function `private.play_ledger`: plays one ledger. The same seed gives the same steps. Returns the disagreements, and
 * the number of steps of each kind.
 */
export const ledgerPlay = `
insert into public.vat_rates (code, label, rate) values ('played', '18 %', 18);
create function private.play_ledger(seed text, steps integer) returns jsonb language plpgsql as $play$
declare
  clients constant uuid[] := '{${ledgerClients.join(',')}}';
  done jsonb := '{}';
  wrong text[] := '{}';
  step integer;
  die integer;
  act text;
  client uuid;
  invoice public.invoices;
  payment public.payments;
  entry public.bank_entries;
  bill public.supplier_invoices;
  sale public.orders;
  made uuid;
  answer jsonb;
  part numeric;
begin
  update public.company_settings set iban = 'DE89370400440532013000', cash_discount_pct = 2, cash_discount_days = 10;
  -- Two ledgers in five are of a company with sales tax, which keeps deposits for their orders.
  if left(md5(seed || ' country'), 1) < '6' then
    update public.company_settings set country = 'United States', state = 'TX', city = 'Austin', postcode = '78701', tax_kind = 'sales_tax',
      tax_name = 'sales tax', vat_number = null;
  -- Of the others two in five are taxed by their money.
  elsif left(md5(seed || ' basis'), 1) < '6' then
    update public.hand_over_settings set cash_basis_from = private.company_today() - 400,
      cash_basis_purchases_from = case when left(md5(seed || ' purchases'), 1) < 'a' then private.company_today() - 400 end
     where private.closed_to('everybody') is null;
  end if;
  -- In two of five the business is invoiced in another currency, whose rate is another at each step.
  if left(md5(seed || ' currency'), 1) < '6' then
    insert into public.exchange_rates (currency, on_date, rate) values ('USD', private.company_today() - 400, 0.91) on conflict do nothing;
    update public.contacts set currency = 'USD' where id = '${row.business}' and private.closed_to('everybody') is null
      and not exists (select from public.invoices v where v.contact_id = '${row.business}') and not exists (select from public.quotations q where q.contact_id = '${row.business}')
      and not exists (select from public.payments p where p.contact_id = '${row.business}');
  end if;
  for step in 1 .. steps loop
    insert into public.exchange_rates (currency, on_date, rate)
    values ('USD', private.company_today(), (80000 + ('x' || left(md5(seed || ' rate ' || step), 7))::bit(28)::integer % 30000) / 100000.0)
    on conflict (currency, on_date) do update set rate = excluded.rate;
    die := ('x' || left(md5(seed || ' act ' || step), 7))::bit(28)::integer;
    client := clients[1 + ('x' || left(md5(seed || ' client ' || step), 7))::bit(28)::integer % 3];
    -- An amount with cents that are awkward on purpose.
    part := trunc((1 + die % 90000) / 100.0, 2);
    select v.* into invoice from public.invoices v where v.contact_id = client and v.status not in ('draft', 'void')
     order by md5(seed || step || v.invoice_number) limit 1;
    select p.* into payment from public.payments p where p.contact_id = client order by md5(seed || step || p.payment_number) limit 1;
    -- A prime number of steps: what a step does is drawn from the same number, by its remainders.
    act := (array['invoice', 'invoice', 'invoice', 'credit', 'pay', 'pay', 'pay', 'keep', 'allocate', 'take off', 'refund', 'card', 'card refund',
      'write off', 'write on', 'bank', 'bank', 'sure', 'undo', 'spend', 'statement',
      'bill', 'bill', 'bill', 'supplier credit', 'run', 'run', 'settle', 'cancel run', 'bank out', 'bank out', 'debit',
      'move', 'move', 'return', 'return', 'unimport', 'ignore', 'undo', 'book', 'book', 'book', 'proposed',
      'early', 'early', 'early bank', 'not early',
      'ahead', 'ahead', 'ahead', 'order invoice', 'order invoice', 'order cancel', 'split', 'split', 'join',
      'supplier credit', 'supplier credit', 'deduct', 'deduct', 'deduct', 'give back', 'give back', 'pay early', 'card refund', 'card', 'pay early',
      'by hand', 'by hand', 'by hand', 'hand back', 'till', 'till', 'till', 'till', 'to bank', 'count', 'count', 'till back'])[1 + die % 79];
    select o.* into sale from public.orders o where o.status <> 'cancelled' order by md5(seed || step || o.order_number) limit 1;
    select v.* into bill from public.supplier_invoices v where v.supplier_number ~ '^LB' and v.open > 0 order by md5(seed || step || v.supplier_number) limit 1;
    begin
      case act
        when 'invoice' then
          made := private.create_invoice(client, 'Ledger');
          insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
          select made, private.line_key(n), 'item', 'Line ' || n, 1 + (die / n) % 7, trunc(part / (n + 2), 4), (array[18, 18, 7, 5, 0, 8.875, 6.3333])[1 + (die / 7 + n) % 7]
            from generate_series(1, 1 + die % 3) as n;
          update public.invoices v set due_date = private.company_today() - 40 + die % 60 where v.id = made;
          perform private.issue_invoice(made);
        when 'credit' then
          perform private.issue_credit_note(private.make_credit_note(invoice.id, 'Ledger', case when die % 2 = 0 then (
            select jsonb_build_array(jsonb_build_object('invoice_item_id', i.id, 'qty', 1)) from public.invoice_items i
             where i.invoice_id = invoice.id order by i.position limit 1) end));
        when 'pay' then
          perform private.record_payment(client, case when die % 3 = 0 and invoice.balance > 0 then invoice.balance else part end, 'bank',
            p_allocations => case when die % 2 = 0 and invoice.balance > 0 then
              jsonb_build_array(jsonb_build_object('invoice_id', invoice.id, 'amount', least(invoice.balance, part))) end);
        when 'keep' then
          perform private.record_payment(client, part, 'cash', p_allocations => '[]');
        when 'allocate' then
          perform private.allocate_payment(payment.id);
        when 'take off' then
          perform private.remove_allocation((select a.id from public.payment_allocations a where a.payment_id = payment.id order by a.amount limit 1));
        when 'refund' then
          perform private.refund_payment(payment.id, case when die % 2 = 0 then private.refundable(payment.id)::numeric else part end, 'Ledger');
        when 'card' then
          answer := private.open_payment_request(invoice.public_uuid);
          -- The bank tells it twice.
          perform private.settle_payment_request((answer ->> 'id')::uuid, 'viva', seed || step, (answer ->> 'amount')::numeric);
          perform private.settle_payment_request((answer ->> 'id')::uuid, 'viva', seed || step, (answer ->> 'amount')::numeric);
        when 'card refund' then
          made := md5(seed || step)::uuid;
          select p.* into payment from public.payments p where p.provider is not null order by md5(seed || step || p.payment_number) limit 1;
          perform private.remove_allocation((select a.id from public.payment_allocations a where a.payment_id = payment.id order by a.amount limit 1));
          perform private.ask_refund(payment.id, private.refundable(payment.id)::numeric, 'Ledger', made);
          perform private.settle_refund(made, (array['done', 'refused', 'unknown'])[1 + die % 3]);
        when 'write off' then
          perform private.write_off_invoice(invoice.id, 'Ledger', case when die % 2 = 0 then part end);
        when 'write on' then
          if not exists (select from public.write_offs w where w.reverses_id is null) then
            perform private.write_off_invoice(invoice.id, 'Ledger', 0.01);
          end if;
          perform private.undo_write_off((select w.id from public.write_offs w order by w.amount desc limit 1), 'Ledger');
        when 'bank' then
          perform private.import_bank_file(md5(seed || ' file ' || step)::uuid, jsonb_build_object('file_name', 'ledger.xml', 'format', 'camt'),
            jsonb_build_array(
              jsonb_build_object('booked_on', '2026-01-05', 'direction', 'in', 'currency', 'EUR', 'party_name', 'Somebody',
                'remittance', invoice.invoice_number, 'amount', private.amount_text(greatest(coalesce(invoice.balance, 0), 0.01))),
              jsonb_build_object('booked_on', '2026-01-05', 'direction', 'in', 'currency', 'EUR', 'amount', private.amount_text(part))));
        when 'sure' then
          perform private.confirm_sure_entries(array(select e.id from public.bank_entries e where e.status = 'open'));
          select e.* into entry from public.bank_entries e where e.status = 'open' and e.direction = 'in' order by md5(seed || step || e.entry_key) limit 1;
          if entry.id is not null then
            perform private.confirm_bank_entry(entry.id, client);
          end if;
        when 'undo' then
          select e.* into entry from public.bank_entries e where e.status = 'confirmed' order by md5(seed || step || e.entry_key) limit 1;
          perform private.undo_bank_entry(entry.id, 'Ledger');
        when 'bill' then
          made := md5(seed || ' bill ' || step)::uuid;
          insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban, discount_pct, discount_until)
          values (made, '${row.business}', 'LB' || ('x' || left(md5(seed || ' number ' || step), 6))::bit(24)::integer, private.company_today() - 9, private.company_today() + 20, part, private.vat_of(part, 18),
            'MT84MALT011000012345MTLCAST001S', case when die % 3 = 0 then 2 end, case when die % 3 = 0 then private.company_today() + 5 end);
          if die % 4 = 3 then
            -- The supplier bills no VAT: the company owes it, or none is due.
            update public.supplier_invoices set vat = 0 where id = made;
          end if;
          insert into public.supplier_invoice_items (supplier_invoice_id, position, description, unit_price, vat_rate, vat, vat_treatment, deductible_pct)
          select made, private.line_key(n), 'Line ' || n, x.net, case n when 1 then 18 else (array[18, 7, 5])[1 + die % 3] end,
                 case when die % 4 = 3 then 0 when n = 1 then b.vat - x.other else x.other end,
                 case when die % 4 < 3 then case when n = 2 and die % 7 = 0 then 'import' else 'standard' end
                   else (array['reverse_charge', 'intra_community', 'import_postponed', 'import', 'exempt', 'outside'])[1 + (die / 4 + n) % 6] end,
                 (array[100, 100, 100, 0, 33.33])[1 + (die / 3 + n) % 5]
            from public.supplier_invoices b
           cross join lateral (select trunc(b.net / 3, 2) as part, trunc(b.net / 3 * 0.18, 2) as other) as y
           cross join lateral (values (1, b.net - y.part, y.other), (2, y.part, y.other)) as x (n, net, other)
           where b.id = made and die % 6 > 0;
          update public.supplier_invoices set status = 'approved' where id = made and die % 5 > 0;
        when 'pay early' then
          -- A bill at two rates that is paid with its discount, and often taken back.
          made := md5(seed || ' early bill ' || step)::uuid;
          perform public.enter_supplier_invoice(made, jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'LB' || ('x' || left(md5(seed || ' number ' || step), 6))::bit(24)::integer,
            'invoice_date', private.company_today() - 9, 'net', part + 7, 'vat', private.vat_of(part, 18) + 0.49, 'discount_pct', 2, 'discount_until', private.company_today() + 5), jsonb_build_array(
            jsonb_build_object('description', 'One', 'qty', 1, 'unit_price', part, 'net', part, 'vat_rate', 18, 'vat', private.vat_of(part, 18), 'deductible_pct', (array[100, 100, 50])[1 + die % 3]),
            jsonb_build_object('description', 'Two', 'qty', 1, 'unit_price', 7, 'net', 7, 'vat_rate', 7, 'vat', 0.49)));
          update public.supplier_invoices set status = 'approved' where id = made;
          select v.* into bill from public.supplier_invoices v where v.id = made;
          made := private.pay_supplier_invoice(made, bill.open - private.early_discount(bill, private.company_today()), 'bank',
            p_discount => private.early_discount(bill, private.company_today()));
          if die % 4 = 0 then
            perform private.reverse_supplier_payment(made, 'Ledger');
          end if;
        when 'supplier credit' then
          made := md5(seed || ' back ' || step)::uuid;
          part := -least(part, 200);
          perform public.enter_supplier_invoice(made, jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'CB' || left(md5(seed || step), 8),
            'invoice_date', private.company_today() - 3, 'net', part, 'vat', case when die % 3 = 0 then 0 else private.vat_of(part, 18) end,
            'vat_treatment', case when die % 3 = 0 then 'reverse_charge' else 'standard' end, 'deductible_pct', (array[100, 40])[1 + die % 2],
            'credited_number', case when die % 4 < 2 then bill.supplier_number end));
          update public.supplier_invoices set status = 'approved' where id = made;
        when 'run' then
          made := md5(seed || ' run ' || step)::uuid;
          ${runOf(`array(select v.id from public.supplier_invoices v where v.supplier_number ~ '^LB' and v.open > 0
            order by md5(seed || step || v.supplier_number) limit 1 + die % 2)`)}
        when 'settle', 'cancel run' then
          select r.id into made from public.payment_runs r where r.status = 'exported' order by md5(seed || step || r.run_number) limit 1;
          if made is null then
            made := md5(seed || ' run ' || step)::uuid;
            insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban)
            values (made, '${row.business}', 'LB' || ('x' || left(md5(seed || ' number ' || step), 6))::bit(24)::integer, private.company_today() - 9,
              private.company_today() + 20, part, 0, 'MT84MALT011000012345MTLCAST001S');
            update public.supplier_invoices set status = 'approved' where id = made;
            ${runOf('array[made]')}
          end if;
          if act = 'cancel run' then
            perform private.cancel_payment_run(made, 'Ledger');
          else
            perform private.settle_payment_run(made, private.company_today(), case when die % 3 = 0 then (
              select jsonb_build_array(jsonb_build_object('id', i.id, 'reason', 'Ledger')) from public.payment_run_items i
               where i.payment_run_id = made and i.status = 'open' order by i.end_to_end_id limit 1) else '[]' end);
          end if;
        when 'bank out' then
          perform private.import_bank_file(md5(seed || ' out ' || step)::uuid, jsonb_build_object('file_name', 'ledger.xml', 'format', 'camt'),
            jsonb_build_array(
              jsonb_build_object('booked_on', private.company_today(), 'direction', 'out', 'currency', 'EUR', 'party_name', 'Supplier',
                'remittance', bill.supplier_number, 'amount', private.amount_text(greatest(coalesce(case when die % 2 = 0 then bill.open else least(bill.open, part) end, 0), 0.01))),
              jsonb_build_object('booked_on', private.company_today(), 'direction', 'out', 'currency', 'EUR', 'party_name', 'Client',
                'remittance', payment.payment_number, 'amount', private.amount_text(greatest(least(payment.open, part), 0.01)))));
        when 'debit' then
          for entry in select e.* from public.bank_entries e where e.status = 'open' and e.direction = 'out' order by md5(seed || step || e.entry_key) limit 2 loop
            perform private.confirm_bank_payout(entry.id, s.matches -> 0) from public.bank_suggestions(array[entry.id]) as s where jsonb_array_length(s.matches) > 0;
          end loop;
        when 'book' then
          -- To a cost account with VAT, to one without, to an account of the books, or to one that only papers move.
          perform private.book_bank_entries(array(select e.id from public.bank_entries e where e.status = 'open' order by md5(seed || step || e.entry_key) limit 1 + die % 2),
            (select a.id from (select k.id, k.code from public.cost_accounts k union all select l.id, l.code from public.ledger_accounts l) as a
              order by md5(seed || step || a.code) limit 1), case when die % 3 = 0 then 18 end, case when die % 5 < 3 then 'text' end);
        when 'proposed' then
          select e.* into entry from public.bank_entries e where e.status = 'open' and private.rule_matches(e) <> '[]' order by md5(seed || step || e.entry_key) limit 1;
          if entry.id is null or (private.confirm_shown_entries(jsonb_build_object(entry.id, (select one ->> 'seen'
            from jsonb_array_elements(private.shown_matches(entry)) as one where one ->> 'kind' = 'account'))) ->> 'confirmed')::integer = 0 then
            perform private.refuse('PT409', 'Nothing is proposed');
          end if;
        when 'move' then
          if die % 2 = 0 then
            perform private.move_payment(payment.id, clients[1 + (die / 2) % 3], case when die % 5 < 2 then '[]'::jsonb end, 'Ledger');
          else
            perform private.move_payment(payment.id, client, jsonb_build_array(jsonb_build_object('invoice_id', invoice.id,
              'amount', private.amount_text(least(greatest(invoice.balance, 0.01), part, payment.amount)))), 'Ledger');
          end if;
        when 'return' then
          made := md5(seed || ' back ' || step)::uuid;
          select e.* into entry from public.bank_entries e where e.status = 'confirmed' order by md5(seed || step || e.entry_key) limit 1;
          perform private.import_bank_file(made, jsonb_build_object('file_name', 'ledger.xml', 'format', 'camt'), jsonb_build_array(
            jsonb_build_object('booked_on', entry.booked_on, 'direction', case entry.direction when 'in' then 'out' else 'in' end, 'currency', 'EUR',
              'party_name', coalesce(entry.party_name, 'Nobody'), 'remittance', entry.remittance, 'return_info', 'AC04', 'amount', private.amount_text(entry.amount))));
          select e.* into entry from public.bank_entries e where e.import_id = made;
          if (private.confirm_shown_entries(jsonb_build_object(entry.id, private.shown_matches(entry) -> 0 ->> 'seen')) ->> 'confirmed')::integer = 0 then
            perform private.refuse('PT409', 'Nothing was given back');
          end if;
        when 'unimport' then
          if private.undo_bank_import((select i.id from public.bank_imports i order by md5(seed || step || i.id) limit 1), case when die % 3 > 0 then 'Ledger' end) = 0 then
            perform private.refuse('PT404', 'There is no file');
          end if;
        when 'ignore' then
          if private.ignore_bank_entries(array(select e.id from public.bank_entries e where e.status = 'open' limit 3), 'Ledger') > 1 then
            perform private.notice_bank_entries(array(select e.id from public.bank_entries e where e.status = 'ignored' order by e.entry_key limit 2));
          end if;
        when 'early' then
          select d.pays, jsonb_build_array(jsonb_build_object('invoice_id', d.invoice_id, 'amount', d.pays, 'discount', d.amount)) into part, answer
            from private.cash_discounts_of(client, private.company_today()) as d order by md5(seed || step || d.number) limit 1;
          perform private.record_payment(client, part, 'bank', p_allocations => answer);
        when 'early bank' then
          perform private.import_bank_file(md5(seed || ' early ' || step)::uuid, jsonb_build_object('file_name', 'ledger.xml', 'format', 'camt'), (
            select jsonb_build_array(jsonb_build_object('booked_on', private.company_today(), 'direction', 'in', 'currency', 'EUR', 'party_name', 'Somebody',
                     'remittance', d.number, 'amount', private.amount_text(d.pays)))
              from private.cash_discounts_of(client, private.company_today()) as d where d.pays > 0 order by md5(seed || step || d.number) limit 1));
          perform private.confirm_sure_entries(array(select e.id from public.bank_entries e where e.status = 'open'));
        when 'not early' then
          perform private.undo_cash_discount((select d.id from public.cash_discounts d where d.amount > 0
             and not exists (select from public.cash_discounts r where r.reverses_id = d.id) order by md5(seed || step || d.amount) limit 1));
        when 'ahead' then
          -- An order, and money ahead for it: a deposit invoice, or with sales tax money that is kept for the order.
          if sale.id is null or die % 4 > 0 then
            made := private.create_quotation(client, 'Ledger');
            insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
            select made, private.line_key(n), 'Line ' || n, 1 + (die / n) % 7, trunc(part / (n + 2), 4), (array[18, 18, 5, 0, 8.875])[1 + (die / 7 + n) % 5]
              from generate_series(1, 1 + die % 3) as n;
            update public.quotations q set deposit_kind = 'percent', deposit_value = 40 where q.id = made;
            perform private.send_quotation(made);
            made := private.record_quotation_answer(made, 'approved', 'Carla');
            select o.* into sale from public.orders o where o.id = made;
          end if;
          perform private.record_payment(sale.contact_id, case die % 3 when 0 then part when 1 then sale.gross else greatest(trunc(sale.gross * 0.4, 2), 0.01) end,
            'bank', p_order_id => sale.id);
          if exists (select from private.kept_for_order(sale.id)) then
            act := 'ahead kept';
          end if;
        when 'order invoice' then
          perform private.issue_invoice(private.make_invoice(array[sale.id], p_whole => true));
        when 'order cancel' then
          perform private.cancel_order(sale.id, 'Ledger');
        when 'split' then
          -- In three: two parts, and a charge that the bank took or gave.
          perform private.import_bank_file(md5(seed || ' whole ' || step)::uuid, jsonb_build_object('file_name', 'ledger.xml', 'format', 'camt'),
            jsonb_build_array(jsonb_build_object('booked_on', private.company_today(), 'direction', (array['in', 'out'])[1 + die % 2], 'currency', 'EUR',
              'party_name', 'Card terminal', 'amount', private.amount_text(part + 1))));
          select e.* into entry from public.bank_entries e where e.status = 'open' and e.split_of is null and e.amount > 0.02 order by md5(seed || step || e.entry_key) limit 1;
          perform private.split_bank_entry(entry.id, jsonb_build_array(
            jsonb_build_object('id', md5(seed || step || ' one')::uuid, 'direction', entry.direction, 'amount', private.amount_text(trunc(entry.amount / 3, 2) + 0.01)),
            jsonb_build_object('id', md5(seed || step || ' two')::uuid, 'direction', entry.direction,
              'amount', private.amount_text(entry.amount - trunc(entry.amount / 3, 2) + 0.49)),
            jsonb_build_object('id', md5(seed || step || ' three')::uuid, 'direction', case entry.direction when 'in' then 'out' else 'in' end, 'amount', '0.50')));
        when 'join' then
          perform private.undo_bank_entry((select e.id from public.bank_entries e where e.status = 'split' order by md5(seed || step || e.entry_key) limit 1), 'Ledger');
        when 'deduct' then
          if bill.id is null then
            bill.id := md5(seed || ' bill ' || step)::uuid;
            insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
            values (bill.id, '${row.business}', 'LB' || ('x' || left(md5(seed || ' number ' || step), 6))::bit(24)::integer, private.company_today() - 9, part, 0);
            update public.supplier_invoices set status = 'approved' where id = bill.id;
            bill.open := part;
          end if;
          select v.id, least(-v.open, bill.open, part) into made, part from public.supplier_invoices v
           where v.is_credit and v.open < 0 order by md5(seed || step || v.supplier_number) limit 1;
          perform private.use_supplier_credit(md5(seed || ' pair ' || step)::uuid, made, bill.id, part);
        when 'give back' then
          select s.pair_id into made from public.supplier_payments s where s.pair_id is not null and not exists (
            select from public.supplier_payments r where r.pair_id = s.pair_id and r.reverses_id is not null) order by md5(seed || step || s.pair_id) limit 1;
          if made is null then
            perform private.refuse('PT404', 'No credit note is deducted');
          end if;
          perform private.take_back_supplier_credit(made, 'Ledger');
        when 'by hand' then
          -- Between any two accounts, of costs, of the books, or one that only papers move; at times with a rest.
          select jsonb_agg(jsonb_build_object('account', a.id, case a.place when 1 then 'debit' else 'credit' end, private.amount_text(part))) into answer
            from (select x.id, row_number() over (order by md5(seed || step || x.code)) as place
                    from (select k.id, k.code from public.cost_accounts k union all select l.id, l.code from public.ledger_accounts l) as x) as a where a.place <= 1 + (die % 5 > 0)::integer;
          perform private.post_entry(md5(seed || ' hand ' || step)::uuid, private.company_today() - die % 40, 'Ledger', answer, case when die % 5 = 0 then 'opening' else 'entry' end);
        when 'hand back' then
          perform private.reverse_entry((select e.id from public.book_entries e order by md5(seed || step || e.entry_number) limit 1), 'Ledger');
        when 'till', 'to bank' then
          -- Out or in, with or without VAT, to any account, or to the bank.
          perform private.book_cash(md5(seed || ' till ' || step)::uuid, private.company_today() - die % 40, (array['out', 'in'])[1 + die % 2], part,
            (select a.id from (select k.id, k.code from public.cost_accounts k union all select l.id, l.code from public.ledger_accounts l) as a
              order by md5(seed || step || a.code) limit 1), case when die % 3 = 0 then 18 end, 'Ledger', act = 'to bank');
        when 'count' then
          perform private.count_cash(md5(seed || ' count ' || step)::uuid, private.company_today() - die % 9,
            case when die % 4 = 0 then greatest(private.till_at(private.company_today() - die % 9), 0) else part end, 'Ledger',
            (select k.id from public.cost_accounts k order by md5(seed || step || k.code) limit 1));
        when 'till back' then
          perform private.take_back_cash((select b.id from public.bank_bookings b where b.method = 'cash' order by md5(seed || step || b.number) limit 1), 'Ledger');
        when 'spend' then
          perform private.use_credit(invoice.public_uuid);
        when 'statement' then
          made := private.create_statement(client, private.company_today() - 90, private.company_today());
          answer := private.open_statement_request((select s.public_uuid from public.statements s where s.id = made), array(
            select v.id from public.invoices v where v.contact_id = client and v.status in ('issued', 'partly_paid') and v.balance > 0
             order by md5(seed || step || v.invoice_number) limit 1 + die % 3));
          perform private.settle_payment_request((answer ->> 'id')::uuid, 'viva', seed || step, (answer ->> 'amount')::numeric);
      end case;
      done := done || jsonb_build_object(act, coalesce((done ->> act)::integer, 0) + 1);
    exception when others then
      -- A refusal in words is a right answer; anything else is a fault.
      if sqlstate !~ '^(PT4|22023)' then
        wrong := wrong || format('step %s %s: %s %s', step, act, sqlstate, sqlerrm);
      end if;
    end;
  end loop;

  select wrong || coalesce(array_agg(problem), '{}') into wrong from (
    ${disagreements('clients')}
    union all
    (${journalFaults})
    union all
    select format('%s is scheduled for %s, and no run holds it', v.supplier_number, v.scheduled_for) from public.supplier_invoices v
     where v.supplier_number ~ '^LB' and v.status = 'scheduled'
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ) as found where problem is not null;
  return jsonb_build_object('wrong', to_jsonb(wrong), 'done', done);
end $play$`
