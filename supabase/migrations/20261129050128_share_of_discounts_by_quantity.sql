set check_function_bodies = off;

create or replace function private.share_of_discount(p_off numeric, p_off_taken numeric, p_open numeric, p_taken numeric, p_open_of_qty numeric, p_taken_of_qty numeric)
  returns numeric language sql immutable set search_path = ''
as $$
  select greatest(p_off_taken, least(p_off, p_taken, greatest(coalesce(p_off - (p_open - p_taken), 0),
    coalesce(trunc(p_off * p_taken_of_qty / nullif(greatest(p_open_of_qty, p_off), 0), 2), 0))))
$$;

create or replace function private.discounts_along(p_note_id uuid, p_invoice_id uuid) returns table (item public.invoice_items, part numeric)
  language sql stable security definer set search_path = ''
as $$
  -- What this note holds of each line, and what was left of the line before it. Shares go by quantities: an amount that was credited
  -- before has no discount in it, and the rest of the lines keep their own.
  with lines as (
    select i, i.kind, i.order_id, i.vat_rate as rate, i.vat_treatment as treatment,
           abs(i.net - coalesce(credited.before, 0)) as open, abs(coalesce(credited.here, 0)) as taken,
           abs(i.net - coalesce(credited.before_of_qty, 0)) as open_of_qty,
           case when credited.qty + coalesce(credited.qty_before, 0) = abs(i.qty) then abs(i.net - coalesce(credited.before_of_qty, 0))
                else coalesce(trunc(abs(i.net) * credited.qty / abs(i.qty), 2), 0) end as taken_of_qty
      from public.invoice_items i
      left join lateral (
        select sum(c.net) filter (where c.credit_note_id <> p_note_id) as before, sum(c.net) filter (where c.credit_note_id = p_note_id) as here,
               sum(c.net) filter (where c.credit_note_id <> p_note_id and not c.by_amount) as before_of_qty,
               sum(abs(c.qty)) filter (where c.credit_note_id <> p_note_id and not c.by_amount) as qty_before,
               sum(abs(c.qty)) filter (where c.credit_note_id = p_note_id) as qty
          from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
     where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') and i.qty <> 0
  ), sums as (
    select rate, treatment, order_id, sum(open) filter (where kind = 'item') as open, sum(taken) filter (where kind = 'item') as taken,
           sum(open_of_qty) filter (where kind = 'item') as open_of_qty, sum(taken_of_qty) filter (where kind = 'item') as taken_of_qty,
           coalesce(sum(open) filter (where kind = 'discount'), 0) as off, coalesce(sum(taken) filter (where kind = 'discount'), 0) as off_taken
      from lines group by 1, 2, 3
  ), of_orders as (
    select s.*, case when s.order_id is null then s.off_taken
      else private.share_of_discount(s.off, s.off_taken, s.open, s.taken, s.open_of_qty, s.taken_of_qty) end as share
      from sums s
  ), whole as (
    -- A discount of no order stands on all lines of its rate, as they are after the discounts of their orders.
    select rate, treatment, sum(open) - coalesce(sum(off) filter (where order_id is not null), 0) as open,
           sum(taken) - coalesce(sum(share) filter (where order_id is not null), 0) as taken,
           sum(open_of_qty) - coalesce(sum(off) filter (where order_id is not null), 0) as open_of_qty,
           sum(taken_of_qty) - coalesce(sum(share) filter (where order_id is not null), 0) as taken_of_qty,
           coalesce(sum(off) filter (where order_id is null), 0) as off, coalesce(sum(off_taken) filter (where order_id is null), 0) as off_taken
      from of_orders group by 1, 2
  ), shares as (
    select rate, treatment, order_id, share - off_taken as part from of_orders where order_id is not null
    union all
    select rate, treatment, null, private.share_of_discount(off, off_taken, open, taken, open_of_qty, taken_of_qty) - off_taken from whole
  ), split as (
    select l.i, s.part, l.open - l.taken as own, sum(l.open - l.taken) over (partition by s.rate, s.treatment, s.order_id) as every,
           sum(l.open - l.taken) over (partition by s.rate, s.treatment, s.order_id order by (l.i).position, (l.i).id) as reached
      from shares s join lines l on (l.rate, l.treatment) = (s.rate, s.treatment) and l.order_id is not distinct from s.order_id
     where l.kind = 'discount' and s.part > 0
  )
  select d.i, d.part from (
    select s.i, trunc(s.part * s.reached / s.every, 2) - trunc(s.part * (s.reached - s.own) / s.every, 2) as part from split s where s.every > 0) as d
   where d.part > 0
$$;

revoke execute on all routines in schema private from public;

comment on function private.discounts_along(pg_catalog.uuid,pg_catalog.uuid) is 'The parts of the discounts that go with the lines of a draft credit note, by VAT rate and order, each as share_of_discount says. The last
of the lines takes what is left. Parts that the draft has already are left out.';

comment on function private.share_of_discount(numeric,numeric,numeric,numeric,numeric,numeric) is 'What goes of the discounts that are left (p_off) with lines of a credit note: the share of their quantities, toward zero to cents, as if no amount
had been credited before; as much more as the lines that stay could not bear; no more than the lines come to, and no less than the note has of them (p_off_taken).';

reset check_function_bodies;
