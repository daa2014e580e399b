-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.take_turn_at_step(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('step ' || p_id, 0))
$function$;
comment on function private.take_turn_at_step(p_id uuid) is 'Until the end of the transaction nobody else starts, pauses or finishes this step.';
