set check_function_bodies = off;

drop routine private.part_of_return(p_invoice public.invoices, p_amount numeric);

alter table public.bank_entries add column other_side_id uuid;

create or replace function private.transit_account() returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_code constant text := (
    select a.code from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
     where r.part = 'money' and r.method is null and r.from_day is null limit 1);
begin
  return coalesce((
      select a.id from public.ledger_accounts a
       where a.name in ('Geldtransit', 'Transfers between own accounts', 'Transferências internas') and a.kind = 'asset' and not a.archived order by a.code limit 1),
    case when length(v_code) < 4 then private.account_of_chart('snc', v_code, 'Transferências internas', 'asset')
      else private.account_of_chart('general', '1030', 'Transfers between own accounts', 'asset') end);
end $$;

create or replace function private.other_side(p_entry public.bank_entries) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
begin
  select e.* into v_other from public.bank_entries e
   where e.account_iban = p_entry.party_iban and e.direction <> p_entry.direction and e.amount = p_entry.amount and e.currency = p_entry.currency
     and coalesce(e.party_iban = p_entry.account_iban, true) and abs(e.booked_on - p_entry.booked_on) <= 10 and e.split_of is null and e.other_side_id is null
     and (e.status = 'open' or exists (
       select from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id where b.id = e.booking_id and a.kind = 'asset'))
   order by abs(e.booked_on - p_entry.booked_on), e.booked_on, e.position, e.id limit 1;
  return v_other;
end $$;

create or replace function private.own_transfer_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
begin
  if p_entry.status <> 'open' or p_entry.split_of is not null or p_entry.party_iban is null or p_entry.party_iban = p_entry.account_iban
    or p_entry.currency <> (select s.currency from public.company_settings s) or not private.is_own_account(p_entry.party_iban)
  then
    return '[]';
  end if;
  v_other := private.other_side(p_entry);
  return jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', 'account', 'name', 'Between your own accounts', 'is_own_transfer', true,
    'other_id', v_other.id, 'other_status', v_other.status, 'is_sure', false, 'reasons', to_jsonb(array[
      format('The other side is your own account … %s.', right(p_entry.party_iban, 4)),
      case when v_other.id is null then 'Its statement has no such entry yet: the money is on its way until then.'
        when v_other.status = 'open' then format('Its entry of %s is booked with it.', private.day_in_words(v_other.booked_on))
        else format('Its entry of %s is booked already, and is linked.', private.day_in_words(v_other.booked_on)) end]))));
end $$;

