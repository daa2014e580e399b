set check_function_bodies = off;

drop policy "visitors hear the public document of their link" on realtime.messages;

drop policy "people upload files by the rules of their bucket" on storage.objects;

drop routine private.get_public_home();

drop routine private.get_site_banners(p_placement text);

drop routine public.get_public_home();

drop routine public.get_site_banners(p_placement text);

alter table public.blog_posts add column photo_id uuid;

alter table public.services add column photo_id uuid;

-- Holders of manage_time_tracking hear of all time entries on a topic of their own.
create or replace function private.may_hear(p_topic text) returns boolean
  language sql stable security invoker set search_path = ''
as $$
  select case split_part(p_topic, ':', 1)
    when 'user' then p_topic = 'user:' || (select auth.uid())
    when 'role' then p_topic = 'role:' || (select private.my_role())
    when 'page' then case p_topic
      when 'page:time-tracking' then private.named('manage_time_tracking')
      else private.can(substr(p_topic, 6), 'view') and exists (
        select 1 from public.page_permissions pp where p_topic = 'page:' || pp.page_name)
    end
    when 'task' then exists (
      select 1 from public.tasks t where t.id = private.uuid_or_null(substr(p_topic, 6)))
    when 'doc' then private.is_public_document(private.uuid_or_null(substr(p_topic, 5)))
      or private.is_staff_document(private.uuid_or_null(substr(p_topic, 5)))
    when 'site' then p_topic = 'site'
    else false
  end
$$;

create table public.site_photos (
  id          uuid primary key,
  alt         text not null default '',
  file_type   text not null,
  width       integer not null,
  height      integer not null,
  widths      integer[] not null,
  tone        text not null default '#d8dde2',
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint site_photos_alt_length check (char_length(alt) <= 250),
  constraint site_photos_file_type_is_known check (file_type in ('webp', 'jpg')),
  constraint site_photos_width_range check (width between 1 and 4000),
  constraint site_photos_height_range check (height between 1 and 8000),
  constraint site_photos_widths_range check (cardinality(widths) between 1 and 4 and 0 < all (widths) and 4000 >= all (widths)),
  constraint site_photos_tone_is_a_colour check (tone ~ '^#[0-9a-f]{6}$')
);

create or replace function private.service_facts(p_service public.services) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'slug', p_service.slug, 'name', coalesce(p_service.public_title, p_service.name), 'category', p_service.category,
    'summary', p_service.summary, 'unit', p_service.unit, 'price', private.amount_text(p_service.base_price),
    'least', private.amount_text(p_service.min_charge), 'picture', p_service.picture, 'where_used', p_service.where_used,
    'lasts', p_service.lasts, 'ready_in', p_service.ready_in, 'photo', private.photo_facts(p_service.photo_id));
end $$;

create or replace function private.post_facts(p_post public.blog_posts) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'kind', p_post.kind, 'slug', p_post.slug, 'title', p_post.title, 'excerpt', p_post.excerpt, 'picture', p_post.picture,
    'photo', private.photo_facts(p_post.photo_id),
    'published_at', p_post.published_at, 'updated_at', greatest(p_post.updated_at, p_post.published_at),
    'minutes', greatest(1, round(char_length(regexp_replace(p_post.body_html, '<[^>]*>', '', 'g')) / 1100.0)));
end $$;

create or replace function private.site_block_fields() returns jsonb
  language sql immutable set search_path = ''
as $$ select '{
  "opening": {"label": "line:80", "title": "line:120", "lead": "text:600", "photo": "photo",
    "buttons": {"most": 2, "of": {"label": "line:40", "link": "link"}}},
  "text": {"title": "line:120", "body": "text:6000", "photo": "photo", "side": "word:left,right"},
  "pictures": {"title": "line:120", "body": "text:2000",
    "pictures": {"most": 24, "of": {"photo": "photo", "caption": "line:160"}}},
  "services": {"title": "line:120", "body": "text:2000", "services": {"most": 24, "of": "slug"}},
  "prices": {"title": "line:120", "body": "text:2000", "services": {"most": 24, "of": "slug"}},
  "reviews": {"title": "line:120"},
  "place": {"title": "line:120", "body": "text:2000"},
  "people": {"title": "line:120", "body": "text:2000",
    "people": {"most": 24, "of": {"name": "line:80", "role": "line:80", "photo": "photo"}}},
  "before_after": {"title": "line:120", "body": "text:2000", "before": "photo", "after": "photo"},
  "action": {"title": "line:120", "body": "text:2000",
    "buttons": {"most": 2, "of": {"label": "line:40", "link": "link"}}},
  "tips": {"title": "line:120"},
  "steps": {"title": "line:120", "steps": {"most": 8, "of": {"name": "line:60", "text": "text:400"}}}
}'::jsonb $$;

