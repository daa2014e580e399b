set check_function_bodies = off;

drop policy "people read their contact, staff read all" on public.contacts;

alter table public.product_pictures drop constraint product_pictures_image_is_a_picture;

-- Where the numbers of a picture end, the readers below end too: they read past it, and is_picture answers no.
create or replace function private.number_at(p_bytes bytea, p_at integer, p_length integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$
  select case p_length
    when 2 then get_byte(p_bytes, p_at)::bigint << 8 | get_byte(p_bytes, p_at + 1)
    else get_byte(p_bytes, p_at)::bigint << 24 | get_byte(p_bytes, p_at + 1)::bigint << 16
      | get_byte(p_bytes, p_at + 2)::bigint << 8 | get_byte(p_bytes, p_at + 3) end
$$;

create or replace function private.png_points(p_bytes bytea) returns bigint
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_at integer := 8;
  v_length bigint;
  v_name bytea;
  v_points bigint;
  v_has_data boolean := false;
begin
  for v_chunk in 1..4000 loop
    v_length := private.number_at(p_bytes, v_at, 4);
    v_name := substr(p_bytes, v_at + 5, 4);
    if v_at + 12 + v_length > octet_length(p_bytes) or (v_name = 'IHDR') <> (v_chunk = 1) then
      return null;
    elsif v_name = 'IHDR' then
      v_points := private.number_at(p_bytes, v_at + 8, 4) * private.number_at(p_bytes, v_at + 12, 4);
    elsif v_name = 'IDAT' then
      v_has_data := v_has_data or v_length > 0;
    elsif v_name = 'IEND' then
      return case when v_has_data and v_at + 12 + v_length = octet_length(p_bytes) then v_points end;
    end if;
    v_at := v_at + 12 + v_length;
  end loop;
  return null;
end $$;

create or replace function private.jpeg_points(p_bytes bytea) returns bigint
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_at integer := 2;
  v_marker integer;
  v_points bigint;
begin
  for v_segment in 1..500 loop
    v_marker := get_byte(p_bytes, v_at + 1);
    if get_byte(p_bytes, v_at) <> 255 or v_marker < 192 or v_marker between 208 and 217 then
      return null;
    elsif v_marker in (192, 193, 194) then
      v_points := private.number_at(p_bytes, v_at + 5, 2) * private.number_at(p_bytes, v_at + 7, 2);
    elsif v_marker = 218 then
      return case when substr(p_bytes, octet_length(p_bytes) - 1) = '\xffd9' then v_points end;
    end if;
    v_at := v_at + 2 + private.number_at(p_bytes, v_at + 2, 2);
  end loop;
  return null;
end $$;

create or replace function private.webp_points(p_bytes bytea) returns bigint
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_kind constant bytea := substr(p_bytes, 13, 4);
begin
  if get_byte(p_bytes, 6) * 65536 + get_byte(p_bytes, 5) * 256 + get_byte(p_bytes, 4) + 8
    <> octet_length(p_bytes)
  then
    return null;
  elsif v_kind = 'VP8X' then
    return (1 + get_byte(p_bytes, 24) + get_byte(p_bytes, 25) * 256) * (1 + get_byte(p_bytes, 27) + get_byte(p_bytes, 28) * 256);
  elsif v_kind = 'VP8L' and get_byte(p_bytes, 20) = 47 then
    return (1 + get_byte(p_bytes, 21) + (get_byte(p_bytes, 22) & 63) * 256)
      * (1 + (get_byte(p_bytes, 22) >> 6) + get_byte(p_bytes, 23) * 4 + (get_byte(p_bytes, 24) & 15) * 1024);
  elsif v_kind = 'VP8 ' and substr(p_bytes, 24, 3) = '\x9d012a' then
    return (get_byte(p_bytes, 26) + (get_byte(p_bytes, 27) & 63) * 256) * (get_byte(p_bytes, 28) + (get_byte(p_bytes, 29) & 63) * 256);
  end if;
  return null;
end $$;

create or replace function private.is_picture(p_address text, p_kinds text[], p_most_letters integer) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_bytes bytea;
  v_points bigint;
begin
  if p_address is null or char_length(p_address) > p_most_letters
    or p_address !~ ('^data:image/(' || array_to_string(p_kinds, '|') || ');base64,[A-Za-z0-9+/]+={0,2}$')
  then
    return false;
  end if;
  v_bytes := decode(split_part(p_address, ',', 2), 'base64');
  v_points := case split_part(split_part(p_address, ';', 1), '/', 2)
    when 'png' then case when substr(v_bytes, 1, 8) = '\x89504e470d0a1a0a' then private.png_points(v_bytes) end
    when 'jpeg' then case when substr(v_bytes, 1, 3) = '\xffd8ff' then private.jpeg_points(v_bytes) end
    when 'webp' then case when substr(v_bytes, 1, 4) = 'RIFF' and substr(v_bytes, 9, 4) = 'WEBP' then private.webp_points(v_bytes) end
  end;
  return coalesce(v_points between 1 and 25000000, false);
exception when array_subscript_error or invalid_parameter_value or numeric_value_out_of_range then
  return false;
end $$;

create or replace function private.own_contact() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'user_id', c.user_id, 'name', c.name, 'last_name', c.last_name, 'email', c.email,
           'company', c.company, 'type', c.type, 'profile', c.profile, 'phone', c.phone, 'logo_url', c.logo_url, 'roles', c.roles,
           'created_at', c.created_at, 'has_temporary_password', c.has_temporary_password)
    from public.contacts c where c.user_id = (select auth.uid())
