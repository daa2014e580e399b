-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.stamp_edited_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.edited_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.set_default_bank_account(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.contact_bank_accounts set is_default = false
   where is_default and id <> p_id
     and contact_id = (select b.contact_id from public.contact_bank_accounts b where b.id = p_id);
  update public.contact_bank_accounts set is_default = true where id = p_id and not is_default;
  if not exists (select from public.contact_bank_accounts where id = p_id) then
    raise insufficient_privilege using message = 'You may not change this bank account';
  end if;
end $function$;
grant execute on function public.set_default_bank_account(p_id uuid) to authenticated;
grant execute on function public.set_default_bank_account(p_id uuid) to service_role;
comment on function public.set_default_bank_account(p_id uuid) is 'From now on this account of its contact is the one that is paid.';
