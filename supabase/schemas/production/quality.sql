-- Quality checks and remakes.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.job_checks (
  id         uuid primary key,
  job_id     uuid not null references public.jobs (id) on delete cascade,
  result     text not null,
  note       text,
  photo_path text,
  remake_id  uuid references public.jobs (id) on delete set null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  reason     text,
  back_to    uuid references public.job_steps (id) on delete set null,
  failed     numeric(14, 4),
  constraint job_checks_result_is_known check (result in ('pass', 'fail')),
  constraint job_checks_texts_length check (char_length(note) <= 5000 and char_length(photo_path) <= 300),
  constraint job_checks_fail_says_why check (result = 'pass' or char_length(btrim(coalesce(note, ''))) > 0),
  constraint job_checks_reason_is_known check (reason in
    ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other')),
  constraint job_checks_failed_range check (failed between 0 and 1000000)
);
create index job_checks_job_id_idx on public.job_checks (job_id, created_at desc);
create index job_checks_remake_id_idx on public.job_checks (remake_id);
create index job_checks_created_by_idx on public.job_checks (created_by);
create index job_checks_back_to_idx on public.job_checks (back_to);
comment on table public.job_checks is 'Each look of quality control at a job: passed, or failed with the reason and a photo.';
comment on column public.job_checks.reason is 'Why it failed, or why pieces are made again.';
comment on column public.job_checks.failed is
  'How many pieces did not pass. Null where the check passed, and of a job without steps, whose step says it.';
comment on column public.job_checks.back_to is 'The step that the job, or the remake, begins again with.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.job_checks', 'select');
create policy "whoever reads jobs or production reads checks" on public.job_checks for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('production', 'view')));

call private.file_rule('job-photos', 'select', $$(select private.can('jobs', 'view')) or (select private.can('production', 'view'))$$);
call private.file_rule('job-photos', 'insert',
  $$((select private.can('jobs', 'edit')) or (select private.can('production', 'edit'))) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|jpeg|webp)$'$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.guard_check(
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
comment on function private.guard_check is 'Refuses in words a check that says too little, or too much, of a job.';

create function private.settle_short(p_job public.jobs, p_result text, p_note text, p_remake_qty numeric, p_failed numeric) returns void
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
comment on function private.settle_short is
'Pieces that are short are made again, or somebody says why fewer are enough. A remake makes at most those that did not pass and those that are short.';

create function private.failed_pieces(p_job public.jobs, p_result text, p_remake_qty numeric, p_failed numeric) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_result <> 'fail' or p_remake_qty is not null and not exists (select from public.job_steps where job_id = p_job.id) then
    return null;
  end if;
  return coalesce(p_failed, least(p_remake_qty, private.pieces_passed(p_job.id)));
end $$;
comment on function private.failed_pieces is
'How many pieces a failed check did not pass: as it says, else those that are made again, else all. Null where a job without steps gets its step from the check.';

create function private.plan_again(p_job public.jobs, p_from text, p_pieces numeric) returns void
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
comment on function private.plan_again is
'Pieces that are made again from the first step on need new material: their share of what the job needs, whole sheets rounded up, is planned and kept beside what it took. From a later
step on none is planned.';

create function private.begin_again(p_job public.jobs, p_from text, p_failed numeric, p_check uuid) returns void
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
comment on function private.begin_again is
'A job goes back to production: the step at this position and all after it are to do again, the last one first, for the pieces that did not pass
and those that are missing. What came out of them before stays in their rounds with the minutes that were planned; the pieces that passed are kept, and the
planned minutes are those of the pieces that are made again. p_failed null: all.';

create function private.record_made(p_job public.jobs, p_good numeric, p_waste numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_good is null then
    perform private.refuse('PT409', format('%s has no steps. Please say how many of %s are good.', p_job.job_number, trim_scale(p_job.qty)));
  elsif not (p_good between 0 and 1000000 and coalesce(p_waste, 0) between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  elsif p_good > p_job.qty then
    perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(p_job.qty)), p_job.qty::text);
  end if;
  insert into public.job_steps (job_id, position, name, status, started_at, finished_at, qty_good, qty_waste)
  values (p_job.id, private.line_key(0), 'Made', 'done', now(), now(), p_good, coalesce(p_waste, 0));
  perform private.log_event('job', p_job.id, 'step_done', jsonb_build_object('step', 'Made', 'good', nullif(p_good, 0), 'waste', nullif(coalesce(p_waste, 0), 0)));
end $$;
comment on function private.record_made is
'A job without steps gets the step "Made" with its good and wasted pieces at the check. Refuses a check that does not say how many are good.';

create function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null,
  p_failed numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_remake uuid;
  v_order_id uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_back public.job_steps;
  v_failed numeric;
  v_made constant jsonb := jsonb_path_query_first(p_steps, '$[*] ? (@.outcome == "made")');
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not check jobs';
  end if;
  v_order_id := (select j.order_id from public.jobs j where j.id = p_job_id and p_result = 'pass' and v_note is not null);
  if v_order_id is not null then
    perform private.take_turn_at_order(v_order_id);
    perform from public.orders where id = v_order_id for no key update;
  elsif p_steps is not null or p_back_to is not null then
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
    perform private.settle_fewer(p_job_id) where v_remake is null;
  else
    perform private.begin_again(v_job, v_back.position, v_failed, p_id);
  end if;
  return v_remake;
end $$;
comment on function private.check_job is
'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, also of a ready job, else p_note says why fewer are enough, and settle_fewer lowers the order or asks for it. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on, of the p_failed pieces that did not pass and of what is short besides; null: all of it did not pass. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';
call private.offer('private.check_job(uuid, uuid, text, text, text, numeric, text, uuid, jsonb, jsonb, numeric)');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.job_checks', 'nudge_page', $$private.nudge_pages('job_id', 'jobs', 'production')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('job-photos', 'job-photos', false, 15728640, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;
