set check_function_bodies = off;

create or replace function private.tax_to_cents(p_net numeric, p_rate numeric, p_nearest boolean) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when p_nearest then round(p_net * p_rate / 100, 2) else trunc(p_net * p_rate / 100, 2) end;
end $$;

reset check_function_bodies;
