-- Mail templates and their variables.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.mail_variables (
  kind     text not null,
  name     text not null,
  label    text not null,
  type     text not null default 'text',
  example  text not null,
  position integer not null,
  primary key (kind, name),
  constraint mail_variables_name_is_a_word check (name ~ '^[a-z][a-z_]{0,40}$'),
  constraint mail_variables_type_is_known check (type in ('text', 'money', 'date', 'moment', 'link'))
);
comment on table private.mail_variables is 'What a template of a kind of record may use. Kind "any": every template.';
comment on column private.mail_variables.type is
  'How the value is written. money: decimal text; date and moment: ISO 8601; link: a path of this site or an address.';

create table public.email_templates (
  id             uuid primary key default gen_random_uuid(),
  key            text not null,
  language       text not null default 'en',
  kind           text not null,
  name           text not null,
  subject        text not null,
  body           text not null,
  attaches_paper boolean not null default false,
  is_active      boolean not null default true,
  sent_on        text,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  updated_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  constraint email_templates_key_is_a_word check (key ~ '^[a-z][a-z0-9_]{1,60}$'),
  constraint email_templates_language_is_a_code check (language ~ '^[a-z]{2}$'),
  constraint email_templates_kind_is_a_word check (kind ~ '^[a-z][a-z_]{1,40}$'),
  constraint email_templates_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint email_templates_subject_length check (char_length(btrim(subject)) between 1 and 300 and char_length(subject) <= 350 and subject !~ '[\r\n]'),
  constraint email_templates_body_length check (char_length(body) between 1 and 50000),
  constraint email_templates_event_is_a_word check (sent_on ~ '^[a-z_]+\.[a-z_]+$'),
  constraint email_templates_one_a_language unique (key, language)
);
create index email_templates_kind_idx on public.email_templates (kind, name);
create index email_templates_created_by_idx on public.email_templates (created_by);
create unique index email_templates_one_an_event_idx on public.email_templates (sent_on, language) where sent_on is not null and is_active;
comment on table public.email_templates is 'The mails that the company sends. Subject and body are Liquid; the body is HTML of the editor.';
comment on column public.email_templates.key is 'How functions name it. The same key in another language is the same mail.';
comment on column public.email_templates.kind is 'The kind of record it is about: it decides the variables.';
comment on column public.email_templates.attaches_paper is 'The PDF of the record goes with the mail.';
comment on column public.email_templates.is_active is 'Mails that the system sends by itself need an active template.';
comment on column public.email_templates.sent_on is 'The event of a document that sends it, as delivery.delivered; null: people send it.';
comment on column public.email_templates.version is 'Counts changes of the words.';

create table public.email_template_versions (
  id          bigint generated always as identity primary key,
  template_id uuid not null references public.email_templates (id) on delete cascade,
  version     integer not null,
  subject     text not null,
  body        text not null,
  created_at  timestamptz not null default now(),
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  constraint email_template_versions_once unique (template_id, version)
);
create index email_template_versions_created_by_idx on public.email_template_versions (created_by);
comment on table public.email_template_versions is 'Every version of the words of a template. Written by a trigger; never changed.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.mail_variables enable row level security;

call private.borrow_rules('public.email_templates', p_pinned => '{key,language,kind,sent_on,version}', p_audited => true,
  p_pages => '{email-templates}');
create policy "staff read templates" on public.email_templates
  for select to authenticated
  using ((select private.can('email-templates', 'view')) or (is_active and kind = any ((select private.my_document_kinds('edit'))::text[])));
create policy "staff write templates in their own name" on public.email_templates
  for insert to authenticated
  with check ((select private.can('email-templates', 'create')) and created_by = (select auth.uid()) and sent_on is null);
create policy "staff change templates" on public.email_templates
  for update to authenticated
  using ((select private.can('email-templates', 'edit'))) with check ((select private.can('email-templates', 'edit')));
create policy "staff remove templates" on public.email_templates
  for delete to authenticated
  using ((select private.can('email-templates', 'delete')) and created_by is not null);

