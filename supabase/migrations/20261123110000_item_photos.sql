-- Photos of stock items. The file lies in storage; a small one of it stands in the row, so that lists show it at once.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('item-photos', 'item-photos', false, 5242880, array['image/jpeg'])
on conflict (id) do nothing;

-- Files of job-files and item-photos that are being removed.
create table private.swept_uploads (
  bucket   text not null,
  name     text not null,
  swept_at timestamptz not null default now(),
  primary key (bucket, name)
);
alter table private.swept_uploads enable row level security;
comment on table private.swept_uploads is 'Files that are being removed because no row names them: no row may name them any more.';

create table public.item_photos (
  id         uuid primary key,
  item_id    uuid not null references public.inventory_items (id) on delete cascade,
  path       text not null unique,
  preview    text not null,
  place      integer not null default 1,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint item_photos_path_is_a_file_of_its_item check (path = item_id || '/' || id || '.jpg'),
  constraint item_photos_preview_is_a_small_picture check (preview ~ '^data:image/jpeg;base64,[A-Za-z0-9+/]+=*$' and char_length(preview) <= 16000)
);
create unique index item_photos_place_key on public.item_photos (item_id, place);
create index item_photos_created_by_idx on public.item_photos (created_by);
comment on table public.item_photos is 'Photos of stock items: files of the bucket item-photos. The one with the lowest place stands in lists.';
comment on column public.item_photos.preview is 'The photo in some kilobytes, as a data address.';
call private.borrow_rules('public.item_photos', 'select, delete');
create policy "staff who see stock see photos of items" on public.item_photos for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock remove photos of items" on public.item_photos for delete to authenticated
  using ((select private.can('inventory', 'edit')));
call private.after_each_statement('public.item_photos', 'nudge_page', $$private.nudge_pages('item_id', 'inventory')$$);

call private.file_rule('item-photos', 'select', $$(select private.can('inventory', 'view'))$$);
call private.file_rule('item-photos', 'insert',
  $rule$(select private.can('inventory', 'edit')) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.jpg$'$rule$);
call private.file_rule('item-photos', 'delete',
  $$(select private.can('inventory', 'edit')) and not exists (select from public.item_photos p where p.path = storage.objects.name)$$);

create function private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) returns void
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
  elsif not coalesce(p_preview ~ '^data:image/jpeg;base64,[A-Za-z0-9+/]+=*$' and char_length(p_preview) <= 16000, false) then
    perform private.refuse('22023', 'This file is no picture that can be shown');
  elsif exists (select from private.swept_uploads s where s.bucket = 'item-photos' and s.name = v_path)
    or not exists (select from storage.objects o where o.bucket_id = 'item-photos' and o.name = v_path)
  then
    perform private.refuse('22023', 'The photo did not arrive. Please upload it again.');
  end if;
  insert into public.item_photos (id, item_id, path, preview, place)
  select p_id, p_item_id, v_path, p_preview, 1 + coalesce(max(place), 0) from public.item_photos where item_id = p_item_id;
end $$;
comment on function private.add_item_photo is
  'Adds an uploaded photo to a stock item, after the others. p_id is chosen by the caller, so that a repeated call adds it once. '
  'p_preview: the photo as a JPEG data address of at most 16,000 letters.';
call private.offer('private.add_item_photo(uuid, uuid, text)');

create function private.put_item_photo_first(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item uuid;
begin
  perform private.must('inventory', 'edit', 'order photos of items');
  select item_id into v_item from public.item_photos where id = p_id;
  if v_item is null then
    perform private.refuse('PT404', 'This photo is not there any more');
  end if;
  perform from public.inventory_items where id = v_item for no key update;
  update public.item_photos set place = (select min(place) - 1 from public.item_photos where item_id = v_item)
   where id = p_id and exists (select from public.item_photos o where o.item_id = v_item and o.place < item_photos.place);
end $$;
comment on function private.put_item_photo_first is 'This photo of an item stands in lists from now on.';
call private.offer('private.put_item_photo_first(uuid)');

-- ------------------------------------------------------------------------------------------- files that no row names

create or replace function private.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := btrim(coalesce(p_name, ''));
  v_bytes bigint;
  v_version integer;
begin
  if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then
    raise insufficient_privilege using message = 'You may not add files to jobs';
  end if;
  perform from public.jobs where id = p_job_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select version into v_version from public.job_files where id = p_id and job_id = p_job_id;
  if found then
    return v_version;
  elsif coalesce(p_kind, '') not in ('artwork', 'cut', 'drawing', 'other') then
    perform private.refuse('22023', 'A file is artwork, a cut file, a drawing or something else');
  elsif char_length(v_name) not between 1 and 255 then
    perform private.refuse('22023', 'The name of a file has between 1 and 255 letters');
  elsif (select count(*) from public.job_files where job_id = p_job_id) >= 300 then
    perform private.refuse('PT409', 'A job holds 300 files at most. Remove earlier versions first.');
  end if;
  select coalesce((o.metadata ->> 'size')::bigint, 0) into v_bytes from storage.objects o
   where o.bucket_id = 'job-files' and o.name = p_path and starts_with(o.name, p_job_id || '/')
     and not exists (select from private.swept_uploads s where s.bucket = 'job-files' and s.name = o.name);
  if not found then
    perform private.refuse('22023', 'The file did not arrive. Please upload it again.');
  end if;
  select 1 + coalesce(max(version), 0) into v_version from public.job_files
   where job_id = p_job_id and kind = p_kind and lower(name) = lower(v_name);
  insert into public.job_files (id, job_id, kind, name, version, path, bytes) values (p_id, p_job_id, p_kind, v_name, v_version, p_path, v_bytes);
  perform private.log_event('job', p_job_id, 'file_added', jsonb_build_object('words', format('%s, version %s', v_name, v_version)));
  return v_version;
end $$;

create function public.take_orphaned_uploads(p_bucket text, p_older_than interval default '7 days', p_most integer default 100)
  returns setof text
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Files younger than 24 hours may be on their way';
  elsif p_bucket = 'job-files' then
    -- Whoever is naming a file now is waited for, and whoever comes later finds it swept.
    lock table public.job_files in share row exclusive mode;
  elsif p_bucket = 'item-photos' then
    lock table public.item_photos in share row exclusive mode;
  else
    raise invalid_parameter_value using message = 'The files of this bucket are swept by another rule';
  end if;
  delete from private.swept_uploads s
   where s.bucket = p_bucket and not exists (select from storage.objects o where o.bucket_id = s.bucket and o.name = s.name);
  insert into private.swept_uploads (bucket, name)
    select o.bucket_id, o.name from storage.objects o
     where o.bucket_id = p_bucket
       and o.created_at < now() - p_older_than
       and not exists (select from public.job_files f where p_bucket = 'job-files' and f.path = o.name)
       and not exists (select from public.item_photos p where p_bucket = 'item-photos' and p.path = o.name)
       and not exists (select from private.swept_uploads s where s.bucket = p_bucket and s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_uploads s where s.bucket = p_bucket order by s.swept_at, s.name limit greatest(p_most, 0);
end $$;
comment on function public.take_orphaned_uploads is
  'Names of files of job-files or item-photos that no row names, because it went or never came; none younger than 24 hours. From '
  'now on no row may name them. The caller removes them by the storage API. What it did not remove is named again by the next call.';
revoke all on function public.take_orphaned_uploads from public, anon, authenticated;
grant execute on function public.take_orphaned_uploads to service_role;

revoke execute on all routines in schema private from public;
