-- Former addresses of public pages.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.former_slugs (
  kind      text not null,
  slug      text not null,
  record_id uuid not null,
  primary key (kind, slug),
  constraint former_slugs_kind_is_known check (kind in ('post', 'service', 'product'))
);
comment on table private.former_slugs is 'Addresses that a post, service or product of the public site had before: they lead to where it is now.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.former_slugs enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

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
