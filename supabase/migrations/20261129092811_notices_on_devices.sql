set check_function_bodies = off;

create or replace function private.call_function(p_name text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if to_regnamespace('net') is not null and to_regnamespace('vault') is not null then
    execute $call$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/' || $1,
        headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' ||
          (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')))
    $call$ using p_name;
  end if;
end $$;

-- On hosted Supabase the database's clock wakes the function once a minute, when a mail is due. The addresses lie in the vault,
-- see docs/decisions/0191. The embedded server looks by itself.
create or replace function private.wake_mail_sender() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.mail_is_due() then
    perform private.call_function('send-mail');
  end if;
end $$;

create table private.push_keys (
  id          smallint primary key default 1,
  public_key  text not null,
  private_key text not null,
  created_at  timestamptz not null default now(),
  constraint push_keys_is_one_row check (id = 1)
);

create table public.push_devices (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null default auth.uid() references auth.users (id) on delete cascade,
  endpoint     text not null unique,
  p256dh       text not null,
  auth_secret  text not null,
  name         text not null default '',
  created_at   timestamptz not null default now(),
  last_sent_at timestamptz,
  constraint push_devices_endpoint_is_an_address check (endpoint ~ '^https?://[^[:space:]]+$' and char_length(endpoint) <= 1000),
  constraint push_devices_p256dh_is_a_key check (p256dh ~ '^[A-Za-z0-9_-]{80,100}=*$'),
  constraint push_devices_auth_secret_is_a_key check (auth_secret ~ '^[A-Za-z0-9_-]{20,30}=*$'),
  constraint push_devices_name_length check (char_length(name) <= 100)
);

create table public.push_choices (
  user_id     uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  muted       text[] not null default '{}',
  quiet_from  time,
  quiet_until time,
  constraint push_choices_muted_are_kinds check (muted <@ array['assigned', 'mentioned', 'replies', 'mockups', 'deliveries', 'other']),
  constraint push_choices_quiet_hours_are_two check ((quiet_from is null) = (quiet_until is null)),
  constraint push_choices_quiet_hours_differ check (quiet_from <> quiet_until)
);

create table private.push_queue (
  id         bigint generated always as identity primary key,
  user_id    uuid not null references auth.users (id) on delete cascade,
  source     text not null,
  notice_id  uuid not null,
  due_at     timestamptz not null,
  tries      integer not null default 0,
  claimed_at timestamptz,
  constraint push_queue_is_told_once unique (source, notice_id)
);

create or replace function private.keep_push_keys(p_public text default null, p_private text default null)
returns table (public_key text, private_key text)
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_public is not null and p_private is not null then
    insert into private.push_keys (public_key, private_key) values (p_public, p_private) on conflict do nothing;
  end if;
  return query select k.public_key, k.private_key from private.push_keys k;
end $$;

create or replace function private.keep_push_device(p_endpoint text, p_p256dh text, p_auth text, p_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Notices on a device are for staff';
  end if;
  insert into public.push_devices (user_id, endpoint, p256dh, auth_secret, name)
  values (auth.uid(), p_endpoint, p_p256dh, p_auth, left(coalesce(p_name, ''), 100))
  on conflict (endpoint) do update
     set user_id = excluded.user_id, p256dh = excluded.p256dh, auth_secret = excluded.auth_secret, name = excluded.name
  returning id into v_id;
  -- The newest twenty: an address that its browser forgot is never used again.
  delete from public.push_devices d
   where d.user_id = auth.uid() and d.id <> v_id
     and d.id not in (select o.id from public.push_devices o where o.user_id = auth.uid() order by o.created_at desc, o.id limit 19);
  return v_id;
end $$;

create or replace function private.push_kind(p_source text, p_type text default null) returns text
  language sql immutable set search_path = ''
as $$
  select case p_source
    when 'task_reply_notifications' then 'replies'
    when 'mockup_notifications' then 'mockups'
    when 'delivery_notifications' then 'deliveries'
    when 'partial_delivery_notifications' then 'deliveries'
    else case p_type when 'task_assigned' then 'assigned' when 'task_mentioned' then 'mentioned' else 'other' end end
$$;

create or replace function private.push_time(p_from time, p_until time) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
  v_now constant timestamp := now() at time zone v_zone;
begin
  if p_from is null or not (case when p_from < p_until
    then v_now::time >= p_from and v_now::time < p_until else v_now::time >= p_from or v_now::time < p_until end)
  then
    -- A few seconds: whoever has the page open reads it there first.
    return now() + interval '5 seconds';
  end if;
  return (v_now::date + p_until + case when v_now::time >= p_until then interval '1 day' else interval '0' end) at time zone v_zone;
end $$;

create or replace function private.queue_pushes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.push_devices) then
    insert into private.push_queue (user_id, source, notice_id, due_at)
    select n.person, tg_table_name, n.id, private.push_time(c.quiet_from, c.quiet_until)
      from (select (to_jsonb(t) ->> tg_argv[0])::uuid as person, t.id, to_jsonb(t) ->> 'type' as type, t.is_read from changed t) as n
      left join public.push_choices c on c.user_id = n.person
     where not n.is_read and exists (select from public.push_devices d where d.user_id = n.person)
       and private.push_kind(tg_table_name, n.type) <> all (coalesce(c.muted, '{}'))
    on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function private.push_words(p_source text, p_notice_id uuid)
returns table (title text, message text, record_kind text, record_id text, part text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select n.title, n.message,
           case when n.metadata ? 'task_id' then 'task' when n.metadata ? 'record_id' then n.metadata ->> 'record_kind'
                when n.quotation_id is not null then 'quotation' end,
           coalesce(n.metadata ->> 'task_id', n.metadata ->> 'record_id', n.quotation_id::text), n.metadata ->> 'part'
      from public.notifications n where p_source = 'notifications' and n.id = p_notice_id and not n.is_read
    union all
    select n.task_title, n.message, 'task', n.task_id::text, null
      from public.task_reply_notifications n where p_source = 'task_reply_notifications' and n.id = p_notice_id and not n.is_read
    union all
    select concat_ws(' · ', 'Mockup ' || case n.action_type when 'status_change' then 'status changed'
             when 'approval_request' then 'approval requested' when 'revision_requested' then 'revision requested' else n.action_type end, n.file_name),
           concat_ws(': ', n.action_by, n.message), 'mockup', n.public_uuid::text, 'comment-' || n.comment_id
      from public.mockup_notifications n where p_source = 'mockup_notifications' and n.id = p_notice_id and not n.is_read
    union all
    select n.project_title, n.message, 'delivery', n.delivery_id::text, null
      from public.delivery_notifications n where p_source = 'delivery_notifications' and n.id = p_notice_id and not n.is_read
    union all
    select n.project_title, n.message, 'partial_delivery', n.partial_delivery_id::text, null
      from public.partial_delivery_notifications n
     where p_source = 'partial_delivery_notifications' and n.id = p_notice_id and not n.is_read;
end $$;

create or replace function private.push_is_due() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.push_queue q
    where q.due_at <= now() and (q.claimed_at is null or q.claimed_at < now() - interval '1 minute'));
end $$;

create or replace function private.claim_pushes(p_most integer default 20) returns setof jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return query
    with due as (
      select q.id from private.push_queue q
       where q.due_at <= now() and (q.claimed_at is null or q.claimed_at < now() - interval '1 minute')
       order by q.due_at, q.id limit least(greatest(p_most, 1), 100) for update skip locked),
    claimed as (
      update private.push_queue q set claimed_at = now(), tries = q.tries + 1 from due where q.id = due.id returning q.*),
    worded as (
      select c.*, w.title, w.message, w.record_kind, w.record_id, w.part
        from claimed c left join lateral private.push_words(c.source, c.notice_id) w on true),
    told as (
      select w.user_id, array_agg(w.id order by w.id) as ids, count(w.title) as unread,
             (array_agg(to_jsonb(w) order by w.id) filter (where w.title is not null))[1] as first,
             string_agg(w.title, ', ' order by w.id) as titles
        from (select x.*, count(x.title) over (partition by x.user_id) > 3 as is_many from worded x) as w
       group by w.user_id, case when w.is_many or w.title is null then 0 else w.id end)
    select jsonb_build_object('ids', t.ids, 'devices', coalesce(d.devices, '[]'),
             'notice', case when t.unread = 1 then jsonb_build_object('tag', t.first ->> 'notice_id', 'source', t.first ->> 'source', 'title', left(t.first ->> 'title', 120),
                 'message', left(t.first ->> 'message', 300), 'kind', t.first ->> 'record_kind', 'id', t.first ->> 'record_id', 'part', t.first ->> 'part')
               when t.unread > 1 then jsonb_build_object('tag', 'several', 'title', format('%s new notices', t.unread),
                 'message', left(t.titles, 300)) end)
      from told t
      left join lateral (
        select jsonb_agg(jsonb_build_object('id', o.id, 'endpoint', o.endpoint, 'p256dh', o.p256dh, 'auth', o.auth_secret)) as devices
          from public.push_devices o join public.user_roles r on r.user_id = o.user_id and r.role not in ('pending', 'client')
         where o.user_id = t.user_id) d on true;
end $$;

create or replace function private.settle_push(p_ids bigint[], p_is_told boolean, p_told uuid[] default '{}', p_gone uuid[] default '{}') returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_devices d where d.id = any (p_gone);
  update public.push_devices d set last_sent_at = now() where d.id = any (p_told);
  delete from private.push_queue q where q.id = any (p_ids) and (p_is_told or private.pause_after(q.tries) is null);
  update private.push_queue q set claimed_at = null, due_at = now() + private.pause_after(q.tries) where q.id = any (p_ids);
end $$;

create or replace function private.wake_push_sender() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.push_is_due() then
    perform private.call_function('web-push');
  end if;
end $$;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.push_devices', p_rights => 'select, delete', p_person => 'user_id');

call private.borrow_rules('public.push_choices', p_rights => 'select, insert, update', p_key => 'user_id', p_person => 'user_id',
  p_changeable => '{muted, quiet_from, quiet_until}');

call private.offer('private.keep_push_keys(text, text)', '{service_role}');

call private.offer('private.keep_push_device(text, text, text, text)');

call private.offer('private.claim_pushes(integer)', '{service_role}');

call private.offer('private.settle_push(bigint[], boolean, uuid[], uuid[])', '{service_role}');

create index push_queue_due_at_idx on private.push_queue (due_at);

create index push_queue_user_id_idx on private.push_queue (user_id);

create index push_devices_user_id_idx on public.push_devices (user_id);

alter table private.push_keys enable row level security;

alter table private.push_queue enable row level security;

CREATE TRIGGER queue_pushes_insert AFTER INSERT ON public.delivery_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_pushes('notified_user_id');

CREATE TRIGGER queue_pushes_insert AFTER INSERT ON public.mockup_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_pushes('notified_user_id');

CREATE TRIGGER queue_pushes_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_pushes('user_id');

CREATE TRIGGER queue_pushes_insert AFTER INSERT ON public.partial_delivery_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_pushes('notified_user_id');

CREATE TRIGGER queue_pushes_insert AFTER INSERT ON public.task_reply_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_pushes('user_id');

create policy "people see what they chose" on public.push_choices
  for select to authenticated using (user_id = (select auth.uid()));

create policy "staff change what reaches them" on public.push_choices
  for update to authenticated using (user_id = (select auth.uid()) and (select private.is_staff()))
  with check (user_id = (select auth.uid()) and (select private.is_staff()));

create policy "staff choose what reaches them" on public.push_choices
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_staff()));

