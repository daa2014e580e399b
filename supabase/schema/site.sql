-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.visitor_calls (
  id bigint not null generated always as identity,
  name text not null,
  address text not null,
  called_at timestamp with time zone not null default clock_timestamp(),
  constraint visitor_calls_pkey PRIMARY KEY (id)
);
alter table private.visitor_calls enable row level security;
CREATE INDEX visitor_calls_called_at_idx ON private.visitor_calls USING btree (called_at);
CREATE INDEX visitor_calls_name_address_idx ON private.visitor_calls USING btree (name, address, called_at);
comment on table private.visitor_calls is 'Calls of visitors within the last day, by address: an IPv6 network of 64 bits counts as one.';

create table public.banners (
  id uuid not null default gen_random_uuid(),
  title text not null,
  body text,
  link_label text,
  link text,
  placement text not null default 'everywhere'::text,
  starts_on date,
  ends_on date,
  is_active boolean not null default true,
  sort integer not null default 0,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint banners_pkey PRIMARY KEY (id),
  constraint banners_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint banners_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint banners_end_after_begin CHECK (ends_on >= starts_on),
  constraint banners_ends_on_is_in_reach CHECK (ends_on >= '1900-01-01'::date AND ends_on < '10000-01-01'::date),
  constraint banners_link_is_an_address CHECK (link ~ '^(/[a-z0-9][a-z0-9/_-]*|https://[^\s"<>]+)$'::text AND char_length(link) <= 500),
  constraint banners_placement_is_known CHECK (placement = ANY (ARRAY['everywhere'::text, 'home'::text, 'services'::text, 'tips'::text])),
  constraint banners_starts_on_is_in_reach CHECK (starts_on >= '1900-01-01'::date AND starts_on < '10000-01-01'::date),
  constraint banners_text_length CHECK (char_length(body) <= 300 AND char_length(link_label) <= 60),
  constraint banners_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 120 AND char_length(title) <= 150)
);
alter table public.banners enable row level security;
CREATE INDEX banners_created_by_idx ON public.banners USING btree (created_by);
grant delete, insert, select, update on public.banners to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.banners to service_role;
create policy "staff who keep the site add banners" on public.banners for insert to authenticated
  with check (( SELECT private.named('manage_website'::text) AS named) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff who keep the site remove banners" on public.banners for delete to authenticated
  using (( SELECT private.named('manage_website'::text) AS named));
create policy "staff read banners" on public.banners for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep the site change banners" on public.banners for update to authenticated
  using (( SELECT private.named('manage_website'::text) AS named))
  with check (( SELECT private.named('manage_website'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.banners FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_website');
CREATE TRIGGER count_version BEFORE UPDATE ON public.banners FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.banners FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.banners FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.banners FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.banners FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.banners FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.banners is 'Banners of the public site with the days on which they show, both included.';

create table public.blog_posts (
  id uuid not null default gen_random_uuid(),
  kind text not null default 'tip'::text,
  slug text not null,
  title text not null,
  excerpt text,
  body_html text not null default ''::text,
  picture text,
  service_id uuid,
  status text not null default 'draft'::text,
  published_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint blog_posts_pkey PRIMARY KEY (id),
  constraint blog_posts_slug_key UNIQUE (slug),
  constraint blog_posts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint blog_posts_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
  constraint blog_posts_body_length CHECK (char_length(body_html) <= 1000000),
  constraint blog_posts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint blog_posts_excerpt_length CHECK (char_length(excerpt) <= 500),
  constraint blog_posts_kind_is_known CHECK (kind = ANY (ARRAY['blog'::text, 'tip'::text])),
  constraint blog_posts_picture_is_a_word CHECK (picture ~ '^[a-z][a-z-]{1,39}$'::text),
  constraint blog_posts_published_at_is_in_reach CHECK (published_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND published_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint blog_posts_published_has_a_time CHECK (status = 'draft'::text OR published_at IS NOT NULL),
  constraint blog_posts_slug_is_a_path CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND char_length(slug) <= 80),
  constraint blog_posts_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'published'::text])),
  constraint blog_posts_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 200 AND char_length(title) <= 250),
  constraint blog_posts_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.blog_posts enable row level security;
CREATE INDEX blog_posts_created_by_idx ON public.blog_posts USING btree (created_by);
CREATE INDEX blog_posts_published_at_idx ON public.blog_posts USING btree (published_at DESC);
CREATE INDEX blog_posts_service_id_idx ON public.blog_posts USING btree (service_id);
grant delete, insert, select, update on public.blog_posts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.blog_posts to service_role;
create policy "staff who keep the site add posts" on public.blog_posts for insert to authenticated
  with check (( SELECT private.named('manage_website'::text) AS named) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff who keep the site remove posts" on public.blog_posts for delete to authenticated
  using (( SELECT private.named('manage_website'::text) AS named));
create policy "staff read posts" on public.blog_posts for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep the site change posts" on public.blog_posts for update to authenticated
  using (( SELECT private.named('manage_website'::text) AS named))
  with check (( SELECT private.named('manage_website'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.blog_posts FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_website');
CREATE TRIGGER count_version BEFORE UPDATE ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.blog_posts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER keep_former_slug AFTER UPDATE OF slug ON public.blog_posts FOR EACH ROW WHEN (old.slug <> new.slug) EXECUTE FUNCTION private.keep_former_slug('post');
CREATE TRIGGER keep_former_slug_of_new AFTER INSERT ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION private.keep_former_slug('post');
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.blog_posts FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.blog_posts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER settle BEFORE INSERT OR UPDATE ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION private.settle_post();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.blog_posts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.blog_posts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.blog_posts is 'Tips and news of the public site. A published post shows from its time on.';

create table public.reviews (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text,
  company text,
  rating integer not null,
  body text not null,
  service_id uuid,
  status text not null default 'pending'::text,
  reply text,
  replied_at timestamp with time zone,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
  constraint reviews_body_length CHECK (char_length(btrim(body)) >= 1 AND char_length(btrim(body)) <= 3000 AND char_length(body) <= 3000),
  constraint reviews_company_length CHECK (char_length(company) <= 200),
  constraint reviews_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint reviews_email_length CHECK (char_length(email) <= 320),
  constraint reviews_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint reviews_published_at_is_in_reach CHECK (published_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND published_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint reviews_rating_range CHECK (rating >= 1 AND rating <= 5),
  constraint reviews_replied_at_is_in_reach CHECK (replied_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND replied_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint reviews_reply_length CHECK (char_length(reply) <= 3000),
  constraint reviews_status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'published'::text, 'hidden'::text]))
);
alter table public.reviews enable row level security;
CREATE INDEX reviews_service_id_idx ON public.reviews USING btree (service_id);
CREATE INDEX reviews_status_created_at_idx ON public.reviews USING btree (status, created_at DESC);
grant delete, insert, select, update on public.reviews to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.reviews to service_role;
create policy "staff who keep the site add reviews" on public.reviews for insert to authenticated
  with check (( SELECT private.named('manage_website'::text) AS named));
create policy "staff who keep the site remove reviews" on public.reviews for delete to authenticated
  using (( SELECT private.named('manage_website'::text) AS named));
create policy "staff read reviews" on public.reviews for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep the site moderate reviews" on public.reviews for update to authenticated
  using (( SELECT private.named('manage_website'::text) AS named))
  with check (( SELECT private.named('manage_website'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.reviews FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_website');
CREATE TRIGGER count_version BEFORE UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.reviews FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.reviews FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'name', 'email', 'company', 'rating', 'body', 'published_at', 'replied_at');
CREATE TRIGGER settle BEFORE INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.settle_review();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.reviews FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.reviews is 'What clients say. A review shows on the site when the office has published it.';

CREATE OR REPLACE FUNCTION private.get_public_home()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.get_public_home() to anon;
grant execute on function private.get_public_home() to authenticated;
grant execute on function private.get_public_home() to service_role;
comment on function private.get_public_home() is 'What the home page shows: services, the newest tips and reviews, and the average of all reviews.';

CREATE OR REPLACE FUNCTION private.get_public_post(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    (select b.id from public.blog_posts b where b.slug = p_slug), private.former_owner('post', p_slug))
$function$;
grant execute on function private.get_public_post(p_slug text) to anon;
grant execute on function private.get_public_post(p_slug text) to authenticated;
grant execute on function private.get_public_post(p_slug text) to service_role;
comment on function private.get_public_post(p_slug text) is 'One published post with its text and what to read next; {moved_to} for an address it had before; null for any other.';

CREATE OR REPLACE FUNCTION private.get_public_posts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.post_facts(p) order by p.published_at desc, p.slug), '[]')
    from (select * from public.blog_posts b where private.is_out(b) order by b.published_at desc limit 200) as p
$function$;
grant execute on function private.get_public_posts() to anon;
grant execute on function private.get_public_posts() to authenticated;
grant execute on function private.get_public_posts() to service_role;
comment on function private.get_public_posts() is 'The published tips and news, the newest first, 200 at most.';

CREATE OR REPLACE FUNCTION private.get_public_service(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when s.slug <> p_slug then jsonb_build_object('moved_to', s.slug) else private.service_facts(s) || jsonb_build_object(
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
               order by n.category is not distinct from s.category desc, n.sort limit 3) as o), '[]')) end
  from public.services s
  where s.is_public and s.archived_at is null
    and s.id = coalesce((select n.id from public.services n where n.slug = p_slug), private.former_owner('service', p_slug))
$function$;
grant execute on function private.get_public_service(p_slug text) to anon;
grant execute on function private.get_public_service(p_slug text) to authenticated;
grant execute on function private.get_public_service(p_slug text) to service_role;
comment on function private.get_public_service(p_slug text) is 'One public service with its price breaks, options, reviews and tips; {moved_to} for an address it had before; null for any other.';

CREATE OR REPLACE FUNCTION private.get_public_services()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.service_facts(s) order by s.sort, s.name), '[]')
    from public.services s where s.is_public and s.archived_at is null
