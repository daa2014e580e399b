-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.apply_plan(p_id uuid, p_plan jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.deliveries;
  v_method constant text := coalesce(p_plan ->> 'method', 'delivery');
  v_day constant date := (p_plan ->> 'day')::date;
  v_from constant time := (p_plan ->> 'from')::time;
  v_to constant time := (p_plan ->> 'to')::time;
  v_van constant uuid := (p_plan ->> 'van_id')::uuid;
  v_zone constant text := private.company_zone();
  v_crew uuid[];
  v_at timestamptz;
begin
  if v_day is not null and v_day not between date '2000-01-01' and date '2999-12-31' then
    perform private.refuse('22023', 'Please choose a day between 2000 and 2999');
  elsif v_day is null and (v_from is not null or v_to is not null) then
    perform private.refuse('22023', 'Please choose the day of this time');
  elsif v_to is not null and (v_from is null or v_to < v_from + interval '5 minutes') then
    perform private.refuse('22023', 'The window ends at least five minutes after it begins');
  end if;
  select * into v_row from public.deliveries where id = p_id for no key update;
  -- Without a time: after the last drop of the van (route_delivery says so), or at eight.
  v_at := case when v_day is null then null when v_from is not null then (v_day + v_from) at time zone v_zone
    when v_van is not null then null else (v_day + time '08:00') at time zone v_zone end;
  if v_from is not null and v_van is not null and v_row.van_id = v_van and private.day_of(v_row.scheduled_at) <> v_day then
    -- On another day of the same van it is last, and not where it stood on its old day.
    update public.deliveries set route_seq = null where id = p_id;
  end if;
  update public.deliveries
     set method = v_method,
         location_id = case when v_method in ('pickup', 'electronic') then null else private.site_of_plan(v_row.contact_id, p_plan) end,
         scheduled_at = v_at, slot_minutes = case when v_to is null then null else extract(epoch from v_to - v_from)::integer / 60 end,
         weight_kg = (p_plan ->> 'weight_kg')::numeric, parcels = (p_plan ->> 'parcels')::integer,
         contact_on_site = nullif(btrim(p_plan ->> 'contact_on_site'), ''), phone_on_site = nullif(btrim(p_plan ->> 'phone_on_site'), ''),
         instructions = nullif(btrim(p_plan ->> 'instructions'), '')
   where id = p_id;
  update public.deliveries d set contact_on_site = coalesce(d.contact_on_site, l.contact_on_site), phone_on_site = coalesce(d.phone_on_site, l.phone_on_site)
    from public.locations l where d.id = p_id and l.id = d.location_id and (d.contact_on_site is null or d.phone_on_site is null);
  if v_van is not null or v_row.van_id is not null then
    perform private.route_delivery(p_id, v_day, v_van);
    if v_van is not null and p_plan ? 'crew' then
      v_crew := array(select jsonb_array_elements_text(p_plan -> 'crew')::uuid);
      if v_crew is distinct from (select crew from public.van_days where van_id = v_van and day = v_day) then
        perform private.set_van_crew(v_van, v_day, v_crew);
      end if;
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.change_plan(p_id uuid, p_row_version integer, p_plan jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.deliveries;
  v_line record;
  v_number integer := 0;
begin
  perform private.must('deliveries', 'edit', 'change planned deliveries');
  select * into v_row from public.deliveries where id = p_id;
  perform from public.orders where id = v_row.order_id for no key update;
  select * into v_row from public.deliveries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.row_version is distinct from p_row_version then
    perform private.refuse('PT409', 'Somebody changed this delivery meanwhile. Please look at it again.');
  elsif v_row.status = 'out' then
    perform private.refuse('PT409', format('%s is on the road. Set it back to ready first.', v_row.delivery_number));
  elsif v_row.status in ('delivered', 'cancelled') then
    perform private.refuse('PT409', format('%s is %s already', v_row.delivery_number, v_row.status));
  end if;
  if v_row.order_id is not null then
    if jsonb_typeof(p_plan -> 'items') is distinct from 'array' then
      perform private.refuse('22023', 'Please say what this delivery brings');
    end if;
    for v_line in
      select l.order_item_id, l.description, l.ordered, l.left_over::numeric, l.handed_over::numeric, coalesce(asked.qty, 0) as asked
        from private.lines_to_deliver(v_row.order_id, p_id) as l
        left join (select (line ->> 'order_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                     from jsonb_array_elements(p_plan -> 'items') as line group by 1) as asked on asked.id = l.order_item_id
    loop
      if not coalesce(v_line.asked between 0 and 1000000, false) then
        perform private.refuse('22023', format('Please enter how many of "%s" are delivered', left(v_line.description, 100)));
      elsif v_line.asked > v_line.left_over then
        perform private.refuse('PT409', format('Of "%s" only %s of %s are left to deliver', left(v_line.description, 100),
          trim_scale(v_line.left_over), v_line.ordered));
      elsif v_line.asked < v_line.handed_over then
        perform private.refuse('PT409', format('Of "%s" %s are handed over already', left(v_line.description, 100), v_line.handed_over));
      elsif v_line.asked = 0 then
        delete from public.delivery_items where delivery_id = p_id and order_item_id = v_line.order_item_id;
      else
        insert into public.delivery_items (delivery_id, order_item_id, position, qty)
        values (p_id, v_line.order_item_id, private.line_key(v_number), v_line.asked)
        on conflict (delivery_id, order_item_id) do update set qty = excluded.qty, position = excluded.position;
        v_number := v_number + 1;
      end if;
    end loop;
    if v_number = 0 then
      perform private.refuse('22023', 'Please say what this delivery brings');
    elsif not exists (select from public.delivery_items where delivery_id = p_id and qty_delivered < qty) then
      perform private.refuse('22023', 'Everything on it is handed over already. Please plan more than that.');
    end if;
  end if;
  perform private.apply_plan(p_id, p_plan);
  if v_row.status = 'failed' and p_plan ->> 'day' is not null then
    update public.deliveries set status = 'planned' where id = p_id and status = 'failed';
  end if;
  perform private.log_event('delivery', p_id, 'changed', '{}');
end $function$;
grant execute on function private.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) to authenticated;
grant execute on function private.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) to service_role;
comment on function private.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) is 'Changes a delivery that is not on the road yet, with the same plan as plan_of_order: what the plan leaves out is emptied.
A failed one is planned again by a day. p_row_version: the version that was seen; another one is refused.';

CREATE OR REPLACE FUNCTION private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_item_id uuid, description text, details text, unit text, ordered text, before text, on_the_way text, now text, handed_over text, left_over text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select i.id, i.description, i.details, i.unit, trim_scale(i.qty)::text, trim_scale(other.taken)::text,
           trim_scale(greatest(other.taken - (i.qty_delivered - coalesce(own.qty_delivered, 0)), 0))::text,
           trim_scale(coalesce(own.qty, 0))::text, trim_scale(coalesce(own.qty_delivered, 0))::text,
           trim_scale(greatest(i.qty - other.taken, 0))::text
      from public.order_items i
      left join public.delivery_items own on own.order_item_id = i.id and own.delivery_id = p_delivery_id
      cross join lateral (
        select private.planned_of(i.id) - coalesce((select case when d.status in ('cancelled', 'failed') then own.qty_delivered else own.qty end
                                                      from public.deliveries d where d.id = own.delivery_id), 0) as taken) as other
     where i.order_id = p_order_id and i.kind = 'item'
     order by i.position;
end $function$;
grant execute on function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid) to authenticated;
grant execute on function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid) to service_role;
comment on function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most.';

