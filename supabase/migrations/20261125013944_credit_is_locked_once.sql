set check_function_bodies = off;

create or replace function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
  v_credit record;
  v_part numeric;
begin
  v_locked := private.lock_credit(p_contact_id);
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  for v_invoice in
    select * from public.invoices where id = any (p_invoice_ids) and contact_id = p_contact_id order by due_date, issue_date, invoice_number
  loop
    for v_credit in
      select n.id, true as is_note, n.issue_date as on_day, n.credit_number as number from public.credit_notes n
       where n.id = any (v_locked.notes) and n.status not in ('draft', 'void') and n.open > 0
      union all
      select p.id, false, p.received_on, p.payment_number from public.payments p
       where p.id = any (v_locked.payments) and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.id <> p_except
      order by is_note desc, on_day, number
    loop
      select * into v_invoice from public.invoices where id = v_invoice.id;
      exit when v_invoice.balance <= 0 or v_invoice.status not in ('issued', 'partly_paid');
      v_part := least(v_invoice.balance, case when v_credit.is_note then (select n.open from public.credit_notes n where n.id = v_credit.id)
        else private.payment_free(v_credit.id) end);
      continue when coalesce(v_part, 0) <= 0;
      if v_credit.is_note then
        perform private.settle_by_credit(v_credit.id, v_invoice.id, v_part);
      else
        perform private.allocate(v_credit.id, v_invoice.id, v_part);
      end if;
    end loop;
  end loop;
end $$;

create or replace function private.lock_credit(p_contact_id uuid, out notes uuid[], out payments uuid[])
  language plpgsql security definer set search_path = ''
as $$
begin
  notes := array(select id from public.credit_notes where contact_id = p_contact_id and open > 0 order by id for no key update);
  payments := array(select id from public.payments where contact_id = p_contact_id and open > 0 order by id for no key update);
end $$;

create or replace function private.use_credit(p_uuid uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_note public.credit_notes;
  v_payment public.payments;
  v_locked record;
  v_before numeric;
  v_part numeric;
begin
  select * into v_invoice from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  v_locked := private.lock_credit(v_invoice.contact_id);
  select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
  v_before := v_invoice.balance;
  for v_note in
    select * from public.credit_notes where id = any (v_locked.notes) and status not in ('draft', 'void') and open > 0
     order by issue_date, credit_number
  loop
    exit when v_invoice.balance <= 0;
    perform private.settle_by_credit(v_note.id, v_invoice.id, least(v_note.open, v_invoice.balance));
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  for v_payment in
    select * from public.payments where id = any (v_locked.payments) and direction = 'in' and status in ('succeeded', 'part_refunded') and open > 0
     order by received_on, payment_number
  loop
    exit when v_invoice.balance <= 0;
    v_part := least(private.payment_free(v_payment.id), v_invoice.balance);
    continue when v_part <= 0;
    perform private.allocate(v_payment.id, v_invoice.id, v_part);
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  if v_before > v_invoice.balance then
    perform private.log_event('invoice', v_invoice.id, 'credit_used',
      jsonb_build_object('amount', private.amount_text(v_before - v_invoice.balance)));
  end if;
  return jsonb_build_object('used', private.amount_text(v_before - v_invoice.balance), 'balance', private.amount_text(v_invoice.balance),
    'credit', private.amount_text(private.client_credit(v_invoice.contact_id)));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.lock_credit(pg_catalog.uuid) is 'Locks the credit of a client, before invoices, as allocations do, so that two at once wait for each other. What becomes credit
meanwhile is not among the answer: whoever took it after an invoice would wait in a circle.';

reset check_function_bodies;
