set check_function_bodies = off;

create or replace function private.get_public_credit_note(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  select id into v_id from public.credit_notes
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_id is null then
    return null;
  elsif private.log_view('credit_note', v_id, p_visit) then
    update public.credit_notes set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_id;
  end if;
  return private.credit_note_document(v_id)
    || jsonb_build_object('public_uuid', p_uuid, 'client_language', private.reader_language('credit_note', v_id));
end $$;

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
    'credit', private.amount_text(private.client_credit(v_row.contact_id)),
    'client_language', private.reader_language('invoice', v_row.id));
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
  return v_row.snapshot || jsonb_build_object('company', v_row.snapshot -> 'company' || private.bank_facts(), 'public_uuid', p_uuid,
    'payable', private.payable_of(v_row.contact_id), 'announced', private.announced_of(null, null, v_row.contact_id),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)),
    'client_language', private.own_language(null, v_row.contact_id));
end $$;

create or replace function private.get_public_delivery(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'language', private.language_of('delivery', v_row.id),
    'client_language', private.reader_language('delivery', v_row.id), 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id), 'typed_signature', private.typed_signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', private.brought_before(o.id, v_row.id, v_row.delivered_at)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'charged_qty', o.charged_qty::text, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id),
               'typed_signature', private.typed_signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]'), 'elsewhere', (
                 select jsonb_object_agg(i.id, private.brought_before(i.order_item_id, v_row.id, p.delivered_at)::text)
                   from public.delivery_items i where i.delivery_id = v_row.id)) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;

create or replace function private.get_public_mockups(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_facts jsonb;
  v_id uuid;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_uuid;
  if v_quotation.id is null then
    return null;
  end if;
  v_facts := private.mockup_facts(array(select j.id from public.jobs j where j.quotation_id = v_quotation.id), false);
  for v_id in select m.id from public.mockups m join public.jobs j on j.id = m.job_id
    where j.quotation_id = v_quotation.id and m.status = 'sent'
  loop
    perform private.log_view('mockup', v_id, p_visit || ' ' || v_id);
  end loop;
  return jsonb_build_object('public_uuid', v_quotation.public_uuid, 'number', v_quotation.quotation_number,
    'project_title', v_quotation.project_title, 'is_open', true, 'company', private.company_facts(), 'jobs', v_facts,
    'client_language', private.own_language(v_quotation.person_id, v_quotation.contact_id),
    'language', private.language_of('quotation', v_quotation.id));
end $$;

create or replace function private.reader_language(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.own_language(parties.person_id, parties.contact_id) from private.mail_parties(p_kind, p_id) as parties limit 1);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.reader_language(pg_catalog.text,pg_catalog.uuid) is 'The language that the client of a document chose; null where nobody chose one.';

reset check_function_bodies;
