set check_function_bodies = off;

create or replace function private.deliveries_of_today() returns setof public.deliveries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
begin
  return query
    select d.* from public.deliveries d
     where d.scheduled_at >= private.company_today()::timestamp at time zone v_zone and d.status <> 'cancelled'
       and d.scheduled_at < (private.company_today() + 1)::timestamp at time zone v_zone
       and (private.is_server() or private.can('deliveries', 'view'))
    union all
    select l.* from private.late_deliveries() as l;
end $$;

create or replace function private.figures_of_the_day() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_me constant uuid := auth.uid();
  v_mine constant text[] := private.analytics_parts();
  v_figures jsonb := '{}';
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'You may not see these figures';
  end if;
  if private.can('deliveries', 'view') then
    v_figures := v_figures || jsonb_build_object('my_drops', (
      select jsonb_build_object('count', count(*), 'left', count(*) filter (where d.status <> 'delivered'))
        from private.deliveries_of_today() d where v_me = any (d.crew)));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || (
      select jsonb_build_object('late_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'now')),
               'risk_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'risk')))
        from private.analytics_rows('late', v_today, v_today) r);
  end if;
  if 'to_invoice' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('to_invoice', (
      select jsonb_build_object('count', count(distinct r.id), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('to_invoice', v_today, v_today) r));
  end if;
  if 'receivables' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('overdue', (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('receivables', v_today, v_today) r where r.bucket <> 'not_due'));
  end if;
  return v_figures;
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
  if private.is_finished_job(p_job.status) and p_job.order_id is not null then
    perform private.count_ready(p_job.order_item_id);
    perform private.refresh_order(p_job.order_id);
  end if;
  return v_id;
end $$;

create or replace function private.guard_check(
  p_job public.jobs, p_back public.job_steps, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid,
  p_failed numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_made constant numeric := coalesce(private.pieces_made(p_job.id), p_job.qty);
begin
  if p_result not in ('pass', 'fail') then
    perform private.refuse('22023', 'A check is passed or failed');
  elsif p_job.status <> 'qc' and not (p_job.status = 'ready' and p_result = 'fail') then
    perform private.refuse('PT409', format('This job is not in quality control: it is %s', lower(private.status_in_words(p_job.status))));
  elsif p_result = 'fail' and p_note is null then
    perform private.refuse('22023', 'Please say what is wrong');
  elsif p_photo is not null and not exists (
    select from storage.objects o where o.bucket_id = 'job-photos' and o.name = p_photo and o.name like p_job.id || '/%')
  then
    perform private.refuse('22023', 'The photo did not arrive. Please take it again.');
  elsif p_remake_qty is not null and not coalesce(p_remake_qty > 0 and p_remake_qty <= p_job.qty, false) then
    perform private.refuse('22023', format('A remake makes between 1 and %s again', trim_scale(p_job.qty)));
  elsif p_failed is not null and p_result = 'fail' and not coalesce(p_failed > 0 and p_failed <= v_made, false) then
    perform private.refuse('22023', format('Between 1 and %s did not pass', trim_scale(v_made)));
  elsif p_back_to is not null and p_back.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif p_result = 'fail' and p_remake_qty is null and p_back_to is null and exists (select from public.job_steps where job_id = p_job.id) then
    perform private.refuse('22023', 'Please choose the step that the job goes back to');
  elsif p_reason is not null and p_reason not in
    ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other')
  then
    perform private.refuse('22023', 'This reason is not known');
  end if;
end $$;

create or replace function private.jobs_to_plan(p_is_named boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', j.id, 'number', case when p_is_named then j.job_number end, 'title', case when p_is_named then j.title end,
             'status', j.status, 'due', j.due_date, 'is_late', j.id in (select e.id from private.late_jobs() e), 'priority', j.priority, 'order_id', j.order_id,
             'order', case when p_is_named then o.order_number end, 'promise', private.day_of_order(o), 'lead_day', l.day,
             'waits_for_client', j.mockup_required and j.mockup_status is distinct from 'approved',
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', i.name, 'qty', (m.qty_planned - m.qty_reserved - m.qty_used)::double precision,
                        'unit', i.stock_unit, 'expected_on', private.arrival_of(i.id), 'is_ordered', i.on_order > 0) order by i.name)
                 from public.job_materials m join public.inventory_items i on i.id = m.item_id
                where m.job_id = j.id and m.settled_at is null and m.qty_planned > m.qty_reserved + m.qty_used), '[]'),
             'has_steps', exists (select from public.job_steps s where s.job_id = j.id), 'steps', private.steps_to_plan(j.id)) order by least(j.due_date, l.day) nulls last, j.job_number)
      from public.jobs j left join public.orders o on o.id = j.order_id
      left join (select w.id, private.day_to_promise(w) as day from public.orders w
                  where w.due_date is null and w.promised_date is null and w.cancelled_at is null
                    and exists (select from public.jobs n where n.order_id = w.id and private.job_is_open(n.status))) as l on l.id = o.id
     where private.job_is_open(j.status)), '[]');
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.deliveries_of_today()');

comment on function private.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function private.make_remake(public.jobs,numeric,pg_catalog.uuid) is 'Makes again what failed: a job of its own with the steps after the approval, from p_from_step on where one is named, and the
materials, linked to its origin. The order is ready only when both are; of a job that was ready the line has fewer ready pieces at once.';

comment on function public.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function private.deliveries_of_today() is 'The deliveries of today by the clock of the company, those that are brought already too, and the late ones: what the dashboard, the day
plan, the board on the wall and a driver count. For whoever may view deliveries.';

comment on function public.deliveries_of_today() is 'The deliveries of today by the clock of the company, those that are brought already too, and the late ones: what the dashboard, the day
plan, the board on the wall and a driver count. For whoever may view deliveries.';

reset check_function_bodies;
