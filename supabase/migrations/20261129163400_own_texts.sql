set check_function_bodies = off;

alter table public.company_settings add column text_languages text[] not null default '{}'::text[];

create or replace function private.are_client_languages(p_codes text[]) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return not exists (select from unnest(p_codes) as code where code is null or not private.is_client_language(code))
    and cardinality(p_codes) = (select count(distinct code) from unnest(p_codes) as code);
end $$;

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

create or replace function private.text_languages() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select array_remove(s.text_languages, s.language) from public.company_settings s);
end $$;

create or replace function private.may_write_texts(p_source text) returns boolean
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

create or replace function private.original_text(p_source text, p_record text, p_field text) returns text
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

create or replace function private.check_translation(p_field private.text_fields, p_text text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if char_length(p_text) > p_field.most then
    perform private.refuse('22023', format('The text is longer than %s characters', p_field.most));
  elsif p_field.kind = 'line' and p_text ~ '[\n\r]' then
    perform private.refuse('22023', 'This text has one line');
  end if;
end $$;

create or replace function private.translate_text(
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

create or replace function private.own_texts() returns table (source text, record_id text, name text, field text, original text, language text,
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

create or replace function private.reader_of_texts() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_asked constant text := private.asked_language();
begin
  return case when v_asked = any (private.text_languages()) then v_asked end;
end $$;

create or replace function private.texts_in(p_source text, p_record text, p_language text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_language is null then '{}' else (
    select coalesce(jsonb_object_agg(t.field, t.body), '{}') from public.text_translations t
     where t.source = p_source and t.record_id = p_record and t.language = p_language) end;
end $$;

create or replace function private.text_in(p_source text, p_record text, p_field text, p_original text, p_language text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case when p_language = any (private.text_languages()) then (
    select t.body from public.text_translations t
     where t.source = p_source and t.record_id = p_record and t.language = p_language and t.field = p_field) end, p_original);
end $$;

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

create or replace function private.blocks_in(p_value jsonb, p_words jsonb) returns jsonb
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

create or replace function private.words_in(p_source text, p_language text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(t.record_id, t.body), '{}') from public.text_translations t
           where t.source = p_source and t.language = p_language);
end $$;

create or replace function private.get_site_words() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.words_in('website_metadata_settings', private.reader_of_texts());
end $$;

create or replace function private.forget_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.text_translations t where t.source = tg_table_name and t.record_id = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;

create or replace function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text,
  p_phone text default null, p_message text default null, p_trap text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_product public.manufactured_products;
  v_chosen jsonb;
  v_names text;
  v_price jsonb;
  v_contact uuid;
  v_quotation uuid;
  v_number text;
  v_name constant text := nullif(btrim(p_name), '');
  v_email constant text := lower(btrim(p_email));
  v_address constant inet := private.client_address();
begin
  select q.quotation_number into v_number from private.product_requests r join public.quotations q on q.id = r.quotation_id where r.id = p_request;
  if v_number is not null then
    return v_number;
  elsif coalesce(btrim(p_trap), '') <> '' then
    -- A field that people do not see is filled in: the sender is a program, and learns nothing.
    return 'Q-' || extract(year from now())::integer || '-0000';
  end if;
  select * into v_product from public.manufactured_products p
   where p.is_public and p.archived_at is null and (p.slug = p_slug or p.id = private.uuid_or_null(p_slug));
  if v_product.id is null then
    perform private.refuse('PT404', 'This product is not offered any more');
  end if;
  perform private.check_product_request(p_request, v_name, v_email, p_qty, p_phone, p_message);
  perform private.check_chosen_options(v_product.id, p_options);
  perform private.limit_product_requests(v_address, v_email);

  select coalesce(jsonb_agg(jsonb_build_object('effect', o.effect, 'value', o.value::text)), '[]'),
         string_agg(concat_ws(': ', o.option_group, o.name), E'\n' order by o.sort, o.created_at, o.id)
    into v_chosen, v_names from public.product_options o where o.product_id = v_product.id and o.id = any (p_options);
  v_price := private.product_price(v_product.base_price, v_chosen, private.product_breaks(v_product.service_id), p_qty);

  select c.id into v_contact from public.contacts c where lower(c.email) = v_email and c.archived_at is null order by c.created_at, c.id limit 1;
  if v_contact is null then
    insert into public.contacts (name, email, phone, type, profile, language)
    values (v_name, v_email, nullif(btrim(p_phone), ''), 'Person', 'pending_verification', private.asked_language()) returning id into v_contact;
  end if;
  insert into public.quotations (quotation_number, contact_id, project_title, currency, deposit_kind, deposit_value, terms, created_by)
  select private.draw_number('Q'), v_contact, v_product.name, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end,
         s.deposit_percent, private.terms_for(v_contact), null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece', (v_price ->> 'unit_price')::numeric,
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $$;

create or replace function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer default 8) returns table(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamptz, charge_rule text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_patterns constant text[] := private.patterns(p_text);
  v_sees_costs constant boolean := private.named('view_financial_data');
  v_language constant text := private.language_of('quotation', p_quotation_id);
  v_contact uuid;
begin
  perform private.must('quotations', 'view', 'see quotations');
  select q.contact_id into v_contact from public.quotations q where q.id = p_quotation_id;
  if v_contact is null or cardinality(v_patterns) = 0 then
    return;
  end if;
  return query
    (select 'earlier', e.description, e.details, e.unit, e.width_mm::text, e.height_mm::text, e.unit_price::text,
            case when v_sees_costs then e.unit_cost::text end, e.service_id, e.inventory_item_id, e.number, e.created_at, e.charge_rule
       from (
         select distinct on (private.folded(i.description)) i.*, c.unit_cost, q.number_with_version as number
           from public.quotations q
           join public.quotation_items i on i.quotation_id = q.id
           left join public.quotation_item_costs c on c.item_id = i.id
          where q.contact_id = v_contact and q.id <> p_quotation_id and i.kind = 'item' and btrim(i.description) <> ''
            and private.folded(i.description) like all (v_patterns)
          order by private.folded(i.description), q.created_at desc, i.position
       ) as e
      order by e.created_at desc limit 4)
    union all
    (select 'service', words.name, private.text_in('services', s.id::text, 'summary', s.summary, v_language), s.unit, null, null,
            s.base_price::text, null, s.id, null::uuid, case when words.name <> s.name then s.name end, null::timestamptz, private.service_rule(s)
       from public.services s cross join lateral (select private.text_in('services', s.id::text, 'name', s.name, v_language) as name) as words
      where s.archived_at is null and private.folded(concat_ws(' ', s.name, s.category, words.name)) like all (v_patterns)
      order by s.sort, s.name limit 5)
    union all
    (select 'material', m.name, null, case when m.sell_unit in ('m2', 'm', 'set') then m.sell_unit else 'piece' end, null, null,
            m.sell_price::text,
            case when v_sees_costs then trunc(c.cost_price / m.sell_per_buy, 4)::text end, null::uuid, m.id, m.sku, null::timestamptz,
            private.charge_rule(m.sell_unit, m.charge_per, m.charge_step, m.charge_min, m.charge_waste_pct)
       from public.inventory_items m left join public.inventory_item_costs c on c.item_id = m.id
      where m.archived_at is null
        and private.folded(m.sku || ' ' || m.name || ' ' || coalesce(m.supplier_sku, '')) like all (v_patterns)
      order by m.name limit 5)
    limit least(greatest(p_limit, 1), 20);
end $$;

create or replace function private.service_facts(p_service public.services) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_texts constant jsonb := private.texts_in('services', p_service.id::text, private.reader_of_texts());
begin
  -- Who translated the name and not the public title is better understood by the name.
  p_service := jsonb_populate_record(p_service, case when v_texts ? 'name' then '{"public_title": null}'::jsonb else '{}' end || v_texts);
  return jsonb_build_object(
    'slug', p_service.slug, 'name', coalesce(p_service.public_title, p_service.name), 'category', p_service.category,
    'summary', p_service.summary, 'unit', p_service.unit, 'price', private.amount_text(p_service.base_price),
    'least', private.amount_text(p_service.min_charge), 'picture', p_service.picture, 'where_used', p_service.where_used,
    'lasts', p_service.lasts, 'ready_in', p_service.ready_in, 'photo', private.photo_facts(p_service.photo_id));
end $$;

create or replace function private.foreign_lines(p_quotation_id uuid, p_language text) returns table (item_id uuid, service_id uuid, translated text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, s.id, case when p_language = c.language then s.name else t.body end
      from public.company_settings c, public.quotation_items i
      join public.services s on s.id = i.service_id
      left join public.text_translations t
        on t.source = 'services' and t.record_id = s.id::text and t.field = 'name' and t.language = p_language
     where i.quotation_id = p_quotation_id and i.kind = 'item' and (p_language = c.language or p_language = any (c.text_languages))
       and i.description is distinct from case when p_language = c.language then s.name else t.body end
       and (i.description = s.name or exists (
         select from public.text_translations o
          where o.source = 'services' and o.record_id = s.id::text and o.field = 'name' and o.body = i.description))
     order by i.position;
end $$;

create or replace function private.terms_in(p_quotation_id uuid, p_language text) returns table (is_foreign boolean, translated text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select true, case when own.language = p_language then own.body end
      from public.quotations q
      join public.contacts c on c.id = q.contact_id
      left join lateral (
        select t.language, t.body from public.quotation_terms t
         where t.is_default and t.language = p_language and (t.client_type is null or t.client_type = c.type)
         order by t.client_type is not null desc limit 1) as own on true
     where q.id = p_quotation_id
       and exists (select from public.quotation_terms t where btrim(t.body) = btrim(q.terms) and t.language <> p_language)
       and not exists (select from public.quotation_terms t where btrim(t.body) = btrim(q.terms) and t.language = p_language);
end $$;

create or replace function private.texts_in_other_language(p_quotation_id uuid)
  returns table (what text, words text, translated text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_language constant text := private.language_of('quotation', p_quotation_id);
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select 'terms', null::text, t.translated from private.terms_in(p_quotation_id, v_language) as t
    union all
    select 'line', i.description, f.translated
      from private.foreign_lines(p_quotation_id, v_language) as f join public.quotation_items i on i.id = f.item_id;
end $$;

create or replace function private.write_in_language(p_quotation_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_language constant text := private.language_of('quotation', p_quotation_id);
  v_terms integer;
  v_lines integer;
begin
  perform private.open_quotation_draft(p_quotation_id);
  update public.quotations q set terms = t.translated
    from private.terms_in(p_quotation_id, v_language) as t where q.id = p_quotation_id and t.translated is not null;
  get diagnostics v_terms = row_count;
  update public.quotation_items i set description = f.translated, details = case
      when i.details = s.summary then private.text_in('services', s.id::text, 'summary', s.summary, v_language) else i.details end
    from private.foreign_lines(p_quotation_id, v_language) as f join public.services s on s.id = f.service_id
   where i.id = f.item_id and f.translated is not null;
  get diagnostics v_lines = row_count;
  return v_terms + v_lines;
end $$;

create or replace function private.booking_type_facts(p_type public.booking_types) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('slug', p_type.slug, 'name', p_type.name, 'summary', p_type.summary, 'place', p_type.place,
    'minutes', p_type.minutes) || private.texts_in('booking_types', p_type.id::text, private.reader_of_texts())
$$;

create or replace function private.get_public_policy(p_kind text, p_version integer default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', t.kind, 'version', t.version, 'published_at', t.created_at,
           'body_html', private.text_in('policy_texts', t.id::text, 'body_html', t.body_html, private.reader_of_texts()),
           'is_current', t.version = (select max(n.version) from public.policy_texts n where n.kind = t.kind),
           'versions', (select jsonb_agg(jsonb_build_object('version', v.version, 'published_at', v.created_at) order by v.version desc)
                          from public.policy_texts v where v.kind = t.kind))
    from public.policy_texts t
   where t.kind = p_kind and (p_version is null or t.version = p_version)
   order by t.version desc limit 1
$$;

create or replace function private.post_facts(p_post public.blog_posts) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  p_post := jsonb_populate_record(p_post, private.texts_in('blog_posts', p_post.id::text, private.reader_of_texts()));
  return jsonb_build_object(
    'kind', p_post.kind, 'slug', p_post.slug, 'title', p_post.title, 'excerpt', p_post.excerpt, 'picture', p_post.picture,
    'photo', private.photo_facts(p_post.photo_id),
    'published_at', p_post.published_at, 'updated_at', greatest(p_post.updated_at, p_post.published_at),
    'minutes', greatest(1, round(char_length(regexp_replace(p_post.body_html, '<[^>]*>', '', 'g')) / 1100.0)));
end $$;

create or replace function private.get_public_post(p_slug text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when p.slug <> p_slug then jsonb_build_object('moved_to', p.slug)
    else private.post_facts(p) || jsonb_build_object(
      'body_html', private.text_in('blog_posts', p.id::text, 'body_html', p.body_html, private.reader_of_texts()),
      'service', (select private.service_facts(s) from public.services s
                   where s.id = p.service_id and s.is_public and s.archived_at is null),
      'next', coalesce((
        select jsonb_agg(private.post_facts(o) order by o.published_at desc)
          from (select * from public.blog_posts n where private.is_out(n) and n.id <> p.id
                 order by n.service_id is not distinct from p.service_id desc, n.published_at desc limit 3) as o), '[]'))
    end
  from public.blog_posts p
  where private.is_out(p) and p.id = coalesce(
    (select b.id from public.blog_posts b where b.slug = p_slug), private.former_owner('post', p_slug))
$$;

create or replace function private.product_facts(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'summary', p.summary, 'description', p.description)
    || private.texts_in('manufactured_products', p.id::text, private.reader_of_texts()) || jsonb_build_object(
    'base_price', p.base_price::text, 'breaks', private.product_breaks(p.service_id),
    'options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'option_group', o.option_group, 'name', o.name, 'effect', o.effect,
        'value', o.value::text, 'is_usual', o.is_usual) || private.texts_in('product_options', o.id::text, private.reader_of_texts()) order by o.sort, o.created_at, o.id) from public.product_options o where o.product_id = p.id), '[]'),
    'pictures', coalesce((select jsonb_agg(jsonb_build_object('image', i.image, 'alt', i.alt) order by i.sort, i.created_at)
        from public.product_pictures i where i.product_id = p.id), '[]'))
    from public.manufactured_products p where p.id = p_id
$$;

create or replace function private.list_public_products() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'summary', p.summary)
      || private.texts_in('manufactured_products', p.id::text, private.reader_of_texts()) - 'description' || jsonb_build_object('base_price', p.base_price::text,
      'picture', (select jsonb_build_object('image', i.image, 'alt', i.alt) from public.product_pictures i
                   where i.product_id = p.id order by i.sort, i.created_at limit 1)) order by p.sort, p.name), '[]')
    from public.manufactured_products p where p.is_public and p.archived_at is null);
