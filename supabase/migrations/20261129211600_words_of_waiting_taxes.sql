set check_function_bodies = off;

create or replace function private.papers_of_waiting_taxes(p_from date, p_to date)
returns table (kind text, id uuid, number text, contact_id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric, client_number text,
  code text, words text)
language sql stable security definer set search_path = '' as $$
  select w.kind, w.id, coalesce(v.invoice_number, n.credit_number), c.id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat,
         coalesce(coalesce(v.snapshot, n.snapshot) -> 'client' ->> 'vat_number', c.vat_number), coalesce(v.currency, n.currency),
         case when (w.vat < 0) = (w.kind = 'invoice') then 'Not paid yet' else 'Paid or credited' end
    from private.waiting_taxes(p_from, p_to) as w
    left join public.invoices v on w.kind = 'invoice' and v.id = w.id
    left join public.credit_notes n on w.kind = 'credit_note' and n.id = w.id
    join public.contacts c on c.id = coalesce(v.contact_id, n.contact_id)
$$;

reset check_function_bodies;
