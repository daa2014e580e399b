-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.purchase_lines(p_from date, p_to date)
 RETURNS TABLE(on_date date, number text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with bills as (
    select s.* from public.supplier_invoices s where s.invoice_date between p_from and p_to and s.status <> 'disputed'
  )
  select b.invoice_date, b.supplier_number, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.invoice_date, b.supplier_number, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz'
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
$function$;
comment on function private.purchase_lines(p_from date, p_to date) is 'The lines of the bills of these days, and of each bill what is on no line. Disputed bills are left out. For functions that asked for the right.';
