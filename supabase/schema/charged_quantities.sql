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

CREATE OR REPLACE FUNCTION private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when lower(btrim(p_unit)) in ('m2', 'm²', 'sqm') and p_width_mm > 0 and p_height_mm > 0
      then trunc(p_qty * p_width_mm * 0.001 * p_height_mm * 0.001, 4)
    when lower(btrim(p_unit)) in ('m', 'metre') and coalesce(nullif(p_width_mm, 0), p_height_mm) > 0
      then trunc(p_qty * coalesce(nullif(p_width_mm, 0), p_height_mm) * 0.001, 4)
    else p_qty end
$function$;
comment on function private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric) is 'The quantity that the price of a line is for: m² or running metres of all pieces where the unit is one of these and a size is
given, else the pieces. Agrees with chargedQty in src/documents.';

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
