set check_function_bodies = off;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'replaces', (select v.number from public.quotation_versions v where v.quotation_id = q.id and v.version < q.version order by v.version desc limit 1),
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'valid_until', q.valid_until, 'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency,
          'early_days', private.promised_cash_discount(q) ->> 'days', 'early_discount', private.promised_cash_discount(q) ->> 'amount') || private.deposit_facts(q)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'tax_amount', case when o.vat <> 0 then private.amount_text(o.vat) end,
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross),
          'tax_amount', case when v.vat <> 0 then private.amount_text(v.vat) end, 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'to_pay', case when v.balance > 0 then private.amount_text(v.balance) end,
          'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency, 'early_day', early.facts -> 'until', 'early_amount', early.facts -> 'pays', 'early_discount', early.facts -> 'amount')
        into v_facts
        from public.invoices v
        left join lateral (select d as facts from private.cash_discount_facts(v) as d where (d ->> 'is_open')::boolean) as early on true
       where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '),
          'planned_at', case when d.scheduled_has_time then to_jsonb(d.scheduled_at) else to_jsonb(private.day_of(d.scheduled_at)) end,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid) || private.rest_facts(d)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing),
          'to_pay', case when s.closing > 0 then private.amount_text(s.closing) end,
          'in_favour', case when s.closing < 0 then private.amount_text(-s.closing) end, 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $$;

reset check_function_bodies;
