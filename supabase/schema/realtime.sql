-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.may_hear(p_topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case split_part(p_topic, ':', 1)
    when 'user' then p_topic = 'user:' || (select auth.uid())
    when 'role' then p_topic = 'role:' || (select private.my_role())
    when 'page' then case p_topic
      when 'page:time-tracking' then private.named('manage_time_tracking')
      else private.can(substr(p_topic, 6), 'view') and exists (
        select 1 from public.page_permissions pp where p_topic = 'page:' || pp.page_name)
    end
    when 'task' then exists (
      select 1 from public.tasks t where t.id = private.uuid_or_null(substr(p_topic, 6)))
    when 'doc' then private.is_public_document(private.uuid_or_null(substr(p_topic, 5)))
      or private.is_staff_document(private.uuid_or_null(substr(p_topic, 5)))
    else false
  end
$function$;
grant execute on function private.may_hear(p_topic text) to authenticated;
comment on function private.may_hear(p_topic text) is 'May the caller join this topic? As the caller: a task is heard by whoever the policies of tasks show it to.';
