-- Limits: how often people, links and visitors may call what costs work.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.function_calls (
  id        bigint generated always as identity primary key,
  caller    uuid not null,
  name      text not null,
  called_at timestamptz not null,
  constraint function_calls_name_length check (char_length(name) between 1 and 100)
);
create index function_calls_caller_name_called_at_idx on private.function_calls (caller, name, called_at);
create index function_calls_called_at_idx on private.function_calls (called_at);

-- Addresses of calendars that do not exist are guessed by programs: those are limited, and nobody else waits for them.
comment on table private.function_calls is
  'Calls of server functions within the last day, to limit them by person, by link, or by network where nobody is known.';
comment on column private.function_calls.caller is 'The id of an account, or the uuid of a public link.';

create table private.visitor_calls (
  id        bigint generated always as identity primary key,
  name      text not null,
  address   text not null,
  called_at timestamptz not null default clock_timestamp()
);
create index visitor_calls_name_address_idx on private.visitor_calls (name, address, called_at);
create index visitor_calls_called_at_idx on private.visitor_calls (called_at);
comment on table private.visitor_calls is 'Calls of visitors within the last day, by address: an IPv6 network of 64 bits counts as one.';

create table private.spent_stamps (
  stamp    text primary key,
  form     text not null,
  spent_at timestamptz not null default clock_timestamp()
);
create index spent_stamps_form_spent_at_idx on private.spent_stamps (form, spent_at);
create index spent_stamps_spent_at_idx on private.spent_stamps (spent_at);
comment on table private.spent_stamps is 'Stamps of work that were taken within the last half hour: each opens a form once.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.function_calls enable row level security;

alter table private.visitor_calls enable row level security;

alter table private.spent_stamps enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function public.take_function_call(p_name text, p_caller uuid, p_per_minute integer, p_per_day integer)
returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz;
  v_free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('take_function_call:' || p_name || ':' || p_caller, 0));
  v_now := clock_timestamp();
  delete from private.function_calls
   where id in (
     select c.id from private.function_calls c
      where c.called_at <= v_now - interval '1 day' order by c.called_at limit 100 for update skip locked);

  -- The call that must grow old before the next one fits: the last but (limit - 1).
  select greatest(
    (select called_at + interval '1 minute' from private.function_calls
      where caller = p_caller and name = p_name order by called_at desc offset p_per_minute - 1 limit 1),
    (select called_at + interval '1 day' from private.function_calls
      where caller = p_caller and name = p_name order by called_at desc offset p_per_day - 1 limit 1)
  ) into v_free_at;
  if v_free_at > v_now then
    return ceil(extract(epoch from v_free_at - v_now));
  end if;

  insert into private.function_calls (caller, name, called_at) values (p_caller, p_name, v_now);
  return 0;
end $$;
comment on function public.take_function_call is
  'Takes one call of a function for a person or a link: 0 when it may go ahead, else the seconds to wait. Both limits are at
least 1. Removes up to 100 calls of anybody that are older than a day.';
revoke execute on function public.take_function_call from public, anon, authenticated;

create function private.limit_visitor(p_name text, p_per_hour integer, p_per_day integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ip constant inet := private.client_address();
  v_address constant text := coalesce(case family(v_ip) when 6 then network(set_masklen(v_ip, 64))::text else host(v_ip) end, 'unknown');
begin
  if private.is_server() or private.is_staff() then
    return;
  end if;
  -- What reaches the office's inbox costs work; steps on the way to it are counted only.
  if p_name in ('leave_review', 'register_visitor', 'confirm_booking', 'send_brief') then
    perform private.must_have_worked(p_name);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('visitor ' || p_name || v_address, 0));
  delete from private.visitor_calls
   where id in (select c.id from private.visitor_calls c where c.called_at < now() - interval '1 day'
                 order by c.called_at limit 200 for update skip locked);
  if (select count(*) from private.visitor_calls c
       where c.name = p_name and c.address = v_address and c.called_at > now() - interval '1 hour') >= p_per_hour
    or (select count(*) from private.visitor_calls c
         where c.name = p_name and c.address = v_address and c.called_at > now() - interval '1 day') >= p_per_day
  then
    perform private.refuse('PT429', 'There were too many requests from your network. Please try again later, or call us.');
  end if;
  insert into private.visitor_calls (name, address) values (p_name, v_address);
end $$;
comment on function private.limit_visitor is
  'Counts one call of a visitor by address, or refuses it with PT429. Staff and the server are not limited. The count stays '
  'when the transaction commits: a refused form does not count.';

create function private.refuse_robot(p_trap text) returns void
  language plpgsql set search_path = ''
as $$
begin
  if nullif(btrim(p_trap), '') is not null then
    perform private.refuse('22023', 'This looks like an automatic message. Please leave the field “Website” empty.');
  end if;
end $$;
comment on function private.refuse_robot is 'Refuses a form whose hidden field is filled in: people do not see it.';

create function private.work_bits(p_form text) returns integer
  language sql stable security definer set search_path = ''
as $$
  select case when count(*) >= 60 then 20 when count(*) >= 20 then 17 else 14 end
    from private.spent_stamps s where s.form = p_form and s.spent_at > clock_timestamp() - interval '10 minutes'
$$;
comment on function private.work_bits is
  'How many zero bits a stamp needs now: 14 (16,000 tries), more while a form gets more than people send: 17 from 20 in ten '
  'minutes, 20 from 60.';

create function private.must_have_worked(p_form text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_headers constant json := nullif(current_setting('request.headers', true), '')::json;
  v_stamp constant text := v_headers ->> 'x-work';
  v_bits integer;
  v_is_good boolean := false;
begin
  -- A statement of the server itself has no headers; every request of a visitor has some.
  if v_headers is null or private.is_server() or private.is_staff() then
    return;
  end if;
  v_bits := private.work_bits(p_form);
  if v_stamp ~ '^[0-9]{10}\.[0-9a-f]{16,32}\.[0-9]{1,12}$' then
    v_is_good := abs(extract(epoch from clock_timestamp()) - split_part(v_stamp, '.', 1)::bigint) <= 600
      and ('x' || left(encode(sha256(convert_to(p_form || '.' || v_stamp, 'UTF8')), 'hex'), 8))::bit(32)::bigint
        < (1::bigint << (32 - v_bits));
  end if;
  if v_is_good then
    delete from private.spent_stamps
     where stamp in (select s.stamp from private.spent_stamps s where s.spent_at < clock_timestamp() - interval '30 minutes'
                      order by s.spent_at limit 200 for update skip locked);
    insert into private.spent_stamps (stamp, form) values (v_stamp, p_form) on conflict do nothing;
    v_is_good := found;
  end if;
  if not v_is_good then
    perform private.refuse('PT428', 'This could not be sent yet. Please send it once more.',
      jsonb_build_object('bits', v_bits, 'now', floor(extract(epoch from clock_timestamp())))::text);
  end if;
end $$;
comment on function private.must_have_worked is
  'Refuses a visitor (PT428) whose request brings no fresh stamp of work for this form in the header x-work: '
  '<seconds>.<salt>.<count>, whose SHA-256 with `<form>.` before it begins with private.work_bits zeros. The detail says how '
  'many, and the time. A stamp opens a form once, within ten minutes.';
