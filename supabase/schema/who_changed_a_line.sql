-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.stamp_changed_by()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.changed_by := auth.uid();
  return new;
end $function$;
comment on function private.stamp_changed_by() is 'Keeps who wrote a row last.';
