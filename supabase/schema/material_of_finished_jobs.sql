-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.book_material(p_job_id uuid, p_material jsonb, p_is_all boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.book_material(p_job_id uuid, p_material jsonb, p_is_all boolean) is 'Books what a job used: p_material is [{item_id, used, offcuts: [{id, width_mm, length_mm, bin}]}], used in the stock unit beyond what was
taken before. p_is_all: this is all that it used; what is still kept of these items is let go. Who may is asked by its callers.';

CREATE OR REPLACE FUNCTION private.put_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.put_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) is 'Keeps a piece that is left over. Who may is asked by its callers.';

CREATE OR REPLACE FUNCTION private.settle_material()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.settle_material() is 'A job is not ready while it is open what was used of its kept material. Where the company books as planned, and where a job is
delivered before it was ready, what was kept is taken.';
