set check_function_bodies = off;

drop trigger pin on public.jobs;

drop routine private.lower_to_made(p_job_id uuid, p_short numeric);

drop routine private.short_of_order(p_order_id uuid);

drop routine public.lower_to_made(p_job_id uuid, p_short numeric);

drop routine public.short_of_order(p_order_id uuid);

alter table public.jobs add column cancel_reason text;

alter table public.jobs add column is_made_elsewhere boolean not null default false;

-- A line of a quotation with a job makes no other one: only the functions that make its job name it.
create or replace function private.new_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.job_number := private.draw_number('JOB');
  new.status := 'new';
  new.order_id := null;
  new.order_item_id := null;
  new.quotation_item_id := null;
  new.mockup_required := coalesce((select s.mockup_required from public.services s where s.id = new.service_id), false);
  new.mockup_status := null;
  new.hold_reason := null;
  new.held_from := null;
  new.held_with_order := false;
  new.cancel_reason := null;
  new.is_made_elsewhere := false;
  new.remake_of := null;
  new.started_at := null;
  new.finished_at := null;
  return new;
end $$;

create or replace function private.lacks_its_job(p_order_item_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.jobs j where j.order_item_id = p_order_item_id and j.remake_of is null and j.status = 'cancelled'
      and j.cancel_reason is not null and not j.is_made_elsewhere)
    and not exists (select from public.jobs j where j.order_item_id = p_order_item_id and j.status <> 'cancelled');
end $$;

create or replace function private.ready_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when count(j.id) = 0 then case when private.lacks_its_job(p_order_item_id) then max(i.qty_delivered) else max(i.qty) end
             else least(max(i.qty), coalesce(sum(private.good_pieces(j)) filter (where not private.is_still_made(j)), 0)) end
      from public.order_items i
      left join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled'
     where i.id = p_order_item_id);
end $$;

create or replace function private.count_ready(p_order_item_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.order_items i set qty_ready = ready.qty
    from (select private.ready_of_line(p_order_item_id) as qty) as ready
   where i.id = p_order_item_id and i.qty_ready is distinct from ready.qty
     and exists (select from public.jobs j where j.order_item_id = i.id and (j.status <> 'cancelled' or j.cancel_reason is not null))
$$;

create or replace function private.why_job_stays(p_job public.jobs) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.order_items := (select i from public.order_items i where i.id = p_job.order_item_id);
begin
  return case
    when p_job.status in ('delivered', 'closed') then format('This job is %s', p_job.status)
    when private.status_of_work(p_job) = 'ready' then 'This job is made. Record what did not pass, or end the rest of its order.'
    when v_item.qty_delivered > coalesce((
      select sum(private.expected_of_job(j)) from public.jobs j where j.order_item_id = v_item.id and j.id <> p_job.id and j.status <> 'cancelled'), 0) then
      format('Of "%s" %s are delivered, of this job too. End the rest of the order instead.', left(v_item.description, 100), trim_scale(v_item.qty_delivered)) end;
end $$;

create or replace function private.tell_order_of_job(p_job public.jobs) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_job.order_id);
begin
  if v_order.id is null then
    return;
  end if;
  perform private.log_event('order', v_order.id, 'job_cancelled', jsonb_build_object('job', p_job.job_number, 'reason', p_job.cancel_reason, 'elsewhere', p_job.is_made_elsewhere));
  perform private.tell_people(array[v_order.created_by, (select coalesce(q.account_manager_id, q.created_by) from public.quotations q where q.id = v_order.quotation_id)],
      format('%s: %s was cancelled', v_order.order_number, p_job.job_number),
      format('%s: %s. %s', p_job.title, rtrim(p_job.cancel_reason, '. '), case when p_job.is_made_elsewhere then 'Somebody else makes it.'
        else 'Nobody makes it: begin the job again, or lower the order.' end), 'order', v_order.id)
    where p_job.is_made_elsewhere or private.short_of_line(coalesce(p_job.order_item_id, '00000000-0000-0000-0000-000000000000')) > 0;
end $$;

