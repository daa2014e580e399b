-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.decide_recurring()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.decided_by := auth.uid();
  else
    new.decided_by := case
      when (new.amount, new.vat_rate_id, new.iban, new.payment_reference, new.title)
        is distinct from (old.amount, old.vat_rate_id, old.iban, old.payment_reference, old.title) then auth.uid()
      else old.decided_by end;
  end if;
  return new;
end $function$;
