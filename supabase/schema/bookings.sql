-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create extension btree_gist with schema extensions;

create table public.booking_closures (
  id uuid not null default gen_random_uuid(),
  desk text,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint booking_closures_pkey PRIMARY KEY (id),
  constraint booking_closures_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint booking_closures_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint booking_closures_desk_is_known CHECK (desk = ANY (ARRAY['studio'::text, 'road'::text])),
  constraint booking_closures_end_after_begin CHECK (ends_on >= starts_on),
  constraint booking_closures_ends_on_is_in_reach CHECK (ends_on >= '1900-01-01'::date AND ends_on < '10000-01-01'::date),
  constraint booking_closures_reason_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 200 AND char_length(reason) <= 250),
  constraint booking_closures_starts_on_is_in_reach CHECK (starts_on >= '1900-01-01'::date AND starts_on < '10000-01-01'::date)
);
alter table public.booking_closures enable row level security;
CREATE INDEX booking_closures_created_by_idx ON public.booking_closures USING btree (created_by);
grant delete, insert, select, update on public.booking_closures to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.booking_closures to service_role;
create policy "staff who keep bookings add booking_closures" on public.booking_closures for insert to authenticated
  with check (( SELECT private.named('manage_bookings'::text) AS named));
create policy "staff who keep bookings remove booking_closures" on public.booking_closures for delete to authenticated
  using (( SELECT private.named('manage_bookings'::text) AS named));
