-- Visits of the public site, counted without knowing anybody.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.visit_salts (
  day  date primary key,
  salt bytea not null
);
comment on table private.visit_salts is 'The salt of today. Those of earlier days are deleted: nobody can find a visitor again.';

create table public.page_visits (
  id            bigint generated always as identity primary key,
  path          text not null,
  referrer_host text,
  session_hash  text not null,
  device        text not null default 'desk',
  at            timestamptz not null default now(),
  constraint page_visits_text_length check (char_length(path) <= 200 and char_length(referrer_host) <= 253),
  constraint page_visits_device_is_known check (device in ('desk', 'phone', 'tablet')),
  constraint page_visits_hash_is_hex check (session_hash ~ '^[0-9a-f]{16}$')
);
create index page_visits_at_idx on public.page_visits (at);
create index page_visits_session_hash_idx on public.page_visits (session_hash, at);
comment on table public.page_visits is 'Opened pages of the public site. No address, no cookie, no name.';
comment on column public.page_visits.session_hash is 'sha256 of the salt of the day, the address and the browser, cut to 64 bits: the same visitor within one day.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.visit_salts enable row level security;

call private.borrow_rules('public.page_visits', 'select');
create policy "staff read visits" on public.page_visits for select to authenticated using ((select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.note_visit(p_path text, p_referrer text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.note_visit is
  'Counts an opened page of the site. Staff, robots, and addresses that are not of the site are not counted.';
call private.offer('private.note_visit(text, text)', '{anon,authenticated,service_role}');

create function private.website_analytics(p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
comment on function private.website_analytics is 'Visits of the site on days of the company, both included: by day, page, source and device, and the way to a booking.';
call private.offer('private.website_analytics(date, date)');
