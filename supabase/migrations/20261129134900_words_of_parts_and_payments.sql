set check_function_bodies = off;

create or replace function private.words_of_entry(p_entry public.bank_entries) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select case when char_length(w.words) > 2 then w.words end
    from (select btrim(left(btrim(regexp_replace(private.folded(coalesce(p_entry.split_words, p_entry.remittance, p_entry.party_name)), '[[:digit:][:punct:][:space:]]+', ' ',
      'g')), 300)) as words) as w
  );
end $$;

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql immutable set search_path = ''
as $$
begin
  return query select distinct m[1] || '-' || m[2] || '-' || m[3]
    from regexp_matches(upper(coalesce(p_entry.split_words, concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference))),
      '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m;
end $$;

create or replace function private.reading_of_part(p_reading jsonb, p_amount numeric, p_says_other boolean) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when not p_says_other or (p_reading ->> 'fits')::boolean then p_reading
    else p_reading - 'discount' - 'uses_credit' - 'credit_from'
      || jsonb_build_object('parts', '[]'::jsonb, 'left', private.amount_text(p_amount), 'is_deposit', false, 'same', 0, 'pairs', 0, 'says_other', true) end;
end $$;

create or replace function private.reasons_of_match(p_entry public.bank_entries, p_client jsonb, p_order public.orders, p_reading jsonb, p_paid text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with named as (select array(select jsonb_array_elements_text(p_client -> 'named')) as numbers)
  select array_remove(array[
    case when p_reading -> 'named' <> '[]'
      then format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'named') as one)) end,
    case when (p_reading ->> 'is_deposit')::boolean then format(case when p_order.order_number = any (n.numbers) then 'The text names %s, whose deposit is open.'
      when exists (select from public.quotations q where q.id = p_order.quotation_id and q.quotation_number = any (n.numbers))
        then 'The text names the quotation of %s, whose deposit is open.'
      else 'The deposit of %s is open.' end, p_order.order_number) end,
    'The text names statement ' || (select string_agg(s, ', ') from unnest(n.numbers) as s where s like 'ST-%') || '.',
    case when p_paid is not null then format('The text names %s, where nothing is open any more.', p_paid) end,
    case when (p_client ->> 'is_account')::boolean then 'It came from the bank account of this client.'
      when (p_client ->> 'paid_before')::boolean then 'This account paid for this client before.' end,
    case when (p_client ->> 'is_alike')::boolean then format('The payer is called %s.', p_entry.party_name) end,
    case when p_reading ? 'discount' then private.words_of_discount(p_reading, p_entry)
      when p_reading ? 'uses_credit' then format('The amount is what is open less %s of credit, which settles the rest.', p_reading ->> 'uses_credit')
      when (p_reading ->> 'fits')::boolean and p_reading -> 'parts' <> '[]' then case when jsonb_array_length(p_reading -> 'parts') = 1
        then format('The amount is what is open of %s.', p_reading -> 'parts' -> 0 ->> 'number') else 'The amount is what is open of them together.' end
      when (p_reading ->> 'fits')::boolean then 'The amount is the deposit.'
      when (p_reading ->> 'same')::integer > 1 and p_reading -> 'named' = '[]' then format('%s open invoices have this amount.', p_reading ->> 'same')
      when p_reading ->> 'pairs' = '1' then format('The amount is what is open of %s and %s together.', p_reading -> 'parts' -> 0 ->> 'number',
        p_reading -> 'parts' -> 1 ->> 'number')
      when (p_reading ->> 'pairs')::integer > 1 then format('%s pairs of open invoices come to this amount.', p_reading ->> 'pairs')
      when p_reading ? 'says_other' then 'The words of this part name none of our papers.'
      when (p_reading ->> 'left')::numeric > 0 then format('%s more than is open.', p_reading ->> 'left')
      else 'The amount is a part of what is open.' end], null) from named n
  );
end $$;

create or replace function private.client_matches(p_entry public.bank_entries, p_client jsonb, p_is_only boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_named constant text[] := array(select jsonb_array_elements_text(p_client -> 'named'));
  v_is_known constant boolean := v_named <> '{}' or (p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean;
  v_open constant jsonb := private.open_papers(v_contact_id);
  v_order constant public.orders := private.meant_deposit(v_contact_id, v_named, p_entry.amount, not exists (
    select from jsonb_array_elements(v_open) as one where one ->> 'number' = any (v_named) or (one ->> 'balance')::numeric = p_entry.amount));
  v_says_other constant boolean := p_entry.split_words is not null and v_named = '{}';
  v_reading constant jsonb := private.reading_of_part(private.reading_with_discount(private.reading_with_credit(private.reading_of_amount(p_entry.amount, v_open,
    v_named, v_order.deposit_amount - v_order.deposit_paid), p_entry.amount, v_open, v_contact_id), p_entry, v_open, v_contact_id), p_entry.amount, v_says_other);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded and not v_says_other;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 5 * (v_named <> '{}')::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        private.day_in_words(v_payment.received_on))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;

create or replace function private.debit_text(p_entry public.bank_entries) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(p_entry.split_words, concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference))
$$;

