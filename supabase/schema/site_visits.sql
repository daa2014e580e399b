-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.visit_salts (
  day date not null,
  salt bytea not null,
  constraint visit_salts_pkey PRIMARY KEY (day)
);
alter table private.visit_salts enable row level security;
comment on table private.visit_salts is 'The salt of today. Those of earlier days are deleted: nobody can find a visitor again.';

create table public.page_visits (
  id bigint not null generated always as identity,
  path text not null,
  referrer_host text,
  session_hash text not null,
  device text not null default 'desk'::text,
  at timestamp with time zone not null default now(),
  constraint page_visits_pkey PRIMARY KEY (id),
  constraint page_visits_at_is_in_reach CHECK (at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint page_visits_device_is_known CHECK (device = ANY (ARRAY['desk'::text, 'phone'::text, 'tablet'::text])),
  constraint page_visits_hash_is_hex CHECK (session_hash ~ '^[0-9a-f]{16}$'::text),
  constraint page_visits_text_length CHECK (char_length(path) <= 200 AND char_length(referrer_host) <= 253)
);
alter table public.page_visits enable row level security;
CREATE INDEX page_visits_at_idx ON public.page_visits USING btree (at);
CREATE INDEX page_visits_session_hash_idx ON public.page_visits USING btree (session_hash, at);
grant select on public.page_visits to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.page_visits to service_role;
create policy "staff read visits" on public.page_visits for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER pin BEFORE UPDATE ON public.page_visits FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id');
comment on table public.page_visits is 'Opened pages of the public site. No address, no cookie, no name.';
comment on column public.page_visits.session_hash is 'sha256 of the salt of the day, the address and the browser, cut to 64 bits: the same visitor within one day.';

CREATE OR REPLACE FUNCTION private.booking_analytics(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.booking_analytics(p_from date, p_to date) to authenticated;
grant execute on function private.booking_analytics(p_from date, p_to date) to service_role;
comment on function private.booking_analytics(p_from date, p_to date) is 'Appointments on days of the company, both included: what became of them, by kind, weekday and hour.';

CREATE OR REPLACE FUNCTION private.in_days(p_at timestamp with time zone, p_from date, p_to date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_at >= p_from::timestamp at time zone private.company_zone() and p_at < (p_to + 1)::timestamp at time zone private.company_zone()
$function$;
comment on function private.in_days(p_at timestamp with time zone, p_from date, p_to date) is 'Whether a moment lies within days of the company, both included.';

CREATE OR REPLACE FUNCTION private.must_be_staff()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_server() or private.is_staff()) then
    raise insufficient_privilege using message = 'You may not see the figures of the site';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.note_visit(p_path text, p_referrer text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_headers constant json := nullif(current_setting('request.headers', true), '')::json;
  v_agent constant text := left(coalesce(v_headers ->> 'user-agent', ''), 300);
  v_ip constant inet := private.client_address();
  v_today constant date := private.company_today();
  v_referrer constant text := lower(substring(p_referrer from '^https?://([A-Za-z0-9.-]{1,253})'));
  v_salt bytea;
  v_hash text;
  v_address constant text := coalesce(case family(v_ip) when 6 then network(set_masklen(v_ip, 64))::text else host(v_ip) end, '');
  v_network text;
begin
  if private.is_staff() or p_path is null or char_length(p_path) > 200
    or p_path !~ '^/(|services(/[a-z0-9-]+)?|tips-advice(/[a-z0-9-]+)?|products/manufactured(/[0-9a-z-]+(/settings)?)?|schedule-appointment|appointment-confirmed|leave-review|client-registration|new-business-registration|contacts/add-person|designer-interview|coming-soon|new-version|terms|privacy-policy)$'
    or v_agent = '' or v_agent ~* 'bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java/|node'
  then
    return;
  end if;
  delete from private.visit_salts where day < v_today;
  insert into private.visit_salts (day, salt) values (v_today, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  on conflict (day) do nothing;
  select salt into v_salt from private.visit_salts where day = v_today;
  v_hash := left(encode(sha256(v_salt || convert_to(v_address || v_agent, 'UTF8')), 'hex'), 16);
  -- Agents are words of the caller: of one network 20 browsers a day are visitors of their own, whatever comes above is one.
  if not exists (select from public.page_visits v where v.session_hash = v_hash and v.at > now() - interval '1 day') then
    -- The network is kept as its hash of the day, for a day.
    v_network := left(encode(sha256(v_salt || convert_to(v_address, 'UTF8')), 'hex'), 16);
    perform pg_advisory_xact_lock(hashtextextended('visitor note_visit' || v_network, 0));
    delete from private.visitor_calls
     where id in (select c.id from private.visitor_calls c where c.name = 'note_visit' and c.called_at < now() - interval '1 day'
                   order by c.called_at limit 200 for update skip locked);
    if (select count(*) from private.visitor_calls c
         where c.name = 'note_visit' and c.address = v_network and c.called_at > now() - interval '1 day') >= 20
    then
      v_hash := v_network;
    else
      insert into private.visitor_calls (name, address) values ('note_visit', v_network);
    end if;
  end if;
  -- One visitor opens no more than 300 pages a day: what comes above is no person.
  if (select count(*) from public.page_visits v where v.session_hash = v_hash and v.at > now() - interval '1 day') >= 300 then
    return;
  end if;
  insert into public.page_visits (path, referrer_host, session_hash, device)
  values (p_path, v_referrer, v_hash,
    case when v_agent ~* 'ipad|tablet' then 'tablet' when v_agent ~* 'mobi|android|iphone' then 'phone' else 'desk' end);
end $function$;
grant execute on function private.note_visit(p_path text, p_referrer text) to anon;
grant execute on function private.note_visit(p_path text, p_referrer text) to authenticated;
grant execute on function private.note_visit(p_path text, p_referrer text) to service_role;
comment on function private.note_visit(p_path text, p_referrer text) is 'Counts an opened page of the site. Staff, robots, and addresses that are not of the site are not counted.';

CREATE OR REPLACE FUNCTION private.website_analytics(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone constant text := private.company_zone();
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_to constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
begin
  perform private.must_be_staff();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    perform private.refuse('22023', 'Please choose at most 400 days');
  end if;
  return (
    with seen as materialized (
      select *, (at at time zone v_zone)::date as day from public.page_visits where at >= v_from and at < v_to),
    arrived as materialized (
      select distinct on (session_hash) session_hash, coalesce(referrer_host, '') as source, device from seen order by session_hash, at, id)
    select jsonb_build_object(
      'visits', count(*), 'visitors', count(distinct session_hash),
      'now', (select count(distinct v.session_hash) from public.page_visits v where v.at > now() - interval '5 minutes'),
      'days', (select jsonb_agg(jsonb_build_object('day', d::date, 'visits', coalesce(n.visits, 0), 'visitors', coalesce(n.visitors, 0)) order by d)
                 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as d
                 left join (select day, count(*) as visits, count(distinct session_hash) as visitors from seen group by day) as n on n.day = d::date),
      'pages', (select coalesce(jsonb_agg(jsonb_build_object('name', path, 'count', n) order by n desc, path), '[]')
                  from (select path, count(*) as n from seen group by path order by n desc, path limit 15) as top),
      'sources', (select coalesce(jsonb_agg(jsonb_build_object('name', source, 'count', n) order by n desc, source), '[]')
                    from (select source, count(*) as n from arrived group by source order by n desc, source limit 10) as top),
      'devices', (select coalesce(jsonb_agg(jsonb_build_object('name', device, 'count', n) order by n desc), '[]')
                    from (select device, count(*) as n from arrived group by device) as kinds),
      'funnel', jsonb_build_array(
        jsonb_build_object('name', 'visitors', 'count', count(distinct session_hash)),
        jsonb_build_object('name', 'service', 'count', count(distinct session_hash) filter (where path like '/services/%')),
        jsonb_build_object('name', 'booking', 'count', count(distinct session_hash) filter (where path = '/schedule-appointment')),
        jsonb_build_object('name', 'booked', 'count', (select count(*) from public.bookings b
          where b.source = 'site' and b.status <> 'held' and b.created_at >= v_from and b.created_at < v_to)),
        jsonb_build_object('name', 'price', 'count', count(distinct session_hash) filter (where path in ('/client-registration', '/designer-interview')))))
      from seen);
end $function$;
grant execute on function private.website_analytics(p_from date, p_to date) to authenticated;
grant execute on function private.website_analytics(p_from date, p_to date) to service_role;
comment on function private.website_analytics(p_from date, p_to date) is 'Visits of the site on days of the company, both included: by day, page, source and device, and the way to a booking.';
