-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.add_template_steps(p_job_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
  v_step record;
  v_previous uuid;
  v_id uuid;
begin
  select * into v_job from public.jobs where id = p_job_id;
  for v_step in
    select t.*, trunc(t.minutes_fixed + t.minutes_per_unit * case t.unit
        when 'm2' then v_job.qty * coalesce(v_job.width_mm, 0) * coalesce(v_job.height_mm, 0) / 1000000
        when 'm' then v_job.qty * greatest(coalesce(v_job.width_mm, 0), coalesce(v_job.height_mm, 0)) / 1000
        else v_job.qty end, 2) as minutes
      from public.job_step_templates t
     where t.service_id = v_job.service_id and not (t.before_approval and v_job.remake_of is not null) order by t.position
  loop
    insert into public.job_steps (job_id, position, name, work_centre_id, before_approval, planned_minutes, wait_minutes, depends_on)
    values (p_job_id, v_step.position, v_step.name, v_step.work_centre_id, v_step.before_approval, least(v_step.minutes, 1000000),
      v_step.wait_minutes, case when v_step.after_previous and v_previous is not null then array[v_previous] else '{}' end)
    returning id into v_id;
    v_previous := v_id;
  end loop;
end $function$;
comment on function private.add_template_steps(p_job_id uuid) is 'The steps of the job''s service, with their planned minutes. A remake does not repeat what comes before the approval.';

CREATE OR REPLACE FUNCTION private.create_job(p_id uuid, p_title text, p_contact_id uuid DEFAULT NULL::uuid, p_service_id uuid DEFAULT NULL::uuid, p_qty numeric DEFAULT 1, p_unit text DEFAULT 'piece'::text, p_width_mm numeric DEFAULT NULL::numeric, p_height_mm numeric DEFAULT NULL::numeric, p_due_date date DEFAULT NULL::date, p_priority text DEFAULT 'normal'::text, p_details text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('jobs', 'create', 'create jobs');
  if coalesce(btrim(p_title), '') = '' then
    perform private.refuse('22023', 'Please say what is to be made');
  elsif not coalesce(p_qty > 0, false) then
    perform private.refuse('22023', 'The quantity must be more than zero');
  elsif p_contact_id is not null and not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This client is not there any more');
  elsif p_service_id is not null and not exists (select from public.services where id = p_service_id and archived_at is null) then
    perform private.refuse('PT404', 'This service is not offered any more');
  elsif exists (select from public.jobs where id = p_id) then
    return p_id;
  end if;
  insert into public.jobs (id, job_number, contact_id, service_id, title, qty, unit, width_mm, height_mm, due_date, priority, details,
    mockup_required, created_by)
  values (p_id, private.draw_number('JOB'), p_contact_id, p_service_id, left(btrim(p_title), 500), p_qty, coalesce(p_unit, 'piece'),
    p_width_mm, p_height_mm, p_due_date, coalesce(p_priority, 'normal'), nullif(btrim(p_details), ''),
    coalesce((select s.mockup_required from public.services s where s.id = p_service_id), false), auth.uid());
  perform private.add_template_steps(p_id);
  perform private.log_event('job', p_id, 'created');
  return p_id;
end $function$;
grant execute on function private.create_job(p_id uuid, p_title text, p_contact_id uuid, p_service_id uuid, p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_due_date date, p_priority text, p_details text) to authenticated;
grant execute on function private.create_job(p_id uuid, p_title text, p_contact_id uuid, p_service_id uuid, p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_due_date date, p_priority text, p_details text) to service_role;
comment on function private.create_job(p_id uuid, p_title text, p_contact_id uuid, p_service_id uuid, p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_due_date date, p_priority text, p_details text) is 'A job that comes from no quotation, with the steps of its service. p_id is chosen by the caller: a repeated call makes one job.';

CREATE OR REPLACE FUNCTION private.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_item record;
  v_line public.order_items;
  v_job_id uuid;
  v_made integer := 0;
begin
  perform private.must('jobs', 'create', 'create jobs');
  perform private.must('quotations', 'view', 'see this quotation');
  if cardinality(p_item_ids) > 300 then
    perform private.refuse('22023', 'A quotation has 300 lines at most');
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id for no key update;
  if v_quotation.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  elsif v_quotation.status in ('rejected', 'expired', 'cancelled') then
    perform private.refuse('PT409', format('This quotation is %s', v_quotation.status));
  end if;
  select * into v_order from public.orders where quotation_id = p_quotation_id and status <> 'cancelled' for no key update;
  for v_item in
    select i.*, s.mockup_required from public.quotation_items i left join public.services s on s.id = i.service_id
     where i.quotation_id = p_quotation_id and i.id = any (p_item_ids) and i.kind = 'item' and i.qty > 0
       and not exists (select from public.jobs j where j.quotation_item_id = i.id and j.status <> 'cancelled')
     order by i.position
  loop
    if v_order.id is not null then
      select * into v_line from public.order_items where order_id = v_order.id and quotation_item_id = v_item.id;
      if v_line.id is null then
        perform private.refuse('PT409', format('"%s" is not part of the order', left(v_item.description, 100)));
      end if;
      v_job_id := private.make_job(v_order, v_line, (
        select count(*)::integer + 1 from public.jobs j where j.order_id = v_order.id));
    else
      insert into public.jobs (job_number, quotation_id, quotation_item_id, service_id, title, qty, unit, width_mm, height_mm, details,
        mockup_required, created_by)
      values (private.draw_number('JOB'), p_quotation_id, v_item.id, v_item.service_id,
        left(coalesce(nullif(btrim(v_item.description), ''), 'Job'), 500), v_item.qty, coalesce(v_item.unit, 'piece'), v_item.width_mm,
        v_item.height_mm, v_item.details, coalesce(v_item.mockup_required, false), auth.uid())
      returning id into v_job_id;
      perform private.add_template_steps(v_job_id);
    end if;
    perform private.log_event('job', v_job_id, 'created', jsonb_build_object('quotation_number', v_quotation.quotation_number));
    v_made := v_made + 1;
  end loop;
  if v_order.id is not null then
    perform private.refresh_order(v_order.id);
  end if;
  return v_made;
end $function$;
grant execute on function private.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) to authenticated;
grant execute on function private.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) to service_role;
comment on function private.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) is 'A job for each of these lines that has none yet; how many were made. Before the approval a job belongs to the quotation and
joins the order with it.';