create or replace function private.book_own_transfer(p_entry public.bank_entries, p_match jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
  v_choice jsonb;
begin
  select * into v_other from public.bank_entries where id = (p_match ->> 'other_id')::uuid for no key update;
  if v_other.status is distinct from p_match ->> 'other_status' then
    perform private.refuse('PT409', 'The entry of the other account changed meanwhile. Please look again.');
  end if;
  v_choice := jsonb_build_object('account_id', coalesce((select b.account_id from public.bank_bookings b where b.id = v_other.booking_id), private.transit_account()));
  perform private.keep_bank_booking(p_entry, v_choice, null, null);
  if v_other.status = 'open' then
    perform private.keep_bank_booking(v_other, v_choice, null, null);
  end if;
  if v_other.id is not null then
    update public.bank_entries set other_side_id = case id when p_entry.id then v_other.id else p_entry.id end where id in (p_entry.id, v_other.id);
  end if;
end $$;

create or replace function private.own_accounts() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select coalesce(s.iban, s.account_number) from public.company_settings s where coalesce(s.iban, s.account_number) is not null
    union
    select i.account_iban from public.bank_imports i where i.account_iban is not null;
end $$;

create or replace function private.must_be_ours(p_file jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant text := private.plain_iban(p_file ->> 'account_iban');
begin
  if coalesce(v_account, '') <> '' and not private.is_own_account(v_account) and exists (select from private.own_accounts()) then
    perform private.must_say_yes('new_account', format('%s is none of your accounts so far. Is it an account of yours?', v_account));
  end if;
end $$;

create or replace function private.with_own_account(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account text := nullif(upper(p_file ->> 'account_iban'), '');
begin
  if v_account is null and p_file ->> 'format' = 'csv' then
    select min(e.iban) into v_account
      from (select private.plain_iban(one ->> 'party_iban') as iban, one ->> 'account_iban' as account,
                   private.plain_name(coalesce(private.bank_text(one, 'party_name', 200), private.bank_text(one, 'remittance', 1000))) as who
              from jsonb_array_elements(p_entries) as one) as e
    having count(*) = count(nullif(e.iban, '')) and count(distinct e.iban) = 1 and count(e.account) = 0
       and (private.is_own_account(min(e.iban)) or count(distinct e.who) > 1);
    if v_account is null and not exists (select from jsonb_array_elements(p_entries) as one where one ->> 'account_iban' is not null) then
      select min(a.account) into v_account from private.own_accounts() as a (account) having count(*) = 1;
    end if;
  end if;
  return jsonb_build_object('file', p_file || jsonb_build_object('account_iban', v_account), 'entries', (
    select jsonb_agg(case when private.plain_iban(one ->> 'party_iban') = upper(coalesce(one ->> 'account_iban', v_account))
             then one || '{"party_iban": null}' else one end order by place)
      from jsonb_array_elements(p_entries) with ordinality as listed (one, place)));
end $$;

create or replace function private.preview_bank_file(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_own jsonb;
  v_read jsonb;
begin
  perform private.must('payments', 'create', 'import bank statements');
  perform private.check_bank_file(p_file, p_entries);
  v_own := private.with_own_account(p_file, p_entries);
  v_read := private.without_repeated(private.keyed_entries(v_own -> 'file', v_own -> 'entries'), coalesce(p_file ->> 'repeated', 'keep'));
  return jsonb_build_object('entries', jsonb_array_length(v_read), 'account', v_own -> 'file' ->> 'account_iban',
    'known', jsonb_array_length(v_read) - jsonb_array_length(private.new_entries(v_read)),
    'accounts', coalesce((select jsonb_agg(a order by a) from private.own_accounts() as a
      where v_own -> 'file' ->> 'account_iban' is null and not exists (select from jsonb_array_elements(p_entries) as one where one ->> 'account_iban' is not null)), '[]'),
    'imported', private.imported_already(private.bank_file_hash(p_entries)));
end $$;

create or replace function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_imports;
  v_hash text;
  v_own jsonb;
  v_read jsonb;
  v_all integer;
  v_count integer;
begin
  perform private.must('payments', 'create', 'import bank statements');
  -- One import at a time: two people with the same file get one import and one refusal.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if found then
    return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', 0);
  end if;
  perform private.check_bank_file(p_file, p_entries);
  v_hash := private.bank_file_hash(p_entries);
  if private.imported_already(v_hash) is not null then
    perform private.refuse('PT409', private.imported_already(v_hash));
  end if;
  v_all := jsonb_array_length(p_entries);
  v_own := private.with_own_account(p_file, p_entries);
  p_file := v_own -> 'file';
  perform private.must_be_ours(p_file);
  v_read := private.without_repeated(private.keyed_entries(p_file, v_own -> 'entries'), p_file ->> 'repeated');
  v_count := jsonb_array_length(v_read);
  v_read := private.new_entries(v_read);
  if v_read = '[]' then
    perform private.refuse('PT409', format('Every entry of this file was imported already (%s). Nothing was added.', v_count));
  end if;
  insert into public.bank_imports (id, file_name, format, content_hash, account_iban, currency, first_day, last_day, opening, closing, entries,
    known, created_by)
  select coalesce(p_id, gen_random_uuid()), left(btrim(p_file ->> 'file_name'), 300), p_file ->> 'format', v_hash,
         nullif(left(upper(p_file ->> 'account_iban'), 34), ''), coalesce(p_file ->> 'currency', 'EUR'), min((entry ->> 'booked_on')::date),
         max((entry ->> 'booked_on')::date), (p_file ->> 'opening')::numeric, (p_file ->> 'closing')::numeric, jsonb_array_length(v_read),
         v_count - jsonb_array_length(v_read), auth.uid()
    from jsonb_array_elements(p_entries) as entry
  returning * into v_row;
  perform private.keep_bank_entries(v_row.id, p_file ->> 'account_iban', v_read);
  return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', v_all - v_count);
end $$;

create or replace function private.unbook_bank_entry(p_entry public.bank_entries, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link public.bank_entry_payouts;
begin
  update public.bank_entries
     set status = 'open', payment_id = null, payment_run_id = null, has_recorded = false, ignore_reason = null, decided_by = null, decided_at = null,
         decided_as = null, worth = null, booking_id = null
   where id = p_entry.id;
  if p_entry.booking_id is not null then
    perform private.reverse_bank_booking(p_entry.booking_id, p_reason, p_on);
    perform private.unlink_other_side(p_entry, p_reason, p_on);
    return;
  elsif p_entry.direction = 'in' then
    if p_entry.has_recorded then
      perform private.reverse_payment(p_entry.payment_id, p_reason, p_on);
    end if;
    return;
  end if;
  perform private.lock_orders_of_payment(null, null, o.taken_off) from public.bank_entry_payouts o where o.entry_id = p_entry.id and o.taken_off is not null;
  perform from public.payment_runs where id = p_entry.payment_run_id for no key update;
  for v_link in delete from public.bank_entry_payouts where entry_id = p_entry.id returning *
  loop
    continue when not p_entry.has_recorded;
    if v_link.refund_id is not null then
      perform private.reverse_refund(v_link.refund_id, p_reason, p_on);
      perform private.undo_client_return(r.payment_id, v_link.taken_off) from public.payment_refunds r
        where r.id = v_link.refund_id and v_link.taken_off is not null;
    else
      perform private.reverse_supplier_payment(v_link.supplier_payment_id, p_reason, p_on);
      update public.payment_run_items i set status = 'open'
        from public.supplier_payments s
       where s.id = v_link.supplier_payment_id and i.payment_run_id = p_entry.payment_run_id
         and i.supplier_invoice_id = s.supplier_invoice_id and i.status = 'paid';
    end if;
  end loop;
  if p_entry.has_recorded and p_entry.payment_run_id is not null then
    update public.payment_runs set status = 'exported', paid_on = null where id = p_entry.payment_run_id and status = 'paid';
    perform private.log_event('payment_run', p_entry.payment_run_id, 'debit_taken_back', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.unlink_other_side(p_entry public.bank_entries, p_reason text, p_on date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
begin
  if p_entry.other_side_id is null then
    return;
  end if;
  select * into v_other from public.bank_entries where id = p_entry.other_side_id for no key update;
  update public.bank_entries set other_side_id = null where id in (p_entry.id, p_entry.other_side_id);
  if v_other.status = 'confirmed' then
    v_other.other_side_id := null;
    perform private.unbook_bank_entry(v_other, p_reason, p_on);
  end if;
end $$;

create or replace function private.part_of_return(p_invoice public.invoices, p_amount numeric, p_payment_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('invoice_id', p_invoice.id, 'number', p_invoice.invoice_number, 'amount', private.amount_text(p_amount),
    'is_credited', case when private.deposit_stays(p_invoice) then true end, 'discount', (
      select private.amount_text(sum(d.amount)) from public.cash_discounts d where d.invoice_id = p_invoice.id and d.payment_id = p_payment_id having sum(d.amount) > 0)));
end $$;

create or replace function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(private.part_of_return(v, a.amount, p.id) order by v.invoice_number, v.id), '[]') as parts,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
     where p.direction = 'in' and p.status = 'succeeded' and p.refunded = 0 and p.open < p.amount
       and p.amount between p_entry.amount - 50 and p_entry.amount and p.received_on between p_entry.booked_on - 400 and p_entry.booked_on
       -- The bank says itself which entry comes back: that one is suggested as a return of it.
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.id = private.returned_entry(p_entry))
  ), likely as (
    select r.*, row_number() over (order by r.is_named desc, r.is_account desc, r.fee, r.received_on desc, r.payment_number) as place
      from receipts r where r.is_named or (r.fee = 0 and (r.is_account or r.is_alike))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'client_return', 'name', l.name, 'contact_id', l.contact_id, 'payment_id', l.id,
      'payment_number', l.payment_number, 'received_on', l.received_on, 'parts', l.parts, 'fee', case when l.fee > 0 then private.amount_text(l.fee) end,
      'is_sure', false, 'score', 40 * l.is_named::integer + 25 * l.is_account::integer + 15 * (l.fee = 0)::integer + 10 * l.is_alike::integer,
      'obstacle', private.why_deposit_stays(l.id),
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then 'The text names this payment or what it paid.' end,
        case when l.is_account then 'It went to the account that the payment came from.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.fee = 0 then format('%s over the same amount came in on %s.', l.payment_number, private.day_in_words(l.received_on))
          else format('%s over %s came in on %s.', l.payment_number, private.money_words(l.amount), private.day_in_words(l.received_on)) end], null))) order by l.place), '[]')
    from likely l where l.place <= 2
  );