CREATE OR REPLACE FUNCTION private.orders_to_deliver(p_text text DEFAULT ''::text)
 RETURNS TABLE(id uuid, order_number text, project_title text, contact_id uuid, status text, due_date date, lines integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select o.id, o.order_number, o.project_title, o.contact_id, o.status, coalesce(o.promised_date, o.due_date), open.lines::integer
      from public.orders o
      join public.contacts c on c.id = o.contact_id
      cross join lateral (
        select count(*) as lines from public.order_items i
         where i.order_id = o.id and i.kind = 'item' and i.qty > private.planned_of(i.id)) as open
     where o.status not in ('cancelled', 'on_hold', 'completed') and o.delivered_pct < 100 and open.lines > 0
       and (btrim(coalesce(p_text, '')) = ''
            or strpos(private.folded(concat_ws(' ', o.order_number, o.project_title, c.name, c.last_name, c.company)), private.folded(btrim(p_text))) > 0)
     order by o.status = 'ready' desc, coalesce(o.promised_date, o.due_date) nulls last, o.order_number
     limit 40;
end $function$;
grant execute on function private.orders_to_deliver(p_text text) to authenticated;
grant execute on function private.orders_to_deliver(p_text text) to service_role;
comment on function private.orders_to_deliver(p_text text) is 'Orders of which something is not planned yet: what is ready first, then by the promised or due day; at most 40. p_text: part
of the number, the title or the client. lines: how many lines are not planned in full.';

CREATE OR REPLACE FUNCTION private.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('deliveries', 'create', 'plan deliveries');
  if exists (select from public.deliveries where id = p_id and order_id = p_order_id) then
    return p_id;
  elsif p_id is null or jsonb_typeof(p_plan -> 'items') is distinct from 'array' or jsonb_array_length(p_plan -> 'items') = 0 then
    perform private.refuse('22023', 'Please say what this delivery brings');
  end if;
  perform private.plan_delivery(p_order_id, p_plan -> 'items', coalesce(p_plan ->> 'method', 'delivery'), null, null, null, p_id);
  perform private.apply_plan(p_id, p_plan);
  return p_id;
end $function$;
grant execute on function private.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) to authenticated;
grant execute on function private.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) to service_role;
comment on function private.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) is 'Plans one delivery of an order as its screen has it: method; location_id, or new_site with label, address, city, postcode;
day, from and to by the clock of the company; van_id and crew (the crew of that van on that day); weight_kg, parcels,
contact_on_site and phone_on_site, by default those of the address, instructions; items [{order_item_id, qty}]. Refused in words when it brings more than is left.
p_id: chosen by the caller, so that a repeated call plans once.';

