-- Samples of a trade: services, work centres, materials and prices that a new company begins with.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.sample_records (
  key        text primary key,
  trades     text[] not null,
  kind       text not null,
  record_id  uuid not null,
  versions   jsonb not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint sample_records_once unique (kind, record_id),
  constraint sample_records_key_is_a_word check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  constraint sample_records_trades_are_known
    check (cardinality(trades) between 1 and 3 and trades <@ '{sign_maker,printer,vehicle_wraps}'::text[]),
  constraint sample_records_kind_is_known check (kind in ('work_centres', 'inventory_items', 'inks', 'markup_bands', 'eco_solvent_parameters',
    'machine_prices', 'human_service_parameters', 'travel_zones', 'services')),
  constraint sample_records_versions_is_an_object check (jsonb_typeof(versions) = 'object' and octet_length(versions::text) <= 20000)
);
create index sample_records_created_by_idx on public.sample_records (created_by);
comment on table public.sample_records is 'Which records came from the samples of a trade. Written by take_trade_sample and remove_trade_sample.';
comment on column public.sample_records.trades is 'The trades that were taken and contain the record.';
comment on column public.sample_records.kind is 'The table of the record.';
comment on column public.sample_records.versions is 'Row versions of the record and of its own rows, as the sample made them: a difference is a change.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.sample_records', 'select');
create policy "admins read what came from a sample" on public.sample_records
  for select to authenticated using ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.sample_columns(p_table text) returns text[]
  language sql immutable set search_path = ''
as $$
  select case p_table
    when 'work_centres' then '{name,kind,capacity_minutes_day,work_days,sort}'
    when 'inventory_items' then
      '{sku,name,form,width_mm,length_mm,thickness_mm,buy_unit,sell_unit,sell_per_buy}'
    when 'inventory_item_costs' then '{item_id,cost_price,markup_pct}'
    when 'inks' then '{name,cost_per_ml}'
    when 'markup_bands' then '{name,from_cost,to_cost,markup_pct}'
    when 'eco_solvent_parameters' then '{name,media_item_id,quality,passes,speed_m2_h,ink_ml_m2,outgas_hours,laminate}'
    when 'machine_prices' then '{machine,name,per,price,setup_price,min_charge}'
    when 'human_service_parameters' then '{name,hourly_cost,hourly_price,min_minutes,crew_size}'
    when 'travel_zones' then '{name,up_to_km,price}'
    when 'services' then '{slug,name,category,summary,unit,base_price,min_charge,mockup_required,makes_job,sort,recipe}'
    when 'service_parameters' then '{service_id,label,kind,unit,usual,choices,sort}'
    when 'job_step_templates' then
      '{service_id,position,name,work_centre_id,minutes_fixed,minutes_per_unit,unit,before_approval,wait_minutes}'
    when 'pricing_ranges' then '{service_id,name,basis,from_value,to_value,discount_pct}'
  end::text[]
$$;
comment on function private.sample_columns is 'The columns that a sample may fill in a table; null for a table that no sample fills.';