CREATE OR REPLACE FUNCTION private.finish_step(p_id uuid, p_good numeric DEFAULT NULL::numeric, p_waste numeric DEFAULT NULL::numeric, p_material jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_step public.job_steps;
  v_entry public.time_entries;
  v_sessions jsonb;
  v_into record;
  v_qty numeric;
  v_waste constant numeric := coalesce(p_waste, 0);
  v_good numeric;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and v_waste between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status = 'done' then
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_good := coalesce(p_good, greatest(coalesce(v_into.pieces, v_qty) - case when v_into.pieces is null then 0 else v_waste end, 0));
  if not v_step.before_approval then
    if v_into.pieces is not null and v_good + v_waste > v_into.pieces then
      perform private.refuse('PT409', format('%s good came from "%s": good and wasted are %s together at most',
        trim_scale(v_into.pieces), v_into.step, trim_scale(v_into.pieces)), v_into.pieces::text);
    elsif v_good > v_qty then
      perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(v_qty)), v_qty::text);
    end if;
  end if;
  update public.job_steps set status = 'done', qty_good = v_good, qty_waste = v_waste where id = p_id;
  for v_entry in select * from public.time_entries where step_id = p_id and status <> 'completed' loop
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused');
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
  perform private.book_material(v_step.job_id, p_material, false);
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(v_good, 0), 'waste', nullif(v_waste, 0)));
end $function$;
grant execute on function private.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb) to authenticated;
grant execute on function private.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb) to service_role;
comment on function private.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed. p_material: as in book_material, what the step took. A second call
changes nothing.';

