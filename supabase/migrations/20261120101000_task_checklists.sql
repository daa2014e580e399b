-- A checklist lives in its task's description and is saved back whole (spec 2 §4). Two people who tick at once both
-- read the same description, so the second save must notice the first: a description only follows the one it was made of.

create function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) returns text
  language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_current text;
begin
  update public.tasks set description = p_description
   where id = p_task_id and description is not distinct from p_expected;
  if found then
    return p_description;
  end if;
  select t.description into v_current from public.tasks t where t.id = p_task_id;
  if not found then
    raise no_data_found using message = 'Task not found';
  end if;
  if v_current is not distinct from p_expected then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_current;
end $$;
comment on function public.replace_task_description is
  'Compare and set. Returns the description as it now stands: the new one, or what somebody else saved meanwhile.';

revoke execute on function public.replace_task_description from public, anon;
grant execute on function public.replace_task_description to authenticated;