create or replace function private.is_site_value(p_value jsonb, p_rule jsonb) returns boolean
  language plpgsql immutable set search_path = ''
as $$
declare
  v_rule constant text[] := string_to_array(p_rule #>> '{}', ':');
  v_text constant text := p_value #>> '{}';
begin
  if jsonb_typeof(p_rule) = 'object' then
    return jsonb_typeof(p_value) = 'array' and jsonb_array_length(p_value) <= (p_rule ->> 'most')::integer and not exists (
      select from jsonb_array_elements(p_value) as one
       where not case jsonb_typeof(p_rule -> 'of') when 'object' then private.has_site_fields(one, p_rule -> 'of')
                 else private.is_site_value(one, p_rule -> 'of') end);
  elsif jsonb_typeof(p_value) <> 'string' then
    return false;
  end if;
  return case v_rule[1]
    when 'line' then char_length(v_text) <= v_rule[2]::integer and v_text !~ '[\u0001-\u001f\u007f]|<[A-Za-z/!?]'
    when 'text' then char_length(v_text) <= v_rule[2]::integer and v_text !~ '[\u0001-\u0009\u000b-\u001f\u007f]|<[A-Za-z/!?]'
    when 'photo' then v_text ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
    when 'slug' then v_text ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(v_text) <= 80
    when 'link' then v_text ~ '^(/([A-Za-z0-9][A-Za-z0-9/_.?=&%#-]*)?|https?://[A-Za-z0-9][^\u0001-\u0020"<>\\\u007f]*)?$'
      and char_length(v_text) <= 500
    when 'word' then v_text = any (string_to_array(v_rule[2], ','))
    else false
  end;
end $$;

create or replace function private.has_site_fields(p_value jsonb, p_fields jsonb) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) <> 'object' then
    return false;
  end if;
  return not exists (
    select from jsonb_each(p_value) as field
     where not p_fields ? field.key or not private.is_site_value(field.value, p_fields -> field.key));
end $$;

create or replace function private.are_site_blocks(p_blocks jsonb) returns boolean
  language plpgsql immutable security definer set search_path = ''
as $$
declare
  v_block jsonb;
  v_ids text[] := '{}';
begin
  if jsonb_typeof(p_blocks) <> 'array' or jsonb_array_length(p_blocks) > 24 then
    return false;
  end if;
  for v_block in select jsonb_array_elements(p_blocks) loop
    if jsonb_typeof(v_block) <> 'object' or jsonb_typeof(v_block -> 'id') is distinct from 'string'
      or v_block ->> 'id' !~ '^[a-z0-9-]{1,40}$' or v_block ->> 'id' = any (v_ids)
      or jsonb_typeof(v_block -> 'kind') is distinct from 'string' or not private.site_block_fields() ? (v_block ->> 'kind')
      or not private.has_site_fields(v_block - '{id,kind}'::text[], private.site_block_fields() -> (v_block ->> 'kind'))
    then
      return false;
    end if;
    v_ids := v_ids || (v_block ->> 'id');
  end loop;
  return true;
end $$;

create table public.site_pages (
  id          uuid primary key default gen_random_uuid(),
  page        text not null unique,
  draft       jsonb not null default '[]',
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint site_pages_page_is_known check (page in ('home', 'about', 'services', 'work')),
  constraint site_pages_draft_is_made_of_blocks check (private.are_site_blocks(draft))
);

create table public.site_versions (
  id           uuid primary key default gen_random_uuid(),
  page         text not null,
  number       integer not null,
  blocks       jsonb not null,
  shows_from   timestamptz not null,
  withdrawn_at timestamptz,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  constraint site_versions_page_is_known check (page in ('home', 'about', 'services', 'work')),
  constraint site_versions_number_range check (number between 1 and 100000),
  constraint site_versions_blocks_make_a_page check (private.are_site_blocks(blocks)),
  constraint site_versions_page_number_key unique (page, number)
);

