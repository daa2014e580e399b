-- Calendars of a person in other programs: a secret address each, kept as a hash, that ends with the person's rights.

create table private.calendar_feeds (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references auth.users (id) on delete cascade,
  name       text not null,
  kinds      text[] not null,
  only_mine  boolean not null default false,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  used_at    timestamptz,
  constraint calendar_feeds_name_length check (char_length(btrim(name)) between 1 and 60 and char_length(name) <= 80),
  constraint calendar_feeds_kinds_are_some check (cardinality(kinds) between 1 and 20)
);
create index calendar_feeds_user_id_idx on private.calendar_feeds (user_id);
alter table private.calendar_feeds enable row level security;
revoke all on private.calendar_feeds from anon, authenticated;
comment on table private.calendar_feeds is 'Feeds of the calendar by person. The address holds the token; here is its SHA-256 only.';

create function private.new_feed_token() returns text
  language sql volatile set search_path = ''
as $$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $$;
comment on function private.new_feed_token is '64 hexadecimal digits with 244 random bits.';
revoke execute on function private.new_feed_token() from public;
create function private.hash_of_token(p_token text) returns text
  language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(p_token, 'UTF8')), 'hex') $$;
revoke execute on function private.hash_of_token(text) from public;

create function private.must_keep_calendars() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff have calendar addresses';
  end if;
end $$;
revoke execute on function private.must_keep_calendars() from public;

create function private.check_feed_kinds(p_kinds text[]) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(cardinality(p_kinds), 0) = 0 then
    perform private.refuse('22023', 'Please choose what the calendar shows');
  elsif not p_kinds <@ array['job', 'step', 'delivery', 'installation', 'booking', 'task', 'shift', 'absence', 'payment', 'closure'] then
    perform private.refuse('22023', 'A calendar does not show this');
  end if;
end $$;
revoke execute on function private.check_feed_kinds(text[]) from public;

