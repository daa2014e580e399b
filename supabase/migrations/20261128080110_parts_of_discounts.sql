-- The last part of an order could be refused: the parts before it took less of a discount than the lines that were left could bear,
-- by cents that were cut. A part takes as much of a discount as the rest can spare now. And a deposit is split so that neither it nor
-- what it leaves says less VAT than base × rate, where such a split exists.

create function private.discount_limits(p_invoice_id uuid, p_order_id uuid, p_rate numeric, p_treatment text, out at_least numeric, out at_most numeric)
language sql stable security definer set search_path to '' as $function$
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
comment on function private.discount_limits(p_invoice_id uuid, p_order_id uuid, p_rate numeric, p_treatment text) is 'How much of the discounts of an order at one VAT rate its lines on this invoice must bear, so that those of the rest are not below
zero, and how much they can. Amounts without VAT.';

create function private.fit_discounts(p_invoice_id uuid) returns void
language plpgsql security definer set search_path to '' as $function$
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

create or replace function private.settle_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.order_items;
  v_taken numeric;
  v_billed_qty numeric;
  v_billed_net numeric;
  v_billed_charged numeric;
begin
  if tg_op = 'UPDATE' and current_setting('signwright.fit_discounts', true) = 'on' then
    return new;
  end if;
  select * into v_item from public.order_items where id = new.order_item_id for no key update;
  new.order_id := v_item.order_id;
  new.kind := v_item.kind;
  new.unit := v_item.unit;
  new.unit_price := v_item.unit_price;
  new.discount_pct := v_item.discount_pct;
  new.vat_rate := v_item.vat_rate;
  new.vat_treatment := v_item.vat_treatment;
  new.qty := case when v_item.kind = 'discount' then -abs(new.qty) else new.qty end;
  select coalesce(sum(abs(i.qty)), 0) into v_taken
    from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_item_id = new.order_item_id and i.id <> new.id and v.status <> 'void' and v.kind <> 'proforma';
  if not coalesce(abs(new.qty) > 0, false) or new.qty = 'NaN' then
    perform private.refuse('22023', 'Please enter a quantity above zero');
  elsif abs(new.qty) > abs(v_item.qty) - v_taken and (select kind from public.invoices where id = new.invoice_id) <> 'proforma' then
    perform private.refuse('PT409', format('Of "%s" only %s of %s are left to invoice', left(v_item.description, 100),
      trim_scale(greatest(abs(v_item.qty) - v_taken, 0)), trim_scale(abs(v_item.qty))));
  end if;
  select coalesce(sum(abs(i.qty)), 0), coalesce(sum(i.net), 0), coalesce(sum(coalesce(i.charged_qty, i.qty)), 0)
    into v_billed_qty, v_billed_net, v_billed_charged
    from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_item_id = new.order_item_id and i.invoice_id <> new.invoice_id
     and v.status not in ('draft', 'void') and v.kind <> 'proforma';
  new.charged_qty := case when v_item.charged_qty is null then null
    when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.charged_qty - v_billed_charged
    else trunc(v_item.charged_qty * abs(new.qty) / abs(v_item.qty), 4) end;
  new.net := case when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.net - v_billed_net
    else private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct) end;
  return new;
end $function$;

