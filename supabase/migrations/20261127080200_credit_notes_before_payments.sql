-- Issuing a credit note and using credit locked credit notes and payments in opposite orders: one of two at once was refused.

create or replace function private.number_credit_note(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