CREATE OR REPLACE FUNCTION private.follow_timer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'active' then
    if exists (select from public.job_steps where id = new.step_id and status in ('done', 'skipped')) then
      perform private.refuse('PT409', 'The step of this timer is done');
    end if;
    update public.job_steps set status = 'in_progress' where id = new.step_id and status = 'paused';
  elsif not exists (select from public.time_entries e where e.step_id = new.step_id and e.status = 'active') then
    update public.job_steps set status = 'paused' where id = new.step_id and status = 'in_progress';
  end if;
  return null;
end $function$;
comment on function private.follow_timer() is 'A step runs while somebody''s timer runs for it: paused or stopped elsewhere, it pauses; resumed, it goes on.';

CREATE OR REPLACE FUNCTION private.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb DEFAULT NULL::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
  v_who text;
begin
  perform private.must('jobs', 'edit', 'move jobs');
  if p_steps is not null then
    perform private.take_turn_at_steps(p_id);
  end if;
  select status into v_status from public.jobs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status = p_to then
    return v_status;
  elsif v_status <> p_from then
    select e.actor_name into v_who from public.document_events e
     where e.kind = 'job' and e.record_id = p_id and e.type = 'status' order by e.id desc limit 1;
    perform private.refuse('PT409', format('%s moved this job to %s meanwhile', coalesce(v_who, 'Somebody else'),
      private.status_in_words(v_status)), v_status);
  elsif not exists (
    select from private.document_transitions t
     where t.kind = 'job' and t.from_status = v_status and t.to_status = p_to and t.through is null)
  then
    perform private.refuse('PT409', format('A job does not go from %s to %s', private.status_in_words(v_status),
      private.status_in_words(p_to)), v_status);
  end if;
  perform private.answer_steps(p_id, p_steps);
  -- With its last step a job is in quality control already.
  update public.jobs set status = p_to where id = p_id and status <> p_to;
  return p_to;
end $function$;
grant execute on function private.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb) to authenticated;
grant execute on function private.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb) to service_role;
comment on function private.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb) is 'Moves a job from the stage that the person saw to another one. PT409 where it stands elsewhere by now: the message says who
moved it and where to, the detail is the status. p_steps: what became of the open steps, as in answer_steps.';

CREATE OR REPLACE FUNCTION private.no_step_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.job_id := null;
  new.step_id := null;
  new.order_id := null;
  new.named_step_id := null;
  return new;
end $function$;
comment on function private.no_step_by_hand() is 'Only start_step ties a timer to a step.';

CREATE OR REPLACE FUNCTION private.order_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_facts(), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      from public.orders o where o.id = p_id);
end $function$;
grant execute on function private.order_document(p_id uuid) to authenticated;
grant execute on function private.order_document(p_id uuid) to service_role;
comment on function private.order_document(p_id uuid) is 'What stands on the confirmation of an order. Numbers are text. Null when it is not there.';

