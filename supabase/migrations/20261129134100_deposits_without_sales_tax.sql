set check_function_bodies = off;

drop trigger pin on public.payments;

drop trigger zz_guard_closed on public.payments;

alter table public.payments drop constraint payments_amounts_fit;

alter table public.payments drop column open;

alter table public.payments add column kept numeric(14,2) not null default 0;

create or replace function private.book_client_return(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_fee constant numeric := case when coalesce(p_choice ->> 'fee', '0') ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' then coalesce((p_choice ->> 'fee')::numeric, 0) end;
  v_off jsonb;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform private.lock_orders_of_payment(private.uuid_or_null(p_choice ->> 'payment_id'));
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
  perform private.check_client_return(p_entry, v_payment, v_fee);
  v_off := private.take_off_invoices(v_payment.id);
  select * into v_payment from public.payments where id = v_payment.id;
  return jsonb_build_object('fee', v_fee, 'taken_off', v_off, 'refund_id', private.keep_refund(v_payment, null, v_payment.amount,
    left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(
      (select e.booked_on from public.bank_entries e where e.id = p_entry.id))), p_entry.remittance), 500), auth.uid(), p_entry.booked_on));
end $$;

create or replace function private.ledger_differences(p_to date) returns table (kind text, id uuid, number text)
  language sql stable security definer set search_path = ''
as $$
  select 'invoice', v.id, v.invoice_number from public.invoices v
   where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_to
     and ((v.net, v.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.invoice_vat t where t.invoice_id = v.id)
       or v.paid <> (select coalesce(sum(a.amount), 0) from public.payment_allocations a where a.invoice_id = v.id)
       or v.credited <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.invoice_id = v.id) + private.written_off(v.id) + private.cash_discounted(v.id))
  union all
  select 'credit_note', n.id, n.credit_number from public.credit_notes n
   where n.status not in ('draft', 'void') and n.issue_date <= p_to
     and ((n.net, n.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.credit_note_vat t where t.credit_note_id = n.id)
       or n.allocated <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.credit_note_id = n.id))
  union all
  select 'payment', p.id, p.payment_number from public.payments p
   where p.received_on <= p_to
     and (p.allocated <> (select coalesce(sum(a.amount), 0) from public.payment_allocations a where a.payment_id = p.id)
       or p.kept <> (select coalesce(sum(k.amount), 0) from public.kept_deposits k where k.payment_id = p.id)
       or p.refunded <> (select coalesce(sum(r.amount), 0) from public.payment_refunds r where r.payment_id = p.id))
  union all
  select 'supplier_invoice', s.id, s.supplier_number from public.supplier_invoices s
   where s.booked_on <= p_to
     and s.paid <> (select coalesce(sum(x.amount), 0) from public.supplier_payments x where x.supplier_invoice_id = s.id)
  union all
  select 'bank_entry', e.id, coalesce(e.party_name, 'Bank entry') from public.bank_entries e
   where e.booked_on <= p_to and e.status = 'split'
     and e.amount <> (select coalesce(sum(case p.direction when e.direction then p.amount else -p.amount end), 0)
                        from public.bank_entries p where p.split_of = e.id)
$$;

create or replace function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates, 'kept', d.kept)
             order by d.issue_date, d.invoice_number), '[]')
      from (
        -- Kept money is set against the amount due when the draft is issued: it changes no line.
        select k.payment_id as invoice_id, k.payment_number as invoice_number, k.received_on as issue_date, o.order_number, v.skipped_deposits as skipped,
               '[]'::jsonb as rates, private.amount_text(k.amount) as kept
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.kept_for_order(o.id) as k
         where v.id = p_invoice_id and v.status = 'draft' and v.kind <> 'proforma'
        union all
        select l.invoice_id, l.invoice_number, l.issue_date, o.order_number, v.skipped_deposits as skipped,
               jsonb_agg(jsonb_build_object('vat_rate', l.vat_rate::text, 'vat_treatment', l.vat_treatment,
                 'left', private.amount_text(l.base - coalesce(i.net, 0)), 'deducted', private.amount_text(coalesce(-i.net, 0)),
                 'deducted_vat', private.amount_text(coalesce(-i.vat, 0))) order by l.vat_rate, l.vat_treatment) as rates, null
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.deposits_left(o.id) as l
          left join public.invoice_items as i on i.invoice_id = p_invoice_id and i.deducts_invoice_id = l.invoice_id and i.vat_rate = l.vat_rate
            and i.vat_treatment = l.vat_treatment
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or i.id is not null)
         group by 1, 2, 3, 4, 5) as d);
