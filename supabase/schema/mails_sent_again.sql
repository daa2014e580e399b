-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.must_see_mailed(p_kind text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_server() or private.page_of_kind(p_kind) is null then
    return;
  elsif not private.can(private.page_of_kind(p_kind), 'view') or p_kind = 'purchase_order' and not private.named('view_financial_data') then
    raise insufficient_privilege using message = 'You may not send this document';
  end if;
end $function$;
