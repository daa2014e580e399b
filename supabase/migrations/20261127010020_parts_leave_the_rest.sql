-- The VAT of a part of an order, be it a deposit, a part invoice or the last one, is what the rest of the order leaves of it: so
-- each paper is within a cent of base × rate, and all of them come to the order. A deposit that completes an order is the rest of
-- each rate, and an invoice deducts at most its base of a rate.

create or replace function private.vat_of_part(p_base numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_base = p_left_base then p_left_vat
    when p_base = 0 then 0
    else sign(p_base) * greatest(0, abs(private.vat_of(p_base, p_rate)) - 0.01, least(abs(private.vat_of(p_base, p_rate)) + 0.01,
      sign(p_base) * (p_left_vat - private.vat_of(p_left_base - p_base, p_rate)))) end
$$;

create or replace function private.order_rest(p_order_id uuid, p_with_drafts boolean)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select o.vat_rate, o.vat_treatment, o.base - coalesce(billed.base, 0) - coalesce(ahead.base, 0) - coalesce(held.base, 0),
         o.vat - coalesce(billed.vat, 0) - coalesce(ahead.vat, 0) - coalesce(held.vat, 0)
    from private.order_vat(p_order_id) as o
    left join (
      select b.vat_rate, b.vat_treatment, sum(b.base) as base, sum(b.vat) as vat
        from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
       where b.order_id = p_order_id and v.status <> 'void' and (p_with_drafts or v.status <> 'draft') and v.kind <> 'proforma' group by 1, 2
    ) as billed on billed.vat_rate = o.vat_rate and billed.vat_treatment = o.vat_treatment
    left join (
      select d.vat_rate, d.vat_treatment, sum(d.base) as base, sum(d.vat) as vat from private.deposits_left(p_order_id) as d where d.base > 0 group by 1, 2
    ) as ahead on ahead.vat_rate = o.vat_rate and ahead.vat_treatment = o.vat_treatment
    left join (
      select i.vat_rate, i.vat_treatment, sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft' and not p_with_drafts group by 1, 2
    ) as held on held.vat_rate = o.vat_rate and held.vat_treatment = o.vat_treatment
$$;
revoke execute on function private.order_rest(uuid, boolean) from public;
comment on function private.order_rest(uuid, boolean) is 'What of an order is neither billed nor paid ahead, by VAT rate: with drafts as billed, or as if there were none.';

create or replace function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, out base numeric, out vat numeric)
  language sql immutable parallel safe set search_path = ''
as $$
  select p_gross - part.vat, part.vat
    from (
      select v.vat, 0 as far, abs(v.vat - whole.vat) as off
        from (select trunc(p_gross * p_rate / (100 + p_rate), 2) as vat) as whole,
             lateral (select whole.vat + n / 100.0 as vat from generate_series(-2, 3) as n) as v
       where p_gross <> p_left_base + p_left_vat and v.vat between 0 and p_left_vat and p_gross - v.vat between 0 and p_left_base
         and abs(v.vat - private.vat_of(p_gross - v.vat, p_rate)) <= 0.01
         and p_left_vat - v.vat - private.vat_of(p_left_base - p_gross + v.vat, p_rate) between -0.01 and 0.01
      union all
      select p_left_vat, -1, 0 where p_gross = p_left_base + p_left_vat
      union all
      select trunc(p_gross * p_rate / (100 + p_rate), 2), 1, 0
    ) as part
   order by part.far, p_left_vat - part.vat - private.vat_of(p_left_base - p_gross + part.vat, p_rate) > 0,
     part.vat < private.vat_of(p_gross - part.vat, p_rate),
     abs(part.vat - private.vat_of(p_gross - part.vat, p_rate)) + abs(p_left_vat - part.vat - private.vat_of(p_left_base - p_gross + part.vat, p_rate)),
     part.off
   limit 1
$$;
revoke execute on function private.part_of_gross(numeric, numeric, numeric, numeric) from public;
comment on function private.part_of_gross(numeric, numeric, numeric, numeric) is 'Base and VAT of an amount with VAT that is taken out of what is left at one rate: both the part and what it leaves are within a
cent of trunc(base × rate / 100, 2). All that is left takes base and VAT as they are.';

