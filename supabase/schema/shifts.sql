-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.absence_details (
  absence_id uuid not null,
  kind text not null,
  reason text,
  answer text,
  constraint absence_details_pkey PRIMARY KEY (absence_id),
  constraint absence_details_absence_id_fkey FOREIGN KEY (absence_id) REFERENCES public.absences(id) ON DELETE CASCADE,
  constraint absence_details_kind_is_known CHECK (kind = ANY (ARRAY['holiday'::text, 'sick'::text, 'training'::text, 'family'::text, 'unpaid'::text, 'other'::text])),
  constraint absence_details_texts_length CHECK (char_length(reason) <= 1000 AND char_length(answer) <= 1000)
);
alter table public.absence_details enable row level security;
grant select on public.absence_details to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.absence_details to service_role;
create policy "planners and the person read why somebody is away" on public.absence_details for select to authenticated
  using (( SELECT private.is_staff() AS is_staff) AND (( SELECT private.named('manage_shifts'::text) AS named) OR (EXISTS ( SELECT
   FROM public.absences a
  WHERE a.id = absence_details.absence_id AND a.user_id = (( SELECT auth.uid() AS uid))))));
comment on table public.absence_details is 'Why somebody is away, and what was answered. A table of its own: colleagues see that somebody is away, and not why.';

create table public.absences (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  status text not null default 'requested'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint absences_pkey PRIMARY KEY (id),
  constraint absences_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint absences_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint absences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint absences_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint absences_decided_at_is_in_reach CHECK (decided_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint absences_end_after_begin CHECK (ends_on >= starts_on),
  constraint absences_ends_on_is_in_reach CHECK (ends_on >= '1900-01-01'::date AND ends_on < '10000-01-01'::date),
  constraint absences_of_a_person_do_not_overlap EXCLUDE USING gist (user_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text])),
  constraint absences_starts_on_is_in_reach CHECK (starts_on >= '1900-01-01'::date AND starts_on < '10000-01-01'::date),
  constraint absences_status_is_known CHECK (status = ANY (ARRAY['requested'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text])),
  constraint absences_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.absences enable row level security;
CREATE INDEX absences_created_by_idx ON public.absences USING btree (created_by);
CREATE INDEX absences_days_idx ON public.absences USING btree (starts_on, ends_on);
CREATE INDEX absences_decided_by_idx ON public.absences USING btree (decided_by);
CREATE INDEX absences_user_id_idx ON public.absences USING btree (user_id, starts_on);
grant select on public.absences to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.absences to service_role;
create policy "staff read approved absences and their own" on public.absences for select to authenticated
  using (( SELECT private.is_staff() AS is_staff) AND (status = 'approved'::text OR user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.named('manage_shifts'::text) AS named)));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.absences FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.absences FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.absences FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER guard_clash BEFORE INSERT OR UPDATE OF user_id, starts_on, ends_on, status ON public.absences FOR EACH ROW WHEN (new.status = 'approved'::text) EXECUTE FUNCTION private.guard_absence();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.absences FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.absences FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.absences FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.absences FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.absences FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.absences is 'Days on which somebody is away, in the time zone of the company. Written by functions only. Staff read approved ones; why somebody is away stands in absence_details.';

create table public.contract_hours (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  valid_from date not null,
  hours_per_week numeric(5,2) not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint contract_hours_pkey PRIMARY KEY (id),
  constraint contract_hours_one_a_day UNIQUE (user_id, valid_from),
  constraint contract_hours_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contract_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint contract_hours_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contract_hours_hours_per_week_is_a_number CHECK (hours_per_week <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint contract_hours_range CHECK (hours_per_week >= 0::numeric AND hours_per_week <= 100::numeric),
  constraint contract_hours_valid_from_is_in_reach CHECK (valid_from >= '1900-01-01'::date AND valid_from < '10000-01-01'::date)
);
alter table public.contract_hours enable row level security;
CREATE INDEX contract_hours_created_by_idx ON public.contract_hours USING btree (created_by);
grant delete, insert, select, update on public.contract_hours to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contract_hours to service_role;
create policy "planners add contract hours" on public.contract_hours for insert to authenticated
  with check (( SELECT private.named('manage_shifts'::text) AS named));
create policy "planners remove contract hours" on public.contract_hours for delete to authenticated
  using (( SELECT private.named('manage_shifts'::text) AS named));
create policy "planners and the person read contract hours" on public.contract_hours for select to authenticated
  using (( SELECT private.is_staff() AS is_staff) AND (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.named('manage_shifts'::text) AS named)));
