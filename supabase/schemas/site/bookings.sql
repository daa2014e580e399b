-- Bookings: types, hours, closures, free times.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.booking_types (
  id           uuid primary key default gen_random_uuid(),
  slug         text not null unique,
  name         text not null,
  summary      text,
  place        text not null default 'here',
  desk         text not null default 'studio',
  minutes      integer not null default 30,
  gap_minutes  integer not null default 0,
  step_minutes integer not null default 30,
  notice_hours integer not null default 4,
  horizon_days integer not null default 42,
  is_active    boolean not null default true,
  sort         integer not null default 0,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint booking_types_slug_is_a_path check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint booking_types_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint booking_types_summary_length check (char_length(summary) <= 500),
  constraint booking_types_place_is_known check (place in ('here', 'client', 'call')),
  constraint booking_types_desk_is_known check (desk in ('studio', 'road')),
  constraint booking_types_minutes_range check (minutes between 5 and 600 and gap_minutes between 0 and 240 and step_minutes between 5 and 240),
  constraint booking_types_reach_range check (notice_hours between 0 and 720 and horizon_days between 1 and 180)
);
comment on table public.booking_types is 'What visitors can book: how long it takes, where it is, and how early.';
comment on column public.booking_types.place is 'here: at the company; client: at the client''s; call: by telephone.';
comment on column public.booking_types.desk is 'Who is taken by it: the studio in the house, or the crew on the road. One appointment at a time each.';
comment on column public.booking_types.gap_minutes is 'Minutes after it in which the desk takes nothing else: the way back, notes.';

create table public.booking_hours (
  id          uuid primary key default gen_random_uuid(),
  desk        text not null default 'studio',
  weekday     integer not null,
  opens       time not null,
  closes      time not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint booking_hours_desk_is_known check (desk in ('studio', 'road')),
  constraint booking_hours_weekday_range check (weekday between 1 and 7),
  constraint booking_hours_end_after_begin check (closes > opens),
  unique (desk, weekday, opens)
);
comment on table public.booking_hours is 'Hours of the week in which a desk takes appointments, in the time zone of the company; 1 is Monday.';

create table public.booking_closures (
  id          uuid primary key default gen_random_uuid(),
  desk        text,
  starts_on   date not null,
  ends_on     date not null,
  reason      text not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint booking_closures_desk_is_known check (desk in ('studio', 'road')),
  constraint booking_closures_end_after_begin check (ends_on >= starts_on),
  constraint booking_closures_reason_length check (char_length(btrim(reason)) between 1 and 200 and char_length(reason) <= 250)
);
create index booking_closures_created_by_idx on public.booking_closures (created_by);
comment on table public.booking_closures is 'Days without appointments; without a desk, for both.';

create table public.bookings (
  id            uuid primary key default gen_random_uuid(),
  public_uuid   uuid not null unique default gen_random_uuid(),
  reference     text unique,
  type_id       uuid not null references public.booking_types (id) on delete restrict,
  desk          text not null,
  starts_at     timestamptz not null,
  ends_at       timestamptz not null,
  busy_until    timestamptz not null,
  busy          tstzrange not null generated always as (tstzrange(starts_at, busy_until, '[)')) stored,
  status        text not null default 'held',
  held_until    timestamptz,
  name          text,
  email         text,
  phone         text,
  company       text,
  address       text,
  note          text,
  moved         integer not null default 0,
  cancel_reason text,
  cancelled_by  text,
  reminded_at   timestamptz,
  source        text not null default 'site',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  row_version   integer not null default 1,
  constraint bookings_status_is_known check (status in ('held', 'confirmed', 'done', 'no_show', 'cancelled')),
  constraint bookings_source_is_known check (source in ('site', 'office')),
  constraint bookings_end_after_begin check (ends_at > starts_at and busy_until >= ends_at),
  constraint bookings_held_until_ends check ((status = 'held') = (held_until is not null)),
  constraint bookings_confirmed_has_a_name check (status = 'held' or (reference is not null and name is not null)),
  constraint bookings_text_length check (char_length(name) <= 200 and char_length(email) <= 320 and char_length(phone) <= 50
    and char_length(company) <= 200 and char_length(address) <= 500 and char_length(note) <= 2000 and char_length(cancel_reason) <= 500),
  constraint bookings_one_at_a_time exclude using gist (desk with =, busy with &&) where (status in ('held', 'confirmed', 'done'))
);
create index bookings_type_id_idx on public.bookings (type_id);
create index bookings_starts_at_idx on public.bookings (starts_at);
create index bookings_email_idx on public.bookings (email) where status = 'confirmed';
comment on table public.bookings is 'Appointments, and times that a visitor holds for five minutes. Written by the functions only.';
comment on column public.bookings.public_uuid is 'The secret of the visitor''s link: it shows, moves and cancels the appointment.';
comment on column public.bookings.busy is 'When the desk is taken: the appointment and the gap after it.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.booking_types');
create policy "staff read booking_types" on public.booking_types for select to authenticated
  using ((select private.is_staff()));