end $$;

create or replace function private.skip_deposits(p_invoice_id uuid, p_deposits uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'change invoices');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This invoice is issued: its deposits stay as they are');
  elsif cardinality(p_deposits) > 500 or exists (
    select from unnest(p_deposits) as asked where not exists (
      select from public.invoices d where d.id = asked and d.kind = 'deposit' and d.order_id in (
        select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice_id))
      and not exists (select from public.kept_deposits k where k.payment_id = asked and k.order_id in (
        select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice_id)))
  then
    perform private.refuse('22023', 'This is no deposit of an order of this invoice');
  end if;
  update public.invoices set skipped_deposits = coalesce(p_deposits, '{}') where id = p_invoice_id;
  perform private.total_invoice(p_invoice_id);
end $$;

create or replace function private.kept_for_order(p_order_id uuid)
  returns table (payment_id uuid, payment_number text, received_on date, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select p.id, p.payment_number, p.received_on, sum(k.amount) from public.kept_deposits k join public.payments p on p.id = k.payment_id
     where k.order_id = p_order_id group by p.id having sum(k.amount) > 0;
end $$;

create or replace function private.lock_kept(p_orders uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.payments where id in (select k.payment_id from public.kept_deposits k where k.order_id = any (p_orders)) order by id for no key update;
end $$;

create or replace function private.lock_orders_of_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id in (select k.order_id from public.kept_deposits k where k.payment_id = p_payment_id) order by id for no key update;
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
    v_freed := v_freed + v_part;
  end loop;
  return v_freed;
end $$;

create or replace function private.take_off_orders(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept record;
begin
  for v_kept in
    select k.order_id, sum(k.amount) as amount from public.kept_deposits k where k.payment_id = p_payment_id group by 1 having sum(k.amount) > 0 order by 1
  loop
    perform private.keep_deposit(v_kept.order_id, p_payment_id, -v_kept.amount);
    update public.orders set deposit_paid = deposit_paid - v_kept.amount where id = v_kept.order_id;
    perform private.request_deposit(v_kept.order_id);
    perform private.refresh_order(v_kept.order_id);
  end loop;
end $$;

create or replace function private.use_kept_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order record;
  v_kept record;
  v_part numeric;
  v_freed numeric;
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
      v_freed := private.free_kept(v_order.order_id);
      if v_freed > 0 then
        perform private.log_event('order', v_order.order_id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_freed)));
      end if;
    end if;
  end loop;
end $$;

create or replace function private.deposit_received(p_invoice_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select sum(least(k.amount, greatest(a.amount, 0)))
      from (select d.payment_id, -sum(d.amount) as amount from public.kept_deposits d where d.invoice_id = p_invoice_id group by 1) as k
      join (select s.payment_id, sum(s.amount) as amount from public.payment_allocations s where s.invoice_id = p_invoice_id group by 1) as a
        on a.payment_id = k.payment_id), 0.00);
end $$;

create or replace function private.deposit_left(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(d.base + d.vat) filter (where d.base > 0), 0) from private.deposits_left(p_order_id) as d
  ) + coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id), 0);
end $$;

create or replace function private.bill_deposit(p_order public.orders, p_payment_id uuid, p_amount numeric) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice_id uuid;
  v_number text;
begin
  insert into public.invoices (kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  values ('deposit', p_order.contact_id, p_order.person_id, p_order.id, p_order.quotation_id, p_order.project_title, p_order.client_po,
    p_order.currency, auth.uid())
  returning id into v_invoice_id;
  insert into public.invoice_items (invoice_id, order_id, position, kind, description, qty, unit, unit_price, discount_pct, vat_rate,
    vat_treatment, net, vat)
  select v_invoice_id, p_order.id, private.line_key((row_number() over (order by s.vat_rate, s.vat_treatment))::integer - 1), 'item',
         format('Deposit for order %s', p_order.order_number), 1, 'piece', s.base, 0, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_deposit(p_order.id, p_amount) as s;
  perform private.total_invoice(v_invoice_id);
  update public.invoices
     set issue_date = private.company_today(), supply_date = private.company_today(), due_date = private.company_today(), issued_at = now(),
         issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(contact_id),
           'person', private.contact_facts(person_id))
   where id = v_invoice_id returning invoice_number into v_number;
  perform private.log_event('invoice', v_invoice_id, 'issued', jsonb_build_object('number', v_number, 'gross', private.amount_text(p_amount)));
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, v_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_invoice(v_invoice_id);
  return v_number;
