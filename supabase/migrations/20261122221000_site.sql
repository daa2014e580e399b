-- The public site: posts, reviews, banners, what the site says about services, and registrations. Visitors have no
-- account and no grant on a table. Each function below gives them what is published, and no other column.

insert into public.permissions (name, description) values
  ('manage_website', 'Write tips and banners, and moderate reviews'),
  ('manage_bookings', 'Take, move and cancel appointments, and set the opening hours');
insert into public.role_permissions (role, permission_id)
select role::public.app_role, id from public.permissions, unnest(array['admin', 'sales', 'account_manager']) as role
 where name in ('manage_website', 'manage_bookings');

create function private.nudge_staff() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    if v_role not in ('client', 'pending') then
      perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
    end if;
  end loop;
  return null;
end $$;
comment on function private.nudge_staff is 'Tells every role of the staff that a table of the site changed.';

-- ------------------------------------------------------------------------------------------- limits of visitors

create table private.visitor_calls (
  id        bigint generated always as identity primary key,
  name      text not null,
  address   text not null,
  called_at timestamptz not null default clock_timestamp()
);
create index visitor_calls_name_address_idx on private.visitor_calls (name, address, called_at);
create index visitor_calls_called_at_idx on private.visitor_calls (called_at);
alter table private.visitor_calls enable row level security;
revoke all on private.visitor_calls from anon, authenticated;
comment on table private.visitor_calls is 'Calls of visitors within the last day, by address: an IPv6 network of 64 bits counts as one.';

create function private.limit_visitor(p_name text, p_per_hour integer, p_per_day integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ip constant inet := private.client_address();
  v_address constant text := coalesce(case family(v_ip) when 6 then network(set_masklen(v_ip, 64))::text else host(v_ip) end, 'unknown');
begin
  if private.is_server() or private.is_staff() then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('visitor ' || p_name || v_address, 0));
  delete from private.visitor_calls
   where id in (select c.id from private.visitor_calls c where c.called_at < now() - interval '1 day'
                 order by c.called_at limit 200 for update skip locked);
  if (select count(*) from private.visitor_calls c
       where c.name = p_name and c.address = v_address and c.called_at > now() - interval '1 hour') >= p_per_hour
    or (select count(*) from private.visitor_calls c
         where c.name = p_name and c.address = v_address and c.called_at > now() - interval '1 day') >= p_per_day
  then
    perform private.refuse('PT429', 'There were too many requests from your network. Please try again later, or call us.');
  end if;
  insert into private.visitor_calls (name, address) values (p_name, v_address);
end $$;
comment on function private.limit_visitor is
  'Counts one call of a visitor by address, or refuses it with PT429. Staff and the server are not limited. The count stays '
  'when the transaction commits: a refused form does not count.';

create function private.refuse_robot(p_trap text) returns void
  language plpgsql set search_path = ''
as $$
begin
  if nullif(btrim(p_trap), '') is not null then
    perform private.refuse('22023', 'This looks like an automatic message. Please leave the field “Website” empty.');
  end if;
end $$;
comment on function private.refuse_robot is 'Refuses a form whose hidden field is filled in: people do not see it.';

-- ------------------------------------------------------------------------------------------------------- services

alter table public.services
  add column picture     text,
  add column where_used  text,
  add column lasts       text,
  add column ready_in    text,
  add constraint services_picture_is_a_word check (picture ~ '^[a-z][a-z-]{1,39}$'),
  add constraint services_site_facts_length check (
    char_length(where_used) <= 200 and char_length(lasts) <= 200 and char_length(ready_in) <= 200);
comment on column public.services.picture is 'The name of one of the drawings of the public site.';
comment on column public.services.where_used is 'Where it lives: wall, window, van, desk.';
comment on column public.services.lasts is 'How long it lasts, in words.';
comment on column public.services.ready_in is 'How fast it is made, in words.';

-- ---------------------------------------------------------------------------------------------------------- posts

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
create index blog_posts_created_by_idx on public.blog_posts (created_by);
create index blog_posts_published_at_idx on public.blog_posts (published_at desc);
comment on table public.blog_posts is 'Tips and news of the public site. A published post shows from its time on.';

create table private.post_slugs (
  slug    text primary key,
  post_id uuid not null references public.blog_posts (id) on delete cascade
);
create index post_slugs_post_id_idx on private.post_slugs (post_id);
alter table private.post_slugs enable row level security;
revoke all on private.post_slugs from anon, authenticated;
comment on table private.post_slugs is 'Addresses that a post had before: they lead to where it is now.';

