set check_function_bodies = off;

alter table public.company_settings add column clients_see_stages boolean not null default false;

create or replace function private.nudge_clients() returns trigger language plpgsql security definer set search_path = '' as $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_user uuid;
begin
  for v_user in execute format(
    'with touched as materialized (select distinct t.contact_id from (%s) as t where t.%I <> all ($1))
     select distinct a.id from touched cross join lateral private.accounts_of_contact(touched.contact_id) as a (id)', v_touched, tg_argv[0])
    using tg_argv[1:]
  loop
    perform private.nudge('user:' || v_user, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;

create or replace function private.accounts_of_contact(p_contact_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.user_id from public.contacts c join public.user_roles r on r.user_id = c.user_id and r.role = 'client' where c.id = p_contact_id
    union
    select a.id from private.accounts_of_business(p_contact_id) as a (id);
end $$;

create or replace function private.stage_of_step(p_kind text, p_before_approval boolean) returns integer
  language sql immutable set search_path = ''
as $$
  select case when p_kind = 'vehicle' then null when p_before_approval or p_kind = 'design' then 1 when p_kind = 'printer' then 2 else 3 end
$$;

create or replace function private.stage_of_job(p_status text, p_has_proof boolean, p_steps jsonb) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if private.is_finished_job(p_status) then
    return 7;
  end if;
  return (
    with steps as (
      select (s ->> 'stage')::integer as stage, s ->> 'status' in ('in_progress', 'paused') as is_begun, s ->> 'status' = 'done' as is_done
        from jsonb_array_elements(p_steps) as s
    ), told as (
      select min(stage) filter (where is_begun) as begun, max(stage) filter (where is_done) as done from steps
    )
    select case
        when told.begun is not null then 2 * told.begun - 1
        when told.done is not null then coalesce((select 2 * min(stage) - 1 from steps where not is_done and stage <= told.done), 2 * told.done)
        when p_status in ('artwork', 'awaiting_approval') then 1
        when p_status = 'approved' and p_has_proof then 2
        else 0 end
      from told);
end $$;

create or replace function private.order_stage(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with steps as (
      select s.job_id, private.stage_of_step(c.kind, s.before_approval) as stage, s.status
        from public.jobs j join public.job_steps s on s.job_id = j.id and s.status <> 'skipped'
        left join public.work_centres c on c.id = s.work_centre_id
       where j.order_id = p_order_id and j.status <> 'cancelled'
    ), lines as (
      select bool_or(j.status = 'on_hold') as is_held, min(private.stage_of_job(coalesce(j.held_from, j.status), j.mockup_status is not null, coalesce((
               select jsonb_agg(jsonb_build_object('stage', s.stage, 'status', s.status)) from steps s
                where s.job_id = j.id and s.stage is not null), '[]'))) as stage
        from public.jobs j where j.order_id = p_order_id and j.status <> 'cancelled'
       group by coalesce(j.order_item_id, j.remake_of, j.id)
    )
    select jsonb_build_object('stage', (array['ordered', 'artwork', 'printing', 'finishing', 'ready'])[1 + (told.stage + 1) / 2],
        'is_done', told.stage in (2, 4, 6), 'is_held', told.is_held, 'ready', told.ready, 'of', told.whole,
        'stages', (select jsonb_agg((array['artwork', 'printing', 'finishing'])[n] order by n) from (
          select s.stage as n from steps s where s.stage is not null union select (told.stage + 1) / 2 where told.stage between 1 and 6) as named))
      from (select min(l.stage) as stage, bool_or(l.is_held) as is_held, count(*) filter (where l.stage = 7) as ready, count(*) as whole
              from lines l) as told
     where told.whole > 0);
end $$;

create or replace function private.stage_for_client(p_order public.orders) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_order.status in ('confirmed', 'awaiting_deposit', 'in_production', 'part_delivered', 'ready')
    and (select s.clients_see_stages from public.company_settings s) then private.order_stage(p_order.id) end;
end $$;

create or replace function private.nudge_stages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  if not (select s.clients_see_stages from public.company_settings s) then
    return null;
  elsif tg_op <> 'UPDATE' then
    execute format('select array_agg(%s) from changed as c', case tg_table_name when 'jobs' then 'c.order_id'
      else '(select j.order_id from public.jobs j where j.id = c.job_id)' end) into v_orders;
  elsif tg_table_name = 'jobs' then
    select array_agg(p.order_id) || array_agg(c.order_id) into v_orders from previous p join changed c on c.id = p.id
     where (p.status, p.order_id, p.order_item_id, p.mockup_status) is distinct from (c.status, c.order_id, c.order_item_id, c.mockup_status);
  else
    -- A pause changes nothing for a client, and they do not hear of it.
    select array_agg(j.order_id) into v_orders from previous p join changed c on c.id = p.id join public.jobs j on j.id = c.job_id
     where (replace(p.status, 'paused', 'in_progress'), p.work_centre_id, p.before_approval)
       is distinct from (replace(c.status, 'paused', 'in_progress'), c.work_centre_id, c.before_approval);
  end if;
  perform private.nudge('user:' || told.id, 'orders', 'UPDATE', null) from (
    select distinct a.id from public.orders o cross join lateral private.accounts_of_contact(o.contact_id) as a (id)
     where o.id = any (v_orders) and o.status in ('confirmed', 'awaiting_deposit', 'in_production', 'part_delivered', 'ready')) as told;
  return null;
end $$;

create or replace function private.own_order_facts(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('public_uuid', p_order.public_uuid, 'order_number', p_order.order_number, 'project_title', p_order.project_title,
      'status', p_order.status, 'ordered_at', p_order.ordered_at, 'due_date', coalesce(p_order.promised_date, p_order.due_date),
      'client_po', p_order.client_po, 'currency', p_order.currency, 'stage', private.stage_for_client(p_order)) || private.order_money(p_order)
  );
end $$;

revoke execute on all routines in schema private from public;

CREATE TRIGGER nudge_stages_delete AFTER DELETE ON public.job_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_stages();

CREATE TRIGGER nudge_stages_insert AFTER INSERT ON public.job_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_stages();

CREATE TRIGGER nudge_stages_update AFTER UPDATE ON public.job_steps REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_stages();

CREATE TRIGGER nudge_stages_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_stages();

CREATE TRIGGER nudge_stages_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_stages();

CREATE TRIGGER nudge_stages_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_stages();

comment on function private.own_order_facts(public.orders) is 'What the client of an order reads of it, in a list and on its page, with order_money. due_date: the day that was promised, else the planned one.
stage: where the work stands, where clients are told; else null.';

comment on function private.accounts_of_contact(pg_catalog.uuid) is 'The accounts of clients that read the papers of a contact: its own, and those of its contact persons.';

comment on function private.nudge_stages() is 'Jobs began, steps began or ended: the clients of their orders read them again, where the company tells them. They hear of the order alone, without an id, and not of pauses, notes and plans.';

comment on function private.order_stage(pg_catalog.uuid) is 'Where the work for an order stands: {stage, is_done, is_held, ready, of, stages}. stage: that of its least advanced line. A line whose piece is made again counts once; cancelled
jobs do not count. ready, of: how many lines are ready, of how many. stages: the works that it has. Null without a job.';

comment on function private.stage_for_client(public.orders) is 'order_stage of an order that is made or ready, where the company tells its clients; else null. An order on hold, cancelled or delivered says so itself.';

comment on function private.stage_of_job(pg_catalog.text,boolean,pg_catalog.jsonb) is 'How far a job is: 0 ordered, 1 and 2 artwork begun and done, 3 and 4 printing, 5 and 6 finishing, 7 ready. It stands where work has begun; of several such works at
the first of them. Between two works it stands at the last that is done, as done, while nothing of it or before it is open. Without a step that began, the proof says it.';

comment on function private.stage_of_step(pg_catalog.text,boolean) is 'What a step at a work centre of that kind is for a client: 1 artwork, 2 printing, 3 finishing. Null for surveys and work on site, which have days of their own.';

comment on column public.company_settings.clients_see_stages is 'Clients who sign in read where the work for their order stands: artwork, printing, finishing. Else only ordered, ready and delivered.';

reset check_function_bodies;
