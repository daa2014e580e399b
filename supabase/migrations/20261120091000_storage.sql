-- Files: task-images is private and follows the tasks; avatars are public by address and cannot be listed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('task-images', 'task-images', false, 52428800, null),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
on conflict (id) do nothing;

-- Names can be guessed, so the name opens nothing: a file is seen by its owner and by whoever sees its task or comment.
-- Avatars have no policy to read: their public address needs none, and without one nobody lists them.
create policy "staff see the files of tasks that they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'task-images' and (select private.can('tasks', 'view')) and (
    owner_id = (select auth.uid())::text
    or exists (select 1 from public.tasks t where t.images @> array[objects.name])
    or exists (select 1 from public.task_comments c where c.attachments @> array[objects.name])));

-- No policy to update or delete: nothing is overwritten.
create policy "staff upload files of tasks, people their avatar" on storage.objects
  for insert to authenticated
  with check (
    (bucket_id = 'task-images' and (select private.can('tasks', 'view'))
      and name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$')
    or (bucket_id = 'avatars' and (select private.my_role()) <> 'pending'
      and split_part(name, '/', 1) = (select auth.uid())::text
      and name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'));
