-- The queue of mails.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.scheduled_emails (
  id                uuid primary key default gen_random_uuid(),
  dedupe_key        text not null,
  template_key      text not null,
  template_name     text not null,
  language          text not null default 'en',
  record_kind       text,
  record_id         uuid,
  record_label      text,
  recipients        text[] not null,
  cc                text[] not null default '{}',
  own_subject       text,
  own_body          text,
  variables         jsonb not null default '{}',
  attachments       jsonb not null default '[]',
  is_reminder       boolean not null default false,
  stops_with_answer boolean not null default false,
  status            text not null default 'queued',
  send_at           timestamptz not null default now(),
  tries             integer not null default 0,
  next_try_at       timestamptz not null default now(),
  claimed_at        timestamptz,
  last_error        text,
  sent_at           timestamptz,
  subject           text,
  body              text,
  created_at        timestamptz not null default now(),
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  row_version       integer not null default 1,
  constraint scheduled_emails_one_a_key unique (dedupe_key),
  constraint scheduled_emails_key_length check (char_length(dedupe_key) between 1 and 300),
  constraint scheduled_emails_status_is_known check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled')),
  constraint scheduled_emails_recipients_are_addresses check (
    cardinality(recipients) <= 20 and cardinality(cc) <= 20
    and (status in ('failed', 'cancelled') or (cardinality(recipients) > 0 and private.are_emails(recipients) and private.are_emails(cc)))),
  constraint scheduled_emails_record_is_whole check ((record_kind is null) = (record_id is null)),
  constraint scheduled_emails_kind_is_a_word check (record_kind ~ '^[a-z][a-z_]{1,40}$'),
  constraint scheduled_emails_texts_length check (
    char_length(own_subject) <= 300 and char_length(own_body) <= 50000 and char_length(subject) <= 2000
    and char_length(body) <= 400000 and char_length(last_error) <= 1000 and char_length(record_label) <= 300),
  constraint scheduled_emails_variables_are_an_object check (jsonb_typeof(variables) = 'object' and octet_length(variables::text) <= 50000),
  constraint scheduled_emails_attachments_are_a_list check (jsonb_typeof(attachments) = 'array' and octet_length(attachments::text) <= 3000000),
  constraint scheduled_emails_sent_has_a_time check ((status = 'sent') = (sent_at is not null))
);
create index scheduled_emails_due_idx on public.scheduled_emails (next_try_at, send_at) where status in ('queued', 'sending');
create index scheduled_emails_send_at_idx on public.scheduled_emails (send_at desc, id desc);
create index scheduled_emails_record_idx on public.scheduled_emails (record_kind, record_id, send_at desc);
create index scheduled_emails_created_by_idx on public.scheduled_emails (created_by);
comment on table public.scheduled_emails is
  'Mails that wait, are being sent, went out, failed or were cancelled. Functions write it: queue_mail, claim_due, settle_mail.';
