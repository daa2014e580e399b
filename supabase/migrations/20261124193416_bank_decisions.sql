set check_function_bodies = off;

alter table public.bank_entries add column decided_as text;

create or replace function private.confirm_bank_entry(
  p_id uuid, p_contact_id uuid default null, p_allocations jsonb default null, p_order_id uuid default null, p_payment_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
  v_choice constant text := md5(jsonb_build_array(p_contact_id, p_allocations, p_order_id, p_payment_id)::text);
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_choice and v_row.direction = 'in' then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  elsif v_row.currency <> (select currency from public.company_settings) then
    perform private.refuse('PT409', format('This entry is in %s. Please record it by hand.', v_row.currency));
  end if;
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif v_payment.amount <> v_row.amount or v_payment.direction <> 'in' or v_payment.status = 'refunded' then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_id := private.record_payment(p_contact_id, v_row.amount, 'bank', v_row.booked_on,
      left(coalesce(v_row.remittance, v_row.party_name, v_row.bank_reference), 200), null, p_allocations, p_order_id);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_choice
   where id = p_id;
  return v_id;
end $$;

create or replace function private.undo_bank_entry(p_id uuid, p_reason text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_link public.bank_entry_payouts;
begin
  perform private.must('payments', 'edit', 'take decisions about bank statements back');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status = 'open' then
    return;
  elsif v_row.status = 'confirmed' and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.bank_entries
     set status = 'open', payment_id = null, payment_run_id = null, has_recorded = false, ignore_reason = null, decided_by = null, decided_at = null,
         decided_as = null
   where id = p_id;
  if v_row.direction = 'in' then
    if v_row.has_recorded then
      perform private.reverse_payment(v_row.payment_id, p_reason);
    end if;
    return;
  end if;
  perform from public.payment_runs where id = v_row.payment_run_id for no key update;
  for v_link in delete from public.bank_entry_payouts where entry_id = p_id returning *
  loop
    continue when not v_row.has_recorded;
    if v_link.refund_id is not null then
      perform private.reverse_refund(v_link.refund_id, p_reason);
    else
      perform private.reverse_supplier_payment(v_link.supplier_payment_id, p_reason);
      update public.payment_run_items i set status = 'open'
        from public.supplier_payments s
       where s.id = v_link.supplier_payment_id and i.payment_run_id = v_row.payment_run_id
         and i.supplier_invoice_id = s.supplier_invoice_id and i.status = 'paid';
    end if;
  end loop;
  if v_row.has_recorded and v_row.payment_run_id is not null then
    update public.payment_runs set status = 'exported', paid_on = null where id = v_row.payment_run_id and status = 'paid';
    perform private.log_event('payment_run', v_row.payment_run_id, 'debit_taken_back', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.confirm_bank_payout(p_id uuid, p_choice jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_kind constant text := p_choice ->> 'kind';
  v_run public.payment_runs;
  v_rule public.recurring_payments;
  v_payment public.payments;
  v_refund public.payment_refunds;
  v_paid public.supplier_payments;
  v_ids uuid[] := '{}';
  v_refund_id uuid;
  v_run_id uuid;
  v_has_recorded boolean := true;
  v_next date;
  v_digest constant text := md5(p_choice::text);
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_digest and v_row.direction = 'out' then
    return;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'out' then
    perform private.refuse('PT409', 'This is money that came in');
  elsif v_row.currency <> (select currency from public.company_settings) then
    perform private.refuse('PT409', format('This entry is in %s. Please record it by hand.', v_row.currency));
  end if;

  if v_kind = 'supplier' then
    v_ids := private.pay_by_debit(v_row, p_choice -> 'parts');
  elsif v_kind = 'run' then
    v_run := private.payment_run_for(private.uuid_or_null(p_choice ->> 'run_id'), 'mark payments as paid');
    if v_row.amount <> coalesce((select sum(i.amount) from public.payment_run_items i
      where i.payment_run_id = v_run.id and i.status = case v_run.status when 'paid' then 'paid' else 'open' end), 0)
    then
      perform private.refuse('PT409', format('%s has another amount by now. Please look again.', v_run.run_number));
    end if;
    v_has_recorded := v_run.status <> 'paid';
    select coalesce(array_agg(i.id), '{}') into v_ids from public.payment_run_items i
     where i.payment_run_id = v_run.id and i.status = case v_run.status when 'paid' then 'paid' else 'open' end;
    perform private.settle_payment_run(v_run.id, v_row.booked_on);
    v_ids := array(select s.id from public.payment_run_items i
      join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.reverses_id is null
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
     where i.id = any (v_ids));
    if exists (select from public.bank_entry_payouts o where o.supplier_payment_id = any (v_ids)) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_run.run_number));
    end if;
    v_run_id := v_run.id;
  elsif v_kind = 'run_payment' then
    select i.payment_run_id into v_run_id from public.payment_run_items i where i.id = private.uuid_or_null(p_choice ->> 'item_id') and i.amount = v_row.amount;
    if v_run_id is null then
      perform private.refuse('PT409', 'This payment of the run has another amount');
    end if;
    v_ids := array[private.settle_run_payment(private.uuid_or_null(p_choice ->> 'item_id'), v_row.booked_on)];
  elsif v_kind = 'recorded' then
    select * into v_paid from public.supplier_payments where id = private.uuid_or_null(p_choice ->> 'supplier_payment_id');
    perform from public.supplier_invoices where id = v_paid.supplier_invoice_id for no key update;
    if v_paid.id is null or v_paid.amount <> v_row.amount or exists (select from public.supplier_payments s where s.reverses_id = v_paid.id) then
      perform private.refuse('PT409', 'This payment has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.supplier_payment_id = v_paid.id) then
      perform private.refuse('PT409', 'This payment belongs to another entry already');
    end if;
    v_ids := array[v_paid.id];
    v_has_recorded := false;
  elsif v_kind = 'recurring' then
    select * into v_rule from public.recurring_payments where id = private.uuid_or_null(p_choice ->> 'recurring_id') and direction = 'out' for no key update;
    if v_rule.id is null then
      perform private.refuse('PT404', 'This recurring payment is not there any more');
    elsif v_rule.next_on is distinct from (p_choice ->> 'period_on')::date then
      perform private.refuse('PT409', 'The next day changed meanwhile. Please look again.');
    end if;
    perform private.make_period(v_rule, v_rule.next_on);
    v_next := private.recurring_next(v_rule.every, v_rule.starts_on, v_rule.day_of_month, v_rule.next_on + 1);
    update public.recurring_payments set next_on = case when v_next > ends_on then null else v_next end, last_error = null where id = v_rule.id;
    v_ids := private.pay_by_debit(v_row, (
      select jsonb_build_array(jsonb_build_object('invoice_id', d.supplier_invoice_id, 'amount', private.amount_text(v_row.amount)))
        from public.recurring_periods d where d.recurring_payment_id = v_rule.id and d.period_on = v_rule.next_on));
  elsif v_kind = 'refund' then
    perform private.must('payments', 'edit', 'refund payments');
    select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
    if p_choice ->> 'refund_id' is not null then
      select * into v_refund from public.payment_refunds where id = private.uuid_or_null(p_choice ->> 'refund_id') and payment_id = v_payment.id;
      if v_refund.id is null or v_refund.amount <> v_row.amount or v_refund.kind <> 'refund'
        or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
      then
        perform private.refuse('PT409', 'This refund has another amount, or was taken back');
      elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
        perform private.refuse('PT409', 'This refund belongs to another entry already');
      end if;
      v_refund_id := v_refund.id;
      v_has_recorded := false;
    else
      perform private.check_refund(v_payment, v_row.amount, coalesce(v_row.remittance, 'Bank transfer'));
      if v_row.booked_on < v_payment.received_on then
        perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
      end if;
      v_refund_id := private.keep_refund(v_payment, null, v_row.amount, coalesce(v_row.remittance, 'Bank transfer'), auth.uid(), v_row.booked_on);
    end if;
  else
    perform private.refuse('22023', 'Please choose what this paid');
  end if;

  update public.bank_entries
     set status = 'confirmed', payment_run_id = v_run_id, has_recorded = v_has_recorded, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_digest
   where id = p_id;
  insert into public.bank_entry_payouts (entry_id, supplier_payment_id, refund_id)
  select p_id, paid, null from unnest(v_ids) as paid union all select p_id, null, v_refund_id where v_refund_id is not null;
end $$;

create or replace function private.booked_as(p_entry public.bank_entries)
  returns text language sql stable security definer set search_path = ''
as $$
  select coalesce((select p.payment_number from public.payments p where p.id = p_entry.payment_id),
    (select r.run_number from public.payment_runs r where r.id = p_entry.payment_run_id), (
      select coalesce(v.supplier_number, q.payment_number) from public.bank_entry_payouts o
        left join public.supplier_payments s on s.id = o.supplier_payment_id left join public.supplier_invoices v on v.id = s.supplier_invoice_id
        left join public.payment_refunds f on f.id = o.refund_id left join public.payments q on q.id = f.payment_id
       where o.entry_id = p_entry.id order by o.created_at, o.id limit 1))
$$;

create or replace function private.confirm_shown_entries(p_shown jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_booked jsonb;
  v_confirmed integer;
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
    from public.bank_entries e where p_shown ? e.id::text and e.decided_as = p_shown ->> e.id::text and e.decided_by = auth.uid();
  v_confirmed := (select count(*) from jsonb_object_keys(coalesce(v_booked, '{}')));
  return jsonb_build_object('confirmed', v_confirmed, 'left', (select count(*) from jsonb_object_keys(p_shown)) - v_confirmed,
    'booked', coalesce(v_booked, '{}'));
end $$;

create or replace function private.notice_bank_entries(p_ids uuid[])
  returns integer language plpgsql security definer set search_path = ''
as $$
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
  update public.bank_entries set status = 'open', ignore_reason = null, decided_by = null, decided_at = null, decided_as = null
   where id = any (p_ids) and status = 'ignored';
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create or replace function private.undo_bank_import(p_id uuid)
  returns integer language plpgsql security definer set search_path = ''
as $$
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
    select coalesce(private.booked_as(e), 'an entry') as name, row_number() over (order by e.position, e.id) as place
      from public.bank_entries e
     where e.import_id = p_id and e.status = 'confirmed') as matched;
  if v_matched > 0 then
    perform private.refuse('PT409', format('%s of this file %s matched: %s%s. Please take %s back first.',
      case v_matched when 1 then 'One entry' else v_matched || ' entries' end, case v_matched when 1 then 'is' else 'are' end, v_names,
      case when v_matched > 5 then format(' and %s more', v_matched - 5) else '' end, case v_matched when 1 then 'it' else 'them' end));
  end if;
  delete from public.bank_entries where import_id = p_id;
  delete from public.bank_imports where id = p_id;
  return v_row.entries;
end $$;

alter table public.bank_entries add constraint bank_entries_decided_as_is_of_a_decision CHECK (decided_as IS NULL OR status <> 'open'::text AND char_length(decided_as) <= 64);

revoke execute on all routines in schema private from public;

comment on function private.confirm_bank_entry(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid) is 'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). An entry has one payment, whoever confirms at once; the same call of the
same person again returns it, another choice is refused. Returns the id of the payment.';

comment on function private.confirm_bank_payout(pg_catalog.uuid,pg_catalog.jsonb) is 'A person says what a debit paid. p_choice: {kind: supplier, parts [{invoice_id, amount, discount}]}, {run, run_id}, {run_payment,
item_id}, {recorded, supplier_payment_id}, {recurring, recurring_id, period_on} or {refund, payment_id, refund_id of one that is
recorded}. An entry is confirmed once, whoever confirms at once; the same call of the same person
again changes nothing, another choice is refused.';

comment on function private.confirm_shown_entries(pg_catalog.jsonb) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open. What the same person confirmed by the same words before counts as confirmed. At most 200. Returns {confirmed, left,
booked: {entry id: the number of what it is in the books}}.';

comment on function public.confirm_bank_entry(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid) is 'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). An entry has one payment, whoever confirms at once; the same call of the
same person again returns it, another choice is refused. Returns the id of the payment.';

comment on function public.confirm_bank_payout(pg_catalog.uuid,pg_catalog.jsonb) is 'A person says what a debit paid. p_choice: {kind: supplier, parts [{invoice_id, amount, discount}]}, {run, run_id}, {run_payment,
item_id}, {recorded, supplier_payment_id}, {recurring, recurring_id, period_on} or {refund, payment_id, refund_id of one that is
recorded}. An entry is confirmed once, whoever confirms at once; the same call of the same person
again changes nothing, another choice is refused.';

comment on function public.confirm_shown_entries(pg_catalog.jsonb) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open. What the same person confirmed by the same words before counts as confirmed. At most 200. Returns {confirmed, left,
booked: {entry id: the number of what it is in the books}}.';

comment on function private.booked_as(public.bank_entries) is 'The number of what a confirmed entry is in the books: a payment, a run, the invoice of a supplier, or the payment of a refund.';

comment on column public.bank_entries.decided_as is 'What a person confirmed, the seen of a suggestion or the digest of a choice: the same confirmation sent again is answered as done.';

reset check_function_bodies;
