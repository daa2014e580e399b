-- Material of jobs: planned, reserved, used.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.job_materials (
  id           uuid primary key default gen_random_uuid(),
  job_id       uuid not null references public.jobs (id) on delete cascade,
  item_id      uuid not null references public.inventory_items (id) on delete restrict,
  qty_planned  numeric(14, 4) not null default 0,
  qty_reserved numeric(14, 4) not null default 0,
  qty_used     numeric(14, 4) not null default 0,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  settled_at   timestamptz,
  unique (job_id, item_id),
  constraint job_materials_qty_range check (qty_planned between 0 and 1000000 and qty_reserved between 0 and 1000000
    and qty_used between 0 and 1000000)
);
create index job_materials_item_id_idx on public.job_materials (item_id);
create index job_materials_created_by_idx on public.job_materials (created_by);
comment on table public.job_materials is
  'What a job needs of an item, in stock units: planned, kept for it, taken. A job waits for material while planned is more than kept and taken.';
comment on column public.job_materials.settled_at is 'When it was said at a hand-over what was used of it. A job that goes back to production is asked again.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.job_materials', '');
grant select on public.job_materials to authenticated;
create policy "whoever reads jobs, production or stock reads materials" on public.job_materials for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('production', 'view')) or (select private.can('inventory', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  on conflict (job_id, item_id) do update set qty_planned = v_qty, settled_at = null;
  delete from public.job_materials where job_id = p_job_id and item_id = p_item_id and qty_planned = 0 and qty_used = 0;
  perform private.share_out(p_item_id);
end $$;
comment on function private.plan_material is
  'What a job needs of an item, in all. What is free is reserved for it at once; the rest when it arrives. Zero removes the need.';
call private.offer('private.plan_material(uuid, uuid, numeric, text)');

create function private.lacks_of_job(p_job_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(format('%s of %s missing, %s', private.qty_text(m.qty_planned - m.qty_reserved - m.qty_used, i.stock_unit), i.name,
             coalesce('expected ' || private.day_text(private.arrival_of(i.id), true), case when i.on_order > 0 then 'not enough of it expected' else 'not ordered' end)),
             '; ' order by i.name)
      from public.job_materials m join public.inventory_items i on i.id = m.item_id
     where m.job_id = p_job_id and m.settled_at is null and m.qty_planned - m.qty_reserved - m.qty_used > 0.00005);
end $$;
comment on function private.lacks_of_job is
  'What a job lacks of its material, and when it comes, in words: 20 m² of Cast wrap vinyl missing, expected Thu 3 Dec 2026. Null where all is kept or taken.';

create function private.begin_without(p_job_id uuid, p_what jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lacks constant text := private.lacks_of_job(p_job_id);
begin
  if v_lacks is not null then
    perform private.must_say_yes('material_missing', v_lacks || '. Start it anyway?');
    perform private.log_event('job', p_job_id, 'begun_without', p_what || jsonb_build_object('missing', left(v_lacks, 300)));
  end if;
end $$;
comment on function private.begin_without is
  'Making begins: asks first (material_missing) where the job lacks material, and tells the story of the job what began without it. p_what: {step} or {panel}.';

create function private.calculated_size(p_inputs jsonb, p_width_mm numeric, p_height_mm numeric, out inputs jsonb, out ratio numeric)
  language plpgsql immutable set search_path = ''
as $$
declare
  v_part constant jsonb := p_inputs #> '{parts,0}';
  v_width constant numeric := (v_part ->> 'width_mm')::numeric;
  v_height constant numeric := (v_part ->> 'height_mm')::numeric;
begin
  inputs := p_inputs;
  ratio := 1;
  if jsonb_array_length(p_inputs -> 'parts') = 1 and v_part ->> 'qty' = '1' and p_width_mm > 0 and p_height_mm > 0 then
    ratio := p_width_mm * p_height_mm / (v_width * v_height);
    inputs := jsonb_set(p_inputs, '{parts,0}', v_part || jsonb_build_object('width_mm', p_width_mm::text, 'height_mm', p_height_mm::text)
      || case when v_part ->> 'edge_mm' is null then '{}'
           else jsonb_build_object('edge_mm', trunc((v_part ->> 'edge_mm')::numeric * (p_width_mm + p_height_mm) / (v_width + v_height), 2)::text) end);
  end if;
end $$;
comment on function private.calculated_size is
'A calculation of one part in the size that is sold: its inputs with that size, and the ratio of the areas. Of several parts, or without a size, as it was calculated.';

create function private.calculated_material(p_calculation public.price_calculations, p_pieces numeric, p_width_mm numeric default null, p_height_mm numeric default null)
  returns table (item_id uuid, qty numeric) language sql stable set search_path = ''
as $$
  with sized as (
    select * from private.calculated_size(p_calculation.inputs, p_width_mm, p_height_mm)
  ), step as (
    select s, case s ->> 'kind' when 'item' then (s ->> 'qty')::numeric * private.calculated_extent(sized.inputs, s)
             * case when (s ->> 'once')::boolean then 1 else p_pieces end
           else (p_calculation.nested ->> (s ->> 'id'))::numeric * p_pieces / p_calculation.quantity * sized.ratio end as amount
      from sized, jsonb_array_elements(p_calculation.inputs -> 'steps') as s where s ->> 'kind' in ('sheet', 'roll', 'item')
  ), need as (
    select i.id, i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') as is_whole,
           case step.s ->> 'kind'
             when 'sheet' then case i.stock_unit when 'm2' then ceil(amount) * i.width_mm * i.length_mm / 1000000
                                 when 'sheet' then ceil(amount) when 'piece' then ceil(amount) end
             when 'roll' then case i.stock_unit when 'm' then amount / 1000 when 'm2' then amount / 1000 * i.width_mm / 1000 end
             else case when i.stock_unit = i.sell_unit then amount end end as qty
      from step join public.inventory_items i on i.id = (step.s ->> 'item_id')::uuid and i.archived_at is null
  )
  select id, least(case when is_whole then ceil(sum(n.qty)) else ceil(sum(n.qty) * 10000) / 10000 end, 1000000) from need n
   where n.qty > 0 group by id, is_whole order by id
$$;
comment on function private.calculated_material is
  'What so many pieces of a calculation need of the stock, in the stock unit of each item: whole sheets as they were laid out, metres
or m² of a roll, and parts. In another size than the calculated one parts follow their m² and edges, sheets and rolls the area. What is counted in another unit than it is calculated in is left out.';

create function private.plan_calculated_material(
  p_job_id uuid, p_calculation_id uuid, p_pieces numeric, p_width_mm numeric, p_height_mm numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_need record;
begin
  if exists (select from public.job_materials where job_id = p_job_id) then
    return;
  end if;
  for v_need in
    select n.item_id, n.qty from public.price_calculations c, lateral private.calculated_material(c, p_pieces, p_width_mm, p_height_mm) as n
     where c.id = p_calculation_id order by n.item_id
  loop
    perform from public.inventory_items where id = v_need.item_id for no key update;
    insert into public.job_materials (job_id, item_id, qty_planned) values (p_job_id, v_need.item_id, v_need.qty);
    perform private.share_out(v_need.item_id);
  end loop;
end $$;
comment on function private.plan_calculated_material is
  'Plans and keeps for a new job what its calculation needs in the size that is sold, unless somebody planned its material already.';

create function private.book_material(p_job_id uuid, p_material jsonb, p_is_all boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_answer record;
  v_used numeric;
begin
  if p_material is null then
    return;
  elsif jsonb_typeof(p_material) <> 'array' or jsonb_array_length(p_material) > 100 then
    perform private.refuse('22023', 'Say of at most 100 materials what was used');
  end if;
  for v_answer in
    select a.item_id, a.used, coalesce(a.offcuts, '[]') as offcuts, i.name, count(*) over (partition by a.item_id) as times
      from jsonb_to_recordset(p_material) as a (item_id uuid, used numeric, offcuts jsonb)
      left join public.inventory_items i on i.id = a.item_id
     order by a.item_id
  loop
    if v_answer.name is null then
      perform private.refuse('PT404', 'This item is not there any more');
    elsif v_answer.times > 1 then
      perform private.refuse('22023', format('Say once what was used of %s', v_answer.name));
    elsif jsonb_typeof(v_answer.offcuts) <> 'array' or jsonb_array_length(v_answer.offcuts) > 50 then
      perform private.refuse('22023', 'At most 50 offcuts are kept at once');
    end if;
    v_used := private.stock_qty(v_answer.item_id, v_answer.used, null);
    if v_used > 0 then
      insert into public.stock_movements (item_id, reason, qty, job_id) values (v_answer.item_id, 'deduct', -v_used, p_job_id);
    end if;
    perform private.put_offcut(o.id, v_answer.item_id, o.width_mm, o.length_mm, p_job_id, o.bin)
      from jsonb_to_recordset(v_answer.offcuts) as o (id uuid, width_mm numeric, length_mm numeric, bin text);
    if p_is_all then
      update public.job_materials set settled_at = now() where job_id = p_job_id and item_id = v_answer.item_id;
    end if;
  end loop;
end $$;
comment on function private.book_material is
'Books what a job used: p_material is [{item_id, used, offcuts: [{id, width_mm, length_mm, bin}]}], used in the stock unit beyond what was
taken before. p_is_all: this is all that it used; what is still kept of these items is let go. Who may is asked by its callers.';

create function private.take_material(p_id uuid, p_job_id uuid, p_item_id uuid, p_qty numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_kept public.stock_movements;
  v_qty numeric;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit') or private.can('inventory', 'edit')) then
    raise insufficient_privilege using message = 'You may not take material';
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select * into v_kept from public.stock_movements where id = p_id;
  if found then
    perform private.must_be_same((v_kept.job_id, v_kept.item_id) = (p_job_id, p_item_id), 'movement of stock');
    return private.movement_facts(p_id);
  end if;
  perform private.must_be_in_work(v_job);
  perform private.refuse_held_job(v_job);
  v_qty := private.stock_qty(p_item_id, p_qty, null);
  if v_qty = 0 then
    perform private.refuse('22023', 'The quantity must be more than zero');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id) values (p_id, p_item_id, 'deduct', -v_qty, p_job_id);
  return private.movement_facts(p_id);
end $$;
comment on function private.take_material is
'The bench takes material for a job, in the stock unit: who works on jobs may, also without the right to keep stock. p_id is chosen by
the caller: a repeated call takes once. A job on hold takes none, and is refused with its reason. Answers what is there and free now.';
call private.offer('private.take_material(uuid, uuid, uuid, numeric)');

create function private.settle_material() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept record;
begin
  if new.status = 'in_production' and old.status <> 'on_hold' then
    update public.job_materials set settled_at = null where job_id = new.id and settled_at is not null;
  elsif new.status in ('ready', 'delivered') and private.job_is_open(old.status) and old.status <> 'on_hold' then
    for v_kept in
      select m.item_id, m.qty_reserved as qty, i.name, i.stock_unit from public.job_materials m join public.inventory_items i on i.id = m.item_id
       where m.job_id = new.id and m.qty_reserved > 0 and m.settled_at is null order by m.item_id
    loop
      if new.status = 'ready' and (select s.material_of_jobs <> 'as_planned' from public.company_settings s) then
        perform private.refuse('PT409', format('%s of %s %s kept for this job. Please say how much was used.',
          private.qty_text(v_kept.qty, v_kept.stock_unit), v_kept.name, case when v_kept.qty = 1 then 'is' else 'are' end));
      end if;
      insert into public.stock_movements (item_id, reason, qty, job_id) values (v_kept.item_id, 'deduct', -v_kept.qty, new.id);
    end loop;
  end if;
  return new;
end $$;
comment on function private.settle_material is
'A job is not ready while it is open what was used of its kept material. Where the company books as planned, and where a job is
delivered before it was ready, what was kept is taken.';

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.job_materials', 'nudge_page', $$private.nudge_pages('job_id', 'jobs', 'production')$$);
call private.after_each_statement('public.job_materials', 'nudge_stock', $$private.nudge_pages('item_id', 'inventory')$$);