create function private.settle_post() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  if tg_op = 'UPDATE' and new.slug <> old.slug and old.published_at <= now() then
    insert into private.post_slugs (slug, post_id) values (old.slug, old.id)
    on conflict (slug) do update set post_id = excluded.post_id;
  end if;
  delete from private.post_slugs where slug = new.slug;
  return new;
end $$;
comment on function private.settle_post is 'A published post has a time, and keeps the addresses that visitors knew.';
create trigger settle before insert or update on public.blog_posts for each row execute function private.settle_post();

-- -------------------------------------------------------------------------------------------------------- reviews

create table public.reviews (
  id           uuid primary key default gen_random_uuid(),
  name         text not null,
  email        text,
  company      text,
  rating       integer not null,
  body         text not null,
  service_id   uuid references public.services (id) on delete set null,
  status       text not null default 'pending',
  reply        text,
  replied_at   timestamptz,
  published_at timestamptz,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint reviews_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint reviews_email_length check (char_length(email) <= 320),
  constraint reviews_company_length check (char_length(company) <= 200),
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_body_length check (char_length(btrim(body)) between 1 and 3000 and char_length(body) <= 3000),
  constraint reviews_status_is_known check (status in ('pending', 'published', 'hidden')),
  constraint reviews_reply_length check (char_length(reply) <= 3000)
);
create index reviews_service_id_idx on public.reviews (service_id);
create index reviews_status_created_at_idx on public.reviews (status, created_at desc);
comment on table public.reviews is 'What clients say. A review shows on the site when the office has published it.';

create function private.settle_review() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  if nullif(btrim(new.reply), '') is null then
    new.reply := null;
    new.replied_at := null;
  elsif new.replied_at is null or (tg_op = 'UPDATE' and new.reply is distinct from old.reply) then
    new.replied_at := now();
  end if;
  return new;
end $$;
comment on function private.settle_review is 'The times of publication and answer follow the review.';
create trigger settle before insert or update on public.reviews for each row execute function private.settle_review();

-- -------------------------------------------------------------------------------------------------------- banners

create table public.banners (
  id          uuid primary key default gen_random_uuid(),
  title       text not null,
  body        text,
  link_label  text,
  link        text,
  placement   text not null default 'everywhere',
  starts_on   date,
  ends_on     date,
  is_active   boolean not null default true,
  sort        integer not null default 0,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint banners_title_length check (char_length(btrim(title)) between 1 and 120 and char_length(title) <= 150),
  constraint banners_text_length check (char_length(body) <= 300 and char_length(link_label) <= 60),
  constraint banners_link_is_an_address check (link ~ '^(/[a-z0-9][a-z0-9/_-]*|https://[^\s"<>]+)$' and char_length(link) <= 500),
  constraint banners_placement_is_known check (placement in ('everywhere', 'home', 'services', 'tips')),
  constraint banners_end_after_begin check (ends_on >= starts_on)
);
create index banners_created_by_idx on public.banners (created_by);
comment on table public.banners is 'Banners of the public site with the days on which they show, both included.';

call private.borrow_rules('public.blog_posts');
call private.borrow_rules('public.reviews', p_pinned => '{name,email,company,rating,body,published_at,replied_at}');
call private.borrow_rules('public.banners');
create trigger nudge_staff after insert or update or delete on public.blog_posts for each statement execute function private.nudge_staff();
create trigger nudge_staff after insert or update or delete on public.reviews for each statement execute function private.nudge_staff();
create trigger nudge_staff after insert or update or delete on public.banners for each statement execute function private.nudge_staff();

create policy "staff read posts" on public.blog_posts for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site add posts" on public.blog_posts for insert to authenticated
  with check ((select private.named('manage_website')) and created_by = (select auth.uid()));
create policy "staff who keep the site change posts" on public.blog_posts for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove posts" on public.blog_posts for delete to authenticated
  using ((select private.named('manage_website')));

create policy "staff read reviews" on public.reviews for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site add reviews" on public.reviews for insert to authenticated
  with check ((select private.named('manage_website')));
create policy "staff who keep the site moderate reviews" on public.reviews for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove reviews" on public.reviews for delete to authenticated
  using ((select private.named('manage_website')));

create policy "staff read banners" on public.banners for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site add banners" on public.banners for insert to authenticated
  with check ((select private.named('manage_website')) and created_by = (select auth.uid()));
create policy "staff who keep the site change banners" on public.banners for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove banners" on public.banners for delete to authenticated
  using ((select private.named('manage_website')));

-- ----------------------------------------------------------------------------------------------- what visitors read

create function private.service_facts(p_service public.services) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'slug', p_service.slug, 'name', coalesce(p_service.public_title, p_service.name), 'category', p_service.category,
    'summary', p_service.summary, 'unit', p_service.unit, 'price', private.amount_text(p_service.base_price),
    'least', private.amount_text(p_service.min_charge), 'picture', p_service.picture, 'where_used', p_service.where_used,
    'lasts', p_service.lasts, 'ready_in', p_service.ready_in)
