set check_function_bodies = off;

create or replace function private.hand_over_state(p_format text, p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_counts jsonb;
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  -- The journal is read once: an entry stands by its print, or is booked and not given, or given and not booked so.
  with standing as materialized (
    select s.entry_id, s.print from private.standing_entries(p_format, p_from, p_to) as s
  ), prints as materialized (
    select p.entry_id, p.print from private.journal_prints(p_from, p_to) as p
  )
  select jsonb_build_object('entries', (select count(*) from prints), 'given', (select count(*) from standing),
           'new', count(*) filter (where d.given = 0), 'gone', count(*) filter (where d.now = 0),
           'changed', count(*) filter (where d.given > 0 and d.now > 0)) into v_counts
    from (select coalesce(s.entry_id, p.entry_id) as entry_id, count(s.entry_id) as given, count(p.entry_id) as now
            from standing s full join prints p on p.entry_id = s.entry_id and p.print = s.print
           where s.entry_id is null or p.entry_id is null group by 1) as d;
  return v_counts || jsonb_build_object(
    'is_closed', coalesce(p_to <= private.closed_to('everybody'), false),
    'others', (select coalesce(jsonb_agg(jsonb_build_object('format', o.format, 'at', o.at) order by o.at desc), '[]')
                 from (select h.format, max(h.created_at) as at from public.hand_overs h
                        where h.format <> p_format and h.from_day <= p_to and h.to_day >= p_from group by h.format) as o));
end $$;

reset check_function_bodies;
