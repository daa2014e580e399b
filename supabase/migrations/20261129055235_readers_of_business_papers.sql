set check_function_bodies = off;

alter table public.contact_relations add column reads_papers boolean not null default false;

create or replace function private.guard_readers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_named('manage_user_roles', 'let a person read the papers of a business');
  return new;
end $$;

create or replace function private.close_moved_papers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.reads_papers := false;
  return new;
end $$;

create or replace function private.close_papers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.named('manage_user_roles') then
    update public.contact_relations r set reads_papers = false where r.contact_id = new.id and r.reads_papers;
  end if;
  return null;
end $$;

create or replace function private.is_contact_person(p_user_id uuid, p_business_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from auth.users u
      join public.user_roles ur on ur.user_id = u.id and ur.role = 'client'
      join public.contacts p on lower(p.email) = lower(u.email) and p.type = 'Person' and p.profile = 'verified' and p.archived_at is null
        and (p.user_id is null or p.user_id = u.id)
      join public.contact_relations r on r.contact_id = p.id and r.related_contact_id = p_business_id
        and r.reads_papers and r.relation in ('works_for', 'owner', 'accounts')
      join public.contacts b on b.id = p_business_id and b.type = 'Business' and b.profile = 'verified' and b.archived_at is null
     where u.id = p_user_id and u.email_confirmed_at is not null and not coalesce(u.banned_until > now(), false));
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger close_moved_papers before update of contact_id, related_contact_id on public.contact_relations
  for each row when (new.contact_id <> old.contact_id or new.related_contact_id <> old.related_contact_id)
  execute function private.close_moved_papers();

create or replace trigger guard_readers before insert or update of reads_papers, relation on public.contact_relations
  for each row when (new.reads_papers and current_user in ('anon', 'authenticated')) execute function private.guard_readers();

create or replace trigger close_papers after update of email on public.contacts
  for each row when (old.email is distinct from new.email and current_user in ('anon', 'authenticated')) execute function private.close_papers();

comment on function private.is_contact_person(pg_catalog.uuid,pg_catalog.uuid) is 'Whether the account of a client is that of a contact person of the business: its confirmed address is that of a person whom the office verified, put down for the
business as working for it, owning it or doing its accounts, and let read its papers.';

comment on function private.close_moved_papers() is 'A relation that two cards become one by moves to another person or business: its papers are opened anew by whoever gives roles.';

comment on function private.close_papers() is 'A new address is another account: a colleague who gives no roles may write it, and the papers of the business are closed to it until one who does opens them.';

comment on function private.guard_readers() is 'Whoever reads the papers of a business is said by those who give roles: an account of a client that anybody could name would be a door.';

comment on column public.contact_relations.reads_papers is 'Whether this person reads and pays the papers of the business in their own account: said by whoever gives roles, never by an import.';

reset check_function_bodies;