create or replace function private.make_invoice(p_order_ids uuid[], p_id uuid DEFAULT NULL::uuid, p_whole boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_order public.orders;
  v_contact_id uuid;
  v_item public.order_items;
  v_qty numeric;
  v_number integer := 0;
  v_lines integer;
  v_share numeric;
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  select count(distinct o.contact_id), min(o.contact_id::text)::uuid into v_lines, v_contact_id
    from public.orders o where o.id = any (p_order_ids);
  if v_lines = 0 then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_lines > 1 then
    perform private.refuse('22023', 'One invoice is for one client');
  end if;
  insert into public.invoices (id, kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), 'standard', v_contact_id, (array_agg(o.person_id order by o.order_number))[1],
         case when count(*) = 1 then min(o.id::text)::uuid end, case when count(*) = 1 then min(o.quotation_id::text)::uuid end,
         left(string_agg(distinct o.project_title, ', '), 500), left(string_agg(distinct o.client_po, ', '), 100), min(o.currency), auth.uid()
    from public.orders o where o.id = any (p_order_ids)
  returning id into v_id;
  perform set_config('signwright.total_later', 'on', true);
  for v_order in select * from public.orders where id = any (p_order_ids) order by id for no key update loop
    if v_order.status = 'cancelled' then
      perform private.refuse('PT409', format('%s is cancelled', v_order.order_number));
    end if;
    v_lines := 0;
    for v_item in
      select * from public.order_items where order_id = v_order.id and kind = 'item' and qty > 0 order by position
    loop
      v_qty := case when p_whole then v_item.qty else v_item.qty_delivered end - v_item.qty_invoiced;
      if v_qty > 0 then
        insert into public.invoice_items (invoice_id, order_item_id, position, description, details, qty, width_mm, height_mm,
          picture_path, service_id, vat_rate)
        values (v_id, v_item.id, private.line_key(v_number), v_item.description, v_item.details, v_qty, v_item.width_mm,
          v_item.height_mm, v_item.picture_path, v_item.service_id, v_item.vat_rate);
        v_number := v_number + 1;
        v_lines := v_lines + 1;
      end if;
    end loop;
    -- A discount goes with the lines of its rate by their share, and its rest with the last of them; where its rate has no lines,
    -- with those of the order.
    if v_lines > 0 then
      perform private.count_invoiced(array(select id from public.order_items where order_id = v_order.id));
      for v_item in
        select * from public.order_items where order_id = v_order.id and kind = 'discount' and qty <> 0 order by position
      loop
        select case when bool_and(i.qty_invoiced >= i.qty) then 1
                    else trunc(coalesce(sum(i.net * i.qty_invoiced / i.qty) / nullif(sum(i.net), 0), 0), 4) end
          into v_share
          from public.order_items i
         where i.order_id = v_order.id and i.kind = 'item' and i.qty > 0
           and ((i.vat_rate, i.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment) or not exists (
             select from public.order_items o where o.order_id = v_order.id and o.kind = 'item' and o.qty > 0
                and (o.vat_rate, o.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment)));
        v_qty := trunc(abs(v_item.qty) * v_share, 4) - v_item.qty_invoiced;
        -- A share too small for four decimals goes along where the lines that are left could not bear it.
        if v_qty <= 0 and v_share < 1 and abs(v_item.qty) - v_item.qty_invoiced > 0.0001 and (
          select l.at_least from private.discount_limits(v_id, v_order.id, v_item.vat_rate, v_item.vat_treatment) as l) > 0
        then
          v_qty := 0.0001;
        end if;
        if v_qty > 0 then
          insert into public.invoice_items (invoice_id, order_item_id, position, kind, description, details, qty, vat_rate)
          values (v_id, v_item.id, private.line_key(v_number), 'discount', v_item.description, v_item.details, -v_qty, v_item.vat_rate);
          v_number := v_number + 1;
        end if;
      end loop;
    end if;
  end loop;
  perform set_config('signwright.total_later', '', true);
  if v_number = 0 then
    perform private.refuse('PT409', 'There is nothing to invoice: nothing more is delivered than was invoiced');
  end if;
  perform private.total_invoice(v_id);
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = v_id and order_item_id is not null));
  update public.invoices set kind = case when order_id is null then 'standard'
      when private.completes_order(v_id, order_id) then case when exists (
        select from public.invoices v where v.order_id = invoices.order_id and v.id <> v_id and v.kind in ('deposit', 'progress')
          and v.status not in ('draft', 'void')) then 'final' else 'standard' end
      else 'progress' end
   where id = v_id;
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $function$;

