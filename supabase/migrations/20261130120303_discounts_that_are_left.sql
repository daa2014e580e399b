set check_function_bodies = off;

drop routine private.take_exact_discount(p_payment_id uuid, p_invoice_id uuid);

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
      perform private.take_left_discount(v_payment_id, v_invoice.id);
    end if;
  end loop;
  if private.payment_free(v_payment_id) <> 0 or exists (select from public.invoices v where v.id = any (v_ids) and v.balance <> 0) then
    perform private.refuse('PT409', 'What is open of this client changed meanwhile. Please look again.');
  end if;
  perform private.must_mean_day(v_payment_id, 'Record');
end $$;

create or replace function private.settle_chosen(p_request_id uuid, p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id);
  v_asked_on constant date := (select private.day_of(r.created_at) from public.payment_requests r where r.id = p_request_id);
  v_open numeric := (select p.open from public.payments p where p.id = p_payment_id);
  v_row record;
  v_is_enough boolean;
begin
  perform from public.invoices where id = any (v_ids) order by id for no key update;
  -- What was asked for without the cash discounts came, or more: the rest stays credit.
  v_is_enough := v_open >= (select sum(v.balance - private.cash_discount_on(v, v_asked_on)) from public.invoices v where v.id = any (v_ids));
  for v_row in
    select v.id, v.balance, case when v_is_enough then private.cash_discount_on(v, v_asked_on) else 0 end as less
      from public.invoices v where v.id = any (v_ids) order by v.due_date, v.issue_date, v.invoice_number
  loop
    v_open := (select p.open from public.payments p where p.id = p_payment_id);
    if least(v_open, v_row.balance - v_row.less) > 0 then
      perform private.allocate(p_payment_id, v_row.id, least(v_open, v_row.balance - v_row.less));
      if v_row.less > 0 then
        perform private.take_left_discount(p_payment_id, v_row.id);
      end if;
    end if;
  end loop;
end $$;

create or replace function private.take_left_discount(p_payment_id uuid, p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant public.invoices := (select v from public.invoices v where v.id = p_invoice_id);
  v_day constant date := (select p.received_on from public.payments p where p.id = p_payment_id);
begin
  if v_invoice.balance > 0 and v_invoice.balance <= private.cash_discount_of(v_invoice) and not private.is_late_for_discount(v_invoice, v_day) then
    perform private.take_cash_discount(p_payment_id, p_invoice_id, v_invoice.balance);
  end if;
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
      perform private.take_left_discount(p_except, v_invoice.id);
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
        perform private.take_left_discount(v_id, v_invoice.id);
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

comment on function private.settle_chosen(pg_catalog.uuid,pg_catalog.uuid) is 'A payment settles the invoices of its request, the oldest due first. Where it is at least what they leave without the cash discounts of the day of the request,
it takes those.';

comment on function private.take_left_discount(pg_catalog.uuid,pg_catalog.uuid) is 'A client who pays in time at least what is left after the cash discount takes as much of it as is left: a cent too much does not lose it.';

reset check_function_bodies;