create policy "staff who keep bookings add booking_types" on public.booking_types for insert to authenticated
  with check ((select private.named('manage_bookings')));
create policy "staff who keep bookings change booking_types" on public.booking_types for update to authenticated
  using ((select private.named('manage_bookings')))
  with check ((select private.named('manage_bookings')));
create policy "staff who keep bookings remove booking_types" on public.booking_types for delete to authenticated
  using ((select private.named('manage_bookings')));

call private.borrow_rules('public.booking_hours');
create policy "staff read booking_hours" on public.booking_hours for select to authenticated
  using ((select private.is_staff()));
create policy "staff who keep bookings add booking_hours" on public.booking_hours for insert to authenticated
  with check ((select private.named('manage_bookings')));
create policy "staff who keep bookings change booking_hours" on public.booking_hours for update to authenticated
  using ((select private.named('manage_bookings')))
  with check ((select private.named('manage_bookings')));
create policy "staff who keep bookings remove booking_hours" on public.booking_hours for delete to authenticated
  using ((select private.named('manage_bookings')));

call private.borrow_rules('public.booking_closures');
create policy "staff read booking_closures" on public.booking_closures for select to authenticated
  using ((select private.is_staff()));
create policy "staff who keep bookings add booking_closures" on public.booking_closures for insert to authenticated
  with check ((select private.named('manage_bookings')));
create policy "staff who keep bookings change booking_closures" on public.booking_closures for update to authenticated
  using ((select private.named('manage_bookings')))
  with check ((select private.named('manage_bookings')));
create policy "staff who keep bookings remove booking_closures" on public.booking_closures for delete to authenticated
  using ((select private.named('manage_bookings')));

call private.borrow_rules('public.bookings', 'select', p_pinned => '{public_uuid,reference}');
revoke all on public.bookings from authenticated;
grant select (address) on public.bookings to authenticated;
grant select (busy) on public.bookings to authenticated;
grant select (busy_until) on public.bookings to authenticated;
grant select (cancel_reason) on public.bookings to authenticated;
grant select (cancelled_by) on public.bookings to authenticated;
grant select (company) on public.bookings to authenticated;
grant select (created_at) on public.bookings to authenticated;
grant select (desk) on public.bookings to authenticated;
grant select (email) on public.bookings to authenticated;
grant select (ends_at) on public.bookings to authenticated;
grant select (held_until) on public.bookings to authenticated;
grant select (id) on public.bookings to authenticated;
grant select (moved) on public.bookings to authenticated;
grant select (name) on public.bookings to authenticated;
grant select (note) on public.bookings to authenticated;
grant select (phone) on public.bookings to authenticated;
grant select (reference) on public.bookings to authenticated;
grant select (reminded_at) on public.bookings to authenticated;
grant select (row_version) on public.bookings to authenticated;
grant select (source) on public.bookings to authenticated;
grant select (starts_at) on public.bookings to authenticated;
grant select (status) on public.bookings to authenticated;
grant select (type_id) on public.bookings to authenticated;
grant select (updated_at) on public.bookings to authenticated;
create policy "staff read bookings" on public.bookings for select to authenticated using ((select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

-- Free times asked about shifts and absences once for each of some hundred times. Who is there is read once now, for all
-- of the days.
create function private.booking_starts(p_type public.booking_types, p_from date, p_until date) returns setof timestamptz
  language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.booking_starts is
  'When an appointment of that type can begin on those days, taken or not. The opening is a wall clock time of the company, '
  'the steps after it are real minutes: on a day when clocks change no time is doubled and none is missing. In a week with '
  'planned shifts somebody must be on shift; in other weeks the hours of the desk hold alone.';

create function private.booking_reach(p_type public.booking_types) returns tstzrange
  language sql stable set search_path = ''
as $$
  select tstzrange(now() + make_interval(hours => p_type.notice_hours), now() + make_interval(days => p_type.horizon_days))
$$;
comment on function private.booking_reach is 'How early and how late an appointment of that type can begin, seen from now.';

create function private.booking_type_facts(p_type public.booking_types) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('slug', p_type.slug, 'name', p_type.name, 'summary', p_type.summary, 'place', p_type.place,
    'minutes', p_type.minutes) || private.texts_in('booking_types', p_type.id::text, private.reader_of_texts())
$$;

create function private.get_booking_types() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(private.booking_type_facts(t) order by t.sort, t.name), '[]') from public.booking_types t where t.is_active);
end $$;
comment on function private.get_booking_types is 'What visitors can book.';
call private.offer('private.get_booking_types()', '{anon,authenticated,service_role}');

