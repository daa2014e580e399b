-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.credit_application_events (
  id bigint not null generated always as identity,
  application_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  actor_id uuid,
  actor_label text,
  kind text not null,
  amount numeric,
  days integer,
  note text,
  constraint credit_application_events_pkey PRIMARY KEY (id),
  constraint credit_application_events_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.credit_applications(id) ON DELETE RESTRICT,
  constraint credit_application_events_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_application_events_at_is_in_reach CHECK (at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_application_events_kind_is_known CHECK (kind = ANY (ARRAY['created'::text, 'changed'::text, 'submitted'::text, 'returned'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'moved'::text]))
);
alter table public.credit_application_events enable row level security;
CREATE INDEX credit_application_events_application_id_idx ON public.credit_application_events USING btree (application_id, id);
grant select on public.credit_application_events to authenticated;
grant select on public.credit_application_events to service_role;
create policy "whoever reads an application reads its story" on public.credit_application_events for select to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can) OR ( SELECT private.named('approve_credit'::text) AS named));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.credit_application_events FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.credit_application_events FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();
comment on table public.credit_application_events is 'The story of each application, oldest first. Written by triggers; it only grows.';
comment on column public.credit_application_events.actor_id is 'No foreign key: the story outlives people.';

create table public.credit_applications (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  status text not null default 'draft'::text,
  requested_limit numeric,
  terms_days integer,
  directors jsonb not null default '[]'::jsonb,
  trade_refs jsonb not null default '[]'::jsonb,
  consent boolean not null default false,
  signed_name text,
  signed_position text,
  signed_on date,
  note text,
  granted_limit numeric,
  granted_days integer,
  status_note text,
  submitted_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint credit_applications_pkey PRIMARY KEY (id),
  constraint credit_applications_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint credit_applications_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_applications_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_applications_decided_at_is_in_reach CHECK (decided_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_applications_decision_is_whole CHECK ((status = ANY (ARRAY['approved'::text, 'declined'::text])) = (decided_at IS NOT NULL) AND (status = 'approved'::text) = (granted_limit IS NOT NULL AND granted_days IS NOT NULL) AND (status <> 'declined'::text OR COALESCE(btrim(status_note), ''::text) <> ''::text)),
  constraint credit_applications_granted_is_money CHECK (granted_limit > 0::numeric AND granted_limit < 1000000000::numeric AND granted_limit = trunc(granted_limit, 2)),
  constraint credit_applications_granted_limit_is_a_number CHECK (granted_limit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_applications_lists_are_lists CHECK (jsonb_typeof(directors) = 'array'::text AND jsonb_typeof(trade_refs) = 'array'::text AND jsonb_array_length(directors) <= 10 AND jsonb_array_length(trade_refs) <= 10 AND NOT jsonb_path_exists(directors, '$[*]?(@.type() != "object")'::jsonpath) AND NOT jsonb_path_exists(trade_refs, '$[*]?(@.type() != "object")'::jsonpath) AND octet_length(directors::text) <= 20000 AND octet_length(trade_refs::text) <= 20000),
  constraint credit_applications_requested_is_money CHECK (requested_limit > 0::numeric AND requested_limit < 1000000000::numeric AND requested_limit = trunc(requested_limit, 2)),
  constraint credit_applications_requested_limit_is_a_number CHECK (requested_limit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_applications_signed_on_is_in_reach CHECK (signed_on >= '1900-01-01'::date AND signed_on < '10000-01-01'::date),
  constraint credit_applications_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])),
  constraint credit_applications_submitted_at_is_in_reach CHECK (submitted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND submitted_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_applications_submitted_has_a_time CHECK ((status <> ALL (ARRAY['submitted'::text, 'approved'::text, 'declined'::text])) OR submitted_at IS NOT NULL),
  constraint credit_applications_terms_range CHECK (terms_days >= 0 AND terms_days <= 365 AND granted_days >= 0 AND granted_days <= 365),
  constraint credit_applications_texts_length CHECK (char_length(signed_name) <= 200 AND char_length(signed_position) <= 200 AND char_length(note) <= 5000 AND char_length(status_note) <= 5000)
);
alter table public.credit_applications enable row level security;
CREATE INDEX credit_applications_contact_id_idx ON public.credit_applications USING btree (contact_id, created_at DESC);
CREATE INDEX credit_applications_created_by_idx ON public.credit_applications USING btree (created_by);
CREATE INDEX credit_applications_decided_by_idx ON public.credit_applications USING btree (decided_by);
CREATE UNIQUE INDEX credit_applications_one_open_idx ON public.credit_applications USING btree (contact_id) WHERE status = ANY (ARRAY['draft'::text, 'submitted'::text]);
CREATE INDEX credit_applications_status_idx ON public.credit_applications USING btree (status, created_at DESC, id DESC);
grant insert, select, update on public.credit_applications to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.credit_applications to service_role;
create policy "staff write drafts in their own name" on public.credit_applications for insert to authenticated
  with check (status = 'draft'::text AND created_by = (( SELECT auth.uid() AS uid)) AND submitted_at IS NULL AND decided_by IS NULL AND status_note IS NULL AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff who keep contacts and whoever decides read applications" on public.credit_applications for select to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can) OR ( SELECT private.named('approve_credit'::text) AS named));
create policy "staff change drafts" on public.credit_applications for update to authenticated
  using (status = 'draft'::text AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can))
  with check (status = 'draft'::text AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.credit_applications FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('contacts:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.credit_applications FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.credit_applications FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.credit_applications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_contact AFTER UPDATE OF contact_id ON public.credit_applications FOR EACH ROW WHEN (old.contact_id <> new.contact_id) EXECUTE FUNCTION private.follow_credit_applications();
CREATE TRIGGER join_applications BEFORE UPDATE OF contact_id ON public.credit_applications FOR EACH ROW WHEN (old.contact_id <> new.contact_id) EXECUTE FUNCTION private.join_credit_applications();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.credit_applications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.credit_applications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.credit_applications REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.credit_applications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'contact_id', 'status', 'granted_limit', 'granted_days', 'status_note', 'submitted_at', 'decided_by', 'decided_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.credit_applications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.credit_applications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.credit_applications FOR EACH ROW EXECUTE FUNCTION private.tell_credit_application();
CREATE TRIGGER tell_of_step AFTER UPDATE OF status ON public.credit_applications FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.tell_of_credit_step();
comment on table public.credit_applications is 'A contact asks to pay later. One open application a contact; decided ones stay.';
comment on column public.credit_applications.consent is 'The client agreed to the terms and to being asked about.';
comment on column public.credit_applications.directors is 'List of {name, position}.';
comment on column public.credit_applications.status_note is 'What was said with the last step: why refused, sent back, withdrawn.';
comment on column public.credit_applications.trade_refs is 'List of {company, person, phone, email}: whom to ask about them.';

CREATE OR REPLACE FUNCTION private.follow_credit_applications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contacts c
     set credit_limit = latest.granted_limit
    from (select a.granted_limit from public.credit_applications a
           where a.contact_id = new.contact_id and a.status = 'approved' order by a.decided_at desc limit 1) as latest
   where c.id = new.contact_id and c.credit_limit is distinct from latest.granted_limit;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.join_credit_applications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status in ('draft', 'submitted') and exists (
    select from public.credit_applications a
     where a.contact_id = new.contact_id and a.id <> new.id and a.status in ('draft', 'submitted'))
  then
    new.status := 'withdrawn';
    new.status_note := 'Another application of the same contact is open';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.step_credit_application(p_id uuid, p_step text, p_note text, p_limit numeric DEFAULT NULL::numeric, p_days integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      then format('Credit of €%s at %s days approved', to_char(p_limit, 'FM999,999,990.00'), p_days)
      else 'Credit refused: ' || left(v_note, 4900) end, auth.uid());
  end if;
end $function$;
grant execute on function private.step_credit_application(p_id uuid, p_step text, p_note text, p_limit numeric, p_days integer) to authenticated;

CREATE OR REPLACE FUNCTION private.tell_credit_application()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.approve_credit_application(p_id uuid, p_limit numeric, p_days integer, p_note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.step_credit_application(p_id, 'approve', p_note, p_limit, p_days) $function$;
grant execute on function public.approve_credit_application(p_id uuid, p_limit numeric, p_days integer, p_note text) to authenticated;
grant execute on function public.approve_credit_application(p_id uuid, p_limit numeric, p_days integer, p_note text) to service_role;
comment on function public.approve_credit_application(p_id uuid, p_limit numeric, p_days integer, p_note text) is 'Submitted → approved. The contact gets the limit and the payment terms in the same step.';

CREATE OR REPLACE FUNCTION public.decline_credit_application(p_id uuid, p_note text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.step_credit_application(p_id, 'decline', p_note) $function$;
grant execute on function public.decline_credit_application(p_id uuid, p_note text) to authenticated;
grant execute on function public.decline_credit_application(p_id uuid, p_note text) to service_role;
comment on function public.decline_credit_application(p_id uuid, p_note text) is 'Submitted → declined, with the reason.';

CREATE OR REPLACE FUNCTION public.return_credit_application(p_id uuid, p_note text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.step_credit_application(p_id, 'return', p_note) $function$;
grant execute on function public.return_credit_application(p_id uuid, p_note text) to authenticated;
grant execute on function public.return_credit_application(p_id uuid, p_note text) to service_role;
comment on function public.return_credit_application(p_id uuid, p_note text) is 'Submitted → draft, with what is missing.';

CREATE OR REPLACE FUNCTION public.submit_credit_application(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.step_credit_application(p_id, 'submit', null) $function$;
grant execute on function public.submit_credit_application(p_id uuid) to authenticated;
grant execute on function public.submit_credit_application(p_id uuid) to service_role;
comment on function public.submit_credit_application(p_id uuid) is 'Draft → submitted: a limit, terms, two references and a signature are there.';

CREATE OR REPLACE FUNCTION public.withdraw_credit_application(p_id uuid, p_note text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.step_credit_application(p_id, 'withdraw', p_note) $function$;
grant execute on function public.withdraw_credit_application(p_id uuid, p_note text) to authenticated;
grant execute on function public.withdraw_credit_application(p_id uuid, p_note text) to service_role;
comment on function public.withdraw_credit_application(p_id uuid, p_note text) is 'Draft or submitted → withdrawn, with the reason.';
