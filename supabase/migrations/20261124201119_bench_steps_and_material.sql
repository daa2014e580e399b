set check_function_bodies = off;

create or replace function private.take_material(p_id uuid, p_job_id uuid, p_item_id uuid, p_qty numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_qty numeric;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit') or private.can('inventory', 'edit')) then
    raise insufficient_privilege using message = 'You may not take material';
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif exists (select from public.stock_movements where id = p_id) then
    return private.movement_facts(p_id);
  end if;
  perform private.must_be_in_work(v_job);
  v_qty := private.stock_qty(p_item_id, p_qty, null);
  if v_qty = 0 then
    perform private.refuse('22023', 'The quantity must be more than zero');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id) values (p_id, p_item_id, 'deduct', -v_qty, p_job_id);
  return private.movement_facts(p_id);
end $$;

create or replace function private.template_minutes(p_step public.job_step_templates, p_qty numeric, p_width_mm numeric, p_height_mm numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select trunc(p_step.minutes_fixed + p_step.minutes_per_unit * case p_step.unit
    when 'm2' then p_qty * coalesce(p_width_mm, 0) * coalesce(p_height_mm, 0) / 1000000
    when 'm' then p_qty * greatest(coalesce(p_width_mm, 0), coalesce(p_height_mm, 0)) / 1000
    else p_qty end, 2)
$$;

create or replace function private.add_template_steps(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_step record;
  v_previous uuid;
  v_id uuid;
begin
  select * into v_job from public.jobs where id = p_job_id;
  for v_step in
    select t.*, private.template_minutes(t, v_job.qty, v_job.width_mm, v_job.height_mm) as minutes
      from public.job_step_templates t
     where t.service_id = v_job.service_id and not (t.before_approval and v_job.remake_of is not null) order by t.position
  loop
    insert into public.job_steps (job_id, position, name, work_centre_id, before_approval, planned_minutes, wait_minutes, depends_on)
    values (p_job_id, v_step.position, v_step.name, v_step.work_centre_id, v_step.before_approval, least(v_step.minutes, 1000000),
      v_step.wait_minutes, case when v_step.after_previous and v_previous is not null then array[v_previous] else '{}' end)
    returning id into v_id;
    v_previous := v_id;
  end loop;
end $$;

create or replace function private.log_removed_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jobs where id = old.job_id) then
    perform private.leave_step_order(old);
    perform private.log_event('job', old.job_id, 'step_removed', jsonb_build_object('step', old.name));
  end if;
  return null;
end $$;

create or replace function private.settle_step_order(p_job_id uuid, p_step_id uuid, p_after uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_steps uuid[] := array(select id from public.job_steps where job_id = p_job_id and id <> p_step_id order by position);
  v_place constant integer := coalesce(array_position(v_steps, p_after), 0);
  v_next public.job_steps;
begin
  if p_after is not null and v_place = 0 then
    perform private.refuse('PT404', 'The step before it is not there any more');
  end if;
  select * into v_next from public.job_steps where id = v_steps[v_place + 1];
  if v_next.status in ('in_progress', 'paused', 'done') then
    perform private.refuse('PT409', format('"%s" has begun already: a step that is to do comes after it', v_next.name));
  end if;
  v_steps := v_steps[:v_place] || p_step_id || v_steps[v_place + 1:];
  -- Positions are unique in a job: all are moved out of the way first.
  update public.job_steps set position = '~' || id where job_id = p_job_id;
  update public.job_steps s set position = private.line_key(place.number::integer - 1)
    from unnest(v_steps) with ordinality as place (id, number) where s.id = place.id;
  update public.job_steps set depends_on = case when p_after is null then '{}' else array[p_after] end where id = p_step_id;
  update public.job_steps set depends_on = array_append(array_remove(depends_on, p_after), p_step_id)
   where id = v_next.id and status = 'todo' and (p_after = any (depends_on) or p_after is null and depends_on = '{}');
end $$;

create or replace function private.leave_step_order(p_step public.job_steps) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.job_steps s set depends_on = array(
      select distinct waits.id from unnest(array_remove(s.depends_on, p_step.id) || p_step.depends_on) as waits (id))
   where s.job_id = p_step.job_id and p_step.id = any (s.depends_on)
$$;

create or replace function private.job_to_plan(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select status into v_status from public.jobs where id = p_job_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status in ('qc', 'ready') then
    perform private.refuse('PT409', format('This job is in %s. Take it back to production first.', case v_status when 'qc' then 'quality control' else 'the stage Ready' end));
  elsif v_status in ('delivered', 'closed', 'cancelled') then
    perform private.refuse('PT409', format('This job is %s', v_status));
  end if;
end $$;

create or replace function private.add_step(
  p_id uuid, p_job_id uuid, p_name text, p_work_centre_id uuid default null, p_minutes numeric default 0, p_after uuid default null,
  p_before_approval boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not add steps';
  end if;
  perform private.take_turn_at_steps(p_job_id);
  perform private.job_to_plan(p_job_id);
  if exists (select from public.job_steps where id = p_id) then
    return p_id;
  elsif coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please say what is to be done');
  elsif (select count(*) from public.job_steps where job_id = p_job_id) >= 100 then
    perform private.refuse('PT409', 'A job has 100 steps at most');
  elsif p_work_centre_id is not null and not exists (
    select from public.work_centres w where w.id = p_work_centre_id and w.archived_at is null)
  then
    perform private.refuse('PT404', 'This work centre is not used any more');
  elsif not coalesce(p_minutes between 0 and 14400, false) then
    perform private.refuse('22023', 'A step takes at most 10 days');
  end if;
  insert into public.job_steps (id, job_id, position, name, work_centre_id, planned_minutes, before_approval)
  values (p_id, p_job_id, '~' || p_id, left(btrim(p_name), 200), p_work_centre_id, p_minutes, coalesce(p_before_approval, false));
  perform private.settle_step_order(p_job_id, p_id, p_after);
  perform private.log_event('job', p_job_id, 'step_added', jsonb_build_object('step', left(btrim(p_name), 200)));
  return p_id;
end $$;

create or replace function private.put_step_after(p_id uuid, p_after uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps := private.step_for(p_id, 'order steps');
  v_waits boolean;
begin
  perform private.take_turn_at_steps(v_step.job_id);
  perform private.job_to_plan(v_step.job_id);
  select * into v_step from public.job_steps where id = p_id;
  if v_step.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif v_step.status not in ('todo', 'skipped') then
    perform private.refuse('PT409', 'This step has begun: its place stays');
  elsif p_after = p_id then
    return;
  end if;
  v_waits := v_step.depends_on <> '{}' or exists (select from public.job_steps s where s.job_id = v_step.job_id and p_id = any (s.depends_on));
  perform private.leave_step_order(v_step);
  perform private.settle_step_order(v_step.job_id, p_id, p_after);
  if not v_waits then
    perform private.leave_step_order(s) from public.job_steps s where s.id = p_id;
    update public.job_steps set depends_on = '{}' where id = p_id;
  end if;
end $$;

create or replace function private.guard_new_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.job_to_plan(new.job_id);
  return new;
end $$;

create or replace function private.copy_steps(p_job public.jobs, p_remake_id uuid, p_qty numeric, p_from_step uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant text := (select position from public.job_steps where id = p_from_step and job_id = p_job.id and not before_approval);
begin
  if not exists (select from public.job_steps where job_id = p_job.id and not before_approval and status <> 'skipped') then
    perform private.add_template_steps(p_remake_id);
    return;
  end if;
  insert into public.job_steps (job_id, position, name, work_centre_id, planned_minutes, wait_minutes)
  select p_remake_id, s.position, s.name, s.work_centre_id, coalesce((
      select least(private.template_minutes(t, p_qty, p_job.width_mm, p_job.height_mm), 1000000) from public.job_step_templates t
       where t.service_id = p_job.service_id and t.name = s.name order by t.position limit 1),
      round(s.planned_minutes * p_qty / p_job.qty, 2)), s.wait_minutes
    from public.job_steps s
   where s.job_id = p_job.id and not s.before_approval and s.status <> 'skipped' and s.position >= coalesce(v_from, s.position);
  with recursive pairs as (
    select o.id as was, o.depends_on, n.id as made from public.job_steps o
      left join public.job_steps n on n.job_id = p_remake_id and n.position = o.position where o.job_id = p_job.id
  ), ways as (
    select p.made as step, d.id as was, 1 as depth from pairs p, unnest(p.depends_on) as d (id) where p.made is not null
    union
    select w.step, d.id, w.depth + 1 from ways w join pairs p on p.was = w.was and p.made is null, unnest(p.depends_on) as d (id)
     where w.depth < 100
  )
  update public.job_steps s set depends_on = waits.for_steps
    from (select w.step, array_agg(distinct p.made) as for_steps from ways w join pairs p on p.was = w.was and p.made is not null group by w.step) as waits
   where s.id = waits.step;
end $$;

create or replace function private.make_remake(p_job public.jobs, p_qty numeric, p_from_step uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_root text := regexp_replace(p_job.job_number, '-R[0-9]+$', '');
  v_id uuid;
begin
  insert into public.jobs (job_number, quotation_id, order_id, order_item_id, contact_id, service_id, title, qty, unit, width_mm, height_mm,
    details, spec, due_date, priority, lead_user_id, mockup_required, mockup_status, status, remake_of)
  values (v_root || '-R' || (1 + (select count(*) from public.jobs j where j.job_number ~ ('^' || v_root || '-R[0-9]+$'))),
    p_job.quotation_id, p_job.order_id, p_job.order_item_id, p_job.contact_id, p_job.service_id, p_job.title, p_qty, p_job.unit,
    p_job.width_mm, p_job.height_mm, p_job.details, p_job.spec, p_job.due_date, case when p_job.priority = 'urgent' then 'urgent' else 'high' end,
    p_job.lead_user_id, p_job.mockup_required, p_job.mockup_status, 'approved', p_job.id)
  returning id into v_id;
  perform private.copy_steps(p_job, v_id, p_qty, p_from_step);
  insert into public.job_materials (job_id, item_id, qty_planned)
  select v_id, m.item_id, case when i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set')
      then ceil(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty) else round(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty, 4) end
    from public.job_materials m join public.inventory_items i on i.id = m.item_id
   where m.job_id = p_job.id and greatest(m.qty_planned, m.qty_used) > 0;
  perform private.share_out(m.item_id) from (select item_id from public.job_materials where job_id = v_id order by item_id) as m;
  return v_id;
end $$;

create or replace function private.job_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view') or private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return (
    select jsonb_build_object('number', j.job_number, 'status', j.status, 'title', j.title, 'company', private.company_facts(),
      'client', coalesce(private.contact_facts(j.contact_id), jsonb_build_object('name', null, 'company', 'Work of the house', 'address', null,
        'city', null, 'postcode', null, 'country', null, 'vat_number', null)),
      'order_number', (select o.order_number from public.orders o where o.id = j.order_id), 'due_date', j.due_date,
      'promised_date', (select o.promised_date from public.orders o where o.id = j.order_id),
      'timing', (select t.timing from private.timings() t where t.kind = 'job' and t.id = j.id), 'qty', trim_scale(j.qty)::text,
      'unit', j.unit, 'width_mm', trim_scale(j.width_mm)::text, 'height_mm', trim_scale(j.height_mm)::text, 'instructions', j.details,
      'steps', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'work_centre', w.name, 'planned_minutes', trim_scale(s.planned_minutes)::text,
                 'status', s.status) order by s.position)
          from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id
         where s.job_id = j.id and s.status <> 'skipped'), '[]'),
      'materials', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'bin', i.bin, 'planned', private.qty_text(m.qty_planned, i.stock_unit),
                 'kept', case when m.qty_reserved > 0 then private.qty_text(m.qty_reserved, i.stock_unit) end,
                 'taken', case when m.qty_used > 0 then private.qty_text(m.qty_used, i.stock_unit) end) order by i.name)
          from public.job_materials m join public.inventory_items i on i.id = m.item_id
         where m.job_id = j.id and (m.qty_planned > 0 or m.qty_used > 0)), '[]'),
      'proof', (
        select jsonb_build_object('version', m.version, 'status', m.status, 'by', m.decided_name, 'at', m.decided_at,
                 'picture', (select p.path from public.mockup_pages p where p.mockup_id = m.id order by p.page limit 1), 'pages', m.page_count)
          from public.mockups m where m.job_id in (j.id, j.remake_of) and m.status in ('approved', 'sent')
         order by m.job_id = j.id desc, m.status, m.version desc limit 1),
      'remake_of', (select o.job_number from public.jobs o where o.id = j.remake_of))
      from public.jobs j where j.id = p_id);
