set check_function_bodies = off;

drop trigger pin on public.orders;

alter table public.orders drop constraint orders_amounts_are_not_negative;

alter table public.orders add column deposit_back numeric(14,2) not null default 0;

create or replace function private.number_credit_note(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
  v_balance numeric;
  v_note public.credit_notes;
begin
  -- Orders first: an invoice that deducts a deposit is issued under the lock of its order.
  perform from public.orders o where o.id in (
    select v.order_id from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where p_id in (n.id, n.with_note_id) and v.kind = 'deposit') order by o.id for no key update of o;
  -- Credit notes before payments, as use_credit locks them, so that two at once wait for each other.
  perform from public.credit_notes n
   where p_id in (n.id, n.with_note_id)
      or (select o.with_note_id from public.credit_notes o where o.id = p_id) in (n.id, n.with_note_id)
   order by n.id for no key update;
  -- Payments before papers, as allocations lock them: a note over a deposit frees what paid it.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.credit_notes n on n.invoice_id = a.invoice_id
     where n.with_note_id = p_id or n.with_note_id = (select o.with_note_id from public.credit_notes o where o.id = p_id)) order by id for no key update;
  select * into v_row from public.credit_notes where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This credit note is void');
  elsif v_row.status <> 'draft' then
    return v_row.credit_number;
  elsif exists (select from public.credit_notes where id = v_row.with_note_id and status = 'draft') then
    perform private.number_credit_note(v_row.with_note_id);
    return (select credit_number from public.credit_notes where id = p_id);
  end if;
  select balance into v_balance from public.invoices where id = v_row.invoice_id for no key update;
  perform private.refuse_deducted(v_row);
  update public.credit_notes n
     set credit_number = private.draw_number('CN'), status = 'issued', issue_date = private.company_today(), issued_at = now(),
         issued_by = auth.uid(),
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
   where n.id = p_id returning * into v_row;
  perform private.log_event('credit_note', p_id, 'issued', jsonb_build_object('number', v_row.credit_number, 'gross', private.amount_text(v_row.gross)));
  perform private.log_event('invoice', v_row.invoice_id, 'credited', jsonb_build_object('number', v_row.credit_number,
    'amount', private.amount_text(v_row.gross), 'reason', v_row.reason));
  if least(v_balance, v_row.gross) > 0 then
    insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
    values (p_id, v_row.invoice_id, least(v_balance, v_row.gross), v_row.issue_date, auth.uid());
    perform private.refresh_invoice(v_row.invoice_id);
  end if;
  perform private.refresh_credit_note(p_id);
  perform private.recount_deposit(v.order_id, v_row.with_note_id is not null) from public.invoices v where v.id = v_row.invoice_id and v.kind = 'deposit';
  for v_note in
    select n.* from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.with_note_id = p_id and n.status = 'draft' order by v.invoice_number
  loop
    perform private.number_credit_note(v_note.id);
    perform private.free_payments(v_note.id);
  end loop;
  return v_row.credit_number;
end $$;

create or replace function private.free_kept(p_order_id uuid, p_payment_id uuid default null, p_most numeric default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept record;
  v_part numeric;
  v_freed numeric := 0;
begin
  for v_kept in
    select k.order_id, k.payment_id, sum(k.amount) as amount from public.kept_deposits k
     where (p_order_id is null or k.order_id = p_order_id) and (p_payment_id is null or k.payment_id = p_payment_id)
     group by 1, 2 having sum(k.amount) > 0 order by 2, 1
  loop
    v_part := least(v_kept.amount, p_most - v_freed);
    exit when v_part <= 0;
    perform private.keep_deposit(v_kept.order_id, v_kept.payment_id, -v_part);
    perform private.recount_deposit(v_kept.order_id, false);
    v_freed := v_freed + v_part;
  end loop;
  return v_freed;
end $$;

create or replace function private.use_kept_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order record;
  v_kept record;
  v_part numeric;
  v_skipped constant uuid[] := (select v.skipped_deposits from public.invoices v where v.id = p_invoice_id and v.kind <> 'proforma');
begin
  for v_order in
    select b.order_id, sum(b.base + b.vat) as gross, o.contact_id from private.invoice_order_vat b join public.orders o on o.id = b.order_id
     where b.invoice_id = p_invoice_id and v_skipped is not null group by b.order_id, o.contact_id order by b.order_id
  loop
    for v_kept in select k.* from private.kept_for_order(v_order.order_id) as k where k.payment_id <> all (v_skipped) order by k.received_on, k.payment_number
    loop
      v_part := least(v_kept.amount, v_order.gross, (select v.balance from public.invoices v where v.id = p_invoice_id));
      continue when v_part <= 0;
      perform private.keep_deposit(v_order.order_id, v_kept.payment_id, -v_part, p_invoice_id);
      perform private.allocate(v_kept.payment_id, p_invoice_id, v_part);
      v_order.gross := v_order.gross - v_part;
    end loop;
    -- After the last invoice nothing follows for which it could be kept.
    if private.completes_order(p_invoice_id, v_order.order_id) then
      perform private.free_kept(v_order.order_id);
    end if;
  end loop;
end $$;

create or replace function private.deposit_held(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- What an invoice used of kept money was a deposit of this order, as what an invoice deducts.
  return coalesce((
    select sum(greatest(d.gross - d.balance - coalesce((
             select sum(n.gross) from public.credit_notes n where n.invoice_id = d.id and n.status not in ('draft', 'void')), 0), 0))
      from public.invoices d where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')), 0)
    + coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id and k.invoice_id is null), 0);
end $$;

create or replace function private.recount_deposit(p_order_id uuid, p_with_goods boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_back numeric;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  v_back := v_order.deposit_paid - private.deposit_held(p_order_id);
  if not coalesce(v_back > 0, false) then
    return;
  end if;
  update public.orders o
     set deposit_paid = o.deposit_paid - v_back, deposit_back = o.deposit_back + v_back,
         deposit_amount = case when p_with_goods or o.status = 'cancelled' then greatest(o.deposit_amount - v_back, least(o.deposit_amount, o.deposit_paid - v_back))
           else least(o.deposit_amount, greatest(o.deposit_paid - v_back + private.deposit_asked(o.id)
             + (select coalesce(sum(r.base + r.vat), 0) from private.order_rest(o.id, false) as r), 0)) end
   where o.id = p_order_id returning * into v_order;
  perform private.log_event('order', p_order_id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_back)));
  if v_order.status <> 'cancelled' then
    perform private.request_deposit(p_order_id);
    perform private.refresh_order(p_order_id);
  end if;
end $$;

create or replace function private.lock_refund(p_payment_id uuid) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note uuid;
  v_notes uuid[] := '{}';
begin
  -- Orders for which it is kept, credit notes, payments, invoices: as everything that moves money locks them.
  perform private.lock_orders_of_payment(p_payment_id);
  for v_note in
    select n.id from public.credit_notes n
     where n.invoice_id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment_id)
       and n.status not in ('draft', 'void') and n.open > 0
     order by n.id for no key update
  loop
    v_notes := v_notes || v_note;
  end loop;
  perform from public.payments where id = p_payment_id for no key update;
  return v_notes;
