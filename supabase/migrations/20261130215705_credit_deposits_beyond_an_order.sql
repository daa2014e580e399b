set check_function_bodies = off;

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
     where p_id in (n.id, n.with_note_id) and v.kind = 'deposit')
     or o.id = any (private.note_of_orders(coalesce((select n.with_note_id from public.credit_notes n where n.id = p_id), p_id)))
   order by o.id for no key update of o;
  -- Credit notes before payments, as use_credit locks them, so that two at once wait for each other.
  perform from public.credit_notes n
   where p_id in (n.id, n.with_note_id)
      or (select o.with_note_id from public.credit_notes o where o.id = p_id) in (n.id, n.with_note_id)
   order by n.id for no key update;
  -- Payments before papers, as allocations lock them: a note over a deposit frees what paid it.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.credit_notes n on n.invoice_id = a.invoice_id
     where n.with_note_id = p_id or n.with_note_id = (select o.with_note_id from public.credit_notes o where o.id = p_id)
        or n.id = p_id and exists (select from public.invoices v where v.id = n.invoice_id and v.kind = 'deposit' and private.completes_order(null, v.order_id)))
   order by id for no key update;
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
  end if;
  if v_row.gross = 0 or v_balance > 0 then
    perform private.refresh_invoice(v_row.invoice_id);
  end if;
  perform private.refresh_credit_note(p_id);
  perform private.settle_note(v_row, least(v_balance, v_row.gross));
  for v_note in
    select n.* from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.with_note_id = p_id and n.status = 'draft' order by v.invoice_number
  loop
    perform private.number_credit_note(v_note.id);
    perform private.free_payments(v_note.id);
  end loop;
  return v_row.credit_number;
end $$;

