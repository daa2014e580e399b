set check_function_bodies = off;

revoke execute on all routines in schema private from public;

reset check_function_bodies;
