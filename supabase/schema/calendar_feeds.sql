-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.calendar_feeds (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  kinds text[] not null,
  only_mine boolean not null default false,
  token_hash text not null,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_token_hash_key UNIQUE (token_hash),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint calendar_feeds_kinds_are_some CHECK (cardinality(kinds) >= 1 AND cardinality(kinds) <= 20),
  constraint calendar_feeds_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 60 AND char_length(name) <= 80)
);
alter table private.calendar_feeds enable row level security;
CREATE INDEX calendar_feeds_user_id_idx ON private.calendar_feeds USING btree (user_id);
comment on table private.calendar_feeds is 'Feeds of the calendar by person. The address holds the token; here is its SHA-256 only.';

CREATE OR REPLACE FUNCTION private.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) to authenticated;
comment on function private.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) is 'Makes a feed of these kinds for the caller: the token of its address, which is never shown again.';

CREATE OR REPLACE FUNCTION private.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) to authenticated;
comment on function private.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) is 'Changes what a feed of the caller shows. Its address stays.';

CREATE OR REPLACE FUNCTION private.check_feed_kinds(p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(cardinality(p_kinds), 0) = 0 then
    perform private.refuse('22023', 'Please choose what the calendar shows');
  elsif not p_kinds <@ array['job', 'step', 'delivery', 'installation', 'booking', 'task', 'shift', 'absence', 'payment', 'closure'] then
    perform private.refuse('22023', 'A calendar does not show this');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.hash_of_token(p_token text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select encode(sha256(convert_to(p_token, 'UTF8')), 'hex') $function$;

CREATE OR REPLACE FUNCTION private.must_keep_calendars()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff have calendar addresses';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.my_calendar_feeds()
 RETURNS TABLE(id uuid, name text, kinds text[], only_mine boolean, created_at timestamp with time zone, changed_at timestamp with time zone, used_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.id, f.name, f.kinds, f.only_mine, f.created_at, f.changed_at, f.used_at
    from private.calendar_feeds f where f.user_id = (select auth.uid()) and (select private.is_staff()) order by f.created_at, f.id
$function$;
grant execute on function private.my_calendar_feeds() to authenticated;
comment on function private.my_calendar_feeds() is 'The feeds of the caller, without their addresses: only the hash of those is kept.';

CREATE OR REPLACE FUNCTION private.new_feed_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $function$;
comment on function private.new_feed_token() is '64 hexadecimal digits with 244 random bits.';

CREATE OR REPLACE FUNCTION private.open_calendar_feed(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.open_calendar_feed(p_token text) to service_role;

CREATE OR REPLACE FUNCTION private.remove_calendar_feed(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ delete from private.calendar_feeds where id = p_id and user_id = auth.uid() $function$;
grant execute on function private.remove_calendar_feed(p_id uuid) to authenticated;
comment on function private.remove_calendar_feed(p_id uuid) is 'Ends a feed of the caller. A second call changes nothing.';

CREATE OR REPLACE FUNCTION private.renew_calendar_feed(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.renew_calendar_feed(p_id uuid) to authenticated;
comment on function private.renew_calendar_feed(p_id uuid) is 'Gives a feed of the caller a new address; the old one ends at once.';

CREATE OR REPLACE FUNCTION public.get_calendar_feed(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
           'starts_at', e.starts_at, 'ends_at', e.ends_at, 'first_day', e.first_day, 'last_day', e.last_day, 'status', e.status, 'amount', e.amount,
           'parent_id', e.parent_id, 'place', private.calendar_place(e.kind, e.id))), '[]')
    into v_entries
    from public.calendar_entries(v_today - 30, v_today + 300, array(select jsonb_array_elements_text(v_feed -> 'kinds')),
      case when (v_feed ->> 'only_mine')::boolean then array[v_person] end) as e;
  perform set_config('role', v_role, true), set_config('request.jwt.claims', coalesce(v_claims[1], ''), true),
    set_config('request.jwt.claim.sub', coalesce(v_claims[2], ''), true), set_config('request.jwt.claim.role', coalesce(v_claims[3], ''), true);
  return v_feed - 'user_id' - 'today' || jsonb_build_object('entries', v_entries);
end $function$;
grant execute on function public.get_calendar_feed(p_token text) to service_role;
comment on function public.get_calendar_feed(p_token text) is 'The feed of a secret address: a month back and ten months ahead, as its person may see it; null where the address opens nothing. PT429
above ten reads a minute.';