create policy "staff read booking_closures" on public.booking_closures for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep bookings change booking_closures" on public.booking_closures for update to authenticated
  using (( SELECT private.named('manage_bookings'::text) AS named))
  with check (( SELECT private.named('manage_bookings'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.booking_closures FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_bookings');
CREATE TRIGGER count_version BEFORE UPDATE ON public.booking_closures FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.booking_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.booking_closures FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.booking_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.booking_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.booking_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.booking_closures is 'Days without appointments; without a desk, for both.';

create table public.booking_hours (
  id uuid not null default gen_random_uuid(),
  desk text not null default 'studio'::text,
  weekday integer not null,
  opens time without time zone not null,
  closes time without time zone not null,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint booking_hours_pkey PRIMARY KEY (id),
  constraint booking_hours_desk_weekday_opens_key UNIQUE (desk, weekday, opens),
  constraint booking_hours_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint booking_hours_desk_is_known CHECK (desk = ANY (ARRAY['studio'::text, 'road'::text])),
  constraint booking_hours_end_after_begin CHECK (closes > opens),
  constraint booking_hours_weekday_range CHECK (weekday >= 1 AND weekday <= 7)
);
alter table public.booking_hours enable row level security;
grant delete, insert, select, update on public.booking_hours to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.booking_hours to service_role;
create policy "staff who keep bookings add booking_hours" on public.booking_hours for insert to authenticated
  with check (( SELECT private.named('manage_bookings'::text) AS named));
create policy "staff who keep bookings remove booking_hours" on public.booking_hours for delete to authenticated
  using (( SELECT private.named('manage_bookings'::text) AS named));
create policy "staff read booking_hours" on public.booking_hours for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep bookings change booking_hours" on public.booking_hours for update to authenticated
  using (( SELECT private.named('manage_bookings'::text) AS named))
  with check (( SELECT private.named('manage_bookings'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.booking_hours FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_bookings');
CREATE TRIGGER count_version BEFORE UPDATE ON public.booking_hours FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.booking_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.booking_hours FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.booking_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.booking_hours FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.booking_hours is 'Hours of the week in which a desk takes appointments, in the time zone of the company; 1 is Monday.';

create table public.booking_types (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  name text not null,
  summary text,
  place text not null default 'here'::text,
  desk text not null default 'studio'::text,
  minutes integer not null default 30,
  gap_minutes integer not null default 0,
  step_minutes integer not null default 30,
  notice_hours integer not null default 4,
  horizon_days integer not null default 42,
  is_active boolean not null default true,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint booking_types_pkey PRIMARY KEY (id),
  constraint booking_types_slug_key UNIQUE (slug),
  constraint booking_types_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint booking_types_desk_is_known CHECK (desk = ANY (ARRAY['studio'::text, 'road'::text])),
  constraint booking_types_minutes_range CHECK (minutes >= 5 AND minutes <= 600 AND gap_minutes >= 0 AND gap_minutes <= 240 AND step_minutes >= 5 AND step_minutes <= 240),
  constraint booking_types_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint booking_types_place_is_known CHECK (place = ANY (ARRAY['here'::text, 'client'::text, 'call'::text])),
  constraint booking_types_reach_range CHECK (notice_hours >= 0 AND notice_hours <= 720 AND horizon_days >= 1 AND horizon_days <= 180),
  constraint booking_types_slug_is_a_path CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND char_length(slug) <= 80),
  constraint booking_types_summary_length CHECK (char_length(summary) <= 500)
);
alter table public.booking_types enable row level security;
grant delete, insert, select, update on public.booking_types to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.booking_types to service_role;
create policy "staff who keep bookings add booking_types" on public.booking_types for insert to authenticated
  with check (( SELECT private.named('manage_bookings'::text) AS named));
create policy "staff who keep bookings remove booking_types" on public.booking_types for delete to authenticated
  using (( SELECT private.named('manage_bookings'::text) AS named));
create policy "staff read booking_types" on public.booking_types for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep bookings change booking_types" on public.booking_types for update to authenticated
  using (( SELECT private.named('manage_bookings'::text) AS named))
  with check (( SELECT private.named('manage_bookings'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.booking_types FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_bookings');
CREATE TRIGGER count_version BEFORE UPDATE ON public.booking_types FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.booking_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.booking_types FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.booking_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.booking_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.booking_types is 'What visitors can book: how long it takes, where it is, and how early.';
comment on column public.booking_types.desk is 'Who is taken by it: the studio in the house, or the crew on the road. One appointment at a time each.';
comment on column public.booking_types.gap_minutes is 'Minutes after it in which the desk takes nothing else: the way back, notes.';
comment on column public.booking_types.place is 'here: at the company; client: at the client''s; call: by telephone.';

create table public.bookings (
  id uuid not null default gen_random_uuid(),
  public_uuid uuid not null default gen_random_uuid(),
  reference text,
  type_id uuid not null,
  desk text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  busy_until timestamp with time zone not null,
  busy tstzrange not null generated always as (tstzrange(starts_at, busy_until, '[)'::text)) stored,
  status text not null default 'held'::text,
  held_until timestamp with time zone,
  name text,
  email text,
  phone text,
  company text,
  address text,
  note text,
  moved integer not null default 0,
  cancel_reason text,
  cancelled_by text,
  reminded_at timestamp with time zone,
  source text not null default 'site'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_public_uuid_key UNIQUE (public_uuid),
  constraint bookings_reference_key UNIQUE (reference),
  constraint bookings_type_id_fkey FOREIGN KEY (type_id) REFERENCES public.booking_types(id) ON DELETE RESTRICT,
  constraint bookings_busy_until_is_in_reach CHECK (busy_until >= '1900-01-01 00:00:00+00'::timestamp with time zone AND busy_until < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bookings_confirmed_has_a_name CHECK (status = 'held'::text OR reference IS NOT NULL AND name IS NOT NULL),
  constraint bookings_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bookings_end_after_begin CHECK (ends_at > starts_at AND busy_until >= ends_at),
  constraint bookings_ends_at_is_in_reach CHECK (ends_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND ends_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bookings_held_until_ends CHECK ((status = 'held'::text) = (held_until IS NOT NULL)),
  constraint bookings_held_until_is_in_reach CHECK (held_until >= '1900-01-01 00:00:00+00'::timestamp with time zone AND held_until < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bookings_one_at_a_time EXCLUDE USING gist (desk WITH =, busy WITH &&) WHERE (status = ANY (ARRAY['held'::text, 'confirmed'::text, 'done'::text])),
  constraint bookings_reminded_at_is_in_reach CHECK (reminded_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND reminded_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bookings_source_is_known CHECK (source = ANY (ARRAY['site'::text, 'office'::text])),
  constraint bookings_starts_at_is_in_reach CHECK (starts_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND starts_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bookings_status_is_known CHECK (status = ANY (ARRAY['held'::text, 'confirmed'::text, 'done'::text, 'no_show'::text, 'cancelled'::text])),
  constraint bookings_text_length CHECK (char_length(name) <= 200 AND char_length(email) <= 320 AND char_length(phone) <= 50 AND char_length(company) <= 200 AND char_length(address) <= 500 AND char_length(note) <= 2000 AND char_length(cancel_reason) <= 500),
  constraint bookings_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.bookings enable row level security;
CREATE INDEX bookings_email_idx ON public.bookings USING btree (email) WHERE status = 'confirmed'::text;
CREATE INDEX bookings_starts_at_idx ON public.bookings USING btree (starts_at);
CREATE INDEX bookings_type_id_idx ON public.bookings USING btree (type_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bookings to service_role;
grant select on public.bookings (address) to authenticated;
grant select on public.bookings (busy) to authenticated;
grant select on public.bookings (busy_until) to authenticated;
grant select on public.bookings (cancel_reason) to authenticated;
grant select on public.bookings (cancelled_by) to authenticated;
grant select on public.bookings (company) to authenticated;
grant select on public.bookings (created_at) to authenticated;
grant select on public.bookings (desk) to authenticated;
grant select on public.bookings (email) to authenticated;
grant select on public.bookings (ends_at) to authenticated;
grant select on public.bookings (held_until) to authenticated;
grant select on public.bookings (id) to authenticated;
grant select on public.bookings (moved) to authenticated;
grant select on public.bookings (name) to authenticated;
grant select on public.bookings (note) to authenticated;
grant select on public.bookings (phone) to authenticated;
grant select on public.bookings (reference) to authenticated;
grant select on public.bookings (reminded_at) to authenticated;
grant select on public.bookings (row_version) to authenticated;
grant select on public.bookings (source) to authenticated;
grant select on public.bookings (starts_at) to authenticated;
grant select on public.bookings (status) to authenticated;
grant select on public.bookings (type_id) to authenticated;
grant select on public.bookings (updated_at) to authenticated;
create policy "staff read bookings" on public.bookings for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER count_version BEFORE UPDATE ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.bookings FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.bookings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.bookings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.bookings REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.bookings FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.bookings FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'public_uuid', 'reference');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.bookings FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.bookings is 'Appointments, and times that a visitor holds for five minutes. Written by the functions only.';
comment on column public.bookings.busy is 'When the desk is taken: the appointment and the gap after it.';
comment on column public.bookings.public_uuid is 'The secret of the visitor''s link: it shows, moves and cancels the appointment.';

CREATE OR REPLACE FUNCTION private.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text DEFAULT NULL::text, p_phone text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_address text DEFAULT NULL::text, p_note text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.booking_types;
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_type from public.booking_types where id = p_type_id;
  if v_type.id is null then
    perform private.refuse('22023', 'Please choose what is booked');
  elsif p_starts_at is null or p_starts_at < now() - interval '1 day' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif nullif(btrim(p_name), '') is null then
    perform private.refuse('22023', 'Please enter a name');
  elsif nullif(btrim(p_email), '') is not null and not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  end if;
  perform private.clear_ended_holds(v_type.desk);
  insert into public.bookings (type_id, desk, starts_at, ends_at, busy_until, status, reference, name, email, phone, company, address, note, source)
  values (v_type.id, v_type.desk, p_starts_at, p_starts_at + make_interval(mins => v_type.minutes),
          p_starts_at + make_interval(mins => v_type.minutes + v_type.gap_minutes), 'confirmed', private.draw_number('BK'),
          btrim(p_name), nullif(lower(btrim(p_email)), ''), nullif(btrim(p_phone), ''), nullif(btrim(p_company), ''),
          nullif(btrim(p_address), ''), nullif(btrim(p_note), ''), 'office')
  returning * into v_row;
  perform private.mail_booking(v_row, 'confirmed');
  return v_row.id;
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $function$;
grant execute on function private.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text) to authenticated;
grant execute on function private.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text) to service_role;
comment on function private.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text) is 'An appointment that the office took by telephone, at any time that is free; its id.';

CREATE OR REPLACE FUNCTION private.booking_facts(p_booking public.bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'holder', p_booking.public_uuid, 'reference', p_booking.reference, 'status', p_booking.status,
    'held_until', p_booking.held_until, 'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at,
    'name', p_booking.name, 'email', p_booking.email, 'address', p_booking.address, 'note', p_booking.note,
    'moved', p_booking.moved, 'is_past', p_booking.starts_at <= now(), 'zone', private.company_zone(),
    'type', private.booking_type_facts(t)) from public.booking_types t where t.id = p_booking.type_id
$function$;
comment on function private.booking_facts(p_booking public.bookings) is 'What the holder of the link sees of an appointment.';

CREATE OR REPLACE FUNCTION private.booking_reach(p_type public.booking_types)
 RETURNS tstzrange
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select tstzrange(now() + make_interval(hours => p_type.notice_hours), now() + make_interval(days => p_type.horizon_days))
$function$;
comment on function private.booking_reach(p_type public.booking_types) is 'How early and how late an appointment of that type can begin, seen from now.';

CREATE OR REPLACE FUNCTION private.booking_starts(p_type public.booking_types, p_from date, p_until date)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with days as materialized (
    select series.day::date as day, date_trunc('week', series.day)::date as week
      from generate_series(p_from::timestamp, p_until::timestamp, interval '1 day') as series(day)),
  weeks as materialized (
    select w.week, private.is_planned_week(w.week) as is_planned from (select distinct d.week from days d) as w),
  near as materialized (
    select s.user_id, s.starts_at, s.ends_at from public.shifts s
     where s.starts_at > p_from - interval '2 days' and s.starts_at < p_until + interval '2 days'),
  present as materialized (
    select n.starts_at, n.ends_at, n.user_id
      from near n join (select p.user_id from (select distinct n.user_id from near n) as p where private.works_here(p.user_id)) as here using (user_id)),
  away as materialized (
    select a.user_id, private.span_of_days(a.starts_on, a.ends_on) as span from public.absences a
     where a.status = 'approved' and a.ends_on >= p_from - 2 and a.starts_on <= p_until + 2),
  zone as materialized (select private.company_zone() as name)
  select s.at
    from days d
    join weeks w on w.week = d.week
    cross join zone
    join public.booking_hours h on h.desk = p_type.desk and h.weekday = extract(isodow from d.day)
    cross join lateral generate_series(
      (d.day + h.opens) at time zone zone.name,
      (d.day + h.closes) at time zone zone.name - make_interval(mins => p_type.minutes),
      make_interval(mins => p_type.step_minutes)) as s(at)
   where not exists (
     select from public.booking_closures c
      where (c.desk is null or c.desk = p_type.desk) and d.day between c.starts_on and c.ends_on)
     and (not w.is_planned or exists (
       select from present p
        where p.starts_at <= s.at and p.starts_at > s.at - interval '24 hours'
          and p.ends_at >= s.at + make_interval(mins => p_type.minutes)
          and not exists (
            select from away a
             where a.user_id = p.user_id and a.span && tstzrange(s.at, s.at + make_interval(mins => p_type.minutes), '[)'))))
$function$;
comment on function private.booking_starts(p_type public.booking_types, p_from date, p_until date) is 'When an appointment of that type can begin on those days, taken or not. The opening is a wall clock time of the company, the steps after it are real minutes: on a day when clocks change no time is doubled and none is missing. In a week with planned shifts somebody must be on shift; in other weeks the hours of the desk hold alone.';

CREATE OR REPLACE FUNCTION private.booking_type_facts(p_type public.booking_types)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('slug', p_type.slug, 'name', p_type.name, 'summary', p_type.summary, 'place', p_type.place,
    'minutes', p_type.minutes)
$function$;

CREATE OR REPLACE FUNCTION private.cancel_booking(p_holder uuid, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
begin
  select * into v_row from public.bookings where public_uuid = p_holder for update;
  if v_row.id is null or v_row.status = 'held' then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.status = 'cancelled' then
    return private.booking_facts(v_row);
  elsif v_row.status <> 'confirmed' or v_row.starts_at <= now() then
    perform private.refuse('PT409', 'This appointment cannot be cancelled any more. Please call us.');
  end if;
  update public.bookings set status = 'cancelled', cancelled_by = 'client', cancel_reason = left(nullif(btrim(p_reason), ''), 500)
   where id = v_row.id returning * into v_row;
  perform private.tell_staff('{}', 'sales', format('Appointment cancelled: %s', private.in_company_words(v_row.starts_at)),
    concat_ws(', ', v_row.name, v_row.reference, v_row.cancel_reason), null,
    jsonb_build_object('kind', 'booking', 'booking_id', v_row.id));
  perform private.mail_booking(v_row, 'cancelled');
  return private.booking_facts(v_row);
end $function$;
grant execute on function private.cancel_booking(p_holder uuid, p_reason text) to anon;
grant execute on function private.cancel_booking(p_holder uuid, p_reason text) to authenticated;
grant execute on function private.cancel_booking(p_holder uuid, p_reason text) to service_role;
comment on function private.cancel_booking(p_holder uuid, p_reason text) is 'Cancels an appointment by its link; cancelling again changes nothing.';

CREATE OR REPLACE FUNCTION private.clear_ended_holds(p_desk text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('bookings ' || p_desk, 0));
  delete from public.bookings where desk = p_desk and status = 'held' and held_until <= now();
$function$;
comment on function private.clear_ended_holds(p_desk text) is 'Locks a desk until the transaction ends and removes its holds that have ended: without the lock, two inserts that exclude each other could wait for one another.';

CREATE OR REPLACE FUNCTION private.company_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce((select time_zone from public.company_settings), 'UTC') $function$;
comment on function private.company_zone() is 'The IANA name of the time zone of the company.';

CREATE OR REPLACE FUNCTION private.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_address text DEFAULT NULL::text, p_note text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
  v_type public.booking_types;
begin
  perform private.refuse_robot(p_trap);
  select * into v_row from public.bookings where public_uuid = p_holder for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'The five minutes for this time have ended and somebody else could take it. Please choose a time again.');
  elsif v_row.status <> 'held' then
    return private.booking_facts(v_row);
  end if;
  select * into v_type from public.booking_types where id = v_row.type_id;
  if nullif(btrim(p_name), '') is null or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_email is null or not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  elsif v_type.place = 'call' and nullif(btrim(p_phone), '') is null then
    perform private.refuse('22023', 'Please enter the number that we shall call');
  elsif v_type.place = 'client' and nullif(btrim(p_address), '') is null then
    perform private.refuse('22023', 'Please enter the address that we shall visit');
  elsif (select count(*) from public.bookings b where b.email = lower(btrim(p_email)) and b.status = 'confirmed' and b.starts_at > now()) >= 5 then
    perform private.refuse('PT429', 'There are five appointments for this e-mail address already. Please call us.');
  end if;
  perform private.limit_visitor('confirm_booking', 10, 20);
  update public.bookings set status = 'confirmed', held_until = null, reference = private.draw_number('BK'),
    name = btrim(p_name), email = lower(btrim(p_email)), phone = left(nullif(btrim(p_phone), ''), 50),
    company = left(nullif(btrim(p_company), ''), 200), address = left(nullif(btrim(p_address), ''), 500),
    note = left(nullif(btrim(p_note), ''), 2000)
   where id = v_row.id returning * into v_row;
  perform private.tell_staff('{}', 'sales', format('New appointment: %s', private.in_company_words(v_row.starts_at)),
    concat_ws(', ', v_type.name, v_row.name, v_row.company, v_row.address), null,
    jsonb_build_object('kind', 'booking', 'booking_id', v_row.id));
  perform private.mail_booking(v_row, 'confirmed');
  return private.booking_facts(v_row);
end $function$;
grant execute on function private.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) to anon;
grant execute on function private.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) to authenticated;
grant execute on function private.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) to service_role;
comment on function private.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) is 'Makes the held time an appointment. Confirming again answers with the same appointment. A hold that ended still counts while nobody else took the time.';

CREATE OR REPLACE FUNCTION private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.booking_types;
  v_days constant integer := least(greatest(p_days, 1), 42);
  v_reach tstzrange;
begin
  select * into v_type from public.booking_types where slug = p_type and is_active;
  if v_type.id is null then
    return null;
  elsif p_from is null or p_from not between private.company_today() - 1 and private.company_today() + 200 then
    perform private.refuse('22023', 'Please choose a day within the next months');
  end if;
  v_reach := private.booking_reach(v_type);
  return jsonb_build_object(
    'zone', private.company_zone(),
    'today', private.company_today(),
    'last_day', private.company_today() + v_type.horizon_days,
    'slots', coalesce((
      with taken as materialized (
        select b.busy from public.bookings b
         where b.desk = v_type.desk and b.status in ('held', 'confirmed', 'done')
           and (b.status <> 'held' or b.held_until > now()) and b.public_uuid is distinct from p_holder
           and b.busy && tstzrange(p_from::timestamptz - interval '2 days', p_from::timestamptz + make_interval(days => v_days + 2)))
      select jsonb_agg(s.at order by s.at)
        from private.booking_starts(v_type, p_from, p_from + v_days - 1) as s(at)
       where s.at <@ v_reach
         and not exists (
           select from taken t
            where t.busy && tstzrange(s.at, s.at + make_interval(mins => v_type.minutes + v_type.gap_minutes), '[)'))), '[]'));
end $function$;
grant execute on function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) to anon;
grant execute on function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) to authenticated;
grant execute on function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) to service_role;
comment on function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) is 'The free times of an appointment from a day on (42 days at most), with the time zone of the company. What the caller holds counts as free. Null for an unknown type.';

CREATE OR REPLACE FUNCTION private.get_booking(p_holder uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.booking_facts(b) from public.bookings b
   where b.public_uuid = p_holder and (b.status <> 'held' or b.held_until > now())
$function$;
grant execute on function private.get_booking(p_holder uuid) to anon;
grant execute on function private.get_booking(p_holder uuid) to authenticated;
grant execute on function private.get_booking(p_holder uuid) to service_role;
comment on function private.get_booking(p_holder uuid) is 'The appointment of a link; null where there is none.';

CREATE OR REPLACE FUNCTION private.get_booking_types()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.booking_type_facts(t) order by t.sort, t.name), '[]') from public.booking_types t where t.is_active
$function$;
grant execute on function private.get_booking_types() to anon;
grant execute on function private.get_booking_types() to authenticated;
grant execute on function private.get_booking_types() to service_role;
comment on function private.get_booking_types() is 'What visitors can book.';

CREATE OR REPLACE FUNCTION private.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.booking_types;
  v_row public.bookings;
begin
  select * into v_type from public.booking_types where slug = p_type and is_active;
  if v_type.id is null then
    perform private.refuse('PT404', 'This appointment is not offered any more');
  end if;
  perform private.must_be_free(v_type, p_starts_at);
  perform private.limit_visitor('hold_slot', 60, 200);
  perform private.clear_ended_holds(v_type.desk);
  delete from public.bookings where public_uuid = p_holder and status = 'held';
  insert into public.bookings (type_id, desk, starts_at, ends_at, busy_until, held_until)
  values (v_type.id, v_type.desk, p_starts_at, p_starts_at + make_interval(mins => v_type.minutes),
          p_starts_at + make_interval(mins => v_type.minutes + v_type.gap_minutes), now() + interval '5 minutes')
  returning * into v_row;
  return private.booking_facts(v_row);
exception when exclusion_violation then
  perform private.refuse('PT409', 'Somebody has just taken this time. Please choose another one.');
end $function$;
grant execute on function private.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) to anon;
grant execute on function private.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) to authenticated;
grant execute on function private.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) to service_role;
comment on function private.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) is 'Holds a free time for five minutes for whoever fills in the form, and releases the time that the holder held before. A time that somebody else has is refused with PT409.';

