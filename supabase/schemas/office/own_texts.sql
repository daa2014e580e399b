-- The company's own texts (services, products, posts, terms) in the languages of its clients.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.text_sources (
  source     text primary key,
  relation   text not null,
  key        text not null default 'id',
  name       text not null,
  shown_if   text not null default 'true',
  written_by text not null,
  position   integer not null,
  constraint text_sources_source_is_a_word check (source ~ '^[a-z][a-z_]{1,62}$')
);
comment on table private.text_sources is
  'The tables that hold texts of the company which clients and visitors read, and that are written in several languages.';
comment on column private.text_sources.relation is 'The table, or the view, with its schema.';
comment on column private.text_sources.key is 'The column that names a row.';
comment on column private.text_sources.name is 'What staff call a row r, as SQL.';
comment on column private.text_sources.shown_if is 'Which rows r are asked for a translation, as SQL.';
comment on column private.text_sources.written_by is 'Who writes its translations: page:action, a named right, or "role admin".';

create table private.text_fields (
  source   text not null references private.text_sources (source) on delete cascade,
  field    text not null,
  kind     text not null,
  most     integer not null,
  position integer not null,
  primary key (source, field),
  constraint text_fields_kind_is_known check (kind in ('line', 'text', 'rich')),
  constraint text_fields_most_range check (most between 1 and 1000000)
);
comment on table private.text_fields is
  'The columns of those tables that are translated. src/shared/domain/texts/own-texts.ts has the same, with the words for staff.';
comment on column private.text_fields.kind is 'line: without line breaks; text: with them; rich: HTML of the editor.';
comment on column private.text_fields.most is 'The most letters of a translation.';

create table public.text_translations (
  id          uuid primary key default gen_random_uuid(),
  source      text not null,
  record_id   text not null,
  field       text not null,
  language    text not null,
  body        text not null,
  original    text not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint text_translations_field_is_known foreign key (source, field) references private.text_fields (source, field),
  constraint text_translations_once unique (source, record_id, language, field),
  constraint text_translations_language_is_known check (private.is_client_language(language)),
  constraint text_translations_record_length check (char_length(record_id) between 1 and 200),
  constraint text_translations_body_length check (char_length(btrim(body)) > 0 and char_length(body) <= 1000000),
  constraint text_translations_original_length check (char_length(original) <= 1000000)
);
create index text_translations_field_idx on public.text_translations (source, field);
comment on table public.text_translations is
  'A text of the company in another language than its own. Written by translate_text alone. Without a row readers get the original.';
