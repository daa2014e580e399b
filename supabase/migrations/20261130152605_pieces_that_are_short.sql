set check_function_bodies = off;

drop routine private.settle_short(p_job public.jobs, p_result text, p_note text, p_remake_qty numeric);

alter table public.job_checks add column failed numeric(14,4);

create or replace function private.good_pieces(p_job public.jobs) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select greatest(least(private.pieces_passed(p_job.id),
    p_job.qty - coalesce((select sum(r.qty) from public.jobs r where r.remake_of = p_job.id), 0)), 0)
$$;

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_untimed integer;
  v_material numeric;
  v_quoted numeric;
  v_again_seconds bigint := 0;
  v_again_labour numeric := 0;
  v_again_material numeric := 0;
  v_remakes uuid[];
  v_sees_costs boolean;
  v_sees_labour boolean;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  v_sees_costs := private.is_server() or private.named('view_financial_data');
  v_sees_labour := private.sees_labour_cost();
  with recursive again as (
    select id, 1 as depth from public.jobs where remake_of = p_id
    union
    select j.id, a.depth + 1 from again a join public.jobs j on j.remake_of = a.id where a.depth < 50
  )
  select array_agg(id) into v_remakes from again;
  select coalesce(sum(w.seconds), 0), sum(w.cost), coalesce(sum(w.untimed), 0) into v_seconds, v_labour, v_untimed
    from private.labour_of_jobs(array[p_id]) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(w.cost) into v_again_seconds, v_again_labour from private.labour_of_jobs(v_remakes) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(oi.net, qi.net) into v_quoted from public.jobs j left join public.order_items oi on oi.id = j.order_item_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object('short', (select private.short_of_job(j) from public.jobs j where j.id = p_id))) || jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2)),
         'untimed', v_untimed) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || private.pieces_again(p_id, v_remakes)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $$;

create or replace function private.pieces_passed(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(coalesce(private.pieces_made(j.id), j.qty) - coalesce((
      select sum(c.failed) from public.job_checks c where c.job_id = j.id and c.remake_id is not null), 0), 0)
    from public.jobs j where j.id = p_job_id);
end $$;

create or replace function private.pieces_short(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(j.qty - private.pieces_passed(j.id) - coalesce((
      select sum(r.qty) from public.jobs r where r.remake_of = j.id and r.status <> 'cancelled'), 0), 0)
    from public.jobs j where j.id = p_job_id);
end $$;

create or replace function private.short_of_job(p_job public.jobs) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_short constant numeric := private.pieces_short(p_job.id);
begin
  if v_short = 0 or p_job.status not in ('qc', 'ready', 'delivered', 'closed') then
    return null;
  end if;
  return jsonb_build_object('qty', trim_scale(v_short)::text, 'why', (
    select c.note from public.job_checks c where c.job_id = p_job.id and c.result = 'pass' and not exists (
        select from public.job_checks l where l.job_id = c.job_id and l.result = 'fail' and l.created_at >= c.created_at)
     order by c.created_at desc limit 1));
end $$;

