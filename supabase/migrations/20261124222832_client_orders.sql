set check_function_bodies = off;

drop routine private.own_deliveries(p_contact_id uuid);

drop routine private.own_invoices(p_contact_id uuid);

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(private.written_off(v.id)), 'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.own_invoices(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'public_uuid', v.public_uuid, 'number', v.invoice_number, 'kind', v.kind,
           'status', v.status, 'project_title', v.project_title, 'client_po', v.client_po, 'issue_date', v.issue_date, 'due_date', v.due_date,
           'is_overdue', v.balance > 0 and v.due_date < private.company_today(), 'currency', v.currency, 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'written_off', private.amount_text(private.written_off(v.id)), 'has_link', v.link_revoked_at is null)
           order by v.balance > 0 desc, v.issue_date desc, v.invoice_number desc), '[]')
    from (select * from public.invoices r where r.contact_id = p_contact_id and r.status not in ('draft', 'void')
             and (p_order_id is null or r.order_id = p_order_id or exists (
               select from public.invoice_items i where i.invoice_id = r.id and i.order_id = p_order_id))
           order by r.balance > 0 desc, r.issue_date desc, r.invoice_number desc limit 300) as v
$$;

create or replace function private.written_off(p_invoice_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(w.amount), 0) from public.write_offs w where w.invoice_id = p_invoice_id
$$;

create or replace function private.guard_written_off() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_written_off numeric;
  v_credited numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  v_written_off := private.written_off(new.invoice_id);
  if v_written_off > 0 then
    select coalesce(sum(n.gross), 0) into v_credited from public.credit_notes n
     where n.invoice_id = new.invoice_id and n.id <> new.id and n.status not in ('draft', 'void');
    if v_credited + new.net + new.vat > v_invoice.gross - v_written_off then
      perform private.refuse('PT409', format('%s of %s were written off: take that back first, or credit no more than %s',
        private.amount_text(v_written_off), v_invoice.invoice_number,
        private.amount_text(greatest(v_invoice.gross - v_written_off - v_credited, 0))));
    end if;
  end if;
  return new;
end $$;

create or replace function private.own_deliveries(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', d.public_uuid, 'number', d.delivery_number, 'project_title', d.project_title,
           'method', d.method, 'status', d.status, 'scheduled_at', d.scheduled_at, 'delivered_at', d.delivered_at, 'received_by', d.received_by,
           'drops', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'delivered_at', p.delivered_at,
                              'received_by', p.received_by) order by p.seq), '[]')
                       from public.partial_deliveries p where p.delivery_id = d.id and p.status = 'delivered'))
           order by coalesce(d.delivered_at, d.scheduled_at, d.created_at) desc, d.id), '[]')
    from (select * from public.deliveries r where r.contact_id = p_contact_id and r.link_revoked_at is null and (p_order_id is null or r.order_id = p_order_id)
           order by coalesce(r.delivered_at, r.scheduled_at, r.created_at) desc, r.id limit 200) as d
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
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross), 'issue_date', n.issue_date, 'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
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
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
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

create or replace function private.own_orders(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', o.public_uuid, 'order_number', o.order_number,
           'project_title', o.project_title, 'status', o.status, 'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po, 'currency', o.currency,
           'gross', private.amount_text(o.gross), 'deposit_amount', private.amount_text(o.deposit_amount),
           'deposit_paid', private.amount_text(o.deposit_paid), 'delivered_pct', o.delivered_pct::text,
           'announced', private.announced_of(o.id, null, null),
           'quotation', case when q.public_uuid is not null then
             jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version) end)
           order by o.ordered_at desc, o.id), '[]')
    from (select * from public.orders r where r.contact_id = p_contact_id order by r.ordered_at desc, r.id limit 200) as o
    left join public.quotations q on q.id = o.quotation_id and q.link_revoked_at is null
$$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public_uuid', o.public_uuid, 'order_number', o.order_number, 'project_title', o.project_title, 'status', o.status,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po, 'currency', o.currency,
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross),
      'deposit_amount', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'announced', private.announced_of(o.id, null, null), 'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
      || private.paid_for_order(o.id)
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

create or replace function private.paid_for_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('paid', private.amount_text(coalesce(sum(m.amount - m.refunded), 0)), 'paid_on', max(m.received_on))
    from public.payments m
   where m.order_id = p_order_id and m.direction = 'in' and m.status in ('succeeded', 'part_refunded')
$$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order', (
    select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
             'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
             'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
             'announced', private.announced_of(o.id, null, null),
             'is_amended', o.quotation_id is distinct from p_quotation_id) || private.paid_for_order(o.id)
      from public.orders o
     where o.quotation_id = p_quotation_id or o.id = (
       select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
     -- A cancelled order is told of while no other came of the quotation.
     order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
$$;

revoke execute on all routines in schema private from public;

call private.offer('private.own_order(uuid)');

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"credit_note","name":"link","type":"link","label":"Page of the client","example":"/client-credit-notes/00000000-0000-4000-8000-000000000000","position":16}')) where t.kind::text = 'credit_note' and t.name::text = 'link';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"invoice","name":"link","type":"link","label":"Page of the client","example":"/client-invoices/00000000-0000-4000-8000-000000000000","position":20}')) where t.kind::text = 'invoice' and t.name::text = 'link';

comment on function private.own_deliveries(pg_catalog.uuid,pg_catalog.uuid) is 'The deliveries to a client, or those of one order, with what was handed over, newest first, at most 200.';

comment on function private.own_invoices(pg_catalog.uuid,pg_catalog.uuid) is 'The issued invoices of a client, or those of one order, open ones first, at most 300.';

comment on function private.own_order(pg_catalog.uuid) is 'One order of the signed-in client: its lines with what was handed over, the promised day, deliveries, invoices, what was paid. Null for
everybody else and for the orders of others. Amounts and quantities are text. Its papers are those of client_portal.';

comment on function private.paid_for_order(pg_catalog.uuid) is 'What was paid for an order and not given back, as text, and the day of the last payment.';

comment on function private.written_off(pg_catalog.uuid) is 'What of an invoice was given up for lost and not taken back.';

comment on function public.own_order(pg_catalog.uuid) is 'One order of the signed-in client: its lines with what was handed over, the promised day, deliveries, invoices, what was paid. Null for
everybody else and for the orders of others. Amounts and quantities are text. Its papers are those of client_portal.';

reset check_function_bodies;
