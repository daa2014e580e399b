-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.former_slugs (
  kind text not null,
  slug text not null,
  record_id uuid not null,
  constraint former_slugs_pkey PRIMARY KEY (kind, slug),
  constraint former_slugs_kind_is_known CHECK (kind = ANY (ARRAY['post'::text, 'service'::text, 'product'::text]))
);
alter table private.former_slugs enable row level security;
comment on table private.former_slugs is 'Addresses that a post, service or product of the public site had before: they lead to where it is now.';

CREATE OR REPLACE FUNCTION private.former_owner(p_kind text, p_slug text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select f.record_id from private.former_slugs f where f.kind = p_kind and f.slug = p_slug $function$;
comment on function private.former_owner(p_kind text, p_slug text) is 'The post, service or product that had this address before.';

CREATE OR REPLACE FUNCTION private.keep_former_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and coalesce((to_jsonb(old) ->> 'is_public')::boolean, (to_jsonb(old) ->> 'published_at')::timestamptz <= now()) then
    insert into private.former_slugs (kind, slug, record_id) values (tg_argv[0], old.slug, old.id)
    on conflict (kind, slug) do update set record_id = excluded.record_id;
  end if;
  delete from private.former_slugs where kind = tg_argv[0] and slug = new.slug;
  return null;
end $function$;
comment on function private.keep_former_slug() is 'Keeps the address that visitors knew of what is published; an address that is taken anew leads nowhere else.';
