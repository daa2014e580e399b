set check_function_bodies = off;

create or replace function private.number_credit_note(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
  v_balance numeric;
  v_note public.credit_notes;
begin
  -- Credit notes before payments, as use_credit locks them, so that two at once wait for each other.
  perform from public.credit_notes n
   where p_id in (n.id, n.with_note_id)
      or (select o.with_note_id from public.credit_notes o where o.id = p_id) in (n.id, n.with_note_id)
   order by n.id for no key update;
  -- Payments before papers, as allocations lock them: a note over a deposit frees what paid it.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.credit_notes n on n.invoice_id = a.invoice_id
     where n.with_note_id = p_id or n.with_note_id = (select o.with_note_id from public.credit_notes o where o.id = p_id)) order by id for no key update;
  select * into v_row from public.credit_notes where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This credit note is void');
  elsif v_row.status <> 'draft' then
    return v_row.credit_number;
  elsif exists (select from public.credit_notes where id = v_row.with_note_id and status = 'draft') then
    perform private.number_credit_note(v_row.with_note_id);
    return (select credit_number from public.credit_notes where id = p_id);
  end if;
  select balance into v_balance from public.invoices where id = v_row.invoice_id for no key update;
  update public.credit_notes n
     set credit_number = private.draw_number('CN'), status = 'issued', issue_date = private.company_today(), issued_at = now(),
         issued_by = auth.uid(),
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
   where n.id = p_id returning * into v_row;
  perform private.log_event('credit_note', p_id, 'issued', jsonb_build_object('number', v_row.credit_number, 'gross', private.amount_text(v_row.gross)));
  perform private.log_event('invoice', v_row.invoice_id, 'credited', jsonb_build_object('number', v_row.credit_number,
    'amount', private.amount_text(v_row.gross), 'reason', v_row.reason));
  if least(v_balance, v_row.gross) > 0 then
    insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
    values (p_id, v_row.invoice_id, least(v_balance, v_row.gross), v_row.issue_date, auth.uid());
    perform private.refresh_invoice(v_row.invoice_id);
  end if;
  perform private.refresh_credit_note(p_id);
  for v_note in
    select n.* from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.with_note_id = p_id and n.status = 'draft' order by v.invoice_number
  loop
    perform private.number_credit_note(v_note.id);
    perform private.free_payments(v_note.id);
  end loop;
  return v_row.credit_number;
end $$;

create or replace function private.reverse_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_off jsonb;
begin
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
    where a.payment_id = p_id and v.kind = 'deposit')
  then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that and refund the payment', v_row.payment_number));
  end if;
  v_off := private.take_off_invoices(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(private.company_today(), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.cancel_mails('payment', p_id);
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.log_event('invoice', (part ->> 'invoice_id')::uuid, 'payment_taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', part ->> 'amount', 'reason', left(btrim(p_reason), 2000))) from jsonb_array_elements(v_off) as part;
end $$;

update private.record_kinds as t set ("status") = (select "status" from jsonb_populate_record(null::private.record_kinds, '{"kind":"payment","page":null,"actor":"r.created_by","label":"r.payment_number","title":null,"detail":"null::text","finder":null,"status":"coalesce((select ''Taken back: '' || f.reason\n     from public.payment_refunds f where f.payment_id = r.id and f.kind = ''reversal'' limit 1), r.status)","contact":"contact_id","position":66,"searched":null,"has_story":true,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.payments","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":false}')) where t.kind::text = 'payment';

reset check_function_bodies;
set check_function_bodies = off;

create or replace function private.number_credit_note(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
  v_balance numeric;
  v_note public.credit_notes;
begin
  -- Orders first: an invoice that deducts a deposit is issued under the lock of its order.
  perform from public.orders o where o.id in (
    select v.order_id from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where p_id in (n.id, n.with_note_id) and v.kind = 'deposit') order by o.id for no key update of o;
  -- Credit notes before payments, as use_credit locks them, so that two at once wait for each other.
  perform from public.credit_notes n
   where p_id in (n.id, n.with_note_id)
      or (select o.with_note_id from public.credit_notes o where o.id = p_id) in (n.id, n.with_note_id)
   order by n.id for no key update;
  -- Payments before papers, as allocations lock them: a note over a deposit frees what paid it.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.credit_notes n on n.invoice_id = a.invoice_id
     where n.with_note_id = p_id or n.with_note_id = (select o.with_note_id from public.credit_notes o where o.id = p_id)) order by id for no key update;
  select * into v_row from public.credit_notes where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This credit note is void');
  elsif v_row.status <> 'draft' then
    return v_row.credit_number;
  elsif exists (select from public.credit_notes where id = v_row.with_note_id and status = 'draft') then
    perform private.number_credit_note(v_row.with_note_id);
    return (select credit_number from public.credit_notes where id = p_id);
  end if;
  select balance into v_balance from public.invoices where id = v_row.invoice_id for no key update;
  perform private.refuse_deducted(v_row);
  update public.credit_notes n
     set credit_number = private.draw_number('CN'), status = 'issued', issue_date = private.company_today(), issued_at = now(),
         issued_by = auth.uid(),
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
   where n.id = p_id returning * into v_row;
  perform private.log_event('credit_note', p_id, 'issued', jsonb_build_object('number', v_row.credit_number, 'gross', private.amount_text(v_row.gross)));
  perform private.log_event('invoice', v_row.invoice_id, 'credited', jsonb_build_object('number', v_row.credit_number,
    'amount', private.amount_text(v_row.gross), 'reason', v_row.reason));
  if least(v_balance, v_row.gross) > 0 then
    insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
    values (p_id, v_row.invoice_id, least(v_balance, v_row.gross), v_row.issue_date, auth.uid());
    perform private.refresh_invoice(v_row.invoice_id);
  end if;
  perform private.refresh_credit_note(p_id);
  for v_note in
    select n.* from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.with_note_id = p_id and n.status = 'draft' order by v.invoice_number
  loop
    perform private.number_credit_note(v_note.id);
    perform private.free_payments(v_note.id);
  end loop;
  return v_row.credit_number;
end $$;

reset check_function_bodies;
