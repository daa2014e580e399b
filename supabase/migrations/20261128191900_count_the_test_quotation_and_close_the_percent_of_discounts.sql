set check_function_bodies = off;

create or replace function public.first_steps()
returns table (name boolean, logo boolean, country boolean, address boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         coalesce(btrim(s.country), '') <> '',
         coalesce(btrim(s.address), '') <> '',
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- Sales tax needs no number, and a company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or s.tax_kind <> 'vat' or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null or s.account_number is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         -- The way from a quotation to money was gone once: a deposit is recorded, or a payment pays an invoice.
         exists (select from public.orders o where o.deposit_paid > 0) or exists (select from public.payments p where p.allocated > 0),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;

create or replace function private.guard_discount_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (old.kind, old.discount_pct) is distinct from (new.kind, new.discount_pct) then
    perform private.refuse('22023', 'A discount line has no discount of its own. Please write its amount as the price.');
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger guard_discount_line before insert or update on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated') and new.kind = 'discount' and new.discount_pct > 0 and new.amends_item_id is null)
  execute function private.guard_discount_line();

comment on function private.guard_discount_line() is 'A person gives no percent to a discount line: it would lower the discount. Copies of lines from before keep theirs.';

reset check_function_bodies;
