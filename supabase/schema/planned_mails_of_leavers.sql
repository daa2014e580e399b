-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.recipient_of_leaver(p_mail public.scheduled_emails)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select one.email
    from unnest(p_mail.recipients || p_mail.cc) as one (email)
   where p_mail.created_by is not null and p_mail.record_id is not null and not private.works_here(p_mail.created_by)
     and not exists (
       select from private.mail_contacts_of(
         case p_mail.record_kind when 'mockup' then 'quotation' else p_mail.record_kind end,
         case p_mail.record_kind when 'mockup' then (select j.quotation_id from public.jobs j where j.id = p_mail.record_id) else p_mail.record_id end) as known
        where known.email = lower(btrim(one.email)))
   order by 1 limit 1
$function$;
comment on function private.recipient_of_leaver(p_mail public.scheduled_emails) is 'An address that a person chose who does not work here any more, and that belongs to no contact of the record; else null.';