create or replace function private.settle_note(p_note public.credit_notes, p_unpaid numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id constant uuid := (select v.order_id from public.invoices v where v.id = p_note.invoice_id and v.kind = 'deposit');
begin
  if p_note.is_billed_again then
    perform private.count_billed_again(p_note.id);
  end if;
  perform private.recount_deposit(v_order_id, not p_note.is_billed_again);
  if not p_note.is_billed_again and p_note.with_note_id is null and p_unpaid > 0 then
    perform private.ask_for_deposit(v_order_id, -p_unpaid);
  end if;
  -- The money that a bank takes back settles nothing, and that of an order that is credited whole neither.
  if v_order_id is not null and p_note.with_note_id is null and coalesce(current_setting('signwright.sets_nothing_off', true), '') <> 'on'
     and private.completes_order(null, v_order_id) and exists (select from public.orders o where o.id = v_order_id and o.status <> 'cancelled')
  then
    perform private.set_off_deposit(p_note.id, v_order_id);
  end if;
end $$;

create or replace function private.vat_of_last_deduction(p_invoice_id uuid, p_order_id uuid, p_base numeric, p_deposit jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate constant numeric := (p_deposit ->> 'vat_rate')::numeric;
  v_treatment constant text := p_deposit ->> 'vat_treatment';
  v_rest_base constant numeric := (p_deposit ->> 'base')::numeric - p_base;
  v_rest_vat numeric;
  v_vat numeric;
begin
  if v_rest_base <= 0 or not private.completes_order(p_invoice_id, p_order_id) then
    return null;
  end if;
  v_vat := (select o.vat from private.order_vat(p_order_id) as o where o.vat_rate = v_rate and o.vat_treatment = v_treatment)
    - coalesce((select sum(b.vat) from private.billed_vat(p_order_id, false) as b where b.vat_rate = v_rate and b.vat_treatment = v_treatment), 0)
    + coalesce((select sum(i.vat) from public.invoice_items i where i.invoice_id = p_invoice_id and i.kind = 'deposit' and i.order_id = p_order_id
        and i.vat_rate = v_rate and i.vat_treatment = v_treatment), 0);
  v_rest_vat := (p_deposit ->> 'vat')::numeric - v_vat;
  return case when v_vat >= 0 and v_rest_vat >= 0 and abs(v_vat - private.vat_of(p_base, v_rate)) <= 0.01
    and abs(v_rest_vat - private.vat_of(v_rest_base, v_rate)) <= 0.02 then v_vat end;
end $$;

create or replace function private.deduct_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_deposit record;
  v_base numeric;
  v_vat numeric;
  v_budget numeric;
  v_room jsonb;
  v_key text;
  v_skipped constant uuid[] := (select v.skipped_deposits from public.invoices v where v.id = p_invoice_id);
begin
  delete from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit';
  -- What the invoice comes to at each rate, whatever its lines are of, and as a whole.
  select coalesce(jsonb_object_agg(r.vat_rate || ' ' || r.vat_treatment, r.base), '{}'), coalesce(sum(r.base + private.vat_of(r.base, r.vat_rate)), 0)
    into v_room, v_budget
    from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') group by 1, 2) as r;
  for v_part in
    select * from private.invoice_order_vat where invoice_id = p_invoice_id and base > 0 order by order_id, vat_rate, vat_treatment
  loop
    v_key := v_part.vat_rate || ' ' || v_part.vat_treatment;
    for v_deposit in
      select d.* from private.deposits_left(v_part.order_id) as d
       where d.vat_rate = v_part.vat_rate and d.vat_treatment = v_part.vat_treatment
         and d.invoice_id <> all (v_skipped)
         and exists (select from public.invoices o where o.id = d.invoice_id and o.balance = 0)
       order by d.issue_date, d.invoice_number
    loop
      v_base := least(v_deposit.base, v_part.base, (v_room ->> v_key)::numeric);
      continue when v_base <= 0;
      v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      -- Rates below zero, of discounts, leave less than the rates above.
      if v_base + v_vat > v_budget + 0.02 then
        v_base := v_budget - private.vat_within(v_budget, v_part.vat_rate);
        continue when v_base <= 0;
        v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      end if;
      if v_base = v_part.base then
        v_vat := coalesce(private.vat_of_last_deduction(p_invoice_id, v_part.order_id, v_base, to_jsonb(v_deposit)), v_vat);
      end if;
      v_budget := v_budget - v_base - v_vat;
      v_part.base := v_part.base - v_base;
      v_room := jsonb_set(v_room, array[v_key], to_jsonb((v_room ->> v_key)::numeric - v_base));
      insert into public.invoice_items (invoice_id, order_id, deducts_invoice_id, position, kind, description, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, vat)
      values (p_invoice_id, v_part.order_id, v_deposit.invoice_id,
        private.next_key((select max(position) from public.invoice_items where invoice_id = p_invoice_id)), 'deposit',
        format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY')), -1, 'piece', v_base, 0,
        v_part.vat_rate, v_part.vat_treatment, -v_base, -v_vat);
    end loop;
  end loop;
end $$;

create or replace function private.lock_kept(p_orders uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.payments where id in (
    select k.payment_id from public.kept_deposits k where k.order_id = any (p_orders)
    union
    select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where v.order_id = any (p_orders) and v.kind = 'deposit') order by id for no key update;
end $$;

create or replace function private.credit_returned_deposits(p_payment_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_deposit record;
  v_words text;
begin
  if not exists (select from private.deposits_of_payment(p_payment_id)) then
    return;
  end if;
  perform private.must('invoices', 'edit', 'credit deposit invoices');
  v_words := private.why_deposit_stays(p_payment_id);
  if v_words is not null then
    perform private.refuse('PT409', rtrim(v_words, '.'));
  end if;
  for v_deposit in
    select d.invoice_id, d.amount - coalesce((select sum(n.open) from public.credit_notes n
             where n.invoice_id = d.invoice_id and n.status not in ('draft', 'void')), 0) as uncredited
      from private.deposits_of_payment(p_payment_id) as d order by d.invoice_number
  loop
    if v_deposit.uncredited > 0 then
      perform set_config('signwright.sets_nothing_off', 'on', true);
      perform private.credit_of_deposit(v_deposit.invoice_id, v_deposit.uncredited, p_reason);
      perform set_config('signwright.sets_nothing_off', '', true);
    end if;
    perform private.free_payments(n.id, p_payment_id)
      from (select c.id from public.credit_notes c where c.invoice_id = v_deposit.invoice_id and c.status not in ('draft', 'void') and c.open > 0
             order by c.issue_date, c.credit_number) as n;
  end loop;
end $$;

create or replace function private.deposit_to_credit(p_order_id uuid, p_invoice_id uuid)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  with free as (
    select r.vat_rate, r.vat_treatment, sum(r.base) as base
      from public.invoices d cross join lateral private.creditable_rates(d.id) as r
     where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void') and r.base > 0 group by 1, 2
  ), rest as (
    select x.vat_rate, x.vat_treatment, sum(x.base) as base
      from (select o.vat_rate, o.vat_treatment, o.base from private.order_vat(p_order_id) as o
            union all
            select b.vat_rate, b.vat_treatment, -b.base from private.billed_vat(p_order_id, false) as b) as x group by 1, 2
  )
  select r.vat_rate, r.vat_treatment, beyond.base, private.vat_of_part(beyond.base, r.vat_rate, r.base, r.vat)
    from private.creditable_rates(p_invoice_id) as r
    join free f on f.vat_rate = r.vat_rate and f.vat_treatment = r.vat_treatment
    left join rest t on t.vat_rate = r.vat_rate and t.vat_treatment = r.vat_treatment
   cross join lateral (select least(r.base, f.base - greatest(coalesce(t.base, 0), 0)) as base) as beyond
   where beyond.base > 0
$$;

create or replace function private.beyond_order(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(coalesce((
      select sum(r.base + r.vat) from public.invoices d cross join lateral private.creditable_rates(d.id) as r
       where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void') and r.base > 0), 0)
    - case when private.nothing_to_invoice(p_order_id) then 0
        else greatest((select o.gross from public.orders o where o.id = p_order_id)
          - coalesce((select sum(b.base + b.vat) from private.billed_vat(p_order_id, false) as b), 0), 0) end, 0);
end $$;

create or replace function private.set_off_deposit(p_note_id uuid, p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_invoice public.invoices;
  v_part numeric;
  v_freed numeric;
begin
  perform from public.invoices where id in (select i.id from private.invoices_of_order(p_order_id) as i) order by id for no key update;
  for v_invoice in
    select i.* from private.invoices_of_order(p_order_id) as i join public.credit_notes n on n.id = p_note_id
     where i.contact_id = n.contact_id and i.kind not in ('deposit', 'proforma') and i.status in ('issued', 'partly_paid') and i.balance > 0
     order by i.due_date, i.issue_date, i.invoice_number
  loop
    select * into v_note from public.credit_notes where id = p_note_id;
    v_part := least(v_note.open, v_invoice.balance);
    exit when v_part <= 0;
    -- The note takes the place of the money that paid the deposit: the invoice is paid by money, on its day, as any other.
    v_freed := private.free_payments(p_note_id, null, v_part);
    v_freed := private.settle_from_credit(v_invoice.id, '{}',
      array(select a.payment_id from public.payment_allocations a where a.invoice_id = v_note.invoice_id), v_freed);
    perform private.settle_from_credit(v_invoice.id, array[p_note_id], '{}', v_part - v_freed);
    perform private.log_event('invoice', v_invoice.id, 'credit_used', jsonb_build_object('amount', private.amount_text(v_part)));
  end loop;
end $$;

create or replace function private.credit_beyond(p_order_id uuid) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_left numeric := private.beyond_order(p_order_id);
  v_deposit public.invoices;
  v_parts jsonb;
  v_gross numeric;
  v_note public.credit_notes;
  v_credited numeric := 0;
begin
  if v_order.status = 'cancelled' then
    return 0;
  end if;
  for v_deposit in
    select * from public.invoices where order_id = p_order_id and kind = 'deposit' and status not in ('draft', 'void') and balance = 0 and contact_id = v_order.contact_id
     order by issue_date desc, invoice_number desc
  loop
    select jsonb_agg(to_jsonb(b)), sum(b.base + b.vat) into v_parts, v_gross from private.deposit_to_credit(p_order_id, v_deposit.id) as b;
    continue when coalesce(v_gross, 0) <= 0 or v_left <= 0;
    v_note.id := private.write_credit_of_amounts(v_deposit.id, format('Paid ahead for %s and not needed for it', v_order.order_number), (
      select jsonb_agg(jsonb_build_object('vat_rate', b.vat_rate, 'vat_treatment', b.vat_treatment, 'amount', case when v_gross > v_left then s.base + s.vat else b.base end))
        from private.deposit_to_credit(p_order_id, v_deposit.id) as b
        join private.split_gross(v_parts, least(v_gross, v_left)) as s on s.vat_rate = b.vat_rate and s.vat_treatment = b.vat_treatment
       where s.base + s.vat > 0), v_gross > v_left, null);
    perform private.number_credit_note(v_note.id);
    select * into v_note from public.credit_notes where id = v_note.id;
    perform private.set_off_deposit(v_note.id, p_order_id);
    v_left := v_left - v_note.gross;
    v_credited := v_credited + v_note.gross;
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s credits what %s does not need', v_note.credit_number, v_order.order_number), format(
        '%s of the deposit %s were free. What of it no open invoice of %s needed is credit of the client. Please send %s to the client.',
        private.money_words(v_note.gross, v_note.currency), v_deposit.invoice_number, v_order.order_number, v_note.credit_number), 'credit_note', v_note.id);
  end loop;
  return v_credited;
end $$;

create or replace function private.issue_invoice(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  perform private.lock_kept(array(select i.order_id from public.invoice_items i where i.invoice_id = p_id));
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  perform private.settle_exemption('invoice', p_id);
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  if v_row.supply_from is not null and v_row.supply_date is null then
    perform private.refuse('22023', 'Please say the last day of the period of supply');
  end if;
  perform private.must_mean_nothing(p_id);
  if v_row.kind <> 'proforma' then
    perform private.must_mean_plain(v_row.contact_id);
    perform private.must_be_recent(v_row.currency, private.company_today());
  end if;
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.refresh_invoice(p_id);
  perform private.use_kept_deposits(p_id);
  if v_row.kind <> 'proforma' then
    perform private.credit_beyond(b.order_id)
      from (select distinct o.order_id from private.invoice_order_vat o where o.invoice_id = p_id order by 1) as b where private.completes_order(null, b.order_id);
  end if;
  return v_row.invoice_number;
end $$;

create or replace function private.settle_lowered(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_freed numeric := 0;
begin
  update public.orders o
     set net = total.net,
         -- Where all of it is on invoices, their VAT is that of the order: a cent may lie between the sum of the parts and the VAT of the whole.
         vat = case when private.completes_order(null, o.id) then (select coalesce(sum(b.vat), 0) from private.billed_vat(o.id, false) as b) else total.vat end
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(p_order_id)) as total
   where o.id = p_order_id
  returning o.* into v_order;
  v_order := private.amend_deposit(v_order, 0);
  if v_order.deposit_paid > v_order.gross then
    v_freed := private.free_kept(p_order_id, null, v_order.deposit_paid - v_order.gross);
  end if;
  v_freed := v_freed + private.credit_beyond(p_order_id);
  select * into v_order from public.orders where id = p_order_id;
  update public.payment_requests set status = 'cancelled'
   where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(p_order_id);
  perform private.fit_deposit(p_order_id);
  perform private.refresh_order(p_order_id);
  return jsonb_build_object('gross', private.amount_text(v_order.gross), 'freed', private.amount_text(v_freed));
end $$;

create or replace function private.credit_chain(p_order_id uuid, p_reason text, p_again boolean default null) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_order public.orders;
  v_invoice public.invoices;
  v_draft text;
  v_lines jsonb;
  v_note uuid;
  v_notes uuid[] := '{}';
  v_freed numeric := 0;
begin
  -- Orders, credit notes, payments, invoices: everything that moves money locks in this order.
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  perform from public.credit_notes where invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v) order by id for no key update;
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a where a.invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v)
    union select k.payment_id from public.kept_deposits k where k.order_id = p_order_id)
   order by id for no key update;
  perform from public.invoices where id in (select v.id from private.invoices_of_order(p_order_id) as v) order by id for no key update;
  select v.invoice_number into v_draft from public.credit_notes n join private.invoices_of_order(p_order_id) as v on v.id = n.invoice_id
   where n.status = 'draft' order by 1 limit 1;
  if found then
    perform private.refuse('PT409', format('A credit note over %s is a draft. Issue it or void it first.', v_draft));
  end if;
  for v_invoice in select * from private.invoices_of_order(p_order_id) loop
    v_lines := private.credit_left_of_order(p_order_id, v_invoice);
    continue when v_lines is null;
    -- An invoice of this order alone is credited to its last cent; of one over several orders, the lines of this one.
    v_note := private.write_credit_note(v_invoice.id, p_reason, case when v_invoice.order_id is null then v_lines end, null);
    perform private.mark_billed_again(v_note, p_again);
    perform set_config('signwright.sets_nothing_off', 'on', true);
    perform private.number_credit_note(v_note);
    perform set_config('signwright.sets_nothing_off', '', true);
    v_freed := v_freed + private.free_payments(v_note);
    v_notes := v_notes || v_note;
  end loop;
  v_freed := v_freed + private.free_kept(p_order_id);
  if cardinality(v_notes) > 0 then
    perform private.log_event('order', p_order_id, 'credited', jsonb_build_object('reason', left(btrim(p_reason), 2000),
      'amount', (select private.amount_text(sum(n.gross)) from public.credit_notes n where n.id = any (v_notes))));
  end if;
  return private.credited_by(v_notes) || jsonb_build_object('freed', private.amount_text(v_freed));
end $function$;

revoke execute on all routines in schema private from public;

comment on function private.end_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Ends the rest of an order of which a part is delivered: its lines come to what was brought or to what p_stays says, [{id, qty}], discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. No mail goes to the client by itself. Returns {choices [{id, position, description, unit, ordered, delivered, stays, is_uncounted, net}], lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: what was paid ahead and is credit of the client now, or settled an open invoice of the order.';

comment on function private.issue_invoice(pg_catalog.uuid) is 'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. What is kept for its orders is set against it. With the last invoice of an order, what is free of its paid deposits is credited and settles it (credit_beyond).
A second call returns the same number. Returns the number.';

comment on function private.lock_kept(pg_catalog.uuid[]) is 'Locks the payments that are kept for orders, and those that settle their deposit invoices. The caller locked the orders before.';

comment on function private.settle_lowered(pg_catalog.uuid) is 'Totals, deposit and status of an order follow its lowered lines. What was paid ahead
beyond the order is credited. The caller holds the locks of the order and of its kept money. Returns {gross, freed}, as text.';

comment on function private.settle_note(public.credit_notes,numeric) is 'What an issued credit note means for its orders: lines that are to invoice again, a deposit that is asked for again or no more. After the last invoice of an order, what it frees of
a deposit settles its open invoices. p_unpaid: what of it nobody had paid.';

comment on function public.end_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Ends the rest of an order of which a part is delivered: its lines come to what was brought or to what p_stays says, [{id, qty}], discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. No mail goes to the client by itself. Returns {choices [{id, position, description, unit, ordered, delivered, stays, is_uncounted, net}], lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: what was paid ahead and is credit of the client now, or settled an open invoice of the order.';

comment on function public.issue_invoice(pg_catalog.uuid) is 'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. What is kept for its orders is set against it. With the last invoice of an order, what is free of its paid deposits is credited and settles it (credit_beyond).
A second call returns the same number. Returns the number.';

comment on function private.beyond_order(pg_catalog.uuid) is 'What is free of the deposits of an order beyond what is still to invoice of it, gross, all rates together; with nothing left to invoice, all that is free.';

comment on function private.credit_beyond(pg_catalog.uuid) is 'Paid deposits of an order that no invoice of it can deduct are credited, the newest first, and settle its open invoices: after its last invoice all that is free, before it
what is paid beyond the order. The caller locks the order and the payments (lock_kept). Returns how much was credited, gross.';

comment on function private.deposit_to_credit(pg_catalog.uuid,pg_catalog.uuid) is 'What is free of a deposit invoice at each rate beyond what is still to invoice of its order there: no invoice can deduct it. Drafts are as if there were none.';

comment on function private.set_off_deposit(pg_catalog.uuid,pg_catalog.uuid) is 'What a credit note frees of a deposit settles the open invoices of its order first, the oldest due first; only what is left is credit of the client. The caller locks the
order, the note and the payments of the deposit.';

comment on function private.vat_of_last_deduction(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.jsonb) is 'VAT of a deduction that covers all that the last invoice of an order bills at a rate, while more of the deposit is left: what the order has left of VAT there, so that its invoices come
to it to the cent and the rest of the deposit is credited. Null where it is another deduction, or where that VAT is no VAT of its base.';

reset check_function_bodies;
