-- A delivery note without prices tells no discount either; a visit belongs to a quotation only; whoever may not plan
-- materials hears that before anything about the stock.

CREATE OR REPLACE FUNCTION private.get_public_delivery(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'instructions', v_row.instructions, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', greatest(o.qty_delivered - i.qty_delivered, 0)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]')) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION private.keep_visit(p_uuid uuid, p_visit text, p_place text DEFAULT 'quotation'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations;
  v_old public.quotation_visits;
begin
  if private.is_staff() or not private.is_public_document(p_uuid) then
    return;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return;
  end if;
  select * into v_old from public.quotation_visits
   where quotation_id = v_row.id and visit = p_visit and place = p_place for no key update;
  if v_old.visit is null then
    if (select count(*) from public.quotation_visits where quotation_id = v_row.id and opened_at > now() - interval '1 day') < 200 then
      insert into public.quotation_visits (quotation_id, visit, place, version) values (v_row.id, p_visit, p_place, v_row.version)
      on conflict do nothing;
    end if;
    return;
  end if;
  if v_old.seen_at > now() - interval '5 seconds' then
    return;
  end if;
  update public.quotation_visits
     set seen_at = now(), seconds = seconds + case when v_old.seen_at > now() - interval '1 minute'
           then extract(epoch from now() - v_old.seen_at)::integer else 0 end
   where quotation_id = v_row.id and visit = p_visit and place = p_place;
  if v_old.seen_at <= now() - interval '1 minute' then
    perform private.nudge('page:quotations', 'quotation_visits', 'UPDATE', v_row.id::text);
    perform private.nudge('page:orders', 'quotation_visits', 'UPDATE', v_row.id::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.inventory_items;
  v_qty numeric;
  v_status text;
begin
  if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then
    raise insufficient_privilege using message = 'You may not plan materials';
  end if;
  v_qty := private.stock_qty(p_item_id, p_qty, p_unit);
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  perform private.must_be_whole(v_item, v_qty);
  select status into v_status from public.jobs where id = p_job_id;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif not private.job_is_open(v_status) and v_qty > 0 then
    perform private.refuse('PT409', format('This job is %s', replace(v_status, '_', ' ')));
  end if;
  insert into public.job_materials as m (job_id, item_id, qty_planned) values (p_job_id, p_item_id, v_qty)
  on conflict (job_id, item_id) do update set qty_planned = v_qty;
  delete from public.job_materials where job_id = p_job_id and item_id = p_item_id and qty_planned = 0 and qty_used = 0;
  perform private.share_out(p_item_id);
end $function$;
