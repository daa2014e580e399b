-- The lists of jobs are searched as those of quotations, orders and invoices are: every word, accents aside, in the number, the
-- title or the client. Jobs are read by whoever may see jobs, orders or production, so each of these pages opens their search.

alter table public.jobs add column search_text text not null
  generated always as (private.folded(job_number || ' ' || title)) stored;
comment on column public.jobs.search_text is 'What a search looks through: number and title, folded.';
drop index public.jobs_folded_words_idx;
-- Written at once: rows that wait in a list of their own would be read by every search.
create index jobs_search_text_idx on public.jobs using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table private.record_kinds add column other_pages text[] not null default '{}';
comment on column private.record_kinds.other_pages is 'Pages whose view right opens the search too.';
update private.record_kinds set searched = 'r.search_text', is_folded = true, other_pages = '{orders,production}' where kind = 'job';

create or replace function private.records_named(p_kind text, p_text text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind private.record_kinds;
  v_patterns constant text[] := private.patterns(p_text);
  v_words text;
  v_contacts uuid[];
  v_found constant text := 'select r.id from %1$s as r where (%2$s) and (%3$s) order by %4$s limit $2';
begin
  select * into v_kind from private.record_kinds where kind = p_kind and searched is not null;
  if not found or cardinality(v_patterns) = 0
    or not (coalesce(private.named(v_kind.named_right), false)
      or exists (select from unnest(v_kind.page || v_kind.other_pages) as p (page) where private.can(p.page, 'view')))
  then
    return;
  end if;
  -- With '' it is no column of an index: a pattern shorter than a trigram is asked of the rows that the others leave.
  select string_agg(format(case when not v_kind.is_folded then 'private.folded(%1$s) like $1[%2$s]'
        when char_length(v_patterns[n]) < 5 then '(%1$s || '''') like $1[%2$s]' else '%1$s like $1[%2$s]' end,
      v_kind.searched, n), ' and ' order by n)
    into v_words from generate_subscripts(v_patterns, 1) as n;
  if v_kind.found_by_contact then
    v_contacts := array(select c.id from private.search_contacts(p_text, null, null, false, false, null, null, 50) as c);
  end if;
  v_words := format(v_found, v_kind.table_name, v_words, v_kind.searched_if, v_kind.best_first);
  if cardinality(v_contacts) > 0 then
    v_words := format('select r.id from %1$s as r where r.id = any (array(%2$s) || array(%3$s)) order by %4$s limit $2', v_kind.table_name, v_words,
      format(v_found, v_kind.table_name, format('r.%I = any ($3)', v_kind.contact), v_kind.searched_if, v_kind.best_first), v_kind.best_first);
  end if;
  return query execute v_words using v_patterns, least(p_limit, 1000), v_contacts;
end $$;

create function public.jobs_named(p_text text, p_late_only boolean default false) returns setof public.jobs
  language sql stable security invoker set search_path = ''
as $$
  select j.* from public.jobs j
   where j.id = any (array(select private.records_named('job', p_text, 1000)))
     and (not p_late_only or j.id in (select late.id from public.late_jobs() as late))
$$;
comment on function public.jobs_named is
  'Jobs whose number, title or client holds every word of the text; the 1,000 newest, and of them the late ones where asked. The
policies of jobs apply.';
revoke execute on function public.jobs_named from public, anon, authenticated;
grant execute on function public.jobs_named to authenticated, service_role;

revoke execute on all routines in schema private from public;