end $$;

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
      or e.id in (select unnest(array[private.returned_entry(r), (private.other_side(r)).id]) from public.bank_entries r where p_shown ? r.id::text and r.status = 'open')
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
    select * into v_row from public.bank_entries e where p_shown ? e.id::text and not coalesce(v_booked, '{}') ? e.id::text
     order by e.booked_on, e.id limit 1;
    perform private.refuse('PT409', format('Nothing was booked: the entry of %s over %s%s is not what was shown any more. Please look again.',
      private.day_in_words(v_row.booked_on), private.money_words(v_row.amount, v_row.currency),
      case when v_left > 1 then format(' and %s more', v_left - 1) end));
  end if;
  return jsonb_build_object('confirmed', v_confirmed, 'left', v_left, 'booked', coalesce(v_booked, '{}'));
end $$;

create or replace function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    if p_match ? 'obstacle' then
      perform private.refuse('PT409', p_match ->> 'obstacle');
    end if;
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
  elsif p_match ? 'is_own_transfer' then
    perform private.book_own_transfer(p_entry, p_match);
  elsif p_match ->> 'kind' = 'account' then
    perform private.keep_bank_booking(p_entry, private.account_choice(coalesce(p_match ->> 'account_id', p_match ->> 'cost_account_id')::uuid,
      (p_match ->> 'vat_rate')::numeric), null, null);
  elsif p_entry.direction = 'out' then
    perform private.confirm_bank_payout(p_entry.id, p_match);
  elsif p_match ? 'uses_credit' then
    perform private.confirm_with_credit(p_entry, p_match);
  else
    perform private.confirm_bank_entry(p_entry.id, (p_match ->> 'contact_id')::uuid,
      case when p_match -> 'order_id' is null and p_match -> 'payment_id' is null then (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount',
                 'discount', part ->> 'discount'))), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid);
  end if;