$$;

create or replace function private.sign_document(p_kind text, p_record_id uuid, p_version integer, p_name text, p_image text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter your name');
  elsif char_length(p_name) > 200 then
    perform private.refuse('22023', 'The name may have 200 characters at most');
  elsif p_image is not null and not private.is_picture(p_image, '{png}', 300000) then
    perform private.refuse('22023', 'The signature is not a picture that can be kept. Please sign again.');
  end if;
  insert into public.document_signatures (kind, record_id, version, signed_name, image, address)
  values (p_kind, p_record_id, p_version, btrim(p_name), p_image, private.client_address());
end $$;

create or replace function private.add_brief_picture(p_link uuid, p_name text, p_data text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs := private.open_brief(p_link);
  v_id uuid;
begin
  if (select count(*) from public.design_brief_pictures where brief_id = v_row.id) >= 6 then
    perform private.refuse('PT409', 'Six pictures are the most');
  elsif not private.is_picture(p_data, '{png,jpeg,webp}', 600000) then
    perform private.refuse('22023', 'This is no picture of at most 400 kB');
  end if;
  perform private.limit_visitor('add_brief_picture', 30, 60);
  insert into public.design_brief_pictures (brief_id, name, data) values (v_row.id, left(coalesce(nullif(btrim(p_name), ''), 'Picture'), 200), p_data)
  returning id into v_id;
  return v_id;
end $$;

create or replace function private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_path constant text := p_item_id || '/' || p_id || '.jpg';
begin
  perform private.must('inventory', 'edit', 'add photos of items');
  perform from public.inventory_items where id = p_item_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif exists (select from public.item_photos where id = p_id and item_id = p_item_id) then
    return;
  elsif (select count(*) from public.item_photos where item_id = p_item_id) >= 20 then
    perform private.refuse('PT409', 'An item has 20 photos at most. Remove one first.');
  elsif not private.is_picture(p_preview, '{jpeg}', 16000) then
    perform private.refuse('22023', 'This file is no picture that can be shown');
  elsif exists (select from private.swept_uploads s where s.bucket = 'item-photos' and s.name = v_path)
    or not exists (select from storage.objects o where o.bucket_id = 'item-photos' and o.name = v_path)
  then
    perform private.refuse('22023', 'The photo did not arrive. Please upload it again.');
  end if;
  insert into public.item_photos (id, item_id, path, preview, place)
  select p_id, p_item_id, v_path, p_preview, 1 + coalesce(max(place), 0) from public.item_photos where item_id = p_item_id;
end $$;

-- What cannot be read shows nothing, and would stop the rule.
delete from public.product_pictures where not private.is_picture(image, '{webp,jpeg,png}', 500000);
alter table public.product_pictures add constraint product_pictures_image_is_a_picture CHECK (private.is_picture(image, '{webp,jpeg,png}'::text[], 500000));

revoke execute on all routines in schema private from public;

call private.offer('private.own_contact()'::regprocedure);

-- Rows carry what the office decides about a contact. A newcomer reads the row that they made, as long as nothing of the office
-- is in it; a client reads none. Both read what is theirs by own_contact().
create policy "people read their contact, staff read all" on public.contacts
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.my_role()) is distinct from 'client'
      and ((select private.is_staff()) or (not on_stop and credit_limit is null and account_manager_id is null)))
    or (select private.can('contacts', 'view'))
    or (select private.can('tasks', 'view'))
    or (select private.can('quotations', 'view')));

grant execute on routine private.is_picture(p_address text, p_kinds text[], p_most_letters integer) to authenticated;

grant execute on routine private.is_picture(p_address text, p_kinds text[], p_most_letters integer) to service_role;

grant execute on routine private.jpeg_points(p_bytes bytea) to authenticated;

grant execute on routine private.jpeg_points(p_bytes bytea) to service_role;

grant execute on routine private.number_at(p_bytes bytea, p_at integer, p_length integer) to authenticated;

grant execute on routine private.number_at(p_bytes bytea, p_at integer, p_length integer) to service_role;

grant execute on routine private.png_points(p_bytes bytea) to authenticated;

grant execute on routine private.png_points(p_bytes bytea) to service_role;

grant execute on routine private.webp_points(p_bytes bytea) to authenticated;

grant execute on routine private.webp_points(p_bytes bytea) to service_role;

comment on function private.is_picture(pg_catalog.text,pg_catalog.text[],integer) is 'Whether a data address of at most so many letters holds a whole picture of one of these kinds (png, jpeg, webp) and of at most 25
million points: its parts lead to its end. The points are not unpacked.';

comment on function private.jpeg_points(pg_catalog.bytea) is 'How many points a JPEG says it has; null where its segments do not lead to its points and its end.';

comment on function private.number_at(pg_catalog.bytea,integer,integer) is 'The number that two or four of these bytes say, the highest first.';

comment on function private.own_contact() is 'What a signed-in person knows of their own contact: nothing that the office decides about it. Null where they have none.';

comment on function private.png_points(pg_catalog.bytea) is 'How many points a PNG says it has; null where its chunks do not lead to its end.';

comment on function private.webp_points(pg_catalog.bytea) is 'How many points a WebP says it has; null where its length or its head is another.';

comment on function public.own_contact() is 'What a signed-in person knows of their own contact: nothing that the office decides about it. Null where they have none.';

reset check_function_bodies;
