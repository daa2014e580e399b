-- A client orders again what was delivered, at the prices of today.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.lines_again(p_order_id uuid)
  returns table (item_id uuid, item_position text, unit_price numeric, rule text, net numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, i.position, coalesce(own.price, i.unit_price), coalesce(own.rule, q.charge_rule),
           case when i.kind in ('heading', 'text') then 0.00
             when s.is_public and priced.net >= coalesce(private.price_in(s.min_charge, today.rate), 0) then priced.net end
      from public.order_items i
      join lateral (
        select coalesce((select r.rate from public.exchange_rates r where r.currency = o.currency and r.on_date <= private.company_today()
                          order by r.on_date desc limit 1), o.rate) as rate
          from public.orders o where o.id = i.order_id) as today on true
      left join public.quotation_items q on q.id = i.quotation_item_id
      left join public.services s on s.id = i.service_id and i.kind = 'item' and s.archived_at is null and s.base_price is not null and s.unit = i.unit
        and i.calculation_id is null and i.product_id is null and i.discount_pct = 0 and q.price_breaks is null
      left join lateral (select private.service_rule(s) as rule, private.price_in(s.base_price, today.rate) as price) as own on s.id is not null
      left join lateral (select private.line_net(coalesce(private.charged_qty(i.qty, i.unit, i.width_mm, i.height_mm, own.rule), i.qty),
        own.price, 0)::numeric(14, 2) as net) as priced on s.id is not null
     where i.order_id = p_order_id and i.kind <> 'discount' and i.qty is distinct from 0;
end $$;
comment on function private.lines_again is
'The lines of an order at the prices of today. A line of a service that has a price in the catalogue for its unit takes that price and rule; another one keeps what was agreed, until the office
looks at it: what was worked out, products, prices by quantity and discounts. Prices of the catalogue are in the currency of the order, at the rate of today. net: what a client may be told at once, for services that the site shows with a price; else null. Discounts are left out.';

create function private.open_repeat(p_order public.orders) returns public.quotations
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
begin
  select q.* into v_quotation
    from public.quotations q join public.document_events e on e.kind = 'quotation' and e.record_id = q.id and e.type = 'created'
     and e.meta ->> 'again_of' = p_order.id::text
   where q.contact_id = p_order.contact_id and q.status = 'draft'
   order by q.created_at desc limit 1;
  return v_quotation;
end $$;
comment on function private.open_repeat is 'The draft with which a client asked for an order again, while the office has not sent it; else null.';

create function private.again_for_client(p_order public.orders) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_order.status in ('delivered', 'completed') then (
    select jsonb_build_object('net', case when bool_and(l.net is not null) and sum(l.net) > 0
          and not exists (select from public.order_items d where d.order_id = p_order.id and d.kind = 'discount') then private.amount_text(sum(l.net)) end,
        'asked_at', (private.open_repeat(p_order)).created_at)
      from private.lines_again(p_order.id) as l) end;
end $$;
comment on function private.again_for_client is
'Of an order that was delivered: {net, asked_at}. net: what it costs today without tax, where every line is a service with a public price; else null: the office quotes. asked_at: when
they asked for it, while their request waits. Null of any other order.';

create function private.order_again(p_uuid uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_open public.quotations;
  v_id constant uuid := gen_random_uuid();
  v_number text;
  v_name constant text := private.person_label(auth.uid());
begin
  select * into v_order from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids());
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_order.status not in ('delivered', 'completed') then
    perform private.refuse('PT409', 'This order is not delivered yet. It can be ordered again afterwards.');
  end if;
  -- Two presses at once are one request.
  perform pg_advisory_xact_lock(hashtextextended('again/' || v_order.id, 0));
  v_open := private.open_repeat(v_order);
  if v_open.id is not null then
    return v_open.quotation_number;
  end if;
  insert into public.quotations (id, quotation_number, contact_id, person_id, location_id, project_title, currency, deposit_kind, deposit_value, terms,
    account_manager_id, created_by)
  select v_id, private.draw_number('Q'), v_order.contact_id, v_order.person_id, v_order.location_id, v_order.project_title, s.currency,
         case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent, private.terms_for(v_order.contact_id),
         coalesce(c.account_manager_id, q.account_manager_id, q.created_by), null
    from public.company_settings s cross join public.contacts c left join public.quotations q on q.id = v_order.quotation_id
   where c.id = v_order.contact_id
  returning quotation_number into v_number;
  insert into public.quotation_items (quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct,
    picture_path, service_id, inventory_item_id, product_id, calculation_id, makes_job, price_breaks, charge_rule)
  select v_id, l.item_position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, l.unit_price, i.discount_pct,
         i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id, q.makes_job, q.price_breaks, l.rule
    from private.lines_again(v_order.id) as l join public.order_items i on i.id = l.item_id
    left join public.quotation_items q on q.id = i.quotation_item_id;
  insert into public.internal_notes (kind, record_id, body)
  values ('quotation', v_id, format('%s asks for %s again, in their account. Prices of the catalogue are those of today; please look at the others.',
    coalesce(v_name, 'The client'), v_order.order_number));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_order.order_number, 'again_of', v_order.id), v_name);
  perform private.tell_staff(array_remove(array[(select q.account_manager_id from public.quotations q where q.id = v_id)], null),
    case when (select q.account_manager_id is null from public.quotations q where q.id = v_id) then 'sales'::public.app_role end,
    format('%s asks for %s again', coalesce(v_name, 'A client'), v_order.order_number), v_number, v_id,
    jsonb_build_object('quotation_number', v_number, 'kind', 'order_again'));
  return v_number;
end $$;
comment on function private.order_again is
'A signed-in client asks for what was delivered to them, or to their business, once more: a draft quotation with the lines of the order at the prices of today, and a notice to who takes care of
them. While that draft waits, asking again is the same request. Returns the number of the quotation.';
call private.offer('private.order_again(uuid)');
