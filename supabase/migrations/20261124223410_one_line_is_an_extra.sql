set check_function_bodies = off;

create or replace function private.accept_quotation(
  p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_amended uuid;
  v_item public.order_items;
  v_group text;
  v_number integer := 0;
begin
  if p_selected is not null then
    perform private.select_options(p_quotation_id, p_selected);
  end if;
  select i.option_group into v_group from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.option_group is not null
   group by i.option_group having count(*) > 1 and count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
  if found then
    perform private.refuse('22023', format('Please choose one of the options of "%s"', v_group));
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id;
  perform private.sign_document('quotation', p_quotation_id, v_quotation.version, p_name, p_signature);
  update public.quotations
     set status = 'approved', decided_at = now(), decided_name = btrim(p_name), decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = null
   where id = p_quotation_id;

  if v_quotation.amends_order_id is not null then
    v_amended := private.add_to_order(v_quotation, btrim(p_name));
    select * into v_order from public.orders where id = v_amended;
  else
    insert into public.orders (order_number, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
      currency, net, vat, deposit_amount, terms, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, auth.uid())
    returning * into v_order;
    insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
    select v_order.id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
           i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
      from public.quotation_items i
     where i.quotation_id = p_quotation_id and (not i.is_optional or i.is_selected);
    for v_item in
      select oi.* from public.order_items oi
        join public.quotation_items qi on qi.id = oi.quotation_item_id
       where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and private.becomes_job(qi)
       order by oi.position
    loop
      v_number := v_number + 1;
      perform private.make_job(v_order, v_item, v_number);
    end loop;
    perform private.request_deposit(v_order.id);
    perform private.promise_order(v_order.id);
    perform private.refresh_order(v_order.id);
    perform private.log_event('order', v_order.id, 'created',
      jsonb_build_object('quotation_number', v_quotation.number_with_version, 'jobs', v_number), btrim(p_name));
  end if;
  update public.quotations set status = 'converted' where id = p_quotation_id;

  perform private.cancel_mails('quotation', p_quotation_id);
  perform private.log_event('quotation', p_quotation_id, 'approved',
    jsonb_build_object('version', v_quotation.version, 'name', btrim(p_name), 'order_number', v_order.order_number,
      'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. Order %s stands in the office.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.quotation_number, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;

comment on column public.quotation_items.option_group is 'Options of one group: exactly one of them is chosen. A group of one line is an extra, which the client may add.';

reset check_function_bodies;
