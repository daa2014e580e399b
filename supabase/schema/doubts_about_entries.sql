-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.confirm_match(p_entry public.bank_entries, p_match jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.confirm_match(p_entry public.bank_entries, p_match jsonb) is 'Books a suggestion for an entry. The caller locked its papers.';

CREATE OR REPLACE FUNCTION private.day_in_words(p_day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select to_char(p_day, 'FMDD FMMonth') $function$;

CREATE OR REPLACE FUNCTION private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_remove(array[
    case when p_entry.currency <> s.currency
      then format('It is in %s and the books are in %s: nothing is matched by itself. Please record it by hand, and ignore it here.', p_entry.currency, s.currency) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null))], null)
    from public.company_settings s
$function$;
comment on function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean) is 'Why a person must look at an entry, in sentences. p_is_recorded: somebody recorded its payment by hand, so a paper that is paid is no doubt.';

CREATE OR REPLACE FUNCTION private.entry_matches(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.entry_matches(p_entry public.bank_entries) is 'The suggestions for an open entry, the best first. One that gives a payment back comes first. With a doubt none is sure, and a
double payment stays credit.';

CREATE OR REPLACE FUNCTION private.fail_returned_items(p_payments uuid[], p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_runs uuid[];
  v_invoices uuid[];
begin
  with returned as (
    update public.payment_run_items i set status = 'failed', failure = left(p_reason, 500)
      from public.supplier_payments s
     where s.id = any (p_payments) and s.reference = i.end_to_end_id and s.supplier_invoice_id = i.supplier_invoice_id and i.status in ('open', 'paid')
    returning i.payment_run_id, i.supplier_invoice_id
  )
  select coalesce(array_agg(distinct r.payment_run_id), '{}'), coalesce(array_agg(r.supplier_invoice_id), '{}') into v_runs, v_invoices from returned r;
  perform private.give_back_invoices(v_invoices);
  -- The others of the run were paid: it is done.
  update public.payment_runs r set status = 'paid', paid_on = private.company_today()
   where r.id = any (v_runs) and r.status = 'exported'
     and exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'paid')
     and not exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'open');
end $function$;
comment on function private.fail_returned_items(p_payments uuid[], p_reason text) is 'Payments of runs that the bank gave back are failed, and their invoices approved again.';

