set check_function_bodies = off;

alter table public.payment_requests add column told_at timestamp with time zone;

create or replace function private.get_public_invoice(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('invoice', v_row.id, p_visit) then
    update public.invoices set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return private.invoice_document(v_row.id) || jsonb_build_object('public_uuid', p_uuid,
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today(),
    'announced', private.announced_of(null, v_row.id, null),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)));
end $$;

-- A click on the notice opens the payment, filled in. A company without accounts has its admins for that.
create or replace function private.notify_of_transfer(p_request public.payment_requests, p_title text, p_message text)
  returns void language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, quotation_id, data, metadata)
  select ur.user_id, 'logistics_update', left(format(p_title, d.number), 1000), p_message, p_request.quotation_id,
         jsonb_build_object('document_number', d.number, 'kind', 'payment'),
         jsonb_build_object('record_kind', 'payment', 'record_id', p_request.id)
    from public.user_roles ur
    cross join lateral (select private.get_payment_request(p_request.id) ->> 'document_number' as number) as d
   where ur.role = case when exists (select from public.user_roles r where r.role = 'accounts') then 'accounts'::public.app_role else 'admin' end
     and ur.user_id is distinct from auth.uid()
$$;

create or replace function private.story_of_transfer(p_request public.payment_requests, p_type text)
  returns boolean language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = p_request.id
    and e.type = p_type and e.at > now() - interval '1 day')
  then
    return false;
  end if;
  perform private.log_event('payment_request', p_request.id, p_type, jsonb_build_object('amount', private.amount_text(p_request.amount)));
  perform private.log_event(about.kind, about.id, p_type,
      jsonb_build_object('amount', private.amount_text(p_request.amount), 'request_id', p_request.id))
    from (
      select 'order' as kind, p_request.order_id as id where p_request.order_id is not null
      union all select 'invoice', p_request.invoice_id where p_request.invoice_id is not null
      union all select 'invoice', i.invoice_id from private.request_invoices i where i.request_id = p_request.id) as about;
  return true;
end $$;

-- The caller holds the invoices: it does not wait for a request that is being paid, whose payment tells the office itself.
create or replace function private.tell_of_transfer(p_request jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is null then
    return p_request;
  end if;
  update public.payment_requests set told_at = now() where id = v_row.id and told_at is null;
  if private.story_of_transfer(v_row, 'transfer_told') then
    perform private.notify_of_transfer(v_row, 'Transfer announced for %s', format(
      'The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
      private.amount_text(v_row.amount)));
  end if;
  return private.get_payment_request(v_row.id);
end $$;

create or replace function private.withdraw_transfer(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  update public.payment_requests set told_at = null where id = p_id and told_at is not null returning * into v_row;
  if v_row.id is not null and private.story_of_transfer(v_row, 'transfer_withdrawn') then
    perform private.notify_of_transfer(v_row, 'No transfer for %s after all', format(
      'The client said before that %s %s were sent by bank transfer. They were not sent.', v_row.currency, private.amount_text(v_row.amount)));
  end if;
end $$;

create or replace function private.is_announced(p_request public.payment_requests) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select p_request.told_at is not null and p_request.status in ('open', 'processing') and (p_request.purpose = 'deposit' or exists (
    select from public.invoices v
     where v.balance > 0 and v.status in ('issued', 'partly_paid')
       and (v.id = p_request.invoice_id or v.id in (
         select i.invoice_id from private.request_invoices i where i.request_id = p_request.id))))
$$;

create or replace function private.announced_of(p_order_id uuid, p_invoice_id uuid, p_contact_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', private.amount_text(r.amount), 'currency', r.currency,
           'told_at', r.told_at, 'invoice_ids', (
             select coalesce(jsonb_agg(f.id order by f.id), '[]') from (
               select r.invoice_id as id where r.invoice_id is not null
               union select i.invoice_id from private.request_invoices i where i.request_id = r.id) as f)) order by r.told_at, r.id), '[]')
    from public.payment_requests r
   where r.told_at is not null and private.is_announced(r)
     and (r.order_id = p_order_id and r.purpose = 'deposit' or r.invoice_id = p_invoice_id or r.contact_id = p_contact_id and r.purpose <> 'deposit'
       or exists (select from private.request_invoices i where i.request_id = r.id and i.invoice_id = p_invoice_id))
$$;

