-- Notices about credit applications and about people who wait for verification, to those who decide and those who asked.

create function private.holders_of(p_name text) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(ur.user_id), '{}')
    from public.user_roles ur
    join auth.users u on u.id = ur.user_id and not coalesce(u.banned_until > now(), false)
   where ur.role = 'admin'
      or (ur.role not in ('pending', 'client') and exists (
        select from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
         where rp.role = ur.role and p.name = p_name))
$$;
comment on function private.holders_of is 'Who holds a named right, as private.named decides it.';

create function private.tell_people(p_people uuid[], p_title text, p_message text, p_kind text, p_record_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, metadata)
  select ur.user_id, 'logistics_update', left(p_title, 1000), left(coalesce(p_message, ''), 5000),
         jsonb_build_object('record_kind', p_kind, 'record_id', p_record_id)
    from public.user_roles ur
   where ur.user_id = any (p_people) and ur.role not in ('client', 'pending') and ur.user_id is distinct from auth.uid()
$$;
comment on function private.tell_people is
  'A notice to these people, but not to who caused it; a click on it opens the record of that kind (src/shared/domain/record-kind.ts).';

create function private.tell_of_credit_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_askers constant uuid[] := array[new.created_by, (select c.account_manager_id from public.contacts c where c.id = new.contact_id)];
  v_title constant text := case
    when new.status = 'submitted' then 'Credit application to decide'
    when new.status = 'draft' then 'Credit application sent back'
    else 'Credit application ' || new.status end;
begin
  perform private.tell_people(
    case when new.status = 'submitted' then private.holders_of('approve_credit')
         when new.status = 'withdrawn' and old.status = 'submitted' then v_askers || private.holders_of('approve_credit')
         else v_askers end,
    v_title,
    (select case c.type when 'Business' then coalesce(nullif(btrim(c.company), ''), c.name)
              else concat_ws(' ', c.name, c.last_name) end from public.contacts c where c.id = new.contact_id),
    'credit_application', new.id);
  return null;
end $$;
create trigger tell_of_step after update of status on public.credit_applications
  for each row when (old.status is distinct from new.status) execute function private.tell_of_credit_step();

-- A person enters their own row after confirming their address; rows that others make are of people who were invited.
create function private.tell_of_newcomer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_people(private.holders_of('manage_user_roles'), 'Waiting for verification',
    private.person_label(new.user_id), 'newcomer', new.user_id);
  return null;
end $$;
create trigger tell_of_newcomer after insert on public.user_roles
  for each row when (new.role = 'pending' and new.user_id = auth.uid()) execute function private.tell_of_newcomer();

create function private.count_newcomers() returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
    from public.user_roles ur
    left join public.contacts c on c.user_id = ur.user_id
   where (select private.named('manage_user_roles')) and ur.role = 'pending' and c.profile is distinct from 'rejected'
$$;
comment on function private.count_newcomers is
  'How many people wait for verification, without those who were refused; 0 for who may not decide about them.';
call private.offer('private.count_newcomers()');

revoke execute on all routines in schema private from public;