comment on column public.scheduled_emails.dedupe_key is 'One mail a key, whatever happens how often. The mail service hears it too.';
comment on column public.scheduled_emails.record_label is 'What people call the record: Q-2026-0142.';
comment on column public.scheduled_emails.own_subject is 'Instead of the template''s, as Liquid; with own_body for tests of a template.';
comment on column public.scheduled_emails.variables is 'Values beside those of the record: note, or everything of a kind that has no facts here.';
comment on column public.scheduled_emails.attachments is
  'Beside the paper: {type:event, uid, sequence, method, starts_at, ends_at, summary, location, description} becomes an .ics;
{type:file, name, content_type, content} is base64.';
comment on column public.scheduled_emails.stops_with_answer is 'Cancelled by cancel_mails: the answer or payment that it asks for has come. False where a person cancelled it: wake_reminders leaves it.';
comment on column public.scheduled_emails.subject is 'As it went out, with body.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.scheduled_emails', '', p_pages => '{scheduled-emails}');
grant select on public.scheduled_emails to authenticated;
create policy "staff read the queue, and the mails of documents that they may" on public.scheduled_emails
  for select to authenticated
  using ((select private.can('scheduled-emails', 'view')) or record_kind = any ((select private.my_document_kinds())::text[])
    or created_by = (select auth.uid()) and (select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.cancel_mails(p_kind text, p_record_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails set status = 'cancelled', last_error = null
   where record_kind = p_kind and record_id = p_record_id and status = 'queued' and stops_with_answer
$$;
comment on function private.cancel_mails is
  'Called in the transaction of every answer and payment: cancels the queued mails of a record that end with it.';

create function private.wake_reminders(p_kind text, p_record_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails set status = 'queued', tries = 0, next_try_at = send_at
   where record_kind = p_kind and record_id = p_record_id and status = 'cancelled' and is_reminder and stops_with_answer and send_at > now()
$$;
comment on function private.wake_reminders is
  'What ended the reminders of a record was taken back: those whose time has not passed wait again. Not those that a person cancelled.';

create function private.queue_mail(
  p_template text, p_to text[], p_kind text, p_record_id uuid, p_dedupe_key text, p_variables jsonb default '{}',
  p_send_at timestamptz default null, p_attachments jsonb default '[]', p_stops_with_answer boolean default false,
  p_cc text[] default '{}', p_label text default null, p_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(p_template);
  v_to constant text[] := private.emails_of(p_to);
  v_cc constant text[] := private.emails_of(p_cc);
  v_wrong text;
  v_id uuid;
begin
  if v_template.id is null then
    perform private.refuse('PT404', format('There is no mail template “%s”', p_template));
  elsif not v_template.is_active then
    return null;
  end if;
  select e into v_wrong from unnest(v_to || v_cc) as e where not private.is_email(e) limit 1;
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients, cc,
    variables, attachments, send_at, next_try_at, stops_with_answer, is_reminder, status, last_error, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_dedupe_key, v_template.key, v_template.name, p_kind, p_record_id, left(p_label, 300),
    v_to[1:20], v_cc[1:20], jsonb_strip_nulls(coalesce(p_variables, '{}')), coalesce(p_attachments, '[]'), coalesce(p_send_at, now()),
    coalesce(p_send_at, now()), p_stops_with_answer, v_template.key ~ '(reminder|overdue)$',
    case when v_wrong is null and cardinality(v_to) > 0 then 'queued' else 'failed' end,
    case when v_wrong is not null then format('“%s” is not an e-mail address', left(v_wrong, 200))
         when cardinality(v_to) = 0 then 'There is no e-mail address' end, auth.uid())
  on conflict (dedupe_key) do nothing
  returning id into v_id;
  return coalesce(v_id, (select id from public.scheduled_emails where dedupe_key = p_dedupe_key));
end $$;
comment on function private.queue_mail is
  'Queues one mail in the transaction of its cause. p_dedupe_key: a second call with the same key changes nothing. An inactive
template sends nothing (null). A bad address never fails the caller: the mail stands in the queue as failed, with the reason.
p_kind and p_record_id: what it is about; its facts fill in the template when it is sent, p_variables come on top.
p_send_at: null is now. p_stops_with_answer: cancel_mails(p_kind, p_record_id) cancels it. p_label: what people call the
record. Returns the id of the mail.';

create function private.first_name_of(p_contact public.contacts) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_contact.user_id is not null and p_contact.last_name is null and p_contact.name in (split_part(p_contact.email, '@', 1), 'New User') then
    return null;
  end if;
  return nullif(btrim(p_contact.name), '');
end $$;
comment on function private.first_name_of is
  'How a contact is greeted. Null where nobody said a name: an account begins with the part of its address before the at sign, which is no name.';

create function private.mail_recipient(p_person_id uuid, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'recipient', coalesce(private.first_name_of(p), private.first_name_of(c), c.company),
    'client', coalesce(nullif(c.company, ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')))
    from public.contacts c left join public.contacts p on p.id = p_person_id where c.id = p_contact_id);
end $$;

create function private.deposit_facts(p_quotation public.quotations) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o
   where o.cancelled_at is null
     and (o.quotation_id = p_quotation.id or (o.id = p_quotation.amends_order_id and p_quotation.status = 'converted'))
   order by o.created_at desc limit 1;
  return case when v_order.id is null then jsonb_build_object(
      'deposit', case when p_quotation.deposit_amount > 0 then private.amount_text(p_quotation.deposit_amount) end)
    else jsonb_build_object(
      'deposit', case when v_order.deposit_amount > v_order.deposit_paid then private.amount_text(v_order.deposit_amount - v_order.deposit_paid) end,
      'deposit_paid', case when least(v_order.deposit_paid, v_order.deposit_amount) > 0
        then private.amount_text(least(v_order.deposit_paid, v_order.deposit_amount)) end,
      'on_hold', case when v_order.hold_reason is not null then 'yes' end) end;
end $$;
comment on function private.deposit_facts is
  'What a mail about a quotation says of its deposit at this moment: all of it before the approval; after it what the order still waits for,
what has arrived, and whether the order is on hold.';

create function private.goods_of_delivery(p_delivery public.deliveries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select string_agg(g.words, ', ' order by g.position) filter (where g.place <= 8)
        || case when count(*) > 8 then ', …' else '' end
    from (
      select n.position, row_number() over (order by n.position) as place,
             case when q.qty = trunc(q.qty) then trunc(q.qty)::text || ' × ' else '' end || left(split_part(btrim(i.description), E'\n', 1), 120) as words
        from public.delivery_items n join public.order_items i on i.id = n.order_item_id
        cross join lateral (select case when p_delivery.delivered_at is null then n.qty else n.qty_delivered end as qty) as q
       where n.delivery_id = p_delivery.id and q.qty > 0 and not private.is_work(i.unit)) as g);
end $$;
comment on function private.goods_of_delivery is
  'What a delivery brings, or has brought, in words for a mail: "2 × Fascia panel, 1 × Projecting sign". Work that is counted in time is no goods on a van.
A quantity that is not whole is not said: its unit is a word of one language. Null without goods.';

create function private.rest_facts(p_delivery public.deliveries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'goods', private.goods_of_delivery(p_delivery),
    'more_follows', (select 'yes' from public.order_items i join public.orders o on o.id = i.order_id
      left join public.delivery_items n on n.order_item_id = i.id and n.delivery_id = p_delivery.id and p_delivery.delivered_at is null
      where i.order_id = p_delivery.order_id and i.kind = 'item' and i.qty > i.qty_delivered + coalesce(n.qty - n.qty_delivered, 0)
        and o.cancelled_at is null limit 1),
    'is_rest', (select 'yes' from public.order_items i
      where i.order_id = p_delivery.order_id and i.kind = 'item'
        and private.brought_before(i.id, p_delivery.id, p_delivery.delivered_at) > 0 limit 1));
end $$;
comment on function private.rest_facts is
  'What a mail about a delivery says of what it brings: goods in words; more_follows where something of the order comes with another
delivery, is_rest where another one brought something before this one; else null.';

create function private.person_of_payment(p_payment_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select x.person_id from public.payments p
     cross join lateral (
       select v.person_id, v.contact_id, 1 as rank, v.issue_date as on_day from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
        where a.payment_id = p.id
       union all
       select o.person_id, o.contact_id, 2, null from public.orders o
        where o.id = p.order_id or o.id = (select r.order_id from public.payment_requests r where r.id = p.request_id)
       union all
       select v.person_id, v.contact_id, 3, null from public.payment_requests r join public.invoices v on v.id = r.invoice_id where r.id = p.request_id) as x
     where p.id = p_payment_id and x.person_id is not null and x.contact_id = p.contact_id
     order by x.rank, x.on_day desc, x.person_id limit 1);
end $$;
comment on function private.person_of_payment is
  'The contact person of what a payment is for: of the newest invoice that it settles, else of its order, else of the invoice on whose page it was paid; null without.';

create function private.payment_facts(p_payment public.payments) returns jsonb
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
        'went_back', case when p_payment.refunded > 0 then private.amount_text(p_payment.refunded) end,
        'credit', case when private.payment_free(p_payment.id) > 0 then private.amount_text(private.payment_free(p_payment.id)) end));
end $$;
comment on function private.payment_facts is
  'What a mail about a payment says that it is for: numbers of the deposits and invoices that it pays, its orders with their titles, the cash discount that was taken with it,
what is still to pay of those papers and deposits, of which, and with which cash discount, or that nothing is, what of it went back, and what of it settles nothing yet. Amounts are text; null where there is nothing to say.';

create function private.went_back_of_note(p_note public.credit_notes) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select nullif(least(greatest(sum(f.amount), 0), p_note.gross), 0) from public.payment_refunds f
     where f.kind = 'refund' and f.created_at >= p_note.issued_at
       and f.payment_id in (
         select a.payment_id from public.payment_allocations a where a.invoice_id = p_note.invoice_id
         union select p.id from public.payments p join public.invoices v on v.order_id = p.order_id where v.id = p_note.invoice_id and v.kind = 'deposit'));
end $$;
comment on function private.went_back_of_note is
  'What of the payments of its invoice, and of the order of a deposit, was paid back since a credit note was issued, at most the note; null where nothing was.';

create function private.mail_facts(p_kind text, p_id uuid) returns jsonb
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
          'went_back', private.amount_text(private.went_back_of_note(n)),
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
comment on function private.mail_facts is
  'The values of a record for its templates, unwritten: amounts as decimal text, days as ISO 8601, links as paths. Null: the
record is not there. A kind without facts here brings its values as variables. Kind mockup: the id is that of the job.';

create function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('language', case when p_record_id is null then private.client_language(null, null) else private.language_of(p_kind, p_record_id) end,
    'types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'account_changed', coalesce((select v.balance > 0 and (private.pay_to(v.snapshot -> 'company') ->> 'is_changed')::boolean
       from public.invoices v where p_kind = 'invoice' and v.id = p_record_id), false),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency, 'tax', s.tax_name,
               'sender', coalesce((select nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') from public.contacts c where c.user_id = p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'tax', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'));
end $$;
comment on function private.mail_values is 'Everything that a template is filled with; example values without a record. values is null when the record is gone.
account_changed: an open invoice names another bank account than that of today.';

create function private.is_in_question(p_kind text, p_id uuid) returns boolean
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
comment on function private.is_in_question is
  'Whether a question of the client about a document waits, or was answered in the last three days: planned reminders wait so long.';

create function private.claim_due(p_most integer default 10)
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
comment on function private.claim_due is
  'For the service key: up to p_most mails that are due, now being sent, with all that is needed to write them. Two senders
never get the same one. A mail whose sender died is given out again after five minutes, with the same dedupe key. One whose
values cannot be read has failed, with the reason.';
call private.offer('private.claim_due(integer)', '{service_role}');

create function private.settle_mail(
  p_id uuid, p_error text default null, p_is_final boolean default false, p_subject text default null, p_body text default null)
returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.scheduled_emails;
  v_pause interval;
begin
  select * into v_row from public.scheduled_emails where id = p_id for update;
  if v_row.id is null or v_row.status <> 'sending' then
    return v_row.status;
  end if;
  if p_error is null then
    update public.scheduled_emails set status = 'sent', sent_at = now(), last_error = null, subject = left(p_subject, 2000),
           body = left(p_body, 400000) where id = p_id;
    if private.page_of_kind(v_row.record_kind) is not null then
      perform private.log_event(v_row.record_kind, v_row.record_id, 'mailed', jsonb_build_object('subject', left(p_subject, 300),
        'to', array_to_string(v_row.recipients, ', '), 'template', v_row.template_name), coalesce(private.person_label(v_row.created_by), 'Mail'));
    end if;
    if v_row.record_kind = 'invoice' and v_row.is_reminder then
      update public.invoices set reminder_stage = reminder_stage + 1 where id = v_row.record_id;
    end if;
    return 'sent';
  end if;
  v_pause := case when not p_is_final then private.pause_after(v_row.tries) end;
  update public.scheduled_emails
     set status = case when v_pause is null then 'failed' else 'queued' end, last_error = left(p_error, 1000),
         next_try_at = coalesce(now() + v_pause, next_try_at), claimed_at = null
   where id = p_id;
  if v_pause is null then
    if private.page_of_kind(v_row.record_kind) is not null then
      perform private.log_event(v_row.record_kind, v_row.record_id, 'mail_failed', jsonb_build_object('reason', left(p_error, 500),
        'to', array_to_string(v_row.recipients, ', '), 'template', v_row.template_name), 'Mail');
    end if;
    perform private.tell_staff(array_remove(array[v_row.created_by], null),
      case when v_row.created_by is null then 'accounts'::public.app_role end,
      format('A mail to %s was not sent', array_to_string(v_row.recipients, ', ')),
      format('%s%s: %s', v_row.template_name, coalesce(' ' || v_row.record_label, ''), p_error), null,
      jsonb_build_object('kind', 'mail', 'mail_id', v_row.id));
    return 'failed';
  end if;
  return 'queued';
end $$;
comment on function private.settle_mail is
  'For the service key: what became of a claimed mail. Without p_error it is sent; otherwise it waits for its next try, or has
failed after the last one or when p_is_final; then its sender is told. Returns the new status.';
call private.offer('private.settle_mail(uuid, text, boolean, text, text)', '{service_role}');

create function private.mail_is_due() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.scheduled_emails e
     where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
        or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes'));
end $$;
comment on function private.mail_is_due is 'Whether claim_due would find a mail: the clock asks this before it wakes the sender.';

create function private.mail_for(p_id uuid, p_doing text) returns public.scheduled_emails
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.scheduled_emails;
begin
  select * into v_row from public.scheduled_emails where id = p_id for update;
  if not coalesce(private.is_server() or private.can('scheduled-emails', 'edit')
                  or (v_row.created_by = auth.uid() and private.is_staff()), false) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This mail is not there any more');
  end if;
  return v_row;
end $$;

create function private.cancel_mail(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'cancel mails');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif v_row.status not in ('queued', 'failed') then
    perform private.refuse('PT409', case v_row.status when 'sent' then 'This mail was sent already' else 'This mail is being sent now' end);
  end if;
  update public.scheduled_emails set status = 'cancelled', stops_with_answer = false where id = p_id;
end $$;
comment on function private.cancel_mail is 'A mail that waits or failed → cancelled, for good. A second call changes nothing.';
call private.offer('private.cancel_mail(uuid)');

create function private.check_recipients(p_to text[], p_cc text[] default '{}') returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all constant text[] := private.emails_of(p_to) || private.emails_of(p_cc);
  v_wrong text;
begin
  select e into v_wrong from unnest(v_all) as e where not private.is_email(e) limit 1;
  if cardinality(private.emails_of(p_to)) = 0 then
    perform private.refuse('22023', 'Please enter an e-mail address');
  elsif v_wrong is not null then
    perform private.refuse('22023', format('“%s” is not an e-mail address', left(v_wrong, 200)));
  elsif cardinality(v_all) > 20 then
    perform private.refuse('22023', 'A mail goes to 20 addresses at most');
  end if;
end $$;

create function private.resend_mail(p_id uuid, p_new_id uuid, p_to text[] default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'send mails again');
  v_to constant text[] := case when p_to is null then v_row.recipients else private.emails_of(p_to) end;
begin
  perform private.must_see_mailed(v_row.record_kind);
  perform private.check_recipients(v_to, v_row.cc);
  if v_row.status in ('queued', 'sending') then
    perform private.refuse('PT409', 'This mail has not gone out yet');
  elsif v_row.status in ('failed', 'cancelled') then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = now(), next_try_at = now(), recipients = v_to,
           last_error = null, created_by = coalesce(auth.uid(), created_by) where id = p_id;
    return p_id;
  end if;
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, language, record_kind, record_id, record_label,
    recipients, cc, own_subject, own_body, variables, attachments, is_reminder, stops_with_answer, created_by)
  values (p_new_id, 'again/' || p_new_id, v_row.template_key, v_row.template_name, v_row.language, v_row.record_kind, v_row.record_id,
    v_row.record_label, v_to, v_row.cc, v_row.own_subject, v_row.own_body, v_row.variables, v_row.attachments, v_row.is_reminder,
    v_row.stops_with_answer, auth.uid())
  on conflict do nothing;
  return p_new_id;
end $$;
comment on function private.resend_mail is
  'Sends a mail again, to p_to or to the same. One that failed or was cancelled is queued again; one that was sent gets a copy,
filled in anew, with the id p_new_id: a repeated call makes one. Returns the id.';
call private.offer('private.resend_mail(uuid, uuid, text[])');

create function private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates;
  v_id uuid;
begin
  perform private.must('email-templates', 'edit', 'send test mails');
  select * into v_template from public.email_templates where id = p_template_id;
  if v_template.id is null then
    perform private.refuse('PT404', 'This template is not there any more');
  elsif p_record_id is not null and not coalesce(private.can(private.page_of_kind(v_template.kind), 'view'), false) then
    raise insufficient_privilege using message = 'You may not see this record';
  elsif p_record_id is not null and exists (
    select from private.document_kinds k where k.kind = v_template.kind and not private.named(k.named_right))
  then
    raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
  elsif coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('22023', 'Please enter a subject and a text');
  elsif (select count(*) from public.scheduled_emails e where e.created_by = auth.uid() and e.dedupe_key like 'test/%'
          and e.created_at > now() - interval '1 hour') >= 30
  then
    perform private.refuse('PT429', 'That were 30 test mails in an hour. Please try again later.');
  end if;
  perform private.check_mail_text(p_subject, v_template.kind);
  perform private.check_mail_text(p_body, v_template.kind);
  v_id := gen_random_uuid();
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, language, record_kind, record_id, recipients,
    own_subject, own_body, variables, created_by)
  select v_id, 'test/' || v_id, v_template.key, v_template.name || ' (test)', v_template.language,
         case when p_record_id is not null then v_template.kind end, p_record_id, array[lower(u.email)], p_subject, p_body,
         '{}', auth.uid()
    from auth.users u where u.id = auth.uid();
  return v_id;
