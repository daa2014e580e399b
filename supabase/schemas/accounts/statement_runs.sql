-- Runs that send statements to many clients.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.statement_runs (
  id         uuid primary key default gen_random_uuid(),
  date_from  date not null,
  date_to    date not null,
  status     text not null default 'running',
  clients    integer not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at   timestamptz,
  constraint statement_runs_status_is_known check (status in ('running', 'done', 'cancelled')),
  constraint statement_runs_range_is_in_order check (date_to >= date_from)
);
create unique index statement_runs_one_at_a_time_idx on public.statement_runs (status) where status = 'running';
create index statement_runs_created_at_idx on public.statement_runs (created_at desc, id desc);
create index statement_runs_created_by_idx on public.statement_runs (created_by);
comment on table public.statement_runs is 'Statements sent to many clients at once. One run goes at a time.';

create table public.statement_run_clients (
  run_id       uuid not null references public.statement_runs (id) on delete cascade,
  contact_id   uuid not null references public.contacts (id) on delete restrict,
  place        integer not null,
  status       text not null default 'waits',
  statement_id uuid references public.statements (id) on delete set null,
  problem      text,
  primary key (run_id, contact_id),
  constraint statement_run_clients_status_is_known check (status in ('waits', 'mailed', 'failed', 'cancelled')),
  constraint statement_run_clients_problem_length check (char_length(problem) <= 500)
);
create index statement_run_clients_place_idx on public.statement_run_clients (run_id, status, place);
create index statement_run_clients_contact_id_idx on public.statement_run_clients (contact_id);
create index statement_run_clients_statement_id_idx on public.statement_run_clients (statement_id);
comment on table public.statement_run_clients is 'The clients of a run in their order; mailed: the statement is made and its mail stands in the queue.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.statement_runs', '', p_audited => true, p_pages => '{statements}');
grant select on public.statement_runs to authenticated;
create policy "staff see runs of statements" on public.statement_runs
  for select to authenticated using ((select private.can('statements', 'view')));