create function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_type public.booking_types;
  v_reach tstzrange;
begin
  select * into v_type from public.booking_types where slug = p_type and is_active;
  if v_type.id is null then
    return null;
  elsif p_from is null or p_from not between private.company_today() - 1 and private.company_today() + 200 then
    perform private.refuse('22023', 'Please choose a day within the next months');
  elsif p_days is null or p_days not between 1 and 62 then
    perform private.refuse('22023', 'Please ask for between 1 and 62 days');
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
           and b.busy && tstzrange(p_from::timestamptz - interval '2 days', p_from::timestamptz + make_interval(days => p_days + 2)))
      select jsonb_agg(s.at order by s.at)
        from private.booking_starts(v_type, p_from, p_from + p_days - 1) as s(at)
       where s.at <@ v_reach
         and not exists (
           select from taken t
            where t.busy && tstzrange(s.at, s.at + make_interval(mins => v_type.minutes + v_type.gap_minutes), '[)'))), '[]'));
end $$;
comment on function private.free_slots is
  'The free times of an appointment from a day on (1 to 62 days), with the time zone of the company. What the caller '
  'holds counts as free. Null for an unknown type.';
call private.offer('private.free_slots(text, date, integer, uuid)', '{anon,authenticated,service_role}');

create function private.must_be_free(p_type public.booking_types, p_starts_at timestamptz) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_day constant date := (p_starts_at at time zone private.company_zone())::date;
begin
  if p_starts_at is null or not p_starts_at <@ private.booking_reach(p_type)
    or not exists (select from private.booking_starts(p_type, v_day, v_day) as s(at) where s.at = p_starts_at)
  then
    perform private.refuse('22023', 'This time cannot be booked. Please choose another one.');
  end if;
end $$;
comment on function private.must_be_free is 'Refuses a time outside the hours, on a closed day, too early or too late.';

create function private.clear_ended_holds(p_desk text) returns void
  language sql security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('bookings ' || p_desk, 0));
  delete from public.bookings where desk = p_desk and status = 'held' and held_until <= now();
$$;
comment on function private.clear_ended_holds is
  'Locks a desk until the transaction ends and removes its holds that have ended: without the lock, two inserts that exclude '
  'each other could wait for one another.';

create function private.booking_facts(p_booking public.bookings) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'holder', p_booking.public_uuid, 'reference', p_booking.reference, 'status', p_booking.status,
    'held_until', p_booking.held_until, 'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at,
    'name', p_booking.name, 'email', p_booking.email, 'address', p_booking.address, 'note', p_booking.note,
    'moved', p_booking.moved, 'is_past', p_booking.starts_at <= now(), 'zone', private.company_zone(),
    'type', private.booking_type_facts(t)) from public.booking_types t where t.id = p_booking.type_id
$$;
comment on function private.booking_facts is 'What the holder of the link sees of an appointment.';

