-- The story of a contact page by page, notes that their writer may mend, bank accounts that two people may not overwrite.

alter table public.contact_notes add column edited_at timestamptz;
comment on column public.contact_notes.edited_at is 'Null: as it was first written.';
grant update (body) on public.contact_notes to authenticated;
create policy "staff mend notes of their own" on public.contact_notes
  for update to authenticated
  using (kind = 'note' and author_id = (select auth.uid()) and (select private.can('contacts', 'edit')))
  with check (kind = 'note' and author_id = (select auth.uid()) and (select private.can('contacts', 'edit')));

create function private.stamp_edited_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.edited_at := now();
  return new;
end $$;
create trigger pin before update on public.contact_notes
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'contact_id', 'kind', 'author_id', 'created_at', 'edited_at');
create trigger stamp_edited_at before update on public.contact_notes
  for each row when (old.body is distinct from new.body) execute function private.stamp_edited_at();
create trigger audit after update or delete on public.contact_notes
  for each row execute function private.audit('contact_id');

alter table public.contact_bank_accounts add column row_version integer not null default 1;
comment on column public.contact_bank_accounts.row_version is 'Counts changes: whoever saves says which version they looked at.';
create trigger count_version before update on public.contact_bank_accounts
  for each row execute function private.count_version();

create function public.set_default_bank_account(p_id uuid) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  update public.contact_bank_accounts set is_default = false
   where is_default and id <> p_id
     and contact_id = (select b.contact_id from public.contact_bank_accounts b where b.id = p_id);
  update public.contact_bank_accounts set is_default = true where id = p_id and not is_default;
  if not exists (select from public.contact_bank_accounts where id = p_id) then
    raise insufficient_privilege using message = 'You may not change this bank account';
  end if;
end $$;
comment on function public.set_default_bank_account is 'From now on this account of its contact is the one that is paid.';

drop function public.contact_timeline(uuid, timestamptz, integer);
create function public.contact_timeline(
  p_contact_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50)
returns table (at timestamptz, kind text, id uuid, title text, detail text, author_id uuid, other_id uuid, other_type text)
  language sql stable security invoker set search_path = ''
as $$
  select * from (
    select c.created_at, 'created', c.id, 'Added to the contacts', null::text, null::uuid, null::uuid, null::text
      from public.contacts c where c.id = p_contact_id
    union all
    select n.created_at, n.kind, n.id, n.body, case when n.edited_at is not null then 'edited' end, n.author_id, null, null
      from public.contact_notes n where n.contact_id = p_contact_id
    union all
    select q.created_at, 'quotation', q.id, q.quotation_number || coalesce(' · ' || q.project_title, ''), q.status, q.created_by,
           null, null
      from public.quotations q where q.contact_id = p_contact_id
    union all
    select d.created_at, 'delivery', d.id, d.delivery_number || ' · ' || d.project_title, d.status, d.created_by, null, null
      from public.deliveries d where d.contact_id = p_contact_id
    union all
    select t.created_at, 'task', t.id, t.title, t.status, t.created_by, null, null
      from public.tasks t where t.contact_id = p_contact_id
    union all
    select l.created_at, 'site', l.id, l.label, nullif(concat_ws(', ', l.address, l.city), ''), null, null, null
      from public.locations l where l.business_id = p_contact_id
    union all
    select r.created_at, case r.contact_id when p_contact_id then 'relation' else 'relation_back' end, r.id,
           case o.type when 'Business' then coalesce(o.company, o.name) else concat_ws(' ', o.name, o.last_name) end,
           r.relation, null, o.id, o.type
      from public.contact_relations r
      join public.contacts o on o.id = case when r.contact_id = p_contact_id then r.related_contact_id else r.contact_id end
     where p_contact_id in (r.contact_id, r.related_contact_id)
  ) as story (at, kind, id, title, detail, author_id, other_id, other_type)
   where (p_before is null or (story.at, story.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000')))
     and (p_kinds is null or story.kind = any (p_kinds))
   order by story.at desc, story.id desc
   limit least(greatest(coalesce(p_limit, 50), 1), 200)
$$;
comment on function public.contact_timeline is
  'Notes, papers, tasks, sites and relations of a contact in one list, newest first; the next page is before the last row''s time and id.';

revoke execute on function private.stamp_edited_at from public;
revoke execute on function public.set_default_bank_account, public.contact_timeline from public, anon;
grant execute on function public.set_default_bank_account, public.contact_timeline to authenticated;
