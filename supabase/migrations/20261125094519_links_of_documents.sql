set check_function_bodies = off;

-- One kind after the other: the database plans one table at a time and stops at the first that is found. One statement over
-- all tables was planned whole for each call.
create or replace function private.is_public_document(p_uuid uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
  v_is_open boolean;
begin
  for v_kind in select * from private.document_kinds k where k.link is not null order by k.position loop
    execute format('select true from %s as r where r.%I = $1 and (%s)', v_kind.table_name, v_kind.link, v_kind.open_if)
      into v_is_open using p_uuid;
    if v_is_open then
      return true;
    end if;
  end loop;
  -- An appointment is no document: it has no story and no rights of a page. A time that is only held has no link.
  return exists (select from public.bookings b where b.public_uuid = p_uuid and b.status <> 'held');
end $$;

create or replace function private.is_staff_document(p_uuid uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
  v_is_there boolean;
begin
  for v_kind in
    select * from private.document_kinds k where k.link = 'public_uuid' and private.can(k.page, 'view') order by k.position
  loop
    execute format('select true from %s as r where r.public_uuid = $1', v_kind.table_name) into v_is_there using p_uuid;
    if v_is_there then
      return true;
    end if;
  end loop;
  return false;
end $$;

reset check_function_bodies;
