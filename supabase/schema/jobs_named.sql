-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION public.jobs_named(p_text text, p_late_only boolean DEFAULT false)
 RETURNS SETOF public.jobs
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select j.* from public.jobs j
   where j.id = any (array(select private.records_named('job', p_text, 1000)))
     and (not p_late_only or j.id in (select late.id from public.late_jobs() as late))
$function$;
grant execute on function public.jobs_named(p_text text, p_late_only boolean) to authenticated;
grant execute on function public.jobs_named(p_text text, p_late_only boolean) to service_role;
comment on function public.jobs_named(p_text text, p_late_only boolean) is 'Jobs whose number, title or client holds every word of the text; the 1,000 newest, and of them the late ones where asked. The
policies of jobs apply.';
