-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.request_to_settle(p_id uuid)
 RETURNS public.payment_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payment_requests;
begin
  perform from public.orders where id = (select r.order_id from public.payment_requests r where r.id = p_id) for no key update;
  select * into v_row from public.payment_requests where id = p_id for no key update;
  return v_row;
end $function$;
comment on function private.request_to_settle(p_id uuid) is 'A request for money, locked after its order.';
