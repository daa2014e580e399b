-- A double payment is named once and stays credit; a payment that came back is matched before, where it was recorded by hand.

create or replace function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
  returns text[] language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when p_entry.currency <> s.currency
      then format('It is in %s and the books are in %s: nothing is matched by itself. Please record it by hand, and ignore it here.', p_entry.currency, s.currency) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null))], null)
    from public.company_settings s
$$;

create function private.kept_as_credit(p_match jsonb, p_entry public.bank_entries)
  returns jsonb language sql immutable set search_path = ''
as $$
  select case when p_entry.direction <> 'in' or p_match ?| array['order_id', 'payment_id'] then p_match
    else p_match || jsonb_build_object('parts', '[]'::jsonb, 'credit', private.amount_text(p_entry.amount), 'reasons', (p_match -> 'reasons') - -1) end
$$;
comment on function private.kept_as_credit is 'A suggestion for a double payment: it settles nothing of the client, and stays credit until somebody decides.';
revoke execute on function private.kept_as_credit(jsonb, public.bank_entries) from public;

create function private.says_less_credit(p_match jsonb, p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
  select case when p_entry.direction = 'in' and not p_match ?| array['order_id', 'payment_id'] and c.credit > 0 and p_entry.amount = o.balance - c.credit
      then jsonb_set(p_match, '{reasons}', (p_match -> 'reasons') - -1
        || to_jsonb(format('The amount is what is open less %s of credit, which can settle the rest.', private.amount_text(c.credit))))
      else p_match end
    from (select private.client_credit((p_match ->> 'contact_id')::uuid) as credit) as c,
         (select coalesce(sum(v.balance), 0) as balance from public.invoices v
           where v.contact_id = (p_match ->> 'contact_id')::uuid and v.status in ('issued', 'partly_paid') and v.balance > 0) as o
$$;
comment on function private.says_less_credit is 'A suggestion whose amount is what a statement asks for, the open invoices less the credit, says so.';
revoke execute on function private.says_less_credit(jsonb, public.bank_entries) from public;

create function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
  select case p_entry.direction when 'out' then private.bank_money_out(p_entry) else (
    select coalesce(jsonb_agg(private.says_less_credit(one, p_entry) order by place), '[]')
      from jsonb_array_elements(private.bank_matches(p_entry)) with ordinality as listed (one, place)) end
$$;
comment on function private.raw_matches is 'The suggestions for an open entry before its doubts are asked for.';
revoke execute on function private.raw_matches(public.bank_entries) from public;

create or replace function private.entry_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches constant jsonb := private.raw_matches(p_entry);
  v_is_recorded constant boolean := private.is_recorded_before(v_matches);
  v_is_double boolean;
  v_return jsonb;
begin
  if p_entry.status <> 'open' then
    return '[]';
  end if;
  v_return := private.return_match(p_entry);
  if v_return is null and private.entry_doubts(p_entry, v_is_recorded) = '{}' then
    return v_matches;
  end if;
  v_is_double := not v_is_recorded and private.settled_before(p_entry) is not null;
  return case when v_return is null then '[]' else jsonb_build_array(v_return) end || coalesce((
    select jsonb_agg(case when v_is_double then private.kept_as_credit(one, p_entry) else one end || '{"is_sure": false}' order by place)
      from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;
comment on function private.entry_matches is 'The suggestions for an open entry, the best first. One that gives a payment back comes first. With a doubt none is sure, and a
double payment stays credit.';

create function private.return_obstacle(p_of public.bank_entries)
  returns text language sql stable security definer set search_path = ''
as $$
  select format('Somebody recorded the payment of %s by hand: please match that entry first.', private.day_in_words(p_of.booked_on))
   where p_of.status = 'open' and private.is_recorded_before(
     case p_of.direction when 'in' then private.bank_matches(p_of) else private.bank_money_out(p_of) end)
$$;
comment on function private.return_obstacle is 'Why an entry cannot be given back yet, as a sentence: the books hold its payment, and it is not linked; null when it can.';
revoke execute on function private.return_obstacle(public.bank_entries) from public;

alter function private.return_match(public.bank_entries) rename to return_facts;
comment on function private.return_facts is 'The entry that an entry gives back, with the papers that are open again then; null where it gives none back.';
create function private.return_match(p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(f.facts || jsonb_build_object('obstacle', (
      select private.return_obstacle(e) from public.bank_entries e where e.id = (f.facts ->> 'entry_id')::uuid)))
    from private.return_facts(p_entry) as f (facts)
$$;
comment on function private.return_match is 'The suggestion that an entry gives an earlier one back, and why it cannot be confirmed yet (obstacle); null where it gives none back.';
revoke execute on function private.return_match(public.bank_entries), private.return_facts(public.bank_entries) from public;

create or replace function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    if p_match ? 'obstacle' then
      perform private.refuse('PT409', p_match ->> 'obstacle');
    end if;
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
  elsif p_entry.direction = 'out' then
    perform private.confirm_bank_payout(p_entry.id, p_match);
  else
    perform private.confirm_bank_entry(p_entry.id, (p_match ->> 'contact_id')::uuid,
      case when p_match -> 'order_id' is null and p_match -> 'payment_id' is null then (
        select coalesce(jsonb_agg(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount')), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid);
  end if;
end $$;
