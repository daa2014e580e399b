set check_function_bodies = off;

drop routine private.reading_with_credit(p_reading jsonb, p_amount numeric, p_open jsonb, p_contact_id uuid);

drop routine private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid);

create or replace function private.parts_less_discount(p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(one || case when d.invoice_id is null then jsonb_build_object('amount', one ->> 'balance')
             else jsonb_build_object('amount', private.amount_text(d.pays), 'discount', private.amount_text(d.amount), 'is_late', d.is_late) end order by place), '[]')
      from jsonb_array_elements(p_open) with ordinality as listed (one, place)
      left join private.cash_discounts_of(p_contact_id, private.day_in_books(p_entry.booked_on)) as d on d.invoice_id = (one ->> 'invoice_id')::uuid and d.pays > 0);
end $$;

create or replace function private.reading_with_credit(p_reading jsonb, p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_credit constant numeric := private.client_credit(p_contact_id);
  v_parts jsonb;
begin
  if v_credit <= 0 or (p_reading ->> 'fits')::boolean or (p_reading ->> 'is_deposit')::boolean or p_reading ->> 'same' <> '0' or p_reading ->> 'pairs' <> '0'
    or jsonb_array_length(p_reading -> 'named') not in (0, jsonb_array_length(p_open))
  then
    return p_reading;
  end if;
  -- Without the cash discounts, or with those that are in time.
  select l.parts into v_parts
    from (
      select 1 as rank, (select jsonb_agg(one || jsonb_build_object('amount', one ->> 'balance') order by place)
        from jsonb_array_elements(p_open) with ordinality as listed (one, place)) as parts
      union all
      select 2, (select jsonb_agg(case when (part ->> 'is_late')::boolean then part - 'discount' - 'is_late' || jsonb_build_object('amount', part ->> 'balance') else part end
        order by place) from jsonb_array_elements(private.parts_less_discount(p_entry, p_open, p_contact_id)) with ordinality as listed (part, place))) as l
   where p_entry.amount = (select sum((part ->> 'amount')::numeric) from jsonb_array_elements(l.parts) as part) - v_credit
   order by l.rank limit 1;
  if v_parts is null then
    return p_reading;
  end if;
  return p_reading || jsonb_strip_nulls(jsonb_build_object('fits', true, 'left', '0.00', 'uses_credit', private.amount_text(v_credit), 'parts', v_parts,
    'discount', (select private.amount_text(sum((part ->> 'discount')::numeric)) from jsonb_array_elements(v_parts) as part where part ? 'discount'),
    'credit_from', (select jsonb_agg(f.id order by f.id) from (
      select p.id from public.payments p
       where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0
      union all
      select n.id from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0) as f)));
end $$;

create or replace function private.reading_with_discount(p_reading jsonb, p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_named constant text[] := array(select one ->> 'number' from jsonb_array_elements(p_reading -> 'named') as one);
  v_parts jsonb;
  v_sets jsonb;
begin
  if (p_reading ->> 'fits')::boolean or (p_reading ->> 'is_deposit')::boolean or p_reading ->> 'same' <> '0' or p_reading ->> 'pairs' <> '0' then
    return p_reading;
  end if;
  select jsonb_agg(part order by place) into v_parts
    from jsonb_array_elements(private.parts_less_discount(p_entry, p_open, p_contact_id)) with ordinality as listed (part, place)
   where v_named = '{}' or part ->> 'number' = any (v_named);
  select jsonb_agg(s.parts) into v_sets
    from (select jsonb_build_array(one) as parts from jsonb_array_elements(v_parts) as one where v_named = '{}' or cardinality(v_named) = 1
          union
          select v_parts) as s
   where exists (select from jsonb_array_elements(s.parts) as part where part ? 'discount')
     and p_entry.amount = (select sum((part ->> 'amount')::numeric) from jsonb_array_elements(s.parts) as part);
  if coalesce(jsonb_array_length(v_sets), 0) = 0 then
    return p_reading;
  end if;
  return p_reading || jsonb_build_object('parts', v_sets -> 0, 'left', '0.00', 'discount', (
      select private.amount_text(sum((part ->> 'discount')::numeric)) from jsonb_array_elements(v_sets -> 0) as part),
    'fits', jsonb_array_length(v_sets) = 1
      and not exists (select from jsonb_array_elements(v_sets -> 0) as part where (part ->> 'is_late')::boolean));
end $$;

create or replace function private.words_of_discount(p_reading jsonb, p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late constant text := (select string_agg(part ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'parts') as part where (part ->> 'is_late')::boolean);
begin
  return format('The amount is what is open less the cash discount of %s%s.', private.money_words((p_reading ->> 'discount')::numeric),
      case when p_reading ? 'uses_credit' then format(' and less %s of credit, which settles the rest',
        private.money_words((p_reading ->> 'uses_credit')::numeric, p_entry.currency)) else '' end)
    || case when v_late is null then '' else format(' That of %s ended before the money came.', v_late) end;
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
  v_says_other constant boolean := p_entry.split_words is not null and v_named = '{}';
  v_reading constant jsonb := private.reading_of_part(private.reading_with_discount(private.reading_with_credit(private.reading_of_amount(p_entry.amount, v_open,
    v_named, v_order.deposit_amount - v_order.deposit_paid), p_entry, v_open, v_contact_id), p_entry, v_open, v_contact_id), p_entry.amount, v_says_other);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded and not v_says_other;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  -- A number says more than a name with the exact amount, and that more than an account.
  v_fits constant boolean := (v_reading ->> 'fits')::boolean;
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 90 * (v_named <> '{}')::integer
    + 40 * ((v_reading ->> 'fits')::boolean and (p_client ->> 'is_alike')::boolean)::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'is_payer', case when v_named = '{}' then true end,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        private.day_in_words(v_payment.received_on))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_payer', case when v_named = '{}' and v_fits and (v_is_known or (p_client ->> 'is_alike')::boolean) then true end,
      'fits_number', case when v_named <> '{}' then v_fits and v_paid is null end,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;

create or replace function private.confirm_with_credit(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_match ->> 'contact_id')::uuid;
  v_ids constant uuid[] := array(select (part ->> 'invoice_id')::uuid from jsonb_array_elements(p_match -> 'parts') as part order by 1);
  v_less constant jsonb := (select coalesce(jsonb_object_agg(part ->> 'invoice_id', part -> 'discount'), '{}') from jsonb_array_elements(p_match -> 'parts') as part where part ? 'discount');
  v_payment_id uuid;
  v_invoice record;
begin
  v_payment_id := private.confirm_bank_entry(p_entry.id, v_contact_id, '[]');
  perform private.spend_credit(v_contact_id, v_ids, v_payment_id, v_less);
  for v_invoice in
    select v.id from public.invoices v where v.id = any (v_ids) and v.status in ('issued', 'partly_paid') and v.balance > 0 order by v.due_date, v.issue_date, v.invoice_number
  loop
    perform private.allocate(v_payment_id, v_invoice.id, least(private.payment_free(v_payment_id), v.balance - coalesce((v_less ->> v_invoice.id::text)::numeric, 0)))
       from public.invoices v where v.id = v_invoice.id;
    if v_less ? v_invoice.id::text then
      perform private.take_exact_discount(v_payment_id, v_invoice.id);
    end if;
  end loop;
  if private.payment_free(v_payment_id) <> 0 or exists (select from public.invoices v where v.id = any (v_ids) and v.balance <> 0) then
    perform private.refuse('PT409', 'What is open of this client changed meanwhile. Please look again.');
  end if;
  perform private.must_mean_day(v_payment_id, 'Record');
end $$;

create or replace function private.asked_for(p_contact_id uuid, p_invoice_ids uuid[]) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select sum(v.balance - private.cash_discount_today(v)) from public.invoices v where v.id = any (p_invoice_ids)) - private.client_credit(p_contact_id);
end $$;

create or replace function private.discounts_of_request(p_request_id uuid, p_day date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when private.client_credit(r.contact_id) = sum(v.balance - d.amount)
        then coalesce(jsonb_object_agg(v.id, d.amount) filter (where d.amount > 0), '{}') else '{}' end
      from public.payment_requests r
      join private.request_invoices i on i.request_id = r.id
      join public.invoices v on v.id = i.invoice_id
     cross join lateral (select case when private.is_late_for_discount(v, p_day) then 0
       else private.cash_discount_on(v, private.day_of(r.created_at)) end as amount) as d
     where r.id = p_request_id group by r.contact_id);
end $$;

create or replace function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid, p_less jsonb default '{}')
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
  v_less numeric;
