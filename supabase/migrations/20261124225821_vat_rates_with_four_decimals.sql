set check_function_bodies = off;

drop trigger audit_changes on public.invoice_items;

drop trigger audit_changes on public.quotation_items;

alter table private.document_line alter column vat_rate type numeric(7,4);

alter table private.invoice_order_vat alter column vat_rate type numeric(7,4);

alter table public.credit_note_items alter column vat_rate type numeric(7,4);

alter table public.credit_note_vat alter column vat_rate type numeric(7,4);

alter table public.invoice_items alter column vat_rate type numeric(7,4);

alter table public.invoice_vat alter column vat_rate type numeric(7,4);

alter table public.order_items alter column vat_rate type numeric(7,4);

alter table public.quotation_items alter column vat_rate type numeric(7,4);

alter table public.supplier_invoice_items alter column vat_rate type numeric(7,4);

alter table public.vat_rates alter column rate type numeric(7,4);

create or replace function private.rate_of_vat(p_net numeric, p_vat numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.rate from (select v.rate from public.vat_rates v union select 0) as r
      where abs(p_vat - p_net * r.rate / 100) <= 0.01 order by abs(p_vat - p_net * r.rate / 100), r.rate desc limit 1),
    case when p_net > 0 then least(100, trunc(p_vat * 100 / p_net, 4)) else 0 end)
$$;

create or replace trigger audit_changes after update on public.invoice_items for each row
  when ((old.kind, old.description, old.details, old.qty, old.unit, old.width_mm, old.height_mm, old.unit_price, old.discount_pct, old.vat_rate,
      old.vat_treatment)
    is distinct from (new.kind, new.description, new.details, new.qty, new.unit, new.width_mm, new.height_mm, new.unit_price, new.discount_pct,
      new.vat_rate, new.vat_treatment))
  execute function private.audit('invoice_id', 'id');

create or replace trigger audit_changes after update on public.quotation_items for each row
  when ((old.kind, old.description, old.details, old.qty, old.unit, old.width_mm, old.height_mm, old.unit_price, old.discount_pct, old.vat_rate,
      old.vat_treatment, old.is_optional, old.is_selected)
    is distinct from (new.kind, new.description, new.details, new.qty, new.unit, new.width_mm, new.height_mm, new.unit_price, new.discount_pct,
      new.vat_rate, new.vat_treatment, new.is_optional, new.is_selected))
  execute function private.audit('quotation_id', 'id');

reset check_function_bodies;