create or replace function private.short_of_order(p_order_id uuid) returns table (job_id uuid, job_number text, title text, qty numeric, short numeric, why text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('orders', 'view') or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    select j.id, j.job_number, j.title, j.qty, (s.of_job ->> 'qty')::numeric, s.of_job ->> 'why'
      from public.jobs j cross join lateral (select private.short_of_job(j) as of_job) as s
     where j.order_id = p_order_id and s.of_job is not null
     order by j.job_number;
end $$;

create or replace function private.guard_check(
  p_job public.jobs, p_back public.job_steps, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid,
  p_failed numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_made constant numeric := private.pieces_passed(p_job.id);
begin
  if p_result not in ('pass', 'fail') then
    perform private.refuse('22023', 'A check is passed or failed');
  elsif p_job.status <> 'qc' and not (p_job.status = 'ready' and (p_result = 'fail' or p_remake_qty is not null)) then
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

create or replace function private.settle_short(p_job public.jobs, p_result text, p_note text, p_remake_qty numeric, p_failed numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_short constant numeric := private.pieces_short(p_job.id);
begin
  if p_result = 'pass' and p_remake_qty > v_short then
    perform private.refuse('22023', format('Only %s are short', trim_scale(v_short)));
  elsif p_result = 'fail' and p_remake_qty > coalesce(p_failed, p_job.qty) + v_short then
    perform private.refuse('22023', format('A remake makes %s at most: %s did not pass and %s %s short besides', trim_scale(p_failed + v_short), trim_scale(p_failed),
      trim_scale(v_short), case v_short when 1 then 'is' else 'are' end));
  elsif v_short > coalesce(p_remake_qty, 0) and p_note is null then
    perform private.refuse('PT409', format('%s of %s are short. Have them made again, or say why they are not needed.',
      trim_scale(v_short), trim_scale(p_job.qty)), v_short::text);
  end if;
end $$;

create or replace function private.failed_pieces(p_job public.jobs, p_result text, p_remake_qty numeric, p_failed numeric) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_result <> 'fail' or p_remake_qty is not null and not exists (select from public.job_steps where job_id = p_job.id) then
    return null;
  end if;
  return coalesce(p_failed, least(p_remake_qty, private.pieces_passed(p_job.id)));
end $$;

create or replace function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null,
  p_failed numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_remake uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_back public.job_steps;
  v_failed numeric;
  v_made constant jsonb := jsonb_path_query_first(p_steps, '$[*] ? (@.outcome == "made")');
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not check jobs';
  end if;
  if p_steps is not null or p_back_to is not null then
    perform private.take_turn_at_steps(p_job_id);
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_back from public.job_steps where id = p_back_to and job_id = p_job_id;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif exists (select from public.job_checks where id = p_id) then
    return (select remake_id from public.job_checks where id = p_id);
  end if;
  perform private.guard_check(v_job, v_back, p_result, v_note, p_photo, p_remake_qty, p_reason, p_back_to, p_failed);
  v_failed := private.failed_pieces(v_job, p_result, p_remake_qty, p_failed);
  if p_result = 'pass' or p_remake_qty is not null then
    if exists (select from public.job_steps where job_id = p_job_id) then
      perform private.answer_steps(p_job_id, p_steps);
    elsif p_result = 'fail' then
      perform private.record_made(v_job, v_job.qty - p_remake_qty, p_remake_qty);
    else
      perform private.record_made(v_job, (v_made ->> 'good')::numeric, (v_made ->> 'waste')::numeric);
    end if;
    perform private.settle_short(v_job, p_result, v_note, p_remake_qty, p_failed);
    perform private.book_material(p_job_id, p_material, true);
  end if;
  if p_remake_qty is not null then
    v_remake := private.make_remake(v_job, p_remake_qty, v_back.id);
  end if;
  insert into public.job_checks (id, job_id, result, note, photo_path, remake_id, reason, back_to, failed)
  values (p_id, p_job_id, p_result, v_note, p_photo, v_remake,
    coalesce(p_reason, case when p_result = 'fail' then 'other' when v_remake is not null then 'short' end), v_back.id, v_failed);
  perform private.log_event('job', p_job_id, case p_result when 'pass' then 'check_passed' else 'check_failed' end,
    jsonb_strip_nulls(jsonb_build_object('reason', v_note, 'remake', (select j.job_number from public.jobs j where j.id = v_remake),
      'step', v_back.name, 'failed', case when p_result = 'fail' then trim_scale(coalesce(p_failed, case when v_remake is not null then v_failed end)) end)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
  else
    perform private.begin_again(v_job, v_back.position, v_failed, p_id);
  end if;
  return v_remake;
end $$;

create or replace function private.spent_on_order(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first record;
  v_again record;
  v_jobs record;
  v_sees constant boolean := private.sees_labour_cost();
begin
  select coalesce(array_agg(j.id), '{}') as every, coalesce(array_agg(j.id) filter (where j.remake_of is null), '{}') as first,
         coalesce(array_agg(j.id) filter (where j.remake_of is not null), '{}') as again,
         count(*) filter (where private.job_is_open(j.status)) as open, count(*) as jobs into v_jobs
    from public.jobs j where j.order_id = p_order_id;
  select * into v_first from private.booked_on_jobs(v_jobs.first);
  select * into v_again from private.booked_on_jobs(v_jobs.again);
  return jsonb_build_object('material', private.amount_text(trunc(v_first.material, 2)),
    'labour', case when v_sees then private.amount_text(trunc(v_first.labour, 2)) end,
    'again', private.amount_text(trunc(v_again.material + v_again.labour, 2)), 'remakes', cardinality(v_jobs.again),
    'total', private.amount_text(trunc(v_first.material, 2) + trunc(v_first.labour, 2) + trunc(v_again.material + v_again.labour, 2)),
    'wasted', (select trim_scale(coalesce(sum(s.qty_waste + coalesce((select sum((r ->> 'waste')::numeric) from jsonb_array_elements(s.rounds) as r), 0)), 0))::text
       from public.job_steps s where s.job_id = any (v_jobs.every)),
    'failed', (select trim_scale(coalesce(sum(c.failed), 0))::text from public.job_checks c where c.job_id = any (v_jobs.every)),
    'open', v_jobs.open, 'jobs', v_jobs.jobs, 'without_price', v_first.without_price + v_again.without_price,
    'without_wage', v_sees and exists (select from private.work_time('1900-01-01', (now() + interval '2 days')::date, v_jobs.every) as w
       where w.seconds > 0 and private.cost_of_work(w.user_id, w.day, w.seconds) is null));
end $$;

alter table public.job_checks add constraint job_checks_failed_is_a_number CHECK (failed <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.job_checks add constraint job_checks_failed_range CHECK (failed >= 0::numeric AND failed <= 1000000::numeric);

-- Checks of before: what their rounds say, else what their remake makes; of a job without steps its step says it.
update public.job_checks c set failed = coalesce((
    select max((r ->> 'failed')::numeric) from public.job_steps s cross join jsonb_array_elements(s.rounds) as r
     where s.job_id = c.job_id and r ->> 'check' = c.id::text), (
    select j.qty from public.jobs j where j.id = c.remake_id and exists (
      select from public.job_steps s where s.job_id = c.job_id and s.created_at < c.created_at)))
 where c.result = 'fail';
select private.count_ready(j.order_item_id) from public.jobs j
 where j.order_item_id is not null and exists (select from public.job_checks c where c.job_id = j.id and c.failed > 0 and c.remake_id is not null);

revoke execute on all routines in schema private from public;

call private.offer('private.short_of_order(uuid)');

comment on function private.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, also of a ready job, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on, of the p_failed pieces that did not pass and of what is short besides; null: all of it did not pass. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function private.good_pieces(public.jobs) is 'The pieces of a finished job that are good: those that came through every step and passed, without those that are made again. A remake that was
cancelled makes none good.';

comment on function private.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short.';

comment on function public.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, also of a ready job, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on, of the p_failed pieces that did not pass and of what is short besides; null: all of it did not pass. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function public.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short.';

comment on function private.failed_pieces(public.jobs,pg_catalog.text,numeric,numeric) is 'How many pieces a failed check did not pass: as it says, else those that are made again, else all. Null where a job without steps gets its step from the check.';

comment on function private.pieces_passed(pg_catalog.uuid) is 'The pieces of a job that came through every counted step, in all of its rounds, without those that a check sent to a remake. What is short besides is in neither.';

comment on function private.settle_short(public.jobs,pg_catalog.text,pg_catalog.text,numeric,numeric) is 'Pieces that are short are made again, or somebody says why fewer are enough. A remake makes at most those that did not pass and those that are short.';

comment on function private.short_of_job(public.jobs) is 'How many pieces of a job that is checked or was made are short and made by nobody, as text, and why fewer are enough; null why: nobody said it since the last failed check. Null where none is short.';

comment on function private.short_of_order(pg_catalog.uuid) is 'The made jobs of an order of which pieces are short, as short_of_job says.';

comment on function public.short_of_order(pg_catalog.uuid) is 'The made jobs of an order of which pieces are short, as short_of_job says.';

comment on column public.job_checks.failed is 'How many pieces did not pass. Null where the check passed, and of a job without steps, whose step says it.';

reset check_function_bodies;
