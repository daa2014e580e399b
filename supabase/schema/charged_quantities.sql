-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.charge_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.invoice_items;
  v_qty numeric;
  v_charged numeric;
begin
  select * into v_line from public.invoice_items where id = new.invoice_item_id;
  if v_line.charged_qty is null or v_line.qty = 0 or new.qty is null then
    new.charged_qty := null;
    return new;
  end if;
  select coalesce(sum(abs(c.qty)), 0), coalesce(sum(coalesce(c.charged_qty, c.qty)), 0) into v_qty, v_charged
    from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
   where c.invoice_item_id = new.invoice_item_id and c.id <> new.id and n.status <> 'void';
  new.charged_qty := case when v_qty + abs(new.qty) = abs(v_line.qty) then v_line.charged_qty - v_charged
    else trunc(v_line.charged_qty * new.qty / v_line.qty, 4) end;
  return new;
end $function$;
comment on function private.charge_credit() is 'The charged quantity of a credited line is the share of the invoice''s; the last part is the rest.';

CREATE OR REPLACE FUNCTION private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_rule text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when m.measure is null then p_qty
    when p_rule is null or split_part(p_rule, ' ', 1) is distinct from private.unit_of_size(p_unit) then trunc(p_qty * m.measure, 4)
    when split_part(p_rule, ' ', 2) = 'piece' then trunc(p_qty * private.by_charge_rule(m.measure, p_rule), 4)
    else trunc(sign(p_qty) * private.by_charge_rule(abs(p_qty) * m.measure, p_rule), 4) end
    from (select private.measure_of(p_unit, p_width_mm, p_height_mm) as measure) as m
$function$;
comment on function private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_rule text) is 'The quantity that the price of a line is for: its size in m² or metres, times its pieces, by the rule of the line, where the unit is
one of these and a size is given, else the pieces. Agrees with chargedQty in src/documents.';

CREATE OR REPLACE FUNCTION private.recharge_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.quotation_items set qty = qty where quotation_id = new.id and charged_qty is null and kind not in ('heading', 'text');
  return null;
end $function$;
comment on function private.recharge_draft() is 'A version that is written anew is charged by today''s rule.';