create function private.hold_slot(p_type text, p_starts_at timestamptz, p_holder uuid default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.hold_slot is
  'Holds a free time for five minutes for whoever fills in the form, and releases the time that the holder held before. '
  'A time that somebody else has is refused with PT409.';
call private.offer('private.hold_slot(text, timestamptz, uuid)', '{anon,authenticated,service_role}');

create function private.release_slot(p_holder uuid) returns void
  language sql security definer set search_path = ''
as $$ delete from public.bookings where public_uuid = p_holder and status = 'held' $$;
comment on function private.release_slot is 'Gives a held time back before its five minutes end.';
call private.offer('private.release_slot(uuid)', '{anon,authenticated,service_role}');

create function private.confirm_booking(
  p_holder uuid, p_name text, p_email text, p_phone text default null, p_company text default null,
  p_address text default null, p_note text default null, p_trap text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
  perform private.keep_asked_language('booking', v_row.id);
  perform private.mail_booking(v_row, 'confirmed');
  return private.booking_facts(v_row);
end $$;
comment on function private.confirm_booking is
  'Makes the held time an appointment. Confirming again answers with the same appointment. A hold that ended still counts '
  'while nobody else took the time.';
call private.offer('private.confirm_booking(uuid, text, text, text, text, text, text, text)', '{anon,authenticated,service_role}');

create function private.by_telephone(p_language text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case p_language when 'de' then 'telefonisch' when 'fr' then 'par téléphone' when 'it' then 'per telefono'
    when 'es' then 'por teléfono' when 'pt' then 'por telefone' when 'nl' then 'telefonisch' when 'pl' then 'telefonicznie'
    when 'mt' then 'bit-telefon' else 'by telephone' end;
end $$;
comment on function private.by_telephone is 'The place of an appointment by telephone, as its mail says it.';

-- A drag in the calendar mails nobody. The office says whether the client is told; the reminder follows the new time.
create function private.mail_booking(p_booking public.bookings, p_what text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  select case v_type.place when 'call' then private.by_telephone(private.language_of('booking', p_booking.id)) when 'client' then p_booking.address
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
end $$;
comment on function private.mail_booking is 'Queues the mail of an appointment that was confirmed, moved or cancelled, with a calendar file, and its reminder a day
before. The reminder of an earlier time is cancelled. untold: the reminder alone.';

create function private.get_booking(p_holder uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.booking_facts(b) from public.bookings b
   where b.public_uuid = p_holder and (b.status <> 'held' or b.held_until > now())
$$;
comment on function private.get_booking is 'The appointment of a link; null where there is none.';
call private.offer('private.get_booking(uuid)', '{anon,authenticated,service_role}');

create function private.move_booking(p_holder uuid, p_starts_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.move_booking is 'Moves an appointment to another free time by its link. The row and its link stay.';
call private.offer('private.move_booking(uuid, timestamptz)', '{anon,authenticated,service_role}');

create function private.cancel_booking(p_holder uuid, p_reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.cancel_booking is 'Cancels an appointment by its link; cancelling again changes nothing.';
call private.offer('private.cancel_booking(uuid, text)', '{anon,authenticated,service_role}');

create function private.must_keep_bookings() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.named('manage_bookings')) then
    raise insufficient_privilege using message = 'You may not change appointments';
  end if;
end $$;

create function private.add_booking(
  p_type_id uuid, p_starts_at timestamptz, p_name text, p_email text default null, p_phone text default null,
  p_company text default null, p_address text default null, p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.add_booking is 'An appointment that the office took by telephone, at any time that is free; its id.';
call private.offer('private.add_booking(uuid, timestamptz, text, text, text, text, text, text)');

create function private.set_booking_status(p_id uuid, p_status text, p_reason text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.set_booking_status is
  'The office says what became of an appointment: confirmed, done, no_show or cancelled. Bringing one back is refused where '
  'its time was taken meanwhile.';
call private.offer('private.set_booking_status(uuid, text, text)');

create function private.booking_analytics(p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
begin
  perform private.must_be_staff();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    perform private.refuse('22023', 'Please choose at most 400 days');
  end if;
  return (
    with taken as materialized (
      select b.*, t.name as type_name, b.starts_at at time zone v_zone as local_at
        from public.bookings b join public.booking_types t on t.id = b.type_id
       where b.status <> 'held' and private.in_days(b.starts_at, p_from, p_to))
    select jsonb_build_object(
      'all', count(*), 'done', count(*) filter (where status = 'done'), 'no_show', count(*) filter (where status = 'no_show'),
      'cancelled', count(*) filter (where status = 'cancelled'), 'confirmed', count(*) filter (where status = 'confirmed'),
      'moved', count(*) filter (where moved > 0), 'from_site', count(*) filter (where source = 'site'),
      'days_ahead', coalesce(round(avg(extract(epoch from starts_at - created_at) / 86400)::numeric, 1)::text, '0'),
      'types', (select coalesce(jsonb_agg(jsonb_build_object('name', type_name, 'all', n, 'done', d, 'no_show', m, 'cancelled', c) order by n desc), '[]')
                  from (select type_name, count(*) as n, count(*) filter (where status = 'done') as d,
                               count(*) filter (where status = 'no_show') as m, count(*) filter (where status = 'cancelled') as c
                          from taken group by type_name) as by_type),
      'weekdays', (select jsonb_agg(jsonb_build_object('name', w, 'count', (select count(*) from taken where extract(isodow from local_at) = w)) order by w)
                     from generate_series(1, 7) as w),
      'hours', (select coalesce(jsonb_agg(jsonb_build_object('name', h, 'count', n) order by h), '[]')
                  from (select extract(hour from local_at)::int as h, count(*) as n from taken group by 1) as by_hour),
      'days', (select jsonb_agg(jsonb_build_object('day', d::date, 'visits', coalesce(n.all_, 0), 'visitors', coalesce(n.done, 0)) order by d)
                 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as d
                 left join (select local_at::date as day, count(*) as all_, count(*) filter (where status in ('done', 'confirmed')) as done
                              from taken group by 1) as n on n.day = d::date))
      from taken);
end $$;
comment on function private.booking_analytics is 'Appointments on days of the company, both included: what became of them, by kind, weekday and hour.';
call private.offer('private.booking_analytics(date, date)');

create function private.plan_mark(p_booking public.bookings) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_booking.starts_at)::text, extract(epoch from p_booking.ends_at)::text) $$;

create function private.put_booking(p_booking public.bookings, p_starts_at timestamptz) returns public.bookings
  language plpgsql set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  if p_booking.status <> 'confirmed' then
    perform private.refuse('PT409', 'Only a confirmed appointment can be moved');
  elsif p_starts_at is null then
    perform private.refuse('22023', 'Please choose a time');
  end if;
  perform private.clear_ended_holds(p_booking.desk);
  update public.bookings set starts_at = p_starts_at, ends_at = p_starts_at + (p_booking.ends_at - p_booking.starts_at),
    busy_until = p_starts_at + (p_booking.busy_until - p_booking.starts_at), moved = p_booking.moved + 1, reminded_at = null
   where id = p_booking.id returning * into v_row;
  return v_row;
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $$;
comment on function private.put_booking is
  'Moves a confirmed appointment, as long as it was, also outside the hours that visitors see. Another one at this time is refused with PT409.';

create function private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.starts_at = p_starts_at then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse('PT409', format('This appointment was moved meanwhile: it is on %s', private.in_company_words(v_row.starts_at)));
  end if;
  perform private.mail_booking(private.put_booking(v_row, p_starts_at), 'untold');
end $$;
comment on function private.reschedule_booking is 'The office moves an appointment that it saw at a time, without a mail (tell_booking_moved sends it): PT409 where the client or a
colleague moved it meanwhile.';
call private.offer('private.reschedule_booking(uuid, text, timestamptz)');

create function private.tell_booking_moved(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id for update;
  if v_row.id is null or v_row.status <> 'confirmed' then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.email is null then
    perform private.refuse('PT409', 'This client left no email. Please call.');
  end if;
  if not exists (select from public.scheduled_emails e where e.dedupe_key = format('booking/%s/moved/%s', v_row.id, v_row.row_version)) then
    perform private.mail_booking(v_row, 'moved');
  end if;
end $$;
comment on function private.tell_booking_moved is 'Mails the client when the appointment is now, with a calendar file. A second call of one move mails nothing more.';
call private.offer('private.tell_booking_moved(uuid)');

create function private.shift_booking(p_id uuid, p_starts_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  end if;
  perform private.mail_booking(private.put_booking(v_row, p_starts_at), 'moved');
end $$;
comment on function private.shift_booking is 'The office moves an appointment; also outside the hours that visitors see.';
call private.offer('private.shift_booking(uuid, timestamptz)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert or update or delete on public.booking_types for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.booking_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_bookings');
create trigger forget_texts after delete on public.booking_types for each row execute function private.forget_texts('id');

create trigger nudge_staff after insert or update or delete on public.booking_hours for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.booking_hours for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_bookings');

create trigger nudge_staff after insert or update or delete on public.booking_closures for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.booking_closures for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_bookings');

create trigger nudge_staff after insert or update or delete on public.bookings for each statement execute function private.nudge_staff();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.bookings', 'nudge_document',
  $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