$$;
comment on function private.service_facts is 'What the public site shows of a service in a list; prices as text, without VAT.';

create function private.get_public_services() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.service_facts(s) order by s.sort, s.name), '[]')
    from public.services s where s.is_public and s.archived_at is null
$$;
comment on function private.get_public_services is 'The services of the public site, in their order.';

create function private.post_facts(p_post public.blog_posts) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', p_post.kind, 'slug', p_post.slug, 'title', p_post.title, 'excerpt', p_post.excerpt, 'picture', p_post.picture,
    'published_at', p_post.published_at, 'updated_at', greatest(p_post.updated_at, p_post.published_at),
    'minutes', greatest(1, round(char_length(regexp_replace(p_post.body_html, '<[^>]*>', '', 'g')) / 1100.0)))
$$;
comment on function private.post_facts is 'What a list shows of a post; minutes to read at 1,100 characters a minute.';

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

create function private.get_public_post(p_slug text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when p.slug <> p_slug then jsonb_build_object('moved_to', p.slug)
    else private.post_facts(p) || jsonb_build_object(
      'body_html', p.body_html,
      'service', (select private.service_facts(s) from public.services s
                   where s.id = p.service_id and s.is_public and s.archived_at is null),
      'next', coalesce((
        select jsonb_agg(private.post_facts(o) order by o.published_at desc)
          from (select * from public.blog_posts n where private.is_out(n) and n.id <> p.id
                 order by n.service_id is not distinct from p.service_id desc, n.published_at desc limit 3) as o), '[]'))
    end
  from public.blog_posts p
  where private.is_out(p) and p.id = coalesce(
    (select b.id from public.blog_posts b where b.slug = p_slug), (select o.post_id from private.post_slugs o where o.slug = p_slug))
$$;
comment on function private.get_public_post is
  'One published post with its text and what to read next; {moved_to} for an address it had before; null for any other.';

create function private.review_facts(p_review public.reviews) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p_review.id, 'name', p_review.name, 'company', p_review.company, 'rating', p_review.rating,
    'body', p_review.body, 'reply', p_review.reply, 'replied_at', p_review.replied_at, 'at', p_review.created_at)
$$;
comment on function private.review_facts is 'What the site shows of a review: never the e-mail address.';

create function private.get_public_service(p_slug text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.service_facts(s) || jsonb_build_object(
    'text', s.public_text,
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
               order by n.category is not distinct from s.category desc, n.sort limit 3) as o), '[]'))
  from public.services s
  where s.slug = p_slug and s.is_public and s.archived_at is null
$$;
comment on function private.get_public_service is 'One public service with its price breaks, options, reviews and tips; null for any other.';

create function private.get_site_banners(p_placement text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'body', b.body, 'link', b.link,
           'link_label', b.link_label) order by b.sort, b.created_at), '[]')
    from public.banners b
   where b.is_active and b.placement in ('everywhere', p_placement)
     and private.company_today() between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')
$$;
comment on function private.get_site_banners is 'The banners that show today at a place: home, services, tips, or any other page.';

create function private.get_public_home() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'services', private.get_public_services(),
    'posts', coalesce((
      select jsonb_agg(private.post_facts(p) order by p.published_at desc)
        from (select * from public.blog_posts b where private.is_out(b) order by b.published_at desc limit 3) as p), '[]'),
    'reviews', coalesce((
      select jsonb_agg(private.review_facts(r) order by r.created_at desc)
        from (select * from public.reviews v where v.status = 'published' order by v.created_at desc limit 6) as r), '[]'),
    'rating', (select jsonb_build_object('count', count(*), 'average', trunc(avg(rating), 1)::text)
                 from public.reviews where status = 'published'))
$$;
comment on function private.get_public_home is 'What the home page shows: services, the newest tips and reviews, and the average of all reviews.';

-- ---------------------------------------------------------------------------------------------- what visitors write

