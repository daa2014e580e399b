set check_function_bodies = off;

create or replace function private.analytics_of_open_money(p_part text, p_zone text, p_currency text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'to_invoice' then
    return query
      select 'order', t.order_id, concat_ws(' · ', t.order_number, t.project_title), t.contact_id, (t.since at time zone p_zone)::date,
             case when w.days <= 7 then '7' when w.days <= 30 then '30' else 'older' end, null::text, null::text, private.worth(t.net, o.rate), null::numeric
        from private.to_invoice() as t join public.orders o on o.id = t.order_id,
             lateral (select p_today - coalesce((t.since at time zone p_zone)::date, p_today) as days) as w;
  elsif p_part = 'receivables' then
    return query
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, coalesce(v.due_date, v.issue_date),
             case when w.late <= 0 then 'not_due' when w.late <= 30 then 'days_30' when w.late <= 60 then 'days_60'
                  when w.late <= 90 then 'days_90' else 'older' end, null::text, null::text,
             private.worth_of_open(v.balance, v.gross, v.worth), null::numeric
        from public.invoices v, lateral (select p_today - coalesce(v.due_date, v.issue_date) as late) as w
       where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0;
  else
    return query
      select m.kind, m.id, m.label, m.contact_id, m.due,
             case when m.due < p_today then 'overdue' when m.due >= date_trunc('week', p_today)::date + 56 then 'later'
                  else date_trunc('week', m.due)::date::text end, null::text, m.mark, m.open, null::numeric
        from (
          select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id,
                 coalesce(v.due_date, v.issue_date) as due, 'in' as mark, private.worth_of_open(v.balance, v.gross, v.worth) as open
            from public.invoices v
           where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0
          union all
          select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, coalesce(s.scheduled_for, s.due_date, s.invoice_date),
                 case when s.is_credit then 'in' else 'out' end, abs(s.open)
            from public.supplier_invoices s
           where s.status in ('received', 'approved', 'scheduled', 'part_paid') and s.open <> 0 and s.currency = p_currency
             and (private.is_server() or private.can('supplier-invoices', 'view'))) as m;
  end if;
end $$;

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order) as (
    select 'bank_entries', null::numeric, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', private.worth(v.net + v.vat, v.rate), null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', private.worth(n.net + n.vat, n.rate), null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', private.worth(t.net, o.rate), null from private.to_invoice() as t join public.orders o on o.id = t.order_id where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', private.worth_of_open(p.open, p.amount, p.worth), null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', private.worth(u.gross, o.rate), jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross))
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', private.worth_of_open(p.open, p.amount, p.worth), null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'unpaid_runs', r.total, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null from private.ledger_differences(p_to)
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]')
    from found f group by f.part;
end $$;

reset check_function_bodies;
