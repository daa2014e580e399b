-- An invoice over 0.00, which its deposits paid whole, moves no account: a statement does not list it.

CREATE OR REPLACE FUNCTION private.account_entries(p_contact_id uuid)
 RETURNS TABLE(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded')
  union all
  select r.refunded_on, 4, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.contact_id = p_contact_id
  union all
  select w.written_off_on, 5, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id where v.contact_id = p_contact_id
$function$;
comment on function private.account_entries(uuid) is
'What moves the account of a client: invoices and refunds up, credit notes, payments and what was written off down. Papers over 0.00 move nothing.';