create or replace function private.cancel_job(p_id uuid, p_reason text, p_elsewhere boolean default false) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_why text;
begin
  perform private.must('jobs', 'edit', 'cancel jobs');
  perform private.take_turn_at_steps(p_id);
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_why := private.why_job_stays(v_job);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  update public.jobs set status = 'cancelled', held_from = null, hold_reason = null, held_with_order = false,
      cancel_reason = btrim(p_reason), is_made_elsewhere = coalesce(p_elsewhere, false)
   where id = p_id returning * into v_job;
  perform private.log_event('job', p_id, 'cancelled', jsonb_build_object('reason', v_job.cancel_reason));
  perform private.tell_order_of_job(v_job);
end $$;

create or replace function private.begin_job_again(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_short numeric;
begin
  perform private.must('jobs', 'edit', 'begin jobs');
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.status <> 'cancelled' then
    return v_job.status;
  elsif exists (select from public.orders o where o.id = v_job.order_id and o.status in ('cancelled', 'completed')) then
    perform private.refuse('PT409', 'Its order is cancelled or completed');
  end if;
  perform private.refuse_held_order(v_job.order_id, 'Its jobs wait until the order is released.');
  v_short := private.short_of_line(v_job.order_item_id);
  if v_short < v_job.qty then
    perform private.refuse('PT409', format('Its line of the order lacks %s, and this job makes %s: another job makes the rest, or it was taken off the order', trim_scale(v_short), trim_scale(v_job.qty)));
  end if;
  update public.jobs set cancel_reason = null, is_made_elsewhere = false, status = case when started_at is not null then 'in_production'
      when remake_of is not null then 'approved' else 'new' end
   where id = p_id returning * into v_job;
  perform private.log_event('job', p_id, 'begun_again');
  perform private.close_request(format('%s: %s was cancelled', o.order_number, v_job.job_number), 'order', o.id) from public.orders o where o.id = v_job.order_id;
  return v_job.status;
end $$;

create or replace function private.stop_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_why constant text := (
    select format('%s %s %s%s.', coalesce(private.person_label(auth.uid()), 'A colleague'), case new.status when 'on_hold' then 'put' else 'cancelled' end,
             case when o.status = new.status then 'the order ' || o.order_number else 'it' end, case new.status when 'on_hold' then ' on hold' else '' end
             || coalesce(': ' || nullif(rtrim(case when new.status = 'on_hold' then new.hold_reason when new.cancel_reason is not null then new.cancel_reason
             when o.status = 'cancelled' then o.cancel_reason end, '. '), ''), ''))
      from (select 1) as one left join public.orders o on o.id = new.order_id);
begin
  for v_entry in
    select * from public.time_entries
     where job_id = new.id and (status = 'active' or new.status = 'cancelled' and status = 'paused' and step_id is not null) order by id for update
  loop
    perform private.stop_timer_of_job(new, v_entry, v_why);
  end loop;
  update public.job_steps set status = 'paused' where job_id = new.id and status = 'in_progress';
  return null;
end $$;

create or replace function private.short_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when o.cancelled_at is not null then 0 else greatest(i.qty - greatest(i.qty_delivered, coalesce((
        select sum(private.expected_of_job(j)) from public.jobs j where j.order_item_id = i.id and j.status <> 'cancelled'), 0)), 0) end
      from public.order_items i join public.orders o on o.id = i.order_id where i.id = p_order_item_id);
end $$;

create or replace function private.short_of_job(p_job public.jobs) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_short constant numeric := least(case when p_job.status <> 'cancelled' then private.pieces_short(p_job.id)
    when p_job.cancel_reason is not null and not p_job.is_made_elsewhere and p_job.remake_of is null and p_job.order_item_id is not null then p_job.qty
    else 0 end, private.short_of_line(p_job.order_item_id));
begin
  if v_short = 0 or p_job.status not in ('qc', 'ready', 'delivered', 'closed', 'cancelled') then
    return null;
  end if;
  return jsonb_build_object('qty', trim_scale(v_short)::text, 'why', (
    select c.note from public.job_checks c where c.job_id = p_job.id and c.result = 'pass' and p_job.status <> 'cancelled' and not exists (
        select from public.job_checks l where l.job_id = c.job_id and l.result = 'fail' and l.created_at >= c.created_at)
     order by c.created_at desc limit 1));
end $$;

