-- The search of quotations among tens of thousands: words are folded when they are written, not for every row of every
-- search, and rows found by words and by client come from two indexes.

alter table public.quotations add column search_text text not null
  generated always as (private.folded(quotation_number || ' ' || coalesce(project_title, ''))) stored;
comment on column public.quotations.search_text is 'What a search looks through: number and title, folded.';
drop index public.quotations_folded_words_idx;
-- Written at once: rows that wait in a list of their own would be read by every search.
create index quotations_search_text_idx on public.quotations using gin (search_text extensions.gin_trgm_ops)
  with (fastupdate = off);

alter table private.record_kinds add column is_folded boolean not null default false;
comment on column private.record_kinds.is_folded is 'What is searched is kept folded in a column.';
update private.record_kinds set searched = 'r.search_text', is_folded = true where kind = 'quotation';

create or replace function private.records_named(p_kind text, p_text text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind private.record_kinds;
  v_patterns constant text[] := private.patterns(p_text);
  v_words text;
  v_contacts uuid[];
begin
  select * into v_kind from private.record_kinds where kind = p_kind and searched is not null;
  if not found or cardinality(v_patterns) = 0
    or not (private.can(v_kind.page, 'view') or coalesce(private.named(v_kind.named_right), false))
  then
    return;
  end if;
  select string_agg(format(case when v_kind.is_folded then '%s like $1[%s]' else 'private.folded(%s) like $1[%s]' end,
      v_kind.searched, n), ' and ' order by n)
    into v_words from generate_subscripts(v_patterns, 1) as n;
  if v_kind.found_by_contact then
    v_contacts := array(select c.id from private.search_contacts(p_text, null, null, false, false, null, null, 50) as c);
  end if;
  -- The ids of contacts stand there as an array: then words and contacts are found by an index each, and not row by row.
  return query execute format('
    select r.id from %1$s as r where ((%2$s) %3$s) and (%4$s) order by %5$s limit $2',
    v_kind.table_name, v_words,
    case when cardinality(v_contacts) > 0 then format('or r.%I = any ($3)', v_kind.contact) end,
    v_kind.searched_if, v_kind.best_first)
    using v_patterns, p_limit, v_contacts;
end $$;

create or replace function public.quotations_named(p_text text) returns setof public.quotations
language sql stable set search_path = '' as $$
  select q.* from public.quotations q where q.id = any (array(select private.records_named('quotation', p_text, 2000)))
$$;

create or replace function private.quotation_sums(
  p_text text default null, p_contact_id uuid default null, p_owner uuid default null, p_status text default null, p_due boolean default false,
  p_expiring boolean default false, p_result text default null, p_lost text default null,
  p_closed_from date default null, p_closed_to date default null
) returns table(status text, quotations bigint, gross text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.status, count(*), private.amount_text(sum(q.gross))
      from public.quotations q
     where (coalesce(btrim(p_text), '') = '' or q.id = any (array(select private.records_named('quotation', p_text, 2000))))
       and (p_contact_id is null or q.contact_id = p_contact_id) and (p_owner is null or q.account_manager_id = p_owner)
       and (p_status is null or q.status = p_status)
       and (not coalesce(p_due, false) or q.follow_up_on <= private.company_today())
       and (not coalesce(p_expiring, false) or (q.status = 'sent' and q.valid_until between private.company_today() and private.company_today() + 7))
       and (p_result is null or (q.closed_on is not null and (p_result = 'won') = (q.status in ('approved', 'converted'))))
       and (p_lost is null or case p_lost
              when 'unsaid' then q.closed_on is not null and q.status in ('rejected', 'expired', 'cancelled')
                and not exists (select from public.quotation_losses l where l.quotation_id = q.id)
              else exists (select from public.quotation_losses l where l.quotation_id = q.id and l.reason = p_lost) end)
       and (p_closed_from is null or q.closed_on >= p_closed_from) and (p_closed_to is null or q.closed_on <= p_closed_to)
     group by q.status order by q.status;
end $$;

revoke execute on all routines in schema private from public;
