-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION public.first_steps()
 RETURNS TABLE(name boolean, logo boolean, country boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean, bank boolean, terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.name <> 'Our company',
         s.logo_url is not null,
         s.country is not null,
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         s.iban is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         exists (select from public.quotations q where q.sent_at is not null),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$function$;
grant execute on function public.first_steps() to authenticated;
grant execute on function public.first_steps() to service_role;
comment on function public.first_steps() is 'Which first steps of a new company are done. No row for people who do not manage its settings.';
