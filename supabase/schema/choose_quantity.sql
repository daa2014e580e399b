-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) to anon;
grant execute on function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) to authenticated;
grant execute on function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) to service_role;
comment on function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) is 'The holder of a link orders another quantity of a line whose prices by quantity are shown, and the price follows. Not less than
the smallest quantity that is offered, nor less than was sent where a discount stands. Each change is one event: the story of
the quotation says it. The same quantity again changes nothing. Returns the quotation as choose_options does.';
