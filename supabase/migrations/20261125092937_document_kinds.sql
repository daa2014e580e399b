set check_function_bodies = off;

alter table public.document_events drop constraint document_events_kind_is_known;

alter table public.document_signatures drop constraint document_signatures_kind_is_known;

alter table public.internal_notes drop constraint internal_notes_kind_is_known;

create or replace function private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates;
  v_id uuid;
begin
  perform private.must('email-templates', 'edit', 'send test mails');
  select * into v_template from public.email_templates where id = p_template_id;
  if v_template.id is null then
    perform private.refuse('PT404', 'This template is not there any more');
  elsif p_record_id is not null and not coalesce(private.can(private.page_of_kind(v_template.kind), 'view'), false) then
    raise insufficient_privilege using message = 'You may not see this record';
  elsif p_record_id is not null and exists (
    select from private.document_kinds k where k.kind = v_template.kind and not private.named(k.named_right))
  then
    raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
  elsif coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('22023', 'Please enter a subject and a text');
  elsif (select count(*) from public.scheduled_emails e where e.created_by = auth.uid() and e.dedupe_key like 'test/%'
          and e.created_at > now() - interval '1 hour') >= 30
  then
    perform private.refuse('PT429', 'That were 30 test mails in an hour. Please try again later.');
  end if;
  perform private.check_mail_text(p_subject, v_template.kind);
  perform private.check_mail_text(p_body, v_template.kind);
  v_id := gen_random_uuid();
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, language, record_kind, record_id, recipients,
    own_subject, own_body, variables, created_by)
  select v_id, 'test/' || v_id, v_template.key, v_template.name || ' (test)', v_template.language,
         case when p_record_id is not null then v_template.kind end, p_record_id, array[lower(u.email)], p_subject, p_body,
         '{}', auth.uid()
    from auth.users u where u.id = auth.uid();
  return v_id;
end $$;

create or replace function private.mail_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
  v_paper jsonb;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind and k.paper is not null;
  if found then
    perform set_config('signwright.writes_mail', 'on', true);
    execute format('select %s from %s as r where r.id = $1', v_kind.paper, v_kind.table_name) into v_paper using p_id;
    perform set_config('signwright.writes_mail', '', true);
  end if;
  return v_paper;
end $$;

create or replace function private.mail_parties(p_kind text, p_id uuid) returns table(contact_id uuid, person_id uuid, label text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind and k.contact is not null;
  if found then
    return query execute format('select %1$s, %2$s, %3$s from %4$s as r where r.id = $1 and %1$s is not null',
      v_kind.contact, v_kind.person, v_kind.label, v_kind.table_name) using p_id;
  end if;
end $$;

create or replace function private.mail_contacts_of(p_kind text, p_id uuid)
returns table (email text, name text, is_first boolean)
  language sql stable security definer set search_path = ''
as $$
  with parties as (
    select * from private.mail_parties(p_kind, p_id)
  ), people as (
    select c.id, 1 as rank from parties join public.contacts c on c.id = parties.person_id
    union all
    select c.id, 2 from parties join public.contacts c on c.id = parties.contact_id
    union all
    select case when r.contact_id = parties.contact_id then r.related_contact_id else r.contact_id end,
           case when r.relation::text = 'accounts' and exists (
             select from private.document_kinds k where k.kind = p_kind and k.is_for_accounts) then 0 else 3 end
      from parties join public.contact_relations r on parties.contact_id in (r.contact_id, r.related_contact_id)
  ), known as (
    select distinct on (lower(btrim(c.email))) lower(btrim(c.email)) as email,
           coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company) as name, people.rank
      from people join public.contacts c on c.id = people.id
     where private.is_email(lower(btrim(c.email))) and c.archived_at is null
     order by lower(btrim(c.email)), people.rank
  )
  select known.email, known.name, row_number() over (order by known.rank, known.name, known.email) = 1
    from known order by known.rank, known.name, known.email limit 20
$$;

create or replace function private.must_see_mailed(p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind;
  if found and not private.is_server()
    and not (private.can(v_kind.page, 'view') and (v_kind.named_right is null or private.named(v_kind.named_right)))
  then
    raise insufficient_privilege using message = 'You may not send this document';
  end if;
end $$;

create table private.document_kinds (
  kind            text primary key,
  table_name      regclass not null,
  position        integer not null,
  page            text not null,
  named_right     text,
  label           text,
  contact         text,
  person          text not null default 'null::uuid',
  link            text,
  open_if         text not null default 'true',
  asked_role      public.app_role,
  owners          text not null default 'array_remove(array[r.created_by], null)',
  is_for_accounts boolean not null default false,
  takes_reminders boolean not null default false,
  templates       text,
  paper           text
);

create or replace function private.page_of_kind(p_kind text) returns text
  language sql stable security definer set search_path = ''
as $$
  select k.page from private.document_kinds k where k.kind = p_kind
$$;

create or replace function private.my_document_kinds(p_action text default 'view'::text) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(k.kind order by k.kind), '{}') from private.document_kinds k where private.can(k.page, p_action)
$$;

