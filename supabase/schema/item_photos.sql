-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.swept_uploads (
  bucket text not null,
  name text not null,
  swept_at timestamp with time zone not null default now(),
  constraint swept_uploads_pkey PRIMARY KEY (bucket, name)
);
alter table private.swept_uploads enable row level security;
comment on table private.swept_uploads is 'Files that are being removed because no row names them: no row may name them any more.';

create table public.item_photos (
  id uuid not null,
  item_id uuid not null,
  path text not null,
  preview text not null,
  place integer not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint item_photos_pkey PRIMARY KEY (id),
  constraint item_photos_path_key UNIQUE (path),
  constraint item_photos_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint item_photos_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE CASCADE,
  constraint item_photos_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint item_photos_path_is_a_file_of_its_item CHECK (path = (((item_id || '/'::text) || id) || '.jpg'::text)),
  constraint item_photos_preview_is_a_small_picture CHECK (preview ~ '^data:image/jpeg;base64,[A-Za-z0-9+/]+=*$'::text AND char_length(preview) <= 16000)
);
alter table public.item_photos enable row level security;
CREATE INDEX item_photos_created_by_idx ON public.item_photos USING btree (created_by);
CREATE UNIQUE INDEX item_photos_place_key ON public.item_photos USING btree (item_id, place);
grant delete, select on public.item_photos to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.item_photos to service_role;
create policy "staff who keep stock remove photos of items" on public.item_photos for delete to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
create policy "staff who see stock see photos of items" on public.item_photos for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.item_photos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.item_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.item_photos REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.item_photos FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.item_photos FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.item_photos FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.item_photos is 'Photos of stock items: files of the bucket item-photos. The one with the lowest place stands in lists.';
comment on column public.item_photos.preview is 'The photo in some kilobytes, as a data address.';

CREATE OR REPLACE FUNCTION private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) to authenticated;
grant execute on function private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) to service_role;
comment on function private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) is 'Adds an uploaded photo to a stock item, after the others. p_id is chosen by the caller, so that a repeated call adds it once. p_preview: the photo as a JPEG data address of at most 16,000 letters.';

CREATE OR REPLACE FUNCTION private.put_item_photo_first(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.put_item_photo_first(p_id uuid) to authenticated;
grant execute on function private.put_item_photo_first(p_id uuid) to service_role;
comment on function private.put_item_photo_first(p_id uuid) is 'This photo of an item stands in lists from now on.';

CREATE OR REPLACE FUNCTION public.take_orphaned_uploads(p_bucket text, p_older_than interval DEFAULT '7 days'::interval, p_most integer DEFAULT 100)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.take_orphaned_uploads(p_bucket text, p_older_than interval, p_most integer) to service_role;
comment on function public.take_orphaned_uploads(p_bucket text, p_older_than interval, p_most integer) is 'Names of files of job-files or item-photos that no row names, because it went or never came; none younger than 24 hours. From now on no row may name them. The caller removes them by the storage API. What it did not remove is named again by the next call.';
