-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.commission_rules (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  pct numeric(5,2) not null,
  valid_from date not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint commission_rules_pkey PRIMARY KEY (id),
  constraint commission_rules_one_a_day UNIQUE (user_id, valid_from),
  constraint commission_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint commission_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint commission_rules_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint commission_rules_pct_is_a_number CHECK (pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint commission_rules_pct_range CHECK (pct > 0::numeric AND pct <= 100::numeric),
  constraint commission_rules_valid_from_is_in_reach CHECK (valid_from >= '1900-01-01'::date AND valid_from < '10000-01-01'::date)
);
alter table public.commission_rules enable row level security;
CREATE INDEX commission_rules_created_by_idx ON public.commission_rules USING btree (created_by);
grant delete, insert, select, update on public.commission_rules to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.commission_rules to service_role;
create policy "keepers of wage rates add rules of commissions" on public.commission_rules for insert to authenticated
  with check (( SELECT private.named('manage_wage_rates'::text) AS named) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "keepers of wage rates remove rules of commissions" on public.commission_rules for delete to authenticated
  using (( SELECT private.named('manage_wage_rates'::text) AS named));
create policy "holders of view_financial_data read rules of commissions" on public.commission_rules for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "keepers of wage rates change rules of commissions" on public.commission_rules for update to authenticated
  using (( SELECT private.named('manage_wage_rates'::text) AS named))
  with check (( SELECT private.named('manage_wage_rates'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.commission_rules FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_wage_rates');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.commission_rules FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.commission_rules FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.commission_rules FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.commission_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.commission_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.commission_rules REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER pin BEFORE UPDATE ON public.commission_rules FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'user_id');
CREATE TRIGGER refuse_own_terms BEFORE INSERT OR DELETE OR UPDATE ON public.commission_rules FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.refuse_own_terms('manage_wage_rates', 'commission');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.commission_rules FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.commission_rules FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.commission_rules is 'What share of the net of an order line a designer earns who designed it, from a day on. Several designers of a line share it.';

create table public.designer_commissions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  order_id uuid not null,
  basis numeric(14,2) not null,
  pct numeric(5,2) not null,
  amount numeric(14,2) not null,
  status text not null default 'open'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  paid_on date,
  created_at timestamp with time zone not null default now(),
  constraint designer_commissions_pkey PRIMARY KEY (id),
  constraint designer_commissions_user_id_order_id_key UNIQUE (user_id, order_id),
  constraint designer_commissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint designer_commissions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint designer_commissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint designer_commissions_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint designer_commissions_amounts_range CHECK (basis >= 0::numeric AND amount >= 0::numeric),
  constraint designer_commissions_basis_is_a_number CHECK (basis <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint designer_commissions_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint designer_commissions_decided_at_is_in_reach CHECK (decided_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint designer_commissions_paid_has_a_day CHECK ((status = 'paid'::text) = (paid_on IS NOT NULL)),
  constraint designer_commissions_paid_on_is_in_reach CHECK (paid_on >= '1900-01-01'::date AND paid_on < '10000-01-01'::date),
  constraint designer_commissions_pct_is_a_number CHECK (pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint designer_commissions_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'approved'::text, 'paid'::text]))
);
alter table public.designer_commissions enable row level security;
CREATE INDEX designer_commissions_decided_by_idx ON public.designer_commissions USING btree (decided_by);
CREATE INDEX designer_commissions_order_id_idx ON public.designer_commissions USING btree (order_id);
CREATE INDEX designer_commissions_status_idx ON public.designer_commissions USING btree (status, created_at DESC);
grant select on public.designer_commissions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.designer_commissions to service_role;
create policy "designers read their commissions, holders of view_financial_dat" on public.designer_commissions for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff) OR ( SELECT private.named('view_financial_data'::text) AS named));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.designer_commissions FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.designer_commissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.designer_commissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.designer_commissions REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER pin BEFORE UPDATE ON public.designer_commissions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.designer_commissions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.designer_commissions is 'What a designer earned with an order: computed when it is delivered, then approved and paid.';

create table public.job_checks (
  id uuid not null,
  job_id uuid not null,
  result text not null,
  note text,
  photo_path text,
  remake_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  reason text,
  back_to uuid,
  constraint job_checks_pkey PRIMARY KEY (id),
  constraint job_checks_back_to_fkey FOREIGN KEY (back_to) REFERENCES public.job_steps(id) ON DELETE SET NULL,
  constraint job_checks_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint job_checks_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint job_checks_remake_id_fkey FOREIGN KEY (remake_id) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint job_checks_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_checks_fail_says_why CHECK (result = 'pass'::text OR char_length(btrim(COALESCE(note, ''::text))) > 0),
  constraint job_checks_reason_is_known CHECK (reason = ANY (ARRAY['artwork'::text, 'material'::text, 'machine'::text, 'print'::text, 'cut'::text, 'assembly'::text, 'measure'::text, 'damage'::text, 'client'::text, 'short'::text, 'other'::text])),
  constraint job_checks_result_is_known CHECK (result = ANY (ARRAY['pass'::text, 'fail'::text])),
  constraint job_checks_texts_length CHECK (char_length(note) <= 5000 AND char_length(photo_path) <= 300)
);
alter table public.job_checks enable row level security;
CREATE INDEX job_checks_back_to_idx ON public.job_checks USING btree (back_to);
CREATE INDEX job_checks_created_by_idx ON public.job_checks USING btree (created_by);
CREATE INDEX job_checks_job_id_idx ON public.job_checks USING btree (job_id, created_at DESC);
CREATE INDEX job_checks_remake_id_idx ON public.job_checks USING btree (remake_id);
grant select on public.job_checks to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.job_checks to service_role;
create policy "whoever reads jobs or production reads checks" on public.job_checks for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.job_checks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'production');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.job_checks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'production');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.job_checks REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'production');
CREATE TRIGGER pin BEFORE UPDATE ON public.job_checks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.job_checks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.job_checks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.job_checks is 'Each look of quality control at a job: passed, or failed with the reason and a photo.';
comment on column public.job_checks.back_to is 'The step that the job, or the remake, begins again with.';
comment on column public.job_checks.reason is 'Why it failed, or why pieces are made again.';