create or replace function private.usual_blocks(p_page text) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case p_page
    when 'home' then '[{"id": "opening", "kind": "opening"}, {"id": "services", "kind": "services"}, {"id": "reviews", "kind": "reviews"},
      {"id": "place", "kind": "place"}, {"id": "tips", "kind": "tips"}]'
    when 'services' then '[{"id": "services", "kind": "services"}]'
    when 'about' then '[{"id": "people", "kind": "people"}, {"id": "place", "kind": "place"}]'
    when 'work' then '[{"id": "pictures", "kind": "pictures"}]'
  end::jsonb
$$;

create or replace function private.shown_version(p_page text, p_at timestamptz default statement_timestamp()) returns public.site_versions
  language sql stable security definer set search_path = ''
as $$
  select v.* from public.site_versions v
   where v.page = p_page and v.withdrawn_at is null and v.shows_from <= p_at order by v.shows_from desc, v.number desc limit 1
$$;

create or replace function private.facts_of_blocks(p_blocks jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kinds constant text[] := array(select distinct block ->> 'kind' from jsonb_array_elements(p_blocks) as block);
begin
  return jsonb_build_object(
    'blocks', p_blocks,
    'photos', coalesce((select jsonb_agg(private.photo_facts(p.id)) from public.site_photos p where p.id in (
        select (named #>> '{}')::uuid from jsonb_path_query(p_blocks,
          '$.** ? (@ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")') as named)), '[]'),
    'services', case when v_kinds && '{services,prices}' then private.get_public_services() else '[]' end,
    'reviews', case when 'reviews' = any (v_kinds) then coalesce((
      select jsonb_agg(private.review_facts(r) order by r.created_at desc)
        from (select * from public.reviews v where v.status = 'published' order by v.created_at desc limit 6) as r), '[]') else '[]' end,
    'rating', (select jsonb_build_object('count', count(*), 'average', trunc(avg(rating), 1)::text)
                 from public.reviews where status = 'published'),
    'posts', case when 'tips' = any (v_kinds) then coalesce((
      select jsonb_agg(private.post_facts(p) order by p.published_at desc)
        from (select * from public.blog_posts b where private.is_out(b) order by b.published_at desc limit 3) as p), '[]') else '[]' end,
    'hours', case when 'place' = any (v_kinds) then coalesce((
      select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'), 'closes', to_char(h.closes, 'HH24:MI'))
               order by h.weekday, h.opens) from public.booking_hours h where h.desk = 'studio'), '[]') else '[]' end);
end $$;

create or replace function private.get_public_page(p_page text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_shown constant public.site_versions := private.shown_version(p_page);
begin
  if private.usual_blocks(p_page) is null then
    return null;
  end if;
  return private.facts_of_blocks(coalesce(v_shown.blocks, private.usual_blocks(p_page))) || jsonb_build_object(
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
               order by b.sort, b.created_at)
        from public.banners b
       where b.is_active and b.placement in ('everywhere', p_placement)
         and private.company_today() between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')), '[]'),
    'pages', coalesce((
      select jsonb_agg(s.page order by s.page) from public.site_pages s
       where s.page in ('about', 'work') and (private.shown_version(s.page)).id is not null), '[]'),
    'books_visits', exists (select from public.booking_types t where t.is_active));
end $$;

