-- Pages of the public site that are made of records: services, products.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.site_facts(p_location_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('label', l.label, 'address', l.address, 'city', l.city, 'postcode', l.postcode, 'state', l.state, 'country', l.country)
    from public.locations l where l.id = p_location_id
$$;

create function private.product_facts(p_id uuid) returns jsonb
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
comment on function private.product_facts is 'A product as buyers see it in their language, numbers as text. No parts and no costs.';

create function private.get_public_product(p_slug text) returns jsonb
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
call private.offer('private.get_public_product(text)', '{anon,authenticated,service_role}');

create function private.list_public_products() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'summary', p.summary)
      || private.texts_in('manufactured_products', p.id::text, private.reader_of_texts()) - 'description' || jsonb_build_object('base_price', p.base_price::text,
      'picture', (select jsonb_build_object('image', i.image, 'alt', i.alt) from public.product_pictures i
                   where i.product_id = p.id order by i.sort, i.created_at limit 1)) order by p.sort, p.name), '[]')
    from public.manufactured_products p where p.is_public and p.archived_at is null);
end $$;
comment on function private.list_public_products is 'The public products in the order of the list, each with its first picture.';
call private.offer('private.list_public_products()', '{anon,authenticated,service_role}');

create function private.get_public_services() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(private.service_facts(s) order by s.sort, s.name), '[]')
    from public.services s where s.is_public and s.archived_at is null);
end $$;
comment on function private.get_public_services is 'The services of the public site, in their order.';
call private.offer('private.get_public_services()', '{anon,authenticated,service_role}');

create function private.get_public_service(p_slug text) returns jsonb
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
comment on function private.get_public_service is 'One public service with its price breaks, options, reviews and tips; {moved_to} for an address it had before; null for any other.';
call private.offer('private.get_public_service(text)', '{anon,authenticated,service_role}');

create function private.former_owner(p_kind text, p_slug text) returns uuid
  language sql stable security definer set search_path = ''
as $$ select f.record_id from private.former_slugs f where f.kind = p_kind and f.slug = p_slug $$;
comment on function private.former_owner is 'The post, service or product that had this address before.';
