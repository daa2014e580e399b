-- Services and products keep the addresses that visitors knew, as posts do: one table and one trigger for all three.

create table private.former_slugs (
  kind      text not null,
  slug      text not null,
  record_id uuid not null,
  primary key (kind, slug),
  constraint former_slugs_kind_is_known check (kind in ('post', 'service', 'product'))
);
alter table private.former_slugs enable row level security;
revoke all on private.former_slugs from anon, authenticated;
comment on table private.former_slugs is 'Addresses that a post, service or product of the public site had before: they lead to where it is now.';
insert into private.former_slugs (kind, slug, record_id) select 'post', slug, post_id from private.post_slugs;

create function private.keep_former_slug() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and coalesce((to_jsonb(old) ->> 'is_public')::boolean, (to_jsonb(old) ->> 'published_at')::timestamptz <= now()) then
    insert into private.former_slugs (kind, slug, record_id) values (tg_argv[0], old.slug, old.id)
    on conflict (kind, slug) do update set record_id = excluded.record_id;
  end if;
  delete from private.former_slugs where kind = tg_argv[0] and slug = new.slug;
  return null;
end $$;
comment on function private.keep_former_slug is 'Keeps the address that visitors knew of what is published; an address that is taken anew leads nowhere else.';

create function private.former_owner(p_kind text, p_slug text) returns uuid
  language sql stable security definer set search_path = ''
as $$ select f.record_id from private.former_slugs f where f.kind = p_kind and f.slug = p_slug $$;
comment on function private.former_owner is 'The post, service or product that had this address before.';

create or replace function private.settle_post() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end $$;
comment on function private.settle_post is 'A published post has a time.';

create or replace function private.get_public_post(p_slug text) returns jsonb
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
    (select b.id from public.blog_posts b where b.slug = p_slug), private.former_owner('post', p_slug))
$$;

create or replace function private.get_public_service(p_slug text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.get_public_service is 'One public service with its price breaks, options, reviews and tips; {moved_to} for an address it had before; null for any other.';

create or replace function private.get_public_product(p_slug text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when p.slug = p_slug or p.id = private.uuid_or_null(p_slug) then private.product_facts(p.id)
              else jsonb_build_object('moved_to', p.slug) end
    from public.manufactured_products p
   where p.is_public and p.archived_at is null and p.id = coalesce(private.uuid_or_null(p_slug),
     (select n.id from public.manufactured_products n where n.slug = p_slug), private.former_owner('product', p_slug))
$$;
comment on function private.get_public_product is 'A public product by its address or id, with options, quantity discounts and pictures; {moved_to} for an address it had before; null
for any other.';

do $$
declare
  v_one text[];
begin
  foreach v_one slice 1 in array array[['post', 'blog_posts'], ['service', 'services'], ['product', 'manufactured_products']] loop
    execute format('create trigger keep_former_slug_of_new after insert on public.%I
      for each row execute function private.keep_former_slug(%L)', v_one[2], v_one[1]);
    execute format('create trigger keep_former_slug after update of slug on public.%I for each row
      when (old.slug <> new.slug) execute function private.keep_former_slug(%L)', v_one[2], v_one[1]);
  end loop;
end $$;
drop table private.post_slugs;

revoke execute on all routines in schema private from public;
