-- Applications for credit and their decisions.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.credit_applications (
  id              uuid primary key default gen_random_uuid(),
  contact_id      uuid not null references public.contacts (id) on delete restrict,
  status          text not null default 'draft',
  requested_limit numeric,
  terms_days      integer,
  directors       jsonb not null default '[]',
  trade_refs      jsonb not null default '[]',
  consent         boolean not null default false,
  signed_name     text,
  signed_position text,
  signed_on       date,
  note            text,
  granted_limit   numeric,
  granted_days    integer,
  status_note     text,
  submitted_at    timestamptz,
  decided_by      uuid references auth.users (id) on delete set null,
  decided_at      timestamptz,
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  constraint credit_applications_status_is_known
    check (status in ('draft', 'submitted', 'approved', 'declined', 'withdrawn')),
  constraint credit_applications_requested_is_money
    check (requested_limit > 0 and requested_limit < 1000000000 and requested_limit = trunc(requested_limit, 2)),
  constraint credit_applications_granted_is_money
    check (granted_limit > 0 and granted_limit < 1000000000 and granted_limit = trunc(granted_limit, 2)),
  constraint credit_applications_terms_range check (terms_days between 0 and 365 and granted_days between 0 and 365),
  constraint credit_applications_lists_are_lists check (
    jsonb_typeof(directors) = 'array' and jsonb_typeof(trade_refs) = 'array'
    and jsonb_array_length(directors) <= 10 and jsonb_array_length(trade_refs) <= 10
    and not jsonb_path_exists(directors, '$[*] ? (@.type() != "object")')
    and not jsonb_path_exists(trade_refs, '$[*] ? (@.type() != "object")')
    and octet_length(directors::text) <= 20000 and octet_length(trade_refs::text) <= 20000),
  constraint credit_applications_texts_length check (
    char_length(signed_name) <= 200 and char_length(signed_position) <= 200
    and char_length(note) <= 5000 and char_length(status_note) <= 5000),
  constraint credit_applications_submitted_has_a_time
    check (status not in ('submitted', 'approved', 'declined') or submitted_at is not null),
  constraint credit_applications_decision_is_whole
    check ((status in ('approved', 'declined')) = (decided_at is not null)
    and (status = 'approved') = (granted_limit is not null and granted_days is not null)
    and (status <> 'declined' or coalesce(btrim(status_note), '') <> ''))
);
create index credit_applications_contact_id_idx on public.credit_applications (contact_id, created_at desc);
create index credit_applications_status_idx on public.credit_applications (status, created_at desc, id desc);
create index credit_applications_created_by_idx on public.credit_applications (created_by);
create index credit_applications_decided_by_idx on public.credit_applications (decided_by);
create unique index credit_applications_one_open_idx on public.credit_applications (contact_id)
  where status in ('draft', 'submitted');
comment on table public.credit_applications is 'A contact asks to pay later. One open application a contact; decided ones stay.';
comment on column public.credit_applications.directors is 'List of {name, position}.';
comment on column public.credit_applications.trade_refs is 'List of {company, person, phone, email}: whom to ask about them.';
comment on column public.credit_applications.consent is 'The client agreed to the terms and to being asked about.';
comment on column public.credit_applications.status_note is 'What was said with the last step: why refused, sent back, withdrawn.';

create table public.credit_application_events (
  id             bigint generated always as identity primary key,
  application_id uuid not null references public.credit_applications (id) on delete restrict,
  at             timestamptz not null default clock_timestamp(),
  actor_id       uuid,
  actor_label    text,
  kind           text not null,
  amount         numeric,
  days           integer,
  note           text,
  constraint credit_application_events_kind_is_known check (kind in
    ('created', 'changed', 'submitted', 'returned', 'approved', 'declined', 'withdrawn', 'moved'))
);
create index credit_application_events_application_id_idx on public.credit_application_events (application_id, id);
comment on table public.credit_application_events is 'The story of each application, oldest first. Written by triggers; it only grows.';
comment on column public.credit_application_events.actor_id is 'No foreign key: the story outlives people.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.credit_applications', p_rights => 'select, insert, update',
  p_pinned => '{contact_id,status,granted_limit,granted_days,status_note,submitted_at,decided_by,decided_at}',
  p_audited => true, p_pages => '{contacts}');
create policy "staff who keep contacts and whoever decides read applications" on public.credit_applications
  for select to authenticated
  using ((select private.can('contacts', 'edit')) or (select private.named('approve_credit')));
create policy "staff write drafts in their own name" on public.credit_applications
  for insert to authenticated
  with check (status = 'draft' and created_by = (select auth.uid()) and submitted_at is null and decided_by is null
    and status_note is null and (select private.can('contacts', 'edit')));
create policy "staff change drafts" on public.credit_applications
  for update to authenticated
  using (status = 'draft' and (select private.can('contacts', 'edit')))
  with check (status = 'draft' and (select private.can('contacts', 'edit')));