$function$;
grant execute on function private.get_public_services() to anon;
grant execute on function private.get_public_services() to authenticated;
grant execute on function private.get_public_services() to service_role;
comment on function private.get_public_services() is 'The services of the public site, in their order.';

CREATE OR REPLACE FUNCTION private.get_site_banners(p_placement text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'body', b.body, 'link', b.link,
           'link_label', b.link_label) order by b.sort, b.created_at), '[]')
    from public.banners b
   where b.is_active and b.placement in ('everywhere', p_placement)
     and private.company_today() between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')
$function$;
grant execute on function private.get_site_banners(p_placement text) to anon;
grant execute on function private.get_site_banners(p_placement text) to authenticated;
grant execute on function private.get_site_banners(p_placement text) to service_role;
comment on function private.get_site_banners(p_placement text) is 'The banners that show today at a place: home, services, tips, or any other page.';

CREATE OR REPLACE FUNCTION private.is_out(p_post public.blog_posts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select p_post.status = 'published' and p_post.published_at <= now() $function$;
comment on function private.is_out(p_post public.blog_posts) is 'Whether visitors read the post already.';

CREATE OR REPLACE FUNCTION private.leave_review(p_name text, p_rating integer, p_body text, p_email text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_service text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) to anon;
grant execute on function private.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) to authenticated;
grant execute on function private.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) to service_role;
comment on function private.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) is 'A review by a visitor; it waits until the office publishes it. The same words count once a day.';