CREATE OR REPLACE FUNCTION private.give_back_invoices(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.supplier_invoices where id = any (p_ids) order by id for no key update;
  update public.supplier_invoices
     set status = case status when 'scheduled' then 'approved' else status end, scheduled_for = null
   where id = any (p_ids) and (status = 'scheduled' or scheduled_for is not null);
end $function$;
comment on function private.give_back_invoices(p_ids uuid[]) is 'Invoices of suppliers that no payment run holds any more are approved again, without a day.';

CREATE OR REPLACE FUNCTION private.ignore_bank_entries(p_ids uuid[], p_reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('22023', 'Please say why, in 500 characters at most');
  elsif not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  end if;
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  update public.bank_entries
     set status = 'ignored', ignore_reason = btrim(p_reason), decided_by = auth.uid(), decided_at = now()
   where id = any (p_ids) and status = 'open';
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function private.ignore_bank_entries(p_ids uuid[], p_reason text) to authenticated;
grant execute on function private.ignore_bank_entries(p_ids uuid[], p_reason text) to service_role;
comment on function private.ignore_bank_entries(p_ids uuid[], p_reason text) is 'Entries that belong to nobody in the books, with one reason. Those that somebody decided about stay as they are. How many were ignored.';

CREATE OR REPLACE FUNCTION private.is_recorded_before(p_matches jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select exists (select from jsonb_array_elements(p_matches) as one
    where one ->> 'kind' = 'recorded' or one ? 'refund_id' or (one ->> 'is_recorded')::boolean or (one ? 'payment_id' and not one ? 'kind'))
$function$;
comment on function private.is_recorded_before(p_matches jsonb) is 'Whether a suggestion links to what somebody recorded by hand.';

CREATE OR REPLACE FUNCTION private.notice_bank_entries(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  elsif exists (select from public.bank_entries where id = any (p_ids) and status = 'ignored' and decided_by is distinct from auth.uid()) then
    perform private.must('payments', 'edit', 'take decisions of others about bank statements back');
  end if;
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  update public.bank_entries set status = 'open', ignore_reason = null, decided_by = null, decided_at = null
   where id = any (p_ids) and status = 'ignored';
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function private.notice_bank_entries(p_ids uuid[]) to authenticated;
grant execute on function private.notice_bank_entries(p_ids uuid[]) to service_role;
comment on function private.notice_bank_entries(p_ids uuid[]) is 'Ignored entries are undecided again. How many.';

CREATE OR REPLACE FUNCTION private.return_match(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(f.facts || jsonb_build_object('obstacle', (
      select private.return_obstacle(e) from public.bank_entries e where e.id = (f.facts ->> 'entry_id')::uuid)))
    from private.return_facts(p_entry) as f (facts)
$function$;
comment on function private.return_match(p_entry public.bank_entries) is 'The suggestion that an entry gives an earlier one back, and why it cannot be confirmed yet (obstacle); null where it gives none back.';

CREATE OR REPLACE FUNCTION private.returned_entry(p_entry public.bank_entries)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.id from public.bank_entries e,
         lateral (select p_entry.return_info is not null or p_entry.search_text ~ '\m(returned?|reversal|retoure|ruckgabe|rucklastschrift|storno)\M' as is_told,
                         coalesce(e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED', false) as same_order,
                         coalesce(e.party_iban = p_entry.party_iban, false) as same_account) as alike
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on and e.direction <> p_entry.direction
     and e.currency = p_entry.currency and e.account_iban is not distinct from p_entry.account_iban and e.status <> 'ignored'
     -- Money to the account of a client that paid before is a refund, unless the bank says otherwise.
     and (alike.same_order or (alike.same_account and (alike.is_told or p_entry.direction = 'in'))
       or (alike.is_told and (private.plain_name(e.party_name) = private.plain_name(p_entry.party_name) or e.remittance = p_entry.remittance)))
   order by alike.same_order desc, alike.same_account desc, e.booked_on desc, e.id limit 1
$function$;
comment on function private.returned_entry(p_entry public.bank_entries) is 'The earlier entry that this one gives back: the same amount the other way, of the same order or account, within 60 days; null when there is none.';

CREATE OR REPLACE FUNCTION private.settle_return(p_id uuid, p_of_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_of public.bank_entries;
  v_reason text;
  v_paid uuid[];
  v_back uuid[];
  v_one uuid;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform from public.bank_entries where id in (p_id, p_of_id) order by booked_on, id for no key update;
  v_row := private.open_entry(p_id);
  select * into v_of from public.bank_entries where id = p_of_id;
  if private.returned_entry(v_row) is distinct from p_of_id then
    perform private.refuse('PT409', 'The bank''s entries changed meanwhile. Please look again.');
  end if;
  v_reason := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(v_row.booked_on)), v_row.return_info), 500);
  v_paid := array(select o.supplier_payment_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.supplier_payment_id is not null order by 1);
  v_back := array(select o.refund_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.refund_id is not null order by 1);
  if v_of.status = 'confirmed' then
    perform private.undo_bank_entry(p_of_id, v_reason);
  end if;
  -- What was recorded by hand, and only linked, came back all the same.
  if v_of.payment_id is not null and not v_of.has_recorded then
    perform private.reverse_payment(v_of.payment_id, v_reason);
  end if;
  foreach v_one in array v_paid loop
    perform private.reverse_supplier_payment(v_one, v_reason);
  end loop;
  foreach v_one in array v_back loop
    perform private.reverse_refund(v_one, v_reason);
  end loop;
  perform private.fail_returned_items(v_paid, v_reason);
  update public.bank_entries
     set status = 'ignored', decided_by = auth.uid(), decided_at = now(), ignore_reason = case id when p_of_id then v_reason
       else format('It gives the payment of %s back.', private.day_in_words(v_of.booked_on)) end
   where id in (p_id, p_of_id);
end $function$;
comment on function private.settle_return(p_id uuid, p_of_id uuid) is 'An entry gives an earlier one back: what that one recorded is reversed by records of their own, and neither waits any more.';

CREATE OR REPLACE FUNCTION private.settled_before(p_entry public.bank_entries)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with words as (
    select distinct m[1] || '-' || m[2] || '-' || m[3] as number
      from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
        '(?<![A-Z])(INV|SO|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
     where p_entry.direction = 'in'
  ), named as (
    select v.* from words w join public.invoices v on v.invoice_number = w.number
    union all
    -- The number of an order, or of its quotation, means its deposit where exactly that was paid.
    select v.* from words w join public.orders o on o.order_number = w.number
        or o.quotation_id = (select q.id from public.quotations q where q.quotation_number = w.number)
      join public.invoices v on v.order_id = o.id and v.kind = 'deposit' and v.gross = p_entry.amount
     where o.deposit_paid >= o.deposit_amount
  ), paid as (
    select format('%s was paid by %s on %s.', n.invoice_number, p.payment_number, private.day_in_words(p.received_on)) as words, p.received_on as on_day
      from named n join public.payment_allocations a on a.invoice_id = n.id join public.payments p on p.id = a.payment_id
     where n.balance = 0 and not exists (select from named o where o.balance > 0)
    union all
    select format('%s was paid on %s.', v.supplier_number, private.day_in_words(s.paid_on)), s.paid_on
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id
     where p_entry.direction = 'out' and s.amount = p_entry.amount and s.reverses_id is null and v.open = 0
       and s.paid_on between p_entry.booked_on - 200 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and (private.is_named(concat_ws(' ', p_entry.remittance, p_entry.end_to_end), v.supplier_number)
         or private.is_named(concat_ws(' ', p_entry.remittance, p_entry.end_to_end), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
$function$;
comment on function private.settled_before(p_entry public.bank_entries) is 'That the paper which an entry names is paid already, as a sentence; null when one of them is open.';

CREATE OR REPLACE FUNCTION private.sure_entries(p_direction text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant integer := 100;
  v_answer jsonb;
begin
  perform private.must('payments', 'view', 'see bank statements');
  with looked as materialized (
    select e.* from public.bank_entries e
     where e.status = 'open' and e.direction = coalesce(p_direction, e.direction)
       and (p_after is null or (e.booked_on, e.id) > (select a.booked_on, a.id from public.bank_entries a where a.id = p_after))
     order by e.booked_on, e.id limit v_most
  )
  select jsonb_build_object('sure', coalesce(jsonb_object_agg(l.id, m.best ->> 'seen') filter (where (m.best ->> 'is_sure')::boolean), '{}'),
           'next', case when count(*) = v_most then (select n.id from looked n order by n.booked_on desc, n.id desc limit 1) end)
    into v_answer from looked l, lateral (select private.shown_matches(l.*::public.bank_entries) -> 0 as best) as m;
  return v_answer;
end $function$;
grant execute on function private.sure_entries(p_direction text, p_after uuid) to authenticated;
grant execute on function private.sure_entries(p_direction text, p_after uuid) to service_role;
comment on function private.sure_entries(p_direction text, p_after uuid) is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, next: where to go on, or null}.';

CREATE OR REPLACE FUNCTION private.twin_entry(p_entry public.bank_entries)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.booked_on from public.bank_entries e
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 20 and p_entry.booked_on and e.direction = p_entry.direction
     and e.currency = p_entry.currency and e.status <> 'ignored'
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and coalesce(e.party_iban = p_entry.party_iban, private.plain_name(e.party_name) = private.plain_name(p_entry.party_name), true)
     and (private.folded(e.remittance) = private.folded(p_entry.remittance) and p_entry.remittance is not null
       or e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED')
   order by e.booked_on desc, e.id limit 1
$function$;
comment on function private.twin_entry(p_entry public.bank_entries) is 'The day of an earlier entry of the same payer or payee with the same amount and the same text, within 20 days; null when there is none.';

CREATE OR REPLACE FUNCTION private.undo_bank_import(p_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_imports;
  v_matched integer;
  v_names text;
begin
  perform private.must('payments', 'edit', 'take imports of bank statements back');
  -- One after the other with imports, which look for what is known.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if v_row.id is null then
    return 0;
  end if;
  perform from public.bank_entries where import_id = p_id order by booked_on, id for update;
  select count(*), string_agg(name, ', ' order by name) filter (where place <= 5) into v_matched, v_names from (
    select coalesce(p.payment_number, r.run_number, (
             select coalesce(v.supplier_number, q.payment_number) from public.bank_entry_payouts o
               left join public.supplier_payments s on s.id = o.supplier_payment_id left join public.supplier_invoices v on v.id = s.supplier_invoice_id
               left join public.payment_refunds f on f.id = o.refund_id left join public.payments q on q.id = f.payment_id
              where o.entry_id = e.id order by o.created_at, o.id limit 1), 'an entry') as name, row_number() over (order by e.position, e.id) as place
      from public.bank_entries e left join public.payments p on p.id = e.payment_id left join public.payment_runs r on r.id = e.payment_run_id
     where e.import_id = p_id and e.status = 'confirmed') as matched;
  if v_matched > 0 then
    perform private.refuse('PT409', format('%s of this file %s matched: %s%s. Please take %s back first.',
      case v_matched when 1 then 'One entry' else v_matched || ' entries' end, case v_matched when 1 then 'is' else 'are' end, v_names,
      case when v_matched > 5 then format(' and %s more', v_matched - 5) else '' end, case v_matched when 1 then 'it' else 'them' end));
  end if;
  delete from public.bank_entries where import_id = p_id;
  delete from public.bank_imports where id = p_id;
  return v_row.entries;
end $function$;
grant execute on function private.undo_bank_import(p_id uuid) to authenticated;
grant execute on function private.undo_bank_import(p_id uuid) to service_role;
comment on function private.undo_bank_import(p_id uuid) is 'Takes a file back with its entries, while nothing of it is matched; otherwise names what is. How many entries went.';
