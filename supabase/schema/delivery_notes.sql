-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.get_public_partial_delivery(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.get_public_delivery(d.public_uuid, p_visit) || jsonb_build_object('drop', p.id)
    from public.partial_deliveries p join public.deliveries d on d.id = p.delivery_id
   where p.id = p_uuid and p.status = 'delivered'
$function$;
grant execute on function private.get_public_partial_delivery(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_partial_delivery(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_partial_delivery(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_partial_delivery(p_uuid uuid, p_visit text) is 'The delivery of one drop by the drop''s link, with drop naming it; no row for a wrong one, null for a revoked delivery.';
