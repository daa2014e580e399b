set check_function_bodies = off;

drop routine private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid);

drop routine private.free_payments(p_note_id uuid);

drop routine private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid);

drop routine public.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid);

drop routine public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid);

create or replace function private.free_payments(p_note_id uuid, p_payment_id uuid default null, p_most numeric default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_paid public.payment_allocations;
  v_open numeric;
  v_part numeric;
begin
  select * into v_note from public.credit_notes where id = p_note_id;
  v_open := least(v_note.open, p_most);
  for v_paid in
    select * from public.payment_allocations
     where invoice_id = v_note.invoice_id and (p_payment_id is null or payment_id = p_payment_id)
     order by allocated_on desc, created_at desc, id for update
  loop
    v_part := least(v_paid.amount, v_open);
    exit when v_part <= 0;
    delete from public.payment_allocations where id = v_paid.id and amount = v_part;
    update public.payment_allocations set amount = amount - v_part where id = v_paid.id;
    perform private.refresh_payment(v_paid.payment_id);
    perform private.settle_by_credit(p_note_id, v_note.invoice_id, v_part);
    v_open := v_open - v_part;
  end loop;
  return least(v_note.open, p_most) - v_open;
end $$;

create or replace function private.credit_of_payment(p_payment_id uuid, p_credit_note_id uuid default null)
  returns table (credit_note_id uuid, invoice_id uuid, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select note.id, paid.invoice_id, least(note.open, paid.amount - note.before)
    from (select a.invoice_id, sum(a.amount) as amount from public.payment_allocations a where a.payment_id = p_payment_id group by 1) as paid
   cross join lateral (
      select n.id, n.open, sum(n.open) over (order by n.issue_date, n.credit_number) - n.open as before from public.credit_notes n
       where n.invoice_id = paid.invoice_id and n.status not in ('draft', 'void') and n.open > 0
         and (p_credit_note_id is null or n.id = p_credit_note_id)) as note
   where note.before < paid.amount
$$;

create or replace function private.refundable(p_payment_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return private.amount_text(coalesce(private.payment_free(p_payment_id), 0)
    + coalesce((select sum(c.amount) from private.credit_of_payment(p_payment_id) as c), 0));
end $$;

create or replace function private.refund_options(p_credit_note_id uuid)
  returns table (payment_id uuid, payment_number text, method text, is_card boolean, received_on date, amount text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return query
    select p.id, p.payment_number, p.method, p.provider is not null and p.provider_ref is not null, p.received_on, private.amount_text(c.amount)
      from public.payments p
     cross join lateral private.credit_of_payment(p.id, p_credit_note_id) as c
     where p.direction = 'in' and p.status in ('succeeded', 'part_refunded')
       and p.id in (select a.payment_id from public.payment_allocations a join public.credit_notes n on n.invoice_id = a.invoice_id
                     where n.id = p_credit_note_id)
     order by p.received_on desc, p.payment_number desc;
end $$;

create or replace function private.lock_refund(p_payment_id uuid) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note uuid;
  v_notes uuid[] := '{}';
begin
  -- Credit notes, payments, invoices: as use_credit locks them.
  for v_note in
    select n.id from public.credit_notes n
     where n.invoice_id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment_id)
       and n.status not in ('draft', 'void') and n.open > 0
     order by n.id for no key update
  loop
    v_notes := v_notes || v_note;
  end loop;
  perform from public.payments where id = p_payment_id for no key update;
  return v_notes;
end $$;

create or replace function private.free_for_refund(p_payment_id uuid, p_amount numeric, p_credit_note_id uuid, p_locked uuid[]) returns public.payments
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := case when p_credit_note_id is null then p_amount - private.payment_free(p_payment_id) else p_amount end;
  v_freed numeric;
  v_credit record;
  v_payment public.payments;
begin
  perform from public.invoices where id in (select c.invoice_id from private.credit_of_payment(p_payment_id, p_credit_note_id) as c)
   order by id for no key update;
  for v_credit in
    select c.* from private.credit_of_payment(p_payment_id, p_credit_note_id) as c join public.credit_notes n on n.id = c.credit_note_id
     where c.credit_note_id = any (p_locked) order by n.issue_date, n.credit_number
  loop
    exit when not coalesce(v_left > 0, false);
    v_freed := private.free_payments(v_credit.credit_note_id, p_payment_id, least(v_credit.amount, v_left));
    perform private.log_event('credit_note', v_credit.credit_note_id, 'paid_back', jsonb_build_object('amount', private.amount_text(v_freed),
      'with', (select p.payment_number from public.payments p where p.id = p_payment_id)));
    v_left := v_left - v_freed;
  end loop;
  if p_credit_note_id is not null and v_left > 0 then
    perform private.refuse('PT409', format('Only %s of this credit note can go back with this payment', private.amount_text(p_amount - v_left)));
  end if;
  select * into v_payment from public.payments where id = p_payment_id;
  return v_payment;
end $$;

create or replace function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null, p_credit_note_id uuid default null)
  returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_row public.payments;
  v_id uuid;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_id);
  select id into v_id from public.payment_refunds where id = p_refund_id;
  if found then
    return v_id;
  end if;
  v_row := private.free_for_refund(p_id, p_amount, p_credit_note_id, v_locked);
  perform private.check_refund(v_row, p_amount, p_reason);
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid());
end $$;

