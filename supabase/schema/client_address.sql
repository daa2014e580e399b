-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.client_address()
 RETURNS inet
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- Hosted Supabase is reached through Cloudflare, which writes the first header itself. The embedded server takes every
  -- such header of a visitor away and writes the second.
  return nullif(btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1))), '')::inet;
exception when invalid_text_representation then
  return null;
end $function$;
grant execute on function private.client_address() to authenticated;
grant execute on function private.client_address() to service_role;
comment on function private.client_address() is 'Where the request of this statement came from; null outside of a request and for a header that holds no address.';
