-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.document_sequences (
  prefix text not null,
  year integer not null,
  last_number integer not null default 0,
  constraint document_sequences_pkey PRIMARY KEY (prefix, year)
);
alter table private.document_sequences enable row level security;
comment on table private.document_sequences is 'The last number drawn of each kind of document in each year.';

create table private.document_transitions (
  kind text not null,
  from_status text not null,
  to_status text not null,
  through text,
  page text not null,
  action text not null,
  needs text,
  causes text,
  constraint document_transitions_pkey PRIMARY KEY (kind, from_status, to_status)
);
alter table private.document_transitions enable row level security;
comment on table private.document_transitions is 'Which change of status exists, who may make it, what it needs and what it causes.';
comment on column private.document_transitions.page is 'With action: the right that a member of staff needs for it.';
comment on column private.document_transitions.through is 'The function that makes it; null: a person sets the status; "computed": it follows from other records.';

create table public.document_events (
  id bigint not null generated always as identity,
  kind text not null,
  record_id uuid not null,
  type text not null,
  actor_id uuid,
  actor_name text,
  meta jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null default clock_timestamp(),
  constraint document_events_pkey PRIMARY KEY (id),
  constraint document_events_actor_name_length CHECK (char_length(actor_name) <= 200),
  constraint document_events_at_is_in_reach CHECK (at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint document_events_kind_is_known CHECK (private.page_of_kind(kind) IS NOT NULL),
  constraint document_events_meta_is_an_object CHECK (jsonb_typeof(meta) = 'object'::text AND octet_length(meta::text) <= 20000),
  constraint document_events_type_is_a_word CHECK (type ~ '^[a-z][a-z_]{1,40}$'::text)
);
alter table public.document_events enable row level security;
CREATE INDEX document_events_at_idx ON public.document_events USING btree (at DESC, id DESC);
CREATE UNIQUE INDEX document_events_one_view_a_visit_idx ON public.document_events USING btree (kind, record_id, (meta ->> 'visit'::text)) WHERE type = 'viewed'::text;
CREATE INDEX document_events_record_idx ON public.document_events USING btree (kind, record_id, id DESC);
CREATE INDEX document_events_threads_idx ON public.document_events USING btree (kind, record_id, id DESC) WHERE type = ANY (ARRAY['question'::text, 'answer'::text, 'question_closed'::text, 'sent'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text]);
grant select on public.document_events to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.document_events to service_role;
create policy "staff read the events of documents that they may view" on public.document_events for select to authenticated
  using (kind = ANY ((( SELECT private.my_document_kinds() AS my_document_kinds))::text[]));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.document_events FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER mail_of_event AFTER INSERT ON public.document_events FOR EACH ROW EXECUTE FUNCTION private.mail_of_event();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.document_events FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER nudge_activities_insert AFTER INSERT ON public.document_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('record_id', 'time-tracking');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.document_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_document_events();
CREATE TRIGGER pin BEFORE UPDATE ON public.document_events FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id');
comment on table public.document_events is 'The story of every document: what happened, who did it and when. Written by functions; it only grows.';
comment on column public.document_events.actor_id is 'Null: a client by the link, or the system. No foreign key: the story outlives people.';
comment on column public.document_events.meta is 'What belongs to the event: version, reason, amount as text, number of another document.';

create table public.document_signatures (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  record_id uuid not null,
  version integer,
  signed_name text not null,
  image text,
  address inet,
  signed_at timestamp with time zone not null default now(),
  constraint document_signatures_pkey PRIMARY KEY (id),
  constraint document_signatures_image_is_a_png CHECK (char_length(image) <= 300000 AND image ~ '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$'::text),
  constraint document_signatures_kind_is_known CHECK (private.page_of_kind(kind) IS NOT NULL),
  constraint document_signatures_name_length CHECK (char_length(btrim(signed_name)) >= 1 AND char_length(btrim(signed_name)) <= 200 AND char_length(signed_name) <= 250),
  constraint document_signatures_signed_at_is_in_reach CHECK (signed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND signed_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.document_signatures enable row level security;
CREATE INDEX document_signatures_record_idx ON public.document_signatures USING btree (kind, record_id, signed_at DESC);
grant select on public.document_signatures to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.document_signatures to service_role;
create policy "staff read signatures of documents that they may view" on public.document_signatures for select to authenticated
  using (kind = ANY ((( SELECT private.my_document_kinds() AS my_document_kinds))::text[]));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.document_signatures FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER pin BEFORE UPDATE ON public.document_signatures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id');
comment on table public.document_signatures is 'Who signed a document, when and from where. Written by functions; never changed.';
comment on column public.document_signatures.image is 'A drawn signature as data:image/png;base64; null where the name was typed.';

create table public.internal_notes (
  kind text not null,
  record_id uuid not null,
  body text not null,
  updated_by uuid default auth.uid(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint internal_notes_pkey PRIMARY KEY (kind, record_id),
  constraint internal_notes_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint internal_notes_body_length CHECK (char_length(body) <= 10000),
  constraint internal_notes_kind_is_known CHECK (private.page_of_kind(kind) IS NOT NULL),
  constraint internal_notes_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.internal_notes enable row level security;
CREATE INDEX internal_notes_updated_by_idx ON public.internal_notes USING btree (updated_by);
grant delete, insert, select, update on public.internal_notes to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.internal_notes to service_role;
create policy "staff write notes of documents that they may change" on public.internal_notes for insert to authenticated
  with check (updated_by = (( SELECT auth.uid() AS uid)) AND (kind = ANY ((( SELECT private.my_document_kinds('edit'::text) AS my_document_kinds))::text[])));
create policy "staff remove notes of documents that they may change" on public.internal_notes for delete to authenticated
  using (kind = ANY ((( SELECT private.my_document_kinds('edit'::text) AS my_document_kinds))::text[]));
create policy "staff read notes of documents that they may view" on public.internal_notes for select to authenticated
  using (kind = ANY ((( SELECT private.my_document_kinds() AS my_document_kinds))::text[]));
create policy "staff change notes of documents that they may change" on public.internal_notes for update to authenticated
  using (kind = ANY ((( SELECT private.my_document_kinds('edit'::text) AS my_document_kinds))::text[]))
  with check (kind = ANY ((( SELECT private.my_document_kinds('edit'::text) AS my_document_kinds))::text[]));
CREATE TRIGGER ask_first BEFORE INSERT ON public.internal_notes FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER count_version BEFORE UPDATE ON public.internal_notes FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.internal_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.internal_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_internal_notes();
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.internal_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_internal_notes();
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.internal_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_internal_notes();
CREATE TRIGGER pin BEFORE UPDATE ON public.internal_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('kind', 'record_id', 'updated_by', 'updated_at');
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.internal_notes FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
CREATE TRIGGER stamp_updated_by BEFORE INSERT OR UPDATE ON public.internal_notes FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_by();
comment on table public.internal_notes is 'What staff write inside about a document. A table of its own: clients read documents, never this.';

CREATE OR REPLACE FUNCTION private.amount_text(p_amount numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_amount::numeric(14, 2)::text
$function$;
comment on function private.amount_text(p_amount numeric) is 'An amount as text with two decimals: JSON numbers would pass through binary floating point.';

CREATE OR REPLACE FUNCTION private.cancel_mails(p_kind text, p_record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.scheduled_emails set status = 'cancelled', last_error = null
   where record_kind = p_kind and record_id = p_record_id and status = 'queued' and stops_with_answer
$function$;
comment on function private.cancel_mails(p_kind text, p_record_id uuid) is 'Called in the transaction of every answer and payment: cancels the queued mails of a record that end with it.';

CREATE OR REPLACE FUNCTION private.check_transition()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind constant text := tg_argv[0];
  v_through text;
begin
  if old.status = new.status then
    return new;
  end if;
  select t.through into v_through from private.document_transitions t
   where t.kind = v_kind and t.from_status = old.status and t.to_status = new.status;
  if not found and coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    raise exception using errcode = 'PT409', message = format('%s %s cannot go from %s to %s',
      case when v_kind ~ '^[aeiou]' then 'An' else 'A' end, replace(v_kind, '_', ' '),
      private.status_in_words(old.status), private.status_in_words(new.status));
  elsif tg_argv[1] = 'by hand' and v_through is not null then
    raise insufficient_privilege using message = format('The status of %s %s is not set by hand to %s',
      case when v_kind ~ '^[aeiou]' then 'an' else 'a' end, replace(v_kind, '_', ' '), private.status_in_words(new.status));
  end if;
  return new;
end $function$;
comment on function private.check_transition() is 'Arguments: kind of document, and "by hand" on the trigger that watches people. A change of status that is not in
private.document_transitions is refused in words.';

CREATE OR REPLACE FUNCTION private.company_today()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (now() at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date
$function$;
comment on function private.company_today() is 'The date where the company is.';

CREATE OR REPLACE FUNCTION private.document_transitions(p_kind text DEFAULT NULL::text)
 RETURNS TABLE(kind text, from_status text, to_status text, through text, page text, action text, needs text, causes text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.kind, t.from_status, t.to_status, t.through, t.page, t.action, t.needs, t.causes
    from private.document_transitions t
   where (p_kind is null or t.kind = p_kind) and (private.is_staff() or private.is_server())
   order by t.kind, t.from_status, t.to_status
$function$;
grant execute on function private.document_transitions(p_kind text) to authenticated;
grant execute on function private.document_transitions(p_kind text) to service_role;
comment on function private.document_transitions(p_kind text) is 'The changes of status that exist, for buttons: through is the function to call, null where the status itself is updated.';

CREATE OR REPLACE FUNCTION private.draw_number(p_prefix text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_year constant integer := extract(year from private.company_today());
  v_number integer;
begin
  insert into private.document_sequences as s (prefix, year, last_number) values (p_prefix, v_year, 1)
  on conflict (prefix, year) do update set last_number = s.last_number + 1
  returning last_number into v_number;
  return format('%s-%s-%s', p_prefix, v_year, lpad(v_number::text, greatest(4, length(v_number::text)), '0'));
end $function$;
comment on function private.draw_number(p_prefix text) is 'The next number of that kind in the company''s year: Q-2026-0142. The row stays locked until the transaction ends, so a
failed transaction leaves no gap and two never draw the same. Q quotation, SO order, JOB job, DN delivery note, INV invoice,
CN credit note, RCPT receipt, ST statement.';

CREATE OR REPLACE PROCEDURE private.follow_transitions(IN p_table regclass, IN p_kind text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
begin
  execute format('create trigger check_transition before update of status on %s for each row
    execute function private.check_transition(%L)', p_table, p_kind);
  execute format('create trigger check_transition_by_hand before update of status on %s for each row
    when (current_user in (''anon'', ''authenticated'')) execute function private.check_transition(%L, ''by hand'')', p_table, p_kind);
end $procedure$;
comment on procedure private.follow_transitions(IN p_table regclass, IN p_kind text) is 'Attaches check_transition to a table.';

CREATE OR REPLACE FUNCTION private.is_server()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select auth.uid() is null and coalesce(nullif(auth.role(), ''), 'service_role') = 'service_role'
$function$;
comment on function private.is_server() is 'True for the service key and for the owner of the database: no person asks.';

CREATE OR REPLACE FUNCTION private.letters(p_number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_number > 26 then private.letters((p_number - 1) / 26) else '' end || chr(65 + (p_number - 1) % 26)
$function$;
comment on function private.letters(p_number integer) is '1 → A, 26 → Z, 27 → AA: the end of a job number.';

CREATE OR REPLACE FUNCTION private.line_net(p_qty numeric, p_unit_price numeric, p_discount_pct numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select trunc(p_qty * p_unit_price * (100 - coalesce(p_discount_pct, 0)) / 100, 2)
$function$;
comment on function private.line_net(p_qty numeric, p_unit_price numeric, p_discount_pct numeric) is 'Net of a line: quantity × unit price less its discount, rounded toward zero to cents. Agrees with lineNet in src/documents.';

CREATE OR REPLACE FUNCTION private.log_event(p_kind text, p_record_id uuid, p_type text, p_meta jsonb DEFAULT '{}'::jsonb, p_actor_name text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  values (p_kind, p_record_id, p_type, auth.uid(), coalesce(p_actor_name, private.person_label(auth.uid())),
          jsonb_strip_nulls(p_meta))
$function$;
comment on function private.log_event(p_kind text, p_record_id uuid, p_type text, p_meta jsonb, p_actor_name text) is 'Adds to the story of a document.';

CREATE OR REPLACE FUNCTION private.log_view(p_kind text, p_record_id uuid, p_visit text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.log_view(p_kind text, p_record_id uuid, p_visit text) is 'A client opened a document: one event a visit, or one an hour and address where the page names no visit. Staff and the server leave none. True when the event is new.';

CREATE OR REPLACE FUNCTION private.must(p_page text, p_action text, p_doing text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_server() or private.can(p_page, p_action)) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
end $function$;
comment on function private.must(p_page text, p_action text, p_doing text) is 'Refuses a caller without that right on that page: "You may not send quotations".';

CREATE OR REPLACE FUNCTION private.my_document_kinds(p_action text DEFAULT 'view'::text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(kind), '{}')
    from unnest(array['quotation', 'order', 'job', 'job_step', 'mockup', 'delivery', 'partial_delivery', 'invoice', 'credit_note',
      'payment', 'payment_request', 'payment_run', 'statement', 'supplier_invoice', 'purchase_order']) as kind
   where private.can(private.page_of_kind(kind), p_action)
$function$;
grant execute on function private.my_document_kinds(p_action text) to authenticated;
grant execute on function private.my_document_kinds(p_action text) to service_role;
comment on function private.my_document_kinds(p_action text) is 'The kinds of documents that the caller may view, create, edit or delete.';

CREATE OR REPLACE FUNCTION private.nudge_document_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_page text;
  v_id text;
begin
  for v_page, v_id in
    select private.page_of_kind(kind), case when count(distinct record_id) = 1 then min(record_id::text) end
      from changed group by 1
  loop
    perform private.nudge('page:' || v_page, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $function$;
comment on function private.nudge_document_events() is 'The id of the nudge is that of the document, not of the event.';

CREATE OR REPLACE FUNCTION private.nudge_internal_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_page text;
begin
  for v_page in select distinct private.page_of_kind(kind) from changed loop
    perform private.nudge('page:' || v_page, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nudge_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_uuid text;
  v_id text;
begin
  for v_uuid, v_id in execute format(
    'select p.public_uuid::text, case when count(distinct t.id) = 1 then min(t.id::text) end
       from (%s) as t join public.%I as p on p.id = t.%I group by 1', v_touched, tg_argv[0], tg_argv[1])
  loop
    perform private.nudge('doc:' || v_uuid, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $function$;
comment on function private.nudge_lines() is 'Arguments: table of the document, column that points at it. A changed line nudges doc:<public_uuid> of its document.';

CREATE OR REPLACE PROCEDURE private.offer(IN p_function regprocedure, IN p_to text[] DEFAULT '{authenticated,service_role}'::text[])
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
declare
  v_name text;
  v_arguments text;
  v_identity text;
  v_result text;
  v_values text;
  v_volatility text;
  v_comment text;
begin
  select p.proname, pg_get_function_arguments(p.oid), pg_get_function_identity_arguments(p.oid),
         pg_get_function_result(p.oid), (select string_agg('$' || n, ', ' order by n) from generate_series(1, p.pronargs) as n),
         case p.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end, obj_description(p.oid, 'pg_proc')
    into v_name, v_arguments, v_identity, v_result, v_values, v_volatility, v_comment
    from pg_proc p where p.oid = p_function;
  execute format('create function public.%I(%s) returns %s language sql %s security invoker set search_path = '''' as %L',
    v_name, v_arguments, v_result, v_volatility,
    format('select %s private.%I(%s)', case when v_result like 'TABLE%' or v_result like 'SETOF%' then '* from' else '' end,
      v_name, coalesce(v_values, '')));
  execute format('revoke execute on function private.%I(%s) from public', v_name, v_identity);
  execute format('revoke execute on function public.%I(%s) from public, anon, authenticated', v_name, v_identity);
  execute format('grant execute on function private.%1$I(%2$s), public.%1$I(%2$s) to %3$s', v_name, v_identity,
    array_to_string(p_to, ', '));
  if v_comment is not null then
    execute format('comment on function public.%I(%s) is %L', v_name, v_identity, v_comment);
  end if;
end $procedure$;
comment on procedure private.offer(IN p_function regprocedure, IN p_to text[]) is 'Offers a function of the schema private through the API: an invoker of the same name, arguments and comment in public.';

CREATE OR REPLACE FUNCTION private.page_of_kind(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_kind
    when 'quotation' then 'quotations' when 'order' then 'orders'
    when 'job' then 'jobs' when 'job_step' then 'jobs' when 'mockup' then 'jobs'
    when 'delivery' then 'deliveries' when 'partial_delivery' then 'deliveries'
    when 'invoice' then 'invoices' when 'credit_note' then 'invoices'
    when 'payment' then 'payments' when 'payment_request' then 'payments' when 'payment_run' then 'payments'
    when 'statement' then 'statements' when 'supplier_invoice' then 'supplier-invoices'
    when 'purchase_order' then 'inventory' end
$function$;
grant execute on function private.page_of_kind(p_kind text) to authenticated;
grant execute on function private.page_of_kind(p_kind text) to service_role;
comment on function private.page_of_kind(p_kind text) is 'The page whose rights decide about a kind of document.';

CREATE OR REPLACE FUNCTION private.refuse(p_code text, p_message text, p_detail text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = p_code, message = p_message, detail = p_detail;
end $function$;
comment on function private.refuse(p_code text, p_message text, p_detail text) is 'Refuses a request in words. PT404: not there; PT409: not in this state or changed meanwhile; 22023: a wrong value; 42501: no right.';

CREATE OR REPLACE FUNCTION private.refuse_unknown_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise invalid_parameter_value using message = format('There is no time zone called %s', new.time_zone);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.sign_document(p_kind text, p_record_id uuid, p_version integer, p_name text, p_image text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter your name');
  elsif char_length(p_name) > 200 then
    perform private.refuse('22023', 'The name may have 200 characters at most');
  elsif p_image is not null and (char_length(p_image) > 300000 or p_image !~ '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$') then
    perform private.refuse('22023', 'The signature is not a picture that can be kept. Please sign again.');
  end if;
  insert into public.document_signatures (kind, record_id, version, signed_name, image, address)
  values (p_kind, p_record_id, p_version, btrim(p_name), p_image, private.client_address());
end $function$;

CREATE OR REPLACE FUNCTION private.stamp_updated_by()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.status_in_words(p_status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_status when 'qc' then 'Quality control' else upper(left(p_status, 1)) || replace(substr(p_status, 2), '_', ' ') end
$function$;

CREATE OR REPLACE FUNCTION private.tell_staff(p_people uuid[], p_role public.app_role, p_title text, p_message text, p_quotation_id uuid, p_data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (user_id, type, title, message, quotation_id, data)
  select told.id, 'logistics_update', left(p_title, 1000), left(p_message, 5000), p_quotation_id, p_data
    from (
      select distinct ur.user_id as id from public.user_roles ur
       where ur.user_id = any (p_people) and ur.role not in ('client', 'pending')
      union
      select ur.user_id from public.user_roles ur where ur.role = p_role
    ) as told
   where told.id is distinct from auth.uid()
$function$;
comment on function private.tell_staff(p_people uuid[], p_role public.app_role, p_title text, p_message text, p_quotation_id uuid, p_data jsonb) is 'A notice to these people and to everybody of the role (null: nobody more), but not to who caused it.';

CREATE OR REPLACE FUNCTION private.vat_of(p_net numeric, p_rate numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select trunc(p_net * p_rate / 100, 2)
$function$;
comment on function private.vat_of(p_net numeric, p_rate numeric) is 'VAT on the sum of the nets of one rate, rounded toward zero to cents.';
