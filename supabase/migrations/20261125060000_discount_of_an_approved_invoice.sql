-- What was approved is what is paid: the discount for paying early is part of it. And the audit trail names vans.

create or replace function private.keep_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path)
  then
    perform private.refuse('PT409', 'This invoice is approved. Dispute it first, then change it.');
  end if;
  if new.scheduled_for is distinct from old.scheduled_for and new.scheduled_for < private.company_today() then
    perform private.refuse('22023', 'Please choose a day from today on');
  end if;
  if new.status is distinct from old.status then
    if new.status = 'disputed' and coalesce(btrim(new.dispute_reason), '') = '' then
      perform private.refuse('22023', 'Please say what is wrong with it');
    elsif new.status = 'approved' and old.status in ('received', 'disputed') then
      new.approved_by := auth.uid();
      new.approved_at := now();
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
    end if;
  end if;
  return new;
end $$;

create or replace function private.label_of_column(p_column text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.record_kinds;
  v_label text;
begin
  select * into v_kind from private.record_kinds k where p_column = k.kind || '_id';
  if found then
    execute format('select %s from %s as r where r.id = $1', coalesce(v_kind.audit_label, v_kind.label), v_kind.table_name)
      into v_label using p_id;
  elsif p_column = 'van_id' then
    select v.name into v_label from public.vans v where v.id = p_id;
  end if;
  return coalesce(v_label, private.label_of(p_id));
end $$;

revoke execute on all routines in schema private from public;
