set check_function_bodies = off;

create or replace function private.must_say_yes(p_question text, p_words text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- A statement of the server itself has no headers; every request of a person has some.
  if v_headers is not null and not private.is_server()
    and not (p_question = any (regexp_split_to_array(coalesce(v_headers ->> 'x-yes', ''), '[, ]+')))
  then
    perform private.refuse('PT409', p_words, 'asks: ' || p_question);
  end if;
end $$;

create or replace function private.later_invoice(p_day date, p_parts jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select v.invoice_number from jsonb_array_elements(p_parts) as part join public.invoices v on v.id = (part ->> 'invoice_id')::uuid
           where v.kind <> 'deposit' and v.issue_date > p_day order by v.issue_date desc, v.invoice_number limit 1);
end $$;

create or replace function private.client_matches(p_entry public.bank_entries, p_client jsonb, p_is_only boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_named constant text[] := array(select jsonb_array_elements_text(p_client -> 'named'));
  v_is_known constant boolean := v_named <> '{}' or (p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean;
  v_open constant jsonb := private.open_papers(v_contact_id);
  v_order constant public.orders := private.meant_deposit(v_contact_id, v_named, p_entry.amount, not exists (
    select from jsonb_array_elements(v_open) as one where one ->> 'number' = any (v_named) or (one ->> 'balance')::numeric = p_entry.amount));
  v_reading constant jsonb := private.reading_with_credit(private.reading_of_amount(p_entry.amount, v_open, v_named,
    v_order.deposit_amount - v_order.deposit_paid), p_entry.amount, v_open, v_contact_id);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 5 * (v_named <> '{}')::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        to_char(v_payment.received_on, 'FMDD FMMonth'))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;

create or replace function private.confirm_sure_entries(p_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
  v_early integer := 0;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  perform from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id for no key update;
  -- Every paper of the suggestions is locked at once, in the order in which each other payment locks.
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, private.best_match(e) as match, unnest(private.papers_of_match(match)) as paper
   where e.id = any (p_ids) and e.status = 'open' and (match ->> 'is_sure')::boolean;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this one is not sure any more.
    v_match := private.best_match(v_row);
    v_early := v_early + coalesce((v_match ->> 'is_early')::boolean, false)::integer;
    continue when not coalesce((v_match ->> 'is_sure')::boolean and private.papers_of_match(v_match) <@ v_held, false);
    perform private.confirm_match(v_row, v_match);
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', cardinality(p_ids) - v_confirmed, 'early', v_early);
end $$;

create or replace function private.entry_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches constant jsonb := (select coalesce(jsonb_agg(private.with_day_in_books(one, p_entry) order by place), '[]')
    from jsonb_array_elements(private.raw_matches(p_entry)) with ordinality as listed (one, place));
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
    select jsonb_agg(case when v_is_double then private.kept_as_credit(one, p_entry) else one end - 'is_early' || '{"is_sure": false}' order by place)
      from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;

create or replace function private.sure_entries(p_direction text default null, p_after uuid default null)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
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
  ), matched as materialized (
    select l.id, l.booked_on, private.shown_matches(l.*::public.bank_entries) -> 0 as best from looked l
  ), best as materialized (
    select m.id, row_number() over (order by m.booked_on, m.id) as place, m.best, private.papers_of_match(m.best) as papers
      from matched m where (m.best ->> 'is_sure')::boolean
  )
  select jsonb_build_object(
           'sure', coalesce((
             select jsonb_object_agg(b.id, b.best ->> 'seen') from best b
              where not exists (select from best e where e.place < b.place and e.papers && b.papers)), '{}'),
           'early', (select count(*) from matched m where (m.best ->> 'is_early')::boolean),
           'next', case when count(*) = v_most then (select n.id from looked n order by n.booked_on desc, n.id desc limit 1) end)
    into v_answer from looked;
  return v_answer;
end $$;

create or replace function private.confirm_with_credit(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_match ->> 'contact_id')::uuid;
  v_ids constant uuid[] := array(select (part ->> 'invoice_id')::uuid from jsonb_array_elements(p_match -> 'parts') as part order by 1);
  v_payment_id uuid;
  v_invoice record;
begin
  v_payment_id := private.confirm_bank_entry(p_entry.id, v_contact_id, '[]');
  perform private.spend_credit(v_contact_id, v_ids, v_payment_id);
  for v_invoice in
    select v.id from public.invoices v where v.id = any (v_ids) and v.status in ('issued', 'partly_paid') and v.balance > 0 order by v.due_date, v.issue_date, v.invoice_number
  loop
    perform private.allocate(v_payment_id, v_invoice.id, least(private.payment_free(v_payment_id), v.balance)) from public.invoices v where v.id = v_invoice.id;
  end loop;
  if private.payment_free(v_payment_id) <> 0 or exists (select from public.invoices v where v.id = any (v_ids) and v.balance <> 0) then
    perform private.refuse('PT409', 'What is open of this client changed meanwhile. Please look again.');
  end if;
  perform private.must_mean_day(v_payment_id, 'Record');
end $$;

create or replace function private.must_mean_nothing(p_invoice_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices where id = p_invoice_id;
  if v_row.gross = 0 and not exists (select from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit') then
    perform private.must_say_yes('nothing_to_pay', format('This invoice comes to %s. Issue it anyway?', private.money_words(0, v_row.currency)));
  end if;
end $$;

create or replace function private.issue_invoice(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  perform private.must_mean_nothing(p_id);
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.refresh_invoice(p_id);
  return v_row.invoice_number;
end $$;

create or replace function private.must_mean_day(p_payment_id uuid, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row record;
begin
  select v.invoice_number, v.issue_date, p.received_on into v_row
    from public.payments p join public.payment_allocations a on a.payment_id = p.id join public.invoices v on v.id = a.invoice_id
   where p.id = p_payment_id and v.kind <> 'deposit' and v.issue_date > p.received_on
   group by v.id, v.invoice_number, v.issue_date, p.received_on having sum(a.amount) > 0
   order by v.issue_date desc, v.invoice_number limit 1;
  if found then
    perform private.must_say_yes('paid_before', format('%s is of %s, and the payment came on %s. %s it anyway?', v_row.invoice_number,
      to_char(v_row.issue_date, 'FMDD Mon YYYY'), to_char(v_row.received_on, 'FMDD Mon YYYY'), p_doing));
  end if;
end $$;

-- A payment that is recorded by the same call several times at once is one payment, and each call is answered with it.
create or replace function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null,
  p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null,
  p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_kept public.payments;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select * into v_kept from public.payments where id = p_id;
  if found then
    perform private.must_be_same((v_kept.contact_id, v_kept.amount) = (p_contact_id, p_amount), 'payment');
    return p_id;
  elsif not coalesce(p_amount > 0 and p_amount < 1000000000 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_received_on > private.company_today() then
    perform private.refuse('22023', 'A payment was not received in the future');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_order_id is not null and not exists (select from public.orders where id = p_order_id and contact_id = p_contact_id) then
    perform private.refuse('22023', 'This order is of another client');
  end if;
  perform from public.orders where id = p_order_id for no key update;
  v_number := private.draw_number('RCPT');
  insert into public.payments (id, payment_number, contact_id, method, order_id, amount, currency, received_on, reference, note, created_by)
  select coalesce(p_id, gen_random_uuid()), v_number, p_contact_id, p_method, p_order_id, p_amount, s.currency,
         coalesce(p_received_on, private.company_today()), nullif(btrim(p_reference), ''), nullif(btrim(p_note), ''), auth.uid()
    from public.company_settings s
  returning id into v_id;
  if p_order_id is not null then
    perform private.take_deposit(p_order_id, v_id, p_amount);
    perform private.refresh_payment(v_id);
  end if;
  if p_allocations is not null then
    perform private.allocate_payment(v_id, p_allocations);
  elsif p_order_id is null then
    perform private.allocate_oldest(v_id);
  end if;
  perform private.must_mean_day(v_id, 'Record');
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.refuse_closed_day(v_row.received_on);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  update public.payments set contact_id = p_contact_id, order_id = null where id = p_id and contact_id <> p_contact_id;
  if v_row.contact_id <> p_contact_id then
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.count_as_sent(p_kind text, p_id uuid, p_to text[]) returns text
  language plpgsql set search_path = ''
as $$
begin
  case p_kind
    when 'quotation' then
      if exists (select from public.quotations where id = p_id and status = 'sent' and valid_until < private.company_today()) then
        perform private.must('quotations', 'edit', 'send quotations');
        perform private.refuse('PT409', 'This quotation is not valid any more. Revise it to send it again.');
      end if;
      return 'v' || private.send_quotation(p_id);
    when 'invoice', 'credit_note', 'statement' then
      perform private.mark_sent(p_kind, p_id);
    when 'order' then
      perform private.must('orders', 'edit', 'send orders');
      if not exists (select from public.orders where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This order is not open any more');
      end if;
    when 'delivery' then
      perform private.must('deliveries', 'edit', 'send delivery notes');
      if not exists (select from public.deliveries where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This delivery is not open any more');
      end if;
    when 'purchase_order' then
      perform private.send_purchase_order(p_id, array_to_string(private.emails_of(p_to), ', '));
      if not (private.is_server() or private.named('view_financial_data')) then
        raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
      end if;
    else
      perform private.refuse('22023', 'This kind of document is not sent by mail');
  end case;
  return '';
end $$;

create or replace function private.guard_typed_head() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.valid_until < private.company_today() and (tg_op = 'INSERT' or new.valid_until is distinct from old.valid_until) then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  elsif tg_op = 'UPDATE' and new.deposit_kind = 'amount' and new.net + new.vat > 0 and new.deposit_value > new.net + new.vat
    and (new.deposit_kind, new.deposit_value) is distinct from (old.deposit_kind, old.deposit_value)
  then
    perform private.refuse('22023', format('The deposit is more than the total of %s', private.money_words(new.net + new.vat, new.currency)));
  end if;
  return new;
end $$;

create or replace function private.check_sum_of_quotation(p_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  select * into v_row from public.quotations where id = p_id;
  if v_row.deposit_kind = 'amount' and v_row.gross > 0 and v_row.deposit_value > v_row.gross then
    perform private.refuse('22023', format('The deposit of %s is more than the total of %s. Please lower it before you send the quotation.',
      private.money_words(v_row.deposit_value, v_row.currency), private.money_words(v_row.gross, v_row.currency)));
  elsif v_row.gross = 0 and v_row.amends_order_id is null then
    perform private.must_say_yes('nothing_to_pay', format('This quotation comes to %s. Send it anyway?', private.money_words(0, v_row.currency)));
  end if;
end $$;

create or replace function private.send_quotation(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  end if;
  perform private.settle_blank_lines(p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  perform private.check_sum_of_quotation(p_id);
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger guard_typed before insert or update of valid_until, deposit_kind, deposit_value on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_typed_head();

comment on function private.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back. doubts: why none is sure, in sentences. Amounts are text.';

comment on function private.confirm_sure_entries(pg_catalog.uuid[]) is 'Confirms those of the entries whose best suggestion is still sure at its turn. Returns {confirmed, left, early}: early, how many of those
left would be sure, but came before the day of their invoice: a person looks at them.';

comment on function private.sure_entries(pg_catalog.text,pg_catalog.uuid) is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, early: how many more would be sure,
but came before the day of their invoice, next: where to go on, or null}.
Of entries that settle the same paper only the first: what it leaves is known when it is booked.';

comment on function public.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back. doubts: why none is sure, in sentences. Amounts are text.';

comment on function public.confirm_sure_entries(pg_catalog.uuid[]) is 'Confirms those of the entries whose best suggestion is still sure at its turn. Returns {confirmed, left, early}: early, how many of those
left would be sure, but came before the day of their invoice: a person looks at them.';

comment on function public.sure_entries(pg_catalog.text,pg_catalog.uuid) is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, early: how many more would be sure,
but came before the day of their invoice, next: where to go on, or null}.
Of entries that settle the same paper only the first: what it leaves is known when it is booked.';

comment on function private.check_sum_of_quotation(pg_catalog.uuid) is 'Refuses a deposit above the total, and asks before a quotation over nothing is sent. Extra work may come to nothing: it swaps lines.';

comment on function private.guard_typed_head() is 'What a person types into the head of a quotation: no last valid day that has passed, no deposit above the total. What is stored already stays.';

comment on function private.later_invoice(pg_catalog.date,pg_catalog.jsonb) is 'The number of the newest invoice in parts [{invoice_id}] that is of a later day; null without one.';

comment on function private.must_mean_day(pg_catalog.uuid,pg_catalog.text) is 'Asks where a payment settles an invoice of a later day, which is mostly a slip. A deposit invoice is issued by its payment.
p_doing: the verb of the question, as Record.';

comment on function private.must_mean_nothing(pg_catalog.uuid) is 'Asks before an invoice over nothing is issued, unless a deposit has paid for it.';

comment on function private.must_say_yes(pg_catalog.text,pg_catalog.text) is 'Asks before something unusual: refuses a request (PT409, detail "asks: <question>") whose header x-yes does not name this question. p_words: what is unusual, and the question as the last sentence: "This quotation comes to €0.00. Send it anyway?".';

reset check_function_bodies;
