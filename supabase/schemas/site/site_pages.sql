-- Pages of the public site that the office makes of blocks: their draft, and what was published.

-- ---------------------------------------------------------------------------------------------------------- what it is

create function private.site_block_fields() returns jsonb
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
comment on function private.site_block_fields is
  'The kinds of blocks and the rule of each of their fields, as src/shared/domain/web/site-blocks.ts has them. line and text: their most
letters. A list: its most entries, and the rule or the fields of each.';

create function private.is_site_value(p_value jsonb, p_rule jsonb) returns boolean
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
comment on function private.is_site_value is 'Whether a field of a block has a value that its rule allows: plain text without tags, addresses of http(s) or of this site.';

create function private.has_site_fields(p_value jsonb, p_fields jsonb) returns boolean
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
comment on function private.has_site_fields is 'Whether a part of a block has no other fields than these, each with an allowed value.';

create function private.are_site_blocks(p_blocks jsonb) returns boolean
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
comment on function private.are_site_blocks is 'Whether this is a page: 24 blocks at most, each of a known kind with allowed fields and an id of its own.';
grant execute on function private.are_site_blocks to authenticated, service_role;

create table public.site_pages (
  id          uuid primary key default gen_random_uuid(),
  page        text not null unique,
  draft       jsonb not null default '[]',
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint site_pages_page_is_known check (page in ('home', 'about', 'services', 'work')),
  constraint site_pages_draft_is_made_of_blocks check (private.are_site_blocks(draft))
);
comment on table public.site_pages is 'The draft of each page that the office makes of blocks.';

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
create index site_versions_created_by_idx on public.site_versions (created_by);
create index site_versions_page_idx on public.site_versions (page, shows_from desc, number desc);
comment on table public.site_versions is
  'What was published of a page, in all its versions. Visitors see the one with the latest time that has come.';
comment on column public.site_versions.withdrawn_at is 'When somebody took back a version before its time came.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.site_pages', 'select, update', p_pinned => '{page}');
create policy "staff read drafts of pages" on public.site_pages for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site write drafts of pages" on public.site_pages for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));

call private.borrow_rules('public.site_versions', 'select', p_audited => true);
create policy "staff read versions of pages" on public.site_versions for select to authenticated using ((select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.usual_blocks(p_page text) returns jsonb
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
comment on function private.usual_blocks is 'The blocks of a page of which nothing was published: what the records of the company say by themselves.';

create function private.shown_version(p_page text, p_at timestamptz default statement_timestamp()) returns public.site_versions
  language sql stable security definer set search_path = ''
as $$
  select v.* from public.site_versions v
   where v.page = p_page and v.withdrawn_at is null and v.shows_from <= p_at order by v.shows_from desc, v.number desc limit 1
$$;
comment on function private.shown_version is 'The version of a page that visitors see at a time, now if none is given; null where none was published.';

create function private.facts_of_blocks(p_blocks jsonb) returns jsonb
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
comment on function private.facts_of_blocks is 'Blocks with the records that they show: photographs, services, reviews, tips and opening hours.';

create function private.get_public_page(p_page text) returns jsonb
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
comment on function private.get_public_page is
  'A page of the site as visitors see it now, in their language; version is null where nothing was published, next_at is when another version follows.';
call private.offer('private.get_public_page(text)', '{anon,authenticated,service_role}');

create function private.get_site_frame(p_placement text) returns jsonb
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
comment on function private.get_site_frame is
  'What stands around every page of the site: the banners that show today at a place (home, services, tips, or any other page), the pages that
the office published, and whether visits can be booked.';
call private.offer('private.get_site_frame(text)', '{anon,authenticated,service_role}');

create function private.site_draft(p_page text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see drafts of pages');
  end if;
  return (select private.facts_of_blocks(s.draft) from public.site_pages s where s.page = p_page);
end $$;
comment on function private.site_draft is 'The draft of a page with the records that its blocks show.';
call private.offer('private.site_draft(text)');

create function private.publish_site_page(p_page text, p_draft integer, p_at timestamptz default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page public.site_pages;
  v_shown public.site_versions;
  v_number integer;
begin
  perform private.must_named('manage_website', 'publish pages of the site');
  if p_at <= now() or p_at > now() + interval '1 year' then
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
comment on function private.publish_site_page is
  'Publishes the draft of a page, now or at p_at; the number of the version. p_draft: the version of the draft that the person saw. What
visitors see already is not published again.';
call private.offer('private.publish_site_page(text, integer, timestamptz)');

create function private.withdraw_site_version(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_version public.site_versions;
begin
  perform private.must_named('manage_website', 'publish pages of the site');
  select * into v_version from public.site_versions v where v.id = p_id for no key update;
  if v_version.id is null then
    perform private.refuse('22023', 'There is no such version');
  elsif v_version.withdrawn_at is null and v_version.shows_from <= clock_timestamp() then
    perform private.refuse('PT409', 'This version shows already. Restore another one and publish it.');
  end if;
  update public.site_versions v set withdrawn_at = now() where v.id = p_id and v.withdrawn_at is null;
end $$;
comment on function private.withdraw_site_version is 'Takes back a version whose time has not come.';
call private.offer('private.withdraw_site_version(uuid)');

create function private.nudge_visitors() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.nudge('site', tg_table_name, tg_op, null);
  return null;
end $$;
comment on function private.nudge_visitors is 'Tells everybody who looks at the site that something of it changed.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after update on public.site_pages for each statement execute function private.nudge_staff();
create trigger nudge_staff after insert or update on public.site_versions for each statement execute function private.nudge_staff();
create trigger nudge_visitors after insert or update on public.site_versions for each statement execute function private.nudge_visitors();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.site_pages (page, draft)
select page, private.usual_blocks(page) from unnest('{home,about,services,work}'::text[]) as page;