end $$;
comment on function private.send_test_mail is
  'A mail with these words to the caller''s own address, filled in with a record or with examples. Returns the id of the mail.';
call private.offer('private.send_test_mail(uuid, text, text, uuid)');

create function private.mail_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
  v_paper jsonb;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind and k.paper is not null;
  if found then
    perform set_config('signwright.writes_mail', 'on', true);
    execute format('select %s from %s as r where r.id = $1', v_kind.paper, v_kind.table_name) into v_paper using p_id;
    perform set_config('signwright.writes_mail', '', true);
  end if;
  return v_paper;
end $$;
comment on function private.mail_paper is
  'For the service key: a document as its link shows it, for the PDF of a mail. It counts as no visit. Null: its link opens nothing.';
call private.offer('private.mail_paper(text, uuid)', '{service_role}');

create function private.mail_parties(p_kind text, p_id uuid) returns table(contact_id uuid, person_id uuid, label text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind and k.contact is not null;
  if found then
    return query execute format('select %1$s, %2$s, %3$s from %4$s as r where r.id = $1 and %1$s is not null',
      v_kind.contact, v_kind.person, v_kind.label, v_kind.table_name) using p_id;
  end if;
end $$;
comment on function private.mail_parties is 'The client, the contact person and the number of a document.';

create function private.mail_contacts_of(p_kind text, p_id uuid)
returns table (email text, name text, is_first boolean)
  language sql stable security definer set search_path = ''
as $$
  with parties as (
    select * from private.mail_parties(p_kind, p_id)
  ), people as (
    select c.id, 1 as rank from parties join public.contacts c on c.id = parties.person_id
    union all
    select c.id, 2 from parties join public.contacts c on c.id = parties.contact_id
    union all
    select case when r.contact_id = parties.contact_id then r.related_contact_id else r.contact_id end,
           case when r.relation::text = 'accounts' and exists (
             select from private.document_kinds k where k.kind = p_kind and k.is_for_accounts) then 0 else 3 end
      from parties join public.contact_relations r on parties.contact_id in (r.contact_id, r.related_contact_id)
  ), known as (
    select distinct on (lower(btrim(c.email))) lower(btrim(c.email)) as email,
           coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company) as name, people.rank
      from people join public.contacts c on c.id = people.id
     where private.is_email(lower(btrim(c.email))) and c.archived_at is null
     order by lower(btrim(c.email)), people.rank
  )
  select known.email, known.name, row_number() over (order by known.rank, known.name, known.email) = 1
    from known order by known.rank, known.name, known.email limit 20