CREATE OR REPLACE FUNCTION private.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text DEFAULT NULL::text, p_photo text DEFAULT NULL::text, p_remake_qty numeric DEFAULT NULL::numeric, p_reason text DEFAULT NULL::text, p_back_to uuid DEFAULT NULL::uuid, p_steps jsonb DEFAULT NULL::jsonb, p_material jsonb DEFAULT NULL::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
  v_remake uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_short numeric;
  v_back public.job_steps;
  v_step uuid;
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
  elsif p_result not in ('pass', 'fail') then
    perform private.refuse('22023', 'A check is passed or failed');
  elsif v_job.status <> 'qc' then
    perform private.refuse('PT409', format('This job is not in quality control: it is %s', lower(private.status_in_words(v_job.status))));
  elsif p_result = 'fail' and v_note is null then
    perform private.refuse('22023', 'Please say what is wrong');
  elsif p_photo is not null and not exists (
    select from storage.objects o where o.bucket_id = 'job-photos' and o.name = p_photo and o.name like p_job_id || '/%')
  then
    perform private.refuse('22023', 'The photo did not arrive. Please take it again.');
  elsif p_remake_qty is not null and not coalesce(p_remake_qty > 0 and p_remake_qty <= v_job.qty, false) then
    perform private.refuse('22023', format('A remake makes between 1 and %s again', trim_scale(v_job.qty)));
  elsif p_back_to is not null and v_back.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif p_result = 'fail' and p_remake_qty is null and p_back_to is null and exists (select from public.job_steps where job_id = p_job_id) then
    perform private.refuse('22023', 'Please choose the step that the job goes back to');
  elsif p_reason is not null and p_reason not in
    ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other')
  then
    perform private.refuse('22023', 'This reason is not known');
  end if;
  if p_result = 'pass' or p_remake_qty is not null then
    perform private.answer_steps(p_job_id, p_steps);
    v_short := private.pieces_short(p_job_id);
    if p_result = 'pass' and p_remake_qty > v_short then
      perform private.refuse('22023', format('Only %s are short', trim_scale(v_short)));
    elsif v_short > coalesce(p_remake_qty, 0) and v_note is null then
      perform private.refuse('PT409', format('%s of %s are short. Have them made again, or say why they are not needed.',
        trim_scale(v_short), trim_scale(v_job.qty)), v_short::text);
    end if;
    perform private.book_material(p_job_id, p_material, true);
  end if;
  if p_remake_qty is not null then
    v_remake := private.make_remake(v_job, p_remake_qty, v_back.id);
  end if;
  insert into public.job_checks (id, job_id, result, note, photo_path, remake_id, reason, back_to)
  values (p_id, p_job_id, p_result, v_note, p_photo, v_remake,
    coalesce(p_reason, case when p_result = 'fail' then 'other' when v_remake is not null then 'short' end), v_back.id);
  perform private.log_event('job', p_job_id, case p_result when 'pass' then 'check_passed' else 'check_failed' end,
    jsonb_strip_nulls(jsonb_build_object('reason', v_note, 'remake', (select j.job_number from public.jobs j where j.id = v_remake),
      'step', v_back.name)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
  else
    for v_step in
      select id from public.job_steps where job_id = p_job_id and status = 'done' and position >= v_back.position order by position desc
    loop
      update public.job_steps set status = 'todo' where id = v_step;
    end loop;
    update public.jobs set status = 'in_production' where id = p_job_id;
  end if;
  return v_remake;
end $function$;
grant execute on function private.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb) to authenticated;
grant execute on function private.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb) to service_role;
comment on function private.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb) is 'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it. p_steps: what became of open steps, as in answer_steps. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

