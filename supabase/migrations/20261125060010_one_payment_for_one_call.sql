-- A payment that is recorded by the same call several times at once is one payment, and each call is answered with it.
create or replace function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null,
  p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null,
  p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select id into v_id from public.payments where id = p_id;
  if found then
    return v_id;
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
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
end $$;

revoke execute on all routines in schema private from public;
