-- A payment is planned for a day that comes: the past is no plan.

create or replace function private.keep_supplier_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat, new.file_path)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat, old.file_path)
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

revoke execute on all routines in schema private from public;
