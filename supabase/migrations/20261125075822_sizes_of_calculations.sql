set check_function_bodies = off;

create or replace function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job_id uuid;
begin
  select id into v_job_id from public.jobs
   where quotation_item_id = p_item.quotation_item_id and order_id is null and status <> 'cancelled'
   order by created_at limit 1 for no key update;
  if found then
    update public.jobs
       set order_id = p_order.id, order_item_id = p_item.id, due_date = coalesce(due_date, p_order.due_date),
           width_mm = case when width_mm is null and height_mm is null then p_item.width_mm else width_mm end,
           height_mm = case when width_mm is null and height_mm is null then p_item.height_mm else height_mm end,
           details = coalesce(details, p_item.details)
     where id = v_job_id;
    perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty);
    return v_job_id;
  end if;
  insert into public.jobs (job_number, quotation_id, quotation_item_id, order_id, order_item_id, service_id, title, qty, unit, width_mm,
    height_mm, details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_item.quotation_item_id,
         p_order.id, p_item.id, p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  perform private.add_template_steps(v_job_id);
  perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty);
  return v_job_id;
end $$;

create or replace function private.size_words(p_width numeric, p_height numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  select string_agg(regexp_replace(private.number_words(side), '[.,]00$|(?<=[.,][0-9])0$', ''), ' × ' order by place) || ' mm'
    from (values (1, p_width), (2, p_height)) as sides (place, side)
$$;

create or replace function private.parts_words(p_inputs jsonb) returns text
  language sql stable security definer set search_path = ''
as $$
  select E'Parts of one piece:\n' || string_agg(
           case when pieces > 1 then pieces || ' of ' else '' end || private.size_words(width, height)
             || case when name <> '' then ', ' || name else '' end, E'\n' order by place)
    from (select regexp_replace(btrim(coalesce(p ->> 'name', '')), '\s+', ' ', 'g') as name, (p ->> 'width_mm')::numeric as width,
                 (p ->> 'height_mm')::numeric as height, sum((p ->> 'qty')::numeric) as pieces, min(ordinality) as place
            from jsonb_array_elements(p_inputs -> 'parts') with ordinality as parts (p, ordinality)
           group by 1, 2, 3) as sizes
$$;

create or replace function private.sizes_for_line(p_inputs jsonb, p_line public.quotation_items)
returns table (width_mm numeric, height_mm numeric, details text)
  language sql stable security definer set search_path = ''
as $$
  with known as (
    select jsonb_array_length(p_inputs -> 'parts') as parts, p_inputs #> '{parts,0}' as part,
           coalesce(p_line.details, '') ~ '(^|\n)Parts of one piece:' as has_parts,
           btrim(regexp_replace(coalesce(p_line.details, ''), '(^|\n+)Parts of one piece:(\n[^\n]+)*', '', 'g'), E' \n') as own),
  read as (
    select *, parts = 1 and part ->> 'qty' = '1' as is_one,
           parts > 0 and (p_line.calculation_id is not null and not has_parts or exists (
             select from private.calculated_parts(p_inputs, '{}') as c
              where c.width * 1000 = p_line.width_mm and c.height * 1000 = p_line.height_mm)) as is_of_part
      from known)
  select case when is_one then (part ->> 'width_mm')::numeric when not is_of_part then p_line.width_mm end,
         case when is_one then (part ->> 'height_mm')::numeric when not is_of_part then p_line.height_mm end,
         nullif(concat_ws(E'\n\n', nullif(own, ''), case when not is_one then private.parts_words(p_inputs) end), '')
    from read
$$;

create or replace function private.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.price_calculations;
  v_line public.quotation_items;
  v_sizes record;
begin
  perform private.open_quotation_draft(p_quotation);
  select * into v_row from public.price_calculations where id = p_calculation;
  if v_row.id is null then
    perform private.refuse('PT404', 'This calculation is not there any more');
  end if;
  select * into v_line from public.quotation_items
   where quotation_id = p_quotation and kind = 'item' and (id = p_item or calculation_id = p_calculation)
   order by id = p_item desc, position limit 1;
  select * into v_sizes from private.sizes_for_line(v_row.inputs, v_line);
  if char_length(v_sizes.details) > 10000 then
    perform private.refuse('22023', 'The sizes of the parts are too long for the details of a line. Give the parts shorter names.');
  end if;
  if v_line.id is not null then
    update public.quotation_items
       set qty = v_row.quantity, unit = 'piece', unit_price = v_row.unit_price, price_breaks = null, own_charged_qty = null,
           priced_size = null, calculation_id = v_row.id, service_id = coalesce(v_row.service_id, service_id),
           width_mm = v_sizes.width_mm, height_mm = v_sizes.height_mm, details = v_sizes.details
     where id = v_line.id;
  else
    insert into public.quotation_items (id, quotation_id, position, description, details, qty, unit, unit_price, service_id,
      calculation_id, width_mm, height_mm)
    values (p_item, p_quotation, p_position, v_row.name, v_sizes.details, v_row.quantity, 'piece', v_row.unit_price, v_row.service_id,
      v_row.id, v_sizes.width_mm, v_sizes.height_mm)
    returning id into v_line.id;
  end if;
  perform private.cost_of_line(v_line.id, p_calculation);
  return v_line.id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.put_calculation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Puts price, pieces and sizes of a calculation into a draft quotation: into the line p_item, or the line that it has there already,
else as a new line at p_position. The price is for a piece. Returns the line.';

comment on function public.put_calculation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Puts price, pieces and sizes of a calculation into a draft quotation: into the line p_item, or the line that it has there already,
else as a new line at p_position. The price is for a piece. Returns the line.';

comment on function private.parts_words(pg_catalog.jsonb) is 'The sizes of the parts of a calculation as a paragraph of a line, each size on its own row. Null without parts.';

comment on function private.size_words(numeric,numeric) is 'A size as the company writes numbers: 1,220 × 2,438.4 mm. Agrees with sizeText in src/documents.';

comment on function private.sizes_for_line(pg_catalog.jsonb,public.quotation_items) is 'Size and details of a line that a calculation is put into. One part is the size of the piece. More parts stand in the details: the
line then keeps the size that somebody typed for the whole piece, but not the size of a part. Without parts the size stays.';

reset check_function_bodies;
