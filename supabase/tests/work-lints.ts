import type { Lint } from './catalogue.ts'

/** The bodies of our functions, without comments and quoted texts. */
const bodies = `(
    select p.oid, p.proname, regexp_replace(p.prosrc, '--[^\\n]*|''(?:[^'']|'''')*''', '', 'g') as body
      from pg_proc p join pg_language l on l.oid = p.prolang
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and l.lanname in ('sql', 'plpgsql')) as code`

/** Functions whose series, loops or paddings follow from a value, and why that value is small. */
const bounded = {
  booking_starts: 'its callers give 42 days at most, and a step is 5 minutes at least',
  booking_analytics: 'refuses more than 400 days',
  website_analytics: 'refuses more than 400 days',
  time_summary: 'refuses more than 400 days',
  work_time: 'the days of a session, of which none begins more than five years ago',
  next_key: 'a key has 27 places at most',
  draw_number: 'pads to the length of the number itself',
  hms: 'pads to the length of the number itself',
  offer: 'the arguments of a function',
} satisfies Record<string, string>

/** Functions that compare a few rows of one person, or are called by staff now and then. */
const spansOfFew = {
  clear_shifts: 'the shifts of one person',
  guard_absence: 'the shifts of one person',
  copy_week: 'one week at a time, by who plans shifts',
} satisfies Record<string, string>

/** Rules that keep one statement from blocking the database. On PGlite no other session can end it. */
export const workLints: Record<string, Lint> = {
  'a loop that nothing ends': {
    find: `    select oid::regprocedure::text as offender from ${bodies}
     where body ~* '\\mwhile\\M'
        or regexp_count(body, '\\mloop\\M', 1, 'i') - regexp_count(body, '\\mend\\s+loop\\M', 1, 'i')
           > regexp_count(body, '\\m(for\\s+[\\w.]+(\\s*,\\s*[\\w.]+)*\\s+in|foreach\\s+\\w+(\\s+slice\\s+\\d+)?\\s+in\\s+array)\\M', 1, 'i')`,
    careless: `create function public.careless(p_day date) returns int language plpgsql set search_path = '' as $$
      declare v_day date := '2026-01-01'; begin
        for n in 1 .. 3 loop
          loop
            exit when v_day >= p_day; -- for one in a list loop
            v_day := v_day + 1;
          end loop;
        end loop;
        return 1;
      end $$`,
  },
  // A function in SQL that is not inlined is planned in each statement that calls it; a session keeps the plans of the other kind.
  'a right that is planned anew in each statement': {
    find: `    with asked as materialized (select string_agg(concat(qual, ' ', with_check), ' ') as words from pg_policies)
    select p.oid::regprocedure::text as offender
      from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'sql', asked
     where p.pronamespace = 'private'::regnamespace and p.prosecdef and not p.proretset
       and strpos(asked.words, 'private.' || p.proname || '(') > 0`,
    careless: `create function private.careless() returns boolean language sql stable security definer set search_path = ''
      as 'select true';
      create policy careless on public.tasks for select to authenticated using ((select private.careless()))`,
  },
  'an offered function that is planned anew at each call': {
    find: `    select p.oid::regprocedure::text as offender
      from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
     where p.pronamespace = 'public'::regnamespace
       and p.prosrc ~ format('^\\s*select +(\\* from )?private\\.%s\\([^()]*\\)\\s*$', p.proname)`,
    careless: `create function private.careless() returns int language plpgsql set search_path = '' as $$ begin return 1; end $$;
      create function public.careless() returns int language sql set search_path = '' as 'select private.careless()'`,
  },
  'a span of days that is worked out anew for each row': {
    find: `    select oid::regprocedure::text as offender from ${bodies}
     where proname not in ('${Object.keys(spansOfFew).join("', '")}')
       and body ~* '(\\m[a-z]\\w*\\.\\w+|\\))\\s*(<@|&&)\\s*private\\.'`,
    careless: `create function public.careless(p_day date) returns bigint language sql set search_path = ''
      as 'select count(*) from public.shifts s where s.starts_at <@ private.span_of_days(p_day, p_day + 6)'`,
  },
  'a question about the caller that is asked anew for each row': {
    find: `    select oid::regprocedure::text as offender from ${bodies}
     where body ~* '(\\m[a-z]\\w*\\.\\w+|\\))\\s*(=|<>)\\s*(any|all)\\s*\\(\\s*private\\.\\w+\\(\\s*\\)'`,
    careless: `create function public.careless() returns bigint language sql set search_path = ''
      as 'select count(*) from public.document_events e where e.kind = any (private.my_document_kinds())'`,
  },
  'a recursive query that nothing ends': {
    find: `    select oid::regprocedure::text as offender from ${bodies}
     where body ~* '\\mwith\\s+recursive\\M' and body !~* '\\mwhere\\M[^;]*\\m\\w+\\s*<\\s*\\d+'`,
    careless: `create function public.careless() returns bigint language sql set search_path = ''
      as 'with recursive n as (select 1 as at union all select at + 1 from n) select count(*) from n'`,
  },
  'a series, a padding or a loop as long as somebody says': {
    find: `    select distinct oid::regprocedure::text as offender from ${bodies},
           regexp_matches(body, '\\m(generate_series|repeat|lpad|rpad)\\s*\\(((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*)\\)', 'gi') as call
     where proname not in ('${Object.keys(bounded).join("', '")}')
       and call[2] !~* '^[^,]*,\\s*\\d+\\s*(,[^,]*)?$' and call[2] !~* 'least\\s*\\('
    union
    select oid::regprocedure::text from ${bodies}, regexp_matches(body, '\\.\\.\\s*([^;]*?)\\mloop\\M', 'gi') as range
     where proname not in ('${Object.keys(bounded).join("', '")}')
       and range[1] !~ '^\\s*\\d+\\s*$' and range[1] !~* '^\\s*least\\s*\\('`,
    careless: `create function public.careless(p_size int) returns bigint language sql set search_path = ''
      as 'select count(*) from generate_series(1, p_size)'`,
  },
}

/** Names above that no function has any more. */
export const unknownBounded = `select name as offender from unnest(array['${Object.keys({ ...bounded, ...spansOfFew }).join("', '")}']) as name
  where not exists (select from pg_proc where proname = name and pronamespace in ('public'::regnamespace, 'private'::regnamespace))`