end $$;

create or replace function private.keep_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric, p_invoice_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.kept_deposits (payment_id, order_id, invoice_id, amount, kept_on, created_by)
  values (p_payment_id, p_order_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  update public.payments set kept = kept + p_amount where id = p_payment_id;
end $$;

create or replace function private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_amount numeric;
  v_number text;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  v_amount := least(p_amount, coalesce(private.deposit_possible(p_order_id), 0));
  if coalesce(v_amount, 0) <= 0 then
    return 0;
  elsif (select c.tax_kind = 'sales_tax' from public.company_settings c) then
    perform private.keep_deposit(p_order_id, p_payment_id, v_amount);
  else
    v_number := private.bill_deposit(v_order, p_payment_id, v_amount);
  end if;
  update public.orders set deposit_paid = deposit_paid + v_amount where id = p_order_id;
  perform private.promise_order(p_order_id);
  if v_order.deposit_paid + v_amount >= v_order.deposit_amount then
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status in ('open', 'processing')
       and id is distinct from (select request_id from public.payments where id = p_payment_id);
  end if;
  perform private.log_event('order', p_order_id, 'deposit_paid', jsonb_strip_nulls(jsonb_build_object('amount', private.amount_text(v_amount), 'invoice_number', v_number)));
  if v_order.quotation_id is not null then
    perform private.log_event('quotation', v_order.quotation_id, 'deposit_paid', jsonb_build_object('amount', private.amount_text(v_amount)));
    perform private.cancel_mails('quotation', v_order.quotation_id);
  end if;
  perform private.refresh_order(p_order_id);
  return v_amount;
end $$;

create or replace function private.deposit_to_free(p_order_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return private.amount_text(coalesce((
    select sum(greatest(d.gross - d.balance - coalesce((
             select sum(n.gross) from public.credit_notes n where n.invoice_id = d.id and n.status <> 'void'), 0), 0))
      from public.invoices d where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')), 0)
    + coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id), 0));
end $$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

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
  return v_row.invoice_number;
end $$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, case when p.opening_on is null then 'money' else 'opening' end as other, 'clients' as against, p.method,
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
    -- A deposit without a paper is owed to the client until its order is invoiced.
    select k.kept_on, 8, 'payment', p.id, k.id, p.payment_number, p.contact_id, format('Deposit for %s', o.order_number), 'clients', 'deposits', null, k.amount
      from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
     where k.kept_on between p_from and p_to
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

create or replace function private.account_entries(p_contact_id uuid) returns table(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  with slips as materialized (
    select s.id from private.slips(p_contact_id) as s
  )
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p
   where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded') and p.id not in (select s.id from slips s)
  union all
  select r.refunded_on, case when r.reverses_id is null then 4 else 5 end, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
   where p.contact_id = p_contact_id and r.id not in (select s.id from slips s)
  union all
  select k.kept_on, 8, 'deposit', k.id, p.payment_number, o.order_number, null, greatest(k.amount, 0), greatest(-k.amount, 0)
    from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
   where p.contact_id = p_contact_id and p.id not in (select s.id from slips s)
  union all
  select w.written_off_on, case when w.reverses_id is null then 6 else 7 end, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id
   where v.contact_id = p_contact_id and w.id not in (select s.id from slips s)
  union all
  select d.given_on, case when d.reverses_id is null then 6 else 7 end, 'cash_discount', d.id, v.invoice_number, null, null, greatest(-d.amount, 0), greatest(d.amount, 0)
    from public.cash_discounts d join public.invoices v on v.id = d.invoice_id
   where v.contact_id = p_contact_id and d.id not in (select s.id from slips s)
$$;

create or replace function private.open_items_of_clients(p_on date)
returns table (contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.* from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
  ), notes as materialized (
    select n.* from public.credit_notes n where n.status not in ('draft', 'void') and n.issue_date <= p_on
  ), payments as materialized (
    select p.* from public.payments p where p.status in ('succeeded', 'part_refunded', 'refunded') and p.received_on <= p_on
  ), settlements as materialized (
    select s.invoice_id, s.payment_id, s.credit_note_id, s.amount from private.settlements s where s.on_date <= p_on
  ), settled as (
    select s.invoice_id as id, sum(s.amount) as amount from settlements s group by 1
  ), credited as (
    select s.credit_note_id as id, sum(s.amount) as amount from settlements s where s.credit_note_id is not null group by 1
  ), used as (
    select x.payment_id as id, sum(x.amount) as amount
      from (select s.payment_id, s.amount from settlements s where s.payment_id is not null
            union all select r.payment_id, r.amount from public.payment_refunds r where r.refunded_on <= p_on
            union all select k.payment_id, k.amount from public.kept_deposits k where k.kept_on <= p_on) as x group by 1
  )
  select v.contact_id, 'invoice', v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.id = v.id
  union all
  select n.contact_id, 'credit_note', n.id, n.credit_number, n.issue_date, null, -n.gross,
         coalesce(c.amount, 0) - n.gross
    from notes n left join credited c on c.id = n.id
  union all
  select p.contact_id, 'payment', p.id, p.payment_number, p.received_on, null, s.sign * p.amount, s.sign * (p.amount - coalesce(u.amount, 0))
    from payments p left join used u on u.id = p.id cross join lateral (select case p.direction when 'in' then -1 else 1 end as sign) as s
$$;

create table public.kept_deposits (
  id         uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id   uuid not null references public.orders (id) on delete restrict,
  invoice_id uuid references public.invoices (id) on delete restrict,
  amount     numeric(14, 2) not null,
  kept_on    date not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint kept_deposits_are_set_against_invoices check (amount <> 0 and (invoice_id is null or amount < 0))
);

create or replace function private.refresh_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_allocated numeric;
begin
  select * into v_row from public.payments where id = p_payment_id for no key update;
  select coalesce(sum(amount), 0) into v_allocated from public.payment_allocations where payment_id = p_payment_id;
  if v_allocated + v_row.refunded + v_row.kept > v_row.amount then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.payment_number, private.money_words(v_row.open)));
  end if;
  update public.payments set allocated = v_allocated where id = p_payment_id and allocated is distinct from v_allocated;
end $$;

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.refuse_closed_day(v_row.received_on);
    perform private.take_off_orders(p_id);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.end_cash_discounts(p_id, v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  update public.payments set contact_id = p_contact_id, order_id = null where id = p_id and contact_id <> p_contact_id;
  if v_row.contact_id <> p_contact_id then
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.refundable(p_payment_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return private.amount_text(coalesce(private.payment_free(p_payment_id) + (select p.kept from public.payments p where p.id = p_payment_id), 0)
    + coalesce((select sum(c.amount) from private.credit_of_payment(p_payment_id) as c), 0));
end $$;

create or replace function private.free_for_refund(p_payment_id uuid, p_amount numeric, p_credit_note_id uuid, p_locked uuid[]) returns public.payments
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := case when p_credit_note_id is null then p_amount - private.payment_free(p_payment_id) else p_amount end;
  v_freed numeric;
  v_credit record;
  v_payment public.payments;
begin
  perform from public.invoices where id in (select c.invoice_id from private.credit_of_payment(p_payment_id, p_credit_note_id) as c)
   order by id for no key update;
  for v_credit in
    select c.* from private.credit_of_payment(p_payment_id, p_credit_note_id) as c join public.credit_notes n on n.id = c.credit_note_id
     where c.credit_note_id = any (p_locked) order by n.issue_date, n.credit_number
  loop
    exit when not coalesce(v_left > 0, false);
    v_freed := private.free_payments(v_credit.credit_note_id, p_payment_id, least(v_credit.amount, v_left));
    perform private.log_event('credit_note', v_credit.credit_note_id, 'paid_back', jsonb_build_object('amount', private.amount_text(v_freed),
      'with', (select p.payment_number from public.payments p where p.id = p_payment_id)));
    v_left := v_left - v_freed;
  end loop;
  if p_credit_note_id is null and v_left > 0 then
    perform private.free_kept(null, p_payment_id, v_left);
  elsif v_left > 0 then
    perform private.refuse('PT409', format('Only %s of this credit note can go back with this payment', private.money_words(p_amount - v_left)));
  end if;
  select * into v_payment from public.payments where id = p_payment_id;
  return v_payment;
end $$;

create or replace function private.take_off_invoices(p_payment_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.payment_allocations;
  v_amount numeric;
  v_discount numeric;
  v_off jsonb := '[]';
begin
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_payment_id) order by id for no key update;
  for v_part in select * from public.payment_allocations where payment_id = p_payment_id and reverses_id is null
  loop
    v_amount := private.release_allocation(v_part.id);
    continue when v_amount = 0;
    v_discount := private.cash_discounted(v_part.invoice_id);
    perform private.end_cash_discounts(p_payment_id, v_part.invoice_id);
    v_discount := v_discount - private.cash_discounted(v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
    v_off := v_off || jsonb_strip_nulls(jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount),
      'discount', private.amount_text(nullif(v_discount, 0))));
  end loop;
  perform private.refresh_payment(p_payment_id);
  perform private.take_off_orders(p_payment_id);
  return v_off;
end $$;

create or replace function private.take_back_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'create', 'take payments back');
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif exists (select from public.payment_refunds r where r.payment_id = p_id and r.kind = 'reversal') then
    return;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif v_row.direction <> 'in' or v_row.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('%s cannot be taken back: it is %s', v_row.payment_number, replace(v_row.status, '_', ' ')));
  elsif v_row.provider is not null or v_row.request_id is not null then
    perform private.refuse('PT409', format('%s was paid by the client on the page: please refund it', v_row.payment_number));
  elsif exists (select from public.bank_entries e where e.payment_id = p_id) then
    perform private.refuse('PT409', format('%s stands on a bank statement: please take its entry back there', v_row.payment_number));
  end if;
  perform private.refuse_closed_day(v_row.received_on);
  perform private.reverse_payment(p_id, p_reason);
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
    perform private.log_event('order', p_order.id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_freed)));
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s was cancelled', p_order.order_number),
      format('%s of its deposit are credit of %s now. Refund them, or use them for another invoice.',
        private.money_words(v_freed, p_order.currency), (select private.client_label(c) from public.contacts c where c.id = p_order.contact_id)),
      'order', p_order.id);
  end if;
