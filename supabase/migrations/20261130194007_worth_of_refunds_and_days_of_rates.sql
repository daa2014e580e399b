set check_function_bodies = off;

drop trigger pin on public.invoices;

drop routine private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date, p_way text);

drop routine private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid, p_credit_note_id uuid, p_way text);

drop routine public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid, p_credit_note_id uuid, p_way text);

alter table public.invoices add column rate_of date;

alter table public.payment_refunds add column worth numeric(14,2);

create or replace function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_back constant uuid := (select e.payment_id from public.bank_entries e where e.id = private.returned_entry(p_entry));
  v_one record;
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    with words as (
      select distinct m[1] || '-' || m[2] || '-' || m[3] as number
        from regexp_matches(upper(v_text), '(?<![A-Z])(INV|SO|ST|CN|RCPT)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    ), named as (
      select v.contact_id from words w join public.invoices v on v.invoice_number = w.number
      union select o.contact_id from words w join public.orders o on o.order_number = w.number
      union select n.contact_id from words w join public.credit_notes n on n.credit_number = w.number
      union select p.contact_id from words w join public.payments p on p.payment_number = w.number
    ), money as (
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.worth is null and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, coalesce(r.worth, r.amount), r.id, r.refunded_on
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where coalesce(r.worth, r.amount) = p_entry.amount and r.kind = 'refund' and r.way is distinct from 'cash' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           coalesce(m.id = v_back, false) as is_back,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.id = v_back desc nulls last, m.refund_id is null, m.free = p_entry.amount desc, m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_back or v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and (v_one.is_back or v_one.is_named or v_one.is_account),
      'score', 50 * v_one.is_back::integer + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.refund_id is not null then format('A refund of the same amount was recorded on %s.', private.day_in_words(v_one.refunded_on)) end,
        case when v_one.is_back then format('The bank gives %s back.', v_one.payment_number) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.book_refund(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_refund public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
  if p_choice ->> 'refund_id' is not null then
    select * into v_refund from public.payment_refunds where id = private.uuid_or_null(p_choice ->> 'refund_id') and payment_id = v_payment.id;
    if v_refund.id is null or coalesce(v_refund.worth, v_refund.amount) <> p_entry.amount or v_refund.kind <> 'refund'
      or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
    then
      perform private.refuse('PT409', 'This refund has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
      perform private.refuse('PT409', 'This refund belongs to another entry already');
    end if;
    return jsonb_build_object('refund_id', v_refund.id, 'is_link', true);
  end if;
  if v_payment.worth is not null then
    perform private.refuse('PT409', format('%s is in %s. Record its refund in %s first, then confirm this entry with it.', v_payment.payment_number, v_payment.currency,
      v_payment.currency));
  end if;
  perform private.check_refund(v_payment, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'));
  if p_entry.booked_on < v_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
  end if;
  return jsonb_build_object('refund_id', private.keep_refund(v_payment, null, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'), auth.uid(),
    p_entry.booked_on, 'bank'));
end $$;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
      || private.tax_facts_of_paper('credit_note', n.id))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'books', private.books_facts(n.currency, n.rate, n.worth) || jsonb_build_object('on', v.rate_of),
      'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_from', v.supply_from, 'supply_date', v.supply_date, 'receiver', private.receiver_facts(n.contact_id),
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when n.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, n.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'taxed_when_paid', v.taxed_when_paid, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'books', private.books_facts(v.currency, v.rate, v.worth) || jsonb_build_object('on', v.rate_of),
      'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when v.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, v.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, case when p.opening_on is null then 'money' else 'opening' end as other, 'clients' as against, p.method,
           case p.direction when 'in' then 1 else -1 end * coalesce(p.worth, p.amount) as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', 'clients', coalesce(r.way, p.method),
           -coalesce(r.worth, r.amount)
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', 'clients', null, private.worth(w.amount, v.rate)
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
    union all
    -- A deposit without a paper is owed to the client until its order is invoiced.
    select k.kept_on, 8, 'payment', p.id, k.id, p.payment_number, p.contact_id, format('Deposit for %s', o.order_number), 'clients', 'deposits', null,
           private.share_of_worth(k.amount, p.amount, p.worth)
      from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
     where k.kept_on between p_from and p_to
    union all
    -- What the bank took for a payment that it gave back.
    select r.refunded_on, 4, 'payment', p.id, b.id, p.payment_number, p.contact_id, r.reason, 'fees', 'money', 'bank', b.fee
      from public.payment_refunds r join public.payments p on p.id = r.payment_id join public.bank_entry_payouts b on b.refund_id = r.id
     where r.refunded_on between p_from and p_to and b.fee <> 0
  )
  select m.on_date, m.sort, m.kind, m.id, m.entry_id, m.number, m.contact_id, m.words, side.part, null::uuid, null::uuid, null::numeric, null::text,
         case side.part when 'money' then m.method end, side.amount
    from moves m
   cross join lateral (values (m.other, m.amount), (m.against, -m.amount)) as side (part, amount)
$$;

create or replace function private.worth_of_open(p_open numeric, p_whole numeric, p_worth numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_worth is null then p_open else p_worth - private.share_of_worth(p_whole - p_open, p_whole, p_worth) end;
end $$;

create or replace function private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date default null,
  p_way text default null, p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, way, worth, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, coalesce(p_on, private.company_today()), btrim(p_reason), p_way, p_worth, p_by) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_payment.id;
  -- No mail says that it was received once all of it went back.
  if p_payment.refunded + p_amount = p_payment.amount then
    perform private.cancel_mails('payment', p_payment.id);
  end if;
  perform private.log_event('payment', p_payment.id, 'refunded', jsonb_build_object('number', p_payment.payment_number,
    'amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000), 'refund_id', v_id), private.person_label(p_by));
  return v_id;
end $$;

create or replace function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null, p_credit_note_id uuid default null, p_way text default null,
  p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_row public.payments;
  v_kept public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_id);
  select * into v_kept from public.payment_refunds where id = p_refund_id;
  if found then
    perform private.must_be_same((v_kept.payment_id, v_kept.amount) = (p_id, p_amount), 'refund');
    return v_kept.id;
  end if;
  v_row := private.free_for_refund(p_id, p_amount, p_credit_note_id, v_locked);
  perform private.check_refund(v_row, p_amount, p_reason);
  if p_way not in ('bank', 'cash') then
    perform private.refuse('22023', 'Please say whether the money went by bank transfer or in cash');
  elsif not coalesce(p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2), true) then
    perform private.refuse('22023', 'Please enter what went out as an amount above zero with two decimals');
  end if;
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid(), p_way => p_way, p_worth => p_worth);
end $$;

create or replace function private.take_refund_worth() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.worth := case
    when not exists (select from public.payments p where p.id = new.payment_id and p.worth is not null) then null
    when new.reverses_id is not null then (select -r.worth from public.payment_refunds r where r.id = new.reverses_id)
    else coalesce(new.worth, (select private.share_of_worth(new.amount, p.amount, p.worth) from public.payments p where p.id = new.payment_id)) end;
  return new;
end $$;

create or replace function private.must_write_off(p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_most constant numeric := (select c.small_rest from public.company_settings c);
begin
  if not (private.is_server() or private.can('invoices', 'delete'))
    and private.worth(p_amount + private.written_off(p_invoice_id), (select v.rate from public.invoices v where v.id = p_invoice_id)) > v_most then
    perform private.refuse('42501', format('You may write off rests of %s of an invoice at most', private.money_words(v_most)));
  end if;
end $$;

create or replace function private.worth(p_amount numeric, p_rate numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return round(p_amount * p_rate, 2);
end $$;

create or replace function private.price_in(p_price numeric, p_rate numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_rate = 1 then p_price else round(p_price / p_rate, 2) end;
end $$;

create or replace function private.share_of_worth(p_part numeric, p_whole numeric, p_worth numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_worth is null then p_part when p_whole = 0 then 0 else round(p_part * p_worth / p_whole, 2) end;
end $$;

create or replace function private.day_of_rate(p_currency text, p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select r.on_date from public.exchange_rates r where r.currency = p_currency order by r.on_date > p_day, abs(r.on_date - p_day) limit 1);
end $$;

create or replace function private.freeze_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.books_currency() then
    new.rate := private.rate_on(new.currency, new.issue_date);
    new.rate_of := private.day_of_rate(new.currency, new.issue_date);
    new.worth := (select coalesce(sum(private.worth(t.base, new.rate) + private.worth(t.vat, new.rate)), 0) from public.invoice_vat t where t.invoice_id = new.id);
  end if;
  return new;
end $$;

create or replace function private.exchange_of_clients(p_from date, p_to date)
returns table (on_date date, id uuid, contact_id uuid, number text, paper_id uuid, kind text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with foreigners as materialized (
    select c.id from public.contacts c where c.currency is not null
  ), invoices as materialized (
    select v.* from public.invoices v join foreigners f on f.id = v.contact_id where v.worth is not null
  ), payments as materialized (
    select p.* from public.payments p join foreigners f on f.id = p.contact_id where p.worth is not null
  ), moves as (
    -- moved: what the journal moves of the client's account by itself.
    select s.id, s.on_date, s.invoice_id, s.payment_id, s.credit_note_id, s.amount,
           case when s.payment_id is null and s.credit_note_id is null then -coalesce(
             (select sum(private.worth(t.base, v.rate) + private.worth(t.vat, v.rate)) from public.cash_discount_vat t where t.cash_discount_id = s.id),
             private.worth(s.amount, v.rate)) else 0 end as moved
      from private.settlements s join invoices v on v.id = s.invoice_id
    union all
    select r.id, r.refunded_on, null, p.id, null, r.amount, coalesce(r.worth, r.amount)
      from public.payment_refunds r join payments p on p.id = r.payment_id
    union all
    select k.id, k.kept_on, null, p.id, null, k.amount, private.share_of_worth(k.amount, p.amount, p.worth)
      from public.kept_deposits k join payments p on p.id = k.payment_id
  ), upto as (
    select m.*, sum(m.amount) over (partition by m.invoice_id order by m.on_date, m.id) as of_invoice,
           sum(m.amount) over (partition by m.payment_id order by m.on_date, m.id) as of_payment,
           sum(m.amount) over (partition by m.credit_note_id order by m.on_date, m.id) as of_note
      from moves m where m.on_date <= p_to
  )
  select u.on_date, u.id, coalesce(v.contact_id, p.contact_id), coalesce(p.payment_number, n.credit_number, v.invoice_number), coalesce(p.id, n.id, v.id),
         case when p.id is not null then 'payment' when n.id is not null then 'credit_note' else 'invoice' end, x.amount
    from upto u
    left join invoices v on v.id = u.invoice_id
    left join payments p on p.id = u.payment_id
    left join public.credit_notes n on n.id = u.credit_note_id
   cross join lateral (
     select case when p.id is null then 0 else private.share_of_worth(u.of_payment, p.amount, p.worth) - private.share_of_worth(u.of_payment - u.amount, p.amount, p.worth) end
          + case when n.id is null then 0 else private.share_of_worth(u.of_note, n.gross, n.worth) - private.share_of_worth(u.of_note - u.amount, n.gross, n.worth) end
          - case when v.id is null then 0 else private.share_of_worth(u.of_invoice, v.gross, v.worth) - private.share_of_worth(u.of_invoice - u.amount, v.gross, v.worth) end
          - u.moved as amount) as x
   where u.on_date >= p_from and x.amount <> 0
$$;

create or replace function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, mobile, vat_number, address_line, city, postcode,
                               state, country, contact_type_id, payment_terms_days, cash_discount_pct, cash_discount_days, language,
                               length_unit, account_manager_id, currency)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
         b.state, b.country, b.contact_type_id, b.payment_terms_days, b.cash_discount_pct, b.cash_discount_days, b.language, b.length_unit,
         b.account_manager_id, b.currency
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, postcode, state, country, business_id)
    select s.label, s.address, s.city, s.postcode, s.state, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;

alter table public.invoices add constraint invoices_rate_of_is_in_reach CHECK (rate_of >= '1900-01-01'::date AND rate_of < '10000-01-01'::date);

alter table public.payment_refunds add constraint payment_refunds_worth_has_its_sign CHECK ((worth * amount) >= 0::numeric);

alter table public.payment_refunds add constraint payment_refunds_worth_is_a_number CHECK (worth <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

call private.offer('private.refund_payment(uuid, numeric, text, uuid, uuid, text, numeric)');

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'rate', 'rate_of', 'worth', 'net', 'vat', 'paid', 'credited', 'written_off', 'cash_discounted', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id', 'network_status', 'taxed_when_paid');

create or replace trigger take_refund_worth before insert on public.payment_refunds for each row execute function private.take_refund_worth();

comment on function private.day_of_rate(pg_catalog.text,pg_catalog.date) is 'The day of the rate that private.rate_on takes for a day.';

comment on function private.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. p_way: bank or cash; as the payment came where nobody says it. p_worth: what went out, in the
currency of the books, of a payment in another; null takes its share of what came in. Returns the id of the refund.';

comment on function private.take_refund_worth() is 'A refund of a payment in another currency is worth what a person says that went out, else its share of what came in; what takes a refund back is its opposite.';

comment on function public.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. p_way: bank or cash; as the payment came where nobody says it. p_worth: what went out, in the
currency of the books, of a payment in another; null takes its share of what came in. Returns the id of the refund.';

comment on column public.invoices.rate_of is 'The day of its rate; null: it is in the currency of the books, or a draft.';

reset check_function_bodies;
