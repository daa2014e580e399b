-- Money: one rounding for every amount, the same in the browser (src/shared/domain/money.ts).

create function private.money_floor(p_value numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_value, 2)
$$;
comment on function private.money_floor is
  'Money is rounded down, toward zero, to two decimals (spec 2 §1). Agrees with moneyFloor in TypeScript.';
revoke execute on function private.money_floor from public;
grant execute on function private.money_floor to authenticated, service_role;