create or replace function private.total_invoice(p_invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice public.invoices;
  v_net numeric;
  v_vat numeric;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null or v_invoice.status <> 'draft' then
    return;
  end if;
  perform private.fit_discounts(p_invoice_id);
  delete from private.invoice_order_vat where invoice_id = p_invoice_id;
  insert into private.invoice_order_vat (invoice_id, order_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, i.order_id, i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate) from public.invoice_items i
   where i.invoice_id = p_invoice_id and i.order_item_id is not null group by 2, 3, 4;
  if v_invoice.kind not in ('deposit', 'proforma') then
    perform private.deduct_deposits(p_invoice_id);
    -- What is billed after the deposits is a part of the rest of its order; the deposits bring the VAT that they bear.
    update private.invoice_order_vat b
       set vat = private.vat_of_part(b.base - part.ahead, b.vat_rate, part.base, part.vat) + part.ahead_vat
      from (
        select p.order_id, p.vat_rate, p.vat_treatment, coalesce(rest.base, 0) as base, coalesce(rest.vat, 0) as vat,
               coalesce(ahead.base, 0) as ahead, coalesce(ahead.vat, 0) as ahead_vat
          from private.invoice_order_vat p
          left join lateral (select r.base, r.vat from private.order_rest(p.order_id, false) as r
                              where r.vat_rate = p.vat_rate and r.vat_treatment = p.vat_treatment) as rest on true
          left join lateral (
            select sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i
             where i.invoice_id = p_invoice_id and i.kind = 'deposit' and i.order_id = p.order_id and i.vat_rate = p.vat_rate
               and i.vat_treatment = p.vat_treatment) as ahead on true
         where p.invoice_id = p_invoice_id) as part
     where b.invoice_id = p_invoice_id and b.order_id = part.order_id and b.vat_rate = part.vat_rate and b.vat_treatment = part.vat_treatment;
  end if;
  delete from public.invoice_vat where invoice_id = p_invoice_id;
  -- An invoice over several orders, or with lines of its own, is within a cent of its own base × rate.
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, s.vat_rate, s.vat_treatment, s.base,
         case when s.sources = 1 then s.vat
              else greatest(private.vat_of(s.base, s.vat_rate) - 0.01, least(private.vat_of(s.base, s.vat_rate) + 0.01, s.vat)) end
    from (
      select vat_rate, vat_treatment, sum(base) as base, sum(vat) as vat, count(*) filter (where not is_deposit) as sources
        from (
          select o.vat_rate, o.vat_treatment, o.base, o.vat, false as is_deposit from private.invoice_order_vat o where o.invoice_id = p_invoice_id
          union all
          select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate), false from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null and i.kind in ('item', 'discount') group by 1, 2
          union all
          select i.vat_rate, i.vat_treatment, i.net, i.vat, i.kind = 'deposit' from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.vat is not null
        ) as parts
       group by vat_rate, vat_treatment
    ) as s;
  update private.invoice_order_vat b
     set vat = b.vat + off.vat
    from (
      select t.vat_rate, t.vat_treatment, t.vat - sum(o.vat) - coalesce((
               select sum(i.vat) from public.invoice_items i where i.invoice_id = p_invoice_id and i.kind = 'deposit'
                  and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment), 0) as vat, max(o.order_id::text)::uuid as order_id
        from public.invoice_vat t
        join private.invoice_order_vat o on o.invoice_id = t.invoice_id and o.vat_rate = t.vat_rate and o.vat_treatment = t.vat_treatment
       where t.invoice_id = p_invoice_id and not exists (
         select from public.invoice_items i where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null
            and i.kind in ('item', 'discount') and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment)
       group by t.vat_rate, t.vat_treatment, t.vat) as off
   where b.invoice_id = p_invoice_id and b.order_id = off.order_id and b.vat_rate = off.vat_rate and b.vat_treatment = off.vat_treatment and off.vat <> 0;
  select coalesce(sum(base), 0), coalesce(sum(vat), 0) into v_net, v_vat from public.invoice_vat where invoice_id = p_invoice_id;
  if v_net + v_vat < 0 then
    perform private.refuse('22023', 'The discounts are larger than what they are taken from');
  elsif (select count(*) from public.invoice_items where invoice_id = p_invoice_id) > 1000 then
    perform private.refuse('22023', 'An invoice may have 1000 lines at most');
  end if;
  update public.invoices set net = v_net, vat = v_vat where id = p_invoice_id and (net, vat) is distinct from (v_net, v_vat);
end $function$;

create or replace function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select v.kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select fault.says from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% VAT the discounts are larger than the lines. Give each discount the VAT rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% VAT a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.amount_text(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The VAT table says %s at %s %%, the lines say %s.', private.amount_text(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.amount_text(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The VAT of %s at %s %% is %s, and not %s.', private.amount_text(t.base), trim_scale(t.vat_rate),
             private.amount_text(private.vat_of(t.base, t.vat_rate)), private.amount_text(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.01
    union all
    select 7, format('Net %s and VAT %s are not the sums of the VAT table.', private.amount_text(p_net), private.amount_text(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge an invoice names the VAT numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment = 'reverse_charge')
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$function$;

create or replace function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, out base numeric, out vat numeric)
language sql immutable parallel safe set search_path to '' as $function$
  select p_gross - part.vat, part.vat
    from (
      select v.vat, 0 as far, v.vat - private.vat_of(p_gross - v.vat, p_rate) as off,
             p_left_vat - v.vat - private.vat_of(p_left_base - p_gross + v.vat, p_rate) as rest_off
        from (select trunc(p_gross * p_rate / (100 + p_rate), 2) + n / 100.0 as vat from generate_series(-2, 3) as n) as v
       where p_gross <> p_left_base + p_left_vat and v.vat between 0 and p_left_vat and p_gross - v.vat > 0 and p_gross - v.vat < p_left_base
      union all
      select p_left_vat, -1, 0, 0 where p_gross = p_left_base + p_left_vat
      union all
      select trunc(p_gross * p_rate / (100 + p_rate), 2), 1, 0, 0
    ) as part
   -- Nothing is further than a cent off base × rate. As little as possible says less than it, the part never; then the rest is exact.
   where part.off between -0.01 and 0.01 and part.rest_off between -0.01 and 0.01
   order by part.far, (part.off < 0)::integer + (part.rest_off < 0)::integer, part.off < 0, abs(part.rest_off), abs(part.off)
   limit 1
$function$;
comment on function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric) is 'Base and VAT of an amount with VAT that is taken out of what is left at one rate. VAT is trunc(base × rate / 100, 2), in the part and
in what it leaves; a cent more where the whole would not come out otherwise. Where the amount has no such split, the rest says a cent less.';

revoke execute on all routines in schema private from public;