CREATE OR REPLACE FUNCTION private.pause_step(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
  v_step public.job_steps;
  v_other text;
begin
  perform private.take_turn_at_step(p_id);
  select * into v_entry from public.time_entries
   where user_id = auth.uid() and step_id = p_id and status = 'active' for update;
  v_step := private.step_for(p_id, 'pause steps');
  if v_step.status <> 'in_progress' then
    return;
  end if;
  if v_entry.id is not null then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
    update public.time_entries
       set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
    return;
  end if;
  select private.person_label(e.user_id) into v_other from public.time_entries e where e.step_id = p_id and e.status = 'active' limit 1;
  if found then
    perform private.refuse('PT409', format('The timer of %s runs for this step', v_other));
  end if;
  update public.job_steps set status = 'paused' where id = p_id;
end $function$;
grant execute on function private.pause_step(p_id uuid) to authenticated;
grant execute on function private.pause_step(p_id uuid) to service_role;
comment on function private.pause_step(p_id uuid) is 'Pauses the timer of the person for this step; the step pauses with its last timer. A step that runs for somebody else only is
refused in words.';

CREATE OR REPLACE FUNCTION private.settle_client_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.contact_id := coalesce(
    (select o.contact_id from public.orders o where o.id = new.order_id),
    (select q.contact_id from public.quotations q where q.id = new.quotation_id), new.contact_id);
  return new;
end $function$;
comment on function private.settle_client_of_job() is 'The client of a job is that of its order, else that of its quotation.';

CREATE OR REPLACE FUNCTION private.skip_step(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.skip_step(p_id uuid, p_reason text) to authenticated;
grant execute on function private.skip_step(p_id uuid, p_reason text) to service_role;
comment on function private.skip_step(p_id uuid, p_reason text) is 'A step that this job does not need, with the reason; for holders of skip_steps. Steps that wait for it may start.';

CREATE OR REPLACE FUNCTION private.start_step(p_id uuid, p_pause_other boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_person constant uuid := auth.uid();
  v_entry public.time_entries;
  v_step public.job_steps;
  v_client record;
begin
  if v_person is null then
    perform private.refuse('42501', 'A step is started by a person: their timer runs');
  end if;
  -- Two steps are taken in the order of their ids, whoever asks.
  perform private.take_turn_at_step(step) from (
    select p_id as step
    union
    select e.step_id from public.time_entries e
     where p_pause_other and e.user_id = v_person and e.status = 'active' and e.step_id is not null
     order by 1) as turns;
  perform from public.time_entries
   where user_id = v_person and (status = 'active' or status = 'paused' and step_id = p_id) order by id for update;
  select * into v_entry from public.time_entries where user_id = v_person and status = 'active' for update;
  v_step := private.step_for(p_id, 'start steps');
  if p_pause_other and v_entry.id is not null and v_entry.step_id is distinct from p_id then
    update public.time_entries
       set status = 'paused', sessions = paused.sessions, total_duration = private.total_of(paused.sessions), touched_at = clock_timestamp()
      from (select private.with_last_session_closed(v_entry.sessions, v_entry.status, true) as sessions) as paused
     where id = v_entry.id;
    v_entry := null;
  end if;
  if v_entry.id is not null and v_entry.step_id is distinct from p_id then
    raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
  end if;
  if v_step.status <> 'in_progress' then
    update public.job_steps set status = 'in_progress' where id = p_id;
    perform private.log_event('job', v_step.job_id, 'step_started', jsonb_build_object('step', v_step.name));
  end if;
  update public.job_steps set assignees = assignees || v_person
   where id = p_id and not v_person = any (assignees) and cardinality(assignees) < 50;
  if v_entry.id is not null then
    return v_entry.id;
  end if;
  select * into v_entry from public.time_entries
   where user_id = v_person and step_id = p_id and status = 'paused' order by touched_at desc limit 1 for update;
  if found then
    update public.time_entries
       set status = 'active', touched_at = clock_timestamp(), sessions = sessions || private.open_session(
             greatest(clock_timestamp(), private.instant(sessions -> -1 ->> 'endTime')))
     where id = v_entry.id;
    return v_entry.id;
  end if;
  select c.type, c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') as person into v_client
    from public.jobs j join public.contacts c on c.id = j.contact_id where j.id = v_step.job_id;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  values (v_person, lower(auth.email()),
    case when v_client.type = 'Person' then left(coalesce(v_client.person, v_client.company), 400) end,
    left(case when v_client.type = 'Person' then v_client.company
      else coalesce(nullif(btrim(v_client.company), ''), v_client.person, (select s.name from public.company_settings s), 'Workshop') end, 400),
    jsonb_build_array(private.open_session(clock_timestamp())), v_step.job_id, p_id)
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $function$;
grant execute on function private.start_step(p_id uuid, p_pause_other boolean) to authenticated;
grant execute on function private.start_step(p_id uuid, p_pause_other boolean) to service_role;
comment on function private.start_step(p_id uuid, p_pause_other boolean) is 'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused first, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. Returns the id of the
time entry.';

CREATE OR REPLACE FUNCTION private.step_for(p_id uuid, p_doing text)
 RETURNS public.job_steps
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_step public.job_steps;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
  select * into v_step from public.job_steps where id = p_id for update;
  if v_step.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  end if;
  return v_step;
end $function$;