create policy "people remove their devices" on public.push_devices
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "people see their devices" on public.push_devices
  for select to authenticated using (user_id = (select auth.uid()));

comment on function private.call_function(pg_catalog.text) is 'Calls an edge function of the project with the service key, on hosted Supabase.';

comment on function private.claim_pushes(integer) is 'For the service key: notices that are due, now being sent, by person: {ids, devices, notice}. More than three at once of one person become one. notice is null where all were read meanwhile. What its sender dropped is given out again after a minute.';

comment on function private.keep_push_device(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'This browser shows the notices of the caller from now on, and nobody else''s: a lent phone changes its person. Returns the id of the device.';

comment on function private.keep_push_keys(pg_catalog.text,pg_catalog.text) is 'For the service key: the key pair of the company; where there is none, the one that is given becomes it. Two that give one at once get the same.';

comment on function private.push_is_due() is 'Whether claim_pushes would find a notice: the clock asks this before it wakes the sender.';

comment on function private.push_kind(pg_catalog.text,pg_catalog.text) is 'The kind of push_choices.muted that a notice is of.';

comment on function private.push_time(time without time zone,time without time zone) is 'When a notice of now reaches a device with these quiet hours.';

comment on function private.push_words(pg_catalog.text,pg_catalog.uuid) is 'What a device says of an unread notice, and the record that it opens. No row: it was read, or is gone.';

comment on function private.queue_pushes() is 'Notices of people who have a device wait for it, unless they muted the kind. tg_argv[0] names the column of the reader.';

comment on function private.settle_push(bigint[],boolean,pg_catalog.uuid[],pg_catalog.uuid[]) is 'For the service key: claimed notices were told (or need not be), or wait for their next try. p_gone are devices that their push service does not know any more.';

comment on function private.wake_push_sender() is 'Calls the function web-push when a notice is due. For the clock of a hosted database.';

comment on function public.claim_pushes(integer) is 'For the service key: notices that are due, now being sent, by person: {ids, devices, notice}. More than three at once of one person become one. notice is null where all were read meanwhile. What its sender dropped is given out again after a minute.';

comment on function public.keep_push_device(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'This browser shows the notices of the caller from now on, and nobody else''s: a lent phone changes its person. Returns the id of the device.';

comment on function public.keep_push_keys(pg_catalog.text,pg_catalog.text) is 'For the service key: the key pair of the company; where there is none, the one that is given becomes it. Two that give one at once get the same.';

comment on function public.settle_push(bigint[],boolean,pg_catalog.uuid[],pg_catalog.uuid[]) is 'For the service key: claimed notices were told (or need not be), or wait for their next try. p_gone are devices that their push service does not know any more.';

comment on column public.push_choices.quiet_from is 'By the clock of the company. Notices of quiet hours come when they end, unless they were read.';

comment on column public.push_devices.endpoint is 'The address at the push service of the browser; one browser shows the notices of one person.';

comment on table private.push_keys is 'The key pair by which push services know this company (VAPID), made by the function web-push when it is first needed. One row.';

comment on table private.push_queue is 'Notices that devices have not been told of. A row goes when it was told, read or given up.';

comment on table public.push_choices is 'What a person does not want on a device, and when none makes a sound. Without a row: everything, always.';

comment on table public.push_devices is 'Browsers that show notices of a person while the product is closed. Functions write it: keep_push_device.';

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"web-push","runs_at":"* * * * *","statement":"select private.wake_push_sender()"}');

reset check_function_bodies;

create trigger ask_first before insert on public.push_choices for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