create or replace function private.check_mail_plan(p_kind text, p_note text, p_at timestamptz, p_reminders integer[]) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  elsif p_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif p_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  elsif cardinality(p_reminders) > 5 or exists (select from unnest(p_reminders) as d where d is null or d not between -60 and 180) then
    perform private.refuse('22023', 'Please plan at most five reminders, within half a year');
  elsif cardinality(p_reminders) > 0
    and not exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders)
  then
    perform private.refuse('22023', 'Only quotations and invoices are reminded of');
  end if;
end $$;

create or replace function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text default null, p_cc text[] default '{}'::text[], p_note text default null, p_send_at timestamp with time zone default null, p_reminders integer[] default '{}'::integer[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text;
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  perform private.check_mail_plan(p_kind, p_note, v_at, p_reminders);
  v_series := private.count_as_sent(p_kind, p_id, p_to);
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind = 'quotation', p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders) then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;

create or replace function private.document_of_link(p_link uuid)
returns table (kind text, id uuid, label text, owners uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind private.document_kinds;
begin
  for v_kind in select * from private.document_kinds k where k.asked_role is not null loop
    return query execute format('select %L, r.id, %s, %s from %s as r where r.%I = $1 and (%s)',
      v_kind.kind, v_kind.label, v_kind.owners, v_kind.table_name, v_kind.link, v_kind.open_if) using p_link;
  end loop;
end $$;

create or replace function private.link_of_document(p_kind text, p_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind private.document_kinds;
  v_link uuid;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind and k.asked_role is not null;
  if found then
    execute format('select r.%I from %s as r where r.id = $1', v_kind.link, v_kind.table_name) into v_link using p_id;
  end if;
  return v_link;
end $$;

create or replace function private.answer_question(p_kind text, p_id uuid, p_words text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := nullif(btrim(p_words), '');
  v_link constant uuid := private.link_of_document(p_kind, p_id);
  v_question public.document_events;
  v_to text;
begin
  if not exists (select from private.document_kinds k where k.kind = p_kind and k.asked_role is not null) then
    perform private.refuse('22023', 'This kind of document has no questions');
  end if;
  perform private.must(private.page_of_kind(p_kind), 'edit', 'answer questions about this document');
  if v_link is null then
    perform private.refuse('PT404', 'This document is not there any more');
  elsif v_words is null or char_length(v_words) > 4000 then
    perform private.refuse('22023', 'Please enter an answer of 4000 characters at most');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('thread/' || p_id, 0));
  select * into v_question from public.document_events e
   where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'answer') order by e.id desc limit 1;
  if v_question.id is null then
    perform private.refuse('PT409', 'Nobody asked about this document');
  elsif v_question.type = 'answer' and v_question.meta ->> 'words' = v_words then
    return v_question.meta ->> 'to';
  end if;
  if v_question.type = 'answer' then
    select * into v_question from public.document_events e
     where e.kind = p_kind and e.record_id = p_id and e.type = 'question' order by e.id desc limit 1;
  end if;
  select c.email into v_to from private.mail_contacts_of(p_kind, p_id) as c where c.is_first;
  perform private.log_event(p_kind, p_id, 'answer', jsonb_build_object('words', v_words, 'to', v_to));
  if v_to is not null then
    perform private.queue_mail(p_kind || '_answer', array[v_to], p_kind, p_id,
      format('%s/%s/answer/%s', p_kind, p_id, (select max(e.id) from public.document_events e
        where e.kind = p_kind and e.record_id = p_id and e.type = 'answer')),
      jsonb_build_object('note', v_words, 'question', v_question.meta ->> 'words'),
      p_label => (select label from private.mail_parties(p_kind, p_id)));
  end if;
  perform private.nudge('doc:' || v_link, 'document_events', 'INSERT', p_id::text);
  return v_to;
end $$;

create or replace function private.close_question(p_kind text, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_type text;
begin
  if not exists (select from private.document_kinds k where k.kind = p_kind and k.asked_role is not null) then
    perform private.refuse('22023', 'This kind of document has no questions');
  end if;
  perform private.must(private.page_of_kind(p_kind), 'edit', 'close questions about this document');
  perform pg_advisory_xact_lock(hashtextextended('thread/' || p_id, 0));
  select e.type into v_type from public.document_events e
   where e.kind = p_kind and e.record_id = p_id
     and e.type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled') order by e.id desc limit 1;
  if v_type is distinct from 'question' then
    perform private.refuse('PT409', 'No question is open here');
  end if;
  perform private.log_event(p_kind, p_id, 'question_closed');
end $$;

create or replace function private.ask_about_document(p_link uuid, p_name text, p_question text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
  v_id uuid;
  v_label text;
  v_owners uuid[];
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_question), '');
begin
  select d.kind, d.id, d.label, d.owners into v_kind, v_id, v_label, v_owners from private.document_of_link(p_link) as d;
  if v_id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_words is null or char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please enter a question of 2000 characters at most');
  end if;
  -- Two presses at once are one question.
  perform pg_advisory_xact_lock(hashtextextended('thread/' || v_id, 0));
  if exists (
    select from public.document_events e
     where e.kind = v_kind and e.record_id = v_id and e.type = 'question' and e.meta ->> 'words' = v_words
       and e.at > now() - interval '10 minutes')
  then
    return;
  elsif (select count(*) from public.document_events e
          where e.kind = v_kind and e.record_id = v_id and e.type = 'question' and e.at > now() - interval '1 hour') >= 20
  then
    perform private.refuse('PT429', 'Too many questions in one hour. Please call us.');
  end if;
  perform private.log_event(v_kind, v_id, 'question', jsonb_build_object('words', v_words, 'name', v_name,
    'version', (select q.version from public.quotations q where v_kind = 'quotation' and q.id = v_id)), v_name);
  if v_kind = 'quotation' then
    perform private.tell_staff(v_owners, case when cardinality(v_owners) = 0 then 'sales'::public.app_role end,
      format('Question about %s', v_label), format('%s: %s', v_name, v_words), v_id,
      jsonb_build_object('quotation_number', v_label, 'kind', 'question'));
  else
    perform private.tell_people(case when cardinality(v_owners) > 0 then v_owners else array(
        select ur.user_id from public.user_roles ur
          join private.document_kinds k on k.kind = v_kind and k.asked_role = ur.role) end,
      format('Question about %s', v_label), format('%s: %s', v_name, v_words), v_kind, v_id);
  end if;
  perform private.nudge('doc:' || p_link, 'document_events', 'INSERT', v_id::text);
end $$;

revoke execute on all routines in schema private from public;

alter table private.document_kinds enable row level security;

revoke execute on routine private.page_of_kind(p_kind text) from authenticated;

revoke execute on routine private.page_of_kind(p_kind text) from service_role;

comment on column private.document_kinds."position" is 'The order of the kinds in lists of mail templates.';

comment on column private.document_kinds.asked_role is 'The role that hears a question of the client when the document has no owner. Null: clients cannot ask about it.';

comment on column private.document_kinds.contact is 'The contact that it is for. Null: it is for nobody.';

comment on column private.document_kinds.is_for_accounts is 'Its mails go first to the person who does the accounts of the client.';

comment on column private.document_kinds.label is 'Its number.';

comment on column private.document_kinds.link is 'The column with the uuid of its public link. Null: it has none.';

comment on column private.document_kinds.named_right is 'A named right that people need besides, to mail such a document.';

comment on column private.document_kinds.open_if is 'When its link opens something.';

comment on column private.document_kinds.owners is 'The colleagues who take care of it and hear questions first, as an array.';

comment on column private.document_kinds.page is 'The page whose rights decide about documents of this kind.';

comment on column private.document_kinds.paper is 'The JSON that its PDF is written from. Null: a mail carries no PDF of it.';

comment on column private.document_kinds.person is 'The contact person that it is for.';

comment on column private.document_kinds.takes_reminders is 'Reminders may be planned with its mail.';

comment on column private.document_kinds.templates is 'The heading of its mail templates. Null: it has no templates.';

comment on table private.document_kinds is 'One row a kind of document: whose rights decide, who it is for, its link, its mails. Expressions are SQL over the row `r` of its table.';

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"credit_note","link":"public_uuid","page":"invoices","label":"r.credit_number","paper":"private.get_public_credit_note(r.public_uuid)","owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":"r.contact_id","open_if":"r.link_revoked_at is null and r.status not in (''draft'', ''void'')","position":60,"templates":"Credit notes","asked_role":null,"table_name":"public.credit_notes","named_right":null,"is_for_accounts":true,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"delivery","link":"public_uuid","page":"deliveries","label":"r.delivery_number","paper":"private.get_public_delivery(r.public_uuid)","owners":"array_remove(array[r.created_by], null)","person":"(select o.person_id from public.orders o where o.id = r.order_id)","contact":"r.contact_id","open_if":"r.link_revoked_at is null and r.status <> ''cancelled''","position":40,"templates":"Deliveries","asked_role":null,"table_name":"public.deliveries","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"invoice","link":"public_uuid","page":"invoices","label":"r.invoice_number","paper":"private.get_public_invoice(r.public_uuid)","owners":"array_remove(array[r.created_by], null)","person":"r.person_id","contact":"r.contact_id","open_if":"r.link_revoked_at is null and r.status not in (''draft'', ''void'')","position":50,"templates":"Invoices","asked_role":"accounts","table_name":"public.invoices","named_right":null,"is_for_accounts":true,"takes_reminders":true}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"job","link":null,"page":"jobs","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":34,"templates":null,"asked_role":null,"table_name":"public.jobs","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"job_step","link":null,"page":"jobs","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":35,"templates":null,"asked_role":null,"table_name":"public.job_steps","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"mockup","link":null,"page":"jobs","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":30,"templates":"Proofs","asked_role":null,"table_name":"public.mockups","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"order","link":"public_uuid","page":"orders","label":"r.order_number","paper":"private.order_document(r.id)","owners":"array_remove(r.created_by || (select array[q.created_by, q.account_manager_id] from public.quotations q where q.id = r.quotation_id), null)","person":"r.person_id","contact":"r.contact_id","open_if":"r.link_revoked_at is null","position":20,"templates":"Orders","asked_role":"sales","table_name":"public.orders","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"partial_delivery","link":null,"page":"deliveries","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":45,"templates":null,"asked_role":null,"table_name":"public.partial_deliveries","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"payment","link":null,"page":"payments","label":"r.payment_number","paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":"case r.direction when ''in'' then r.contact_id end","open_if":"true","position":80,"templates":"Payments","asked_role":null,"table_name":"public.payments","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"payment_request","link":"id","page":"payments","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":82,"templates":null,"asked_role":null,"table_name":"public.payment_requests","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"payment_run","link":null,"page":"payments","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":84,"templates":null,"asked_role":null,"table_name":"public.payment_runs","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"purchase_order","link":null,"page":"inventory","label":"r.purchase_number","paper":"case when r.status <> ''cancelled'' then private.purchase_document(r.id) end","owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":"r.supplier_id","open_if":"true","position":90,"templates":"Purchase orders","asked_role":null,"table_name":"public.purchase_orders","named_right":"view_financial_data","is_for_accounts":false,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"quotation","link":"public_uuid","page":"quotations","label":"r.number_with_version","paper":"private.get_public_quotation(r.public_uuid)","owners":"private.owners_of(r)","person":"r.person_id","contact":"r.contact_id","open_if":"r.link_revoked_at is null and r.status <> ''cancelled''\n       and (r.status <> ''draft'' or exists (select from public.quotation_versions v where v.quotation_id = r.id))","position":10,"templates":"Quotations","asked_role":"sales","table_name":"public.quotations","named_right":null,"is_for_accounts":false,"takes_reminders":true}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"statement","link":"public_uuid","page":"statements","label":"r.statement_number","paper":"private.get_public_statement(r.public_uuid)","owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":"r.contact_id","open_if":"r.link_revoked_at is null","position":70,"templates":"Statements","asked_role":null,"table_name":"public.statements","named_right":null,"is_for_accounts":true,"takes_reminders":false}');

insert into private.document_kinds ("kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders") select "kind", "link", "page", "label", "paper", "owners", "person", "contact", "open_if", "position", "templates", "asked_role", "table_name", "named_right", "is_for_accounts", "takes_reminders" from jsonb_populate_record(null::private.document_kinds, '{"kind":"supplier_invoice","link":null,"page":"supplier-invoices","label":null,"paper":null,"owners":"array_remove(array[r.created_by], null)","person":"null::uuid","contact":null,"open_if":"true","position":86,"templates":null,"asked_role":null,"table_name":"public.supplier_invoices","named_right":null,"is_for_accounts":false,"takes_reminders":false}');

reset check_function_bodies;

alter table public.document_events add constraint document_events_kind_is_known FOREIGN KEY (kind) REFERENCES private.document_kinds(kind);

alter table public.document_signatures add constraint document_signatures_kind_is_known FOREIGN KEY (kind) REFERENCES private.document_kinds(kind);

alter table public.internal_notes add constraint internal_notes_kind_is_known FOREIGN KEY (kind) REFERENCES private.document_kinds(kind);
