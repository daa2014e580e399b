set check_function_bodies = off;

drop routine private.confirm_shown_entries(p_shown jsonb);

drop routine public.confirm_shown_entries(p_shown jsonb);

create or replace function private.confirm_shown_entries(p_shown jsonb, p_whole boolean default false)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_booked jsonb;
  v_confirmed integer;
  v_left integer;
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
    update public.bank_entries set decided_as = p_shown ->> v_row.id::text where id = v_row.id;
  end loop;
  -- Also what the same person confirmed by the same words before: a second call of one click is answered as the first.
  select jsonb_object_agg(e.id, coalesce(private.booked_as(e), '')) into v_booked
    from public.bank_entries e where p_shown ? e.id::text and e.decided_as = p_shown ->> e.id::text and e.decided_by is not distinct from auth.uid();
  v_confirmed := (select count(*) from jsonb_object_keys(coalesce(v_booked, '{}')));
  v_left := (select count(*) from jsonb_object_keys(p_shown)) - v_confirmed;
  if p_whole and v_left > 0 then
    perform private.refuse('PT409', format('%s of these entries changed meanwhile: nothing was booked. Please look at them again.', v_left));
  end if;
  return jsonb_build_object('confirmed', v_confirmed, 'left', v_left, 'booked', coalesce(v_booked, '{}'));
end $$;

create or replace function public.confirm_shown_entries(p_shown jsonb, p_whole boolean default false) returns jsonb
language sql set search_path = '' as $$select private.confirm_shown_entries($1, $2)$$;

revoke execute on all routines in schema private from public;

grant execute on routine private.confirm_shown_entries(p_shown jsonb, p_whole boolean) to authenticated;

grant execute on routine private.confirm_shown_entries(p_shown jsonb, p_whole boolean) to service_role;

revoke execute on routine public.confirm_shown_entries(p_shown jsonb, p_whole boolean) from anon;

revoke execute on routine public.confirm_shown_entries(p_shown jsonb, p_whole boolean) from public;

comment on function private.confirm_shown_entries(pg_catalog.jsonb,boolean) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open; p_whole: then none is booked. What the same person confirmed by the same words before counts as confirmed. At most 200. Returns {confirmed, left,
booked: {entry id: the number of what it is in the books}}.';

comment on function public.confirm_shown_entries(pg_catalog.jsonb,boolean) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open; p_whole: then none is booked. What the same person confirmed by the same words before counts as confirmed. At most 200. Returns {confirmed, left,
booked: {entry id: the number of what it is in the books}}.';

reset check_function_bodies;
set check_function_bodies = off;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_written_off numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  v_written_off := private.written_off(p_invoice_id);
  select v_written_off + coalesce(sum(a.amount), 0) into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.money_words(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, written_off = v_written_off, status = v_status
   where id = p_invoice_id and (paid, credited, written_off, status) is distinct from (v_paid, v_credited, v_written_off, v_status);
  if v_status <> v_row.status and v_status = 'paid' then
    perform private.cancel_mails('invoice', p_invoice_id);
    perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
  end if;
end $$;

reset check_function_bodies;