CREATE OR REPLACE FUNCTION private.compute_commissions(p_order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.designer_commissions as c (user_id, order_id, basis, pct, amount)
  select d.user_id, p_order_id, trunc(sum(d.net / d.sharers), 2), max(d.pct), trunc(sum(d.net * d.pct / 100 / d.sharers), 2)
    from (
      select designer.id as user_id, i.id as item_id, i.net, rule.pct, count(*) over (partition by i.id) as sharers
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.net > 0
        cross join lateral (
          select distinct a as id from public.jobs j join public.job_steps s on s.job_id = j.id, unnest(s.assignees) as a
           where j.order_item_id = i.id and j.remake_of is null and s.before_approval and s.status = 'done') as designer
        cross join lateral (
          select r.pct from public.commission_rules r where r.user_id = designer.id and r.valid_from <= o.ordered_at::date
           order by r.valid_from desc limit 1) as rule
       where o.id = p_order_id) as d
   group by d.user_id
  on conflict (user_id, order_id) do update set basis = excluded.basis, pct = excluded.pct, amount = excluded.amount
    where c.status = 'open'
$function$;
comment on function private.compute_commissions(p_order_id uuid) is 'The commissions of an order: of each line the share of those who finished its design steps. What is approved or paid stays.';

CREATE OR REPLACE FUNCTION private.cost_of_work(p_user_id uuid, p_day date, p_seconds bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_seconds * (select w.hourly_cost from public.wage_rates w where w.user_id = p_user_id and w.valid_from <= p_day
    order by w.valid_from desc limit 1) / 3600
$function$;
comment on function private.cost_of_work(p_user_id uuid, p_day date, p_seconds bigint) is 'What work cost by the wage rate of that day; null where no rate is known.';

CREATE OR REPLACE FUNCTION private.decide_commissions(p_ids uuid[], p_to text, p_paid_on date DEFAULT NULL::date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_changed integer;
  v_from constant text := case p_to when 'approved' then 'open' when 'paid' then 'approved' when 'open' then 'approved' end;
begin
  if not (private.is_server() or private.named('manage_wage_rates')) then
    raise insufficient_privilege using message = 'You may not decide about commissions';
  elsif v_from is null or cardinality(p_ids) > 500 then
    perform private.refuse('22023', 'Commissions are approved, paid, or opened again; 500 at once at most');
  end if;
  perform from public.designer_commissions where id = any (p_ids) order by id for update;
  if exists (
    select from public.designer_commissions
     where id = any (p_ids) and status = v_from and private.decides_for_self(user_id, 'manage_wage_rates'))
  then
    perform private.refuse('42501', 'A colleague decides about your own commissions. Nothing was changed.');
  elsif exists (select from public.designer_commissions where id = any (p_ids) and status not in (v_from, p_to)) then
    perform private.refuse('PT409', format('Only commissions that are %s become %s. Nothing was changed.', v_from, p_to));
  end if;
  update public.designer_commissions set status = p_to, decided_by = auth.uid(), decided_at = now(),
      paid_on = case p_to when 'paid' then coalesce(p_paid_on, private.company_today()) end
   where id = any (p_ids) and status = v_from;
  get diagnostics v_changed = row_count;
  return v_changed;
end $function$;
grant execute on function private.decide_commissions(p_ids uuid[], p_to text, p_paid_on date) to authenticated;
grant execute on function private.decide_commissions(p_ids uuid[], p_to text, p_paid_on date) to service_role;
comment on function private.decide_commissions(p_ids uuid[], p_to text, p_paid_on date) is 'Approves, pays or opens commissions, all or none: open → approved → paid; approved → open. Answers how many changed.';

CREATE OR REPLACE FUNCTION private.follow_delivered_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.compute_commissions(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_rest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rest record;
begin
  select s.name, s.finished_at + s.wait_minutes * interval '1 minute' as until into v_rest from public.job_steps s
   where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status = 'done' and s.wait_minutes > 0
     and s.finished_at + s.wait_minutes * interval '1 minute' > now()
   order by 2 desc limit 1;
  if found then
    perform private.refuse('PT409', format('This step waits until %s: what "%s" made must rest',
      to_char(v_rest.until at time zone coalesce((select time_zone from public.company_settings), 'UTC'), 'FMDD Mon HH24:MI'), v_rest.name));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.job_effort(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seconds bigint;
  v_labour numeric;
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
  select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_seconds, v_labour
    from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_id) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_again_seconds, v_again_labour
      from unnest(v_remakes) as r, private.work_time('1900-01-01', (now() + interval '2 days')::date, r) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(oi.net, qi.net) into v_quoted from public.jobs j left join public.order_items oi on oi.id = j.order_item_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2))) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $function$;
grant execute on function private.job_effort(p_id uuid) to authenticated;
grant execute on function private.job_effort(p_id uuid) to service_role;
comment on function private.job_effort(p_id uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour. Amounts are text. remakes: the same of all jobs that make pieces of it again; it is not in the
figures of the job itself.';

CREATE OR REPLACE FUNCTION private.make_remake(p_job public.jobs, p_qty numeric, p_from_step uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_root text := regexp_replace(p_job.job_number, '-R[0-9]+$', '');
  v_id uuid;
  v_from text;
begin
  insert into public.jobs (job_number, quotation_id, order_id, order_item_id, contact_id, service_id, title, qty, unit, width_mm, height_mm,
    details, spec, due_date, priority, lead_user_id, mockup_required, mockup_status, status, remake_of)
  values (v_root || '-R' || (1 + (select count(*) from public.jobs j where j.job_number ~ ('^' || v_root || '-R[0-9]+$'))),
    p_job.quotation_id, p_job.order_id, p_job.order_item_id, p_job.contact_id, p_job.service_id, p_job.title, p_qty, p_job.unit,
    p_job.width_mm, p_job.height_mm, p_job.details, p_job.spec, p_job.due_date, case when p_job.priority = 'urgent' then 'urgent' else 'high' end,
    p_job.lead_user_id, p_job.mockup_required, p_job.mockup_status, 'approved', p_job.id)
  returning id into v_id;
  perform private.add_template_steps(v_id);
  insert into public.job_steps (job_id, position, name, work_centre_id, planned_minutes, wait_minutes)
  select v_id, s.position, s.name, s.work_centre_id, round(s.planned_minutes * p_qty / p_job.qty, 2), s.wait_minutes
    from public.job_steps s
   where s.job_id = p_job.id and not s.before_approval and s.status <> 'skipped'
     and not exists (select from public.job_steps n where n.job_id = v_id);
  select position into v_from from public.job_steps where id = p_from_step and job_id = p_job.id and not before_approval;
  if v_from is not null then
    update public.job_steps s set depends_on = array(
        select d from unnest(s.depends_on) as d join public.job_steps o on o.id = d where o.position >= v_from)
     where s.job_id = v_id and s.depends_on <> '{}';
    delete from public.job_steps where job_id = v_id and position < v_from;
  end if;
  insert into public.job_materials (job_id, item_id, qty_planned)
  select v_id, m.item_id, case when i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set')
      then ceil(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty) else round(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty, 4) end
    from public.job_materials m join public.inventory_items i on i.id = m.item_id
   where m.job_id = p_job.id and greatest(m.qty_planned, m.qty_used) > 0;
  perform private.share_out(m.item_id) from (select item_id from public.job_materials where job_id = v_id order by item_id) as m;
  return v_id;
end $function$;
comment on function private.make_remake(p_job public.jobs, p_qty numeric, p_from_step uuid) is 'Makes again what failed: a job of its own with the steps after the approval, from p_from_step on where one is named, and the
materials, linked to its origin. The order is ready only when both are.';

CREATE OR REPLACE FUNCTION private.name_work(p_entry uuid, p_job_id uuid DEFAULT NULL::uuid, p_order_id uuid DEFAULT NULL::uuid, p_step_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_entry public.time_entries;
  v_job uuid := p_job_id;
begin
  select * into v_entry from public.time_entries where id = p_entry for update;
  if v_entry.id is null or not (private.is_server() or private.is_staff()
    and (v_entry.user_id = auth.uid() or private.named('manage_time_tracking'))) then
    perform private.refuse('PT404', 'This time entry is not there, or it is not yours');
  elsif v_entry.step_id is not null then
    perform private.refuse('PT409', 'This timer was started for a step of a job');
  end if;
  if p_step_id is not null then
    select job_id into v_job from public.job_steps where id = p_step_id;
    if not found then
      perform private.refuse('PT404', 'This step is not there any more');
    elsif p_job_id is not null and p_job_id <> v_job then
      perform private.refuse('22023', 'This step belongs to another job');
    end if;
  end if;
  if v_job is not null and not exists (select from public.jobs where id = v_job)
    or p_order_id is not null and not exists (select from public.orders where id = p_order_id) then
    perform private.refuse('PT404', 'This job or order is not there any more');
  end if;
  update public.time_entries set job_id = v_job, order_id = p_order_id, named_step_id = p_step_id where id = p_entry;
end $function$;
grant execute on function private.name_work(p_entry uuid, p_job_id uuid, p_order_id uuid, p_step_id uuid) to authenticated;
grant execute on function private.name_work(p_entry uuid, p_job_id uuid, p_order_id uuid, p_step_id uuid) to service_role;
comment on function private.name_work(p_entry uuid, p_job_id uuid, p_order_id uuid, p_step_id uuid) is 'Says for which job, step or order an entry was worked; a job brings its order, a step its job. Its times stay as they are.';

CREATE OR REPLACE FUNCTION private.order_of_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.order_id := coalesce((select j.order_id from public.jobs j where j.id = new.job_id), new.order_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.staff_activities(p_day date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone constant text := coalesce((select time_zone from public.company_settings), 'UTC');
  v_day constant date := coalesce(p_day, private.company_today());
  v_kinds constant text[] := private.my_document_kinds();
begin
  if not (private.is_server() or private.named('access_staff_activities')) then
    raise insufficient_privilege using message = 'You may not see what colleagues do';
  end if;
  return jsonb_build_object(
    'day', v_day,
    'people', coalesce((
      select jsonb_agg(jsonb_build_object('user_id', ur.user_id, 'person', private.person_label(ur.user_id), 'role', ur.role, 'entry_id', e.id,
               'status', e.status, 'since', e.sessions -> -1 ->> 'startTime', 'sessions', e.sessions,
               'client', nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), ''),
               'job_id', e.job_id, 'job', j.job_number || ' · ' || j.title, 'step', s.name,
               'seconds', (select coalesce(sum(w.seconds), 0) from private.work_time(v_day, v_day) as w where w.user_id = ur.user_id))
             order by case e.status when 'active' then 0 when 'paused' then 1 else 2 end, private.person_label(ur.user_id))
        from public.user_roles ur
        left join lateral (
          select t.* from public.time_entries t where t.user_id = ur.user_id and t.status in ('active', 'paused') and v_day = private.company_today()
           order by t.status, t.touched_at desc limit 1) as e on true
        left join public.jobs j on j.id = e.job_id
        left join public.job_steps s on s.id = e.step_id
       where ur.role not in ('client', 'pending')), '[]'),
    'story', coalesce((
      select jsonb_agg(to_jsonb(told) order by told.at desc) from (
        select d.at, d.actor_name as person, d.kind, d.record_id, d.type, d.meta,
               case d.kind when 'job' then (select j.job_number || ' · ' || j.title from public.jobs j where j.id = d.record_id)
                 when 'order' then (select o.order_number from public.orders o where o.id = d.record_id)
                 when 'quotation' then (select q.quotation_number from public.quotations q where q.id = d.record_id)
                 when 'invoice' then (select v.invoice_number from public.invoices v where v.id = d.record_id)
                 when 'delivery' then (select v.delivery_number from public.deliveries v where v.id = d.record_id) end as record
          from public.document_events d
         where d.at >= v_day::timestamp at time zone v_zone and d.at < (v_day + 1)::timestamp at time zone v_zone
           and d.actor_id in (select ur.user_id from public.user_roles ur where ur.role not in ('client', 'pending'))
           and d.kind = any (v_kinds)
         order by d.at desc limit 300) as told), '[]'));
end $function$;
grant execute on function private.staff_activities(p_day date) to authenticated;
grant execute on function private.staff_activities(p_day date) to service_role;
comment on function private.staff_activities(p_day date) is 'Every colleague with what they work on now and how long they worked that day, and what was done that day, the newest first: at
most 300. Only of kinds of documents that the caller may view.';

CREATE OR REPLACE FUNCTION private.staff_time(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_costs constant boolean := private.sees_labour_cost();
begin
  if not (private.is_server() or private.named('manage_time_tracking')) then
    raise insufficient_privilege using message = 'You may not see the time of others';
  elsif p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    perform private.refuse('22023', 'Choose between one day and 400 days');
  end if;
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object('day', w.day, 'user_id', w.user_id, 'person', private.person_label(w.user_id), 'client', w.client,
               'job_id', w.job_id, 'job', j.job_number || ' · ' || j.title, 'order_id', w.order_id, 'order', o.order_number, 'seconds', w.seconds,
               'is_running', w.is_running, 'cost', case when v_costs then private.amount_text(trunc(private.cost_of_work(w.user_id, w.day, w.seconds), 2)) end)
             order by w.day, private.person_label(w.user_id))
        from private.work_time(p_from, p_to) as w left join public.jobs j on j.id = w.job_id left join public.orders o on o.id = w.order_id
       where w.seconds > 0 or w.is_running), '[]'),
    'jobs', coalesce((
      select jsonb_agg(jsonb_build_object('id', j.id, 'number', j.job_number, 'title', j.title,
               'planned_minutes', (select sum(s.planned_minutes) from public.job_steps s where s.job_id = j.id and s.status <> 'skipped'),
               'effort', private.job_effort(j.id)) order by j.job_number desc)
        from public.jobs j where j.id in (
          select e.job_id from public.time_entries e where e.job_id is not null and e.touched_at >= p_from and e.created_at < p_to + 2)), '[]'));
end $function$;
grant execute on function private.staff_time(p_from date, p_to date) to authenticated;
grant execute on function private.staff_time(p_from date, p_to date) to service_role;
comment on function private.staff_time(p_from date, p_to date) is 'Seconds by day, person, job and client of a span of days, and the jobs of it with planned and worked time. Costs of work only for
holders of manage_wage_rates and view_financial_data. Amounts are text.';

CREATE OR REPLACE FUNCTION private.work_time(p_from date, p_to date, p_job_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(day date, user_id uuid, job_id uuid, order_id uuid, client text, seconds bigint, is_running boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with zone as (
    select coalesce((select c.time_zone from public.company_settings c), 'UTC') as name
  ), piece as (
    select e.user_id, e.job_id, e.order_id, nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), '') as client,
           private.instant(one ->> 'startTime') as started,
           one ->> 'endTime' is null and e.status = 'active' and place = jsonb_array_length(e.sessions) as is_open,
           coalesce(private.instant(one ->> 'endTime'),
             case when one -> 'isPaused' = 'true' then private.instant(one ->> 'pausedAt') end,
             case when e.status = 'active' and place = jsonb_array_length(e.sessions) then clock_timestamp() end) as ended
      from public.time_entries e cross join lateral jsonb_array_elements(e.sessions) with ordinality as listed (one, place), zone
     where (p_job_id is null or e.job_id = p_job_id)
       and (p_job_id is not null or e.status = 'active' or e.touched_at >= p_from::timestamp at time zone zone.name)
  )
  select d::date, p.user_id, p.job_id, p.order_id, p.client,
         sum(private.seconds_between(started, least(ended, (d + interval '1 day') at time zone zone.name))
           - private.seconds_between(started, greatest(started, d at time zone zone.name)))::bigint,
         bool_or(is_open and (ended at time zone zone.name)::date = d::date)
    from piece p cross join zone
    cross join lateral generate_series(greatest(p_from::timestamp, date_trunc('day', started at time zone zone.name)),
      least(p_to::timestamp, date_trunc('day', ended at time zone zone.name)), interval '1 day') as d
   where ended >= started
   group by 1, 2, 3, 4, 5
$function$;
comment on function private.work_time(p_from date, p_to date, p_job_id uuid) is 'Seconds worked by day of the company, person, job, order and client; a session over midnight counts on both days.';
