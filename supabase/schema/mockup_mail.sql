-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.mockup_contacts(p_job_id uuid)
 RETURNS TABLE(email text, name text, is_first boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.email, c.name, c.is_first
    from public.jobs j cross join lateral private.mail_contacts_of('quotation', j.quotation_id) as c
   where j.id = p_job_id and (private.is_server() or private.can('jobs', 'edit'))
$function$;
grant execute on function private.mockup_contacts(p_job_id uuid) to authenticated;
grant execute on function private.mockup_contacts(p_job_id uuid) to service_role;
comment on function private.mockup_contacts(p_job_id uuid) is 'Who a mockup may go to: the people of the quotation of its job. For whoever may change jobs.';

CREATE OR REPLACE FUNCTION private.stop_mails_of_mockup()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.cancel_mails('mockup', case tg_table_name when 'mockups' then (to_jsonb(new) ->> 'job_id')::uuid else new.id end);
  return null;
end $function$;