create or replace function private.split_gross(p_parts jsonb, p_amount numeric)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql immutable set search_path = ''
as $$
  with rates as (
    select r.*, sum(r.base + r.vat) over (order by r.vat_rate, r.vat_treatment) as until, sum(r.base + r.vat) over () as whole
      from jsonb_to_recordset(p_parts) as r (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
     where r.base > 0 and r.base + r.vat > 0
  ), parts as (
    select r.*, trunc(p_amount * r.until / r.whole, 2) - trunc(p_amount * (r.until - r.base - r.vat) / r.whole, 2) as gross from rates r
  )
  select p.vat_rate, p.vat_treatment, part.base, part.vat
    from parts p, lateral private.part_of_gross(p.gross, p.vat_rate, p.base, p.vat) as part
   where p.gross > 0
   order by p.vat_rate, p.vat_treatment
$$;
revoke execute on function private.split_gross(jsonb, numeric) from public;
comment on function private.split_gross(jsonb, numeric) is 'An amount with VAT over what is left by rate [{vat_rate, vat_treatment, base, vat}], in proportion; the last rate is the rest.';

create or replace function private.split_deposit(p_order_id uuid, p_amount numeric)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select s.* from private.split_gross((select coalesce(jsonb_agg(to_jsonb(r)), '[]') from private.order_rest(p_order_id, true) as r), p_amount) as s
$$;
comment on function private.split_deposit(uuid, numeric) is 'An amount of an order by VAT rate, in proportion of what is neither billed nor paid ahead at each. The one that completes the order is
the rest of each rate.';

create or replace function private.deduct_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_deposit record;
  v_base numeric;
  v_vat numeric;
  v_budget numeric;
  v_room jsonb;
  v_key text;
begin
  delete from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit';
  -- What the invoice comes to at each rate, whatever its lines are of, and as a whole.
  select coalesce(jsonb_object_agg(r.vat_rate || ' ' || r.vat_treatment, r.base), '{}'), coalesce(sum(r.base + private.vat_of(r.base, r.vat_rate)), 0)
    into v_room, v_budget
    from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') group by 1, 2) as r;
  for v_part in
    select * from private.invoice_order_vat where invoice_id = p_invoice_id and base > 0 order by order_id, vat_rate, vat_treatment
  loop
    v_key := v_part.vat_rate || ' ' || v_part.vat_treatment;
    for v_deposit in
      select d.* from private.deposits_left(v_part.order_id) as d
       where d.vat_rate = v_part.vat_rate and d.vat_treatment = v_part.vat_treatment
       order by d.issue_date, d.invoice_number
    loop
      v_base := least(v_deposit.base, v_part.base, (v_room ->> v_key)::numeric);
      continue when v_base <= 0;
      v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      -- Rates below zero, of discounts, leave less than the rates above.
      if v_base + v_vat > v_budget + 0.02 then
        v_base := v_budget - trunc(v_budget * v_part.vat_rate / (100 + v_part.vat_rate), 2);
        continue when v_base <= 0;
        v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      end if;
      v_budget := v_budget - v_base - v_vat;
      v_part.base := v_part.base - v_base;
      v_room := jsonb_set(v_room, array[v_key], to_jsonb((v_room ->> v_key)::numeric - v_base));
      insert into public.invoice_items (invoice_id, order_id, deducts_invoice_id, position, kind, description, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, vat)
      values (p_invoice_id, v_part.order_id, v_deposit.invoice_id,
        private.next_key((select max(position) from public.invoice_items where invoice_id = p_invoice_id)), 'deposit',
        format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY')), -1, 'piece', v_base, 0,
        v_part.vat_rate, v_part.vat_treatment, -v_base, -v_vat);
    end loop;
  end loop;
end $$;
comment on function private.deduct_deposits(uuid) is 'Writes the deduction of paid deposits into a draft: by VAT rate, the smaller of what is left of the deposit and what the
invoice bills at that rate. So no base of an invoice falls below zero, and the rest waits for the next one.';

create or replace function private.total_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_net numeric;
  v_vat numeric;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null or v_invoice.status <> 'draft' then
    return;
  end if;
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
end $$;

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

create or replace function private.to_invoice(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text, since timestamp with time zone, last_delivered_at timestamp with time zone, lines bigint, net numeric, deposit_left numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select i.order_id, count(*) as lines, sum(trunc(i.net * (i.qty_delivered - i.qty_invoiced) / i.qty, 2)) as net
      from public.order_items i
     where i.kind = 'item' and i.qty > 0 and i.qty_delivered > i.qty_invoiced
     group by i.order_id
  ), discount as (
    select d.order_id, sum(private.line_net(-greatest(trunc(abs(i.qty) * share.part, 4) - i.qty_invoiced, 0), i.unit_price, i.discount_pct)) as net
      from due d join public.order_items i on i.order_id = d.order_id and i.kind = 'discount' and i.qty <> 0
     cross join lateral (
       select case when bool_and(greatest(l.qty_delivered, l.qty_invoiced) >= l.qty) then 1
                else trunc(coalesce(sum(l.net * greatest(l.qty_delivered, l.qty_invoiced) / l.qty) / nullif(sum(l.net), 0), 0), 4) end as part
         from public.order_items l
        where l.order_id = d.order_id and l.kind = 'item' and l.qty > 0
          and ((l.vat_rate, l.vat_treatment) = (i.vat_rate, i.vat_treatment) or not exists (
            select from public.order_items o where o.order_id = d.order_id and o.kind = 'item' and o.qty > 0
               and (o.vat_rate, o.vat_treatment) = (i.vat_rate, i.vat_treatment)))) as share
     group by d.order_id
  )
  select o.id, o.order_number, o.contact_id, private.client_label(c), o.project_title, o.client_po, o.currency,
         coalesce(drops.since, drops.last), drops.last, due.lines, due.net + coalesce(discount.net, 0), private.deposit_left(o.id)
    from due
    join public.orders o on o.id = due.order_id
    join public.contacts c on c.id = o.contact_id
    left join discount on discount.order_id = o.id
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
$function$;
