set check_function_bodies = off;

-- The caller holds the invoices: it does not wait for a request that is being paid, whose payment tells the office itself.
create or replace function private.tell_of_transfer(p_request jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is null then
    return p_request;
  end if;
  update public.payment_requests set told_at = now() where id = v_row.id and told_at is null;
  if private.story_of_transfer(v_row, 'transfer_told') then
    perform private.notify_of_transfer(v_row, 'Transfer announced for %s', format(
      'The client says that %s was sent by bank transfer. Please record the payment when it arrives.',
      private.money_words(v_row.amount, v_row.currency)));
  end if;
  return private.get_payment_request(v_row.id);
end $$;

create or replace function private.withdraw_transfer(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  update public.payment_requests set told_at = null where id = p_id and told_at is not null returning * into v_row;
  if v_row.id is not null and private.story_of_transfer(v_row, 'transfer_withdrawn') then
    perform private.notify_of_transfer(v_row, 'No transfer for %s after all', format(
      'The client said before that %s was sent by bank transfer. It was not sent.', private.money_words(v_row.amount, v_row.currency)));
  end if;
end $$;

create or replace function private.payment_activity(p_before bigint default null, p_limit integer default 50)
returns table (
  id bigint, at timestamptz, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid,
  client_name text)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.at, e.kind, e.record_id, e.type, e.actor_name,
         coalesce(p.payment_number, v.invoice_number, n.credit_number, s.statement_number,
           case when r.id is not null then private.get_payment_request(r.id) ->> 'document_number' end),
         coalesce(e.meta ->> 'amount', private.amount_text(coalesce(v.gross, n.gross, s.closing))),
         c.id, private.client_label(c)
    from public.document_events e
    left join public.payments p on e.kind = 'payment' and p.id = e.record_id
    left join public.invoices v on e.kind = 'invoice' and v.id = e.record_id
    left join public.credit_notes n on e.kind = 'credit_note' and n.id = e.record_id
    left join public.statements s on e.kind = 'statement' and s.id = e.record_id
    left join public.payment_requests r on e.kind = 'payment_request' and r.id = e.record_id
    join public.contacts c on c.id = coalesce(p.contact_id, v.contact_id, n.contact_id, s.contact_id, r.contact_id)
   where e.kind = any ((select private.my_document_kinds())::text[]) and private.is_staff()
     and (e.kind = 'payment' and e.type in ('received', 'refunded', 'taken_back')
       or e.kind = 'payment_request' and e.type in ('transfer_told', 'transfer_withdrawn')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed', 'written_off', 'credit_used'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$$;

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
      currency, net, vat, deposit_amount, terms, is_collected, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, v_quotation.is_collected, auth.uid())
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
      'words', private.option_words(p_quotation_id), 'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. It is order %s now.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.number_with_version, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;

comment on function private.payment_activity(bigint,integer) is 'Payments, refunds, transfers that clients announced, and invoices, credit notes and statements that were issued, sent and opened by
clients; newest first, of the kinds that the caller may view. An announced transfer has the number of what it is for. p_before: the id of the last event of the page before.';

comment on function public.payment_activity(bigint,integer) is 'Payments, refunds, transfers that clients announced, and invoices, credit notes and statements that were issued, sent and opened by
clients; newest first, of the kinds that the caller may view. An announced transfer has the number of what it is for. p_before: the id of the last event of the page before.';

reset check_function_bodies;
