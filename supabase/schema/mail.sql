-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.mail_variables (
  kind text not null,
  name text not null,
  label text not null,
  type text not null default 'text'::text,
  example text not null,
  "position" integer not null,
  constraint mail_variables_pkey PRIMARY KEY (kind, name),
  constraint mail_variables_name_is_a_word CHECK (name ~ '^[a-z][a-z_]{0,40}$'::text),
  constraint mail_variables_type_is_known CHECK (type = ANY (ARRAY['text'::text, 'money'::text, 'date'::text, 'moment'::text, 'link'::text]))
);
alter table private.mail_variables enable row level security;
comment on table private.mail_variables is 'What a template of a kind of record may use. Kind "any": every template.';
comment on column private.mail_variables.type is 'How the value is written. money: decimal text; date and moment: ISO 8601; link: a path of this site or an address.';

create table public.email_template_versions (
  id bigint not null generated always as identity,
  template_id uuid not null,
  version integer not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint email_template_versions_pkey PRIMARY KEY (id),
  constraint email_template_versions_once UNIQUE (template_id, version),
  constraint email_template_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint email_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES public.email_templates(id) ON DELETE CASCADE,
  constraint email_template_versions_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.email_template_versions enable row level security;
CREATE INDEX email_template_versions_created_by_idx ON public.email_template_versions USING btree (created_by);
grant select on public.email_template_versions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.email_template_versions to service_role;
create policy "staff read versions of templates" on public.email_template_versions for select to authenticated
  using (( SELECT private.can('email-templates'::text, 'view'::text) AS can));
CREATE TRIGGER pin BEFORE UPDATE ON public.email_template_versions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.email_template_versions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.email_template_versions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.email_template_versions is 'Every version of the words of a template. Written by a trigger; never changed.';

create table public.email_templates (
  id uuid not null default gen_random_uuid(),
  key text not null,
  language text not null default 'en'::text,
  kind text not null,
  name text not null,
  subject text not null,
  body text not null,
  attaches_paper boolean not null default false,
  is_active boolean not null default true,
  sent_on text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint email_templates_pkey PRIMARY KEY (id),
  constraint email_templates_one_a_language UNIQUE (key, language),
  constraint email_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint email_templates_body_length CHECK (char_length(body) >= 1 AND char_length(body) <= 50000),
  constraint email_templates_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint email_templates_event_is_a_word CHECK (sent_on ~ '^[a-z_]+\.[a-z_]+$'::text),
  constraint email_templates_key_is_a_word CHECK (key ~ '^[a-z][a-z0-9_]{1,60}$'::text),
  constraint email_templates_kind_is_a_word CHECK (kind ~ '^[a-z][a-z_]{1,40}$'::text),
  constraint email_templates_language_is_a_code CHECK (language ~ '^[a-z]{2}$'::text),
  constraint email_templates_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint email_templates_subject_length CHECK (char_length(btrim(subject)) >= 1 AND char_length(btrim(subject)) <= 300 AND subject !~ '[\r\n]'::text),
  constraint email_templates_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.email_templates enable row level security;
CREATE INDEX email_templates_created_by_idx ON public.email_templates USING btree (created_by);
CREATE INDEX email_templates_kind_idx ON public.email_templates USING btree (kind, name);
CREATE UNIQUE INDEX email_templates_one_an_event_idx ON public.email_templates USING btree (sent_on, language) WHERE sent_on IS NOT NULL AND is_active;
grant delete, insert, select, update on public.email_templates to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.email_templates to service_role;
create policy "staff write templates in their own name" on public.email_templates for insert to authenticated
  with check (( SELECT private.can('email-templates'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)) AND sent_on IS NULL);
create policy "staff remove templates" on public.email_templates for delete to authenticated
  using (( SELECT private.can('email-templates'::text, 'delete'::text) AS can) AND created_by IS NOT NULL);
create policy "staff read templates" on public.email_templates for select to authenticated
  using (( SELECT private.can('email-templates'::text, 'view'::text) AS can) OR is_active AND (kind = ANY ((( SELECT private.my_document_kinds('edit'::text) AS my_document_kinds))::text[])));
create policy "staff change templates" on public.email_templates for update to authenticated
  using (( SELECT private.can('email-templates'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('email-templates'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.email_templates FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('email-templates:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.email_templates FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.email_templates FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.email_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER keep_version AFTER INSERT OR UPDATE OF subject, body ON public.email_templates FOR EACH ROW EXECUTE FUNCTION private.keep_template_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.email_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'email-templates');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.email_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'email-templates');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.email_templates REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'email-templates');
CREATE TRIGGER pin BEFORE UPDATE ON public.email_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'key', 'language', 'kind', 'sent_on', 'version');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.email_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.email_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.email_templates FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
CREATE TRIGGER z_check_template BEFORE INSERT OR UPDATE ON public.email_templates FOR EACH ROW EXECUTE FUNCTION private.check_template();
comment on table public.email_templates is 'The mails that the company sends. Subject and body are Liquid; the body is HTML of the editor.';
comment on column public.email_templates.attaches_paper is 'The PDF of the record goes with the mail.';
comment on column public.email_templates.is_active is 'Mails that the system sends by itself need an active template.';
comment on column public.email_templates.key is 'How functions name it. The same key in another language is the same mail.';
comment on column public.email_templates.kind is 'The kind of record it is about: it decides the variables.';
comment on column public.email_templates.sent_on is 'The event of a document that sends it, as delivery.delivered; null: people send it.';
comment on column public.email_templates.version is 'Counts changes of the words.';

create table public.scheduled_emails (
  id uuid not null default gen_random_uuid(),
  dedupe_key text not null,
  template_key text not null,
  template_name text not null,
  language text not null default 'en'::text,
  record_kind text,
  record_id uuid,
  record_label text,
  recipients text[] not null,
  cc text[] not null default '{}'::text[],
  own_subject text,
  own_body text,
  variables jsonb not null default '{}'::jsonb,
  attachments jsonb not null default '[]'::jsonb,
  is_reminder boolean not null default false,
  stops_with_answer boolean not null default false,
  status text not null default 'queued'::text,
  send_at timestamp with time zone not null default now(),
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  claimed_at timestamp with time zone,
  last_error text,
  sent_at timestamp with time zone,
  subject text,
  body text,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  row_version integer not null default 1,
  constraint scheduled_emails_pkey PRIMARY KEY (id),
  constraint scheduled_emails_one_a_key UNIQUE (dedupe_key),
  constraint scheduled_emails_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint scheduled_emails_attachments_are_a_list CHECK (jsonb_typeof(attachments) = 'array'::text AND octet_length(attachments::text) <= 3000000),
  constraint scheduled_emails_cc_is_a_list CHECK (array_ndims(cc) = 1),
  constraint scheduled_emails_claimed_at_is_in_reach CHECK (claimed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND claimed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint scheduled_emails_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint scheduled_emails_key_length CHECK (char_length(dedupe_key) >= 1 AND char_length(dedupe_key) <= 300),
  constraint scheduled_emails_kind_is_a_word CHECK (record_kind ~ '^[a-z][a-z_]{1,40}$'::text),
  constraint scheduled_emails_next_try_at_is_in_reach CHECK (next_try_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND next_try_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint scheduled_emails_recipients_are_addresses CHECK (cardinality(recipients) <= 20 AND cardinality(cc) <= 20 AND ((status = ANY (ARRAY['failed'::text, 'cancelled'::text])) OR cardinality(recipients) > 0 AND private.are_emails(recipients) AND private.are_emails(cc))),
  constraint scheduled_emails_recipients_is_a_list CHECK (array_ndims(recipients) = 1),
  constraint scheduled_emails_record_is_whole CHECK ((record_kind IS NULL) = (record_id IS NULL)),
  constraint scheduled_emails_send_at_is_in_reach CHECK (send_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND send_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint scheduled_emails_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint scheduled_emails_sent_has_a_time CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint scheduled_emails_status_is_known CHECK (status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'cancelled'::text])),
  constraint scheduled_emails_texts_length CHECK (char_length(own_subject) <= 300 AND char_length(own_body) <= 50000 AND char_length(subject) <= 2000 AND char_length(body) <= 400000 AND char_length(last_error) <= 1000 AND char_length(record_label) <= 300),
  constraint scheduled_emails_variables_are_an_object CHECK (jsonb_typeof(variables) = 'object'::text AND octet_length(variables::text) <= 50000)
);
alter table public.scheduled_emails enable row level security;
CREATE INDEX scheduled_emails_created_by_idx ON public.scheduled_emails USING btree (created_by);
CREATE INDEX scheduled_emails_due_idx ON public.scheduled_emails USING btree (next_try_at, send_at) WHERE status = ANY (ARRAY['queued'::text, 'sending'::text]);
CREATE INDEX scheduled_emails_record_idx ON public.scheduled_emails USING btree (record_kind, record_id, send_at DESC);
CREATE INDEX scheduled_emails_send_at_idx ON public.scheduled_emails USING btree (send_at DESC, id DESC);
grant select on public.scheduled_emails to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.scheduled_emails to service_role;
create policy "staff read the queue, and the mails of documents that they may " on public.scheduled_emails for select to authenticated
  using (( SELECT private.can('scheduled-emails'::text, 'view'::text) AS can) OR (record_kind = ANY ((( SELECT private.my_document_kinds() AS my_document_kinds))::text[])) OR created_by = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER choose_language BEFORE INSERT ON public.scheduled_emails FOR EACH ROW WHEN (new.record_id IS NOT NULL AND new.dedupe_key !~~ 'test/%'::text AND new.dedupe_key !~~ 'again/%'::text) EXECUTE FUNCTION private.choose_mail_language();
CREATE TRIGGER count_version BEFORE UPDATE ON public.scheduled_emails FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.scheduled_emails FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.scheduled_emails REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'scheduled-emails');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.scheduled_emails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'scheduled-emails');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.scheduled_emails REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'scheduled-emails');
CREATE TRIGGER nudge_statements_delete AFTER DELETE ON public.scheduled_emails REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_statement_mails();
CREATE TRIGGER nudge_statements_insert AFTER INSERT ON public.scheduled_emails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_statement_mails();
CREATE TRIGGER nudge_statements_update AFTER UPDATE ON public.scheduled_emails REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_statement_mails();
CREATE TRIGGER pin BEFORE UPDATE ON public.scheduled_emails FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.scheduled_emails FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.scheduled_emails FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.scheduled_emails is 'Mails that wait, are being sent, went out, failed or were cancelled. Functions write it: queue_mail, claim_due, settle_mail.';
comment on column public.scheduled_emails.attachments is 'Beside the paper: {type:event, uid, sequence, method, starts_at, ends_at, summary, location, description} becomes an .ics;
{type:file, name, content_type, content} is base64.';
comment on column public.scheduled_emails.dedupe_key is 'One mail a key, whatever happens how often. The mail service hears it too.';
comment on column public.scheduled_emails.own_subject is 'Instead of the template''s, as Liquid; with own_body for tests of a template.';
comment on column public.scheduled_emails.record_label is 'What people call the record: Q-2026-0142.';
comment on column public.scheduled_emails.stops_with_answer is 'Cancelled by cancel_mails: the answer or payment that it asks for has come.';
comment on column public.scheduled_emails.subject is 'As it went out, with body.';
comment on column public.scheduled_emails.variables is 'Values beside those of the record: note, or everything of a kind that has no facts here.';

CREATE OR REPLACE FUNCTION private.are_emails(p_texts text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(bool_and(private.is_email(text)), true) from unnest(p_texts) as text
$function$;

CREATE OR REPLACE FUNCTION private.cancel_mail(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'cancel mails');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif v_row.status not in ('queued', 'failed') then
    perform private.refuse('PT409', case v_row.status when 'sent' then 'This mail was sent already' else 'This mail is being sent now' end);
  end if;
  update public.scheduled_emails set status = 'cancelled' where id = p_id;
end $function$;
grant execute on function private.cancel_mail(p_id uuid) to authenticated;
grant execute on function private.cancel_mail(p_id uuid) to service_role;
comment on function private.cancel_mail(p_id uuid) is 'A mail that waits or failed → cancelled. A second call changes nothing.';

CREATE OR REPLACE FUNCTION private.check_mail_text(p_text text, p_kind text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text constant text := replace(replace(replace(replace(p_text, '&gt;', '>'), '&lt;', '<'), '&nbsp;', ' '), '&amp;', '&');
  v_word text;
  v_loops text[];
  v_inside text[];
begin
  if regexp_count(v_text, '\{\{') <> regexp_count(v_text, '\}\}') then
    perform private.refuse('22023', 'A variable is not closed: write {{ and }} on both sides');
  elsif regexp_count(v_text, '\{%') <> regexp_count(v_text, '%\}') then
    perform private.refuse('22023', 'A condition is not closed: write {% and %} on both sides');
  end if;
  for v_word in select lower((regexp_matches(v_text, '\{%-?\s*([a-zA-Z]*)', 'g'))[1]) loop
    if v_word not in ('if', 'elsif', 'else', 'endif', 'unless', 'endunless') then
      perform private.refuse('22023', format('“%s” cannot be used in a mail. Conditions with if, elsif, else and unless can.', v_word));
    end if;
  end loop;
  for v_word in
    select (regexp_matches(regexp_replace(inside, '"[^"]*"|''[^'']*''', '', 'g'), '\|\s*([a-z_]*)', 'g'))[1]
      from (select (regexp_matches(v_text, '\{\{([^}]*)\}\}', 'g'))[1]) as found (inside)
  loop
    if v_word not in ('upcase', 'downcase', 'capitalize', 'strip', 'default', 'truncate', 'newline_to_br', 'append', 'prepend') then
      perform private.refuse('22023', format('There is no filter “%s” in mails', v_word));
    end if;
  end loop;
  for v_word in
    select (regexp_matches(inside, '(?:^|[\s(])([a-zA-Z_][a-zA-Z0-9_.]*)', 'g'))[1]
      from (
        select regexp_replace(regexp_replace((regexp_matches(v_text, '\{\{([^}]*)\}\}', 'g'))[1],
          '"[^"]*"|''[^'']*''', '', 'g'), '\|.*', '')
        union all
        select regexp_replace((regexp_matches(v_text, '\{%-?\s*(?:if|elsif|unless)\s([^%]*)%\}', 'g'))[1],
          '"[^"]*"|''[^'']*''', '', 'g')
      ) as found (inside)
  loop
    if v_word not in ('and', 'or', 'contains', 'true', 'false', 'blank', 'empty', 'nil', 'null')
      and not exists (select from private.mail_variables v where v.kind in ('any', p_kind) and v.name = v_word)
    then
      perform private.refuse('22023', format('There is no variable “%s” for this kind of mail', v_word));
    end if;
  end loop;
end $function$;
comment on function private.check_mail_text(p_text text, p_kind text) is 'Refuses a text with an unknown variable, tag or filter, or an open bracket, in words. Loops are no tag: no template can run
without end. src/documents/mail has the same rules for the editor.';

CREATE OR REPLACE FUNCTION private.check_recipients(p_to text[], p_cc text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant text[] := private.emails_of(p_to) || private.emails_of(p_cc);
  v_wrong text;
begin
  select e into v_wrong from unnest(v_all) as e where not private.is_email(e) limit 1;
  if cardinality(private.emails_of(p_to)) = 0 then
    perform private.refuse('22023', 'Please enter an e-mail address');
  elsif v_wrong is not null then
    perform private.refuse('22023', format('“%s” is not an e-mail address', left(v_wrong, 200)));
  elsif cardinality(v_all) > 20 then
    perform private.refuse('22023', 'A mail goes to 20 addresses at most');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_template()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_mail_text(new.subject, new.kind);
  perform private.check_mail_text(new.body, new.kind);
  if new.body ~* '<\s*(script|style|iframe|object|embed|form|link|meta|base|svg)|javascript:|\son[a-z]+\s*=' then
    perform private.refuse('22023', 'A mail may hold text, lists and links only');
  end if;
  if tg_op = 'INSERT' then
    new.version := 1;
  elsif (new.subject, new.body) is distinct from (old.subject, old.body) then
    new.version := old.version + 1;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_due(p_most integer DEFAULT 10)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mail public.scheduled_emails;
  v_strange text;
begin
  for v_mail in
    with due as (
      select e.id from public.scheduled_emails e
       where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
          or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes')
       order by e.next_try_at, e.send_at, e.id limit least(greatest(p_most, 1), 100) for update skip locked
    )
    update public.scheduled_emails e set status = 'sending', claimed_at = now(), tries = e.tries + 1
      from due where e.id = due.id returning e.*
  loop
    begin
      v_strange := private.recipient_of_leaver(v_mail);
      if v_strange is not null then
        perform private.settle_mail(v_mail.id, format('%s, who chose the address %s, does not work here any more. Send the mail again if it is right.',
          private.person_label(v_mail.created_by), v_strange), true);
        continue;
      end if;
      return query
        select jsonb_build_object('id', c.id, 'dedupe_key', c.dedupe_key, 'tries', c.tries, 'recipients', c.recipients, 'cc', c.cc,
            'subject', coalesce(c.own_subject, t.subject), 'body', coalesce(c.own_body, t.body),
            'paper', case when t.attaches_paper and c.record_id is not null then c.record_kind end, 'record_id', c.record_id,
            'attachments', c.attachments)
          || private.mail_values(coalesce(t.kind, c.record_kind), c.record_id, c.variables, c.created_by)
          from (select v_mail.*) as c left join private.template_of(c.template_key, c.language) t on true;
    exception when others then
      perform private.settle_mail(v_mail.id, format('Its values could not be read: %s', sqlerrm), true);
    end;
  end loop;
end $function$;
grant execute on function private.claim_due(p_most integer) to service_role;
comment on function private.claim_due(p_most integer) is 'For the service key: up to p_most mails that are due, now being sent, with all that is needed to write them. Two senders
never get the same one. A mail whose sender died is given out again after five minutes, with the same dedupe key. One whose
values cannot be read has failed, with the reason.';

CREATE OR REPLACE FUNCTION private.emails_of(p_texts text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(email order by place), '{}')
    from (select lower(btrim(text)) as email, min(place) as place
            from unnest(p_texts) with ordinality as listed (text, place)
           where btrim(text) <> '' group by 1) as emails
$function$;
comment on function private.emails_of(p_texts text[]) is 'The addresses without spaces, capitals, blanks and repetitions, in their order.';

CREATE OR REPLACE FUNCTION private.is_email(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select char_length(p_text) between 6 and 254
     and p_text ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$'
$function$;
comment on function private.is_email(p_text text) is 'Whether a text is one e-mail address, without a name. Agrees with isEmail in src/shared/domain/email.ts.';

CREATE OR REPLACE FUNCTION private.keep_template_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.email_template_versions (template_id, version, subject, body, created_by)
  values (new.id, new.version, new.subject, new.body, auth.uid())
  on conflict (template_id, version) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_facts(p_kind text, p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'deposit', case when q.deposit_amount > 0 then private.amount_text(q.deposit_amount) end, 'valid_until', q.valid_until,
          'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross), 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/invoices/' || v.public_uuid || '?preview=public', 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross), 'issue_date', n.issue_date, 'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/credit-notes/' || n.public_uuid || '?preview=public', 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '), 'planned_at', d.scheduled_at,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing), 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $function$;
comment on function private.mail_facts(p_kind text, p_id uuid) is 'The values of a record for its templates, unwritten: amounts as decimal text, days as ISO 8601, links as paths. Null: the
record is not there. A kind without facts here brings its values as variables. Kind mockup: the id is that of the job.';

CREATE OR REPLACE FUNCTION private.mail_for(p_id uuid, p_doing text)
 RETURNS public.scheduled_emails
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.scheduled_emails;
begin
  select * into v_row from public.scheduled_emails where id = p_id for update;
  if not coalesce(private.is_server() or private.can('scheduled-emails', 'edit')
                  or (v_row.created_by = auth.uid() and private.is_staff()), false) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This mail is not there any more');
  end if;
  return v_row;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_is_due()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.scheduled_emails e
     where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
        or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes'))
$function$;
comment on function private.mail_is_due() is 'Whether claim_due would find a mail: the clock asks this before it wakes the sender.';

CREATE OR REPLACE FUNCTION private.mail_paper(p_kind text, p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paper jsonb;
begin
  perform set_config('signwright.writes_mail', 'on', true);
  v_paper := case p_kind
    when 'quotation' then (select private.get_public_quotation(q.public_uuid) from public.quotations q where q.id = p_id)
    when 'order' then (select private.order_document(o.id) from public.orders o where o.id = p_id)
    when 'invoice' then (select private.get_public_invoice(v.public_uuid) from public.invoices v where v.id = p_id)
    when 'credit_note' then (select private.get_public_credit_note(n.public_uuid) from public.credit_notes n where n.id = p_id)
    when 'delivery' then (select private.get_public_delivery(d.public_uuid) from public.deliveries d where d.id = p_id)
    when 'statement' then (select private.get_public_statement(s.public_uuid) from public.statements s where s.id = p_id)
    when 'purchase_order' then (select private.purchase_document(o.id) from public.purchase_orders o where o.id = p_id and o.status <> 'cancelled')
  end;
  perform set_config('signwright.writes_mail', '', true);
  return v_paper;
end $function$;
grant execute on function private.mail_paper(p_kind text, p_id uuid) to service_role;
comment on function private.mail_paper(p_kind text, p_id uuid) is 'For the service key: a document as its link shows it, for the PDF of a mail. It counts as no visit. Null: its link opens nothing.';

CREATE OR REPLACE FUNCTION private.mail_recipient(p_person_id uuid, p_contact_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'recipient', coalesce(nullif(btrim(p.name), ''), nullif(btrim(c.name), ''), c.company),
    'client', coalesce(nullif(c.company, ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')))
    from public.contacts c left join public.contacts p on p.id = p_person_id where c.id = p_contact_id
$function$;

CREATE OR REPLACE FUNCTION private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency,
               'sender', coalesce(private.person_label(p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'))
$function$;
comment on function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) is 'Everything that a template is filled with; example values without a record. values is null when the record is gone.';

CREATE OR REPLACE FUNCTION private.mail_variables(p_kind text)
 RETURNS TABLE(name text, label text, type text, example text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.name, v.label, v.type, v.example from private.mail_variables v
   where v.kind in ('any', p_kind) and (private.can('email-templates', 'view') or private.is_server())
   order by v.position, v.name
$function$;
grant execute on function private.mail_variables(p_kind text) to authenticated;
grant execute on function private.mail_variables(p_kind text) to service_role;
comment on function private.mail_variables(p_kind text) is 'What a template of that kind may use, for the editor. type says how a value is written.';

CREATE OR REPLACE FUNCTION private.pause_after(p_tries integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (array['1 minute', '5 minutes', '30 minutes', '2 hours', '8 hours']::interval[])[p_tries]
$function$;
comment on function private.pause_after(p_tries integer) is 'How long a mail waits after so many tries; null: it has failed.';

CREATE OR REPLACE FUNCTION private.preview_mail(p_kind text, p_record_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_staff() and (private.can('email-templates', 'view') or private.can(private.page_of_kind(p_kind), 'edit'))) then
    raise insufficient_privilege using message = 'You may not see mail templates';
  elsif p_record_id is not null and not coalesce(private.can(private.page_of_kind(p_kind), 'view'), false) then
    raise insufficient_privilege using message = 'You may not see this record';
  end if;
  return private.mail_values(p_kind, p_record_id, '{}', auth.uid());
end $function$;
grant execute on function private.preview_mail(p_kind text, p_record_id uuid) to authenticated;
grant execute on function private.preview_mail(p_kind text, p_record_id uuid) to service_role;
comment on function private.preview_mail(p_kind text, p_record_id uuid) is 'The values of a record for the preview of a template, or examples without a record: types, company, time_zone, values.';

CREATE OR REPLACE FUNCTION private.queue_mail(p_template text, p_to text[], p_kind text, p_record_id uuid, p_dedupe_key text, p_variables jsonb DEFAULT '{}'::jsonb, p_send_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_attachments jsonb DEFAULT '[]'::jsonb, p_stops_with_answer boolean DEFAULT false, p_cc text[] DEFAULT '{}'::text[], p_label text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_template public.email_templates := private.template_of(p_template);
  v_to constant text[] := private.emails_of(p_to);
  v_cc constant text[] := private.emails_of(p_cc);
  v_wrong text;
  v_id uuid;
begin
  if v_template.id is null then
    perform private.refuse('PT404', format('There is no mail template “%s”', p_template));
  elsif not v_template.is_active then
    return null;
  end if;
  select e into v_wrong from unnest(v_to || v_cc) as e where not private.is_email(e) limit 1;
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients, cc,
    variables, attachments, send_at, next_try_at, stops_with_answer, is_reminder, status, last_error, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_dedupe_key, v_template.key, v_template.name, p_kind, p_record_id, left(p_label, 300),
    v_to[1:20], v_cc[1:20], jsonb_strip_nulls(coalesce(p_variables, '{}')), coalesce(p_attachments, '[]'), coalesce(p_send_at, now()),
    coalesce(p_send_at, now()), p_stops_with_answer, v_template.key ~ '(reminder|overdue)$',
    case when v_wrong is null and cardinality(v_to) > 0 then 'queued' else 'failed' end,
    case when v_wrong is not null then format('“%s” is not an e-mail address', left(v_wrong, 200))
         when cardinality(v_to) = 0 then 'There is no e-mail address' end, auth.uid())
  on conflict (dedupe_key) do nothing
  returning id into v_id;
  return coalesce(v_id, (select id from public.scheduled_emails where dedupe_key = p_dedupe_key));
end $function$;
comment on function private.queue_mail(p_template text, p_to text[], p_kind text, p_record_id uuid, p_dedupe_key text, p_variables jsonb, p_send_at timestamp with time zone, p_attachments jsonb, p_stops_with_answer boolean, p_cc text[], p_label text, p_id uuid) is 'Queues one mail in the transaction of its cause. p_dedupe_key: a second call with the same key changes nothing. An inactive
template sends nothing (null). A bad address never fails the caller: the mail stands in the queue as failed, with the reason.
p_kind and p_record_id: what it is about; its facts fill in the template when it is sent, p_variables come on top.
p_send_at: null is now. p_stops_with_answer: cancel_mails(p_kind, p_record_id) cancels it. p_label: what people call the
record. Returns the id of the mail.';

CREATE OR REPLACE FUNCTION private.reschedule_mail(p_id uuid, p_send_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'change mails');
begin
  if v_row.status <> 'queued' then
    perform private.refuse('PT409', 'Only a mail that waits can get another time');
  elsif p_send_at is null or p_send_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif p_send_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  end if;
  update public.scheduled_emails set send_at = p_send_at, next_try_at = p_send_at where id = p_id;
end $function$;
grant execute on function private.reschedule_mail(p_id uuid, p_send_at timestamp with time zone) to authenticated;
grant execute on function private.reschedule_mail(p_id uuid, p_send_at timestamp with time zone) to service_role;
comment on function private.reschedule_mail(p_id uuid, p_send_at timestamp with time zone) is 'Another time for a mail that waits.';

CREATE OR REPLACE FUNCTION private.resend_mail(p_id uuid, p_new_id uuid, p_to text[] DEFAULT NULL::text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'send mails again');
  v_to constant text[] := case when p_to is null then v_row.recipients else private.emails_of(p_to) end;
begin
  perform private.must_see_mailed(v_row.record_kind);
  perform private.check_recipients(v_to, v_row.cc);
  if v_row.status in ('queued', 'sending') then
    perform private.refuse('PT409', 'This mail has not gone out yet');
  elsif v_row.status in ('failed', 'cancelled') then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = now(), next_try_at = now(), recipients = v_to,
           last_error = null, created_by = coalesce(auth.uid(), created_by) where id = p_id;
    return p_id;
  end if;
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, language, record_kind, record_id, record_label,
    recipients, cc, own_subject, own_body, variables, attachments, is_reminder, stops_with_answer, created_by)
  values (p_new_id, 'again/' || p_new_id, v_row.template_key, v_row.template_name, v_row.language, v_row.record_kind, v_row.record_id,
    v_row.record_label, v_to, v_row.cc, v_row.own_subject, v_row.own_body, v_row.variables, v_row.attachments, v_row.is_reminder,
    v_row.stops_with_answer, auth.uid())
  on conflict do nothing;
  return p_new_id;
end $function$;
grant execute on function private.resend_mail(p_id uuid, p_new_id uuid, p_to text[]) to authenticated;
grant execute on function private.resend_mail(p_id uuid, p_new_id uuid, p_to text[]) to service_role;
comment on function private.resend_mail(p_id uuid, p_new_id uuid, p_to text[]) is 'Sends a mail again, to p_to or to the same. One that failed or was cancelled is queued again; one that was sent gets a copy,
filled in anew, with the id p_new_id: a repeated call makes one. Returns the id.';

CREATE OR REPLACE FUNCTION private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  elsif p_record_id is not null and v_template.kind = 'purchase_order' and not private.named('view_financial_data') then
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
end $function$;
grant execute on function private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid) to authenticated;
grant execute on function private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid) to service_role;
comment on function private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid) is 'A mail with these words to the caller''s own address, filled in with a record or with examples. Returns the id of the mail.';

CREATE OR REPLACE FUNCTION private.settle_mail(p_id uuid, p_error text DEFAULT NULL::text, p_is_final boolean DEFAULT false, p_subject text DEFAULT NULL::text, p_body text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.scheduled_emails;
  v_pause interval;
begin
  select * into v_row from public.scheduled_emails where id = p_id for update;
  if v_row.id is null or v_row.status <> 'sending' then
    return v_row.status;
  end if;
  if p_error is null then
    update public.scheduled_emails set status = 'sent', sent_at = now(), last_error = null, subject = left(p_subject, 2000),
           body = left(p_body, 400000) where id = p_id;
    if private.page_of_kind(v_row.record_kind) is not null then
      perform private.log_event(v_row.record_kind, v_row.record_id, 'mailed', jsonb_build_object('subject', left(p_subject, 300),
        'to', array_to_string(v_row.recipients, ', '), 'template', v_row.template_name), coalesce(private.person_label(v_row.created_by), 'Mail'));
    end if;
    if v_row.record_kind = 'invoice' and v_row.is_reminder then
      update public.invoices set reminder_stage = reminder_stage + 1 where id = v_row.record_id;
    end if;
    return 'sent';
  end if;
  v_pause := case when not p_is_final then private.pause_after(v_row.tries) end;
  update public.scheduled_emails
     set status = case when v_pause is null then 'failed' else 'queued' end, last_error = left(p_error, 1000),
         next_try_at = coalesce(now() + v_pause, next_try_at), claimed_at = null
   where id = p_id;
  if v_pause is null then
    if private.page_of_kind(v_row.record_kind) is not null then
      perform private.log_event(v_row.record_kind, v_row.record_id, 'mail_failed', jsonb_build_object('reason', left(p_error, 500),
        'to', array_to_string(v_row.recipients, ', '), 'template', v_row.template_name), 'Mail');
    end if;
    perform private.tell_staff(array_remove(array[v_row.created_by], null),
      case when v_row.created_by is null then 'accounts'::public.app_role end,
      format('A mail to %s was not sent', array_to_string(v_row.recipients, ', ')),
      format('%s%s: %s', v_row.template_name, coalesce(' ' || v_row.record_label, ''), p_error), null,
      jsonb_build_object('kind', 'mail', 'mail_id', v_row.id));
    return 'failed';
  end if;
  return 'queued';
end $function$;
grant execute on function private.settle_mail(p_id uuid, p_error text, p_is_final boolean, p_subject text, p_body text) to service_role;
comment on function private.settle_mail(p_id uuid, p_error text, p_is_final boolean, p_subject text, p_body text) is 'For the service key: what became of a claimed mail. Without p_error it is sent; otherwise it waits for its next try, or has
failed after the last one or when p_is_final; then its sender is told. Returns the new status.';

CREATE OR REPLACE FUNCTION private.template_of(p_key text, p_language text DEFAULT 'en'::text)
 RETURNS public.email_templates
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.* from public.email_templates t
   where t.key = p_key and (t.is_active or t.language <> p_language or t.language = 'en')
   order by (t.language = p_language) desc, (t.language = 'en') desc, t.is_active desc, t.language limit 1
$function$;
comment on function private.template_of(p_key text, p_language text) is 'The template in that language where it is in use, else in English, else in any.';
