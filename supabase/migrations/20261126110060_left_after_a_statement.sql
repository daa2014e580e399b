-- Whoever paid some invoices of a statement hears what stays open, as the payer of a part of an invoice does.

create or replace function private.get_payment_request(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'purpose', r.purpose, 'status', r.status, 'amount', private.amount_text(r.amount),
      'currency', r.currency, 'created_at', r.created_at, 'paid_at', r.paid_at,
      'document_number', coalesce(v.invoice_number, o.order_number, s.statement_number),
      'document_uuid', coalesce(v.public_uuid, q.public_uuid, o.public_uuid, s.public_uuid),
      'project_title', coalesce(v.project_title, o.project_title), 'company', private.company_facts(),
      'left', case r.purpose when 'invoice' then private.amount_text(v.balance) when 'statement' then (
        select private.amount_text(coalesce(sum(i.balance), 0)) from public.invoices i
         where i.contact_id = r.contact_id and i.status in ('issued', 'partly_paid') and i.balance > 0) end,
      'credit', case when r.purpose in ('invoice', 'statement') then
        (select private.amount_text(sum(p.open)) from public.payments p where p.request_id = r.id) end)
    from public.payment_requests r
    left join public.invoices v on v.id = r.invoice_id
    left join public.orders o on o.id = r.order_id
    left join public.quotations q on q.id = r.quotation_id
    left join public.statements s on s.id = r.statement_id
   where r.id = p_id
$$;

revoke execute on all routines in schema private from public;