comment on column public.text_translations.source is 'The table of the original; site_texts: the blocks of pages.';
comment on column public.text_translations.record_id is 'The key of its row. A text of a block is known by its words, as MD5: who changes them has a new text, and no version shows a wrong one.';
comment on column public.text_translations.field is 'Its column.';
comment on column public.text_translations.original is 'What the original said when it was translated. The translation is outdated where it says something else now.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.text_sources enable row level security;
alter table private.text_fields enable row level security;
call private.borrow_rules('public.text_translations', 'select', p_audited => true);
create policy "staff read translations" on public.text_translations for select to authenticated using ((select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.are_client_languages(p_codes text[]) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return not exists (select from unnest(p_codes) as code where code is null or not private.is_client_language(code))
    and cardinality(p_codes) = (select count(distinct code) from unnest(p_codes) as code);
end $$;
comment on function private.are_client_languages is 'Whether these are languages of clients, each once.';
grant execute on function private.are_client_languages to authenticated, service_role;

create function private.text_languages() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select array_remove(s.text_languages, s.language) from public.company_settings s);
end $$;
comment on function private.text_languages is 'The languages in which the company writes its texts beside its own.';

create function private.may_write_texts(p_source text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_right constant text := (select s.written_by from private.text_sources s where s.source = p_source);
begin
  return coalesce(case
    when v_right = 'role admin' then private.my_role() = 'admin'
    when v_right like '%:%' then private.can(split_part(v_right, ':', 1), split_part(v_right, ':', 2))
    else private.named(v_right) end, false);
end $$;
comment on function private.may_write_texts is 'Whether the caller writes the translations of a table: who changes its originals.';

create function private.original_text(p_source text, p_record text, p_field text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_source private.text_sources;
  v_text text;
begin
  select s.* into v_source from private.text_sources s join private.text_fields f on f.source = s.source
   where s.source = p_source and f.field = p_field;
  if found then
    execute format('select r.%I from %s r where r.%I::text = $1', p_field, v_source.relation, v_source.key) into v_text using p_record;
  end if;
  return v_text;
end $$;
comment on function private.original_text is 'What the company wrote itself in a column of a row; null for an unknown column or row.';

create function private.check_translation(p_field private.text_fields, p_text text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if char_length(p_text) > p_field.most then
    perform private.refuse('22023', format('The text is longer than %s characters', p_field.most));
  elsif p_field.kind = 'line' and p_text ~ '[\n\r]' then
    perform private.refuse('22023', 'This text has one line');
  end if;
end $$;
comment on function private.check_translation is 'Refuses a translation that is too long, or has lines where the original has one.';

create function private.translate_text(
  p_source text, p_record text, p_field text, p_language text, p_text text, p_seen text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_field private.text_fields;
  v_now public.text_translations;
  v_text constant text := nullif(btrim(p_text, E' \t\n\r'), '');
  v_original constant text := private.original_text(p_source, p_record, p_field);
begin
  if not (private.is_server() or private.may_write_texts(p_source)) then
    perform private.refuse('42501', 'You may not write these texts');
  elsif coalesce(btrim(v_original), '') = '' then
    perform private.refuse('PT404', 'This text is not there any more');
  elsif not coalesce(p_language = any (private.text_languages()), false) then
    perform private.refuse('22023', 'The company does not write its texts in this language');
  end if;
  select * into v_field from private.text_fields f where f.source = p_source and f.field = p_field;
  perform private.check_translation(v_field, v_text);
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'translation', p_source, p_record, p_field, p_language), 0));
  select * into v_now from public.text_translations t
   where t.source = p_source and t.record_id = p_record and t.language = p_language and t.field = p_field;
  if v_now.body is distinct from nullif(p_seen, '') and v_now.body is distinct from v_text then
    perform private.refuse('PT409', 'Somebody changed this text meanwhile. Please look at it again.');
  elsif v_text is null then
    delete from public.text_translations t where t.id = v_now.id;
  elsif v_now.id is null then
    insert into public.text_translations (source, record_id, field, language, body, original)
    values (p_source, p_record, p_field, p_language, v_text, v_original);
  elsif (v_now.body, v_now.original) is distinct from (v_text, v_original) then
    update public.text_translations t set body = v_text, original = v_original where t.id = v_now.id;
  end if;
end $$;
comment on function private.translate_text is
  'Writes a text of the company in another language; an empty one removes it. The same text again says that it fits the original of now.
p_seen: the translation that the person saw; null or empty for none. Refused: who may not change the original (42501), a language that the
company does not write in or a text that is too long (22023), an original that is gone (PT404), somebody else''s change (PT409).';
call private.offer('private.translate_text(text, text, text, text, text, text)');

create function private.own_texts() returns table (source text, record_id text, name text, field text, original text, language text,
  body text, translated_from text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_source private.text_sources;
begin
  if not (private.is_server() or private.is_staff()) then
    perform private.refuse('42501', 'Only staff see the texts of the company');
  end if;
  for v_source in select * from private.text_sources s order by s.position loop
    return query execute format(
      'select $1, r.%1$I::text, (%2$s)::text, f.field, o.text, l.language, t.body, t.original
         from %3$s r join private.text_fields f on f.source = $1
        cross join lateral (select to_jsonb(r) ->> f.field) as o (text)
        cross join unnest($2) as l (language)
         left join public.text_translations t
           on t.source = $1 and t.record_id = r.%1$I::text and t.language = l.language and t.field = f.field
        where btrim(coalesce(o.text, '''')) <> '''' and (%4$s)
        order by 3, f.position, 6 limit 5000', v_source.key, v_source.name, v_source.relation, v_source.shown_if)
      using v_source.source, private.text_languages();
  end loop;
  return query
    select 'quotation_terms', o.id::text, o.name, 'body', o.body, l.language, t.body, case when t.id is not null then o.body end
      from public.quotation_terms o cross join unnest(private.text_languages()) as l (language)
      left join lateral (
        select n.id, n.body from public.quotation_terms n
         where n.is_default and n.language = l.language and coalesce(n.client_type, o.client_type) is not distinct from o.client_type
         order by n.client_type nulls last limit 1) as t on true
     where o.is_default and o.language = private.client_language(null, null) order by 3, 6;
  return query
    select 'email_templates', o.id::text, o.name, 'subject', o.subject, l.language, t.subject, case when t.id is not null then o.subject end
      from public.email_templates o cross join unnest(private.text_languages()) as l (language)
      left join public.email_templates t on t.key = o.key and t.language = l.language and t.is_active
     where o.is_active and private.can('email-templates', 'view')
       and o.id = (private.template_of(o.key, private.client_language(null, null))).id order by 3, 6;
end $$;
comment on function private.own_texts is
  'Every text of the company with each of its further languages, 5,000 of a table at most: the translation and the original that it was made
of, both null where it is missing. Terms and mails have a row of their own for each language (0858); they are in it with that one.';
call private.offer('private.own_texts()');

create function private.reader_of_texts() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_asked constant text := private.asked_language();
begin
  return case when v_asked = any (private.text_languages()) then v_asked end;
end $$;
comment on function private.reader_of_texts is
  'The language in which a visitor reads the texts of the company, by the header Accept-Language of the page; null: as they were written.';

create function private.texts_in(p_source text, p_record text, p_language text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_language is null then '{}' else (
    select coalesce(jsonb_object_agg(t.field, t.body), '{}') from public.text_translations t
     where t.source = p_source and t.record_id = p_record and t.language = p_language) end;
end $$;
comment on function private.texts_in is 'The translations of a row in a language, by column; {} for null. What is missing is left out.';

create function private.text_in(p_source text, p_record text, p_field text, p_original text, p_language text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case when p_language = any (private.text_languages()) then (
    select t.body from public.text_translations t
     where t.source = p_source and t.record_id = p_record and t.language = p_language and t.field = p_field) end, p_original);
end $$;
comment on function private.text_in is 'A text of the company in a language, or the original where it was not translated.';

create view private.site_texts as
  select md5(found.text) as id, min(pages.page) as page, found.text
    from (
      select s.page, s.draft as blocks from public.site_pages s
      union all
      select s.page, v.blocks from public.site_pages s, private.shown_version(s.page) as v where v.id is not null) as pages
   cross join jsonb_array_elements(pages.blocks) as block
   cross join lateral (
      select member ->> 'key' as key, member ->> 'value' as text
        from jsonb_path_query(block, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "string")') as member) as found
   where found.key in ('label', 'title', 'lead', 'body', 'caption', 'name', 'role', 'text') and btrim(found.text) <> ''
     and not (found.key = 'name' and block ->> 'kind' = 'people')
   group by found.text;
comment on view private.site_texts is
  'The texts of the blocks of pages, as they are drafted and as they show, each once; without the names of people.';

create function private.blocks_in(p_value jsonb, p_words jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_words = '{}' then p_value
    when jsonb_typeof(p_value) = 'array' then (
      select coalesce(jsonb_agg(private.blocks_in(one, p_words) order by place), '[]')
        from jsonb_array_elements(p_value) with ordinality as entries (one, place))
    when jsonb_typeof(p_value) = 'object' then (
      select coalesce(jsonb_object_agg(key, case
               when jsonb_typeof(value) <> 'string' then private.blocks_in(value, p_words)
               when key in ('label', 'title', 'lead', 'body', 'caption', 'name', 'role', 'text') then coalesce(p_words -> md5(value #>> '{}'), value)
               else value end), '{}')
        from jsonb_each(p_value))
    else p_value end;
end $$;
comment on function private.blocks_in is 'Blocks of a page with other words. p_words: {MD5 of a text: what stands instead}; what is not in it stays.';

create function private.words_in(p_source text, p_language text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(t.record_id, t.body), '{}') from public.text_translations t
           where t.source = p_source and t.language = p_language);
end $$;
comment on function private.words_in is 'The translations of a source with one field, by the key of the row; {} where the language is null.';

create function private.get_site_words() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.words_in('website_metadata_settings', private.reader_of_texts());
end $$;
comment on function private.get_site_words is
  'Settings of the site in the language of the reader, by their key: its description. What is missing is read in the settings.';
call private.offer('private.get_site_words()', '{anon,authenticated,service_role}');

create function private.forget_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.text_translations t where t.source = tg_table_name and t.record_id = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;
comment on function private.forget_texts is 'Argument: the key column. Translations go with their row.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert or update or delete on public.text_translations for each statement
  execute function private.nudge_staff();
create trigger nudge_visitors after insert or update or delete on public.text_translations for each statement
  execute function private.nudge_visitors();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.text_sources (source, relation, key, name, shown_if, written_by, position) values
  ('services', 'public.services', 'id', 'r.name', 'r.archived_at is null', 'markup-demo:edit', 1),
  ('manufactured_products', 'public.manufactured_products', 'id', 'r.name', 'r.archived_at is null', 'markup-demo:edit', 2),
  ('product_options', 'public.product_options', 'id', '(select p.name from public.manufactured_products p where p.id = r.product_id) || '': '' || r.name',
   'exists (select from public.manufactured_products p where p.id = r.product_id and p.archived_at is null)', 'markup-demo:edit', 3),
  ('site_texts', 'private.site_texts', 'id', 'r.page', 'true', 'manage_website', 4),
  ('blog_posts', 'public.blog_posts', 'id', 'r.title', 'true', 'manage_website', 5),
  ('banners', 'public.banners', 'id', 'r.title', 'true', 'manage_website', 6),
  ('booking_types', 'public.booking_types', 'id', 'r.name', 'r.is_active', 'manage_bookings', 7),
  ('policy_texts', 'public.policy_texts', 'id', 'case r.kind when ''privacy'' then ''Privacy policy'' else ''Terms'' end || '', version '' || r.version',
   'r.version = (select max(n.version) from public.policy_texts n where n.kind = r.kind)', 'role admin', 8),
  ('website_metadata_settings', 'public.website_metadata_settings', 'setting_key', '''Description of the site''',
   'r.setting_key = ''site_description''', 'role admin', 9);

insert into private.text_fields (source, field, kind, most, position) values
  ('services', 'name', 'line', 200, 1),
  ('services', 'summary', 'text', 2000, 2),
  ('services', 'public_title', 'line', 200, 3),
  ('services', 'public_text', 'text', 20000, 4),
  ('services', 'where_used', 'line', 200, 5),
  ('services', 'lasts', 'line', 200, 6),
  ('services', 'ready_in', 'line', 200, 7),
  ('manufactured_products', 'name', 'line', 200, 1),
  ('manufactured_products', 'summary', 'text', 1000, 2),
  ('manufactured_products', 'description', 'text', 20000, 3),
  ('product_options', 'option_group', 'line', 100, 1),
  ('product_options', 'name', 'line', 100, 2),
  ('site_texts', 'text', 'text', 6000, 1),
  ('blog_posts', 'title', 'line', 200, 1),
  ('blog_posts', 'excerpt', 'text', 500, 2),
  ('blog_posts', 'body_html', 'rich', 1000000, 3),
  ('banners', 'title', 'line', 120, 1),
  ('banners', 'body', 'text', 300, 2),
  ('banners', 'link_label', 'line', 60, 3),
  ('booking_types', 'name', 'line', 100, 1),
  ('booking_types', 'summary', 'text', 500, 2),
  ('policy_texts', 'body_html', 'rich', 200000, 1),
  ('website_metadata_settings', 'setting_value', 'text', 5000, 1);
