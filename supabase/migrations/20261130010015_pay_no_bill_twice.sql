set check_function_bodies = off;

create or replace function private.taken_by_match(p_match jsonb)
  returns table (paper uuid, words text) language plpgsql immutable set search_path = ''
as $$
begin
  return query select named.id::uuid, named.words from (
    select part ->> 'invoice_id', part ->> 'number' from jsonb_array_elements(p_match -> 'parts') as part
    union all select p_match ->> 'order_id', 'the deposit of ' || (p_match ->> 'order_number')
    union all select p_match ->> 'payment_id', p_match ->> 'payment_number'
    union all select p_match ->> 'recurring_id', p_match ->> 'title'
    -- One payment of a run is its own part.
    union all select p_match ->> 'run_id', p_match ->> 'run_number' where p_match ->> 'kind' = 'run') as named (id, words)
   where named.id is not null;
end $$;

create or replace function private.taken_paper(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
declare
  v_earlier public.bank_entries;
  v_own jsonb;
  v_papers uuid[];
  v_words text;
begin
  for v_earlier in
    select e.* from public.bank_entries e
     where e.status = 'open' and e.direction = p_entry.direction and e.currency = p_entry.currency and e.return_info is null
       and coalesce(p_entry.split_of <> e.split_of, true) and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
       and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
       and (e.amount = p_entry.amount or e.party_iban = p_entry.party_iban or private.plain_name(e.party_name) = private.plain_name(p_entry.party_name))
     order by e.booked_on, e.created_at, e.position, e.id
  loop
    v_own := coalesce(v_own, private.raw_matches(p_entry) -> 0, '{}');
    v_papers := coalesce(v_papers, array(select t.paper from private.taken_by_match(v_own) as t));
    exit when not coalesce((v_own ->> 'is_sure')::boolean, false) or v_papers = '{}';
    select t.words into v_words
      from (select private.raw_matches(v_earlier) -> 0 as best) as m, private.taken_by_match(m.best) as t
     where (m.best ->> 'is_sure')::boolean and t.paper = any (v_papers) limit 1;
    if found then
      return format('the entry of %s over %s settles %s too.', private.day_in_words(v_earlier.booked_on),
        private.money_words(v_earlier.amount, v_earlier.currency), v_words);
    end if;
  end loop;
  return null;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.taken_paper(public.bank_entries) is 'That an earlier open entry surely settles what this one would surely settle, money in or out, as a sentence; null when none does.';

comment on function private.taken_by_match(pg_catalog.jsonb) is 'What only one entry can settle, of a suggestion: invoices, the deposit of an order, a recorded payment, a recurring payment or a whole run, with words for each.';

reset check_function_bodies;
