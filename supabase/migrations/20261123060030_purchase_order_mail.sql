-- Purchase orders go to suppliers by mail, as other documents do: template, recipients, preview, PDF, queue.

create or replace function private.page_of_kind(p_kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'quotation' then 'quotations' when 'order' then 'orders'
    when 'job' then 'jobs' when 'job_step' then 'jobs' when 'mockup' then 'jobs'
    when 'delivery' then 'deliveries' when 'partial_delivery' then 'deliveries'
    when 'invoice' then 'invoices' when 'credit_note' then 'invoices'
    when 'payment' then 'payments' when 'payment_request' then 'payments' when 'payment_run' then 'payments'
    when 'statement' then 'statements' when 'supplier_invoice' then 'supplier-invoices'
    when 'purchase_order' then 'inventory' end
$$;

create or replace function private.my_document_kinds(p_action text default 'view'::text) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(kind), '{}')
    from unnest(array['quotation', 'order', 'job', 'job_step', 'mockup', 'delivery', 'partial_delivery', 'invoice', 'credit_note',
      'payment', 'payment_request', 'payment_run', 'statement', 'supplier_invoice', 'purchase_order']) as kind
   where private.can(private.page_of_kind(kind), p_action)
$$;

create or replace function private.mail_parties(p_kind text, p_id uuid) returns table(contact_id uuid, person_id uuid, label text)
  language sql stable security definer set search_path = ''
as $$
  select q.contact_id, q.person_id, q.number_with_version from public.quotations q where p_kind = 'quotation' and q.id = p_id
  union all
  select o.contact_id, o.person_id, o.order_number from public.orders o where p_kind = 'order' and o.id = p_id
  union all
  select v.contact_id, v.person_id, v.invoice_number from public.invoices v where p_kind = 'invoice' and v.id = p_id
  union all
  select n.contact_id, null, n.credit_number from public.credit_notes n where p_kind = 'credit_note' and n.id = p_id
  union all
  select d.contact_id, o.person_id, d.delivery_number
    from public.deliveries d left join public.orders o on o.id = d.order_id where p_kind = 'delivery' and d.id = p_id
  union all
  select s.contact_id, null, s.statement_number from public.statements s where p_kind = 'statement' and s.id = p_id
  union all
  select p.contact_id, null, p.payment_number from public.payments p where p_kind = 'payment' and p.direction = 'in' and p.id = p_id
  union all
  select o.supplier_id, null, o.purchase_number from public.purchase_orders o where p_kind = 'purchase_order' and o.id = p_id
$$;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'deposit', case when q.deposit_amount > 0 then private.amount_text(q.deposit_amount) end, 'valid_until', q.valid_until,
          'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross), 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross), 'issue_date', n.issue_date, 'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '), 'planned_at', d.scheduled_at,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing), 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_at::date, 'method', p.method, 'currency', p.currency)
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

create or replace function private.mail_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paper jsonb;
begin
  perform set_config('signwright.writes_mail', 'on', true);
  v_paper := case p_kind
    when 'quotation' then (select private.get_public_quotation(q.public_uuid) from public.quotations q where q.id = p_id)
    when 'order' then (select private.order_document(o.id) from public.orders o where o.id = p_id)
    when 'invoice' then (select private.get_public_invoice(v.public_uuid) from public.invoices v where v.id = p_id)
    when 'credit_note' then (select private.get_public_credit_note(n.public_uuid) from public.credit_notes n where n.id = p_id)
    when 'delivery' then (select private.get_public_delivery(d.public_uuid) from public.deliveries d where d.id = p_id)
    when 'statement' then (select private.get_public_statement(s.public_uuid) from public.statements s where s.id = p_id)
    when 'purchase_order' then (select private.purchase_document(o.id) from public.purchase_orders o where o.id = p_id and o.status <> 'cancelled')
  end;
  perform set_config('signwright.writes_mail', '', true);
  return v_paper;
end $$;

create or replace function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text default null, p_cc text[] default '{}'::text[], p_note text default null, p_send_at timestamp with time zone default null, p_reminders integer[] default '{}'::integer[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text := '';
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  elsif v_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif v_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  elsif cardinality(p_reminders) > 5 or exists (select from unnest(p_reminders) as d where d is null or d not between -60 and 180) then
    perform private.refuse('22023', 'Please plan at most five reminders, within half a year');
  elsif cardinality(p_reminders) > 0 and p_kind not in ('quotation', 'invoice') then
    perform private.refuse('22023', 'Only quotations and invoices are reminded of');
  end if;
  case p_kind
    when 'quotation' then
      v_series := 'v' || private.send_quotation(p_id);
    when 'invoice', 'credit_note', 'statement' then
      perform private.mark_sent(p_kind, p_id);
    when 'order' then
      perform private.must('orders', 'edit', 'send orders');
      if not exists (select from public.orders where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This order is not open any more');
      end if;
    when 'delivery' then
      perform private.must('deliveries', 'edit', 'send delivery notes');
      if not exists (select from public.deliveries where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This delivery is not open any more');
      end if;
    when 'purchase_order' then
      perform private.send_purchase_order(p_id, array_to_string(private.emails_of(p_to), ', '));
    else
      perform private.refuse('22023', 'This kind of document is not sent by mail');
  end case;
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind = 'quotation', p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if p_kind in ('quotation', 'invoice') then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;

comment on function private.send_document is
  'Sends a quotation, order, invoice, credit note, delivery note, statement or purchase order by mail, with its link and PDF, at once
or at p_send_at. A draft quotation is frozen and its link opens; the items of a purchase order count as on order. p_mail_id: chosen
by the caller, so that a repeated call sends one mail; another one to the same people on the same day is refused. p_reminders:
days, as in plan_reminders. Returns the id.';

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('purchase_order', 'number', 'Number', 'text', 'PO-2026-0031', 11),
  ('purchase_order', 'expected_on', 'Day when it is needed; empty without one', 'date', '2026-12-04', 12),
  ('purchase_order', 'lines', 'How many items are ordered', 'text', '4', 13);

insert into public.email_templates (key, kind, name, attaches_paper, is_active, subject, body, created_by) values
  ('purchase_order', 'purchase_order', 'Purchase order', true, true, 'Purchase order {{ number }}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>attached is our purchase order {{ number }}.{% if expected_on != blank %} We need the goods by <strong>{{ expected_on }}</strong>.{% endif %} Please confirm the prices and the day of delivery.</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   null);

revoke execute on all routines in schema private from public;
