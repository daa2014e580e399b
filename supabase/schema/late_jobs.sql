-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.late_jobs()
 RETURNS SETOF public.jobs
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.* from public.jobs j
   where j.due_date < private.company_today() and j.status not in ('ready', 'delivered', 'closed', 'cancelled')
     and (private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view'))
$function$;
grant execute on function private.late_jobs() to authenticated;
grant execute on function private.late_jobs() to service_role;
comment on function private.late_jobs() is 'Jobs that are not ready and whose day is over by the clock of the company, for whoever may read jobs.';
