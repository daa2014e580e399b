-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.limit_requests(p_invoice_id uuid, p_statement_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.payment_requests r
       where (r.invoice_id = p_invoice_id or r.statement_id = p_statement_id) and r.created_at > now() - interval '1 hour') >= 30
  then
    perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
  end if;
end $function$;
comment on function private.limit_requests(p_invoice_id uuid, p_statement_id uuid) is 'Refuses the 31st new request for money of an hour over one invoice or statement.';