begin
  perform private.lock_asked_orders(p_contact_id);
  v_locked := private.lock_credit(p_contact_id);
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  for v_invoice in
    select * from public.invoices where id = any (p_invoice_ids) and contact_id = p_contact_id and status in ('issued', 'partly_paid')
     order by due_date, issue_date, invoice_number
  loop
    v_less := coalesce((p_less ->> v_invoice.id::text)::numeric, 0);
    perform private.settle_from_credit(v_invoice.id, v_locked.notes, array_remove(v_locked.payments, p_except), v_invoice.balance - v_less);
    if v_less > 0 and v_less = (select v.balance from public.invoices v where v.id = v_invoice.id) then
      perform private.take_exact_discount(p_except, v_invoice.id);
    end if;
  end loop;
end $$;

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
  v_invoice public.invoices;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  v_request := private.request_to_settle(p_request_id);
  if v_request.id is null then
    perform private.refuse('PT404', 'There is no such request');
  end if;
  select id into v_id from public.payments where provider = p_provider and provider_ref = p_provider_ref;
  if found then
    return jsonb_build_object('payment_id', v_id, 'new', false);
  end if;
  v_late := v_request.status in ('cancelled', 'expired', 'paid');
  v_number := private.draw_number('RCPT');
  insert into public.payments (payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, currency, received_on)
  values (v_number, v_request.contact_id, 'card', p_provider, p_provider_ref, p_request_id, v_request.order_id, p_amount, v_request.currency,
    private.company_today())
  returning id into v_id;
  if not v_late then
    update public.payment_requests set status = 'paid', paid_at = now() where id = p_request_id;
    if v_request.purpose = 'deposit' then
      perform private.take_deposit(v_request.order_id, v_id, p_amount);
      perform private.refresh_payment(v_id);
    elsif v_request.purpose = 'invoice' then
      -- Its balance is asked for under its lock: what another payment took meanwhile becomes credit.
      select * into v_invoice from public.invoices where id = v_request.invoice_id for no key update;
      if v_invoice.balance > 0 then
        perform private.allocate(v_id, v_invoice.id, least(p_amount, v_invoice.balance));
        perform private.take_exact_discount(v_id, v_invoice.id);
      end if;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      -- The client was asked for what credit and cash discounts leave: credit settles the oldest of them first.
      perform private.spend_credit(v_request.contact_id, array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id), v_id,
        private.discounts_of_request(p_request_id, private.company_today()));
      perform private.settle_chosen(p_request_id, v_id);
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s by card%s', private.money_words(p_amount, v_request.currency),
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.money_words(v_open, v_request.currency)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.asked_for(pg_catalog.uuid,pg_catalog.uuid[]) is 'What one payment of these open invoices of a client comes to: their balances less the cash discounts of today, less the credit of the client, which settles the oldest first and
takes the discounts as money does.';

