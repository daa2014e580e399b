-- The pages of a client say what became of their order: what is paid and when, on hold, cancelled.

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order', (
    select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
             'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
             'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
             'paid', private.amount_text(coalesce(p.paid, 0)), 'paid_on', p.paid_on,
             'is_amended', o.quotation_id is distinct from p_quotation_id)
      from public.orders o
      cross join lateral (
        select sum(m.amount - m.refunded) as paid, max(m.received_on) as paid_on from public.payments m
         where m.order_id = o.id and m.direction = 'in' and m.status in ('succeeded', 'part_refunded')) as p
     where o.quotation_id = p_quotation_id or o.id = (
       select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
     -- A cancelled order is told of while no other came of the quotation.
     order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
$$;
comment on function private.order_of_quotation(uuid) is
'The order of a quotation, or the order that it amended, as its client may see it, also when it was cancelled: {order: null} without one. paid:
what of the client''s money for it was not given back, and the day of the last payment.';

do $$
declare
  v_body text;
begin
  -- Who opens the payment of a cancelled order is told so.
  v_body := pg_get_functiondef('private.open_payment_request(uuid, boolean, numeric)'::regprocedure);
  if position('Please approve the quotation first' in v_body) = 0 then
    raise exception 'open_payment_request has another body';
  end if;
  execute replace(v_body, $old$  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');$old$,
$new$  elsif exists (select from public.orders o where o.status = 'cancelled' and (o.public_uuid = p_uuid or o.quotation_id = v_quotation.id)) then
    perform private.refuse('PT409', 'This order was cancelled: there is nothing to pay');
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');$new$);
end $$;

-- Extra work ends with its order.

create function private.guard_extra_work() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_number text;
begin
  select o.order_number into v_number from public.quotations q join public.orders o on o.id = q.amends_order_id
   where q.id = case tg_table_name when 'quotations' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'quotation_id' end::uuid
     and o.status = 'cancelled';
  if v_number is not null then
    perform private.refuse('PT409', format('Order %s was cancelled: extra work cannot be written. Please write a new quotation.', v_number));
  end if;
  return new;
end $$;
comment on function private.guard_extra_work() is 'Extra work of a cancelled order is neither written nor sent.';
revoke execute on function private.guard_extra_work() from public;
create trigger guard_extra_work_line after insert or update on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_extra_work();
create trigger guard_extra_work_sent after update of status on public.quotations
  for each row when (new.amends_order_id is not null and new.status in ('draft', 'sent') and old.status is distinct from new.status)
  execute function private.guard_extra_work();

create function private.end_extra_work() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.quotations set status = 'cancelled'
   where amends_order_id = new.id and status in ('draft', 'sent', 'change_requested', 'expired');
  return null;
end $$;
comment on function private.end_extra_work() is 'Extra work that was not approved is cancelled with its order.';
revoke execute on function private.end_extra_work() from public;
create trigger end_extra_work after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status is distinct from 'cancelled') execute function private.end_extra_work();
