-- A client reads what concerns them through functions that name each fact. Tables are for the office.

create function private.my_contact() returns public.contacts
language sql stable security definer set search_path = '' as $$
  select c.* from public.contacts c where c.id in (select private.my_contact_ids())
$$;
comment on function private.my_contact() is 'The contact of the signed-in client; null for everybody else.';

create function private.own_quotations(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', q.public_uuid, 'number', q.number_with_version, 'project_title', q.project_title,
           'status', q.status, 'valid_until', q.valid_until, 'sent_at', q.sent_at, 'currency', q.currency, 'gross', private.amount_text(q.gross))
           || private.order_of_quotation(q.id) order by q.sent_at desc nulls last, q.id), '[]')
    from (select * from public.quotations r
           where r.contact_id = p_contact_id and r.status not in ('draft', 'cancelled') and r.link_revoked_at is null
           order by r.sent_at desc nulls last, r.id limit 200) as q
$$;
comment on function private.own_quotations(uuid) is 'What was offered to a client, newest first, at most 200.';

create function private.own_orders(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_number', o.order_number, 'project_title', o.project_title, 'status', o.status,
           'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po, 'currency', o.currency,
           'gross', private.amount_text(o.gross), 'deposit_amount', private.amount_text(o.deposit_amount),
           'deposit_paid', private.amount_text(o.deposit_paid), 'delivered_pct', o.delivered_pct::text,
           'quotation', case when q.public_uuid is not null then
             jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version) end)
           order by o.ordered_at desc, o.id), '[]')
    from (select * from public.orders r where r.contact_id = p_contact_id order by r.ordered_at desc, r.id limit 200) as o
    left join public.quotations q on q.id = o.quotation_id and q.link_revoked_at is null
$$;
comment on function private.own_orders(uuid) is 'What a client ordered, newest first, at most 200. due_date: the day that was promised, else the planned one.';

create function private.own_invoices(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'public_uuid', v.public_uuid, 'number', v.invoice_number, 'kind', v.kind,
           'status', v.status, 'project_title', v.project_title, 'client_po', v.client_po, 'issue_date', v.issue_date, 'due_date', v.due_date,
           'is_overdue', v.balance > 0 and v.due_date < private.company_today(), 'currency', v.currency, 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'has_link', v.link_revoked_at is null)
           order by v.balance > 0 desc, v.issue_date desc, v.invoice_number desc), '[]')
    from (select * from public.invoices r where r.contact_id = p_contact_id and r.status not in ('draft', 'void')
           order by r.balance > 0 desc, r.issue_date desc, r.invoice_number desc limit 300) as v
$$;
comment on function private.own_invoices(uuid) is 'The issued invoices of a client, open ones first, at most 300.';

create function private.own_credit_notes(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', n.public_uuid, 'number', n.credit_number, 'issue_date', n.issue_date,
           'currency', n.currency, 'gross', private.amount_text(n.gross), 'open', private.amount_text(n.open))
           order by n.issue_date desc, n.credit_number desc), '[]')
    from (select * from public.credit_notes r
           where r.contact_id = p_contact_id and r.status not in ('draft', 'void') and r.link_revoked_at is null
           order by r.issue_date desc, r.credit_number desc limit 200) as n
$$;
comment on function private.own_credit_notes(uuid) is 'The issued credit notes of a client, newest first, at most 200.';

create function private.own_deliveries(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', d.public_uuid, 'number', d.delivery_number, 'project_title', d.project_title,
           'method', d.method, 'status', d.status, 'scheduled_at', d.scheduled_at, 'delivered_at', d.delivered_at, 'received_by', d.received_by,
           'drops', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'delivered_at', p.delivered_at,
                              'received_by', p.received_by) order by p.seq), '[]')
                       from public.partial_deliveries p where p.delivery_id = d.id and p.status = 'delivered'))
           order by coalesce(d.delivered_at, d.scheduled_at, d.created_at) desc, d.id), '[]')
    from (select * from public.deliveries r where r.contact_id = p_contact_id and r.link_revoked_at is null
           order by coalesce(r.delivered_at, r.scheduled_at, r.created_at) desc, r.id limit 200) as d
$$;
comment on function private.own_deliveries(uuid) is 'The deliveries to a client with what was handed over, newest first, at most 200.';

create function private.own_statements(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', s.public_uuid, 'number', s.statement_number, 'date_from', s.date_from,
           'date_to', s.date_to, 'currency', s.currency, 'closing', private.amount_text(s.closing))
           order by s.date_to desc, s.created_at desc), '[]')
    from (select * from public.statements r where r.contact_id = p_contact_id and r.link_revoked_at is null
           order by r.date_to desc, r.created_at desc limit 200) as s
$$;
comment on function private.own_statements(uuid) is 'The statements of a client, newest first, at most 200.';

create function private.client_portal() returns jsonb
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
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id));
end $$;
comment on function private.client_portal() is
'All that a signed-in client sees of their own: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements. Null for
everybody else. Amounts are text. What it does not name, a client does not read.';
revoke execute on function private.my_contact(), private.own_quotations(uuid), private.own_orders(uuid), private.own_invoices(uuid),
  private.own_credit_notes(uuid), private.own_deliveries(uuid), private.own_statements(uuid) from public;
call private.offer('private.client_portal()'::regprocedure);

-- Several invoices by one payment, asked for by the client who is signed in. The request is that of a statement without a statement.

