-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION public.replace_task_description(p_task_id uuid, p_expected text, p_description text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_expected constant text := coalesce(p_expected, '');
  v_current text;
begin
  update public.tasks set description = p_description
   where id = p_task_id and coalesce(description, '') = v_expected;
  if found then
    return coalesce(p_description, '');
  end if;
  select coalesce(t.description, '') into v_current from public.tasks t where t.id = p_task_id;
  if not found then
    raise no_data_found using message = 'Task not found';
  end if;
  if v_current = v_expected then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_current;
end $function$;
grant execute on function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) to authenticated;
grant execute on function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) to service_role;
comment on function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) is 'Compare and set. Returns the description as it now stands: the new one, or what somebody else saved meanwhile.';
