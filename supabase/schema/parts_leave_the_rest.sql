-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.order_rest(p_order_id uuid, p_with_drafts boolean)
 RETURNS TABLE(vat_rate numeric, vat_treatment text, base numeric, vat numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.vat_rate, o.vat_treatment, o.base - coalesce(billed.base, 0) - coalesce(ahead.base, 0) - coalesce(held.base, 0),
         o.vat - coalesce(billed.vat, 0) - coalesce(ahead.vat, 0) - coalesce(held.vat, 0)
    from private.order_vat(p_order_id) as o
    left join (
      select b.vat_rate, b.vat_treatment, sum(b.base) as base, sum(b.vat) as vat
        from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
       where b.order_id = p_order_id and v.status <> 'void' and (p_with_drafts or v.status <> 'draft') and v.kind <> 'proforma' group by 1, 2
    ) as billed on billed.vat_rate = o.vat_rate and billed.vat_treatment = o.vat_treatment
    left join (
      select d.vat_rate, d.vat_treatment, sum(d.base) as base, sum(d.vat) as vat from private.deposits_left(p_order_id) as d where d.base > 0 group by 1, 2
    ) as ahead on ahead.vat_rate = o.vat_rate and ahead.vat_treatment = o.vat_treatment
    left join (
      select i.vat_rate, i.vat_treatment, sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft' and not p_with_drafts group by 1, 2
    ) as held on held.vat_rate = o.vat_rate and held.vat_treatment = o.vat_treatment
$function$;
comment on function private.order_rest(p_order_id uuid, p_with_drafts boolean) is 'What of an order is neither billed nor paid ahead, by VAT rate: with drafts as billed, or as if there were none.';

CREATE OR REPLACE FUNCTION private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, OUT base numeric, OUT vat numeric)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_gross - part.vat, part.vat
    from (
      select v.vat, 0 as far, v.vat - private.vat_of(p_gross - v.vat, p_rate) as off,
             p_left_vat - v.vat - private.vat_of(p_left_base - p_gross + v.vat, p_rate) as rest_off
        from (select trunc(p_gross * p_rate / (100 + p_rate), 2) + n / 100.0 as vat from generate_series(-2, 3) as n) as v
       where p_gross <> p_left_base + p_left_vat and v.vat between 0 and p_left_vat and p_gross - v.vat > 0 and p_gross - v.vat < p_left_base
      union all
      select p_left_vat, -1, 0, 0 where p_gross = p_left_base + p_left_vat
      union all
      select trunc(p_gross * p_rate / (100 + p_rate), 2), 1, 0, 0
    ) as part
   -- Nothing is further than a cent off base × rate. As little as possible says less than it, the part never; then the rest is exact.
   where part.off between -0.01 and 0.01 and part.rest_off between -0.01 and 0.01
   order by part.far, (part.off < 0)::integer + (part.rest_off < 0)::integer, part.off < 0, abs(part.rest_off), abs(part.off)
   limit 1
$function$;
comment on function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, OUT base numeric, OUT vat numeric) is 'Base and VAT of an amount with VAT that is taken out of what is left at one rate. VAT is trunc(base × rate / 100, 2), in the part and
in what it leaves; a cent more where the whole would not come out otherwise. Where the amount has no such split, the rest says a cent less.';

CREATE OR REPLACE FUNCTION private.split_gross(p_parts jsonb, p_amount numeric)
 RETURNS TABLE(vat_rate numeric, vat_treatment text, base numeric, vat numeric)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with rates as (
    select r.*, sum(r.base + r.vat) over (order by r.vat_rate, r.vat_treatment) as until, sum(r.base + r.vat) over () as whole
      from jsonb_to_recordset(p_parts) as r (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
     where r.base > 0 and r.base + r.vat > 0
  ), parts as (
    select r.*, trunc(p_amount * r.until / r.whole, 2) - trunc(p_amount * (r.until - r.base - r.vat) / r.whole, 2) as gross from rates r
  )
  select p.vat_rate, p.vat_treatment, part.base, part.vat
    from parts p, lateral private.part_of_gross(p.gross, p.vat_rate, p.base, p.vat) as part
   where p.gross > 0
   order by p.vat_rate, p.vat_treatment
$function$;
comment on function private.split_gross(p_parts jsonb, p_amount numeric) is 'An amount with VAT over what is left by rate [{vat_rate, vat_treatment, base, vat}], in proportion; the last rate is the rest.';
