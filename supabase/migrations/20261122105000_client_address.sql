-- The address of whoever sent a request, for records that must say where something was agreed to.

create function private.client_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- Hosted Supabase is reached through Cloudflare, which writes the first header itself. The embedded server takes every
  -- such header of a visitor away and writes the second.
  return nullif(btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1))), '')::inet;
exception when invalid_text_representation then
  return null;
end $$;

comment on function private.client_address() is
  'Where the request of this statement came from; null outside of a request and for a header that holds no address.';

revoke execute on function private.client_address() from public;
grant execute on function private.client_address() to authenticated, service_role;