CREATE OR REPLACE FUNCTION private.site_of_plan(p_contact_id uuid, p_plan jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_site constant jsonb := p_plan -> 'new_site';
  v_address constant text := nullif(btrim(v_site ->> 'address'), '');
  v_city constant text := nullif(btrim(v_site ->> 'city'), '');
  v_id uuid := (p_plan ->> 'location_id')::uuid;
begin
  if v_site is null or jsonb_typeof(v_site) = 'null' then
    return v_id;
  elsif v_address is null then
    perform private.refuse('22023', 'Please enter the address');
  end if;
  select l.id into v_id from public.locations l
   where l.business_id = p_contact_id and private.folded(coalesce(l.address, '')) = private.folded(v_address)
     and private.folded(coalesce(l.city, '')) = private.folded(coalesce(v_city, ''))
   order by l.created_at limit 1;
  if v_id is null then
    insert into public.locations (business_id, label, address, city, postcode, contact_on_site, phone_on_site)
    values (p_contact_id, left(coalesce(nullif(btrim(v_site ->> 'label'), ''), v_address), 200), v_address, v_city, nullif(btrim(v_site ->> 'postcode'), ''),
      nullif(btrim(p_plan ->> 'contact_on_site'), ''), nullif(btrim(p_plan ->> 'phone_on_site'), ''))
    returning id into v_id;
  end if;
  return v_id;
end $function$;
comment on function private.site_of_plan(p_contact_id uuid, p_plan jsonb) is 'Where a plan goes: its location_id, or its new_site (label, address, city, postcode), kept with the addresses of the client;
one that the client has already is taken. Whoever plans deliveries may add it.';
