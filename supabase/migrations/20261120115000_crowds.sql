-- Where hundreds hear the same topic, a nudge names the time over which they spread what they read again: half a
-- millisecond for each of the staff, from 200 people on, 10 s at most. Two thousand open lists of a company of ten
-- thousand then ask 400 times a second instead of 2,000 times at once.

create function private.crowd(p_topic text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when split_part(p_topic, ':', 1) in ('page', 'role') and staff.people >= 200
    then jsonb_build_object('spread', least(staff.people / 2, 10000))
    else '{}' end
  from (
    select count(*) as people
    from (select from public.user_roles where role not in ('client', 'pending') limit 20000) as counted
  ) as staff
$$;
comment on function private.crowd is 'What a nudge adds for a topic that many hear: {"spread": ms}, or nothing.';
revoke execute on function private.crowd from public;

create or replace function private.nudge(p_topic text, p_table text, p_op text, p_id text) returns void
  language sql security definer set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('table', p_table, 'op', p_op, 'id', p_id) || private.crowd(p_topic), 'changed', p_topic, true)
$$;
