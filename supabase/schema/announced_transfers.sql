-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.announced_invoices(p_request_id uuid)
 RETURNS TABLE(invoice_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('payments', 'view', 'see payments');
  return query
    select r.invoice_id from private.request_invoices r where r.request_id = p_request_id order by r.invoice_id;
end $function$;
grant execute on function private.announced_invoices(p_request_id uuid) to authenticated;
grant execute on function private.announced_invoices(p_request_id uuid) to service_role;
comment on function private.announced_invoices(p_request_id uuid) is 'The invoices that a client chose on a statement, of the request for their money.';