CREATE OR REPLACE FUNCTION private.in_company_words(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select to_char(p_at at time zone private.company_zone(), 'Dy FMDD Mon YYYY, HH24:MI') $function$;
comment on function private.in_company_words(p_at timestamp with time zone) is 'A moment as the clock of the company shows it: Fri 20 Nov 2026, 09:30.';

CREATE OR REPLACE FUNCTION private.mail_booking(p_booking public.bookings, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.booking_types;
  v_place text;
  v_variables jsonb;
begin
  perform private.cancel_mails('booking', p_booking.id);
  if p_booking.email is null then
    return;
  end if;
  select * into v_type from public.booking_types where id = p_booking.type_id;
  select case v_type.place when 'call' then 'by telephone' when 'client' then p_booking.address
           else concat_ws(', ', c.address, c.city) end
    into v_place from public.company_settings c;
  v_variables := jsonb_build_object('recipient', p_booking.name, 'reference', p_booking.reference, 'service', v_type.name,
    'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at, 'place', v_place,
    'note', case when p_booking.cancelled_by = 'office' then p_booking.cancel_reason end,
    'link', '/appointment-confirmed?booking=' || p_booking.public_uuid,
    'cancel_link', '/appointment-confirmed?booking=' || p_booking.public_uuid);
  if p_what <> 'untold' then
    perform private.queue_mail('booking_' || p_what, array[p_booking.email], 'booking', p_booking.id,
      format('booking/%s/%s/%s', p_booking.id, p_what, p_booking.row_version), v_variables,
      p_attachments => jsonb_build_array(jsonb_build_object('type', 'event', 'uid', p_booking.public_uuid || '@signwright',
        'sequence', p_booking.moved + (p_what = 'cancelled')::int, 'method', case p_what when 'cancelled' then 'CANCEL' else 'REQUEST' end,
        'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at, 'summary', v_type.name, 'location', coalesce(v_place, ''),
        'description', p_booking.reference)),
      p_label => p_booking.reference);
  end if;
  if p_what <> 'cancelled' and p_booking.starts_at > now() + interval '26 hours' then
    perform private.queue_mail('booking_reminder', array[p_booking.email], 'booking', p_booking.id,
      format('booking/%s/reminder/%s%s', p_booking.id, p_booking.row_version, case p_what when 'untold' then '/untold' else '' end),
      v_variables, p_booking.starts_at - interval '1 day', p_stops_with_answer => true, p_label => p_booking.reference);
  end if;
end $function$;
comment on function private.mail_booking(p_booking public.bookings, p_what text) is 'Queues the mail of an appointment that was confirmed, moved or cancelled, with a calendar file, and its reminder a day
before. The reminder of an earlier time is cancelled. untold: the reminder alone.';

CREATE OR REPLACE FUNCTION private.move_booking(p_holder uuid, p_starts_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
  v_type public.booking_types;
begin
  select * into v_row from public.bookings where public_uuid = p_holder for update;
  if v_row.id is null or v_row.status = 'held' then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.status <> 'confirmed' or v_row.starts_at <= now() then
    perform private.refuse('PT409', 'This appointment cannot be moved any more. Please call us.');
  elsif v_row.starts_at = p_starts_at then
    return private.booking_facts(v_row);
  elsif v_row.moved >= 10 then
    perform private.refuse('PT409', 'This appointment was moved ten times already. Please call us.');
  end if;
  select * into v_type from public.booking_types where id = v_row.type_id;
  perform private.must_be_free(v_type, p_starts_at);
  perform private.limit_visitor('move_booking', 20, 40);
  perform private.clear_ended_holds(v_row.desk);
  update public.bookings set starts_at = p_starts_at, ends_at = p_starts_at + make_interval(mins => v_type.minutes),
    busy_until = p_starts_at + make_interval(mins => v_type.minutes + v_type.gap_minutes), moved = v_row.moved + 1, reminded_at = null
   where id = v_row.id returning * into v_row;
  perform private.tell_staff('{}', 'sales', format('Appointment moved to %s', private.in_company_words(v_row.starts_at)),
    concat_ws(', ', v_type.name, v_row.name, v_row.reference), null, jsonb_build_object('kind', 'booking', 'booking_id', v_row.id));
  perform private.mail_booking(v_row, 'moved');
  return private.booking_facts(v_row);
exception when exclusion_violation then
  perform private.refuse('PT409', 'Somebody has just taken this time. Please choose another one.');
end $function$;
grant execute on function private.move_booking(p_holder uuid, p_starts_at timestamp with time zone) to anon;
grant execute on function private.move_booking(p_holder uuid, p_starts_at timestamp with time zone) to authenticated;
grant execute on function private.move_booking(p_holder uuid, p_starts_at timestamp with time zone) to service_role;
comment on function private.move_booking(p_holder uuid, p_starts_at timestamp with time zone) is 'Moves an appointment to another free time by its link. The row and its link stay.';

CREATE OR REPLACE FUNCTION private.must_be_free(p_type public.booking_types, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_day constant date := (p_starts_at at time zone private.company_zone())::date;
begin
  if p_starts_at is null or not p_starts_at <@ private.booking_reach(p_type)
    or not exists (select from private.booking_starts(p_type, v_day, v_day) as s(at) where s.at = p_starts_at)
  then
    perform private.refuse('22023', 'This time cannot be booked. Please choose another one.');
  end if;
end $function$;
comment on function private.must_be_free(p_type public.booking_types, p_starts_at timestamp with time zone) is 'Refuses a time outside the hours, on a closed day, too early or too late.';

CREATE OR REPLACE FUNCTION private.must_keep_bookings()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_server() or private.named('manage_bookings')) then
    raise insufficient_privilege using message = 'You may not change appointments';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.release_slot(p_holder uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ delete from public.bookings where public_uuid = p_holder and status = 'held' $function$;
grant execute on function private.release_slot(p_holder uuid) to anon;
grant execute on function private.release_slot(p_holder uuid) to authenticated;
grant execute on function private.release_slot(p_holder uuid) to service_role;
comment on function private.release_slot(p_holder uuid) is 'Gives a held time back before its five minutes end.';

CREATE OR REPLACE FUNCTION private.set_booking_status(p_id uuid, p_status text, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.status = p_status then
    return;
  elsif p_status is null or p_status not in ('confirmed', 'done', 'no_show', 'cancelled') then
    perform private.refuse('22023', 'This status is not known');
  elsif p_status in ('done', 'no_show') and v_row.starts_at > now() then
    perform private.refuse('PT409', 'This appointment has not begun yet');
  end if;
  perform private.clear_ended_holds(v_row.desk);
  update public.bookings set status = p_status, cancelled_by = case when p_status = 'cancelled' then 'office' end,
    cancel_reason = case when p_status = 'cancelled' then left(nullif(btrim(p_reason), ''), 500) end
   where id = p_id returning * into v_row;
  if p_status = 'cancelled' then
    perform private.mail_booking(v_row, 'cancelled');
  end if;
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $function$;
grant execute on function private.set_booking_status(p_id uuid, p_status text, p_reason text) to authenticated;
grant execute on function private.set_booking_status(p_id uuid, p_status text, p_reason text) to service_role;
comment on function private.set_booking_status(p_id uuid, p_status text, p_reason text) is 'The office says what became of an appointment: confirmed, done, no_show or cancelled. Bringing one back is refused where its time was taken meanwhile.';

CREATE OR REPLACE FUNCTION private.shift_booking(p_id uuid, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.status <> 'confirmed' then
    perform private.refuse('PT409', 'Only a confirmed appointment can be moved');
  elsif p_starts_at is null then
    perform private.refuse('22023', 'Please choose a time');
  end if;
  perform private.clear_ended_holds(v_row.desk);
  update public.bookings set starts_at = p_starts_at, ends_at = p_starts_at + (v_row.ends_at - v_row.starts_at),
    busy_until = p_starts_at + (v_row.busy_until - v_row.starts_at), moved = v_row.moved + 1, reminded_at = null
   where id = p_id returning * into v_row;
  perform private.mail_booking(v_row, 'moved');
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $function$;
grant execute on function private.shift_booking(p_id uuid, p_starts_at timestamp with time zone) to authenticated;
grant execute on function private.shift_booking(p_id uuid, p_starts_at timestamp with time zone) to service_role;
comment on function private.shift_booking(p_id uuid, p_starts_at timestamp with time zone) is 'The office moves an appointment; also outside the hours that visitors see.';