call private.borrow_rules('public.email_template_versions', '');
grant select on public.email_template_versions to authenticated;
create policy "staff read versions of templates" on public.email_template_versions
  for select to authenticated using ((select private.can('email-templates', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.mail_variables(p_kind text)
returns table (name text, label text, type text, example text)
  language sql stable security definer set search_path = ''
as $$
  select v.name, v.label, v.type, v.example from private.mail_variables v
   where v.kind in ('any', p_kind) and (private.can('email-templates', 'view') or private.is_server())
   order by v.position, v.name
$$;
comment on function private.mail_variables is 'What a template of that kind may use, for the editor. type says how a value is written.';
call private.offer('private.mail_variables(text)');

create function private.check_mail_text(p_text text, p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
comment on function private.check_mail_text is
  'Refuses a text with an unknown variable, tag or filter, or an open bracket, in words. Loops are no tag: no template can run
without end. src/documents/mail has the same rules for the editor.';

create function private.check_template() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.keep_template_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.email_template_versions (template_id, version, subject, body, created_by)
  values (new.id, new.version, new.subject, new.body, auth.uid())
  on conflict (template_id, version) do nothing;
  return null;
end $$;

create function private.translations_follow() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.email_templates t set is_active = new.is_active
   where t.key = new.key and t.language <> 'en' and t.created_by is null and t.is_active <> new.is_active;
  return null;
end $$;
comment on function private.translations_follow is
  'A mail that is switched on or off in English is so in the languages that it was shipped in. Translations of the company are switched by themselves.';

create function private.template_of(p_key text, p_language text default 'en') returns public.email_templates
  language sql stable security definer set search_path = ''
as $$
  select t.* from public.email_templates t
   where t.key = p_key and (t.is_active or t.language <> p_language or t.language = 'en')
   order by (t.language = p_language) desc, (t.language = 'en') desc, t.is_active desc, t.language limit 1
$$;
comment on function private.template_of is
  'The template in that language where it is in use, else in English, else in any.';

create function private.preview_mail(p_kind text, p_record_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_staff() and (private.can('email-templates', 'view') or private.can(private.page_of_kind(p_kind), 'edit'))) then
    raise insufficient_privilege using message = 'You may not see mail templates';
  elsif p_record_id is not null and not coalesce(private.can(private.page_of_kind(p_kind), 'view'), false) then
    raise insufficient_privilege using message = 'You may not see this record';
  end if;
  return private.mail_values(p_kind, p_record_id, '{}', auth.uid());
end $$;
comment on function private.preview_mail is
  'The values of a record for the preview of a template, or examples without a record: types, company, time_zone, values.';
call private.offer('private.preview_mail(text, uuid)');

create function private.mail_language(p_kind text, p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select private.language_of(p_kind, p_id)
   where private.is_server() or private.can(private.page_of_kind(p_kind), 'view')
$$;
comment on function private.mail_language is 'As language_of, for people who may view the document; null for others.';
call private.offer('private.mail_language(text, uuid)');

create function private.translate_template(p_id uuid, p_language text, p_new_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.email_templates;
  v_id uuid;
begin
  perform private.must('email-templates', 'create', 'write templates');
  select * into v_row from public.email_templates where id = p_id;
  if v_row.id is null then
    perform private.refuse('PT404', 'This template is not there any more');
  elsif not coalesce(p_language ~ '^[a-z]{2}$', false) then
    perform private.refuse('22023', 'Please choose a language');
  end if;
  select id into v_id from public.email_templates where key = v_row.key and language = p_language;
  if found then
    return v_id;
  end if;
  insert into public.email_templates (id, key, language, kind, name, subject, body, attaches_paper, is_active, sent_on, created_by)
  values (coalesce(p_new_id, gen_random_uuid()), v_row.key, p_language, v_row.kind, v_row.name, v_row.subject, v_row.body,
    v_row.attaches_paper, false, v_row.sent_on, auth.uid())
  returning id into v_id;
  return v_id;
end $$;
comment on function private.translate_template is
  'The same mail in another language, with the words of this one and not yet in use. A second call returns the first one. Returns
the id.';
call private.offer('private.translate_template(uuid, text, uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

-- After the pins, which would take back the new version.
create trigger z_check_template before insert or update on public.email_templates
  for each row execute function private.check_template();
create trigger keep_version after insert or update of subject, body on public.email_templates
  for each row execute function private.keep_template_version();
create trigger translations_follow after update of is_active on public.email_templates
  for each row when (new.language = 'en' and old.is_active is distinct from new.is_active) execute function private.translations_follow();
create trigger ask_first before insert on public.email_templates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('email-templates:create');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds (kind, table_name, position, label, is_mentioned, has_story) values
  ('email_template', 'public.email_templates', 90, 'r.name', true, false);

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('any', 'recipient', 'First name, or name, of the addressee', 'text', 'Anna', 1),
  ('any', 'client', 'Name of the client', 'text', 'Harbour Hotels Ltd', 2),
  ('any', 'note', 'Words of the sender to this mail', 'text', '', 3),
  ('any', 'sender', 'Who sends it', 'text', 'Maria Novak', 4),
  ('any', 'company', 'Our name', 'text', 'Signwright Studio', 5),
  ('any', 'company_email', 'Our e-mail address', 'text', 'office@example.com', 6),
  ('any', 'company_phone', 'Our telephone number', 'text', '555 0100', 7),
  ('any', 'tax', 'What our tax is called', 'text', 'VAT', 8),
  ('booking', 'reference', 'Reference', 'text', 'B-2026-0012', 11),
  ('booking', 'service', 'What it is about', 'text', 'Site survey', 12),
  ('booking', 'starts_at', 'Beginning', 'moment', '2026-12-03T09:00:00Z', 13),
  ('booking', 'ends_at', 'End', 'moment', '2026-12-03T10:00:00Z', 14),
  ('booking', 'place', 'Where', 'text', 'Harbour entrance, 1 Quay Street', 15),
  ('booking', 'staff', 'Who comes', 'text', 'Paul Martin', 16),
  ('booking', 'link', 'Page of the booking', 'link', '/appointment-confirmed', 17),
  ('booking', 'cancel_link', 'Page to move or cancel it', 'link', '/appointment-confirmed', 18),
  ('credit_note', 'number', 'Number', 'text', 'CN-2026-0009', 11),
  ('credit_note', 'total', 'Total with {tax}', 'money', '118.00', 12),
  ('credit_note', 'tax_amount', '{Tax} in it; empty without any', 'money', '18.00', 12),
  ('credit_note', 'issue_date', 'Date', 'date', '2026-11-20', 13),
  ('credit_note', 'invoice_number', 'Number of the invoice', 'text', 'INV-2026-0120', 14),
  ('credit_note', 'reason', 'Reason', 'text', 'One panel was misprinted', 15),
  ('credit_note', 'link', 'Page of the client', 'link', '/client-credit-notes/00000000-0000-4000-8000-000000000000', 16),
  ('credit_note', 'order_number', 'Number of the order; empty without', 'text', 'SO-2026-0098', 16),
  ('credit_note', 'in_favour', 'Credit that the client has now; empty without', 'money', '118.00', 17),
  ('credit_note', 'settled', '“yes” when nothing is left to pay of its invoice; else empty', 'text', '', 18),
  ('credit_note', 'went_back', 'What of the money was paid back; empty without', 'money', '', 19),
  ('delivery', 'number', 'Number', 'text', 'DN-2026-0077', 11),
  ('delivery', 'title', 'Title of the project', 'text', 'Fascia for the harbour entrance', 12),
  ('delivery', 'order_number', 'Number of the order', 'text', 'SO-2026-0098', 13),
  ('delivery', 'method', 'Method in words', 'text', 'installation', 14),
  ('delivery', 'planned_at', 'Planned time', 'moment', '2026-12-02T08:30:00Z', 15),
  ('delivery', 'delivered_at', 'When it was handed over', 'moment', '2026-12-02T09:10:00Z', 16),
  ('delivery', 'received_by', 'Who received it', 'text', 'Joe Weber', 17),
  ('delivery', 'place', 'Where it goes', 'text', 'Harbour entrance, 1 Quay Street', 18),
  ('delivery', 'more_follows', '“yes” where something of the order comes with another delivery; else empty', 'text', '', 18),
  ('delivery', 'is_rest', '“yes” where other deliveries brought something before; else empty', 'text', '', 18),
  ('delivery', 'goods', 'What it brings, without hours', 'text', '2 × Fascia panel, 1 × Projecting sign', 18),
  ('delivery', 'link', 'Delivery note', 'link', '/delivery-note/00000000-0000-4000-8000-000000000000', 19),
  ('invoice', 'number', 'Number', 'text', 'INV-2026-0120', 11),
  ('invoice', 'title', 'Title of the project', 'text', 'Fascia for the harbour entrance', 12),
  ('invoice', 'total', 'Total with {tax}', 'money', '1453.45', 13),
  ('invoice', 'tax_amount', '{Tax} in it; empty without any', 'money', '221.71', 13),
  ('invoice', 'paid', 'Paid so far', 'money', '0.00', 14),
  ('invoice', 'balance', 'Still to pay', 'money', '1453.45', 15),
  ('invoice', 'to_pay', 'Still to pay; empty when nothing is left', 'money', '1453.45', 15),
  ('invoice', 'issue_date', 'Date', 'date', '2026-11-20', 16),
  ('invoice', 'due_date', 'Due date', 'date', '2026-12-20', 17),
  ('invoice', 'days_late', 'Days past the due date; empty before', 'text', '14', 18),
  ('invoice', 'is_deposit', '“yes” of a deposit invoice; else empty', 'text', '', 12),
  ('invoice', 'early_day', 'Last day of the cash discount; empty without one that is open', 'date', '2026-12-01', 18),
  ('invoice', 'early_amount', 'What settles it until then', 'money', '1424.39', 18),
  ('invoice', 'early_discount', 'The cash discount until then', 'money', '29.06', 18),
  ('invoice', 'client_po', 'Order number of the client', 'text', 'PO 4711', 19),
  ('invoice', 'link', 'Page of the client', 'link', '/client-invoices/00000000-0000-4000-8000-000000000000', 20),
  ('invoice', 'payment_link', 'Page on which it is paid', 'link', '/invoices/payment/00000000-0000-4000-8000-000000000000', 21),
  ('invoice', 'question', 'Question that is answered', 'text', 'What is the second line for?', 90),
  ('mockup', 'number', 'Number of the job', 'text', 'JOB-2026-0098-A', 11),
  ('mockup', 'title', 'Title of the job', 'text', 'Tray panel with LED letters', 12),
  ('mockup', 'version', 'Version of the proof', 'text', '2', 13),
  ('mockup', 'link', 'Page of the client', 'link', '/mockups/00000000-0000-4000-8000-000000000000', 14),
  ('mockup', 'question', 'Words of the client that are answered', 'text', 'Can the blue be darker?', 90),
  ('order', 'number', 'Number', 'text', 'SO-2026-0098', 11),
  ('order', 'title', 'Title of the project', 'text', 'Fascia for the harbour entrance', 12),
  ('order', 'total', 'Total with {tax}', 'money', '1453.45', 13),
  ('order', 'tax_amount', '{Tax} in it; empty without any', 'money', '221.71', 13),
  ('order', 'deposit', 'Deposit still to pay; empty without one', 'money', '726.72', 14),
  ('order', 'client_po', 'Order number of the client', 'text', 'PO 4711', 15),
  ('order', 'promised_date', 'Promised date', 'date', '2026-12-18', 16),
  ('order', 'link', 'Page of the client', 'link', '/client-quotations/00000000-0000-4000-8000-000000000000', 17),
  ('order', 'total_before', 'What it came to before it changed; empty where that is the same', 'money', '1689.45', 18),
  ('order', 'question', 'Question that is answered', 'text', 'When will it be ready?', 90),
  ('payment', 'number', 'Number of the receipt', 'text', 'RCPT-2026-0210', 11),
  ('payment', 'amount', 'Amount', 'money', '726.72', 12),
  ('payment', 'received_on', 'Date', 'date', '2026-11-20', 13),
  ('payment', 'method', 'Method in words', 'text', 'card', 14),
  ('payment', 'deposits', 'Deposit invoices that it pays, or orders for which it is kept; empty without', 'text', 'INV-2026-0110', 15),
  ('payment', 'invoices', 'Invoices that it pays; empty without', 'text', '', 16),
  ('payment', 'orders', 'Orders that it is for', 'text', 'SO-2026-0098 (Fascia for the harbour entrance)', 17),
  ('payment', 'discount', 'Cash discount that was taken with it; empty without', 'money', '', 18),
  ('payment', 'still_open', 'What is still to pay of what it is for; empty when nothing is left', 'money', '726.73', 19),
  ('payment', 'open_papers', 'Numbers of what is still to pay; empty when nothing is left', 'text', 'INV-2026-0120', 19),
  ('payment', 'early_day', 'Last day of the cash discount of the invoice that is still open; empty without one', 'date', '', 19),
  ('payment', 'early_amount', 'What settles that invoice until then', 'money', '', 19),
  ('payment', 'early_discount', 'The cash discount in it', 'money', '', 19),
  ('payment', 'settled', '“yes” when nothing is left to pay of what it is for; else empty', 'text', '', 20),
  ('payment', 'went_back', 'What of it was paid back; empty without', 'money', '', 21),
  ('payment', 'credit', 'What of it settles nothing yet; empty without', 'money', '', 21),
  ('payment', 'refund_amount', 'Amount that was paid back', 'money', '363.36', 30),
  ('payment', 'refunded_on', 'Day on which it was paid back', 'date', '2026-11-24', 31),
  ('payment', 'credit_notes', 'Credit notes with which it went back; empty without', 'text', 'CN-2026-0009 (INV-2026-0110)', 32),
  ('payment', 'by_card', '“yes” when it goes back to the card; else empty', 'text', 'yes', 33),
  ('payment', 'by_bank', '“yes” when it goes by bank transfer; else empty', 'text', '', 34),
  ('payment', 'in_cash', '“yes” when it was given in cash; else empty', 'text', '', 35),
  ('purchase_order', 'number', 'Number', 'text', 'PO-2026-0031', 11),
  ('purchase_order', 'expected_on', 'Day when it is needed; empty without one', 'date', '2026-12-04', 12),
  ('purchase_order', 'lines', 'How many items are ordered', 'text', '4', 13),
  ('quotation', 'number', 'Number', 'text', 'Q-2026-0142', 11),
  ('quotation', 'replaces', 'Number of the version that it replaces; empty for a first one', 'text', '', 11),
  ('quotation', 'title', 'Title of the project', 'text', 'Fascia for the harbour entrance', 12),
  ('quotation', 'total', 'Total with {tax}', 'money', '1453.45', 13),
  ('quotation', 'tax_amount', '{Tax} in it; empty without any', 'money', '221.71', 13),
  ('quotation', 'deposit', 'Deposit still to pay; empty without one', 'money', '726.72', 14),
  ('quotation', 'deposit_paid', 'What has arrived of the deposit; empty without any', 'money', '', 14),
  ('quotation', 'on_hold', '“yes” while its order is on hold; else empty', 'text', '', 14),
  ('quotation', 'early_days', 'Days of the cash discount from the invoice on; empty without one', 'text', '8', 14),
  ('quotation', 'early_discount', 'The cash discount of its invoice; empty without one', 'money', '29.06', 14),
  ('quotation', 'valid_until', 'Last valid day', 'date', '2026-12-20', 15),
  ('quotation', 'link', 'Page of the client', 'link', '/client-quotations/00000000-0000-4000-8000-000000000000', 16),
  ('quotation', 'question', 'Question that is answered', 'text', 'Is the fitting included?', 90),
  ('statement', 'number', 'Number', 'text', 'ST-2026-0031', 11),
  ('statement', 'date_from', 'First day', 'date', '2026-10-01', 12),
  ('statement', 'date_to', 'Last day', 'date', '2026-10-31', 13),
  ('statement', 'balance', 'Balance; below zero in favour of the client', 'money', '2180.10', 14),
  ('statement', 'to_pay', 'Balance to pay; empty when nothing is to pay', 'money', '2180.10', 14),
  ('statement', 'in_favour', 'Balance in favour of the client; empty without one', 'money', '', 14),
  ('statement', 'link', 'Page of the client', 'link', '/statements/00000000-0000-4000-8000-000000000000', 15),
  ('visitor_request', 'words', 'What the visitor wrote, without addresses of pages; empty without', 'text', 'A lit fascia of 4200 × 600 mm by 12 December', 11),
  ('visitor_request', 'reference', 'Number that the visitor was told; empty without', 'text', 'BR-2026-0004', 12);

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('booking_cancelled',
   'booking',
   'Booking: cancelled',
   'Your appointment on {{ starts_at }} is cancelled',
   '<p>Hello {{ recipient }},</p><p>your appointment, {{ service }} on {{ starts_at }}, is cancelled. {{ note }}</p><p>Kind regards<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('booking_confirmed',
   'booking',
   'Booking: confirmed',
   'Your appointment on {{ starts_at }}',
   '<p>Hello {{ recipient }},</p><p>your appointment is confirmed: <strong>{{ service }}</strong> on <strong>{{ starts_at }}</strong>{% if place != blank %}, {{ place }}{% endif %}.{% if staff != blank %} {{ staff }} will see you.{% endif %} The attached file puts it into your calendar.</p><p>You can <a href="{{ cancel_link }}">move or cancel it here</a>.</p><p>Kind regards<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('booking_moved',
   'booking',
   'Booking: moved',
   'Your appointment has moved to {{ starts_at }}',
   '<p>Hello {{ recipient }},</p><p>your appointment, {{ service }}, has a new time: <strong>{{ starts_at }}</strong>{% if place != blank %}, {{ place }}{% endif %}. The attached file changes it in your calendar.</p><p>You can <a href="{{ cancel_link }}">move or cancel it here</a>.</p><p>Kind regards<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('booking_reminder',
   'booking',
   'Booking: reminder',
   'Your appointment on {{ starts_at }}',
   '<p>Hello {{ recipient }},</p><p>we look forward to your appointment: <strong>{{ service }}</strong> on <strong>{{ starts_at }}</strong>{% if place != blank %}, {{ place }}{% endif %}.</p><p>You can <a href="{{ cancel_link }}">move or cancel it here</a>.</p><p>Kind regards<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('credit_note',
   'credit_note',
   'Credit note',
   'Credit note {{ number }}{% if invoice_number != blank %} for invoice {{ invoice_number }}{% endif %}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>attached is credit note {{ number }} over <strong>{{ total }}</strong>{% if reason != blank %}. Reason: {{ reason }}{% endif %}.</p><p><a href="{{ link }}">Open the credit note</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper, is_active, sent_on)
values
  ('delivery_delivered',
   'delivery',
   'Delivery: delivered',
   '{% if more_follows != blank %}Part delivery: {{ title }}{% else %}Delivered: {{ title }}{% endif %}',
   '<p>Hello {{ recipient }},</p><p>{% if more_follows != blank %}we delivered a part of {{ title }}{% elsif is_rest != blank %}we delivered the rest of {{ title }}{% else %}we delivered {{ title }}{% endif %}{% if received_by != blank %}. {{ received_by }} signed for it{% endif %}.{% if more_follows != blank %} What is still missing follows.{% endif %} The delivery note {{ number }} is attached.</p><p><a href="{{ link }}">Open the delivery note</a></p><p>Kind regards<br>{{ company }}</p>',
   true,
   false,
   'delivery.delivered');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('delivery_note',
   'delivery',
   'Delivery note',
   'Delivery note {{ number }}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>attached is delivery note {{ number }} of {{ title }}.</p><p><a href="{{ link }}">Open the delivery note</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body, is_active, sent_on)
values
  ('delivery_on_the_way',
   'delivery',
   'Delivery: on the way',
   '{% if more_follows != blank %}A part is on the way: {{ title }}{% else %}On the way: {{ title }}{% endif %}',
   '<p>Hello {{ recipient }},</p><p>{% if more_follows != blank %}a part of {{ title }} has just left our workshop{% elsif is_rest != blank %}the rest of {{ title }} has just left our workshop{% else %}{{ title }} has just left our workshop{% endif %}{% if place != blank %} for {{ place }}{% endif %}. Please see to it that somebody can receive it.</p>{% if goods != blank %}<p>On the van: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">What is on the van</a></p><p>Kind regards<br>{{ company }}</p>',
   false,
   'delivery.out');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper, is_active, sent_on)
values
  ('deposit_credited',
   'credit_note',
   'Deposit: credited',
   'Your deposit {{ invoice_number }} was credited',
   '<p>Hello {{ recipient }},</p><p>we credited <strong>{{ total }}</strong> of your deposit invoice {{ invoice_number }}{% if order_number != blank %} for order {{ order_number }}{% endif %}. Our credit note {{ number }} is attached.</p>{% if went_back != blank %}<p>We paid <strong>{{ went_back }}</strong> of it back to you.</p>{% endif %}<p>{% if in_favour != blank %}You have <strong>{{ in_favour }}</strong> of credit with us now: we pay it back or set it against your next invoice.{% elsif settled != blank and went_back == blank %}Nothing is left to pay of this deposit invoice.{% endif %}</p><p><a href="{{ link }}">Open the credit note</a></p><p>Kind regards<br>{{ company }}</p>',
   true,
   false,
   'credit_note.deposit_credited');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('invoice',
   'invoice',
   'Invoice',
   '{% if is_deposit != blank %}Deposit invoice{% else %}Invoice{% endif %} {{ number }}{% if title != blank %}: {{ title }}{% endif %}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>attached is {% if is_deposit != blank %}deposit invoice{% else %}invoice{% endif %} {{ number }} over <strong>{{ total }}</strong>{% if tax_amount != blank %}, including {{ tax }}{% endif %}{% if client_po != blank %}, for your order {{ client_po }}{% endif %}.{% if to_pay == blank %} It is settled: nothing is left to pay.{% else %}{% if balance != total %} Still to pay: {{ balance }}.{% endif %}{% if due_date != blank %} Please pay it by {{ due_date }}.{% endif %}{% if early_day != blank %} If you pay by {{ early_day }}, {{ early_amount }} settle it: {{ early_discount }} are your cash discount.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Pay the invoice</a></p>{% endif %}<p>You can also <a href="{{ link }}">read the invoice in your browser</a>.</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('invoice_answer',
   'invoice',
   'Invoice: answer to a question',
   'Your question about {{ number }}',
   '<p>Hello {{ recipient }},</p><p>you asked us about invoice {{ number }}:</p><blockquote>{{ question }}</blockquote><p>{{ note }}</p><p><a href="{{ link }}">Open it and ask more</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('invoice_overdue',
   'invoice',
   'Invoice: overdue',
   'Invoice {{ number }} is overdue',
   '<p>Hello {{ recipient }},</p><p>invoice {{ number }} was due on {{ due_date }}{% if days_late != blank %}, {{ days_late }} days ago{% endif %}. Still to pay: <strong>{{ balance }}</strong>. Please pay it now, or tell us if something is wrong with it.</p><p><a href="{{ payment_link }}">Pay the invoice</a></p><p>Kind regards<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('invoice_reminder',
   'invoice',
   'Invoice: reminder before the due date',
   'Invoice {{ number }} is due on {{ due_date }}',
   '<p>Hello {{ recipient }},</p><p>this is a friendly reminder: invoice {{ number }} is due on {{ due_date }}. Still to pay: <strong>{{ balance }}</strong>.{% if early_day != blank %} If you pay by {{ early_day }}, {{ early_amount }} settle it: {{ early_discount }} are your cash discount.{% endif %}</p><p><a href="{{ payment_link }}">Pay the invoice</a></p><p>If your payment is on its way, please take no notice of this mail.</p><p>Kind regards<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('order_answer',
   'order',
   'Order: answer to a question',
   'Your question about {{ number }}',
   '<p>Hello {{ recipient }},</p><p>you asked us about order {{ number }}:</p><blockquote>{{ question }}</blockquote><p>{{ note }}</p><p>You can simply reply to this mail.</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper, is_active, sent_on)
values
  ('order_changed',
   'order',
   'Order: changed',
   'Your order {{ number }} has changed',
   '<p>Hello {{ recipient }},</p><p>your order {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (your order {{ client_po }}){% endif %}, has changed: it comes to <strong>{{ total }}</strong> now{% if total_before != blank %} instead of {{ total_before }}{% endif %}{% if tax_amount != blank %}, including {{ tax }}{% endif %}. The attached confirmation says what is ordered now.</p>{% if link != blank %}<p><a href="{{ link }}">Open your order</a></p>{% endif %}<p>Kind regards<br>{{ company }}</p>',
   true,
   false,
   'order.changed');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('order_confirmation',
   'order',
   'Order confirmation',
   'Your order {{ number }}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>we confirm your order {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (your order {{ client_po }}){% endif %}. The total is {{ total }}{% if tax_amount != blank %}, including {{ tax }}{% endif %}.</p><p>{% if promised_date != blank %}We plan to have it ready on {{ promised_date }}.{% endif %}</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body, is_active, sent_on)
values
  ('payment_receipt',
   'payment',
   'Payment received',
   'We received your payment of {{ amount }}',
   '<p>Hello {{ recipient }},</p><p>thank you. We received your payment of <strong>{{ amount }}</strong> on {{ received_on }}. Our receipt has the number {{ number }}.</p><p>{% if deposits != blank %}Deposit: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Invoice: {{ invoices }}<br>{% endif %}{% if orders != blank %}Order: {{ orders }}<br>{% endif %}{% if discount != blank %}Cash discount: {{ discount }}<br>{% endif %}{% if still_open != blank %}Still to pay{% if open_papers != blank %} ({{ open_papers }}){% endif %}: {{ still_open }}{% if early_day != blank %}. If you pay by {{ early_day }}, {{ early_amount }} settle it: {{ early_discount }} are your cash discount.{% endif %}{% elsif settled != blank %}{% if invoices == blank %}The deposit is paid in full.{% else %}Nothing is left to pay.{% endif %}{% endif %}</p>{% if went_back != blank %}<p>{{ went_back }} of it went back to you.</p>{% endif %}{% if credit != blank %}<p>{{ credit }} of it are credit with us: we set them against your next invoice or pay them back.</p>{% endif %}<p>Kind regards<br>{{ company }}</p>',
   false,
   'payment.received');

insert into public.email_templates
  (key, kind, name, subject, body, is_active, sent_on)
values
  ('payment_refund',
   'payment',
   'Payment: refund',
   'We paid {{ refund_amount }} back to you',
   '<p>Hello {{ recipient }},</p><p>we paid <strong>{{ refund_amount }}</strong> back to you on {{ refunded_on }}.{% if by_card != blank %} The money goes to the card with which you paid; your bank may take some days.{% elsif by_bank != blank %} The money goes to your bank account by transfer.{% elsif in_cash != blank %} You received it in cash.{% endif %}</p><p>Your payment: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Credit note: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Order: {{ orders }}{% endif %}</p><p>Kind regards<br>{{ company }}</p>',
   false,
   'payment.refunded');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('proof',
   'mockup',
   'Proof to approve',
   'Please check the proof of {{ title }}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>the proof of {{ title }} is ready. Please check words, sizes and colours, and approve it or mark what is to change. We produce after your approval.</p><p><a href="{{ link }}">Look at the proof</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('proof_answer',
   'mockup',
   'Proof: answer to a comment',
   'We wrote on the proof of {{ title }}',
   '<p>Hello {{ recipient }},</p>{% if question != blank %}<p>you wrote on the proof of {{ title }}:</p><blockquote>{{ question }}</blockquote>{% endif %}<p>{{ note }}</p><p><a href="{{ link }}">Open the proof and answer</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('proof_reminder',
   'mockup',
   'Proof: reminder',
   'Have you seen the proof of {{ title }}?',
   '<p>Hello {{ recipient }},</p><p>version {{ version }} of the proof of {{ title }} still waits for your answer. We produce after your approval.</p><p><a href="{{ link }}">Look at the proof</a></p><p>Kind regards<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('purchase_order',
   'purchase_order',
   'Purchase order',
   'Purchase order {{ number }}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>attached is our purchase order {{ number }}.{% if expected_on != blank %} We need the goods by <strong>{{ expected_on }}</strong>.{% endif %} Please confirm the prices and the day of delivery.</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('quotation',
   'quotation',
   'Quotation',
   '{% if replaces != blank %}New version: {% endif %}Quotation {{ number }}{% if title != blank %}: {{ title }}{% endif %}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>here is our quotation {{ number }} over <strong>{{ total }}</strong>{% if tax_amount != blank %}, including {{ tax }}{% endif %}. You can read it on the page below, choose options, ask questions and approve it there. The same quotation is attached as a PDF.</p>{% if replaces != blank %}<p>This is a new version: it replaces {{ replaces }}. The page shows what changed.</p>{% endif %}<p><a href="{{ link }}">Open the quotation</a></p><p>{% if valid_until != blank %}The prices are valid until {{ valid_until }}.{% endif %}{% if deposit != blank %} We start when the deposit of {{ deposit }} has arrived.{% endif %}{% if early_discount != blank %} Cash discount for early payment: {{ early_discount }} (days from the invoice: {{ early_days }}).{% endif %}</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('quotation_answer',
   'quotation',
   'Quotation: answer to a question',
   'Your question about {{ number }}',
   '<p>Hello {{ recipient }},</p><p>you asked us about quotation {{ number }}:</p><blockquote>{{ question }}</blockquote><p>{{ note }}</p><p><a href="{{ link }}">Open it and ask more</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body, is_active, sent_on)
values
  ('quotation_approved',
   'quotation',
   'Quotation: thank you for the approval',
   'Thank you: {{ number }} is approved',
   '<p>Hello {{ recipient }},</p><p>thank you for approving quotation {{ number }}. Your order is in our book{% if on_hold == blank %}, and we prepare the work{% endif %}.</p><p>{% if on_hold != blank %}It is on hold at present. We tell you when the work begins.{% elsif deposit != blank %}{% if deposit_paid != blank %}{{ deposit_paid }} of the deposit has arrived. We start when the remaining {{ deposit }} has arrived too.{% else %}We start when the deposit of {{ deposit }} has arrived.{% endif %} You can pay it on the page of the quotation.{% elsif deposit_paid != blank %}The deposit of {{ deposit_paid }} has arrived, and we begin.{% endif %}</p><p><a href="{{ link }}">Open the quotation</a></p><p>Kind regards<br>{{ company }}</p>',
   false,
   'quotation.approved');

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('quotation_reminder',
   'quotation',
   'Quotation: reminder',
   'Have you seen our quotation {{ number }}?',
   '<p>Hello {{ recipient }},</p><p>we sent you quotation {{ number }}{% if title != blank %} for {{ title }}{% endif %} over {{ total }}. Do you have a question, or shall we change something? You can answer on the page of the quotation, or simply reply to this mail.</p><p><a href="{{ link }}">Open the quotation</a></p><p>{% if valid_until != blank %}The prices are valid until {{ valid_until }}.{% endif %}</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>');

insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper)
values
  ('statement',
   'statement',
   'Statement',
   'Your statement to {{ date_to }}',
   '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>attached is your statement from {{ date_from }} to {{ date_to }}. {% if to_pay != blank %}The balance is <strong>{{ balance }}</strong>. On the page below you can pay all or some of it.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> are in your favour: there is nothing to pay.{% else %}There is nothing to pay.{% endif %}</p><p><a href="{{ link }}">Open the statement</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
   true);

insert into public.email_templates
  (key, kind, name, subject, body)
values
  ('visitor_request',
   'visitor_request',
   'Website: request has arrived',
   'We have your request{% if reference != blank %} {{ reference }}{% endif %}',
   '<p>Hello {{ recipient }},</p><p>thank you: what you sent us has arrived{% if reference != blank %}. Its number is {{ reference }}{% endif %}.</p>{% if words != blank %}<p>You wrote:</p><p><em>{{ words }}</em></p>{% endif %}<p>One of us reads it and gets back to you. You need not do anything until then.</p><p>To add or change something, answer this mail or reach us here:{% if company_phone != blank %}<br>Telephone: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>Email: {{ company_email }}{% endif %}</p><p>Did you not send this yourself? Then please ignore this mail.</p><p>Kind regards<br>{{ company }}</p>');
