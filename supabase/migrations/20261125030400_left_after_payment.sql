-- Who paid by card is told what stays open of the invoice after a part, and what stays credit of theirs after too much.

create or replace function private.get_payment_request(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'purpose', r.purpose, 'status', r.status, 'amount', private.amount_text(r.amount),
      'currency', r.currency, 'created_at', r.created_at, 'paid_at', r.paid_at,
      'document_number', coalesce(v.invoice_number, o.order_number, s.statement_number),
      'document_uuid', coalesce(v.public_uuid, q.public_uuid, o.public_uuid, s.public_uuid),
      'project_title', coalesce(v.project_title, o.project_title), 'company', private.company_facts(),
      'left', case when r.purpose = 'invoice' then private.amount_text(v.balance) end,
      'credit', case when r.purpose in ('invoice', 'statement') then
        (select private.amount_text(sum(p.open)) from public.payments p where p.request_id = r.id) end)
    from public.payment_requests r
    left join public.invoices v on v.id = r.invoice_id
    left join public.orders o on o.id = r.order_id
    left join public.quotations q on q.id = r.quotation_id
    left join public.statements s on s.id = r.statement_id
   where r.id = p_id
$$;
comment on function private.get_payment_request is
  'What the payment page shows: the state of a request by its id; null for an unknown one. Amounts are text. left: what is open of its
invoice; credit: what of its payment settles nothing.';

revoke execute on all routines in schema private from public;
