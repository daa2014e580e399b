-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.address_mockup_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.public_uuid := private.mockup_uuid(new.job_id);
  return new;
end $function$;
comment on function private.address_mockup_notice() is 'A new notice knows where its mockup is shown.';

CREATE OR REPLACE FUNCTION private.mockup_uuid(p_job uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.public_uuid from public.jobs j join public.quotations q on q.id = j.quotation_id where j.id = p_job
$function$;
comment on function private.mockup_uuid(p_job uuid) is 'The uuid under which the mockup of a job is shown; null without a quotation.';

CREATE OR REPLACE FUNCTION private.readdress_notices_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.mockup_notifications set public_uuid = private.mockup_uuid(new.id) where job_id = new.id;
  return null;
end $function$;
comment on function private.readdress_notices_of_job() is 'A job that moves to another quotation takes its notices along.';

CREATE OR REPLACE FUNCTION private.readdress_notices_of_quotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.mockup_notifications set public_uuid = new.public_uuid
   where job_id in (select j.id from public.jobs j where j.quotation_id = new.id);
  return null;
end $function$;
comment on function private.readdress_notices_of_quotation() is 'A new link replaces the old one in notices too.';

CREATE OR REPLACE FUNCTION public.mark_notices_read(p_until timestamp with time zone, p_source text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_me constant uuid := auth.uid();
  v_marked integer := 0;
  v_here integer;
begin
  if p_source not in ('task_reply_notifications', 'mockup_notifications', 'delivery_notifications',
    'partial_delivery_notifications', 'notifications') then
    raise exception 'There is no source of notifications called %', p_source using errcode = '22023';
  end if;
  if coalesce(p_source, 'task_reply_notifications') = 'task_reply_notifications' then
    update public.task_reply_notifications set is_read = true
     where user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'mockup_notifications') = 'mockup_notifications' then
    update public.mockup_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'delivery_notifications') = 'delivery_notifications' then
    update public.delivery_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'partial_delivery_notifications') = 'partial_delivery_notifications' then
    update public.partial_delivery_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'notifications') = 'notifications' then
    update public.notifications set is_read = true
     where user_id = v_me and not is_read and created_at <= p_until
       and type in ('task_assigned', 'task_mentioned', 'logistics_update');
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  return v_marked;
end $function$;
grant execute on function public.mark_notices_read(p_until timestamp with time zone, p_source text) to anon;
grant execute on function public.mark_notices_read(p_until timestamp with time zone, p_source text) to authenticated;
grant execute on function public.mark_notices_read(p_until timestamp with time zone, p_source text) to service_role;
comment on function public.mark_notices_read(p_until timestamp with time zone, p_source text) is 'Marks the notices of the caller read, of one source or of all, up to the newest that they saw. One statement and so one nudge a source; returns how many were marked.';

CREATE OR REPLACE FUNCTION public.unread_counts()
 RETURNS TABLE(source text, unread bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'task_reply_notifications', count(*) from public.task_reply_notifications
   where user_id = (select auth.uid()) and not is_read
  union all
  select 'mockup_notifications', count(*) from public.mockup_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'delivery_notifications', count(*) from public.delivery_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'partial_delivery_notifications', count(*) from public.partial_delivery_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'notifications', count(*) from public.notifications
   where user_id = (select auth.uid()) and not is_read
     and type in ('task_assigned', 'task_mentioned', 'logistics_update')
$function$;
grant execute on function public.unread_counts() to anon;
grant execute on function public.unread_counts() to authenticated;
grant execute on function public.unread_counts() to service_role;
comment on function public.unread_counts() is 'The unread notices of the caller by source, all of one instant: the badge (spec 2 §7).';
