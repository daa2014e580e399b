-- Searches among a hundred thousand papers: what the words find and what the client finds are two short lists, not one
-- condition that is asked of every row; and a word of one or two letters, which no index of trigrams knows, no longer makes
-- that index answer with the whole table. A search answers with the thousand newest at most: words that are common and short
-- are found by a walk from the newest paper back, and it ends there. The list of orders is searched as those of quotations and
-- invoices are; the lists, their sums and what finds records share this end.

alter table public.orders add column search_text text not null
  generated always as (private.folded(order_number || ' ' || coalesce(project_title, '') || ' ' || coalesce(client_po, ''))) stored;
comment on column public.orders.search_text is 'What a search looks through: number, title and the client''s own number, folded.';
drop index public.orders_folded_words_idx;
-- Written at once: rows that wait in a list of their own would be read by every search.
create index orders_search_text_idx on public.orders using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
update private.record_kinds set searched = 'r.search_text', is_folded = true where kind = 'order';

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
    or not (private.can(v_kind.page, 'view') or coalesce(private.named(v_kind.named_right), false))
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

create function public.orders_named(p_text text) returns setof public.orders
  language sql stable security invoker set search_path = ''
as $$
  select o.* from public.orders o where o.id = any (array(select private.records_named('order', p_text, 1000)))
$$;
comment on function private.records_named is
  'Ids of the records of a kind that hold every word of the text, or whose contact does, as the kind orders them; 1,000 at most.';
comment on function public.invoices_named is
  'Invoices whose number, title or client holds every word of the text; the 1,000 newest. The policies of invoices apply.';
comment on function public.quotations_named is
  'Quotations whose number, title or client holds every word of the text; the 1,000 newest. The policies of quotations apply.';
comment on function public.orders_named is
  'Orders whose number, title, own number of the client or client holds every word of the text; the 1,000 newest. The policies of orders apply.';

revoke execute on function public.orders_named from public, anon, authenticated;
grant execute on function public.orders_named to authenticated, service_role;

revoke execute on all routines in schema private from public;