$$;
comment on function private.mail_contacts_of is
  'Who a document may go to: its contact person, the client, the people of the client; for papers of accounts the person who
does the accounts first. is_first marks the one to begin with.';

create function private.mail_contacts(p_kind text, p_id uuid) returns table (email text, name text, is_first boolean)
  language sql stable security definer set search_path = ''
as $$
  select c.email, c.name, c.is_first from private.mail_contacts_of(p_kind, p_id) as c
   where private.is_server() or private.can(private.page_of_kind(p_kind), 'view')
$$;
comment on function private.mail_contacts is 'As mail_contacts_of, for people who may view the document.';
call private.offer('private.mail_contacts(text, uuid)');

-- On hosted Supabase the database's clock wakes the function once a minute, when a mail is due. The addresses lie in the vault,
-- see docs/decisions/0191. The embedded server looks by itself.
create function private.wake_mail_sender() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.mail_is_due() then
    perform private.call_function('send-mail');
  end if;
end $$;
comment on function private.wake_mail_sender is 'Calls the function send-mail when a mail is due. For the clock of a hosted database.';

create function private.choose_mail_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates;
begin
  new.language := private.language_of(new.record_kind, new.record_id);
  v_template := private.template_of(new.template_key, new.language);
  if v_template.id is not null then
    new.template_name := v_template.name;
  end if;
  return new;