end $$;

create or replace function private.credit_chain(p_order_id uuid, p_reason text) returns jsonb
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
    perform private.number_credit_note(v_note);
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

alter table public.payments add column open numeric(14,2) not null generated always as ((amount - allocated - refunded - kept)) stored;

alter table public.payments add constraint payments_amounts_fit CHECK (amount > 0::numeric AND allocated >= 0::numeric AND refunded >= 0::numeric AND kept >= 0::numeric AND (allocated + refunded + kept) <= amount);

alter table public.payments add constraint payments_kept_is_a_number CHECK (kept <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.payments add constraint payments_open_is_a_number CHECK (open <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.kept_deposits', '');

call private.after_each_statement('public.kept_deposits', 'nudge_page', $$private.nudge_pages('payment_id', 'payments', 'statements')$$);

create index kept_deposits_created_by_idx on public.kept_deposits (created_by);

create index kept_deposits_invoice_id_idx on public.kept_deposits (invoice_id);

create index kept_deposits_kept_on_idx on public.kept_deposits (kept_on);

create index kept_deposits_order_id_idx on public.kept_deposits (order_id);

create index kept_deposits_payment_id_idx on public.kept_deposits (payment_id);

create or replace trigger append_only before update or delete on public.kept_deposits
  for each row execute function private.refuse_change();

create or replace trigger audit after insert or update or delete on public.kept_deposits
  for each row execute function private.audit('id');

create or replace trigger zz_guard_closed before insert on public.kept_deposits
  for each row execute function private.guard_closed('kept_on');

CREATE TRIGGER pin BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'payment_number', 'contact_id', 'direction', 'method', 'provider', 'provider_ref', 'request_id', 'order_id', 'status', 'amount', 'allocated', 'refunded', 'kept', 'currency', 'received_on', 'opening_on');

create or replace trigger zz_guard_closed before insert or update or delete on public.payments
  for each row execute function private.guard_closed('received_on', 'allocated', 'refunded', 'kept', 'open', 'status', 'contact_id', 'order_id', 'row_version', 'created_by');

create policy "whoever reads a payment reads for which orders it is kept" on public.kept_deposits
  for select to authenticated using ((select true from public.payments p where p.id = payment_id));

comment on function private.account_entries(pg_catalog.uuid) is 'What moves the account of a client: invoices and refunds up, credit notes, payments, what was written off and cash discounts down. A deposit that is kept for
an order waits beside the account: up when it is kept, down when it is set against an invoice or is credit again. Papers over 0.00 move nothing,
nor does what was recorded and taken back on one day (slips). sort: on a day, what takes back stands after what it takes back.';

comment on function private.deposit_left(pg_catalog.uuid) is 'Deposit of an order that no invoice deducts yet, gross, and what is kept for it.';

comment on function private.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. Amounts are text.';

comment on function private.free_deposit(public.orders) is 'Credits what was paid as deposits of an order that is cancelled, and keeps nothing for it: the payments are credit of the client again.';

comment on function private.free_for_refund(pg_catalog.uuid,numeric,pg_catalog.uuid,pg_catalog.uuid[]) is 'Open credit notes take the place of a payment at their invoices, as far as a refund needs it: its invoices stay settled. Then what is kept for orders is free.
p_credit_note_id: all of it by that note. p_locked: the notes that lock_refund returned. Returns the payment.';

comment on function private.issue_invoice(pg_catalog.uuid) is 'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. What is kept for its orders is set against it. A second call returns the same number. Returns the number.';

comment on function private.journal_of_payments(pg_catalog.date,pg_catalog.date) is 'What payments of clients, refunds, reversals, write-offs and fees of returned payments move: money or loss against what the client owes. What is kept for an
order is a deposit until it is set against an invoice. Amounts above zero are debits.';

comment on function private.move_payment(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice stays there, and so does what is kept for an
order, unless the payment is of another client.';

comment on function private.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. Returns the id of the refund.';

comment on function private.refundable(pg_catalog.uuid) is 'How much of a payment can go back, as text: what settles nothing, what is kept for orders, and what open credit notes over its invoices leave.';

comment on function private.take_deposit(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Money paid ahead for an order: a deposit invoice with its own number and VAT, settled by the payment. Sales tax arises with the sale: where
that is charged, the money is kept for the order, without a paper. Returns how much of the amount the order could take.';

comment on function private.take_off_invoices(pg_catalog.uuid) is 'A payment settles nothing any more: its invoices are open again, with the cash discount that it took, and its orders wait for their
deposit. The caller locks the orders and the payment. Returns [{invoice_id, amount, discount}].';

comment on function public.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. Amounts are text.';

comment on function public.issue_invoice(pg_catalog.uuid) is 'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. What is kept for its orders is set against it. A second call returns the same number. Returns the number.';

comment on function public.move_payment(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice stays there, and so does what is kept for an
order, unless the payment is of another client.';

comment on function public.refund_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. Returns the id of the refund.';

comment on function public.refundable(pg_catalog.uuid) is 'How much of a payment can go back, as text: what settles nothing, what is kept for orders, and what open credit notes over its invoices leave.';

grant select on table public.kept_deposits to authenticated;

comment on function private.bill_deposit(public.orders,pg_catalog.uuid,numeric) is 'Issues the invoice of a deposit, with its own number and VAT, and settles it by the payment. The caller refreshes the payment. Returns the number.';

comment on function private.deposit_received(pg_catalog.uuid) is 'What of the paid amount of an invoice was kept for its orders before.';

comment on function private.free_kept(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'What is kept for an order, or of a payment, is credit of the client again, at most p_most of it. The caller locks the payments. Returns how much.';

comment on function private.keep_deposit(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.uuid) is 'Keeps an amount of a payment for an order; below zero it is kept no more: set against the invoice p_invoice_id, or credit of the client again.';

comment on function private.kept_for_order(pg_catalog.uuid) is 'The payments of which something is kept for an order, and how much.';

comment on function private.lock_kept(pg_catalog.uuid[]) is 'Locks the payments that are kept for orders. The caller locked the orders before.';

comment on function private.lock_orders_of_payment(pg_catalog.uuid) is 'Locks the orders for which a payment was kept. The caller locks the payment afterwards, as deposits do.';

comment on function private.take_off_orders(pg_catalog.uuid) is 'A payment is no deposit any more, because it never was or is of another client: its orders wait for theirs again. The caller locks the orders and the payment.';

comment on function private.use_kept_deposits(pg_catalog.uuid) is 'Sets what is kept for the orders of an invoice against what is due of it, but for what the office left out. It keeps its net, its tax and its total. What is
left after the last invoice of an order is credit of the client.';

comment on column public.kept_deposits.invoice_id is 'The invoice against which it is set; null: it is kept, or is credit of the client again.';

comment on column public.payments.kept is 'Deposits kept for orders, without tax: they are set against the invoices of those orders.';

comment on column public.payments.open is 'What settles nothing yet: credit of the client.';

comment on table public.kept_deposits is 'Deposits of a company with sales tax: money kept for an order, which carries no tax. Below zero it is kept no more.';

reset check_function_bodies;
