-- How often a person may call a server function. Only the functions ask, with the service key.

create table private.function_calls (
  id        bigint generated always as identity primary key,
  caller    uuid not null references auth.users (id) on delete cascade,
  name      text not null,
  called_at timestamptz not null,
  constraint function_calls_name_length check (char_length(name) between 1 and 100)
);
create index function_calls_caller_name_called_at_idx on private.function_calls (caller, name, called_at);
comment on table private.function_calls is 'Calls of server functions within the last day, to limit them by person.';

alter table private.function_calls enable row level security;
revoke all on private.function_calls from anon, authenticated;

create function public.take_function_call(p_name text, p_caller uuid, p_per_minute integer, p_per_day integer)
returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz;
  v_free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('take_function_call:' || p_name || ':' || p_caller, 0));
  v_now := clock_timestamp();
  delete from private.function_calls
   where caller = p_caller and name = p_name and called_at <= v_now - interval '1 day';

  -- The call that must grow old before the next one fits: the last but (limit - 1).
  select greatest(
    (select called_at + interval '1 minute' from private.function_calls
      where caller = p_caller and name = p_name order by called_at desc offset p_per_minute - 1 limit 1),
    (select called_at + interval '1 day' from private.function_calls
      where caller = p_caller and name = p_name order by called_at desc offset p_per_day - 1 limit 1)
  ) into v_free_at;
  if v_free_at > v_now then
    return ceil(extract(epoch from v_free_at - v_now));
  end if;

  insert into private.function_calls (caller, name, called_at) values (p_caller, p_name, v_now);
  return 0;
end $$;
comment on function public.take_function_call is
  'Takes one call of a function for a person: 0 when it may go ahead, else the seconds to wait. Both limits are at least 1.';

revoke execute on function public.take_function_call from public, anon, authenticated;
grant execute on function public.take_function_call to service_role;
