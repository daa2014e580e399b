set check_function_bodies = off;

drop routine private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date);

drop routine private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid, p_credit_note_id uuid);

drop routine public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid, p_credit_note_id uuid);

alter table public.payment_refunds add column way text;

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
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, r.amount, r.id, r.refunded_on
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where r.amount = p_entry.amount and r.kind = 'refund' and r.way is distinct from 'cash' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
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
    if v_refund.id is null or v_refund.amount <> p_entry.amount or v_refund.kind <> 'refund'
      or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
    then
      perform private.refuse('PT409', 'This refund has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
      perform private.refuse('PT409', 'This refund belongs to another entry already');
    end if;
    return jsonb_build_object('refund_id', v_refund.id, 'is_link', true);
  end if;
  perform private.check_refund(v_payment, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'));
  if p_entry.booked_on < v_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
  end if;
  return jsonb_build_object('refund_id', private.keep_refund(v_payment, null, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'), auth.uid(),
    p_entry.booked_on, 'bank'));
end $$;

create or replace function private.book_client_return(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_fee constant numeric := case when coalesce(p_choice ->> 'fee', '0') ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' then coalesce((p_choice ->> 'fee')::numeric, 0) end;
  v_reason constant text := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(
    (select e.booked_on from public.bank_entries e where e.id = p_entry.id))), p_entry.remittance), 500);
  v_off jsonb;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform private.lock_refund(private.uuid_or_null(p_choice ->> 'payment_id'));
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id');
  perform private.check_client_return(p_entry, v_payment, v_fee);
  perform private.credit_returned_deposits(v_payment.id, v_reason);
  v_off := private.take_off_invoices(v_payment.id, p_entry.booked_on);
  select * into v_payment from public.payments where id = v_payment.id;
  return jsonb_build_object('fee', v_fee, 'taken_off', v_off,
    'refund_id', private.keep_refund(v_payment, null, v_payment.amount, v_reason, auth.uid(), p_entry.booked_on, 'bank'));
end $$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, case when p.opening_on is null then 'money' else 'opening' end as other, 'clients' as against, p.method,
           case p.direction when 'in' then p.amount else -p.amount end as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', 'clients', coalesce(r.way, p.method), -r.amount
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', 'clients', null, w.amount
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
    union all
    -- A deposit without a paper is owed to the client until its order is invoiced.
    select k.kept_on, 8, 'payment', p.id, k.id, p.payment_number, p.contact_id, format('Deposit for %s', o.order_number), 'clients', 'deposits', null, k.amount
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

create or replace function private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date default null,
  p_way text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, way, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, coalesce(p_on, private.company_today()), btrim(p_reason), p_way, p_by) returning id into v_id;
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

create or replace function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null, p_credit_note_id uuid default null, p_way text default null)
  returns uuid
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
  end if;
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid(), p_way => p_way);
end $$;

create or replace function private.refund_facts(p_refund_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('refund_amount', private.amount_text(f.amount), 'refunded_on', f.refunded_on,
        'by_card', case when r.id is not null then 'yes' end, 'by_bank', case when r.id is null and coalesce(f.way, p.method) = 'bank' then 'yes' end,
        'in_cash', case when r.id is null and coalesce(f.way, p.method) = 'cash' then 'yes' end,
        'credit_notes', coalesce(
          (select string_agg(distinct format('%s (%s)', n.credit_number, v.invoice_number), ', ')
             from public.credit_notes n join public.invoices v on v.id = n.invoice_id
             join public.document_events e on e.kind = 'credit_note' and e.record_id = n.id and e.type = 'paid_back' and e.meta ->> 'with' = p.payment_number
            where n.contact_id = p.contact_id
              and e.at between coalesce(r.created_at, f.created_at) and coalesce(r.created_at, f.created_at) + interval '1 minute'),
          (select string_agg(format('%s (%s)', n.credit_number, v.invoice_number), ', ' order by n.credit_number)
             from public.credit_notes n join public.invoices v on v.id = n.invoice_id
            where v.order_id = p.order_id and v.kind = 'deposit' and n.status not in ('draft', 'void')))))
      from public.payment_refunds f join public.payments p on p.id = f.payment_id left join public.refund_requests r on r.id = f.id
     where f.id = p_refund_id);