end $$;

create or replace function private.undo_movement(p_id uuid, p_reversal_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was public.stock_movements;
begin
  select * into v_was from public.stock_movements where id = p_id;
  -- Who took material for a job puts it back without the right to keep stock.
  if not coalesce(v_was.created_by = auth.uid() and v_was.job_id is not null and v_was.reason = 'deduct'
    and (private.can('production', 'edit') or private.can('jobs', 'edit')), false)
  then
    perform private.must_keep_stock('undo movements');
  end if;
  if v_was.id is null then
    perform private.refuse('PT404', 'This movement is not there');
  elsif exists (select from public.stock_movements where id = p_reversal_id) then
    return private.movement_facts(p_reversal_id);
  elsif v_was.reason = 'reversal' then
    perform private.refuse('PT409', 'This is an undo already. Enter the movement again.');
  end if;
  perform from public.inventory_items where id = v_was.item_id for no key update;
  if exists (select from public.stock_movements where reverses_id = p_id) then
    perform private.refuse('PT409', 'This movement is undone already');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, purchase_line_id, receipt_id, reverses_id)
  values (p_reversal_id, v_was.item_id, 'reversal', -v_was.qty, v_was.job_id, v_was.purchase_line_id, v_was.receipt_id, p_id);
  return private.movement_facts(p_reversal_id);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.take_material(uuid, uuid, uuid, numeric)');