create or replace function private.announced_transfers(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  case p_kind
    when 'quotation' then
      perform private.must('quotations', 'view', 'see quotations');
      return (select private.announced_of(o.id, null, null) from public.orders o
               where o.quotation_id = p_id order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1);
    when 'order' then
      perform private.must('orders', 'view', 'see orders');
      return private.announced_of(p_id, null, null);
    when 'invoice' then
      perform private.must('invoices', 'view', 'see invoices');
      return private.announced_of(null, p_id, null);
    when 'contact' then
      perform private.must('statements', 'view', 'see statements');
      return private.announced_of(null, null, p_id);
    else
      perform private.refuse('22023', 'Transfers are announced for quotations, orders, invoices and statements');
  end case;
end $$;

-- A request that is being paid meanwhile is not waited for: its own payment ends what was announced.
create or replace function private.end_announcements(p_contact_id uuid, p_amount numeric, p_invoice public.invoices, p_since timestamptz) returns void
  language sql security definer set search_path = ''
as $$
  update public.payment_requests set told_at = null where id in (
    select r.id from public.payment_requests r
     where r.told_at is not null and r.told_at <= p_since
       and (r.contact_id = p_contact_id and r.amount = p_amount
         or r.invoice_id = p_invoice.id
         or r.purpose = 'deposit' and p_invoice.kind = 'deposit' and r.order_id = p_invoice.order_id
         or exists (select from private.request_invoices i where i.request_id = r.id and i.invoice_id = p_invoice.id))
       for no key update skip locked)
$$;

create or replace function private.end_announced_amount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_announcements(new.contact_id, new.amount, null, new.created_at);
  return null;
end $$;

create or replace function private.end_announced_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_announcements(null, null, v, p.created_at)
    from public.payments p, public.invoices v
   where p.id = new.payment_id and p.method = 'bank' and v.id = new.invoice_id;
  return null;
end $$;

create or replace function private.nudge_announced() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.told_at is not distinct from old.told_at and new.status = old.status then
    return null;
  end if;
  perform private.nudge('doc:' || paper.uuid, 'payment_requests', tg_op, null)
    from (
      select q.public_uuid as uuid from public.quotations q where q.id = new.quotation_id
      union select q.public_uuid from public.quotations q where q.amends_order_id = new.order_id
      union select o.public_uuid from public.orders o where o.id = new.order_id
      union select s.public_uuid from public.statements s where s.id = new.statement_id
      union select v.public_uuid from public.invoices v
       where v.id = new.invoice_id or v.id in (select i.invoice_id from private.request_invoices i where i.request_id = new.id)) as paper
   where paper.uuid is not null;
  perform private.nudge('page:' || page, 'payment_requests', tg_op, new.id::text) from unnest('{quotations,invoices,statements}'::text[]) as page;
  return null;
end $$;

create or replace function private.get_public_statement(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null;
  if v_row.id is null then
    return null;
  elsif private.log_view('statement', v_row.id, p_visit) then
    update public.statements set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return v_row.snapshot || jsonb_build_object('public_uuid', p_uuid, 'payable', private.payable_of(v_row.contact_id),
    'announced', private.announced_of(null, null, v_row.contact_id),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)));
end $$;

create or replace function private.client_portal() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact();
  v_money jsonb;
begin
  if v_contact.id is null then
    return null;
  end if;
  select jsonb_build_object('balance', private.amount_text(b.balance), 'overdue', private.amount_text(b.overdue),
           'credit', private.amount_text(b.credit))
    into v_money from private.client_balances(v_contact.id) as b;
  return jsonb_build_object(
    'name', private.client_label(v_contact), 'currency', (select s.currency from public.company_settings s), 'company', private.company_facts(),
    'money', coalesce(v_money, '{"balance": "0.00", "overdue": "0.00", "credit": "0.00"}'),
    'credit_limit', private.amount_text(v_contact.credit_limit), 'terms_days', v_contact.payment_terms_days,
    'quotations', private.own_quotations(v_contact.id), 'orders', private.own_orders(v_contact.id),
    'announced', private.announced_of(null, null, v_contact.id),
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id));
end $$;

create or replace function private.own_orders(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_number', o.order_number, 'project_title', o.project_title, 'status', o.status,
           'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po, 'currency', o.currency,
           'gross', private.amount_text(o.gross), 'deposit_amount', private.amount_text(o.deposit_amount),
           'deposit_paid', private.amount_text(o.deposit_paid), 'delivered_pct', o.delivered_pct::text,
           'announced', private.announced_of(o.id, null, null),
           'quotation', case when q.public_uuid is not null then
             jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version) end)
           order by o.ordered_at desc, o.id), '[]')
    from (select * from public.orders r where r.contact_id = p_contact_id order by r.ordered_at desc, r.id limit 200) as o
    left join public.quotations q on q.id = o.quotation_id and q.link_revoked_at is null