end $$;

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

create or replace function private.order_money(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('deposit_amount', private.amount_text(p_order.deposit_amount),
        'deposit_paid', private.amount_text(p_order.deposit_paid), 'gross', private.amount_text(p_order.gross),
        'announced', private.announced_of(p_order.id, null, null),
        'ahead', private.amount_text(coalesce(private.deposit_possible(p_order.id) + private.deposit_asked(p_order.id), 0)),
        'invoice_follows', exists (select from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_id = p_order.id and v.status = 'draft' and v.kind <> 'proforma'),
        'paid', private.amount_text(greatest(coalesce(sum(m.amount), 0), 0)), 'paid_on', max(m.received_on),
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
      from (-- What of a deposit was credited is no money for the order any more, wherever its payment is booked.
            select p.amount - p.refunded - case when p_order.deposit_back > 0 and p_order.status <> 'cancelled' then p.open else 0 end as amount,
                   p.received_on from public.payments p
             where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded')
            union all
            select a.amount, p.received_on
              from public.invoices v join public.payment_allocations a on a.invoice_id = v.id join public.payments p on p.id = a.payment_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and p.order_id is distinct from p_order.id
            union all
            select -sum(n.gross - coalesce((select sum(a.amount) from public.credit_allocations a
                     where a.credit_note_id = n.id and a.invoice_id = n.invoice_id), 0)), null from public.credit_notes n join public.invoices v on v.id = n.invoice_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and v.kind = 'deposit' and n.status not in ('draft', 'void')) as m
  );
end $$;

alter table public.orders add constraint orders_amounts_are_not_negative CHECK (net >= 0::numeric AND vat >= 0::numeric AND deposit_amount >= 0::numeric AND deposit_paid >= 0::numeric AND deposit_back >= 0::numeric);

alter table public.orders add constraint orders_deposit_back_is_a_number CHECK (deposit_back <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

CREATE TRIGGER pin BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'order_number', 'public_uuid', 'quotation_id', 'quotation_version', 'contact_id', 'status', 'ordered_at', 'hold_reason', 'cancelled_at', 'cancel_reason', 'currency', 'net', 'vat', 'deposit_amount', 'deposit_paid', 'deposit_back', 'delivered_pct', 'invoiced_pct', 'drafted_pct', 'terms', 'is_collected');

comment on function private.free_kept(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'What is kept for an order, or of a payment, is credit of the client again, at most p_most of it. The caller locks
the orders and the payments. Returns how much.';

comment on function private.lock_refund(pg_catalog.uuid) is 'Locks a payment after its orders and the open credit notes over the invoices that it settles. Returns those notes.';

comment on column public.orders.deposit_paid is 'Deposit money received and not given back, gross: private.deposit_held.';

comment on function private.deposit_held(pg_catalog.uuid) is 'What was paid as deposit of an order and no credit note took back, gross, with what is kept for it, whether an invoice deducts it already or not.';

comment on function private.recount_deposit(pg_catalog.uuid,boolean) is 'A deposit of an order was credited, or is kept no more: the order has so much less of it, and waits for it again as far as it can still be paid ahead. p_with_goods: lines
that it covered were credited with it, or a cancelled order: then less is asked for. The caller locks the order.';

comment on column public.orders.deposit_back is 'Deposit money that was credited or is kept no more, gross: it went back, or is credit of the client.';

reset check_function_bodies;

-- Orders whose deposit was credited before say so too.
do $$
begin
  perform private.recount_deposit(o.id, false) from public.orders o where o.deposit_paid > 0 order by o.id;
end $$;