create or replace function private.site_draft(p_page text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see drafts of pages');
  end if;
  return (select private.facts_of_blocks(s.draft) from public.site_pages s where s.page = p_page);
end $$;

create or replace function private.publish_site_page(p_page text, p_draft integer, p_at timestamptz default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page public.site_pages;
  v_shown public.site_versions;
  v_number integer;
begin
  if not private.named('manage_website') then
    perform private.refuse('42501', 'You may not publish pages of the site');
  elsif p_at <= now() or p_at > now() + interval '1 year' then
    perform private.refuse('22023', 'Choose a time within the next year');
  end if;
  select * into v_page from public.site_pages s where s.page = p_page for no key update;
  v_shown := private.shown_version(p_page, clock_timestamp());
  if v_page.id is null then
    perform private.refuse('22023', 'There is no such page');
  elsif v_page.row_version is distinct from p_draft then
    perform private.refuse('PT409', 'Somebody changed this page meanwhile. Please look at it first.');
  elsif p_at is null and v_shown.blocks = v_page.draft then
    return v_shown.number;
  end if;
  select 1 + coalesce(max(v.number), 0) into v_number from public.site_versions v where v.page = p_page;
  insert into public.site_versions (page, number, blocks, shows_from, created_by)
  values (p_page, v_number, v_page.draft, coalesce(p_at, clock_timestamp()), auth.uid());
  return v_number;
end $$;

create or replace function private.withdraw_site_version(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_version public.site_versions;
begin
  if not private.named('manage_website') then
    perform private.refuse('42501', 'You may not publish pages of the site');
  end if;
  select * into v_version from public.site_versions v where v.id = p_id for no key update;
  if v_version.id is null then
    perform private.refuse('22023', 'There is no such version');
  elsif v_version.withdrawn_at is null and v_version.shows_from <= clock_timestamp() then
    perform private.refuse('PT409', 'This version shows already. Restore another one and publish it.');
  end if;
  update public.site_versions v set withdrawn_at = now() where v.id = p_id and v.withdrawn_at is null;
end $$;

create or replace function private.nudge_visitors() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.nudge('site', tg_table_name, tg_op, null);
  return null;
end $$;

create or replace function private.photo_facts(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('id', p.id, 'alt', p.alt, 'type', p.file_type, 'width', p.width, 'height', p.height,
      'widths', to_jsonb(p.widths), 'tone', p.tone)
    from public.site_photos p where p.id = p_id);
end $$;

create or replace function private.add_site_photo(
  p_id uuid, p_file_type text, p_width integer, p_height integer, p_widths integer[], p_tone text, p_alt text default '') returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.named('manage_website') then
    perform private.refuse('42501', 'You may not add photographs of the site');
  elsif exists (select from public.site_photos p where p.id = p_id) then
    return;
  elsif exists (
    select from unnest(p_widths) as width where not exists (
      select from storage.objects o where o.bucket_id = 'site-photos' and o.name = format('%s/%s.%s', p_id, width, p_file_type)))
  then
    perform private.refuse('22023', 'The photograph did not arrive. Please upload it again.');
  end if;
  insert into public.site_photos (id, alt, file_type, width, height, widths, tone, created_by)
  values (p_id, btrim(coalesce(p_alt, '')), p_file_type, p_width, p_height, p_widths, p_tone, auth.uid());
end $$;

create or replace function private.keep_shown_photo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.site_pages s where s.draft @? format('$.** ? (@ == "%s")', old.id)::jsonpath)
    or exists (select from public.site_versions v where v.blocks @? format('$.** ? (@ == "%s")', old.id)::jsonpath)
  then
    perform private.refuse('PT409', 'A page of the site shows this photograph, or an earlier version of it does.');
  end if;
  return old;
end $$;

alter table public.blog_posts add constraint blog_posts_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES public.site_photos(id) ON DELETE SET NULL;

alter table public.services add constraint services_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES public.site_photos(id) ON DELETE SET NULL;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.site_pages', 'select, update', p_pinned => '{page}');

call private.borrow_rules('public.site_versions', 'select', p_audited => true);

call private.offer('private.get_public_page(text)', '{anon,authenticated,service_role}');

call private.offer('private.get_site_frame(text)', '{anon,authenticated,service_role}');

call private.offer('private.site_draft(text)');

call private.offer('private.publish_site_page(text, integer, timestamptz)');

call private.offer('private.withdraw_site_version(uuid)');

call private.borrow_rules('public.site_photos', 'select, update, delete', p_changeable => '{alt,row_version}');

call private.offer('private.add_site_photo(uuid, text, integer, integer, integer[], text, text)');

create index blog_posts_photo_id_idx on public.blog_posts (photo_id);

create index services_photo_id_idx on public.services (photo_id);

create index site_photos_created_at_idx on public.site_photos (created_at desc);

create index site_photos_created_by_idx on public.site_photos (created_by);

create index site_versions_created_by_idx on public.site_versions (created_by);

create index site_versions_page_idx on public.site_versions (page, shows_from desc, number desc);

create or replace trigger nudge_staff after update on public.site_pages for each statement execute function private.nudge_staff();

create or replace trigger keep_shown before delete on public.site_photos for each row execute function private.keep_shown_photo();

create or replace trigger nudge_staff after insert or update or delete on public.site_photos for each statement execute function private.nudge_staff();

create or replace trigger nudge_staff after insert or update on public.site_versions for each statement execute function private.nudge_staff();

create or replace trigger nudge_visitors after insert or update on public.site_versions for each statement execute function private.nudge_visitors();

create policy "staff read drafts of pages" on public.site_pages for select to authenticated using ((select private.is_staff()));

create policy "staff who keep the site write drafts of pages" on public.site_pages for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));

