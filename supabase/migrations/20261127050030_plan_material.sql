-- Who may plan is asked before the quantity is read, and a plan that changes is open again.

create or replace function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text default null) returns void
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

-- A step that is not there says nothing to whoever may not skip steps.
create or replace function private.skip_step(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_reason constant text := nullif(left(btrim(p_reason), 500), '');
begin
  if not (private.is_server() or private.named('skip_steps')) then
    raise insufficient_privilege using message = 'You may not skip steps';
  end if;
  v_step := private.step_for(p_id, 'skip steps');
  if v_step.status = 'skipped' then
    return;
  elsif v_step.status = 'in_progress' then
    perform private.refuse('PT409', 'This step is running. Pause it first.');
  elsif v_reason is null then
    perform private.refuse('22023', 'Please say why this job does not need the step');
  end if;
  update public.job_steps set status = 'skipped', skip_reason = v_reason where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_skipped', jsonb_build_object('step', v_step.name, 'reason', v_reason));
end $$;

-- A step that is opened again, or done after all, takes its job back to production, whichever step it is.
create or replace function private.follow_steps() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select status into v_status from public.jobs where id = new.job_id;
  if new.status not in ('done', 'skipped') and v_status in ('qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  elsif new.status = 'in_progress' and new.before_approval and v_status = 'new' then
    update public.jobs set status = 'artwork' where id = new.job_id;
  elsif new.status in ('in_progress', 'done') and not new.before_approval and v_status in ('new', 'artwork', 'approved', 'qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  end if;
  if new.status in ('done', 'skipped') and not exists (
    select from public.job_steps s where s.job_id = new.job_id and s.status not in ('done', 'skipped'))
  then
    update public.jobs set status = 'qc' where id = new.job_id and status = 'in_production';
  end if;
  return null;
end $$;
