-- Who approves an invoice of a supplier approves the account that it is paid to. The account, and the words that reach it,
-- change after the approval was taken back.

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('supplier_invoice', 'approved', 'received', null, 'supplier-invoices', 'edit', null, 'the approval is taken back'),
  ('supplier_invoice', 'scheduled', 'received', null, 'supplier-invoices', 'edit', null, 'the approval is taken back'),
  ('supplier_invoice', 'part_paid', 'received', null, 'supplier-invoices', 'edit', null, 'the approval is taken back'),
  ('supplier_invoice', 'received', 'part_paid', 'computed', 'supplier-invoices', 'edit', 'a payment before the approval was taken back', null),
  ('supplier_invoice', 'received', 'paid', 'computed', 'supplier-invoices', 'edit', 'a payment before the approval was taken back', null);

create or replace function private.keep_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path, new.iban, new.payment_reference)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path, old.iban, old.payment_reference)
  then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
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
      -- Part of it was paid before the approval was taken back.
      if new.paid + new.discount_taken > 0 then
        new.status := case when new.paid + new.discount_taken = new.net + new.vat then 'paid' else 'part_paid' end;
      end if;
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
      new.scheduled_for := null;
    end if;
  end if;
  return new;
end $$;

create or replace function private.log_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('supplier_invoice', new.id, 'created', jsonb_build_object('number', new.supplier_number));
  elsif new.status is distinct from old.status and (new.status not in ('paid', 'part_paid') or old.status = 'received') then
    perform private.log_event('supplier_invoice', new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status, 'reason', case when new.status = 'disputed' then new.dispute_reason end));
  end if;
  return null;
end $$;

create or replace function private.reverse_supplier_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_payments;
begin
  select * into v_row from public.supplier_payments where id = p_id;
  perform from public.supplier_invoices where id = v_row.supplier_invoice_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.supplier_payments s where s.reverses_id = p_id) then
    return;
  end if;
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, created_by)
  values (v_row.supplier_invoice_id, -v_row.amount, -v_row.discount, greatest(private.company_today(), v_row.paid_on), v_row.method,
    left('Taken back: ' || btrim(p_reason), 200), p_id, auth.uid());
  update public.supplier_invoices
     set paid = paid - v_row.amount, discount_taken = discount_taken - v_row.discount,
         status = case when status in ('received', 'disputed') then status when paid > v_row.amount then 'part_paid'
           when scheduled_for is not null then 'scheduled' else 'approved' end
   where id = v_row.supplier_invoice_id;
  perform private.log_event('supplier_invoice', v_row.supplier_invoice_id, 'payment_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

revoke execute on all routines in schema private from public;
