-- A comment is news for whoever looks at what happens in the house: the page of tasks hears of comments on shared tasks,
-- without ids. Nothing has to ask in between.

create function private.nudge_comment_news() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from changed join public.tasks on tasks.id = changed.task_id where cardinality(tasks.assignees) > 0
  ) then
    perform private.nudge('page:tasks', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;
comment on function private.nudge_comment_news is 'Tells the page of tasks of comments on shared tasks.';
revoke execute on function private.nudge_comment_news from public;

call private.after_each_statement('public.task_comments', 'nudge_page', $$private.nudge_comment_news()$$,
  '{insert,delete}');