call private.borrow_rules('public.statement_run_clients', '', p_key => 'run_id');
grant select on public.statement_run_clients to authenticated;
create policy "staff see the clients of runs of statements" on public.statement_run_clients
  for select to authenticated using ((select private.can('statements', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.must('statements', 'create', 'make statements');
  perform private.must('statements', 'edit', 'send statements');
  perform pg_advisory_xact_lock(hashtextextended('statement_runs', 0));
  select id into v_id from public.statement_runs where id = p_id;
  if found then
    return v_id;
  elsif p_from is null or p_to is null or p_to < p_from then
    perform private.refuse('22023', 'Please choose a first day that is not after the last');
  elsif exists (select from public.statement_runs where status = 'running') then
    perform private.refuse('PT409', 'Statements are being sent already. Let that run end, or cancel it.');
  end if;
  insert into public.statement_runs (id, date_from, date_to, clients, created_by) values (p_id, p_from, p_to, 0, auth.uid());
  insert into public.statement_run_clients (run_id, contact_id, place)
  select p_id, a.id, row_number() over (order by a.client_name, a.id)
    from private.client_ageing() as a where a.balance > 0 and (not coalesce(p_overdue_only, false) or a.overdue > 0);
  update public.statement_runs r set clients = (select count(*) from public.statement_run_clients c where c.run_id = p_id) where r.id = p_id;
  if not exists (select from public.statement_run_clients where run_id = p_id) then
    perform private.refuse('PT409', 'No client owes anything: there is nothing to send');
  end if;
  return p_id;
end $$;
comment on function private.start_statement_run is
  'Begins to send statements to every client who owes something, or who is overdue. continue_statement_run sends them in parts.
p_id: chosen by the caller, so that a repeated call begins once. Returns the id.';
call private.offer('private.start_statement_run(uuid, date, date, boolean)');

create function private.statement_run_state(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'status', r.status, 'clients', r.clients,
           'waits', count(*) filter (where c.status = 'waits'), 'mailed', count(*) filter (where c.status = 'mailed'),
           'sent', count(*) filter (where c.status = 'mailed' and m.status = 'sent'),
           'queued', count(*) filter (where c.status = 'mailed' and m.status in ('queued', 'sending')),
           'failed', count(*) filter (where c.status = 'failed'), 'cancelled', count(*) filter (where c.status = 'cancelled'))
    from public.statement_runs r left join public.statement_run_clients c on c.run_id = r.id
    -- Somebody may have sent that statement once more: what its latest mail became.
    left join lateral (select e.status from public.scheduled_emails e
                        where c.status = 'mailed' and e.record_kind = 'statement' and e.record_id = c.statement_id
                        order by e.send_at desc, e.id desc limit 1) as m on true
   where r.id = p_id group by r.id
$$;

create function private.continue_statement_run(p_id uuid, p_most integer default 10) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.statement_runs;
  v_client public.statement_run_clients;
  v_to text;
  v_statement uuid;
begin
  perform private.must('statements', 'edit', 'send statements');
  select * into v_run from public.statement_runs where id = p_id for no key update;
  if v_run.id is null then
    perform private.refuse('PT404', 'This run is not there any more');
  elsif v_run.status <> 'running' then
    return private.statement_run_state(p_id);
  end if;
  for v_client in
    select * from public.statement_run_clients where run_id = p_id and status = 'waits' order by place limit least(greatest(p_most, 1), 50)
  loop
    v_statement := null;
    v_to := null;
    begin
      v_statement := private.create_statement(v_client.contact_id, v_run.date_from, v_run.date_to);
      select m.email into v_to from private.mail_contacts_of('statement', v_statement) as m where m.is_first;
      if v_to is null then
        raise exception using errcode = 'PT409', message = 'This client has no e-mail address';
      end if;
      perform private.send_document('statement', v_statement, array[v_to], gen_random_uuid());
      update public.statement_run_clients set status = 'mailed', statement_id = v_statement
       where run_id = p_id and contact_id = v_client.contact_id;
    exception when others then
      if sqlstate !~ '^(PT4|22)' then
        raise;
      end if;
      update public.statement_run_clients set status = 'failed', problem = left(sqlerrm, 500)
       where run_id = p_id and contact_id = v_client.contact_id;
    end;
  end loop;
  if not exists (select from public.statement_run_clients where run_id = p_id and status = 'waits') then
    update public.statement_runs set status = 'done', ended_at = now() where id = p_id;
  end if;
  return private.statement_run_state(p_id);
end $$;
comment on function private.continue_statement_run is
  'Makes the next statements of a run and puts their mails into the queue; a client who cannot have one is kept with the reason and
no statement is left of it. Returns {id, status, clients, waits, mailed, failed, cancelled}.';
call private.offer('private.continue_statement_run(uuid, integer)');

create function private.cancel_statement_run(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.must('statements', 'edit', 'send statements');
  select status into v_status from public.statement_runs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This run is not there any more');
  elsif v_status <> 'cancelled' then
    update public.scheduled_emails m set status = 'cancelled'
      from public.statement_run_clients c
     where c.run_id = p_id and m.record_kind = 'statement' and m.record_id = c.statement_id and m.status = 'queued';
    update public.statement_run_clients c set status = 'cancelled'
     where c.run_id = p_id and (c.status = 'waits' or c.status = 'mailed' and exists (
       select from public.scheduled_emails m where m.record_kind = 'statement' and m.record_id = c.statement_id and m.status = 'cancelled'));
    update public.statement_runs set status = 'cancelled', ended_at = now() where id = p_id;
  end if;
  return private.statement_run_state(p_id);
end $$;
comment on function private.cancel_statement_run is
  'Ends a run: what waits is not sent, and mails of it that are still in the queue are cancelled. What went out stays sent.';
call private.offer('private.cancel_statement_run(uuid)');

create function private.statement_run_progress(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('statements', 'view', 'see statements');
  return private.statement_run_state(p_id);
end $$;
comment on function private.statement_run_progress is
  'How far a run of statements is: {id, status, clients, waits, mailed, sent, queued, failed, cancelled}. mailed: the statement is made
and its mail was put into the queue; sent and queued: what became of that mail. Null without such a run.';
call private.offer('private.statement_run_progress(uuid)');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.statement_run_clients', 'nudge_page', $$private.nudge_pages('run_id', 'statements')$$);