create function private.with_sample_ids(p_values jsonb, p_ids jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(v.key, case
      when v.key like '%\_id' then coalesce(p_ids -> (v.value #>> '{}'), v.value)
      when v.key = 'recipe' and jsonb_typeof(v.value) = 'array' then (
        select jsonb_agg(private.with_sample_ids(step, p_ids) order by place)
          from jsonb_array_elements(v.value) with ordinality as steps (step, place) where jsonb_typeof(step) = 'object')
      else v.value end)
    from jsonb_each(p_values) as v
$$;
comment on function private.with_sample_ids is 'Values of a row in which ids take the place of the keys of the sample, also in the steps of a recipe.';

create function private.add_sample_row(p_table text, p_values jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant text[] := private.sample_columns(p_table);
  v_columns text;
  v_row jsonb;
begin
  if v_known is null or jsonb_typeof(p_values) is distinct from 'object'
    or exists (select from jsonb_object_keys(p_values) as k where k <> all (v_known)) then
    perform private.refuse('22023', 'This sample has something that no sample brings');
  end if;
  select string_agg(quote_ident(k), ', ') into v_columns from jsonb_object_keys(p_values) as k;
  execute format('insert into public.%1$I as made (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(made)',
    p_table, v_columns) into v_row using p_values;
  return coalesce(v_row ->> 'id', v_row ->> 'item_id')::uuid;
end $$;
comment on function private.add_sample_row is 'Adds a row of a sample to a table that samples may fill; the answer is its id.';

create function private.like_sample(p_kind text, p_values jsonb) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case p_kind
    when 'work_centres' then (select w.id from public.work_centres w where private.folded(w.name) = private.folded(p_values ->> 'name'))
    when 'inventory_items' then (select i.id from public.inventory_items i where lower(i.sku) = lower(p_values ->> 'sku'))
    when 'inks' then (select k.id from public.inks k where private.folded(k.name) = private.folded(p_values ->> 'name'))
    when 'markup_bands' then (select b.id from public.markup_bands b
      where numrange(b.from_cost, b.to_cost) && numrange((p_values ->> 'from_cost')::numeric, (p_values ->> 'to_cost')::numeric) order by b.from_cost limit 1)
    when 'eco_solvent_parameters' then (select e.id from public.eco_solvent_parameters e
      where e.media_item_id is not distinct from private.uuid_or_null(p_values ->> 'media_item_id') and e.quality = p_values ->> 'quality')
    when 'machine_prices' then (select m.id from public.machine_prices m where m.machine = p_values ->> 'machine' and m.per = p_values ->> 'per'
      and m.material_type_id is null and m.thickness_mm is null)
    when 'human_service_parameters' then (select h.id from public.human_service_parameters h
      where private.folded(h.name) = private.folded(p_values ->> 'name'))
    when 'travel_zones' then (select z.id from public.travel_zones z where z.up_to_km = (p_values ->> 'up_to_km')::numeric)
    when 'services' then (select s.id from public.services s where s.slug = p_values ->> 'slug') end);
end $$;
comment on function private.like_sample is
  'The record of the company that stands where this row of a sample would: same name, number or range. It is used as it is. Null: there is none.';

create function private.sample_versions(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_own integer;
begin
  execute format('select row_version from public.%I where id = $1', p_kind) into v_own using p_id;
  return (select case when v_own is not null then jsonb_object_agg(own.id, own.version) end
    from (select p_id::text as id, v_own as version
          union all select 'cost', c.row_version from public.inventory_item_costs c where c.item_id = p_id
          union all select p.id::text, p.row_version from public.service_parameters p where p.service_id = p_id
          union all select t.id::text, t.row_version from public.job_step_templates t where t.service_id = p_id
          union all select r.id::text, r.row_version from public.pricing_ranges r where r.service_id = p_id) as own);
end $$;
comment on function private.sample_versions is
  'The versions of a record and of the rows that belong to it alone: cost, parameters, steps, price breaks. Null: it is not there any more.';

create function private.sample_uses(p_kind text, p_ids uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other record;
  v_some uuid[];
  v_used uuid[] := '{}';
begin
  for v_other in
    select c.conrelid::regclass as relation, a.attname as column_name
      from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = format('public.%I', p_kind)::regclass and (c.conrelid, c.confrelid) not in (
       select format('public.%I', owned)::regclass, format('public.%I', owner)::regclass from (values ('service_parameters', 'services'),
         ('job_step_templates', 'services'), ('pricing_ranges', 'services'), ('inventory_item_costs', 'inventory_items')) as own (owned, owner))
  loop
    execute format('select array_agg(asked) from unnest($1) as asked where exists (select from %s as other where other.%I = asked)', v_other.relation, v_other.column_name)
      into v_some using p_ids;
    v_used := v_used || coalesce(v_some, '{}');
  end loop;
  return v_used || array(
    select asked from unnest(p_ids) as asked
     where exists (select from public.price_calculations c where c.inputs::text like '%' || asked || '%')
        or exists (select from public.services s where s.recipe::text like '%' || asked || '%'));
end $$;
comment on function private.sample_uses is 'Which of these records another one names: in a column, in a calculation or in a recipe.';

create function private.take_trade_sample(p_trade text, p_records jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_one jsonb;
  v_row jsonb;
  v_values jsonb;
  v_id uuid;
  v_ids jsonb := '{}';
  v_added integer := 0;
  v_there integer := 0;
begin
  perform private.must_set_up();
  if coalesce(p_trade, '') not in ('sign_maker', 'printer', 'vehicle_wraps') or jsonb_typeof(p_records) is distinct from 'array'
    or jsonb_array_length(p_records) not between 1 and 200 then
    perform private.refuse('22023', 'A sample is of a known trade and has 200 records at most');
  end if;
  perform from public.company_settings where id = 1 for update;
  for v_one in select * from jsonb_array_elements(p_records) loop
    if coalesce(v_one ->> 'kind', '') not in ('work_centres', 'inventory_items', 'inks', 'markup_bands', 'eco_solvent_parameters',
      'machine_prices', 'human_service_parameters', 'travel_zones', 'services') or jsonb_typeof(v_one -> 'values') is distinct from 'object'
      or coalesce(v_one ->> 'key', '') = '' or jsonb_typeof(coalesce(v_one -> 'rows', '[]')) <> 'array' then
      perform private.refuse('22023', 'This sample has something that no sample brings');
    end if;
    delete from public.sample_records s where s.key = v_one ->> 'key' and private.sample_versions(s.kind, s.record_id) is null;
    update public.sample_records set trades = trades || p_trade where key = v_one ->> 'key' and kind = v_one ->> 'kind' and p_trade <> all (trades);
    v_values := private.with_sample_ids(v_one -> 'values', v_ids);
    v_id := coalesce((select s.record_id from public.sample_records s where s.key = v_one ->> 'key' and s.kind = v_one ->> 'kind'),
      private.like_sample(v_one ->> 'kind', v_values));
    if v_id is not null then
      v_there := v_there + 1;
    else
      v_id := private.add_sample_row(v_one ->> 'kind', v_values);
      for v_row in select * from jsonb_array_elements(coalesce(v_one -> 'rows', '[]')) loop
        perform private.add_sample_row(v_row ->> 'table', private.with_sample_ids(v_row -> 'values', v_ids)
          || jsonb_build_object(case v_one ->> 'kind' when 'inventory_items' then 'item_id' else 'service_id' end, v_id));
      end loop;
      insert into public.sample_records (key, trades, kind, record_id, versions)
      values (v_one ->> 'key', array[p_trade], v_one ->> 'kind', v_id, private.sample_versions(v_one ->> 'kind', v_id));
      v_added := v_added + 1;
    end if;
    v_ids := v_ids || jsonb_build_object(v_one ->> 'key', v_id);
  end loop;
  return jsonb_build_object('added', v_added, 'there', v_there);
end $$;
comment on function private.take_trade_sample is
  'For admins: adds the samples of a trade, all or nothing. p_records: [{key, kind, values, rows: [{table, values}]}] in the order in which they
need each other; an id may be the key of an earlier record. A record of the company that has the same name or number is used as it is.
The same sample twice is taken once. Returns how many records were added and how many were there.';
call private.offer('private.take_trade_sample(text, jsonb)');

create function private.remove_trade_sample(p_trade text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind text;
  v_ids uuid[];
  v_rows jsonb;
  v_used uuid[];
  v_stay jsonb;
  v_gone uuid[];
  v_kept jsonb := '[]';
  v_removed integer := 0;
  v_shared integer;
begin
  perform private.must_set_up();
  perform from public.company_settings where id = 1 for update;
  -- What uses something goes before what it uses.
  foreach v_kind in array array['services', 'travel_zones', 'human_service_parameters', 'machine_prices', 'eco_solvent_parameters', 'markup_bands',
    'inks', 'inventory_items', 'work_centres']
  loop
    select array_agg(s.record_id) into v_ids from public.sample_records s where s.kind = v_kind and s.trades = array[p_trade];
    continue when v_ids is null;
    execute format('select jsonb_agg(to_jsonb(r)) from (select id, name from public.%I where id = any ($1) order by id for update) as r', v_kind)
      into v_rows using v_ids;
    v_used := private.sample_uses(v_kind, v_ids);
    select coalesce(jsonb_agg(to_jsonb(j) order by j.name) filter (where j.why is not null), '[]'), array_agg(j.id) filter (where j.why is null)
      into v_stay, v_gone
      from (select v_kind as kind, r.id, r.name, case
                when private.sample_versions(v_kind, r.id) <> s.versions then 'changed' when r.id = any (v_used) then 'used' end as why
              from jsonb_to_recordset(coalesce(v_rows, '[]')) as r (id uuid, name text)
              join public.sample_records s on s.kind = v_kind and s.record_id = r.id) as j;
    execute format('delete from public.%I where id = any ($1)', v_kind) using v_gone;
    delete from public.sample_records s where s.kind = v_kind and s.record_id = any (v_ids);
    v_kept := v_kept || v_stay;
    v_removed := v_removed + coalesce(cardinality(v_gone), 0);
  end loop;
  update public.sample_records set trades = array_remove(trades, p_trade) where p_trade = any (trades);
  get diagnostics v_shared = row_count;
  return jsonb_build_object('removed', v_removed, 'shared', v_shared, 'kept', v_kept);
end $$;
comment on function private.remove_trade_sample is
  'For admins: removes what came from the samples of a trade. What somebody changed, and what other records use, stays and is named with its
reason; it is the company''s own from then on. What another trade brought as well stays with that one. Twice: nothing is left to remove.';
call private.offer('private.remove_trade_sample(text)');

create function private.trade_samples() returns table (key text, trades text[], kind text, record_id uuid, name text, is_changed boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_one public.sample_records;
begin
  perform private.must_set_up();
  for v_one in select s.* from public.sample_records s order by s.kind, s.key loop
    execute format('select r.name from public.%I r where r.id = $1', v_one.kind) into name using v_one.record_id;
    if name is not null then
      key := v_one.key;
      trades := v_one.trades;
      kind := v_one.kind;
      record_id := v_one.record_id;
      is_changed := private.sample_versions(v_one.kind, v_one.record_id) <> v_one.versions;
      return next;
    end if;
  end loop;
end $$;
comment on function private.trade_samples is 'For admins: the records that came from samples and are still there, and whether somebody changed them.';
call private.offer('private.trade_samples()');