create or replace function private.short_of_order(p_order_id uuid) returns table (job_id uuid, job_number text, title text, qty numeric, short numeric, why text, cancelled text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('orders', 'view') or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    select j.id, j.job_number, j.title, coalesce(i.qty, j.qty), (s.of_job ->> 'qty')::numeric, s.of_job ->> 'why',
           case j.status when 'cancelled' then j.cancel_reason end
      from public.jobs j left join public.order_items i on i.id = j.order_item_id
     cross join lateral (select private.short_of_job(j) as of_job) as s
     where j.order_id = p_order_id and s.of_job is not null
     order by j.job_number;
end $$;

create or replace function private.plan_again(p_job public.jobs, p_from text, p_pieces numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_need record;
begin
  -- From a later step on the same pieces are worked on once more.
  if exists (select from public.job_steps s where s.job_id = p_job.id and s.position < p_from and s.status <> 'skipped' and private.makes_pieces(s)
    and not private.is_on_site(s)) then
    return;
  end if;
  for v_need in
    select m.id, m.item_id, greatest(m.qty_planned, m.qty_used) * least(p_pieces / p_job.qty, 1) as qty, i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') as is_whole
      from public.job_materials m join public.inventory_items i on i.id = m.item_id
     where m.job_id = p_job.id and greatest(m.qty_planned, m.qty_used) > 0 order by m.item_id for no key update of i
  loop
    update public.job_materials
       set qty_planned = least(case when settled_at is null then greatest(qty_planned, qty_used) else qty_used end
             + case when v_need.is_whole then ceil(v_need.qty) else ceil(v_need.qty * 10000) / 10000 end, 1000000), settled_at = null
     where id = v_need.id;
    perform private.share_out(v_need.item_id);
  end loop;
end $$;

create or replace function private.begin_again(p_job public.jobs, p_from text, p_failed numeric, p_check uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step uuid;
  v_again uuid[] := '{}';
  v_made constant numeric := coalesce(private.pieces_made(p_job.id), p_job.qty);
  v_failed constant numeric := coalesce(p_failed, v_made);
begin
  perform private.must_be_pieces(v_failed, private.unit_of_pieces(p_job.unit, p_job.width_mm, p_job.height_mm), p_job.title, p_job.qty);
  for v_step in
    select id from public.job_steps where job_id = p_job.id and status = 'done' and position >= p_from order by position desc
  loop
    update public.job_steps set status = 'todo', qty_kept = case when before_approval and not private.makes_pieces(job_steps) then 0 else v_made - v_failed end,
           rounds = rounds || jsonb_build_object('check', p_check, 'good', trim_scale(qty_good), 'waste', trim_scale(qty_waste), 'failed', trim_scale(v_failed),
             'at', private.iso(finished_at), 'minutes', trim_scale(planned_minutes))
     where id = v_step;
    v_again := v_again || v_step;
  end loop;
  update public.job_steps s set planned_minutes = private.minutes_for_pieces(s, p_job,
      least(coalesce((select i.pieces from private.pieces_into(s.id) as i), p_job.qty), p_job.qty - s.qty_kept))
   where s.id = any (v_again);
  perform private.plan_again(p_job, p_from, least(v_failed + greatest(p_job.qty - v_made, 0), p_job.qty));
  update public.jobs set status = 'in_production' where id = p_job.id;
end $$;

create or replace function private.lower_made_jobs(p_job_id uuid, p_short numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Of a remake that made nothing good there is nothing to lower: its origin made what is there.
  if not exists (select from public.jobs where id = p_job_id and qty > p_short and status <> 'cancelled') then
    return;
  end if;
  with recursive chain as (
    select j.id, j.remake_of, 1 as depth from public.jobs j where j.id = p_job_id
    union
    select o.id, o.remake_of, c.depth + 1 from chain c join public.jobs o on o.id = c.remake_of where c.depth < 50
  )
  update public.jobs j set qty = j.qty - p_short from chain c where c.id = j.id and j.qty > p_short;
end $$;

create or replace function private.lower_to_made(p_job_id uuid, p_short numeric, p_reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_order public.orders;
  v_item public.order_items;
  v_short jsonb;
  v_reason text;
  v_done jsonb;
  v_why text;
begin
  perform private.must('orders', 'edit', 'change orders');
  select * into v_job from public.jobs where id = p_job_id;
  perform private.take_turn_at_order(v_job.order_id);
  select * into v_order from public.orders where id = v_job.order_id for no key update;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_item from public.order_items where id = v_job.order_item_id for no key update;
  if v_item.id is null or v_order.status = 'cancelled' then
    perform private.refuse('PT404', 'No order waits for the pieces of this job');
  end if;
  v_short := private.short_of_job(v_job);
  v_reason := coalesce(nullif(btrim(left(p_reason, 2000)), ''), v_short ->> 'why');
  if v_short is null then
    return '{}';
  elsif v_reason is null then
    perform private.refuse('PT409', 'Nobody said yet that fewer are enough');
  elsif (v_short ->> 'qty')::numeric is distinct from p_short then
    perform private.refuse('PT409', format('%s are short now. Please look again.', v_short ->> 'qty'));
  end if;
  v_why := private.why_not_fewer(v_item, v_item.qty - p_short);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[v_order.id]);
  perform private.lower_made_jobs(p_job_id, p_short);
  v_done := jsonb_build_object('lines', private.lower_lines(v_order.id, jsonb_build_object(v_item.id, p_short)));
  perform private.count_ready(v_item.id);
  perform private.lower_deliveries(v_item.id);
  perform private.end_site_work(v_order.id);
  perform private.end_delivered_jobs(v_order.id);
  v_done := v_done || jsonb_build_object('gross_before', private.amount_text(v_order.gross)) || private.settle_lowered(v_order.id);
  perform private.log_event('order', v_order.id, 'fewer_taken', jsonb_build_object('job', v_job.job_number, 'reason', v_reason) || v_done);
  perform private.close_request(v_order.order_number || ': fewer are enough', 'order', v_order.id);
  perform private.close_request(format('%s: %s was cancelled', v_order.order_number, v_job.job_number), 'order', v_order.id);
  return v_done;
end $$;

create or replace function private.derive_order_status(p_order public.orders) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.hold_reason is not null then 'on_hold'
    when p_order.delivered_pct = 100 and p_order.invoiced_pct = 100 then 'completed'
    when p_order.delivered_pct = 100 then 'delivered'
    when p_order.delivered_pct > 0 or exists (
      select from public.order_items i where i.order_id = p_order.id and i.qty_delivered > 0) then 'part_delivered'
    when p_order.deposit_paid < p_order.deposit_amount then 'awaiting_deposit'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status <> 'cancelled')
      and not exists (select from public.jobs j where j.order_id = p_order.id and j.status not in ('ready', 'delivered', 'closed', 'cancelled'))
      and not exists (select from public.order_items i where i.order_id = p_order.id and i.qty > 0 and private.lacks_its_job(i.id))
      then 'ready'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status in ('in_production', 'qc', 'ready', 'delivered', 'closed'))
      then 'in_production'
    else 'confirmed' end;
end $$;

alter table public.jobs add constraint jobs_cancel_reason_length CHECK (char_length(cancel_reason) <= 2000);

revoke execute on all routines in schema private from public;

call private.offer('private.cancel_job(uuid, text, boolean)');

call private.offer('private.begin_job_again(uuid)');

call private.offer('private.short_of_order(uuid)');

call private.offer('private.lower_to_made(uuid, numeric, text)');

CREATE TRIGGER pin BEFORE UPDATE ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'job_number', 'order_id', 'order_item_id', 'quotation_id', 'quotation_item_id', 'mockup_required', 'mockup_status', 'hold_reason', 'held_from', 'held_with_order', 'remake_of', 'started_at', 'finished_at', 'cancel_reason', 'is_made_elsewhere');

comment on function private.ready_of_line(pg_catalog.uuid) is 'How much of an order line is made, what is delivered included: the good pieces of its jobs that have passed their quality check, or are
made but for work on site; all of a line that no job makes, and none of one whose job was cancelled by itself.';

comment on function private.short_of_job(public.jobs) is 'How many pieces of a job that is checked or was made are short and made by nobody, as text, and why fewer are enough; null why: nobody said it since the last failed check. Null where none is short: no more than its line lacks today. Of a job that was cancelled by itself, what its line lacks without it.';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"approved"}')) where t.kind::text = 'job' and t.from_status::text = 'approved' and t.to_status::text = 'cancelled';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"artwork"}')) where t.kind::text = 'job' and t.from_status::text = 'artwork' and t.to_status::text = 'cancelled';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"awaiting_approval"}')) where t.kind::text = 'job' and t.from_status::text = 'awaiting_approval' and t.to_status::text = 'cancelled';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"in_production"}')) where t.kind::text = 'job' and t.from_status::text = 'in_production' and t.to_status::text = 'cancelled';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"new"}')) where t.kind::text = 'job' and t.from_status::text = 'new' and t.to_status::text = 'cancelled';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"on_hold"}')) where t.kind::text = 'job' and t.from_status::text = 'on_hold' and t.to_status::text = 'cancelled';

