set check_function_bodies = off;

drop trigger zz_guard_closed on public.supplier_invoices;

create or replace trigger zz_guard_closed before update on public.supplier_invoices
  for each row when ('disputed' not in (old.status, new.status)) execute function private.guard_closed('booked_on', 'supplier_id', 'status', 'due_date', 'scheduled_for',
    'paid', 'discount_taken', 'open', 'gross', 'is_credit', 'iban', 'payment_reference', 'file_path', 'file_name', 'read_from', 'note', 'dispute_reason', 'approved_by',
    'approved_at', 'discount_pct', 'discount_until', 'another_bill_reason', 'vat_confirmed_as', 'created_by', 'row_version');

reset check_function_bodies;
