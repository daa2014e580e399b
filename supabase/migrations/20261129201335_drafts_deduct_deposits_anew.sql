set check_function_bodies = off;

create or replace function private.deduct_anew() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_draft uuid;
begin
  -- Who holds an order waits for no draft: one that is being issued deducts anew once it has the order.
  for v_draft in
    select v.id from public.invoices v
     where v.status = 'draft' and v.kind not in ('deposit', 'proforma')
       and v.id in (select b.invoice_id from private.invoice_order_vat b where b.order_id = new.order_id)
     order by v.created_at, v.id for no key update skip locked
  loop
    begin
      perform private.total_invoice(v_draft);
    exception when invalid_parameter_value then
      -- A draft that has too many lines for the deduction stays as it is: the money comes, and issuing the draft says why it cannot.
      null;
    end;
  end loop;
  return null;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger deduct_anew after update of net, vat, paid, credited on public.invoices for each row
  when (new.kind = 'deposit' and new.status not in ('draft', 'void') and (old.balance = 0) <> (new.balance = 0))
  execute function private.deduct_anew();

comment on function private.deduct_anew() is 'A deposit invoice is paid, or open again: the drafts of its order deduct it, or no more, as they will be issued.';

reset check_function_bodies;