create policy "staff read photographs of the site" on public.site_photos for select to authenticated using ((select private.is_staff()));

create policy "staff who keep the site describe photographs" on public.site_photos for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));

create policy "staff who keep the site remove photographs" on public.site_photos for delete to authenticated
  using ((select private.named('manage_website')));

create policy "staff read versions of pages" on public.site_versions for select to authenticated using ((select private.is_staff()));

create policy "visitors hear the site and the public document of their link" on realtime.messages
  for select to anon
  using (extension = 'broadcast' and ((select realtime.topic()) = 'site' or (select realtime.topic()) like 'doc:%'
    and (select private.is_public_document(private.uuid_or_null(substr((select realtime.topic()), 5))))));

create policy "people upload files by the rules of their bucket" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'::text AND (( SELECT private.my_role() AS my_role)) <> 'pending'::public.app_role AND split_part(name, '/'::text, 1) = ((( SELECT auth.uid() AS uid))::text) AND name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text OR bucket_id = 'delivery-photos'::text AND ( SELECT private.can('deliveries'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'::text OR bucket_id = 'item-photos'::text AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.jpg$'::text OR bucket_id = 'job-files'::text AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'::text OR bucket_id = 'job-photos'::text AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|jpeg|webp)$'::text OR bucket_id = 'line-pictures'::text AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'::text OR bucket_id = 'mockups'::text AND ( SELECT private.can('jobs'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'panels'::text AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'site-photos'::text AND ( SELECT private.named('manage_website'::text) AS named) AND name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[1-9][0-9]{1,3}\.(webp|jpg)$'::text OR bucket_id = 'supplier-invoices'::text AND ( SELECT private.can('supplier-invoices'::text, 'create'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text);

grant execute on routine private.are_site_blocks(p_blocks jsonb) to authenticated;

comment on function private.add_site_photo(pg_catalog.uuid,pg_catalog.text,integer,integer,integer[],pg_catalog.text,pg_catalog.text) is 'Adds an uploaded photograph. p_id is chosen by the caller, so that a repeated call adds it once. p_widths: a file is there for each.';

comment on function private.are_site_blocks(pg_catalog.jsonb) is 'Whether this is a page: 24 blocks at most, each of a known kind with allowed fields and an id of its own.';

comment on function private.facts_of_blocks(pg_catalog.jsonb) is 'Blocks with the records that they show: photographs, services, reviews, tips and opening hours.';

comment on function private.get_public_page(pg_catalog.text) is 'A page of the site as visitors see it now; version is null where nothing was published, next_at is when another version follows.';

comment on function private.get_site_frame(pg_catalog.text) is 'What stands around every page of the site: the banners that show today at a place (home, services, tips, or any other page), the pages that
the office published, and whether visits can be booked.';

comment on function private.has_site_fields(pg_catalog.jsonb,pg_catalog.jsonb) is 'Whether a part of a block has no other fields than these, each with an allowed value.';

comment on function private.is_site_value(pg_catalog.jsonb,pg_catalog.jsonb) is 'Whether a field of a block has a value that its rule allows: plain text without tags, addresses of http(s) or of this site.';

comment on function private.keep_shown_photo() is 'A photograph stays as long as a draft or a version of a page names it.';

comment on function private.nudge_visitors() is 'Tells everybody who looks at the site that something of it changed.';

comment on function private.photo_facts(pg_catalog.uuid) is 'What a page needs of a photograph; its files are called <id>/<width>.<type>.';

comment on function private.publish_site_page(pg_catalog.text,integer,timestamp with time zone) is 'Publishes the draft of a page, now or at p_at; the number of the version. p_draft: the version of the draft that the person saw. What
visitors see already is not published again.';

comment on function private.shown_version(pg_catalog.text,timestamp with time zone) is 'The version of a page that visitors see at a time, now if none is given; null where none was published.';

comment on function private.site_block_fields() is 'The kinds of blocks and the rule of each of their fields, as src/shared/domain/web/site-blocks.ts has them. line and text: their most
letters. A list: its most entries, and the rule or the fields of each.';

comment on function private.site_draft(pg_catalog.text) is 'The draft of a page with the records that its blocks show.';

comment on function private.usual_blocks(pg_catalog.text) is 'The blocks of a page of which nothing was published: what the records of the company say by themselves.';

comment on function private.withdraw_site_version(pg_catalog.uuid) is 'Takes back a version whose time has not come.';

comment on function public.add_site_photo(pg_catalog.uuid,pg_catalog.text,integer,integer,integer[],pg_catalog.text,pg_catalog.text) is 'Adds an uploaded photograph. p_id is chosen by the caller, so that a repeated call adds it once. p_widths: a file is there for each.';

comment on function public.get_public_page(pg_catalog.text) is 'A page of the site as visitors see it now; version is null where nothing was published, next_at is when another version follows.';

comment on function public.get_site_frame(pg_catalog.text) is 'What stands around every page of the site: the banners that show today at a place (home, services, tips, or any other page), the pages that
the office published, and whether visits can be booked.';

comment on function public.publish_site_page(pg_catalog.text,integer,timestamp with time zone) is 'Publishes the draft of a page, now or at p_at; the number of the version. p_draft: the version of the draft that the person saw. What
visitors see already is not published again.';

comment on function public.site_draft(pg_catalog.text) is 'The draft of a page with the records that its blocks show.';

comment on function public.withdraw_site_version(pg_catalog.uuid) is 'Takes back a version whose time has not come.';

comment on column public.site_photos.alt is 'What the photograph shows, in words; empty until somebody wrote it.';

comment on column public.site_photos.tone is 'Its average colour, shown until the file is here.';

comment on column public.site_versions.withdrawn_at is 'When somebody took back a version before its time came.';

comment on table public.site_pages is 'The draft of each page that the office makes of blocks.';

comment on table public.site_photos is 'Photographs of the public site: files of the bucket site-photos, one a width.';

comment on table public.site_versions is 'What was published of a page, in all its versions. Visitors see the one with the latest time that has come.';

insert into private.file_rules ("rule", "bucket", "command") select "rule", "bucket", "command" from jsonb_populate_record(null::private.file_rules, '{"rule":"bucket_id = ''site-photos'' and ((select private.named(''manage_website'')) and name ~ ''^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[1-9][0-9]{1,3}\\.(webp|jpg)$'')","bucket":"site-photos","command":"insert"}');

insert into public.site_pages ("page", "draft", "row_version") select "page", "draft", "row_version" from jsonb_populate_record(null::public.site_pages, '{"page":"about","draft":[{"id":"people","kind":"people"},{"id":"place","kind":"place"}],"row_version":1}');

insert into public.site_pages ("page", "draft", "row_version") select "page", "draft", "row_version" from jsonb_populate_record(null::public.site_pages, '{"page":"home","draft":[{"id":"opening","kind":"opening"},{"id":"services","kind":"services"},{"id":"reviews","kind":"reviews"},{"id":"place","kind":"place"},{"id":"tips","kind":"tips"}],"row_version":1}');

insert into public.site_pages ("page", "draft", "row_version") select "page", "draft", "row_version" from jsonb_populate_record(null::public.site_pages, '{"page":"services","draft":[{"id":"services","kind":"services"}],"row_version":1}');

insert into public.site_pages ("page", "draft", "row_version") select "page", "draft", "row_version" from jsonb_populate_record(null::public.site_pages, '{"page":"work","draft":[{"id":"pictures","kind":"pictures"}],"row_version":1}');

insert into storage.buckets ("id", "name", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection") select "id", "name", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection" from jsonb_populate_record(null::storage.buckets, '{"id":"site-photos","name":"site-photos","owner":null,"public":true,"owner_id":null,"file_size_limit":3145728,"allowed_mime_types":["image/webp","image/jpeg"],"avif_autodetection":false}');

reset check_function_bodies;
