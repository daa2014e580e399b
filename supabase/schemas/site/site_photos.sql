-- Photographs of the public site, in the sizes that the browser of the office made of them.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.site_photos (
  id          uuid primary key,
  alt         text not null default '',
  file_type   text not null,
  width       integer not null,
  height      integer not null,
  widths      integer[] not null,
  tone        text not null default '#d8dde2',
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint site_photos_alt_length check (char_length(alt) <= 250),
  constraint site_photos_file_type_is_known check (file_type in ('webp', 'jpg')),
  constraint site_photos_width_range check (width between 1 and 4000),
  constraint site_photos_height_range check (height between 1 and 8000),
  constraint site_photos_widths_range check (cardinality(widths) between 1 and 4 and 0 < all (widths) and 4000 >= all (widths)),
  constraint site_photos_tone_is_a_colour check (tone ~ '^#[0-9a-f]{6}$')
);
create index site_photos_created_by_idx on public.site_photos (created_by);
create index site_photos_created_at_idx on public.site_photos (created_at desc);
comment on table public.site_photos is 'Photographs of the public site: files of the bucket site-photos, one a width.';
comment on column public.site_photos.alt is 'What the photograph shows, in words; empty until somebody wrote it.';
comment on column public.site_photos.tone is 'Its average colour, shown until the file is here.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.site_photos', 'select, update, delete', p_changeable => '{alt,row_version}');
create policy "staff read photographs of the site" on public.site_photos for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site describe photographs" on public.site_photos for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove photographs" on public.site_photos for delete to authenticated
  using ((select private.named('manage_website')));

call private.file_rule('site-photos', 'insert',
  $rule$(select private.named('manage_website')) and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[1-9][0-9]{1,3}\.(webp|jpg)$'$rule$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.photo_facts(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('id', p.id, 'alt', p.alt, 'type', p.file_type, 'width', p.width, 'height', p.height,
      'widths', to_jsonb(p.widths), 'tone', p.tone)
    from public.site_photos p where p.id = p_id);
end $$;
comment on function private.photo_facts is 'What a page needs of a photograph; its files are called <id>/<width>.<type>.';

create function private.add_site_photo(
  p_id uuid, p_file_type text, p_width integer, p_height integer, p_widths integer[], p_tone text, p_alt text default '') returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_named('manage_website', 'add photographs of the site');
  if exists (select from public.site_photos p where p.id = p_id) then
    return;
  elsif exists (
    select from unnest(p_widths) as width where not exists (
      select from storage.objects o where o.bucket_id = 'site-photos' and o.name = format('%s/%s.%s', p_id, width, p_file_type)))
  then
    perform private.refuse('22023', 'The photograph did not arrive. Please upload it again.');
  end if;
  insert into public.site_photos (id, alt, file_type, width, height, widths, tone, created_by)
  values (p_id, btrim(coalesce(p_alt, '')), p_file_type, p_width, p_height, p_widths, p_tone, auth.uid());
end $$;
comment on function private.add_site_photo is
  'Adds an uploaded photograph. p_id is chosen by the caller, so that a repeated call adds it once. p_widths: a file is there for each.';
call private.offer('private.add_site_photo(uuid, text, integer, integer, integer[], text, text)');

create function private.keep_shown_photo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.site_pages s where s.draft @? format('$.** ? (@ == "%s")', old.id)::jsonpath)
    or exists (select from public.site_versions v where v.blocks @? format('$.** ? (@ == "%s")', old.id)::jsonpath)
  then
    perform private.refuse('PT409', 'A page of the site shows this photograph, or an earlier version of it does.');
  end if;
  return old;
end $$;
comment on function private.keep_shown_photo is 'A photograph stays as long as a draft or a version of a page names it.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger keep_shown before delete on public.site_photos for each row execute function private.keep_shown_photo();
create trigger nudge_staff after insert or update or delete on public.site_photos for each statement execute function private.nudge_staff();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('site-photos', 'site-photos', true, 3145728, array['image/webp', 'image/jpeg'])
on conflict (id) do nothing;
