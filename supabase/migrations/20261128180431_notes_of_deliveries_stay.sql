set check_function_bodies = off;

create or replace function private.brought_before(p_order_item_id uuid, p_delivery_id uuid, p_at timestamptz) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(brought.qty), 0)::numeric(14, 4) from (
      select coalesce(n.qty, i.qty_delivered) as qty, coalesce(p.delivered_at, d.delivered_at) as at, d.delivery_number
        from public.delivery_items i
        join public.deliveries d on d.id = i.delivery_id
        left join (public.partial_delivery_items n join public.partial_deliveries p on p.id = n.partial_delivery_id and p.delivered_at is not null)
          on n.delivery_item_id = i.id
       where i.order_item_id = p_order_item_id and i.delivery_id <> p_delivery_id) as brought
     where p_at is null or (brought.at, brought.delivery_number) < (p_at, (select d.delivery_number from public.deliveries d where d.id = p_delivery_id))
  );
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
  return jsonb_build_object('kind', 'delivery', 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id),
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
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]'), 'elsewhere', (
                 select jsonb_object_agg(i.id, private.brought_before(i.order_item_id, v_row.id, p.delivered_at)::text)
                   from public.delivery_items i where i.delivery_id = v_row.id)) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.get_public_delivery(pg_catalog.uuid,pg_catalog.text) is 'A delivery note with its drops by its link, quantities as text, prices only where they are shown; null for a wrong, revoked
or cancelled one alike. elsewhere: what other deliveries of the order had brought of a line by then. planned_on, delivered_on: days of the
company. signature: what was drawn for it, as data:image/png;base64.';

comment on function public.get_public_delivery(pg_catalog.uuid,pg_catalog.text) is 'A delivery note with its drops by its link, quantities as text, prices only where they are shown; null for a wrong, revoked
or cancelled one alike. elsewhere: what other deliveries of the order had brought of a line by then. planned_on, delivered_on: days of the
company. signature: what was drawn for it, as data:image/png;base64.';

comment on function private.brought_before(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'What the other deliveries of an order had brought of a line when this one was handed over at p_at, so that a note reads alike for ever; until
now where p_at is null.';

reset check_function_bodies;