update private.document_transitions as t set ("page", "causes", "through") = (select "page", "causes", "through" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"a reason","action":"edit","causes":"its material is free","through":"cancel_job","to_status":"cancelled","from_status":"qc"}')) where t.kind::text = 'job' and t.from_status::text = 'qc' and t.to_status::text = 'cancelled';

comment on function private.begin_job_again(pg_catalog.uuid) is 'A cancelled job goes on: its steps stand as they were, and its material is kept for it again. Refused where its order needs less than it makes. Returns its status.';

comment on function private.cancel_job(pg_catalog.uuid,pg_catalog.text,boolean) is 'Cancels one job that is not made, with a reason: its material is free, its timers end and their people are told, and the plan goes on without it. Its order says that nobody
makes the line, until a job does, the line comes down or, p_elsewhere, somebody else makes it. It begins again by begin_job_again.';

comment on function private.lacks_its_job(pg_catalog.uuid) is 'True for an order line whose job was cancelled by itself: nobody makes it, until a job does or somebody else.';

comment on function private.lower_to_made(pg_catalog.uuid,numeric,pg_catalog.text) is 'The client takes fewer than ordered: somebody said so when the job was checked, or p_reason does, as of a job that was cancelled. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, or the remake and its origin, which end where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';

comment on function private.plan_again(public.jobs,pg_catalog.text,numeric) is 'Pieces that are made again from the first step on need new material: their share of what the job needs, whole sheets rounded up, is planned and kept beside what it took. From a later
step on none is planned.';