create function private.open_client_request(p_invoice_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact();
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  if v_contact.id is null then
    perform private.refuse('42501', 'You may not pay from here');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.contacts where id = v_contact.id for no key update;
  perform from public.invoices where id = any (p_invoice_ids) and contact_id = v_contact.id order by id for no key update;
  select sum(v.balance), count(*) into v_amount, v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_contact.id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := v_amount - private.client_credit(v_contact.id);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id is null and contact_id = v_contact.id and amount = v_amount;
  if v_id is null then
    if (select count(*) from public.payment_requests r
         where r.contact_id = v_contact.id and r.purpose = 'statement' and r.statement_id is null
           and r.created_at > now() - interval '1 hour') >= 30
    then
      perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
    end if;
    insert into public.payment_requests (purpose, contact_id, amount, currency)
    select 'statement', v_contact.id, v_amount, min(v.currency) from public.invoices v where v.id = any (p_invoice_ids) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;
comment on function private.open_client_request(uuid[]) is
'The request of a signed-in client to pay these open invoices of theirs with one payment, used again while it is open. Returns what
get_payment_request returns.';
call private.offer('private.open_client_request(uuid[])'::regprocedure);

create function private.tell_client_transfer(p_invoice_ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  select private.tell_of_transfer(private.open_client_request(p_invoice_ids))
$$;
comment on function private.tell_client_transfer(uuid[]) is
'A signed-in client says that they paid these invoices by bank transfer: accounts are told, once a day and request. Nothing counts as paid.
Returns what get_payment_request returns.';
call private.offer('private.tell_client_transfer(uuid[])'::regprocedure);

create function private.numbers_of_request(p_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when count(*) <= 3 then string_agg(v.invoice_number, ' ' order by v.due_date, v.invoice_number)
              else format('%s and %s more', min(v.invoice_number), count(*) - 1) end
    from private.request_invoices r join public.invoices v on v.id = r.invoice_id where r.request_id = p_id
$$;
comment on function private.numbers_of_request(uuid) is 'The invoices that one payment is asked for, in few words; null for a request about one document.';
revoke execute on function private.numbers_of_request(uuid) from public;

create or replace function private.get_payment_request(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'purpose', r.purpose, 'status', r.status, 'amount', private.amount_text(r.amount),
      'currency', r.currency, 'created_at', r.created_at, 'paid_at', r.paid_at,
      'document_number', coalesce(v.invoice_number, o.order_number, s.statement_number, private.numbers_of_request(r.id)),
      'document_uuid', coalesce(v.public_uuid, q.public_uuid, o.public_uuid, s.public_uuid),
      'project_title', coalesce(v.project_title, o.project_title), 'company', private.company_facts(),
      'left', case r.purpose when 'invoice' then private.amount_text(v.balance) when 'statement' then (
        select private.amount_text(coalesce(sum(i.balance), 0)) from public.invoices i
         where i.contact_id = r.contact_id and i.status in ('issued', 'partly_paid') and i.balance > 0) end,
      'credit', case when r.purpose in ('invoice', 'statement') then
        (select private.amount_text(sum(p.open)) from public.payments p where p.request_id = r.id) end)
    from public.payment_requests r
    left join public.invoices v on v.id = r.invoice_id
    left join public.orders o on o.id = r.order_id
    left join public.quotations q on q.id = r.quotation_id
    left join public.statements s on s.id = r.statement_id
   where r.id = p_id
$$;

-- Clients hear of their money as they hear of their papers.

create trigger nudge_client_insert after insert on public.invoices referencing new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_update after update on public.invoices referencing old table as previous new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_delete after delete on public.invoices referencing old table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_insert after insert on public.credit_notes referencing new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_update after update on public.credit_notes referencing old table as previous new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_delete after delete on public.credit_notes referencing old table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_insert after insert on public.payments referencing new table as changed
  for each statement execute function private.nudge_clients('status');
create trigger nudge_client_update after update on public.payments referencing old table as previous new table as changed
  for each statement execute function private.nudge_clients('status');
create trigger nudge_client_delete after delete on public.payments referencing old table as changed
  for each statement execute function private.nudge_clients('status');

-- Tables are for the office.

alter policy "staff read deliveries, clients read theirs" on public.deliveries using ((select private.can('deliveries', 'view')));
alter policy "staff read deliveries, clients read theirs" on public.deliveries rename to "staff read deliveries";
alter policy "staff read credit notes, clients read theirs when issued" on public.credit_notes using ((select private.can('invoices', 'view')));
alter policy "staff read credit notes, clients read theirs when issued" on public.credit_notes rename to "staff read credit notes";
alter policy "staff read invoices, clients read theirs when issued" on public.invoices using ((select private.can('invoices', 'view')));
alter policy "staff read invoices, clients read theirs when issued" on public.invoices rename to "staff read invoices";
alter policy "staff read orders, clients read theirs" on public.orders using ((select private.can('orders', 'view')));
alter policy "staff read orders, clients read theirs" on public.orders rename to "staff read orders";
alter policy "staff read quotations, clients read theirs" on public.quotations using ((select private.can('quotations', 'view')));
alter policy "staff read quotations, clients read theirs" on public.quotations rename to "staff read quotations";
alter policy "staff read statements, clients read theirs" on public.statements using ((select private.can('statements', 'view')));
alter policy "staff read statements, clients read theirs" on public.statements rename to "staff read statements";
alter policy "staff read requests for papers that they read, clients read the" on public.payment_requests
  using (((select private.can('payments', 'view')) or (select private.can('orders', 'view')))
    and (quotation_id is null or (select private.can('quotations', 'view'))) and (invoice_id is null or (select private.can('invoices', 'view')))
    and (statement_id is null or (select private.can('statements', 'view'))));
alter policy "staff read requests for papers that they read, clients read the" on public.payment_requests
  rename to "staff read requests for papers that they read";
