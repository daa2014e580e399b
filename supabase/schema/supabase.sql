-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create extension pgcrypto with schema extensions;

create extension "uuid-ossp" with schema extensions;

CREATE TRIGGER follow_account_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.follow_account_email();
CREATE TRIGGER forget_temporary_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (old.encrypted_password::text IS DISTINCT FROM new.encrypted_password::text) EXECUTE FUNCTION private.forget_temporary_password();
CREATE TRIGGER keep_an_active_admin BEFORE UPDATE OF banned_until ON auth.users FOR EACH ROW WHEN (new.banned_until > now()) EXECUTE FUNCTION private.keep_an_active_admin();
CREATE TRIGGER rename_time_entries AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text AND new.email IS NOT NULL) EXECUTE FUNCTION private.rename_time_entries();

create policy "people show themselves beside a task that they see" on realtime.messages for insert to authenticated
  with check (extension = 'presence'::text AND (( SELECT realtime.topic() AS topic)) ~~ 'task:%'::text AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));
create policy "people hear the topics of what they may read" on realtime.messages for select to authenticated
  using ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));
create policy "visitors hear the public document of their link" on realtime.messages for select to anon
  using (extension = 'broadcast'::text AND (( SELECT realtime.topic() AS topic)) ~~ 'doc:%'::text AND ( SELECT private.is_public_document(private.uuid_or_null(substr(( SELECT realtime.topic() AS topic), 5))) AS is_public_document));

create policy "staff upload files of tasks, people their avatar" on storage.objects for insert to authenticated
  with check (bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text OR bucket_id = 'avatars'::text AND (( SELECT private.my_role() AS my_role)) <> 'pending'::public.app_role AND split_part(name, '/'::text, 1) = ((( SELECT auth.uid() AS uid))::text) AND name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text);
create policy "staff see the files of tasks that they see" on storage.objects for select to authenticated
  using (bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (owner_id = ((( SELECT auth.uid() AS uid))::text) OR (EXISTS ( SELECT
   FROM private.tasks_of_file(objects.name) naming(id)
  WHERE ( SELECT true
           FROM public.tasks t
          WHERE t.id = naming.id)))));
