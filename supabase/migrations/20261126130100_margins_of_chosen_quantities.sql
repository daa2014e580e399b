-- The margin of a quotation is judged at every price that its client may choose, and a client chooses quantities that are offered.

create or replace function private.below_floor(p_quotation_id uuid)
  returns table (item_id uuid, description text, margin_pct numeric, floor_pct numeric) language sql stable security definer set search_path = '' as $$
  with house as (
    select f.floor_pct from public.margin_floors f where f.service_id is null
  ), priced as (
    select i.id, i.position, i.description,
           least(private.margin_of(i.net, trunc(i.qty * c.unit_cost, 2)), band.margin_pct) as margin_pct,
           coalesce(f.floor_pct, (select house.floor_pct from house)) as floor_pct
      from public.quotation_items i
      join public.quotations q on q.id = i.quotation_id
      join public.quotation_item_costs c on c.item_id = i.id
      left join public.margin_floors f on f.service_id = i.service_id
      -- The client chooses among the prices by quantity that are shown.
      left join lateral (
        select min(private.margin_of(private.line_net(b.qty, b.price, i.discount_pct), trunc(b.qty * c.unit_cost, 2))) as margin_pct
          from (select greatest(split_part(part, ':', 1)::numeric, 1) as qty, split_part(part, ':', 2)::numeric as price
                  from regexp_split_to_table(i.price_breaks, ' ') as part) as b
      ) as band on q.show_price_breaks
     where i.quotation_id = p_quotation_id and i.kind = 'item'
  ), whole as (
    select q.net, sum(trunc(i.qty * c.unit_cost, 2)) as cost, (select house.floor_pct from house) as floor_pct
      from public.quotations q
      join public.quotation_items i on i.quotation_id = q.id
      join public.quotation_item_costs c on c.item_id = i.id
     where q.id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     group by q.net
  )
  select found.id, found.description, found.margin_pct, found.floor_pct from (
    select p.id, p.position, p.description, p.margin_pct, p.floor_pct from priced p
    union all
    select null, null, null, private.margin_of(w.net, w.cost), w.floor_pct from whole w
  ) as found
   where found.margin_pct < found.floor_pct
   order by found.position nulls first
$$;
comment on function private.below_floor(p_quotation_id uuid) is 'The lines below the margin floor, options too and at the lowest of the prices by quantity that the client sees, and the
quotation itself (item_id null) with its discounts. Lines whose cost nobody entered are not judged.';

create or replace function private.prices_of_quotation(p_quotation_id uuid)
  returns text language sql stable security definer set search_path = '' as $$
  select md5(coalesce(string_agg(concat_ws(' ', i.id, i.qty, i.net, c.unit_cost, case when q.show_price_breaks then i.price_breaks end), ',' order by i.id), ''))
    from public.quotation_items i
    join public.quotations q on q.id = i.quotation_id
    left join public.quotation_item_costs c on c.item_id = i.id
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount')
$$;

create or replace function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
  v_line public.quotation_items;
  v_sent numeric;
  v_least numeric;
begin
  perform private.must_be_current(v_row, p_version);
  perform private.must_be_open(v_row);
  select * into v_line from public.quotation_items i
   where i.id = p_line and i.quotation_id = v_row.id and i.price_breaks is not null for no key update;
  select (sent ->> 'qty')::numeric into v_sent from public.quotation_versions v, jsonb_array_elements(v.snapshot -> 'lines') as sent
   where v.quotation_id = v_row.id and v.version = v_row.version and sent ->> 'id' = p_line::text;
  v_sent := coalesce(v_sent, v_line.qty);
  v_least := least(split_part(v_line.price_breaks, ':', 1)::numeric, v_sent);
  if v_line.id is null or not v_row.show_price_breaks then
    perform private.refuse('22023', 'The quantity of this line is fixed. Please ask us for another one.');
  elsif p_qty is null or p_qty <= 0 or p_qty > 1000000 or p_qty <> trunc(p_qty, case v_line.unit when 'piece' then 0 when 'set' then 0 else 4 end) then
    perform private.refuse('22023', case when v_line.unit in ('piece', 'set') then 'Please enter a whole quantity from 1 to 1,000,000'
      else 'Please enter a quantity up to 1,000,000' end);
  elsif p_qty < v_least then
    perform private.refuse('22023', format('The smallest quantity is %s. Please ask us for less.', trim_scale(v_least)));
  elsif p_qty < v_sent and exists (
    select from public.quotation_items i where i.quotation_id = v_row.id and i.kind = 'discount' and i.amends_item_id is null)
  then
    perform private.refuse('22023', format('The discount is for %s or more. Please ask us for less.', trim_scale(v_sent)));
  elsif p_qty = v_line.qty then
    return private.quotation_document(v_row.id);
  elsif (select count(*) from public.document_events e
          where e.kind = 'quotation' and e.record_id = v_row.id and e.type = 'quantity_chosen' and e.at > now() - interval '1 hour') >= 60
  then
    perform private.refuse('PT429', 'Too many changes in one hour. Please call us.');
  end if;
  update public.quotation_items set qty = p_qty where id = v_line.id;
  perform private.log_event('quotation', v_row.id, 'quantity_chosen', jsonb_build_object('version', v_row.version,
    'words', format('%s: %s instead of %s', left(v_line.description, 200), trim_scale(p_qty), trim_scale(v_line.qty))));
  return private.quotation_document(v_row.id);
end $$;
comment on function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) is 'The holder of a link orders another quantity of a line whose prices by quantity are shown, and the price follows. Not less than
the smallest quantity that is offered, nor less than was sent where a discount stands. Each change is one event: the story of
the quotation says it. The same quantity again changes nothing. Returns the quotation as choose_options does.';

revoke execute on all routines in schema private from public;