alter table public.credit_application_events enable row level security;
call private.refuse_hostile_values('public.credit_application_events');
call private.ask_second_factor('public.credit_application_events');
revoke all on public.credit_application_events from anon, authenticated, service_role;
grant select on public.credit_application_events to authenticated, service_role;
create policy "whoever reads an application reads its story" on public.credit_application_events
  for select to authenticated
  using ((select private.can('contacts', 'edit')) or (select private.named('approve_credit')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.tell_credit_application() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind text;
  v_actor uuid := auth.uid();
  v_at timestamptz;
begin
  if tg_op = 'INSERT' then
    v_kind := 'created';
    v_at := new.created_at;
    v_actor := coalesce(v_actor, new.created_by);
  elsif old.status <> new.status then
    v_kind := case new.status when 'draft' then 'returned' else new.status end;
    v_at := case new.status when 'submitted' then new.submitted_at when 'approved' then new.decided_at
              when 'declined' then new.decided_at end;
    v_actor := coalesce(v_actor, case when new.status in ('approved', 'declined') then new.decided_by end);
  elsif old.contact_id <> new.contact_id then
    v_kind := 'moved';
  else
    v_kind := 'changed';
  end if;
  insert into public.credit_application_events (application_id, at, actor_id, actor_label, kind, amount, days, note)
  values (new.id, coalesce(v_at, clock_timestamp()), v_actor, private.person_label(v_actor), v_kind,
          case v_kind when 'approved' then new.granted_limit else new.requested_limit end,
          case v_kind when 'approved' then new.granted_days else new.terms_days end,
          case when v_kind in ('returned', 'approved', 'declined', 'withdrawn') then new.status_note end);
  return null;
end $$;

create function private.join_credit_applications() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('draft', 'submitted') and exists (
    select from public.credit_applications a
     where a.contact_id = new.contact_id and a.id <> new.id and a.status in ('draft', 'submitted'))
  then
    new.status := 'withdrawn';
    new.status_note := 'Another application of the same contact is open';
  end if;
  return new;
end $$;

create function private.follow_credit_applications() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts c
     set credit_limit = latest.granted_limit
    from (select a.granted_limit from public.credit_applications a
           where a.contact_id = new.contact_id and a.status = 'approved' order by a.decided_at desc limit 1) as latest
   where c.id = new.contact_id and c.credit_limit is distinct from latest.granted_limit;
  return null;
end $$;

-- Every step locks the row, checks that the step is possible from its status, and refuses in words otherwise.
create function private.step_credit_application(p_id uuid, p_step text, p_note text, p_limit numeric default null, p_days integer default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_applications;
  v_contact public.contacts;
  v_decides constant boolean := private.named('approve_credit');
  v_keeps constant boolean := private.can('contacts', 'edit');
  v_note constant text := nullif(btrim(p_note), '');
begin
  if not (case p_step when 'submit' then v_keeps when 'withdraw' then v_keeps or v_decides else v_decides end) then
    raise insufficient_privilege using message = 'You may not ' || p_step || ' credit applications';
  end if;
  select * into v_row from public.credit_applications where id = p_id for update;
  if v_row.id is null then
    raise no_data_found using message = 'This application is not there any more';
  end if;
  if not (case p_step when 'submit' then v_row.status = 'draft'
                      when 'withdraw' then v_row.status in ('draft', 'submitted')
                      else v_row.status = 'submitted' end) then
    raise exception 'This application is %', case v_row.status when 'draft' then 'a draft' else v_row.status end || ' by now'
      using errcode = 'PT409';
  end if;
  if p_step in ('return', 'decline', 'withdraw') and v_note is null then
    raise invalid_parameter_value using message = 'Please say why';
  end if;
  select * into v_contact from public.contacts where id = v_row.contact_id for update;

  if p_step = 'submit' then
    if v_row.requested_limit is null or v_row.terms_days is null then
      raise invalid_parameter_value using message = 'Please enter the limit asked for and the payment terms';
    elsif jsonb_array_length(v_row.trade_refs) < 2 then
      raise invalid_parameter_value using message = 'Please give two trade references';
    elsif not v_row.consent or coalesce(btrim(v_row.signed_name), '') = '' then
      raise invalid_parameter_value using message = 'Please have it signed: the name and the consent are missing';
    elsif v_contact.archived_at is not null then
      raise invalid_parameter_value using message = 'This contact is archived';
    end if;
    update public.credit_applications
       set status = 'submitted', submitted_at = now(), signed_on = coalesce(signed_on, private.company_today()), status_note = null
     where id = p_id;
  elsif p_step = 'approve' then
    if p_limit is null or p_limit <= 0 or p_limit >= 1000000000 or p_limit <> trunc(p_limit, 2) then
      raise invalid_parameter_value using message = 'Please enter the limit as an amount above zero with two decimals';
    elsif p_days is null or p_days not between 0 and 365 then
      raise invalid_parameter_value using message = 'Please enter the payment terms as 0 to 365 days';
    elsif v_contact.on_stop then
      raise invalid_parameter_value using message = 'This contact is on stop: release it before giving credit';
    end if;
    update public.credit_applications
       set status = 'approved', granted_limit = p_limit, granted_days = p_days, status_note = v_note,
           decided_by = auth.uid(), decided_at = now()
     where id = p_id;
    update public.contacts set credit_limit = p_limit, payment_terms_days = p_days where id = v_row.contact_id;
  elsif p_step = 'decline' then
    update public.credit_applications
       set status = 'declined', status_note = v_note, decided_by = auth.uid(), decided_at = now()
     where id = p_id;
  elsif p_step = 'return' then
    update public.credit_applications set status = 'draft', submitted_at = null, status_note = v_note where id = p_id;
  else
    update public.credit_applications set status = 'withdrawn', status_note = v_note where id = p_id;
  end if;

  if p_step in ('approve', 'decline') then
    insert into public.contact_notes (contact_id, kind, body, author_id)
    values (v_row.contact_id, 'note', case p_step when 'approve'
      then format('Credit of %s at %s days approved', private.money_words(p_limit), p_days)
      else 'Credit refused: ' || left(v_note, 4900) end, auth.uid());
  end if;
end $$;
grant execute on function private.step_credit_application to authenticated;

create function public.submit_credit_application(p_id uuid) returns void
  language sql security invoker set search_path = ''
as $$ select private.step_credit_application(p_id, 'submit', null) $$;
comment on function public.submit_credit_application is 'Draft → submitted: a limit, terms, two references and a signature are there.';
revoke execute on function public.submit_credit_application from public, anon;

create function public.return_credit_application(p_id uuid, p_note text) returns void
  language sql security invoker set search_path = ''
as $$ select private.step_credit_application(p_id, 'return', p_note) $$;
comment on function public.return_credit_application is 'Submitted → draft, with what is missing.';
revoke execute on function public.return_credit_application from public, anon;

create function public.withdraw_credit_application(p_id uuid, p_note text) returns void
  language sql security invoker set search_path = ''
as $$ select private.step_credit_application(p_id, 'withdraw', p_note) $$;
comment on function public.withdraw_credit_application is 'Draft or submitted → withdrawn, with the reason.';
revoke execute on function public.withdraw_credit_application from public, anon;

create function public.approve_credit_application(p_id uuid, p_limit numeric, p_days integer, p_note text default null)
returns void
  language sql security invoker set search_path = ''
as $$ select private.step_credit_application(p_id, 'approve', p_note, p_limit, p_days) $$;
comment on function public.approve_credit_application is
  'Submitted → approved. The contact gets the limit and the payment terms in the same step.';
revoke execute on function public.approve_credit_application from public, anon;

create function public.decline_credit_application(p_id uuid, p_note text) returns void
  language sql security invoker set search_path = ''
as $$ select private.step_credit_application(p_id, 'decline', p_note) $$;
comment on function public.decline_credit_application is 'Submitted → declined, with the reason.';
revoke execute on function public.decline_credit_application from public, anon;

create function private.tell_of_credit_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_askers constant uuid[] := array[new.created_by, (select c.account_manager_id from public.contacts c where c.id = new.contact_id)];
  v_title constant text := case
    when new.status = 'submitted' then 'Credit application to decide'
    when new.status = 'draft' then 'Credit application sent back'
    else 'Credit application ' || new.status end;
begin
  perform private.tell_people(
    case when new.status = 'submitted' then private.holders_of('approve_credit')
         when new.status = 'withdrawn' and old.status = 'submitted' then v_askers || private.holders_of('approve_credit')
         else v_askers end,
    v_title,
    (select case c.type when 'Business' then coalesce(nullif(btrim(c.company), ''), c.name)
              else concat_ws(' ', c.name, c.last_name) end from public.contacts c where c.id = new.contact_id),
    'credit_application', new.id);
  return null;
end $$;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger tell after insert or update on public.credit_applications
  for each row execute function private.tell_credit_application();
create trigger join_applications before update of contact_id on public.credit_applications
  for each row when (old.contact_id <> new.contact_id) execute function private.join_credit_applications();
create trigger follow_contact after update of contact_id on public.credit_applications
  for each row when (old.contact_id <> new.contact_id) execute function private.follow_credit_applications();
create trigger tell_of_step after update of status on public.credit_applications
  for each row when (old.status is distinct from new.status) execute function private.tell_of_credit_step();
create trigger ask_first before insert on public.credit_applications for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');

create trigger append_only before update or delete on public.credit_application_events
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.credit_application_events
  for each statement execute function private.refuse_change();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, title, contact, status)
values
  ('credit',
   'public.credit_applications',
   80,
   'private.label_of(r.contact_id)',
   $$'Credit application'::text$$,
   'contact_id',
   'r.status');