create or replace function private.returned_entry(p_entry public.bank_entries)
  returns uuid language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select e.id from public.bank_entries e,
         lateral (select p_entry.return_info is not null or p_entry.search_text ~ '\m(returned?|reversal|retoure|ruckgabe|rucklastschrift|storno)\M' as is_told,
                         coalesce(e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED', false) as same_order,
                         coalesce(e.party_iban = p_entry.party_iban, false) as same_account) as alike
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on and e.direction <> p_entry.direction
     and coalesce(p_entry.split_of not in (e.split_of, e.id), true)
     and e.currency = p_entry.currency and e.account_iban is not distinct from p_entry.account_iban and e.status <> 'ignored'
     -- Money to the account of a client that paid before is a refund, unless the bank says otherwise.
     and (alike.same_order or (alike.same_account and (alike.is_told or p_entry.direction = 'in'))
       or (alike.is_told and (private.plain_name(e.party_name) = private.plain_name(p_entry.party_name) or e.remittance = p_entry.remittance)))
   order by alike.same_order desc, alike.same_account desc, e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.twin_entry(p_entry public.bank_entries)
  returns date language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select e.booked_on from public.bank_entries e
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 20 and p_entry.booked_on and e.direction = p_entry.direction
     and e.currency = p_entry.currency and e.status <> 'ignored'
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and coalesce(p_entry.split_of not in (e.split_of, e.id), true)
     and coalesce(e.party_iban = p_entry.party_iban, private.plain_name(e.party_name) = private.plain_name(p_entry.party_name), true)
     and (private.folded(e.remittance) = private.folded(p_entry.remittance) and p_entry.remittance is not null
       or e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED')
   order by e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.rival_entry(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with open_papers as (
    select v.invoice_number as number, v.balance from private.numbers_named(p_entry) as w (number)
      join public.invoices v on v.invoice_number = w.number
     where p_entry.direction = 'in' and v.balance > 0
    union all
    select v.supplier_number, v.open from public.supplier_invoices v
     where p_entry.direction = 'out' and v.open > 0
       and private.is_named(private.debit_text(p_entry), v.supplier_number)
  )
  select format('the entry of %s over %s names %s too, and only %s of it is open.', private.day_in_words(e.booked_on),
           private.money_words(e.amount, e.currency), o.number, private.money_words(o.balance, e.currency))
    from open_papers o
    join public.bank_entries e on e.status = 'open' and e.direction = p_entry.direction and e.currency = p_entry.currency
     and coalesce(p_entry.split_of <> e.split_of, true) and e.amount <= o.balance and e.amount + p_entry.amount > o.balance and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and (o.number in (select private.numbers_named(e)) or private.is_named(private.debit_text(e), o.number))
   order by e.booked_on, e.id, o.number limit 1
  );
end $$;

create or replace function private.settled_before(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number) where p_entry.direction = 'in'
  ), named as (
    select v.* from words w join public.invoices v on v.invoice_number = w.number
    union all
    -- The number of an order, or of its quotation, means its deposit where exactly that was paid.
    select v.* from words w join public.orders o on o.order_number = w.number
        or o.quotation_id = (select q.id from public.quotations q where q.quotation_number = w.number)
      join public.invoices v on v.order_id = o.id and v.kind = 'deposit' and v.gross = p_entry.amount
     where o.deposit_paid >= o.deposit_amount
  ), paid as (
    select format('%s was paid by %s on %s.', n.invoice_number, p.payment_number, private.day_in_words(p.received_on)) as words, p.received_on as on_day
      from named n join public.payment_allocations a on a.invoice_id = n.id join public.payments p on p.id = a.payment_id
     where n.balance = 0 and not exists (select from named o where o.balance > 0)
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.split_of = p_entry.split_of)
    union all
    select format('%s was paid on %s.', v.supplier_number, private.day_in_words(s.paid_on)), s.paid_on
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id
     where p_entry.direction = 'out' and s.amount = p_entry.amount and s.reverses_id is null and v.open = 0
       and s.paid_on between p_entry.booked_on - 200 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and (private.is_named(private.debit_text(p_entry), v.supplier_number)
         or private.is_named(private.debit_text(p_entry), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
  );
end $$;

create or replace function private.taken_paper(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
declare
  v_earlier public.bank_entries;
  v_own jsonb;
  v_papers uuid[];
  v_number text;
begin
  if p_entry.direction <> 'in' then
    return null;
  end if;
  for v_earlier in
    select e.* from public.bank_entries e
     where e.status = 'open' and e.direction = 'in' and e.currency = p_entry.currency and e.return_info is null
       and coalesce(p_entry.split_of <> e.split_of, true) and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
       and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
       and (e.amount = p_entry.amount or e.party_iban = p_entry.party_iban or private.plain_name(e.party_name) = private.plain_name(p_entry.party_name))
     order by e.booked_on, e.created_at, e.position, e.id
  loop
    v_own := coalesce(v_own, private.raw_matches(p_entry) -> 0, '{}');
    v_papers := coalesce(v_papers, array(select (part ->> 'invoice_id')::uuid from jsonb_array_elements(v_own -> 'parts') as part));
    exit when not coalesce((v_own ->> 'is_sure')::boolean, false) or v_papers = '{}';
    select part ->> 'number' into v_number
      from (select private.raw_matches(v_earlier) -> 0 as best) as m, jsonb_array_elements(m.best -> 'parts') as part
     where (m.best ->> 'is_sure')::boolean and (part ->> 'invoice_id')::uuid = any (v_papers) limit 1;
    if found then
      return format('the entry of %s over %s settles %s too.', private.day_in_words(v_earlier.booked_on),
        private.money_words(v_earlier.amount, v_earlier.currency), v_number);
    end if;
  end loop;
  return null;
end $$;

create or replace function private.account_entries(p_contact_id uuid) returns table(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  with slips as materialized (
    select s.id from private.slips(p_contact_id) as s
  )
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, coalesce(nullif(btrim(p.reference), ''), (
           select string_agg(v.invoice_number, ', ' order by v.invoice_number)
             from (select a.invoice_id from public.payment_allocations a where a.payment_id = p.id group by 1 having sum(a.amount) > 0) as settled
             join public.invoices v on v.id = settled.invoice_id)), null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p
   where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded') and p.id not in (select s.id from slips s)
  union all
  select r.refunded_on, case when r.reverses_id is null then 4 else 5 end, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
   where p.contact_id = p_contact_id and r.id not in (select s.id from slips s)
  union all
  select k.kept_on, 8, 'deposit', k.id, p.payment_number, o.order_number, null, greatest(k.amount, 0), greatest(-k.amount, 0)
    from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
   where p.contact_id = p_contact_id and p.id not in (select s.id from slips s)
  union all
  select w.written_off_on, case when w.reverses_id is null then 6 else 7 end, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id
   where v.contact_id = p_contact_id and w.id not in (select s.id from slips s)
  union all
  select d.given_on, case when d.reverses_id is null then 6 else 7 end, 'cash_discount', d.id, v.invoice_number, null, null, greatest(-d.amount, 0), greatest(d.amount, 0)
    from public.cash_discounts d join public.invoices v on v.id = d.invoice_id
   where v.contact_id = p_contact_id and d.id not in (select s.id from slips s)
$$;

create or replace function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, kind text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.* from public.supplier_invoices s where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
  )
  select b.booked_on, b.supplier_number, case when b.is_credit then 'supplier credit note' else 'supplier invoice' end, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.booked_on, b.supplier_number, case when b.is_credit then 'supplier credit note' else 'supplier invoice' end, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz'
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
  union all
  -- Costs that the bank took by itself, where somebody said which VAT is in them.
  select x.booked_on, x.number, 'bank entry', null, x.vat_rate, x.amount - x.vat, x.vat, s.currency, concat_ws(' · ', x.party_name, x.words),
         k.code || ' ' || k.name, x.id::text
    from public.bank_bookings x join public.cost_accounts k on k.id = x.cost_account_id cross join public.company_settings s
   where x.booked_on between p_from and p_to and x.vat_rate is not null
$$;

revoke execute on all routines in schema private from public;

comment on function private.account_entries(pg_catalog.uuid) is 'What moves the account of a client: invoices and refunds up, credit notes, payments, what was written off and cash discounts down. A deposit that is kept for
an order waits beside the account: up when it is kept, down when it is set against an invoice or is credit again. Papers over 0.00 move nothing,
nor does what was recorded and taken back on one day (slips). A payment says its reference, else the invoices that it settled. sort: on a day, what
takes back stands after what it takes back.';

comment on function private.debit_text(public.bank_entries) is 'All that an entry says: its text, the order and the reference of the bank. Of a part of a split entry the words that a person wrote about it, where there are any.';

comment on function private.numbers_named(public.bank_entries) is 'The numbers of invoices, orders, statements and quotations in the text and the references of an entry, or in the words of a part, as they are written here.';

comment on function private.words_of_entry(public.bank_entries) is 'The words of a part of a split entry, the text of an entry, else the name, without digits and signs: alike for the fee of each month. Null where less than three letters are left.';

comment on function private.reading_of_part(pg_catalog.jsonb,numeric,boolean) is 'Of a part of a split entry whose words name none of our papers (p_says_other): it settles what it is exactly, else nothing.';

reset check_function_bodies;