end $$;

create or replace function private.reverse_refund(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_refunds;
  v_payment public.payments;
begin
  select * into v_row from public.payment_refunds where id = p_id;
  select * into v_payment from public.payments where id = v_row.payment_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.payment_refunds r where r.reverses_id = p_id) then
    return;
  end if;
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, reverses_id, way, created_by)
  values (v_row.payment_id, -v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.refunded_on), left(btrim(p_reason), 2000), p_id, v_row.way, auth.uid());
  update public.payments
     set refunded = refunded - v_row.amount, status = case when refunded = v_row.amount then 'succeeded' else 'part_refunded' end
   where id = v_row.payment_id;
  perform private.cancel_refund_mail(p_id);
  perform private.log_event('payment', v_row.payment_id, 'refund_taken_back', jsonb_build_object('number', v_payment.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.payment_facts(p_payment public.payments) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with papers as (
      select v.id, v.kind, v.invoice_number, v.order_id, v.balance from public.invoices v
       where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment.id group by 1 having sum(a.amount) > 0)
    ), kept as (
      select k.order_id from public.kept_deposits k where k.payment_id = p_payment.id group by 1 having sum(k.amount) > 0
    ), ahead as (
      select s.order_id from papers s where s.kind = 'deposit' union select k.order_id from kept k
    ), orders_ahead as (
      select o.order_number, o.deposit_amount - o.deposit_paid as amount from public.orders o
       where o.id in (select h.order_id from ahead h) and o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid
    ), its_orders as (
      select o.* from public.orders o
       where o.id = p_payment.order_id or o.id in (
         select s.order_id from papers s
         union select k.order_id from kept k
         union select i.order_id from public.invoice_items i join papers s on s.id = i.invoice_id)
    ), open_part as (
      select coalesce((select sum(s.balance) from papers s where s.kind <> 'deposit'), 0)
        + coalesce((select sum(o.amount) from orders_ahead o), 0) as amount
    ), early as (
      select d.facts from papers s join public.invoices v on v.id = s.id cross join lateral private.cash_discount_facts(v) as d (facts)
       where s.kind <> 'deposit' and s.balance > 0 and (d.facts ->> 'is_open')::boolean
         and (select count(*) from papers x where x.kind <> 'deposit' and x.balance > 0) = 1 and not exists (select from orders_ahead)
    )
    select jsonb_build_object(
        'deposits', (select string_agg(d.number, ', ' order by d.number) from (
          select s.invoice_number as number from papers s where s.kind = 'deposit'
          union all select o.order_number from kept k join public.orders o on o.id = k.order_id) as d),
        'invoices', (select string_agg(s.invoice_number, ', ' order by s.invoice_number) from papers s where s.kind <> 'deposit'),
        'orders', (select string_agg(o.order_number || coalesce(' (' || nullif(btrim(o.project_title), '') || ')', ''), ', ' order by o.order_number) from its_orders o),
        'discount', (select private.amount_text(sum(d.amount)) from public.cash_discounts d where d.payment_id = p_payment.id having sum(d.amount) > 0),
        'still_open', (select private.amount_text(r.amount) from open_part r where r.amount > 0),
        'open_papers', (select string_agg(l.number, ', ' order by l.number) from (
          select s.invoice_number as number from papers s where s.kind <> 'deposit' and s.balance > 0
          union all select o.order_number from orders_ahead o) as l),
        'settled', (select 'yes' from open_part r where r.amount = 0 and (exists (select from papers) or exists (select from kept))),
        'early_day', (select e.facts -> 'until' from early e), 'early_amount', (select e.facts -> 'pays' from early e),
        'early_discount', (select e.facts -> 'amount' from early e),
        'credit', case when private.payment_free(p_payment.id) > 0 then private.amount_text(private.payment_free(p_payment.id)) end));
