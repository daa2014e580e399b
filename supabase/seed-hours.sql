-- DEMO DATA, last: what people did before today happened by day. Most of the demo is so many days before the moment at which it is
-- made, which may be at night. Before 07:30 becomes a quarter of an hour from 07:15 on, after 18:30 one from then on: what came first
-- stays first, and every moment stays on its day. Visits of the site, shifts and sessions of work have hours of their own.

create function pg_temp.by_day(at timestamptz) returns timestamptz language sql stable as $$
  select (day + case when clock < interval '07:30' then interval '07:15' + clock / 30
                     when clock > interval '18:30' then interval '18:30' + (clock - interval '18:30') / 22 else clock end) at time zone 'Europe/Malta'
    from (select (at at time zone 'Europe/Malta')::date as day, (at at time zone 'Europe/Malta')::time::interval as clock) as moment
$$;

do $$
declare
  v_today constant timestamptz := (now() at time zone 'Europe/Malta')::date::timestamp at time zone 'Europe/Malta';
  v_table record;
  v_trigger name;
begin
  -- The rules about what may change are for people: a paper that was sent never changes.
  for v_table in
    select c.oid::regclass as name,
           array(select t.tgname from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled = 'O') as triggers,
           string_agg(format('%1$I = case when %1$I < %2$L then pg_temp.by_day(%1$I) else %1$I end', a.attname, v_today), ', ' order by a.attnum) as moved,
           string_agg(format('%1$I < %2$L and pg_temp.by_day(%1$I) <> %1$I', a.attname, v_today), ' or ' order by a.attnum) as is_night
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid = 'timestamptz'::regtype and c.relname not in ('page_visits', 'shifts', 'time_entries', 'job_steps', 'audit_logs')
       and a.attname in ('at', 'created_at', 'ordered_at', 'sent_at', 'send_at', 'next_try_at', 'seen_at', 'first_viewed_at', 'last_viewed_at', 'decided_at',
         'issued_at', 'paid_at', 'approved_at', 'prepared_at', 'exported_at', 'published_at', 'replied_at', 'answered_at', 'read_at')
     group by c.oid
  loop
    foreach v_trigger in array v_table.triggers loop
      execute format('alter table %s disable trigger %I', v_table.name, v_trigger);
    end loop;
    execute format('update %s set %s where %s', v_table.name, v_table.moved, v_table.is_night);
    foreach v_trigger in array v_table.triggers loop
      execute format('alter table %s enable trigger %I', v_table.name, v_trigger);
    end loop;
  end loop;
end $$;

drop function pg_temp.by_day(timestamptz);
