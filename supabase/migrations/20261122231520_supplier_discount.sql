-- The discount for paying early is entered with the invoice of a supplier.

create or replace function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
  language plpgsql security invoker set search_path = ''
as $$
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and lower(btrim(i.supplier_number)) = lower(btrim(p_values ->> 'supplier_number')))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, discount_pct, discount_until, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), (p_values ->> 'net')::numeric, (p_values ->> 'vat')::numeric,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', (p_values ->> 'discount_pct')::numeric, (p_values ->> 'discount_until')::date, auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         (line ->> 'vat_rate')::numeric
    from jsonb_array_elements(p_lines) with ordinality as listed (line, place);
  return p_id;
end $$;