comment on function private.short_of_order(pg_catalog.uuid) is 'The made jobs of an order of which pieces are short, as short_of_job says; qty: what its line of the order says today; cancelled: why the job was cancelled by itself.';

comment on function private.tell_order_of_job(public.jobs) is 'A job of an order was cancelled by itself: the story of the order says so, and whoever sold it is told.';

comment on function private.why_job_stays(public.jobs) is 'Why a job cannot be cancelled by itself now, in words; null where it can.';

comment on function public.begin_job_again(pg_catalog.uuid) is 'A cancelled job goes on: its steps stand as they were, and its material is kept for it again. Refused where its order needs less than it makes. Returns its status.';

comment on function public.cancel_job(pg_catalog.uuid,pg_catalog.text,boolean) is 'Cancels one job that is not made, with a reason: its material is free, its timers end and their people are told, and the plan goes on without it. Its order says that nobody
makes the line, until a job does, the line comes down or, p_elsewhere, somebody else makes it. It begins again by begin_job_again.';

comment on function public.lower_to_made(pg_catalog.uuid,numeric,pg_catalog.text) is 'The client takes fewer than ordered: somebody said so when the job was checked, or p_reason does, as of a job that was cancelled. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, or the remake and its origin, which end where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';

comment on function public.short_of_order(pg_catalog.uuid) is 'The made jobs of an order of which pieces are short, as short_of_job says; qty: what its line of the order says today; cancelled: why the job was cancelled by itself.';

comment on column public.jobs.cancel_reason is 'Why it was cancelled by itself; null where its order was, or ended.';

comment on column public.jobs.is_made_elsewhere is 'It was cancelled because somebody else makes it: its line needs no job of ours.';

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"its order needs it","action":"edit","causes":"its material is kept again","through":"begin_job_again","to_status":"approved","from_status":"cancelled"}');

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"its order needs it","action":"edit","causes":"its material is kept again","through":"begin_job_again","to_status":"in_production","from_status":"cancelled"}');

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"its order needs it","action":"edit","causes":"its material is kept again","through":"begin_job_again","to_status":"new","from_status":"cancelled"}');

reset check_function_bodies;