CREATE OR REPLACE FUNCTION private.limit_visitor(p_name text, p_per_hour integer, p_per_day integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ip constant inet := private.client_address();
  v_address constant text := coalesce(case family(v_ip) when 6 then network(set_masklen(v_ip, 64))::text else host(v_ip) end, 'unknown');
begin
  if private.is_server() or private.is_staff() then
    return;
  end if;
  -- What reaches the office's inbox costs work; steps on the way to it are counted only.
  if p_name in ('leave_review', 'register_visitor', 'confirm_booking', 'send_brief') then
    perform private.must_have_worked(p_name);
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
end $function$;
comment on function private.limit_visitor(p_name text, p_per_hour integer, p_per_day integer) is 'Counts one call of a visitor by address, or refuses it with PT429. Staff and the server are not limited. The count stays when the transaction commits: a refused form does not count.';

CREATE OR REPLACE FUNCTION private.nudge_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    if v_role not in ('client', 'pending') then
      perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
    end if;
  end loop;
  return null;
end $function$;
comment on function private.nudge_staff() is 'Tells every role of the staff that a table of the site changed.';

CREATE OR REPLACE FUNCTION private.post_facts(p_post public.blog_posts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'kind', p_post.kind, 'slug', p_post.slug, 'title', p_post.title, 'excerpt', p_post.excerpt, 'picture', p_post.picture,
    'published_at', p_post.published_at, 'updated_at', greatest(p_post.updated_at, p_post.published_at),
    'minutes', greatest(1, round(char_length(regexp_replace(p_post.body_html, '<[^>]*>', '', 'g')) / 1100.0)))
$function$;
comment on function private.post_facts(p_post public.blog_posts) is 'What a list shows of a post; minutes to read at 1,100 characters a minute.';

CREATE OR REPLACE FUNCTION private.refuse_robot(p_trap text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if nullif(btrim(p_trap), '') is not null then
    perform private.refuse('22023', 'This looks like an automatic message. Please leave the field “Website” empty.');
  end if;
end $function$;
comment on function private.refuse_robot(p_trap text) is 'Refuses a form whose hidden field is filled in: people do not see it.';

CREATE OR REPLACE FUNCTION private.register_visitor(p_kind text, p_details jsonb, p_trap text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.register_visitor(p_kind text, p_details jsonb, p_trap text) to anon;
grant execute on function private.register_visitor(p_kind text, p_details jsonb, p_trap text) to authenticated;
grant execute on function private.register_visitor(p_kind text, p_details jsonb, p_trap text) to service_role;
comment on function private.register_visitor(p_kind text, p_details jsonb, p_trap text) is 'A registration by a visitor: a contact that waits for verification (for a business, it and its person), and a notice to
sales and admins. Kinds: client, business, person. The same address counts once an hour.';

CREATE OR REPLACE FUNCTION private.review_facts(p_review public.reviews)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_review.id, 'name', p_review.name, 'company', p_review.company, 'rating', p_review.rating,
    'body', p_review.body, 'reply', p_review.reply, 'replied_at', p_review.replied_at, 'at', p_review.created_at)
$function$;
comment on function private.review_facts(p_review public.reviews) is 'What the site shows of a review: never the e-mail address.';

CREATE OR REPLACE FUNCTION private.service_facts(p_service public.services)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'slug', p_service.slug, 'name', coalesce(p_service.public_title, p_service.name), 'category', p_service.category,
    'summary', p_service.summary, 'unit', p_service.unit, 'price', private.amount_text(p_service.base_price),
    'least', private.amount_text(p_service.min_charge), 'picture', p_service.picture, 'where_used', p_service.where_used,
    'lasts', p_service.lasts, 'ready_in', p_service.ready_in)
$function$;
comment on function private.service_facts(p_service public.services) is 'What the public site shows of a service in a list; prices as text, without VAT.';

CREATE OR REPLACE FUNCTION private.settle_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end $function$;
comment on function private.settle_post() is 'A published post has a time.';

CREATE OR REPLACE FUNCTION private.settle_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.settle_review() is 'The times of publication and answer follow the review.';
