-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.confirm_shown_entries(p_shown jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if jsonb_typeof(p_shown) is distinct from 'object' or (select count(*) > 200 from jsonb_object_keys(p_shown)) then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  -- Those that are given back are locked with the others, in one order.
  perform from public.bank_entries e
   where p_shown ? e.id::text and e.status = 'open'
      or e.id in (select private.returned_entry(r) from public.bank_entries r where p_shown ? r.id::text and r.status = 'open')
   order by e.booked_on, e.id for no key update;
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, jsonb_array_elements(private.shown_matches(e)) as match, unnest(private.papers_of_match(match)) as paper
   where p_shown ? e.id::text and e.status = 'open' and match ->> 'seen' = p_shown ->> e.id::text;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where p_shown ? id::text and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this is not what was shown any more.
    select one into v_match from jsonb_array_elements(private.shown_matches(v_row)) as one
     where one ->> 'seen' = p_shown ->> v_row.id::text and private.papers_of_match(one) <@ v_held limit 1;
    continue when not found;
    perform private.confirm_match(v_row, v_match);
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', (select count(*) from jsonb_object_keys(p_shown)) - v_confirmed);
end $function$;
grant execute on function private.confirm_shown_entries(p_shown jsonb) to authenticated;
grant execute on function private.confirm_shown_entries(p_shown jsonb) to service_role;
comment on function private.confirm_shown_entries(p_shown jsonb) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open. At most 200. Returns {confirmed, left}.';

CREATE OR REPLACE FUNCTION private.move_default_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.vat_rates set is_default = false where is_default and id <> new.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.shown_matches(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(one || jsonb_build_object('seen', md5(one::text)) order by place), '[]')
    from jsonb_array_elements(private.entry_matches(p_entry)) with ordinality as listed (one, place)
$function$;
comment on function private.shown_matches(p_entry public.bank_entries) is 'The suggestions for an open entry, each with seen: what a confirmation sends along to say what it saw.';

CREATE OR REPLACE FUNCTION public.confirm_shown_entries(p_shown jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.confirm_shown_entries($1)$function$;
grant execute on function public.confirm_shown_entries(p_shown jsonb) to authenticated;
grant execute on function public.confirm_shown_entries(p_shown jsonb) to service_role;
comment on function public.confirm_shown_entries(p_shown jsonb) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open. At most 200. Returns {confirmed, left}.';