end $$;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'replaces', (select v.number from public.quotation_versions v where v.quotation_id = q.id and v.version < q.version order by v.version desc limit 1),
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'valid_until', q.valid_until, 'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency,
          'early_days', private.promised_cash_discount(q) ->> 'days', 'early_discount', private.promised_cash_discount(q) ->> 'amount') || private.deposit_facts(q)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'tax_amount', case when o.vat <> 0 then private.amount_text(o.vat) end,
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross),
          'tax_amount', case when v.vat <> 0 then private.amount_text(v.vat) end, 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'to_pay', case when v.balance > 0 then private.amount_text(v.balance) end,
          'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency, 'is_deposit', case when v.kind = 'deposit' then 'yes' end, 'early_day', early.facts -> 'until', 'early_amount', early.facts -> 'pays', 'early_discount', early.facts -> 'amount')
        into v_facts
        from public.invoices v
        left join lateral (select d as facts from private.cash_discount_facts(v) as d where (d ->> 'is_open')::boolean) as early on true
       where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
          'in_favour', (select private.amount_text(c.credit) from private.client_credit(n.contact_id) as c (credit) where c.credit > 0),
          'settled', case when v.balance = 0 then 'yes' end, 'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '),
          'planned_at', case when d.scheduled_has_time then to_jsonb(d.scheduled_at) else to_jsonb(private.day_of(d.scheduled_at)) end,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid) || private.rest_facts(d)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing),
          'to_pay', case when s.closing > 0 then private.amount_text(s.closing) end,
          'in_favour', case when s.closing < 0 then private.amount_text(-s.closing) end, 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(private.person_of_payment(p.id), p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency) || private.payment_facts(p)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $$;

create or replace function private.is_in_question(p_kind text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select e.type = 'question' or e.type in ('answer', 'question_closed') and e.at > now() - interval '3 days'
      from public.document_events e
     where e.kind = p_kind and e.record_id = p_id
       and e.type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled')
     order by e.id desc limit 1), false);
end $$;

create or replace function private.claim_due(p_most integer default 10)
  returns setof jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_mail public.scheduled_emails;
  v_strange text;
begin
  for v_mail in
    with due as (
      select e.id from public.scheduled_emails e
       where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
          and not (e.is_reminder and e.dedupe_key ~ '/reminder/-?[0-9]+$' and private.is_in_question(e.record_kind, e.record_id))
          or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes')
       order by e.next_try_at, e.send_at, e.id limit least(greatest(p_most, 1), 100) for update skip locked
    )
    update public.scheduled_emails e set status = 'sending', claimed_at = now(), tries = e.tries + 1
      from due where e.id = due.id returning e.*
  loop
    begin
      v_strange := private.recipient_of_leaver(v_mail);
      if v_strange is not null then
        perform private.settle_mail(v_mail.id, format('%s, who chose the address %s, does not work here any more. Send the mail again if it is right.',
          private.person_label(v_mail.created_by), v_strange), true);
        continue;
      end if;
      return query
        select jsonb_build_object('id', c.id, 'dedupe_key', c.dedupe_key, 'tries', c.tries, 'recipients', c.recipients, 'cc', c.cc,
            'subject', coalesce(c.own_subject, t.subject), 'body', coalesce(c.own_body, t.body),
            'paper', case when t.attaches_paper and c.record_id is not null then c.record_kind end, 'record_id', c.record_id,
            'attachments', c.attachments)
          || private.mail_values(coalesce(t.kind, c.record_kind), c.record_id, c.variables, c.created_by)
          || jsonb_build_object('language', c.language)
          from (select v_mail.*) as c left join private.template_of(c.template_key, c.language) t on true;
    exception when others then
      perform private.settle_mail(v_mail.id, format('Its values could not be read: %s', sqlerrm), true);
    end;
  end loop;
end $$;

