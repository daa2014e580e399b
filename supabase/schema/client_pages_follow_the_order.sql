-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.end_extra_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.quotations set status = 'cancelled'
   where amends_order_id = new.id and status in ('draft', 'sent', 'change_requested', 'expired');
  return null;
end $function$;
comment on function private.end_extra_work() is 'Extra work that was not approved is cancelled with its order.';

CREATE OR REPLACE FUNCTION private.guard_extra_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.guard_extra_work() is 'Extra work of a cancelled order is neither written nor sent.';