end $$;

create or replace function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case p_entry.direction when 'out' then private.bank_money_out(p_entry) else private.bank_matches(p_entry) end
    || coalesce(nullif(private.rule_matches(p_entry), '[]'), private.own_transfer_matches(p_entry))
  );
end $$;

create or replace function private.return_facts(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(jsonb_build_object('kind', 'return', 'entry_id', e.id, 'name', coalesce(e.party_name, p_entry.party_name), 'booked_on', e.booked_on,
      'is_booked', e.status = 'confirmed', 'payment_id', coalesce(e.payment_id, (
        select r.payment_id from public.bank_entry_payouts o join public.payment_refunds r on r.id = o.refund_id where o.entry_id = e.id limit 1)),
      'run_id', e.payment_run_id, 'is_sure', false,
      'parts', coalesce((
        select jsonb_agg(p.part order by p.part ->> 'number', p.part ->> 'invoice_id') from (
          select private.part_of_return(v, a.amount, e.payment_id) as part
            from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = e.payment_id group by 1 having sum(x.amount) > 0) as a
            join public.invoices v on v.id = a.invoice_id
          union all
          select jsonb_build_object('invoice_id', v.id, 'number', v.supplier_number, 'amount', private.amount_text(s.amount),
                   'discount', case when s.discount > 0 then private.amount_text(s.discount) end)
            from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e left join public.payments paid on paid.id = e.payment_id
   -- Money that somebody gave back already is linked, and does not come back twice.
   where e.id = private.returned_entry(p_entry) and coalesce(paid.refunded, 0) = 0
  );
end $$;

alter table public.bank_entries add constraint bank_entries_other_side_id_fkey FOREIGN KEY (other_side_id) REFERENCES public.bank_entries(id) ON DELETE SET NULL;

revoke execute on all routines in schema private from public;

create index bank_entries_other_side_id_idx on public.bank_entries (other_side_id);

comment on function private.preview_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, account, accounts, known, imported}: how many entries it has, of which account of ours it is (null: it does not say), of which it may be then, how many of
them are already imported, and in words that this very file was imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';

comment on function private.with_own_account(pg_catalog.jsonb,pg_catalog.jsonb) is 'A bank file as it is kept, {file, entries}: the account of the statement is never that of the other side. A table that names no account of ours, and has one same
account as the other side of every entry, is a statement of that account, where it is ours or the entries are of several parties. Another one that names none is of the
account of the company, where it has one.';

comment on function public.preview_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, account, accounts, known, imported}: how many entries it has, of which account of ours it is (null: it does not say), of which it may be then, how many of
them are already imported, and in words that this very file was imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';

comment on function private.book_own_transfer(public.bank_entries,pg_catalog.jsonb) is 'Books money between two accounts of ours: each entry against the account of money on its way, which both bring to zero. The entry of the other statement is booked
and linked in the same act. The caller locked both.';

comment on function private.must_be_ours(pg_catalog.jsonb) is 'Asks before the statement of an account that nobody knew is taken for one of ours: from then on what it names is money between own accounts.';

comment on function private.other_side(public.bank_entries) is 'The entry of another account of ours that is the same money as p_entry, within ten days: open, or booked to an account of money on its way. Null fields without one.';

comment on function private.own_accounts() is 'The accounts of the company: that of the settings, and those whose statements were imported.';

comment on function private.own_transfer_matches(public.bank_entries) is 'The suggestion for money between two accounts of ours: [{kind account, is_own_transfer, other_id: the entry of the other statement}]; empty for another entry.';

comment on function private.part_of_return(public.invoices,numeric,pg_catalog.uuid) is 'What a payment that comes back settles of an invoice: {invoice_id, number, amount, discount, is_credited}. discount: the cash discount that ends with it. is_credited:
a deposit invoice that is not open again, but credited.';

comment on function private.transit_account() is 'The account for money between accounts of the company, from the day it left one until it is on the other. It is added where the books have none.';

comment on function private.unlink_other_side(public.bank_entries,pg_catalog.text,pg_catalog.date) is 'Money between two accounts of ours is taken back on both: the other entry is undecided too.';

reset check_function_bodies;