create function private.leave_review(
  p_name text, p_rating integer, p_body text, p_email text default null, p_company text default null,
  p_service text default null, p_trap text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_robot(p_trap);
  if nullif(btrim(p_name), '') is null or char_length(p_name) > 100 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.refuse('22023', 'Please choose one to five stars');
  elsif nullif(btrim(p_body), '') is null or char_length(p_body) > 3000 then
    perform private.refuse('22023', 'Please write your review in 3000 characters at most');
  elsif nullif(btrim(p_email), '') is not null and not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  end if;
  -- A double click or a repeated request is one review.
  if exists (select from public.reviews r where r.name = btrim(p_name) and r.body = btrim(p_body) and r.created_at > now() - interval '1 day') then
    return;
  end if;
  perform private.limit_visitor('leave_review', 3, 6);
  insert into public.reviews (name, email, company, rating, body, service_id)
  values (btrim(p_name), nullif(lower(btrim(p_email)), ''), left(nullif(btrim(p_company), ''), 200), p_rating, btrim(p_body),
          (select s.id from public.services s where s.slug = p_service and s.is_public));
  perform private.tell_staff('{}', 'sales', format('New review: %s of 5 stars', p_rating),
    format('%s: %s', btrim(p_name), left(btrim(p_body), 300)), null, '{"kind": "review"}');
end $$;
comment on function private.leave_review is 'A review by a visitor; it waits until the office publishes it. The same words count once a day.';

create function private.register_visitor(p_kind text, p_details jsonb, p_trap text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v public.contacts := jsonb_populate_record(null::public.contacts, (
    select coalesce(jsonb_object_agg(d.key, nullif(btrim(d.value), '')), '{}') from jsonb_each_text(
      case when jsonb_typeof(p_details) = 'object' then p_details else '{}' end) as d
     where d.key in ('name', 'last_name', 'email', 'phone', 'company', 'vat_number', 'address_line', 'city', 'postcode', 'country')));
  v_message constant text := nullif(btrim(p_details ->> 'message'), '');
  v_business uuid;
  v_person uuid;
begin
  perform private.refuse_robot(p_trap);
  v.email := lower(v.email);
  v.vat_number := upper(regexp_replace(v.vat_number, '[\s.-]', '', 'g'));
  if p_kind not in ('client', 'business', 'person') then
    perform private.refuse('22023', 'This form is not known');
  elsif v.name is null or char_length(v.name) > 200 or char_length(v.last_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_kind = 'business' and v.company is null then
    perform private.refuse('22023', 'Please enter the name of your business');
  elsif v.email is null or not private.is_email(v.email) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  elsif v.vat_number is not null and v.vat_number !~ '^[A-Z0-9]{4,20}$' then
    perform private.refuse('22023', 'A VAT number has letters and digits, 4 to 20 of them');
  elsif char_length(v_message) > 3000 then
    perform private.refuse('22023', 'Please write 3000 characters at most');
  end if;
  if exists (select from public.contacts c where c.email = v.email and c.profile = 'pending_verification'
              and c.created_at > now() - interval '1 hour') then
    return;
  end if;
  perform private.limit_visitor('register_visitor', 3, 6);
  if p_kind = 'business' then
    insert into public.contacts (type, profile, company, name, email, phone, vat_number, address_line, city, postcode, country)
    values ('Business', 'pending_verification', v.company, v.company, v.email, v.phone, v.vat_number, v.address_line, v.city,
            v.postcode, v.country)
    returning id into v_business;
  end if;
  insert into public.contacts (type, profile, name, last_name, email, phone, company, address_line, city, postcode, country)
  values ('Person', 'pending_verification', v.name, v.last_name, v.email, v.phone, v.company,
          case when v_business is null then v.address_line end, case when v_business is null then v.city end,
          case when v_business is null then v.postcode end, case when v_business is null then v.country end)
  returning id into v_person;
  if v_business is not null then
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  perform private.tell_staff('{}', told.role, format('New registration: %s', coalesce(v.company, concat_ws(' ', v.name, v.last_name))),
    concat_ws(E'\n', concat_ws(' ', v.name, v.last_name), v.email, v.phone, v_message), null,
    jsonb_build_object('kind', 'registration', 'contact_id', coalesce(v_business, v_person)))
   from unnest(array['admin', 'sales']::public.app_role[]) as told (role);
end $$;
comment on function private.register_visitor is
  'A registration by a visitor: a contact that waits for verification (for a business, it and its person), and a notice to
sales and admins. Kinds: client, business, person. The same address counts once an hour.';

call private.offer('private.get_public_services()', '{anon,authenticated,service_role}');
call private.offer('private.get_public_service(text)', '{anon,authenticated,service_role}');
call private.offer('private.get_public_posts()', '{anon,authenticated,service_role}');
call private.offer('private.get_public_post(text)', '{anon,authenticated,service_role}');
call private.offer('private.get_public_home()', '{anon,authenticated,service_role}');
call private.offer('private.get_site_banners(text)', '{anon,authenticated,service_role}');
call private.offer('private.leave_review(text, integer, text, text, text, text, text)', '{anon,authenticated,service_role}');
call private.offer('private.register_visitor(text, jsonb, text)', '{anon,authenticated,service_role}');

revoke execute on all routines in schema private from public;
