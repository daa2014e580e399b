set check_function_bodies = off;

create or replace function private.due_net(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with lines as (
    select o.*, billed.qty as billed_qty, billed.net as billed_net, greatest(o.qty_delivered, o.qty_invoiced) as done,
           case when o.kind = 'item' and o.qty > 0 then greatest(o.qty_delivered - o.qty_invoiced, 0) else 0 end as due
      from public.order_items o
     cross join lateral (
       select coalesce(sum(abs(b.qty)), 0) as qty, coalesce(sum(b.net), 0) as net from public.invoice_items b join public.invoices v on v.id = b.invoice_id
        where b.order_item_id = o.id and v.status not in ('draft', 'void') and v.kind <> 'proforma') as billed
     where o.order_id = p_order_id
  ), items as (
    select l.*, case when l.due = 0 then 0 when l.billed_qty + l.due = l.qty then l.net - l.billed_net
        else private.line_net(coalesce(trunc(l.charged_qty * l.due / l.qty, 4), l.due), l.unit_price, l.discount_pct) end as part
      from lines l where l.kind = 'item'
  ), limits as (
    select r.vat_rate, r.vat_treatment, r.here, r.discounts_left,
           case when r.lines > 0 and r.lines >= r.discounts then least(greatest(r.here - (r.lines_left - r.discounts_left), 0), r.here, r.discounts_left)
             else 0 end as at_least,
           case when r.lines > 0 and r.lines >= r.discounts then least(r.here, r.discounts_left) else r.discounts end as at_most
      from (select l.vat_rate, l.vat_treatment, coalesce(sum(l.net) filter (where l.kind = 'item'), 0) as lines,
                   coalesce(-sum(l.net) filter (where l.kind = 'discount'), 0) as discounts,
                   coalesce(sum(l.net - l.billed_net) filter (where l.kind = 'item'), 0) as lines_left,
                   coalesce(-sum(l.net - l.billed_net) filter (where l.kind = 'discount'), 0) as discounts_left,
                   coalesce(sum(i.part), 0) as here
              from lines l left join items i on i.id = l.id group by 1, 2) as r
  ), offs as (
    select d.vat_rate, d.vat_treatment, d.billed_qty + d.off >= abs(d.qty) as is_last, -(d.net - d.billed_net) as open,
           case when d.billed_qty + d.off = abs(d.qty) then -(d.net - d.billed_net)
             else -private.line_net(-coalesce(trunc(abs(d.charged_qty) * d.off / abs(d.qty), 4), d.off), d.unit_price, d.discount_pct) end as part
      from (
        select l.*, case when share.qty <= 0 and share.part < 1 and abs(l.qty) - l.qty_invoiced > 0.0001 and m.at_least > 0 then 0.0001 else share.qty end as off
          from lines l
          join limits m on m.vat_rate = l.vat_rate and m.vat_treatment = l.vat_treatment
         cross join lateral (
           select s.part, trunc(abs(l.qty) * s.part, 4) - l.qty_invoiced as qty from (
             select case when bool_and(i.done >= i.qty) then 1 else trunc(coalesce(sum(i.net * i.done / i.qty) / nullif(sum(i.net), 0), 0), 4) end as part
               from items i where i.qty > 0 and ((i.vat_rate, i.vat_treatment) = (l.vat_rate, l.vat_treatment) or not exists (
                 select from items o where o.qty > 0 and (o.vat_rate, o.vat_treatment) = (l.vat_rate, l.vat_treatment)))) as s) as share
         where l.kind = 'discount' and l.qty <> 0) as d
     where d.off > 0
  )
  -- What private.fit_discounts moves: the last part of a discount is its rest.
  select (select coalesce(sum(i.part), 0) from items i) - coalesce((
    select sum(f.off + greatest(-f.down, least(f.up, greatest(least(f.off, m.at_most), m.at_least) - f.off)))
      from (select o.vat_rate, o.vat_treatment, sum(o.part) as off, coalesce(sum(o.open - o.part) filter (where not o.is_last), 0) as up,
                   coalesce(sum(o.part) filter (where not o.is_last), 0) as down
              from offs o group by 1, 2) as f
      join limits m on m.vat_rate = f.vat_rate and m.vat_treatment = f.vat_treatment), 0));
end $$;

create or replace function private.to_invoice(p_contact_id uuid default null) returns table(order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text, since timestamptz, last_delivered_at timestamptz, lines bigint, net numeric, deposit_left numeric)
  language sql stable security definer set search_path = ''
as $$
  with due as (
    select i.order_id, count(*) as lines
      from public.order_items i
     where i.kind = 'item' and i.qty > 0 and i.qty_delivered > i.qty_invoiced
     group by i.order_id
  )
  select o.id, o.order_number, o.contact_id, private.client_label(c), o.project_title, o.client_po, o.currency,
         coalesce(drops.since, drops.last), drops.last, due.lines, private.due_net(o.id), private.deposit_left(o.id)
    from due
    join public.orders o on o.id = due.order_id
    join public.contacts c on c.id = o.contact_id
    left join lateral (
      select max(v.created_at) as at from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = o.id and i.order_item_id is not null and v.status <> 'void' and v.kind <> 'proforma') as billed on true
    left join lateral (
      select min(coalesce(p.delivered_at, d.delivered_at)) filter (where coalesce(p.delivered_at, d.delivered_at) > coalesce(billed.at, '-infinity')) as since,
             max(coalesce(p.delivered_at, d.delivered_at)) as last
        from public.deliveries d left join public.partial_deliveries p on p.delivery_id = d.id where d.order_id = o.id) as drops on true
   where o.status <> 'cancelled' and (p_contact_id is null or o.contact_id = p_contact_id)
     and (private.can('invoices', 'view') or private.is_server())
   order by coalesce(drops.since, drops.last) nulls last, o.order_number
$$;

revoke execute on all routines in schema private from public;

comment on function private.due_net(pg_catalog.uuid) is 'The net of the draft that make_invoice would write over what is delivered and not invoiced of an order, before its deposits.';

reset check_function_bodies;
