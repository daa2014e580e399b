set check_function_bodies = off;

drop routine public.first_steps();

create or replace function public.first_steps()
returns table (name boolean, logo boolean, country boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         s.country is not null,
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- A company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         exists (select from public.quotations q where q.sent_at is not null),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;

revoke execute on all routines in schema private from public;

revoke execute on routine public.first_steps() from anon;

revoke execute on routine public.first_steps() from public;

comment on function public.first_steps() is 'Which first steps of a new company are done. No row for people who do not manage its settings.';

reset check_function_bodies;
