set check_function_bodies = off;

-- Whoever is no staff reads of the company what get_company() tells: not its bank account, its terms, or how the shop works.
drop policy "everybody reads who the company is" on public.company_settings;

create or replace function private.get_company()
returns table (name text, email text, phone text, address text, postcode text, city text, country text, map_point text,
  vat_number text, registration_number text, logo_url text, brand_color text, currency text, number_style text, date_style text,
  hour_style text, time_zone text)
  language sql stable security definer set search_path = ''
as $$
  select s.name, s.email, s.phone, s.address, s.postcode, s.city, s.country, s.map_point, s.vat_number, s.registration_number,
         s.logo_url, s.brand_color, s.currency, s.number_style, s.date_style, s.hour_style, s.time_zone
    from public.company_settings s
$$;

revoke execute on all routines in schema private from public;

call private.offer('private.get_company()', '{anon,authenticated,service_role}');

create policy "sessions show their second factor first" on public.company_settings as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

-- Only staff: beside what everybody knows it holds the bank account, the terms of business and how the shop works. Everybody
-- else reads get_company(), and the holder of a link the account that stands on the paper.
create policy "staff read how the company works" on public.company_settings
  for select to authenticated using ((select private.is_staff()));

comment on function private.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function public.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

revoke all on public.company_settings from anon;

reset check_function_bodies;