create or replace function private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid, p_credit_note_id uuid default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_payment public.payments;
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_payment_id);
  select * into v_row from public.refund_requests where id = p_id;
  if found then
    if (v_row.payment_id, v_row.amount) is distinct from (p_payment_id, p_amount) then
      perform private.refuse('PT409', 'This refund was asked for another payment or another amount already');
    end if;
    return jsonb_build_object('id', v_row.id, 'is_new', false, 'status', v_row.status);
  end if;
  v_payment := private.free_for_refund(p_payment_id, p_amount, p_credit_note_id, v_locked);
  perform private.check_refund(v_payment, p_amount, p_reason);
  if v_payment.provider is null or v_payment.provider_ref is null then
    perform private.refuse('PT409', format('%s was not paid by card here. Please record what you gave back.', v_payment.payment_number));
  end if;
  insert into public.refund_requests (id, payment_id, amount, reason, created_by)
  values (p_id, p_payment_id, p_amount, btrim(p_reason), auth.uid()) returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'is_new', true, 'status', v_row.status, 'provider', v_payment.provider,
    'transaction', v_payment.provider_ref, 'cents', trunc(p_amount * 100)::text);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.refundable(uuid)');

call private.offer('private.refund_options(uuid)');

call private.offer('private.refund_payment(uuid, numeric, text, uuid, uuid)');

call private.offer('private.ask_refund(uuid, numeric, text, uuid, uuid)');

comment on function private.ask_refund(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Before the bank is asked to give money back to a card: keeps what is asked, so that it goes nowhere else meanwhile. is_new is
false for a repeated call with the same p_id: then the bank must not be asked again. p_credit_note_id: as in refund_payment.
Returns {id, is_new, status, provider, transaction, cents}.';

comment on function private.credit_of_payment(pg_catalog.uuid,pg_catalog.uuid) is 'What open credit notes over the invoices that a payment settles make of it: it can go back. p_credit_note_id: of that note alone.';

comment on function private.free_for_refund(pg_catalog.uuid,numeric,pg_catalog.uuid,pg_catalog.uuid[]) is 'Open credit notes take the place of a payment at their invoices, as far as a refund needs it: its invoices stay settled.
p_credit_note_id: all of it by that note. p_locked: the notes that lock_refund returned. Returns the payment.';

comment on function private.free_payments(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'An issued credit note takes the place of the payments of its invoice, whose money is free again: it can be refunded where it
came from. p_payment_id, p_most: only that payment, and at most so much. The caller locks the payments first. Returns how much.';

comment on function private.lock_refund(pg_catalog.uuid) is 'Locks a payment after the open credit notes over the invoices that it settles. Returns those notes.';

comment on function private.refund_options(pg_catalog.uuid) is 'The payments with which what is open of a credit note can go back, the newest first, and how much with each as text.';

comment on function private.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. Returns the id of the refund.';

comment on function private.refundable(pg_catalog.uuid) is 'How much of a payment can go back, as text: what settles nothing, and what open credit notes over its invoices leave.';

comment on function public.ask_refund(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Before the bank is asked to give money back to a card: keeps what is asked, so that it goes nowhere else meanwhile. is_new is
false for a repeated call with the same p_id: then the bank must not be asked again. p_credit_note_id: as in refund_payment.
Returns {id, is_new, status, provider, transaction, cents}.';

comment on function public.refund_options(pg_catalog.uuid) is 'The payments with which what is open of a credit note can go back, the newest first, and how much with each as text.';

comment on function public.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. Returns the id of the refund.';

comment on function public.refundable(pg_catalog.uuid) is 'How much of a payment can go back, as text: what settles nothing, and what open credit notes over its invoices leave.';

reset check_function_bodies;