end $$;
comment on function private.choose_mail_language is
  'A mail about a document is written in the language of its reader. Tests and mails that are sent again keep theirs.';

create function private.retell_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_language constant text := private.language_of(tg_argv[0], new.id);
begin
  update public.scheduled_emails m
     set language = v_language, template_name = coalesce((private.template_of(m.template_key, v_language)).name, m.template_name)
   where m.record_kind = tg_argv[0] and m.record_id = new.id and m.status = 'queued' and m.language <> v_language and m.own_body is null;
  return null;
end $$;
comment on function private.retell_mails is
  'A document goes to another client: the mails about it that wait are written in the language of that one. What a person wrote stays as it is.';

create function private.nudge_statement_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from changed where record_kind = 'statement') then
    perform private.nudge('page:statements', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;
comment on function private.nudge_statement_mails is 'Mails of statements nudge the page of statements, without an id: a run counts many.';

create function private.must_see_mailed(p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind;
  if found and not private.is_server()
    and not (private.can(v_kind.page, 'view') and (v_kind.named_right is null or private.named(v_kind.named_right)))
  then
    raise insufficient_privilege using message = 'You may not send this document';
  end if;
end $$;

create function private.recipient_of_leaver(p_mail public.scheduled_emails) returns text
  language sql stable security definer set search_path = ''
as $$
  select one.email
    from unnest(p_mail.recipients || p_mail.cc) as one (email)
   where p_mail.created_by is not null and p_mail.record_id is not null and not private.works_here(p_mail.created_by)
     and not (starts_with(p_mail.dedupe_key, concat_ws('/', p_mail.record_kind, p_mail.record_id, p_mail.template_key))
       and exists (select from public.user_roles ur where ur.user_id = p_mail.created_by and ur.role in ('client', 'pending')))
     and not exists (
       select from public.bookings b where p_mail.record_kind = 'booking' and b.id = p_mail.record_id and lower(btrim(b.email)) = lower(btrim(one.email)))
     and not exists (
       select from private.mail_contacts_of(
         case p_mail.record_kind when 'mockup' then 'quotation' else p_mail.record_kind end,
         case p_mail.record_kind when 'mockup' then (select j.quotation_id from public.jobs j where j.id = p_mail.record_id) else p_mail.record_id end) as known
        where known.email = lower(btrim(one.email)))
   order by 1 limit 1
$$;
comment on function private.recipient_of_leaver is
  'An address that a person chose who does not work here any more, and that belongs to no contact of the record and is not that of the
appointment; else null. Nobody chose the address of the mail of an event (mail_of_event) that a client caused.';

create function private.pause_after(p_tries integer) returns interval
  language sql immutable set search_path = ''
as $$
  select (array['1 minute', '5 minutes', '30 minutes', '2 hours', '8 hours']::interval[])[p_tries]
$$;
comment on function private.pause_after is 'How long a mail waits after so many tries; null: it has failed.';

create function private.reschedule_mail(p_id uuid, p_send_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'change mails');
begin
  if v_row.status <> 'queued' then
    perform private.refuse('PT409', 'Only a mail that waits can get another time');
  elsif p_send_at is null or p_send_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif p_send_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  end if;
  update public.scheduled_emails set send_at = p_send_at, next_try_at = p_send_at where id = p_id;
end $$;
comment on function private.reschedule_mail is 'Another time for a mail that waits.';
call private.offer('private.reschedule_mail(uuid, timestamptz)');

create function private.plan_reminders(p_kind text, p_id uuid, p_to text[], p_days integer[], p_after timestamptz) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from date;
  v_series text;
  v_day integer;
  v_at timestamptz;
  v_mail uuid;
  v_label text := (select label from private.mail_parties(p_kind, p_id));
  v_count integer := 0;
begin
  update public.scheduled_emails set status = 'cancelled', stops_with_answer = false
   where record_kind = p_kind and record_id = p_id and dedupe_key ~ '/reminder/-?[0-9]+$' and stops_with_answer and status in ('queued', 'cancelled');
  if p_kind = 'quotation' then
    select (p_after at time zone s.time_zone)::date, 'v' || q.version into v_from, v_series
      from public.quotations q, public.company_settings s where q.id = p_id;
  else
    select v.due_date, 'due' into v_from, v_series from public.invoices v where v.id = p_id and v.balance > 0;
  end if;
  foreach v_day in array coalesce(p_days, '{}') loop
    v_at := private.reminder_time(v_from, v_day);
    continue when v_at is null or v_at < p_after + interval '6 hours'
      or (p_kind = 'quotation' and private.day_of(v_at) > (select q.valid_until from public.quotations q where q.id = p_id));
    v_mail := private.queue_mail(
      case when p_kind = 'quotation' then 'quotation_reminder' when v_day > 0 then 'invoice_overdue' else 'invoice_reminder' end,
      p_to, p_kind, p_id, format('%s/%s/%s/reminder/%s', p_kind, p_id, v_series, v_day), p_send_at => v_at,
      p_stops_with_answer => true, p_label => v_label);
    update public.scheduled_emails set status = 'queued', recipients = private.emails_of(p_to), send_at = v_at, next_try_at = v_at, tries = 0, stops_with_answer = true
     where id = v_mail and status = 'cancelled';
    v_count := v_count + case when v_mail is null then 0 else 1 end;
  end loop;
  return v_count;
end $$;
comment on function private.plan_reminders is
  'The reminders of a sent document: p_days are days after the sending of a quotation, or after (negative: before) the due date
of an invoice. It replaces the plan before, and no reminder that a person sent by hand. Answers and payments cancel what is left.
Returns how many wait.';

create function public.mails_of_order(p_id uuid) returns setof public.scheduled_emails
language sql stable set search_path = '' as $$
  with its_invoices as (
    select v.id from public.invoices v where v.order_id = p_id
    union select i.invoice_id from public.invoice_items i where i.order_id = p_id
  ), papers as (
    select 'order' as kind, p_id as id
    union all select 'quotation', q.id from public.quotations q
     where q.amends_order_id = p_id or q.id = (select o.quotation_id from public.orders o where o.id = p_id)
    union all select k.kind, j.id from public.jobs j cross join unnest('{job,mockup}'::text[]) as k(kind) where j.order_id = p_id
    union all select 'delivery', d.id from public.deliveries d where d.order_id = p_id
    union all select 'partial_delivery', n.id from public.partial_deliveries n join public.deliveries d on d.id = n.delivery_id where d.order_id = p_id
    union all select 'invoice', v.id from its_invoices v
    union all select 'credit_note', c.id from public.credit_notes c where c.invoice_id in (select v.id from its_invoices v)
    union all select 'payment', p.id from public.payments p
     where p.order_id = p_id or p.id in (select a.payment_id from public.payment_allocations a where a.invoice_id in (select v.id from its_invoices v))
  )
  select m.* from public.scheduled_emails m where (m.record_kind, m.record_id) in (select p.kind, p.id from papers p)
$$;
comment on function public.mails_of_order is
  'The mails about an order: its own and those of its quotations, proofs, deliveries, invoices, credit notes and payments, as far as the caller may
read them.';
revoke execute on function public.mails_of_order from public, anon;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger choose_language before insert on public.scheduled_emails
  for each row when (new.record_id is not null and new.dedupe_key not like 'test/%' and new.dedupe_key not like 'again/%')
  execute function private.choose_mail_language();
create trigger nudge_statements_insert after insert on public.scheduled_emails referencing new table as changed
  for each statement
  execute function private.nudge_statement_mails();
create trigger nudge_statements_update after update on public.scheduled_emails referencing old table as previous new table as changed
  for each statement
  execute function private.nudge_statement_mails();

-- --------------------------------------------------------------------------------------------------------- who is told

-- As every nudge: also of what is removed.
call private.after_each_statement('public.scheduled_emails', 'nudge_statements', 'private.nudge_statement_mails()', '{delete}');

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('send-mail', '* * * * *', 'select private.wake_mail_sender()');
