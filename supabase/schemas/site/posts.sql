-- Tips: posts of the public site.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.blog_posts (
  id           uuid primary key default gen_random_uuid(),
  kind         text not null default 'tip',
  slug         text not null unique,
  title        text not null,
  excerpt      text,
  body_html    text not null default '',
  picture      text,
  service_id   uuid references public.services (id) on delete set null,
  status       text not null default 'draft',
  published_at timestamptz,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  photo_id     uuid references public.site_photos (id) on delete set null,
  constraint blog_posts_kind_is_known check (kind in ('blog', 'tip')),
  constraint blog_posts_slug_is_a_path check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint blog_posts_title_length check (char_length(btrim(title)) between 1 and 200 and char_length(title) <= 250),
  constraint blog_posts_excerpt_length check (char_length(excerpt) <= 500),
  constraint blog_posts_body_length check (char_length(body_html) <= 1000000),
  constraint blog_posts_picture_is_a_word check (picture ~ '^[a-z][a-z-]{1,39}$'),
  constraint blog_posts_status_is_known check (status in ('draft', 'published')),
  constraint blog_posts_published_has_a_time check (status = 'draft' or published_at is not null)
);
create index blog_posts_service_id_idx on public.blog_posts (service_id);
create index blog_posts_photo_id_idx on public.blog_posts (photo_id);
create index blog_posts_created_by_idx on public.blog_posts (created_by);
create index blog_posts_published_at_idx on public.blog_posts (published_at desc);
comment on table public.blog_posts is 'Tips and news of the public site. A published post shows from its time on.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.blog_posts');
create policy "staff read posts" on public.blog_posts for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site add posts" on public.blog_posts for insert to authenticated
  with check ((select private.named('manage_website')) and created_by = (select auth.uid()));
create policy "staff who keep the site change posts" on public.blog_posts for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove posts" on public.blog_posts for delete to authenticated
  using ((select private.named('manage_website')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_post() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end $$;
comment on function private.settle_post is 'A published post has a time.';

create function private.post_facts(p_post public.blog_posts) returns jsonb
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
comment on function private.post_facts is 'What a list shows of a post in the language of the reader; minutes to read at 1,100 characters a minute.';

create function private.is_out(p_post public.blog_posts) returns boolean
  language sql stable set search_path = ''
as $$ select p_post.status = 'published' and p_post.published_at <= now() $$;
comment on function private.is_out is 'Whether visitors read the post already.';

create function private.get_public_posts() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.post_facts(p) order by p.published_at desc, p.slug), '[]')
    from (select * from public.blog_posts b where private.is_out(b) order by b.published_at desc limit 200) as p
$$;
comment on function private.get_public_posts is 'The published tips and news, the newest first, 200 at most.';
call private.offer('private.get_public_posts()', '{anon,authenticated,service_role}');

create function private.get_public_post(p_slug text) returns jsonb
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
comment on function private.get_public_post is
  'One published post with its text and what to read next; {moved_to} for an address it had before; null for any other.';
call private.offer('private.get_public_post(text)', '{anon,authenticated,service_role}');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger settle before insert or update on public.blog_posts for each row execute function private.settle_post();
create trigger nudge_staff after insert or update or delete on public.blog_posts for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.blog_posts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_website');
create trigger keep_former_slug after update of slug on public.blog_posts
  for each row when (old.slug <> new.slug)
  execute function private.keep_former_slug('post');
create trigger keep_former_slug_of_new after insert on public.blog_posts
  for each row
  execute function private.keep_former_slug('post');
create trigger forget_texts after delete on public.blog_posts for each row execute function private.forget_texts('id');
