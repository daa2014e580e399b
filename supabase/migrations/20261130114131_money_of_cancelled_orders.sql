set check_function_bodies = off;

create or replace function private.keep_payments_of_order(p_order_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.payments p set order_id = p_order_id
   where p.order_id is null and p.id in (
     select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where v.order_id = p_order_id and v.kind = 'deposit' group by a.payment_id having sum(a.amount) > 0)
     and not exists (
       select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
        where a.payment_id = p.id and (v.kind <> 'deposit' or v.order_id is distinct from p_order_id) group by a.invoice_id having sum(a.amount) > 0)
$$;

create or replace function private.free_deposit(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_note uuid;
  v_freed numeric := 0;
begin
  -- Payments before invoices, as allocations lock them.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where v.order_id = p_order.id and v.kind = 'deposit'
    union select k.payment_id from public.kept_deposits k where k.order_id = p_order.id) order by id for no key update;
  perform private.keep_payments_of_order(p_order.id);
  for v_invoice in
    select * from public.invoices where order_id = p_order.id and kind = 'deposit' and status not in ('draft', 'void')
     order by invoice_number for no key update
  loop
    if exists (select from public.credit_notes where invoice_id = v_invoice.id and status = 'draft') then
      perform private.refuse('PT409', format('A credit note over the deposit %s is a draft. Accounts issues it or voids it first.',
        v_invoice.invoice_number));
    end if;
    continue when not exists (select from private.creditable_rates(v_invoice.id) as r where r.base > 0);
    v_note := private.write_credit_note(v_invoice.id, format('%s was cancelled', p_order.order_number), null, null);
    perform private.number_credit_note(v_note);
    v_freed := v_freed + (select open from public.credit_notes where id = v_note);
    perform private.free_payments(v_note);
  end loop;
  v_freed := v_freed + private.free_kept(p_order.id);
  if v_freed > 0 then
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s was cancelled', p_order.order_number),
      format('%s of its deposit are credit of %s now. Refund them, or use them for another invoice.',
        private.money_words(v_freed, p_order.currency), (select private.client_label(c) from public.contacts c where c.id = p_order.contact_id)),
      'order', p_order.id);
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.keep_payments_of_order(pg_catalog.uuid) is 'A payment that was recorded against deposit invoices of an order, and against nothing else, is one for that order: what becomes of it is said there when the order ends. The
caller locked the payments.';

reset check_function_bodies;
