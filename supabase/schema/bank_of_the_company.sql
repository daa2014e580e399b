-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.tell_admins_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff('{}', 'admin', 'The bank account of the company was changed',
    format('%s changed it from %s to %s. Clients pay there from now on. If you did not agree to this, please look at once.',
      coalesce(private.person_label(auth.uid()), 'Somebody at the server'), coalesce(old.iban, 'no account'), coalesce(new.iban, 'no account')),
    null, jsonb_build_object('kind', 'company_account'));
  return null;
end $function$;
comment on function private.tell_admins_of_account() is 'Every other admin hears of another account for the money of clients.';
