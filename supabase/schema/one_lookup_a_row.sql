-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.tasks_of_file(p_name text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select t.id from public.tasks t where t.images @> array[p_name]
  union all
  select c.task_id from public.task_comments c where c.attachments @> array[p_name]
$function$;
grant execute on function private.tasks_of_file(p_name text) to authenticated;
comment on function private.tasks_of_file(p_name text) is 'The tasks that name a file, themselves or in a comment, whoever asks.';
