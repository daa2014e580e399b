-- What was kept for a job is used, in another quantity or not at all, and somebody says so before the job is ready. The
-- movements are booked in the same transaction. A company may let it be booked as planned.

alter table public.company_settings add column material_of_jobs text not null default 'asked';
alter table public.company_settings add constraint company_settings_material_of_jobs_is_known
  check (material_of_jobs in ('asked', 'by_step', 'as_planned'));
comment on column public.company_settings.material_of_jobs is
  'asked: at the hand-over of a job; by_step: with each step, what is left at the hand-over; as_planned: what was kept is booked by itself.';

alter table public.job_materials add column settled_at timestamptz;
alter table public.job_materials add constraint job_materials_settled_at_is_in_reach
  check (settled_at >= '1900-01-01' and settled_at < '10000-01-01');
comment on column public.job_materials.settled_at is 'When it was said at a hand-over what was used of it. A job that goes back to production is asked again.';

create or replace function private.share_out(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric;
  v_kept numeric;
  v_need record;
begin
  select on_hand into v_left from public.inventory_items where id = p_item_id for no key update;
  update public.job_materials m set qty_reserved = held.qty
    from (select o.id, least(o.qty_reserved, case when private.job_is_open(j.status) and o.settled_at is null
                   then greatest(o.qty_planned - o.qty_used, 0) else 0 end) as qty
            from public.job_materials o join public.jobs j on j.id = o.job_id where o.item_id = p_item_id) as held
   where m.id = held.id and m.qty_reserved <> held.qty;
  select coalesce(sum(qty_reserved), 0) into v_kept from public.job_materials where item_id = p_item_id;
  if v_kept > v_left then
    for v_need in
      select m.id, m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and m.qty_reserved > 0 order by j.due_date desc nulls first, m.created_at desc, m.id
    loop
      exit when v_kept <= v_left;
      update public.job_materials set qty_reserved = qty_reserved - least(v_need.qty, v_kept - v_left) where id = v_need.id;
      v_kept := v_kept - least(v_need.qty, v_kept - v_left);
    end loop;
  elsif v_kept < v_left then
    for v_need in
      select m.id, m.qty_planned - m.qty_used - m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and private.job_is_open(j.status) and m.settled_at is null
         and m.qty_planned - m.qty_used - m.qty_reserved > 0
       order by j.due_date nulls last, m.created_at, m.id
    loop
      exit when v_kept >= v_left;
      update public.job_materials set qty_reserved = qty_reserved + least(v_need.qty, v_left - v_kept) where id = v_need.id;
      v_kept := v_kept + least(v_need.qty, v_left - v_kept);
    end loop;
  end if;
  update public.inventory_items set reserved = v_kept where id = p_item_id and reserved <> v_kept;
end $$;

create or replace function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_qty constant numeric := private.stock_qty(p_item_id, p_qty, p_unit);
  v_status text;
begin
  if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then
    raise insufficient_privilege using message = 'You may not plan materials';
  end if;
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

create function private.put_offcut(
  p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.form not in ('sheet', 'roll') then
    perform private.refuse('22023', 'Only sheets and rolls leave offcuts');
  elsif not coalesce(p_width_mm between 10 and 100000 and p_length_mm between 10 and 1000000, false) then
    perform private.refuse('22023', 'An offcut is at least 10 × 10 mm');
  elsif v_item.width_mm is not null and v_item.length_mm is not null and (
    least(p_width_mm, p_length_mm) > least(v_item.width_mm, v_item.length_mm)
    or greatest(p_width_mm, p_length_mm) > greatest(v_item.width_mm, v_item.length_mm))
  then
    perform private.refuse('22023', format('An offcut is not larger than the %s it was cut from', v_item.form));
  end if;
  insert into public.stock_offcuts (id, item_id, width_mm, length_mm, source_job_id, bin)
  values (coalesce(p_id, gen_random_uuid()), p_item_id, p_width_mm, p_length_mm, p_job_id, nullif(left(btrim(p_bin), 60), ''))
  on conflict (id) do nothing;
end $$;
comment on function private.put_offcut is 'Keeps a piece that is left over. Who may is asked by its callers.';

create or replace function private.keep_offcut(
  p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid default null, p_bin text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_keep_stock('keep offcuts');
  perform private.put_offcut(p_id, p_item_id, p_width_mm, p_length_mm, p_job_id, p_bin);
  return p_id;
end $$;

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
comment on function private.settle_material() is
'A job is not ready while it is open what was used of its kept material. Where the company books as planned, and where a job is
delivered before it was ready, what was kept is taken.';
create trigger settle_material before update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.settle_material();

revoke execute on all routines in schema private from public;
