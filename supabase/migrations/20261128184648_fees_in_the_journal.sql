set check_function_bodies = off;

create or replace function private.guard_closed_fee() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_closed_day((select r.refunded_on from public.payment_refunds r where r.id = old.refund_id));
  return old;
end $$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, 'money' as other, 'clients' as against, p.method,
           case p.direction when 'in' then p.amount else -p.amount end as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', 'clients', p.method, -r.amount
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', 'clients', null, w.amount
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
    union all
    -- What the bank took for a payment that it gave back.
    select r.refunded_on, 4, 'payment', p.id, b.id, p.payment_number, p.contact_id, r.reason, 'fees', 'money', 'bank', b.fee
      from public.payment_refunds r join public.payments p on p.id = r.payment_id join public.bank_entry_payouts b on b.refund_id = r.id
     where r.refunded_on between p_from and p_to and b.fee <> 0
  )
  select m.on_date, m.sort, m.kind, m.id, m.entry_id, m.number, m.contact_id, m.words, side.part, null::uuid, null::uuid, null::numeric, null::text,
         case side.part when 'money' then m.method end, side.amount
    from moves m
   cross join lateral (values (m.other, m.amount), (m.against, -m.amount)) as side (part, amount)
$$;

revoke execute on all routines in schema private from public;

create or replace trigger zz_guard_closed before delete on public.bank_entry_payouts
  for each row when (old.fee <> 0) execute function private.guard_closed_fee();

comment on function private.journal_of_payments(pg_catalog.date,pg_catalog.date) is 'What payments of clients, refunds, reversals, write-offs and fees of returned payments move: money or loss against what the client owes. Amounts above
zero are debits.';

comment on function private.guard_closed_fee() is 'A fee of the bank that is booked on a closed day stays, with the debit that it was part of.';

reset check_function_bodies;