create function private.my_calendar_feeds()
returns table (id uuid, name text, kinds text[], only_mine boolean, created_at timestamptz, changed_at timestamptz, used_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select f.id, f.name, f.kinds, f.only_mine, f.created_at, f.changed_at, f.used_at
    from private.calendar_feeds f where f.user_id = (select auth.uid()) and (select private.is_staff()) order by f.created_at, f.id
$$;
comment on function private.my_calendar_feeds is 'The feeds of the caller, without their addresses: only the hash of those is kept.';
call private.offer('private.my_calendar_feeds()', '{authenticated}');

create function private.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_token text := private.new_feed_token();
begin
  perform private.must_keep_calendars();
  perform private.check_feed_kinds(p_kinds);
  perform pg_advisory_xact_lock(hashtextextended('calendar feeds ' || auth.uid(), 0));
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter a name');
  elsif (select count(*) from private.calendar_feeds f where f.user_id = auth.uid()) >= 10 then
    perform private.refuse('PT409', 'You have ten calendar addresses. Please remove one first.');
  end if;
  insert into private.calendar_feeds (user_id, name, kinds, only_mine, token_hash)
  values (auth.uid(), left(btrim(p_name), 60), p_kinds, coalesce(p_only_mine, false), private.hash_of_token(v_token));
  return v_token;
end $$;
comment on function private.add_calendar_feed is 'Makes a feed of these kinds for the caller: the token of its address, which is never shown again.';
call private.offer('private.add_calendar_feed(text, text[], boolean)', '{authenticated}');

create function private.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_keep_calendars();
  perform private.check_feed_kinds(p_kinds);
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter a name');
  end if;
  update private.calendar_feeds set name = left(btrim(p_name), 60), kinds = p_kinds, only_mine = coalesce(p_only_mine, false)
   where id = p_id and user_id = auth.uid();
  if not found then
    perform private.refuse('PT404', 'This calendar address is not there any more');
  end if;
end $$;
comment on function private.change_calendar_feed is 'Changes what a feed of the caller shows. Its address stays.';
call private.offer('private.change_calendar_feed(uuid, text, text[], boolean)', '{authenticated}');

create function private.renew_calendar_feed(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_token text := private.new_feed_token();
begin
  perform private.must_keep_calendars();
  update private.calendar_feeds set token_hash = private.hash_of_token(v_token), changed_at = now(), used_at = null
   where id = p_id and user_id = auth.uid();
  if not found then
    perform private.refuse('PT404', 'This calendar address is not there any more');
  end if;
  return v_token;
end $$;
comment on function private.renew_calendar_feed is 'Gives a feed of the caller a new address; the old one ends at once.';
call private.offer('private.renew_calendar_feed(uuid)', '{authenticated}');

create function private.remove_calendar_feed(p_id uuid) returns void
  language sql security definer set search_path = ''
as $$ delete from private.calendar_feeds where id = p_id and user_id = auth.uid() $$;
comment on function private.remove_calendar_feed is 'Ends a feed of the caller. A second call changes nothing.';
call private.offer('private.remove_calendar_feed(uuid)', '{authenticated}');

-- Null where the address opens nothing: unknown, renewed, or of somebody who is no longer staff or whose account is closed.
create function private.open_calendar_feed(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_feed private.calendar_feeds;
begin
  select f.* into v_feed from private.calendar_feeds f
    join auth.users u on u.id = f.user_id join public.user_roles r on r.user_id = f.user_id
   where f.token_hash = private.hash_of_token(p_token) and r.role not in ('client', 'pending')
     and not coalesce(u.banned_until > now(), false) and u.deleted_at is null;
  if v_feed.id is null then
    return null;
  elsif public.take_function_call('calendar-feed', v_feed.id, 10, 1000) > 0 then
    perform private.refuse('PT429', 'This calendar is read too often. Please try again in a minute.');
  end if;
  update private.calendar_feeds set used_at = now() where id = v_feed.id and used_at is distinct from now();
  return jsonb_build_object('id', v_feed.id, 'user_id', v_feed.user_id, 'name', v_feed.name, 'kinds', v_feed.kinds, 'only_mine', v_feed.only_mine,
    'today', (now() at time zone private.company_zone())::date, 'zone', private.company_zone(),
    'company', (select c.name from public.company_settings c));
end $$;
revoke execute on function private.open_calendar_feed(text) from public;
grant execute on function private.open_calendar_feed(text) to service_role;

-- Reads as the person of the feed: row level security decides for them, not for the program that asks.
create function public.get_calendar_feed(p_token text) returns jsonb
  language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_feed jsonb := private.open_calendar_feed(p_token);
  v_role constant text := current_setting('role');
  v_claims constant text[] := array[current_setting('request.jwt.claims', true), current_setting('request.jwt.claim.sub', true),
    current_setting('request.jwt.claim.role', true)];
  v_today date;
  v_person uuid;
  v_entries jsonb;
begin
  if v_feed is null then
    return null;
  end if;
  v_today := (v_feed ->> 'today')::date;
  v_person := (v_feed ->> 'user_id')::uuid;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_person, 'role', 'authenticated')::text, true),
    set_config('request.jwt.claim.sub', v_person::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
  select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'id', e.id, 'title', e.title, 'detail', e.detail, 'number', e.number,
           'starts_at', e.starts_at, 'ends_at', e.ends_at, 'first_day', e.first_day, 'last_day', e.last_day, 'status', e.status, 'amount', e.amount)), '[]')
    into v_entries
    from public.calendar_entries(v_today - 30, v_today + 300, array(select jsonb_array_elements_text(v_feed -> 'kinds')),
      case when (v_feed ->> 'only_mine')::boolean then array[v_person] end) as e;
  perform set_config('role', v_role, true), set_config('request.jwt.claims', coalesce(v_claims[1], ''), true),
    set_config('request.jwt.claim.sub', coalesce(v_claims[2], ''), true), set_config('request.jwt.claim.role', coalesce(v_claims[3], ''), true);
  return v_feed - 'user_id' - 'today' || jsonb_build_object('entries', v_entries);
end $$;
comment on function public.get_calendar_feed is
  'The feed of a secret address: a month back and ten months ahead, as its person may see it; null where the address opens nothing. PT429
above ten reads a minute.';
revoke execute on function public.get_calendar_feed(text) from public, anon, authenticated;
grant execute on function public.get_calendar_feed(text) to service_role;
