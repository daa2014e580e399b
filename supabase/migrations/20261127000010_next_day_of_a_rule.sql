-- The next day of a recurring payment is found in at most two steps, whatever the days are.
-- A row without a first day, or with one at the end of time, has no next day: the constraints of the table say what is wrong with it.

create or replace function private.recurring_next(p_every text, p_starts_on date, p_day integer, p_from date)
returns date
language plpgsql
immutable
set search_path to ''
as $$
declare
  v_from constant date := greatest(p_from, p_starts_on);
  v_step constant integer := case p_every when 'month' then 1 when 'quarter' then 3 else 12 end;
  v_day integer;
  v_months integer;
  v_first date;
  v_date date;
begin
  if not coalesce(p_starts_on between '0001-01-01' and '9999-12-31' and v_from between '0001-01-01' and '9999-12-31', false) then
    return null;
  elsif p_every = 'week' then
    return p_starts_on + (v_from - p_starts_on + 6) / 7 * 7;
  end if;
  v_day := least(greatest(coalesce(p_day, extract(day from p_starts_on)::integer), 1), 31);
  v_months := (extract(year from v_from) - extract(year from p_starts_on))::integer * 12
    + (extract(month from v_from) - extract(month from p_starts_on))::integer;
  v_months := v_months / v_step * v_step;
  -- The first of the two months is that of p_from or one before it, the second is after it.
  for n in 0 .. 1 loop
    v_first := (date_trunc('month', p_starts_on::timestamp) + make_interval(months => v_months + n * v_step))::date;
    v_date := least(v_first + v_day - 1, (v_first + interval '1 month')::date - 1);
    exit when v_date >= v_from;
  end loop;
  return v_date;
end $$;
comment on function private.recurring_next(p_every text, p_starts_on date, p_day integer, p_from date) is
'The first day of a rule from p_from on; null where a day is missing or lies outside the years 1 to 9999. Day 31 of a shorter
month is its last day; the next month has day 31 again. Days have no hours, so that summer time moves nothing.';