end $$;

create or replace function private.get_public_service(p_slug text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when s.slug <> p_slug then jsonb_build_object('moved_to', s.slug) else private.service_facts(s) || jsonb_build_object(
    'text', private.text_in('services', s.id::text, 'public_text', s.public_text, private.reader_of_texts()),
    'breaks', coalesce((
      select jsonb_agg(jsonb_build_object('basis', r.basis, 'from', r.from_value::text, 'to', r.to_value::text,
               'discount', r.discount_pct::text, 'price', private.amount_text(r.price)) order by r.basis, r.from_value)
        from public.pricing_ranges r where r.service_id = s.id), '[]'),
    'options', coalesce((
      select jsonb_agg(jsonb_build_object('label', o.label, 'kind', o.kind, 'unit', o.unit, 'usual', o.usual,
               'choices', to_jsonb(o.choices)) order by o.sort, o.label)
        from public.service_parameters o where o.service_id = s.id), '[]'),
    'reviews', coalesce((
      select jsonb_agg(private.review_facts(r) order by r.created_at desc)
        from (select * from public.reviews v where v.service_id = s.id and v.status = 'published'
               order by v.created_at desc limit 6) as r), '[]'),
    'posts', coalesce((
      select jsonb_agg(private.post_facts(p) order by p.published_at desc)
        from (select * from public.blog_posts b where b.service_id = s.id and private.is_out(b)
               order by b.published_at desc limit 3) as p), '[]'),
    'others', coalesce((
      select jsonb_agg(private.service_facts(o) order by o.sort)
        from (select * from public.services n where n.is_public and n.archived_at is null and n.id <> s.id
               order by n.category is not distinct from s.category desc, n.sort limit 3) as o), '[]')) end
  from public.services s
  where s.is_public and s.archived_at is null
    and s.id = coalesce((select n.id from public.services n where n.slug = p_slug), private.former_owner('service', p_slug))
$$;

create or replace function private.get_public_page(p_page text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_shown constant public.site_versions := private.shown_version(p_page);
begin
  if private.usual_blocks(p_page) is null then
    return null;
  end if;
  return private.facts_of_blocks(private.blocks_in(coalesce(v_shown.blocks, private.usual_blocks(p_page)),
      private.words_in('site_texts', private.reader_of_texts()))) || jsonb_build_object(
    'version', v_shown.number,
    'next_at', (select min(v.shows_from) from public.site_versions v
                 where v.page = p_page and v.withdrawn_at is null and v.shows_from > statement_timestamp()));
end $$;

create or replace function private.get_site_frame(p_placement text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'banners', coalesce((
      select jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'body', b.body, 'link', b.link, 'link_label', b.link_label)
                 || private.texts_in('banners', b.id::text, private.reader_of_texts())
               order by b.sort, b.created_at)
        from public.banners b
       where b.is_active and b.placement in ('everywhere', p_placement)
         and private.company_today() between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')), '[]'),
    'pages', coalesce((
      select jsonb_agg(s.page order by s.page) from public.site_pages s
       where s.page in ('about', 'work') and (private.shown_version(s.page)).id is not null), '[]'),
    'books_visits', exists (select from public.booking_types t where t.is_active));
end $$;

alter table public.company_settings add constraint company_settings_text_languages_are_known CHECK (private.are_client_languages(text_languages));

alter table public.company_settings add constraint company_settings_text_languages_is_a_list CHECK (array_ndims(text_languages) = 1);

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.text_translations', 'select', p_audited => true);

call private.offer('private.translate_text(text, text, text, text, text, text)');

call private.offer('private.own_texts()');

call private.offer('private.get_site_words()', '{anon,authenticated,service_role}');

call private.offer('private.texts_in_other_language(uuid)');

call private.offer('private.write_in_language(uuid)');

create index text_translations_field_idx on public.text_translations (source, field);

alter table private.text_fields enable row level security;

alter table private.text_sources enable row level security;

create or replace trigger forget_texts after delete on public.banners for each row execute function private.forget_texts('id');

create or replace trigger forget_texts after delete on public.blog_posts for each row execute function private.forget_texts('id');

create or replace trigger forget_texts after delete on public.booking_types for each row execute function private.forget_texts('id');

create or replace trigger forget_texts after delete on public.manufactured_products for each row execute function private.forget_texts('id');

create or replace trigger forget_texts after delete on public.product_options for each row execute function private.forget_texts('id');

create or replace trigger forget_texts after delete on public.services for each row execute function private.forget_texts('id');

create or replace trigger nudge_staff after insert or update or delete on public.text_translations for each statement
  execute function private.nudge_staff();

create or replace trigger nudge_visitors after insert or update or delete on public.text_translations for each statement
  execute function private.nudge_visitors();

create policy "staff read translations" on public.text_translations for select to authenticated using ((select private.is_staff()));

comment on function private.get_public_page(pg_catalog.text) is 'A page of the site as visitors see it now, in their language; version is null where nothing was published, next_at is when another version follows.';

comment on function private.post_facts(public.blog_posts) is 'What a list shows of a post in the language of the reader; minutes to read at 1,100 characters a minute.';

comment on function private.product_facts(pg_catalog.uuid) is 'A product as buyers see it in their language, numbers as text. No parts and no costs.';

comment on function private.service_facts(public.services) is 'What the public site shows of a service in a list, in the language of the reader; prices as text, without VAT.';

comment on function private.suggest_lines(pg_catalog.uuid,pg_catalog.text,integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Services are in the language of the quotation, with their own name in quoted_in. Numbers are text. Costs only for holders of view_financial_data.';

comment on function public.get_public_page(pg_catalog.text) is 'A page of the site as visitors see it now, in their language; version is null where nothing was published, next_at is when another version follows.';

comment on function public.suggest_lines(pg_catalog.uuid,pg_catalog.text,integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Services are in the language of the quotation, with their own name in quoted_in. Numbers are text. Costs only for holders of view_financial_data.';

grant execute on routine private.are_client_languages(p_codes text[]) to authenticated;

comment on function private.are_client_languages(pg_catalog.text[]) is 'Whether these are languages of clients, each once.';

comment on function private.blocks_in(pg_catalog.jsonb,pg_catalog.jsonb) is 'Blocks of a page with other words. p_words: {MD5 of a text: what stands instead}; what is not in it stays.';

comment on function private.check_translation(private.text_fields,pg_catalog.text) is 'Refuses a translation that is too long, or has lines where the original has one.';

comment on function private.foreign_lines(pg_catalog.uuid,pg_catalog.text) is 'Lines of a quotation with the name of their service in another language than this one, and its name in this one; null where nobody wrote it.';

comment on function private.forget_texts() is 'Argument: the key column. Translations go with their row.';

comment on function private.get_site_words() is 'Settings of the site in the language of the reader, by their key: its description. What is missing is read in the settings.';

comment on function private.may_write_texts(pg_catalog.text) is 'Whether the caller writes the translations of a table: who changes its originals.';

comment on function private.original_text(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'What the company wrote itself in a column of a row; null for an unknown column or row.';

comment on function private.own_texts() is 'Every text of the company with each of its further languages, 5,000 of a table at most: the translation and the original that it was made
of, both null where it is missing. Terms and mails have a row of their own for each language (0858); they are in it with that one.';

comment on function private.reader_of_texts() is 'The language in which a visitor reads the texts of the company, by the header Accept-Language of the page; null: as they were written.';

comment on function private.terms_in(pg_catalog.uuid,pg_catalog.text) is 'One row where the terms of a quotation are those of a template in another language than this one, with the terms in this one; null where
nobody wrote them. Terms that somebody wrote into the quotation are known in no language.';

comment on function private.text_in(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'A text of the company in a language, or the original where it was not translated.';

comment on function private.text_languages() is 'The languages in which the company writes its texts beside its own.';

comment on function private.texts_in(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'The translations of a row in a language, by column; {} for null. What is missing is left out.';

comment on function private.texts_in_other_language(pg_catalog.uuid) is 'Texts of the company on a quotation that are not in its language, for the warning before it is sent: its terms, and lines with the name of
their service (words). translated: the text in its language; null where nobody wrote it.';

comment on function private.translate_text(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Writes a text of the company in another language; an empty one removes it. The same text again says that it fits the original of now.
p_seen: the translation that the person saw; null or empty for none. Refused: who may not change the original (42501), a language that the
company does not write in or a text that is too long (22023), an original that is gone (PT404), somebody else''s change (PT409).';

comment on function private.words_in(pg_catalog.text,pg_catalog.text) is 'The translations of a source with one field, by the key of the row; {} where the language is null.';

comment on function private.write_in_language(pg_catalog.uuid) is 'Writes the texts of the company on a draft in its language, where they are translated: its terms, and lines with the name of their service;
how many. What somebody wrote by hand stays. Called again it changes nothing.';

comment on function public.get_site_words() is 'Settings of the site in the language of the reader, by their key: its description. What is missing is read in the settings.';

comment on function public.own_texts() is 'Every text of the company with each of its further languages, 5,000 of a table at most: the translation and the original that it was made
of, both null where it is missing. Terms and mails have a row of their own for each language (0858); they are in it with that one.';

comment on function public.texts_in_other_language(pg_catalog.uuid) is 'Texts of the company on a quotation that are not in its language, for the warning before it is sent: its terms, and lines with the name of
their service (words). translated: the text in its language; null where nobody wrote it.';

comment on function public.translate_text(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Writes a text of the company in another language; an empty one removes it. The same text again says that it fits the original of now.
p_seen: the translation that the person saw; null or empty for none. Refused: who may not change the original (42501), a language that the
company does not write in or a text that is too long (22023), an original that is gone (PT404), somebody else''s change (PT409).';

comment on function public.write_in_language(pg_catalog.uuid) is 'Writes the texts of the company on a draft in its language, where they are translated: its terms, and lines with the name of their service;
how many. What somebody wrote by hand stays. Called again it changes nothing.';

comment on column private.text_fields.kind is 'line: without line breaks; text: with them; rich: HTML of the editor.';

comment on column private.text_fields.most is 'The most letters of a translation.';

comment on column private.text_sources.key is 'The column that names a row.';

comment on column private.text_sources.name is 'What staff call a row r, as SQL.';

comment on column private.text_sources.relation is 'The table, or the view, with its schema.';

comment on column private.text_sources.shown_if is 'Which rows r are asked for a translation, as SQL.';

comment on column private.text_sources.written_by is 'Who writes its translations: page:action, a named right, or "role admin".';

comment on column public.company_settings.text_languages is 'In which further languages the company writes its own texts: services, posts, terms. Its own language counts for nothing in it.';

comment on column public.text_translations.field is 'Its column.';

comment on column public.text_translations.original is 'What the original said when it was translated. The translation is outdated where it says something else now.';

comment on column public.text_translations.record_id is 'The key of its row. A text of a block is known by its words, as MD5: who changes them has a new text, and no version shows a wrong one.';

comment on column public.text_translations.source is 'The table of the original; site_texts: the blocks of pages.';

comment on table private.text_fields is 'The columns of those tables that are translated. src/shared/domain/texts/own-texts.ts has the same, with the words for staff.';

comment on table private.text_sources is 'The tables that hold texts of the company which clients and visitors read, and that are written in several languages.';

comment on table public.text_translations is 'A text of the company in another language than its own. Written by translate_text alone. Without a row readers get the original.';

comment on view private.site_texts is 'The texts of the blocks of pages, as they are drafted and as they show, each once; without the names of people.';

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

reset check_function_bodies;
