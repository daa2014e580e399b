-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.nudge_comment_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from changed where (select cardinality(t.assignees) > 0 from public.tasks t where t.id = changed.task_id)
  ) then
    perform private.nudge('page:tasks', tg_table_name, tg_op, null);
  end if;
  return null;
end $function$;
comment on function private.nudge_comment_news() is 'Tells the page of tasks of comments on shared tasks.';
