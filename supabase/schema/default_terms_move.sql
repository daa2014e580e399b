-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.move_default_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.quotation_terms set is_default = false
   where is_default and id <> new.id and language = new.language and client_type is not distinct from new.client_type;
  return new;
end $function$;
comment on function private.move_default_terms() is 'The terms that become the default of a language and kind of client take the place of those before.';
