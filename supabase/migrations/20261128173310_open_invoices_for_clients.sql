set check_function_bodies = off;

drop routine private.paid_for_order(p_order_id uuid);

create or replace function private.nudge_orders_of_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nudge('doc:' || paper.uuid, 'invoices', tg_op, null)
    from (select o.id, o.public_uuid, o.quotation_id from public.orders o
           where o.id = new.order_id or new.order_id is null and o.id in (select i.order_id from public.invoice_items i where i.invoice_id = new.id)) as o
   cross join lateral (
     select o.public_uuid as uuid
     union select q.public_uuid from public.quotations q where q.id = o.quotation_id or q.amends_order_id = o.id) as paper;
  return null;
end $$;

create or replace function private.order_money(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('deposit_amount', private.amount_text(p_order.deposit_amount),
        'deposit_paid', private.amount_text(p_order.deposit_paid), 'gross', private.amount_text(p_order.gross),
        'announced', private.announced_of(p_order.id, null, null),
        'ahead', private.amount_text(coalesce(private.deposit_possible(p_order.id), 0)),
        'invoice_follows', exists (select from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_id = p_order.id and v.status = 'draft' and v.kind <> 'proforma'),
        'paid', private.amount_text(coalesce(sum(m.amount), 0)), 'paid_on', max(m.received_on),
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
      from (select p.amount - p.refunded as amount, p.received_on from public.payments p
             where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded')
            union all
            select a.amount, p.received_on
              from public.invoices v join public.payment_allocations a on a.invoice_id = v.id join public.payments p on p.id = a.payment_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and p.order_id is distinct from p_order.id) as m
  );
end $$;

create or replace function private.own_order_facts(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('public_uuid', p_order.public_uuid, 'order_number', p_order.order_number, 'project_title', p_order.project_title,
      'status', p_order.status, 'ordered_at', p_order.ordered_at, 'due_date', coalesce(p_order.promised_date, p_order.due_date),
      'client_po', p_order.client_po, 'currency', p_order.currency) || private.order_money(p_order)
  );
end $$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('net', private.amount_text(o.net), 'vat', private.amount_text(o.vat),
      'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('order', (
      select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid, 'status', o.status,
               'promised_date', o.promised_date, 'is_amended', o.quotation_id is distinct from p_quotation_id) || private.order_money(o)
        from public.orders o
       where o.quotation_id = p_quotation_id or o.id = (
         select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
       -- A cancelled order is told of while no other came of the quotation.
       order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
  );
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger nudge_orders after update on public.invoices for each row
  when ((old.status, old.balance, old.due_date, old.link_revoked_at) is distinct from (new.status, new.balance, new.due_date, new.link_revoked_at)
    and new.status <> 'draft')
  execute function private.nudge_orders_of_invoice();

comment on function private.order_of_quotation(pg_catalog.uuid) is 'The order of a quotation, or the order that it amended, as its client may see it, also when it was cancelled, with order_money:
{order: null} without one.';

comment on function private.own_order_facts(public.orders) is 'What the client of an order reads of it, in a list and on its page, with order_money. due_date: the day that was promised, else the planned one.';

comment on function private.nudge_orders_of_invoice() is 'What is open of an invoice changed: the client''s pages of its orders and of their quotations read again.';

comment on function private.order_money(public.orders) is 'What the client of an order reads of its money, on each of their pages. Amounts are text. ahead: what can still be paid before its
invoice. invoice_follows: one is being written. paid, paid_on: their payments for it and for its own invoices, less what was given back, and the day of the last. open_invoices:
what is open now; public_uuid: the link to pay it, null for an invoice of several orders, whose link tells of the others too.';

reset check_function_bodies;
