set check_function_bodies = off;

revoke execute on all routines in schema private from public;

grant execute on routine private.are_districts(p_districts jsonb) to authenticated;

grant execute on routine private.are_districts(p_districts jsonb) to service_role;

grant execute on routine private.rate_of_districts(p_districts jsonb) to authenticated;

grant execute on routine private.rate_of_districts(p_districts jsonb) to service_role;

reset check_function_bodies;
