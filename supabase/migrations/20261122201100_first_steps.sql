-- The first steps of a new company: what its admin still has to enter, read from the data.

alter table public.company_settings add column first_steps_put_away boolean not null default false;
comment on column public.company_settings.first_steps_put_away is 'An admin closed the list of first steps on the dashboard.';

create function public.first_steps()
returns table (name boolean, logo boolean, country boolean, time_zone boolean, colleagues boolean, contacts boolean, put_away boolean)
  language sql stable security invoker set search_path = ''
as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         s.country is not null,
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;
comment on function public.first_steps is 'Which first steps of a new company are done. No row for people who do not manage its settings.';

revoke execute on function public.first_steps from public, anon;
grant execute on function public.first_steps to authenticated, service_role;