comment on function private.confirm_with_credit(public.bank_entries,pg_catalog.jsonb) is 'A transfer over what is open less the credit, and less the cash discounts of its parts: credit, discounts and the transfer settle all of it in one act, to the cent, or
nothing is booked.';

comment on function private.discounts_of_request(pg_catalog.uuid,pg_catalog.date) is 'The cash discounts {invoice_id: amount} of the invoices of a request that its payment and the credit of the client settle together, to the cent; {} where they do not: then
none was asked for, or something changed meanwhile. The payment is recorded and settles nothing yet; p_day is the day on which it came.';

comment on function private.parts_less_discount(public.bank_entries,pg_catalog.jsonb,pg_catalog.uuid) is 'Open papers, as open_papers lists them, each at what it costs with its cash discount: amount, discount and is_late, whether the money came too late for it.';

comment on function private.reading_with_credit(pg_catalog.jsonb,public.bank_entries,pg_catalog.jsonb,pg_catalog.uuid) is 'An amount that is all that is open less the credit, with the cash discounts that are in time or without, as a page asks for it, settles all of it together with the credit:
uses_credit, credit_from, discount. Where another reading is exact, that one stays.';

comment on function private.spend_credit(pg_catalog.uuid,pg_catalog.uuid[],pg_catalog.uuid,pg_catalog.jsonb) is 'Credit of a client settles these invoices, the oldest due first; the payment p_except is none of it. p_less {invoice_id: amount}: cash discounts
that are taken where credit settles the rest, with that payment.';

reset check_function_bodies;
