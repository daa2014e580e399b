-- The account that clients pay to is entered in the settings: with its holder, and every change of it is told to the other admins.
alter table public.company_settings add column account_holder text
  constraint company_settings_account_holder_length check (char_length(account_holder) <= 70);
comment on column public.company_settings.account_holder is 'In whose name the account is held; null: the name of the company.';

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style)
    from public.company_settings
$$;

create or replace function private.tell_admins_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff('{}', 'admin', 'The bank account of the company was changed',
    format('%s changed it from %s to %s. Clients pay there from now on. If you did not agree to this, please look at once.',
      coalesce(private.person_label(auth.uid()), 'Somebody at the server'), coalesce(old.iban, 'no account'), coalesce(new.iban, 'no account')),
    null, jsonb_build_object('kind', 'company_account'));
  return null;
end $$;
revoke execute on function private.tell_admins_of_account() from public;
comment on function private.tell_admins_of_account() is 'Every other admin hears of another account for the money of clients.';
create trigger tell_admins_of_account after update of iban on public.company_settings
  for each row when (old.iban is distinct from new.iban) execute function private.tell_admins_of_account();

drop function public.first_steps();
create function public.first_steps()
returns table (name boolean, logo boolean, country boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean, bank boolean,
  terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
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
$$;
revoke execute on function public.first_steps() from public, anon;
grant execute on function public.first_steps() to authenticated, service_role;
comment on function public.first_steps() is 'Which first steps of a new company are done. No row for people who do not manage its settings.';