alter table public.payment_refunds add constraint payment_refunds_way_is_known CHECK (way = ANY (ARRAY['bank'::text, 'cash'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.refund_payment(uuid, numeric, text, uuid, uuid, text)');

comment on function private.payment_facts(public.payments) is 'What a mail about a payment says that it is for: numbers of the deposits and invoices that it pays, its orders with their titles, the cash discount that was taken with it,
what is still to pay of those papers and deposits, of which, and with which cash discount, or that nothing is, and what of it settles nothing yet. Amounts are text; null where there is nothing to say.';

comment on function private.refund_facts(pg_catalog.uuid) is 'What the mail about a refund says beside its payment: how much, when, the credit notes that made the money free, else those over the deposits of its order, and the way
that it goes: to the card where the bank was asked, else as it was recorded, or as the client paid.';

update private.record_kinds as t set ("found_by_contact") = (select "found_by_contact" from jsonb_populate_record(null::private.record_kinds, '{"kind":"credit_note","page":"invoices","actor":"r.created_by","label":"coalesce(r.credit_number, ''Draft credit note'')","title":null,"detail":"r.reason","finder":null,"status":"r.status","contact":"contact_id","position":64,"searched":"coalesce(r.credit_number, '''')","has_story":true,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.credit_notes","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":true}')) where t.kind::text = 'credit_note';

update private.record_kinds as t set ("found_by_contact") = (select "found_by_contact" from jsonb_populate_record(null::private.record_kinds, '{"kind":"invoice","page":"invoices","actor":"r.created_by","label":"coalesce(r.invoice_number, ''Draft invoice'')","title":null,"detail":"r.project_title","finder":null,"status":"r.state","contact":"contact_id","position":62,"searched":"r.search_text","has_story":true,"is_folded":true,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.invoices","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":true}')) where t.kind::text = 'invoice';

comment on function private.is_in_question(pg_catalog.text,pg_catalog.uuid) is 'Whether a question of the client about a document waits, or was answered in the last three days: planned reminders wait so long.';

comment on function private.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. p_way: bank or cash; as the payment came where nobody says it. Returns the id of the refund.';

comment on function public.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. p_way: bank or cash; as the payment came where nobody says it. Returns the id of the refund.';

comment on column public.payment_refunds.way is 'How the money went: by bank transfer or in cash. Null: as the payment came, a card payment to its card.';

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"invoice","name":"is_deposit","type":"text","label":"“yes” of a deposit invoice; else empty","example":"","position":12}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"payment","name":"early_amount","type":"money","label":"What settles that invoice until then","example":"","position":19}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"payment","name":"early_day","type":"date","label":"Last day of the cash discount of the invoice that is still open; empty without one","example":"","position":19}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"payment","name":"early_discount","type":"money","label":"The cash discount in it","example":"","position":19}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"payment","name":"open_papers","type":"text","label":"Numbers of what is still to pay; empty when nothing is left","example":"INV-2026-0120","position":19}');

reset check_function_bodies;

-- A mail that somebody wrote keeps its words, and nobody wrote this version.
create temporary table changed_words (language text, key text, part text, was text, is_now text);
insert into changed_words (language, key, part, was, is_now) values
  ('en', 'invoice', 'subject', 'Invoice {{ number }}{%', '{% if is_deposit != blank %}Deposit invoice{% else %}Invoice{% endif %} {{ number }}{%'),
  ('en', 'invoice', 'body', 'attached is invoice {{ number }}', 'attached is {% if is_deposit != blank %}deposit invoice{% else %}invoice{% endif %} {{ number }}'),
  ('en', 'payment_receipt', 'body', 'Still to pay: {{ still_open }}', 'Still to pay{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. If you pay by {{ early_day }}, {{ early_amount }} settle it: {{ early_discount }} are your cash discount.{% endif %}'),
  ('en', 'payment_receipt', 'body', '{% elsif settled != blank %}Nothing is left to pay.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}The deposit is paid in full.{% else %}Nothing is left to pay.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('de', 'invoice', 'subject', 'Rechnung {{ number }}{%', '{% if is_deposit != blank %}Anzahlungsrechnung{% else %}Rechnung{% endif %} {{ number }}{%'),
  ('de', 'invoice', 'body', 'die Rechnung {{ number }} über', 'die {% if is_deposit != blank %}Anzahlungsrechnung{% else %}Rechnung{% endif %} {{ number }} über'),
  ('de', 'payment_receipt', 'body', 'Noch zu zahlen: {{ still_open }}', 'Noch zu zahlen{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Bei Zahlung bis zum {{ early_day }} genügen {{ early_amount }}: {{ early_discount }} sind Ihr Skonto.{% endif %}'),
  ('de', 'payment_receipt', 'body', '{% elsif settled != blank %}Es ist nichts mehr zu zahlen.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}Die Anzahlung ist vollständig bezahlt.{% else %}Es ist nichts mehr zu zahlen.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('fr', 'invoice', 'subject', 'Facture {{ number }}{%', '{% if is_deposit != blank %}Facture d’acompte{% else %}Facture{% endif %} {{ number }}{%'),
  ('fr', 'invoice', 'body', 'la facture {{ number }} d’un', 'la {% if is_deposit != blank %}facture d’acompte{% else %}facture{% endif %} {{ number }} d’un'),
  ('fr', 'payment_receipt', 'body', 'Reste à payer : {{ still_open }}', 'Reste à payer{% if open_papers != blank %} ({{ open_papers }}){% endif %} : {{ still_open }}{% if early_day != blank %}. Si vous payez au plus tard le {{ early_day }}, {{ early_amount }} suffisent : {{ early_discount }} d’escompte.{% endif %}'),
  ('fr', 'payment_receipt', 'body', '{% elsif settled != blank %}Il ne reste rien à payer.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}L’acompte est entièrement payé.{% else %}Il ne reste rien à payer.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('it', 'invoice', 'subject', 'Fattura {{ number }}{%', '{% if is_deposit != blank %}Fattura di acconto{% else %}Fattura{% endif %} {{ number }}{%'),
  ('it', 'invoice', 'body', 'la fattura {{ number }} di', 'la {% if is_deposit != blank %}fattura di acconto{% else %}fattura{% endif %} {{ number }} di'),
  ('it', 'payment_receipt', 'body', 'Ancora da pagare: {{ still_open }}', 'Ancora da pagare{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Se paga entro il {{ early_day }}, bastano {{ early_amount }}: {{ early_discount }} di sconto cassa.{% endif %}'),
  ('it', 'payment_receipt', 'body', '{% elsif settled != blank %}Non resta nulla da pagare.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}L’acconto è pagato per intero.{% else %}Non resta nulla da pagare.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('es', 'invoice', 'subject', 'Factura {{ number }}{%', '{% if is_deposit != blank %}Factura de anticipo{% else %}Factura{% endif %} {{ number }}{%'),
  ('es', 'invoice', 'body', 'la factura {{ number }} por', 'la {% if is_deposit != blank %}factura de anticipo{% else %}factura{% endif %} {{ number }} por'),
  ('es', 'payment_receipt', 'body', 'Queda por pagar: {{ still_open }}', 'Queda por pagar{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Si paga hasta el {{ early_day }}, bastan {{ early_amount }}: {{ early_discount }} de descuento por pronto pago.{% endif %}'),
  ('es', 'payment_receipt', 'body', '{% elsif settled != blank %}No queda nada por pagar.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}El anticipo está pagado por completo.{% else %}No queda nada por pagar.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('pt', 'invoice', 'subject', 'Fatura {{ number }}{%', '{% if is_deposit != blank %}Fatura de adiantamento{% else %}Fatura{% endif %} {{ number }}{%'),
  ('pt', 'invoice', 'body', 'a fatura {{ number }} no', 'a {% if is_deposit != blank %}fatura de adiantamento{% else %}fatura{% endif %} {{ number }} no'),
  ('pt', 'payment_receipt', 'body', 'Falta pagar: {{ still_open }}', 'Falta pagar{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Se pagar até {{ early_day }}, bastam {{ early_amount }}: {{ early_discount }} de desconto de pronto pagamento.{% endif %}'),
  ('pt', 'payment_receipt', 'body', '{% elsif settled != blank %}Não falta pagar nada.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}O adiantamento está totalmente pago.{% else %}Não falta pagar nada.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('nl', 'invoice', 'subject', 'Factuur {{ number }}{%', '{% if is_deposit != blank %}Aanbetalingsfactuur{% else %}Factuur{% endif %} {{ number }}{%'),
  ('nl', 'invoice', 'body', 'vindt u factuur {{ number }}', 'vindt u {% if is_deposit != blank %}aanbetalingsfactuur{% else %}factuur{% endif %} {{ number }}'),
  ('nl', 'payment_receipt', 'body', 'Nog te betalen: {{ still_open }}', 'Nog te betalen{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Bij betaling uiterlijk op {{ early_day }} volstaat {{ early_amount }}: {{ early_discount }} betalingskorting.{% endif %}'),
  ('nl', 'payment_receipt', 'body', '{% elsif settled != blank %}U hoeft niets meer te betalen.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}De aanbetaling is volledig betaald.{% else %}U hoeft niets meer te betalen.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('pl', 'invoice', 'subject', 'Faktura {{ number }}{%', '{% if is_deposit != blank %}Faktura zaliczkowa{% else %}Faktura{% endif %} {{ number }}{%'),
  ('pl', 'invoice', 'body', 'załączeniu faktura {{ number }}', 'załączeniu {% if is_deposit != blank %}faktura zaliczkowa{% else %}faktura{% endif %} {{ number }}'),
  ('pl', 'payment_receipt', 'body', 'Pozostaje do zapłaty: {{ still_open }}', 'Pozostaje do zapłaty{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Przy zapłacie do {{ early_day }} wystarczy {{ early_amount }}: {{ early_discount }} skonta.{% endif %}'),
  ('pl', 'payment_receipt', 'body', '{% elsif settled != blank %}Nie pozostało nic do zapłaty.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}Zaliczka jest w całości zapłacona.{% else %}Nie pozostało nic do zapłaty.{% endif %}{% endif %}</p>{% if credit != blank %}'),
  ('mt', 'invoice', 'subject', 'Fattura {{ number }}{%', '{% if is_deposit != blank %}Fattura tad-depożitu{% else %}Fattura{% endif %} {{ number }}{%'),
  ('mt', 'invoice', 'body', 'ssib il-fattura {{ number }}', 'ssib il-{% if is_deposit != blank %}fattura tad-depożitu{% else %}fattura{% endif %} {{ number }}'),
  ('mt', 'payment_receipt', 'body', 'Għad irid jitħallas: {{ still_open }}', 'Għad irid jitħallas{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. Jekk tħallas sa {{ early_day }}, ikunu biżżejjed {{ early_amount }}: {{ early_discount }} skont għall-ħlas fil-pront.{% endif %}'),
  ('mt', 'payment_receipt', 'body', '{% elsif settled != blank %}Ma fadal xejn x’jitħallas.{% endif %}</p>{% if credit != blank %}', '{% elsif settled != blank %}{% if invoices == blank %}Id-depożitu tħallas kollu.{% else %}Ma fadal xejn x’jitħallas.{% endif %}{% endif %}</p>{% if credit != blank %}');
alter table public.email_templates disable trigger user;
do $$
declare
  w record;
begin
  for w in select * from changed_words loop
    update public.email_template_versions v
       set subject = case w.part when 'subject' then replace(v.subject, w.was, w.is_now) else v.subject end,
           body = case w.part when 'body' then replace(v.body, w.was, w.is_now) else v.body end
      from public.email_templates t
     where t.id = v.template_id and t.key = w.key and t.language = w.language and t.version = 1 and t.created_by is null;
    update public.email_templates t
       set subject = case w.part when 'subject' then replace(t.subject, w.was, w.is_now) else t.subject end,
           body = case w.part when 'body' then replace(t.body, w.was, w.is_now) else t.body end
     where t.key = w.key and t.language = w.language and t.version = 1 and t.created_by is null;
  end loop;
end $$;
alter table public.email_templates enable trigger user;
drop table changed_words;
