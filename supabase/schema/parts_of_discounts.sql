-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.discount_limits(p_invoice_id uuid, p_order_id uuid, p_rate numeric, p_treatment text, OUT at_least numeric, OUT at_most numeric)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Where a rate has no lines, or less of them than discounts, nothing is limited.
  select case when s.lines > 0 and s.lines >= s.discounts
              then least(greatest(s.here - (s.lines_left - s.discounts_left), 0), s.here, s.discounts_left) else 0 end,
         case when s.lines > 0 and s.lines >= s.discounts then least(s.here, s.discounts_left) else s.discounts end
    from (
      select coalesce(sum(o.net) filter (where o.kind = 'item'), 0) as lines,
             coalesce(-sum(o.net) filter (where o.kind = 'discount'), 0) as discounts,
             coalesce(sum(o.net - billed.net) filter (where o.kind = 'item'), 0) as lines_left,
             coalesce(-sum(o.net - billed.net) filter (where o.kind = 'discount'), 0) as discounts_left,
             coalesce(sum(billed.here) filter (where o.kind = 'item'), 0) as here
        from public.order_items o
       cross join lateral (
         select coalesce(sum(i.net) filter (where i.invoice_id <> p_invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'), 0) as net,
                coalesce(sum(i.net) filter (where i.invoice_id = p_invoice_id), 0) as here
           from public.invoice_items i join public.invoices v on v.id = i.invoice_id where i.order_item_id = o.id) as billed
       where o.order_id = p_order_id and o.vat_rate = p_rate and o.vat_treatment = p_treatment) as s
$function$;
comment on function private.discount_limits(p_invoice_id uuid, p_order_id uuid, p_rate numeric, p_treatment text, OUT at_least numeric, OUT at_most numeric) is 'How much of the discounts of an order at one VAT rate its lines on this invoice must bear, so that those of the rest are not below
zero, and how much they can. Amounts without VAT.';

CREATE OR REPLACE FUNCTION private.fit_discounts(p_invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_later constant text := current_setting('signwright.total_later', true);
  v_rate record;
  v_line record;
  v_off numeric;
  v_part numeric;
begin
  for v_rate in
    select o.*, greatest(least(o.discount, l.at_most), l.at_least) - o.discount as more
      from (select i.order_id, i.vat_rate, i.vat_treatment, -sum(i.net) as discount from public.invoice_items i
             where i.invoice_id = p_invoice_id and i.order_item_id is not null and i.kind = 'discount' group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_invoice_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where greatest(least(o.discount, l.at_most), l.at_least) <> o.discount
     order by o.order_id, o.vat_rate, o.vat_treatment
  loop
    v_off := v_rate.more;
    for v_line in
      select i.id, -i.net as net, -(o.net - billed.net) as left_net, billed.qty + abs(i.qty) >= abs(o.qty) as is_last
        from public.invoice_items i join public.order_items o on o.id = i.order_item_id
       cross join lateral (
         select coalesce(sum(b.net), 0) as net, coalesce(sum(abs(b.qty)), 0) as qty from public.invoice_items b join public.invoices v on v.id = b.invoice_id
          where b.order_item_id = o.id and b.invoice_id <> p_invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma') as billed
       where i.invoice_id = p_invoice_id and i.kind = 'discount' and i.order_id = v_rate.order_id and i.vat_rate = v_rate.vat_rate
         and i.vat_treatment = v_rate.vat_treatment
       order by i.position
    loop
      -- The last part of a discount is its rest.
      continue when v_line.is_last;
      v_part := case when v_off > 0 then least(v_off, v_line.left_net - v_line.net) else -least(-v_off, v_line.net) end;
      continue when v_part = 0;
      perform set_config('signwright.fit_discounts', 'on', true), set_config('signwright.total_later', 'on', true);
      update public.invoice_items set net = net - v_part where id = v_line.id;
      perform set_config('signwright.fit_discounts', '', true), set_config('signwright.total_later', coalesce(v_later, ''), true);
      v_off := v_off - v_part;
    end loop;
  end loop;
end $function$;
comment on function private.fit_discounts(p_invoice_id uuid) is 'Moves the discounts on a draft by the cents that their shares were cut by, so that neither this part of an order nor the rest of it
is below zero at a VAT rate.';
