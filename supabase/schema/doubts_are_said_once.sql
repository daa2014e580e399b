-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.kept_as_credit(p_match jsonb, p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_entry.direction <> 'in' or p_match ?| array['order_id', 'payment_id'] then p_match
    else p_match || jsonb_build_object('parts', '[]'::jsonb, 'credit', private.amount_text(p_entry.amount), 'reasons', (p_match -> 'reasons') - -1) end
$function$;
comment on function private.kept_as_credit(p_match jsonb, p_entry public.bank_entries) is 'A suggestion for a double payment: it settles nothing of the client, and stays credit until somebody decides.';

CREATE OR REPLACE FUNCTION private.raw_matches(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_entry.direction when 'out' then private.bank_money_out(p_entry) else (
    select coalesce(jsonb_agg(private.says_less_credit(one, p_entry) order by place), '[]')
      from jsonb_array_elements(private.bank_matches(p_entry)) with ordinality as listed (one, place)) end
$function$;
comment on function private.raw_matches(p_entry public.bank_entries) is 'The suggestions for an open entry before its doubts are asked for.';

CREATE OR REPLACE FUNCTION private.return_obstacle(p_of public.bank_entries)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format('Somebody recorded the payment of %s by hand: please match that entry first.', private.day_in_words(p_of.booked_on))
   where p_of.status = 'open' and private.is_recorded_before(
     case p_of.direction when 'in' then private.bank_matches(p_of) else private.bank_money_out(p_of) end)
$function$;
comment on function private.return_obstacle(p_of public.bank_entries) is 'Why an entry cannot be given back yet, as a sentence: the books hold its payment, and it is not linked; null when it can.';

CREATE OR REPLACE FUNCTION private.says_less_credit(p_match jsonb, p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_entry.direction = 'in' and not p_match ?| array['order_id', 'payment_id'] and c.credit > 0 and p_entry.amount = o.balance - c.credit
      then jsonb_set(p_match, '{reasons}', (p_match -> 'reasons') - -1
        || to_jsonb(format('The amount is what is open less %s of credit, which can settle the rest.', private.amount_text(c.credit))))
      else p_match end
    from (select private.client_credit((p_match ->> 'contact_id')::uuid) as credit) as c,
         (select coalesce(sum(v.balance), 0) as balance from public.invoices v
           where v.contact_id = (p_match ->> 'contact_id')::uuid and v.status in ('issued', 'partly_paid') and v.balance > 0) as o
$function$;
comment on function private.says_less_credit(p_match jsonb, p_entry public.bank_entries) is 'A suggestion whose amount is what a statement asks for, the open invoices less the credit, says so.';
