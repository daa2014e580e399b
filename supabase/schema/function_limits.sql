-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.function_calls (
  id bigint not null generated always as identity,
  caller uuid not null,
  name text not null,
  called_at timestamp with time zone not null,
  constraint function_calls_pkey PRIMARY KEY (id),
  constraint function_calls_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 100)
);
alter table private.function_calls enable row level security;
CREATE INDEX function_calls_called_at_idx ON private.function_calls USING btree (called_at);
CREATE INDEX function_calls_caller_name_called_at_idx ON private.function_calls USING btree (caller, name, called_at);
comment on table private.function_calls is 'Calls of server functions within the last day, to limit them by person, by link, or by network where nobody is known.';
comment on column private.function_calls.caller is 'The id of an account, or the uuid of a public link.';

CREATE OR REPLACE FUNCTION public.take_function_call(p_name text, p_caller uuid, p_per_minute integer, p_per_day integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now timestamptz;
  v_free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('take_function_call:' || p_name || ':' || p_caller, 0));
  v_now := clock_timestamp();
  delete from private.function_calls
   where id in (
     select c.id from private.function_calls c
      where c.called_at <= v_now - interval '1 day' order by c.called_at limit 100 for update skip locked);

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
end $function$;
grant execute on function public.take_function_call(p_name text, p_caller uuid, p_per_minute integer, p_per_day integer) to service_role;
comment on function public.take_function_call(p_name text, p_caller uuid, p_per_minute integer, p_per_day integer) is 'Takes one call of a function for a person or a link: 0 when it may go ahead, else the seconds to wait. Both limits are at
least 1. Removes up to 100 calls of anybody that are older than a day.';
