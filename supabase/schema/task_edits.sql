-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now uuid[];
begin
  update public.tasks t
     set assignees = array(
           select person.id from unnest(t.assignees || p_add) with ordinality as person (id, place)
            where person.id <> all (p_remove)
            group by person.id order by min(person.place))
   where t.id = p_task_id
  returning t.assignees into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $function$;
grant execute on function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) to authenticated;
grant execute on function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) to service_role;
comment on function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) is 'Adds and removes assignees, atomically, by the rights of whoever calls. Returns who is assigned afterwards.';