create policy "planners change contract hours" on public.contract_hours for update to authenticated
  using (( SELECT private.named('manage_shifts'::text) AS named))
  with check (( SELECT private.named('manage_shifts'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.contract_hours FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_shifts');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_hours FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.contract_hours FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.contract_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.contract_hours FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.contract_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER refuse_own_terms BEFORE INSERT OR DELETE OR UPDATE ON public.contract_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.refuse_own_terms('manage_shifts', 'hours');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contract_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.contract_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.contract_hours is 'How many hours a week somebody is employed for, from a day on.';

create table public.shift_templates (
  id uuid not null default gen_random_uuid(),
  name text not null,
  starts time without time zone not null,
  ends time without time zone not null,
  break_minutes integer not null default 0,
  place text not null default 'workshop'::text,
  work_centre_id uuid,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint shift_templates_pkey PRIMARY KEY (id),
  constraint shift_templates_work_centre_id_fkey FOREIGN KEY (work_centre_id) REFERENCES public.work_centres(id) ON DELETE SET NULL,
  constraint shift_templates_break_is_shorter CHECK (break_minutes >= 0 AND make_interval(mins => break_minutes) < (ends - starts +
CASE
    WHEN ends < starts THEN '24:00:00'::interval
    ELSE '00:00:00'::interval
END)),
  constraint shift_templates_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint shift_templates_have_hours CHECK (starts <> ends),
  constraint shift_templates_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 60 AND char_length(name) <= 80),
  constraint shift_templates_place_is_known CHECK (place = ANY (ARRAY['office'::text, 'workshop'::text, 'road'::text, 'home'::text]))
);
alter table public.shift_templates enable row level security;
CREATE UNIQUE INDEX shift_templates_name_idx ON public.shift_templates USING btree (private.folded(name));
CREATE INDEX shift_templates_work_centre_id_idx ON public.shift_templates USING btree (work_centre_id);
grant delete, insert, select, update on public.shift_templates to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.shift_templates to service_role;
create policy "planners add templates of shifts" on public.shift_templates for insert to authenticated
  with check (( SELECT private.named('manage_shifts'::text) AS named));
create policy "planners remove templates of shifts" on public.shift_templates for delete to authenticated
  using (( SELECT private.named('manage_shifts'::text) AS named));
create policy "staff read templates of shifts" on public.shift_templates for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "planners change templates of shifts" on public.shift_templates for update to authenticated
  using (( SELECT private.named('manage_shifts'::text) AS named))
  with check (( SELECT private.named('manage_shifts'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.shift_templates FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_shifts');
CREATE TRIGGER count_version BEFORE UPDATE ON public.shift_templates FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.shift_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.shift_templates FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.shift_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.shift_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.shift_templates is 'Usual shifts, in clock times of the company. One that ends before it starts ends on the next day.';

create table public.shifts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  break_minutes integer not null default 0,
  place text not null default 'workshop'::text,
  work_centre_id uuid,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint shifts_pkey PRIMARY KEY (id),
  constraint shifts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint shifts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint shifts_work_centre_id_fkey FOREIGN KEY (work_centre_id) REFERENCES public.work_centres(id) ON DELETE SET NULL,
  constraint shifts_break_is_shorter CHECK (break_minutes >= 0 AND make_interval(mins => break_minutes) < (ends_at - starts_at)),
  constraint shifts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint shifts_end_after_begin CHECK (ends_at > starts_at AND ends_at <= (starts_at + '24:00:00'::interval)),
  constraint shifts_ends_at_is_in_reach CHECK (ends_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND ends_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint shifts_note_length CHECK (char_length(note) <= 500),
  constraint shifts_of_a_person_do_not_overlap EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at, '[)'::text) WITH &&),
  constraint shifts_place_is_known CHECK (place = ANY (ARRAY['office'::text, 'workshop'::text, 'road'::text, 'home'::text])),
  constraint shifts_starts_at_is_in_reach CHECK (starts_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND starts_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint shifts_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.shifts enable row level security;
CREATE INDEX shifts_created_by_idx ON public.shifts USING btree (created_by);
CREATE INDEX shifts_starts_at_idx ON public.shifts USING btree (starts_at);
CREATE INDEX shifts_user_id_idx ON public.shifts USING btree (user_id, starts_at);
CREATE INDEX shifts_work_centre_id_idx ON public.shifts USING btree (work_centre_id);
grant delete, insert, select, update on public.shifts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.shifts to service_role;
create policy "planners add shifts" on public.shifts for insert to authenticated
  with check (( SELECT private.named('manage_shifts'::text) AS named));
create policy "planners remove shifts" on public.shifts for delete to authenticated
  using (( SELECT private.named('manage_shifts'::text) AS named));
create policy "staff read shifts" on public.shifts for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "planners change shifts" on public.shifts for update to authenticated
  using (( SELECT private.named('manage_shifts'::text) AS named))
  with check (( SELECT private.named('manage_shifts'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.shifts FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_shifts');
CREATE TRIGGER count_version BEFORE UPDATE ON public.shifts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.shifts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER guard_clash BEFORE INSERT OR UPDATE OF user_id, starts_at, ends_at ON public.shifts FOR EACH ROW EXECUTE FUNCTION private.guard_shift();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.shifts FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.shifts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.shifts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.shifts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.shifts FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.shifts is 'When somebody works. A shift may end on the next day.';
comment on column public.shifts.place is 'office, workshop, road (at clients), or home.';
comment on column public.shifts.work_centre_id is 'The machine, bench or vehicle that they look after.';

CREATE OR REPLACE FUNCTION private.absence_in_words(p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select initcap(d.kind) || ', ' || private.days_in_words(a.starts_on, a.ends_on)
    from public.absences a join public.absence_details d on d.absence_id = a.id where a.id = p_id
$function$;

CREATE OR REPLACE FUNCTION private.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text DEFAULT NULL::text, p_user_id uuid DEFAULT NULL::uuid, p_clear_shifts boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_person constant uuid := coalesce(p_user_id, auth.uid());
  v_today constant date := private.company_today();
  v_taken public.absences;
begin
  if p_user_id is not null then
    perform private.must_plan_shifts();
    if private.decides_for_self(p_user_id, 'manage_shifts') then
      perform private.refuse('42501', 'Please ask for your own leave: a colleague who plans shifts approves it');
    end if;
  elsif not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff ask for leave';
  end if;
  if exists (select from public.absences where id = p_id) then
    return;
  elsif p_kind is null or p_kind not in ('holiday', 'sick', 'training', 'family', 'unpaid', 'other') then
    perform private.refuse('22023', 'Please choose what kind of absence it is');
  elsif p_starts_on is null or p_ends_on is null then
    perform private.refuse('22023', 'Please choose the first and the last day');
  elsif p_ends_on < p_starts_on then
    perform private.refuse('22023', 'The last day is before the first');
  elsif p_ends_on > p_starts_on + 366 then
    perform private.refuse('22023', 'An absence has 366 days at most');
  elsif p_starts_on < v_today - 60 or p_starts_on > v_today + 730 then
    perform private.refuse('22023', 'Please choose days from two months ago to two years from now');
  elsif char_length(p_reason) > 1000 then
    perform private.refuse('22023', 'The reason may have 1000 characters at most');
  elsif not private.works_here(v_person) then
    perform private.refuse('22023', 'Only people of the staff are absent');
  end if;
  if p_user_id is not null and p_clear_shifts then
    perform private.clear_shifts(v_person, p_starts_on, p_ends_on);
  end if;
  perform private.lock_working_time(v_person);
  if (select count(*) from public.absences where user_id = v_person and created_by = v_person and created_at > now() - interval '1 day') >= 20 then
    perform private.refuse('PT429', 'You asked for leave twenty times today. Please try again tomorrow.');
  end if;
  select * into v_taken from public.absences a
   where a.user_id = v_person and a.status in ('requested', 'approved')
     and daterange(a.starts_on, a.ends_on, '[]') && daterange(p_starts_on, p_ends_on, '[]')
   order by a.starts_on limit 1;
  if v_taken.id is not null then
    perform private.refuse('PT409', format(case when v_person = auth.uid() then 'You already have an absence then: %2$s (%3$s)'
        else '%1$s already has an absence then: %2$s (%3$s)' end,
      private.person_label(v_person), private.days_in_words(v_taken.starts_on, v_taken.ends_on), v_taken.status));
  end if;
  insert into public.absences (id, user_id, starts_on, ends_on, status, decided_by, decided_at)
  values (p_id, v_person, p_starts_on, p_ends_on, case when p_user_id is null then 'requested' else 'approved' end,
    case when p_user_id is not null then auth.uid() end, case when p_user_id is not null then now() end);
  insert into public.absence_details (absence_id, kind, reason) values (p_id, p_kind, nullif(btrim(p_reason), ''));
  if p_user_id is null then
    perform private.tell_people(private.holders_of('manage_shifts'), 'Leave asked: ' || private.person_label(v_person),
      concat_ws(': ', private.absence_in_words(p_id), nullif(btrim(p_reason), '')), 'absence', p_id);
  else
    perform private.tell_people(array[v_person], 'Absence entered for you', private.absence_in_words(p_id), 'absence', p_id);
  end if;
end $function$;
grant execute on function private.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text, p_user_id uuid, p_clear_shifts boolean) to authenticated;
grant execute on function private.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text, p_user_id uuid, p_clear_shifts boolean) to service_role;
comment on function private.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text, p_user_id uuid, p_clear_shifts boolean) is 'Asks for leave; those who plan shifts are told. With p_user_id a planner enters an absence that is approved at once. Shifts in it refuse the approval unless p_clear_shifts removes them. The same id again changes nothing.';

CREATE OR REPLACE FUNCTION private.clear_shifts(p_user_id uuid, p_from date, p_until date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.shifts
   where user_id = p_user_id and tstzrange(starts_at, ends_at, '[)') && private.span_of_days(p_from, p_until)
$function$;
comment on function private.clear_shifts(p_user_id uuid, p_from date, p_until date) is 'Removes the shifts of a person that touch these days.';

CREATE OR REPLACE FUNCTION private.copy_week(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant date := date_trunc('week', p_from)::date;
  v_by constant integer := date_trunc('week', p_to)::date - v_from;
  v_zone constant text := private.company_zone();
  v_shift record;
  v_starts_at timestamptz;
  v_ends_at timestamptz;
  v_clash text;
  v_copied integer := 0;
  v_there integer := 0;
  v_skipped jsonb := '[]';
begin
  perform private.must_plan_shifts();
  if p_from is null or p_to is null or v_by = 0 or abs(v_by) > 366 then
    perform private.refuse('22023', 'Please choose two different weeks of a year');
  end if;
  for v_shift in
    select * from public.shifts s where s.starts_at <@ private.span_of_days(v_from, v_from + 6) order by s.user_id, s.starts_at
  loop
    v_starts_at := ((v_shift.starts_at at time zone v_zone) + make_interval(days => v_by)) at time zone v_zone;
    v_ends_at := ((v_shift.ends_at at time zone v_zone) + make_interval(days => v_by)) at time zone v_zone;
    perform private.lock_working_time(v_shift.user_id);
    if exists (select from public.shifts s where s.user_id = v_shift.user_id and s.starts_at = v_starts_at and s.ends_at = v_ends_at) then
      v_there := v_there + 1;
      continue;
    end if;
    v_clash := private.shift_clash(v_shift.user_id, v_starts_at, v_ends_at);
    if v_clash is not null then
      v_skipped := v_skipped || jsonb_build_object('user_id', v_shift.user_id, 'starts_at', v_starts_at, 'because', v_clash);
      continue;
    end if;
    insert into public.shifts (user_id, starts_at, ends_at, break_minutes, place, work_centre_id, note)
    values (v_shift.user_id, v_starts_at, v_ends_at, v_shift.break_minutes, v_shift.place, v_shift.work_centre_id, v_shift.note);
    v_copied := v_copied + 1;
  end loop;
  return jsonb_build_object('copied', v_copied, 'there', v_there, 'skipped', v_skipped);
end $function$;
grant execute on function private.copy_week(p_from date, p_to date) to authenticated;
grant execute on function private.copy_week(p_from date, p_to date) to service_role;
comment on function private.copy_week(p_from date, p_to date) is 'Copies the shifts of one week to another at the same clock times: {copied, there, skipped: [{user_id, starts_at, because}]}. Shifts that are there already are left alone, and those that clash are skipped.';

CREATE OR REPLACE FUNCTION private.days_in_words(p_from date, p_until date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_from = p_until then to_char(p_from, 'Dy FMDD Mon YYYY')
    else to_char(p_from, 'Dy FMDD Mon') || ' to ' || to_char(p_until, 'Dy FMDD Mon YYYY') end
$function$;

CREATE OR REPLACE FUNCTION private.decide_absence(p_id uuid, p_status text, p_answer text DEFAULT NULL::text, p_clear_shifts boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.absences;
  v_answer constant text := nullif(btrim(p_answer), '');
begin
  perform private.must_plan_shifts();
  select * into v_row from public.absences where id = p_id for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This request is not there any more');
  elsif p_status is null or p_status not in ('approved', 'refused') then
    perform private.refuse('22023', 'A request is approved or refused');
  elsif p_status = 'approved' and private.decides_for_self(v_row.user_id, 'manage_shifts') then
    perform private.refuse('42501', 'A colleague who plans shifts approves your own leave');
  elsif v_row.status = p_status then
    return;
  elsif v_row.status <> 'requested' then
    perform private.refuse('PT409', format('This request was %s meanwhile', v_row.status));
  elsif p_status = 'refused' and v_answer is null then
    perform private.refuse('22023', 'Please say why it is refused');
  elsif char_length(v_answer) > 1000 then
    perform private.refuse('22023', 'The answer may have 1000 characters at most');
  end if;
  if p_status = 'approved' and p_clear_shifts then
    perform private.clear_shifts(v_row.user_id, v_row.starts_on, v_row.ends_on);
  end if;
  update public.absences set status = p_status, decided_by = auth.uid(), decided_at = now() where id = p_id;
  update public.absence_details set answer = v_answer where absence_id = p_id;
  perform private.tell_people(array[v_row.user_id], 'Leave ' || p_status, concat_ws(': ', private.absence_in_words(p_id), v_answer),
    'absence', p_id);
end $function$;
grant execute on function private.decide_absence(p_id uuid, p_status text, p_answer text, p_clear_shifts boolean) to authenticated;
grant execute on function private.decide_absence(p_id uuid, p_status text, p_answer text, p_clear_shifts boolean) to service_role;
comment on function private.decide_absence(p_id uuid, p_status text, p_answer text, p_clear_shifts boolean) is 'Approves a request for leave, or refuses it with a reason; the person is told. Shifts in it refuse the approval unless p_clear_shifts removes them.';

CREATE OR REPLACE FUNCTION private.guard_absence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shifts integer;
begin
  perform private.lock_working_time(new.user_id);
  select count(*) into v_shifts from public.shifts s
   where s.user_id = new.user_id and tstzrange(s.starts_at, s.ends_at, '[)') && private.span_of_days(new.starts_on, new.ends_on);
  if v_shifts > 0 then
    perform private.refuse('PT409', format('%s has %s in these days', private.person_label(new.user_id),
      case v_shifts when 1 then 'a shift' else v_shifts || ' shifts' end), 'shifts');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_shift()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_clash text;
begin
  perform private.lock_working_time(new.user_id);
  v_clash := private.shift_clash(new.user_id, new.starts_at, new.ends_at, new.id);
  if v_clash is not null then
    perform private.refuse('PT409', v_clash);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_planned_week(p_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with week as materialized (
    select private.span_of_days(date_trunc('week', p_day)::date, date_trunc('week', p_day)::date + 6) as span)
  select exists (
    select from week join public.shifts s on s.starts_at >= lower(week.span) and s.starts_at < upper(week.span))
$function$;
comment on function private.is_planned_week(p_day date) is 'Whether the company has planned any shift in the week of that day.';

CREATE OR REPLACE FUNCTION private.lock_working_time(p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('working time ' || p_user_id, 0)) $function$;
comment on function private.lock_working_time(p_user_id uuid) is 'Locks the shifts and absences of a person until the transaction ends: a shift and an absence cannot pass each other.';

CREATE OR REPLACE FUNCTION private.must_plan_shifts()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_server() or private.named('manage_shifts')) then
    raise insufficient_privilege using message = 'You may not plan shifts';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.shift_clash(p_user_id uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_except uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shift public.shifts;
  v_absence public.absences;
begin
  if not private.works_here(p_user_id) then
    return 'Only people of the staff have shifts';
  end if;
  select * into v_shift from public.shifts s
   where s.user_id = p_user_id and s.id is distinct from p_except and s.starts_at < p_ends_at and s.ends_at > p_starts_at
   order by s.starts_at limit 1;
  if v_shift.id is not null then
    return format('%s already works on %s–%s', private.person_label(p_user_id),
      to_char(v_shift.starts_at at time zone private.company_zone(), 'Dy FMDD Mon, HH24:MI'),
      to_char(v_shift.ends_at at time zone private.company_zone(), 'HH24:MI'));
  end if;
  select * into v_absence from public.absences a
   where a.user_id = p_user_id and a.status = 'approved'
     and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')
   order by a.starts_on limit 1;
  if v_absence.id is not null then
    return format('%s is away: %s', private.person_label(p_user_id), private.days_in_words(v_absence.starts_on, v_absence.ends_on));
  end if;
  return null;
end $function$;
comment on function private.shift_clash(p_user_id uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_except uuid) is 'Why this person cannot work then, as a sentence; null where nothing stands against it.';

CREATE OR REPLACE FUNCTION private.somebody_works(p_starts_at timestamp with time zone, p_ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.shifts s
     where s.starts_at <= p_starts_at and s.starts_at > p_starts_at - interval '24 hours' and s.ends_at >= p_ends_at
       and private.works_here(s.user_id)
       and not exists (
         select from public.absences a
          where a.user_id = s.user_id and a.status = 'approved'
            and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')))
$function$;
comment on function private.somebody_works(p_starts_at timestamp with time zone, p_ends_at timestamp with time zone) is 'Whether one person is on shift from the begin to the end, and not away.';

CREATE OR REPLACE FUNCTION private.span_of_days(p_from date, p_until date)
 RETURNS tstzrange
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select tstzrange(p_from::timestamp at time zone private.company_zone(), (p_until + 1)::timestamp at time zone private.company_zone(), '[)')
$function$;
comment on function private.span_of_days(p_from date, p_until date) is 'From the first midnight to the last of these days, where the company is.';

CREATE OR REPLACE FUNCTION private.withdraw_absence(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.absences;
  v_plans boolean;
begin
  select * into v_row from public.absences where id = p_id for update;
  v_plans := private.is_server() or (private.named('manage_shifts') and not private.decides_for_self(v_row.user_id, 'manage_shifts'));
  if v_row.id is null or not (v_plans or (private.is_staff() and v_row.user_id = auth.uid())) then
    perform private.refuse('PT404', 'This absence is not there any more');
  elsif v_row.status = 'withdrawn' then
    return;
  elsif v_row.status = 'refused' then
    perform private.refuse('PT409', 'This request was refused. There is nothing to withdraw.');
  elsif v_row.status = 'approved' and not v_plans and v_row.starts_on <= private.company_today() then
    perform private.refuse('PT409', 'This absence has begun. Please ask whoever plans the shifts to change it.');
  end if;
  update public.absences set status = 'withdrawn' where id = p_id;
  if v_row.user_id = auth.uid() then
    perform private.tell_people(private.holders_of('manage_shifts'), 'Leave withdrawn: ' || private.person_label(v_row.user_id),
      private.absence_in_words(p_id), 'absence', p_id);
  else
    perform private.tell_people(array[v_row.user_id], 'Absence removed', private.absence_in_words(p_id), 'absence', p_id);
  end if;
end $function$;
grant execute on function private.withdraw_absence(p_id uuid) to authenticated;
grant execute on function private.withdraw_absence(p_id uuid) to service_role;
comment on function private.withdraw_absence(p_id uuid) is 'Takes a request or an approved absence back. The person may until the first day of an approved one, planners always.';

CREATE OR REPLACE FUNCTION private.works_here(p_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.user_id = p_user_id and ur.role not in ('client', 'pending') and not coalesce(u.banned_until > now(), false))
$function$;
comment on function private.works_here(p_user_id uuid) is 'Whether this account is of the staff and open.';
