set check_function_bodies = off;

create or replace function private.tell_readers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid;
begin
  for v_user in
    select distinct u.id from public.contacts p join auth.users u on u.email = lower(p.email)
     where p.id in (old.contact_id, new.contact_id)
  loop
    perform private.nudge('user:' || v_user, 'contact_relations', tg_op, null);
  end loop;
  return null;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger tell_former_readers after delete on public.contact_relations
  for each row when (old.reads_papers) execute function private.tell_readers();

create or replace trigger tell_new_readers after insert on public.contact_relations
  for each row when (new.reads_papers) execute function private.tell_readers();

create or replace trigger tell_readers after update on public.contact_relations
  for each row when (old.reads_papers or new.reads_papers) execute function private.tell_readers();

comment on function private.tell_readers() is 'Tells the account of a contact person that the papers of their business were opened or closed to it. One who is told reads again, and sees no more than they may.';

reset check_function_bodies;
