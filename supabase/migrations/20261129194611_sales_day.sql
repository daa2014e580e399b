set check_function_bodies = off;

drop routine private.pause_before_mail(p_event text);

create or replace function private.mail_of_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_key text;
  v_to text[];
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = new.kind || '.' || case when new.type = 'status' then new.meta ->> 'to' else new.type end
   order by t.language = 'en' desc limit 1;
  if v_key is not null then
    v_to := coalesce(case when new.kind = 'quotation' and new.type = 'approved' then private.approvers_of(new.record_id) end,
      (select array[c.email] from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first));
    if v_to is not null then
      perform private.queue_mail(v_key, v_to, new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id)),
        p_send_at => now() + private.pause_before_mail(new.kind || '.' || new.type, new.actor_id), p_stops_with_answer => new.kind = 'payment',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

create or replace function private.pause_before_mail(p_event text, p_actor uuid) returns interval
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when (p_event = 'quotation.approved' or p_event like 'payment.%') and private.works_here(p_actor) then interval '10 minutes' else interval '0' end;
end $$;

create or replace function private.promise_told(p_order public.orders, p_since timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('how', t.how, 'at', t.at) from (
      select 'mail' as how, m.sent_at as at from public.scheduled_emails m
       where m.record_kind = 'order' and m.record_id = p_order.id and m.status = 'sent'
         and m.template_key in (select k.key from public.email_templates k where k.kind = 'order' and k.attaches_paper)
      union all
      select 'page', e.at from public.document_events e
       where e.kind = 'quotation' and e.record_id = p_order.quotation_id
         and (e.type = 'viewed' or e.type = 'approved' and not private.works_here(e.actor_id))) as t
     where t.at >= p_since order by t.at limit 1);
end $$;

create or replace function private.order_promise(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_set public.document_events;
begin
  perform private.must('orders', 'view', 'see this order');
  select * into v_order from public.orders where id = p_order_id;
  if v_order.promised_date is null then
    return null;
  end if;
  select * into v_set from public.document_events e
   where e.kind = 'order' and e.record_id = p_order_id
     and (e.type in ('promised', 'promised_later', 'promised_by_terms') or e.type = 'days_moved' and e.meta ? 'promised_to')
   order by e.id desc limit 1;
  return jsonb_build_object(
    'by', case v_set.type when 'promised' then 'lead_time' when 'promised_later' then 'plan' when 'promised_by_terms' then 'terms' when 'days_moved' then 'person' end,
    'name', case when v_set.type = 'days_moved' then v_set.actor_name end,
    'told', private.promise_told(v_order, coalesce(v_set.at, v_order.ordered_at)));
end $$;

create or replace function private.add_to_order(p_quotation public.quotations, p_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders := private.must_be_amendable(p_quotation.amends_order_id);
  v_last text;
  v_item public.order_items;
  v_off record;
  v_number integer;
  v_jobs integer := 0;
begin
  for v_off in
    select i.amends_item_id as id, abs(i.qty) as qty from public.quotation_items i
     where i.quotation_id = p_quotation.id and i.amends_item_id is not null order by i.amends_item_id
  loop
    perform private.must_stay_untouched(v_off.id, v_off.qty);
    update public.order_items oi
       set qty = oi.qty - v_off.qty,
           charged_qty = oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4),
           net = private.line_net(coalesce(oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4), oi.qty - v_off.qty),
             oi.unit_price, oi.discount_pct),
           qty_ready = least(oi.qty_ready, oi.qty - v_off.qty)
     where oi.id = v_off.id
    returning * into v_item;
    if v_item.qty = 0 then
      update public.jobs set status = 'cancelled'
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved');
    else
      update public.jobs set qty = v_item.qty
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'on_hold');
    end if;
  end loop;

  select private.next_key(max(position)) || 'V' into v_last from public.order_items where order_id = v_order.id;
  insert into public.order_items (order_id, position, kind, description)
  values (v_order.id, v_last, 'heading', format('Extra work, %s', p_quotation.number_with_version));
  insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
    unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
  select v_order.id, i.id, v_last || i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
         i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
    from public.quotation_items i
   where i.quotation_id = p_quotation.id and i.amends_item_id is null and (not i.is_optional or i.is_selected);

  update public.orders o
     set net = total.net, vat = total.vat,
         deposit_amount = greatest(o.deposit_paid + private.deposit_asked(o.id), least(o.deposit_amount + p_quotation.deposit_amount, total.net + total.vat))
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(v_order.id)) as total
   where o.id = v_order.id
  returning o.* into v_order;

  select count(*) into v_number from public.jobs where order_id = v_order.id;
  for v_item in
    select oi.* from public.order_items oi
      join public.quotation_items qi on qi.id = oi.quotation_item_id
     where oi.order_id = v_order.id and qi.quotation_id = p_quotation.id and oi.kind = 'item' and oi.qty > 0
       and private.becomes_job(qi)
     order by oi.position
  loop
    for n in 1 .. 10000 loop
      v_number := v_number + 1;
      exit when not exists (select from public.jobs where job_number = 'JOB' || substr(v_order.order_number, 3) || '-' || private.letters(v_number));
    end loop;
    perform private.make_job(v_order, v_item, v_number);
    v_jobs := v_jobs + 1;
  end loop;

  -- A request that nobody pays at this moment asks for the new deposit. One that is being paid stays as it is.
  update public.payment_requests set status = 'cancelled'
   where order_id = v_order.id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(v_order.id);
  perform private.refresh_order(v_order.id);
  perform private.log_event('order', v_order.id, 'amended',
    jsonb_build_object('quotation_number', p_quotation.number_with_version, 'jobs', v_jobs,
      'gross', private.amount_text(v_order.net + v_order.vat)), p_name);
  return v_order.id;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.order_promise(uuid)');

comment on function private.keep_promise() is 'Refuses that a person lets an order be due after the day that is promised.';

comment on function private.order_promise(pg_catalog.uuid) is 'Who set the promised day of an order, and how its client was told: {by, name, told}. by: terms, lead_time, plan, person; null where no event says it. name: of the person.
told: that of promise_told. Null without a promised day.';

comment on function private.pause_before_mail(pg_catalog.text,pg_catalog.uuid) is 'How long the mail of an event, such as quotation.approved, waits: what staff recorded by mistake is taken back before the client hears of it. What the client did themselves is
thanked for at once.';

comment on function private.promise_told(public.orders,timestamp with time zone) is 'How the client of an order was first told its promised day since a moment: {how, at}, by a mail with its confirmation or by the page of its quotation, which says it after the
approval. Null while nothing is known of either.';

comment on function public.order_promise(pg_catalog.uuid) is 'Who set the promised day of an order, and how its client was told: {by, name, told}. by: terms, lead_time, plan, person; null where no event says it. name: of the person.
told: that of promise_told. Null without a promised day.';

reset check_function_bodies;