call private.offer('private.add_step(uuid, uuid, text, uuid, numeric, uuid, boolean)');

call private.offer('private.put_step_after(uuid, uuid)');

create or replace trigger guard_new_step before insert on public.job_steps
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_new_step();

comment on function private.add_step(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,numeric,pg_catalog.uuid,boolean) is 'Adds a step to a job, behind p_after or first. It waits for the step before it, and the next one for it. p_id is chosen by the caller:
a repeated call adds one.';

comment on function private.copy_steps(public.jobs,pg_catalog.uuid,numeric,pg_catalog.uuid) is 'Gives a remake the steps that its job really has after the approval, from p_from_step on: also those that were added, in the order in
which they stand. A step of the service''s template has the template''s minutes for so many pieces, another one its share.';

comment on function private.guard_new_step() is 'A job that is in quality control, ready or over gets no open step.';

comment on function private.job_to_plan(pg_catalog.uuid) is 'Locks a job whose steps are added or ordered. A job that is checked, handed over or over gets no open step.';

comment on function private.leave_step_order(public.job_steps) is 'The steps that waited for a step wait for what it waited for.';

comment on function private.put_step_after(pg_catalog.uuid,pg_catalog.uuid) is 'Puts a step that is to do behind another step of its job, or first. It waits for that one, unless it ran beside the others and waited
for nothing.';

comment on function private.settle_step_order(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Puts a step behind another one, or first: it waits for that one, and the step that waited for that one waits for it. Nothing is put
before a step that has begun.';

comment on function private.take_material(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'The bench takes material for a job, in the stock unit: who works on jobs may, also without the right to keep stock. p_id is chosen by
the caller: a repeated call takes once. Answers what is there and free now.';

comment on function private.template_minutes(public.job_step_templates,numeric,numeric,numeric) is 'What a step of a template takes for so many pieces of a size.';

comment on function public.add_step(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,numeric,pg_catalog.uuid,boolean) is 'Adds a step to a job, behind p_after or first. It waits for the step before it, and the next one for it. p_id is chosen by the caller:
a repeated call adds one.';

comment on function public.put_step_after(pg_catalog.uuid,pg_catalog.uuid) is 'Puts a step that is to do behind another step of its job, or first. It waits for that one, unless it ran beside the others and waited
for nothing.';

comment on function public.take_material(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'The bench takes material for a job, in the stock unit: who works on jobs may, also without the right to keep stock. p_id is chosen by
the caller: a repeated call takes once. Answers what is there and free now.';

reset check_function_bodies;
