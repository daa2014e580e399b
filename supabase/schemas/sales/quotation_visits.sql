-- Visits of clients to the page of their quotation.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.quotation_visits (
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  visit        text not null,
  place        text not null default 'quotation',
  version      integer not null,
  opened_at    timestamptz not null default now(),
  seen_at      timestamptz not null default now(),
  seconds      integer not null default 0,
  primary key (quotation_id, visit, place),
  constraint quotation_visits_visit_length check (char_length(visit) between 8 and 100),
  constraint quotation_visits_place_is_known check (place in ('quotation', 'payment')),
  constraint quotation_visits_end_after_begin check (seen_at >= opened_at and seconds >= 0)
);
create index quotation_visits_seen_at_idx on public.quotation_visits (quotation_id, seen_at desc);
comment on table public.quotation_visits is 'Each time somebody had the link of a quotation open: where, since when, and for how long.';
comment on column public.quotation_visits.visit is 'A random text of the page''s visit, as in document_events.';
comment on column public.quotation_visits.place is 'quotation: its page; payment: the page where it is paid.';
comment on column public.quotation_visits.seen_at is 'The page was in front at this moment. Open now: within the last minute.';
comment on column public.quotation_visits.seconds is 'How long the page was in front, in seconds.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.quotation_visits', 'select', p_key => 'quotation_id');
create policy "staff who view quotations read visits" on public.quotation_visits
  for select to authenticated using ((select private.can('quotations', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

-- As for the visits of a quotation: 200 a day.
create function private.log_view(p_kind text, p_record_id uuid, p_visit text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_visit text := left(coalesce(nullif(btrim(p_visit), ''),
    to_char(date_trunc('hour', now()), 'YYYYMMDDHH24') || ' ' || coalesce(host(private.client_address()), '')), 100);
begin
  if private.is_staff() or private.is_server() or coalesce(current_setting('signwright.writes_mail', true), '') = 'on' then
    return false;
  end if;
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  select p_kind, p_record_id, 'viewed', auth.uid(), private.person_label(auth.uid()), jsonb_build_object('visit', v_visit)
   where (select count(*) from public.document_events e
           where e.kind = p_kind and e.record_id = p_record_id and e.type = 'viewed' and e.at > now() - interval '1 day') < 200
  on conflict (kind, record_id, (meta ->> 'visit')) where type = 'viewed' do nothing;
  return found;
end $$;
comment on function private.log_view is
  'A client opened a document: one event a visit, or one an hour and address where the page names no visit. Staff and the '
  'server leave none. True when the event is new.';

create function private.keep_visit(p_uuid uuid, p_visit text, p_place text default 'quotation') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
  v_old public.quotation_visits;
begin
  if private.is_staff() or not private.is_public_document(p_uuid) then
    return;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return;
  end if;
  select * into v_old from public.quotation_visits
   where quotation_id = v_row.id and visit = p_visit and place = p_place for no key update;
  if v_old.visit is null then
    if (select count(*) from public.quotation_visits where quotation_id = v_row.id and opened_at > now() - interval '1 day') < 200 then
      insert into public.quotation_visits (quotation_id, visit, place, version) values (v_row.id, p_visit, p_place, v_row.version)
      on conflict do nothing;
    end if;
    return;
  end if;
  if v_old.seen_at > now() - interval '5 seconds' then
    return;
  end if;
  update public.quotation_visits
     set seen_at = now(), seconds = seconds + case when v_old.seen_at > now() - interval '1 minute'
           then extract(epoch from now() - v_old.seen_at)::integer else 0 end
   where quotation_id = v_row.id and visit = p_visit and place = p_place;
  if v_old.seen_at <= now() - interval '1 minute' then
    perform private.nudge('page:quotations', 'quotation_visits', 'UPDATE', v_row.id::text);
    perform private.nudge('page:orders', 'quotation_visits', 'UPDATE', v_row.id::text);
  end if;
end $$;
comment on function private.keep_visit is
  'The page of a link says every 20 seconds that it is in front of somebody. Staff and links that open nothing leave no trace;
200 visits a day and quotation at most.';
call private.offer('private.keep_visit(uuid, text, text)', '{anon,authenticated,service_role}');

create function private.open_visits(p_quotation_id uuid) returns table (place text, opened_at timestamptz, seconds integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can('orders', 'view') then
    perform private.must('quotations', 'view', 'see quotations');
  end if;
  return query
    select v.place, v.opened_at, v.seconds from public.quotation_visits v
     where v.quotation_id = p_quotation_id and v.seen_at > now() - interval '1 minute'
     order by v.seen_at, v.opened_at;
end $$;
comment on function private.open_visits is
  'Where clients have the link of a quotation open at this moment: on its page, or on the page where it is paid. The one that was seen last is
the last: a client who goes from one page to the other is there.';
call private.offer('private.open_visits(uuid)');

create function private.quotation_activity(p_before bigint default null, p_limit integer default 50, p_clients_only boolean default false)
returns table (id bigint, at timestamptz, record_id uuid, type text, actor_name text, number text, project_title text, client_name text, words text, seconds integer, is_open boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select e.id, e.at, e.record_id, e.type, e.actor_name, q.number_with_version, q.project_title, private.client_label(c),
           coalesce(e.meta ->> 'words', e.meta ->> 'reason'), v.seconds, coalesce(v.seen_at > now() - interval '1 minute', false)
      from public.document_events e
      join public.quotations q on q.id = e.record_id
      join public.contacts c on c.id = q.contact_id
      left join public.quotation_visits v
        on e.type = 'viewed' and v.quotation_id = e.record_id and v.visit = e.meta ->> 'visit' and v.place = 'quotation'
     where e.kind = 'quotation'
       and (p_before is null or (e.at, e.id) < (select last.at, last.id from public.document_events last where last.id = p_before))
       and (not coalesce(p_clients_only, false) or e.type in ('viewed', 'question', 'approved', 'rejected', 'change_requested', 'deposit_paid'))
     order by e.at desc, e.id desc
     limit least(greatest(p_limit, 1), 200);
end $$;
comment on function private.quotation_activity is
  'What happened to all quotations, newest first. A viewed event says how long the page was in front and whether it is open
now. p_before: the id of the last event of the page before. p_clients_only: what clients did.';
call private.offer('private.quotation_activity(bigint, integer, boolean)');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.quotation_visits', 'nudge_page',
  $$private.nudge_pages('quotation_id', 'quotations', 'orders')$$, '{insert}');
