-- Files: task-images is private and follows the tasks; avatars are public by address and cannot be listed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('task-images', 'task-images', false, 52428800, null),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
on conflict (id) do nothing;

-- A file is uploaded before its task or comment is saved. A draft that nobody saved leaves a file that nothing names: it is
-- found here and removed through the storage API, which also removes the bytes.

create table private.swept_files (
  name     text primary key,
  swept_at timestamptz not null default now()
);
comment on table private.swept_files is
  'Files of task-images that are being removed: no task and no comment may name them any more.';

alter table private.swept_files enable row level security;
revoke all on private.swept_files from anon, authenticated;

create function private.is_swept(p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.swept_files where name = p_name) $$;
comment on function private.is_swept is 'Whether a file is being removed because nothing named it for long.';

create function public.take_orphaned_files(p_older_than interval default '7 days', p_most integer default 100)
returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Files younger than 24 hours may belong to a task that is being written';
  end if;
  -- Whoever is naming a file now is waited for, and whoever comes later finds it swept.
  lock table public.tasks, public.task_comments in share row exclusive mode;
  delete from private.swept_files s
   where not exists (select from storage.objects o where o.bucket_id = 'task-images' and o.name = s.name);
  insert into private.swept_files (name)
    select o.name from storage.objects o
     where o.bucket_id = 'task-images'
       and o.created_at < now() - p_older_than
       and not exists (select from public.tasks t where t.images @> array[o.name])
       and not exists (select from public.task_comments c where c.attachments @> array[o.name])
       and not exists (select from private.swept_files s where s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_files s order by s.swept_at, s.name limit greatest(p_most, 0);
end $$;
comment on function public.take_orphaned_files is
  'Names of files that no task and no comment names, none younger than 24 hours; from now on none may name them. The '
  'caller removes them by the storage API. What it did not remove is named again by the next call.';

-- Names can be guessed, so a name alone opens nothing: a file is seen by its owner and by people who see its task or
-- comment. Avatars have no policy to read: their public address needs none, and without one nobody lists them.
create policy "staff see the files of tasks that they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'task-images' and (select private.can('tasks', 'view')) and (
    owner_id = (select auth.uid())::text
    or exists (
      select from private.tasks_of_file(objects.name) as naming (id)
       where (select true from public.tasks t where t.id = naming.id))));

-- No policy to update or delete: nothing is overwritten.
create policy "staff upload files of tasks, people their avatar" on storage.objects
  for insert to authenticated
  with check (
    (bucket_id = 'task-images' and (select private.can('tasks', 'view'))
      and name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$')
    or (bucket_id = 'avatars' and (select private.my_role()) <> 'pending'
      and split_part(name, '/', 1) = (select auth.uid())::text
      and name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'));

revoke execute on all routines in schema private from public;
grant execute on function private.is_swept to authenticated;
revoke execute on function public.take_orphaned_files from public, anon, authenticated;
grant execute on function public.take_orphaned_files to service_role;