$$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order', (
    select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
             'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
             'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
             'paid', private.amount_text(coalesce(p.paid, 0)), 'paid_on', p.paid_on,
             'announced', private.announced_of(o.id, null, null),
             'is_amended', o.quotation_id is distinct from p_quotation_id)
      from public.orders o
      cross join lateral (
        select sum(m.amount - m.refunded) as paid, max(m.received_on) as paid_on from public.payments m
         where m.order_id = o.id and m.direction = 'in' and m.status in ('succeeded', 'part_refunded')) as p
     where o.quotation_id = p_quotation_id or o.id = (
       select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
     -- A cancelled order is told of while no other came of the quotation.
     order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
$$;

alter table public.payment_requests add constraint payment_requests_told_at_is_in_reach CHECK (told_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND told_at < '10000-01-01 00:00:00+00'::timestamp with time zone);

revoke execute on all routines in schema private from public;

call private.offer('private.withdraw_transfer(uuid)', '{anon,authenticated,service_role}');

call private.offer('private.announced_transfers(text, uuid)');

create index payment_requests_told_idx on public.payment_requests (contact_id) where told_at is not null;

create or replace trigger end_announced_paper after insert on public.payment_allocations
  for each row execute function private.end_announced_paper();

create or replace trigger nudge_announced after update on public.payment_requests
  for each row execute function private.nudge_announced();

CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.payment_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');

CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.payment_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');

CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.payment_requests REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');

create or replace trigger end_announced_amount after insert on public.payments
  for each row when (new.direction = 'in' and new.method <> 'card') execute function private.end_announced_amount();

comment on function private.order_of_quotation(pg_catalog.uuid) is 'The order of a quotation, or the order that it amended, as its client may see it, also when it was cancelled: {order: null} without one. paid:
what of the client''s money for it was not given back, and the day of the last payment. announced: transfers that are not here yet.';

comment on function private.announced_of(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'The transfers that a client announced and that are not recorded yet: for the deposit of an order, for an invoice, or for all invoices of
a client. Each with the id of its request, the amount as text, the day and the invoices that it is for.';

comment on function private.announced_transfers(pg_catalog.text,pg_catalog.uuid) is 'For staff: the announced transfers of a quotation, an order or an invoice, or of all invoices of a contact, as announced_of has them.';

comment on function private.end_announced_amount() is 'Money that the office records ends the announcement of the same client over the same amount.';

comment on function private.end_announced_paper() is 'A transfer that settles an invoice ends what was announced for it before; the invoice of a deposit, what was announced for its order.';

comment on function private.end_announcements(pg_catalog.uuid,numeric,public.invoices,timestamp with time zone) is 'What was announced until then of this contact over this amount, or for this invoice, is not announced any more: its money is recorded.';

comment on function private.is_announced(public.payment_requests) is 'Whether a transfer was announced for a request whose money is still asked for.';

comment on function private.nudge_announced() is 'What was announced, or whether it is still asked for, changed: the pages of its quotation, order, invoices and statement read again.';

comment on function private.story_of_transfer(public.payment_requests,pg_catalog.text) is 'Writes into the stories of a request and of what it is for, once a day and kind of event. Whether it did.';

comment on function private.tell_of_transfer(pg_catalog.jsonb) is 'A transfer for a request is announced, until its money is recorded or the announcement is withdrawn. Returns what get_payment_request
returns.';

comment on function private.withdraw_transfer(pg_catalog.uuid) is 'The announced transfer of a request was not sent. Whoever knows the id of the request may say so, as with its page. A second call
changes nothing.';

comment on function public.announced_transfers(pg_catalog.text,pg_catalog.uuid) is 'For staff: the announced transfers of a quotation, an order or an invoice, or of all invoices of a contact, as announced_of has them.';

comment on function public.withdraw_transfer(pg_catalog.uuid) is 'The announced transfer of a request was not sent. Whoever knows the id of the request may say so, as with its page. A second call
changes nothing.';

comment on column public.payment_requests.told_at is 'When the client announced a transfer for it. Null: none, or it was withdrawn, or its money was recorded.';

reset check_function_bodies;

-- What was announced before, and has no payment since, is announced still.
update public.payment_requests r set told_at = told.at
  from (select e.record_id, max(e.at) as at from public.document_events e where e.kind = 'payment_request' and e.type = 'transfer_told' group by 1) as told
 where told.record_id = r.id and r.status in ('open', 'processing')
   and not exists (select from public.payments p
     where p.contact_id = r.contact_id and p.direction = 'in' and p.method <> 'card' and p.created_at >= told.at);
