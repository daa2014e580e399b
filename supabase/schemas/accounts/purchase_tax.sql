-- Which VAT treatment a bill of a supplier probably has.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.purchase_proposal(p_supplier_id uuid)
returns table (treatment text, rate text, deductible_pct text, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v record;
  v_last record;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select private.union_state(c.vat_number) as number, private.union_state(s.vat_number) as own_number, private.country_code(c.country) as country,
         private.home_country() as own, s.tax_kind,
         exists (select from public.inventory_items i where i.supplier_id = c.id)
           or exists (select from public.purchase_orders o where o.supplier_id = c.id and o.status <> 'cancelled') as is_goods
    into v from public.contacts c cross join public.company_settings s where c.id = p_supplier_id;
  select l.vat_treatment as treatment, l.vat_rate as rate, l.deductible_pct as pct, l.vat, private.is_own_tax(l.vat_treatment) as is_own into v_last
    from public.supplier_invoices b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
   where b.supplier_id = p_supplier_id and b.opening_on is null order by b.invoice_date desc, b.created_at desc, l.net desc limit 1;
  if v.tax_kind is distinct from 'vat' then
    return;
  elsif v_last.treatment <> 'standard' or v_last.vat <> 0 then
    return query select v_last.treatment, case when v_last.is_own then trim_scale(v_last.rate)::text end, trim_scale(v_last.pct)::text, 'usual'::text;
  elsif v.number <> v.own_number then
    return query select case when v.is_goods then 'intra_community' else 'reverse_charge' end, trim_scale(private.home_rate())::text, '100'::text,
      case when v.is_goods then 'union_goods' else 'union_services' end;
  elsif v.country <> v.own and private.is_of_the_union(v.country) and private.is_of_the_union(v.own) then
    return query select 'standard'::text, null::text, '0'::text, 'foreign_tax'::text;
  elsif v.country <> v.own and v.number is null then
    return query select case when v.is_goods then 'outside' else 'reverse_charge' end,
      case when not v.is_goods then trim_scale(private.home_rate())::text end, '100'::text,
      case when v.is_goods then 'beyond_goods' else 'beyond_services' end;
  end if;
end $$;
comment on function private.purchase_proposal is
'The VAT treatment that a bill of this supplier probably has, the rate where the company owes it itself, the share that is deducted, and why: usual (as on its last
bill), union_goods or union_services (a VAT number of another state of the Union; goods where material or purchase orders name it), foreign_tax (of
another state, without such a number: what it bills is not deducted here), beyond_goods or beyond_services (outside the Union: the supplier bills goods without
VAT, which is owed to customs or its forwarder). No row at home and where a country
is unknown.';
call private.offer('private.purchase_proposal(uuid)');
