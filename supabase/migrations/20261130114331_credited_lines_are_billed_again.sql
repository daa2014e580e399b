set check_function_bodies = off;

drop trigger pin on public.credit_notes;

drop routine private.credit_by_amount(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean, p_id uuid);

drop routine private.credit_chain(p_order_id uuid, p_reason text);

drop routine private.credit_of_deposit(p_invoice_id uuid, p_amount numeric, p_reason text);

drop routine private.credit_open_deposit(p_invoice_id uuid, p_reason text);

drop routine private.credit_order(p_order_id uuid, p_reason text, p_shown text);

drop routine private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid, p_deposits boolean);

drop routine public.credit_by_amount(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean, p_id uuid);

drop routine public.credit_open_deposit(p_invoice_id uuid, p_reason text);

drop routine public.credit_order(p_order_id uuid, p_reason text, p_shown text);

drop routine public.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid, p_deposits boolean);

alter table public.credit_notes add column is_billed_again boolean not null default false;

create or replace function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb default null, p_id uuid default null,
  p_deposits boolean default false, p_again boolean default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_of uuid;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  select invoice_id into v_of from public.credit_notes where id = p_id;
  if found then
    perform private.must_be_same(v_of = p_invoice_id, 'credit note');
    return p_id;
  end if;
  return private.mark_billed_again(
    private.write_credit_note(p_invoice_id, p_reason, p_lines, p_id, p_deposits and p_again is not true), p_again);
end $$;

create or replace function private.mark_billed_again(p_note_id uuid, p_again boolean) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_again constant boolean := coalesce(p_again, (
    select v.kind = 'deposit' from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_note_id));
begin
  if v_again then
    perform private.must_be_billable(p_note_id);
    update public.credit_notes set is_billed_again = true where id = p_note_id;
  end if;
  return p_note_id;
end $$;

create or replace function private.must_be_billable(p_note_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_line text;
begin
  select left(i.description, 100) into v_line
    from public.credit_note_items c join public.invoice_items i on i.id = c.invoice_item_id join public.invoices v on v.id = i.invoice_id
   where c.credit_note_id = p_note_id and v.kind <> 'deposit' and c.by_amount and c.net <> i.net order by i.position limit 1;
  if found then
    perform private.refuse('22023', format('Only an amount of "%s" is credited: it lowers the price and is not invoiced again. Credit the line to invoice it again', v_line));
  end if;
end $$;

create or replace function private.lines_of_note(p_note_id uuid)
  returns table (order_item_id uuid, order_id uuid, invoice_id uuid, qty numeric, net numeric, charged numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.order_item_id, i.order_id, i.invoice_id, case when c.by_amount then abs(i.qty) else abs(c.qty) end, c.net,
           case when c.by_amount then coalesce(i.charged_qty, i.qty) else coalesce(c.charged_qty, c.qty) end
      from public.credit_note_items c join public.invoice_items i on i.id = c.invoice_item_id
     where c.credit_note_id = p_note_id and i.order_item_id is not null;
end $$;

create or replace function private.note_of_orders(p_note_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(distinct l.order_id), '{}') from private.lines_of_note(p_note_id) as l);
end $$;

create or replace function private.count_billed_again(p_note_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_over record;
  v_order uuid;
begin
  select o.description, string_agg(distinct coalesce(v.invoice_number, 'a draft'), ', ') filter (where v.id is not null) as papers into v_over
    from (select distinct l.order_item_id as id from private.lines_of_note(p_note_id) as l) as n
    join public.order_items o on o.id = n.id
    join public.invoice_items i on i.order_item_id = o.id
    left join public.invoices v on v.id = i.invoice_id and v.status <> 'void' and v.kind <> 'proforma'
      and v.id <> (select c.invoice_id from public.credit_notes c where c.id = p_note_id)
   where (select sum(b.qty) from private.billed_parts(o.id) as b) > abs(o.qty)
   group by o.id order by o.position limit 1;
  if found then
    perform private.refuse('PT409', format('Of "%s" too much is invoiced again by %s: please credit or void that first',
      left(v_over.description, 100), v_over.papers));
  end if;
  perform private.count_invoiced(array(select l.order_item_id from private.lines_of_note(p_note_id) as l));
  foreach v_order in array private.note_of_orders(p_note_id) loop
    perform private.deduct_anew_of(v_order);
  end loop;
end $$;

create or replace function private.bill_again(p_id uuid, p_again boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  perform from public.orders where id = any (private.note_of_orders(p_id)) or id = (
    select v.order_id from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id) order by id for no key update;
  select * into v_row from public.credit_notes where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This credit note is void');
  elsif v_row.with_note_id is not null then
    perform private.refuse('PT409', 'This credit note belongs to another one. What becomes of it is chosen there.');
  elsif p_again is null or p_again = v_row.is_billed_again then
    return;
  elsif p_again then
    perform private.must_be_billable(p_id);
  end if;
  update public.credit_notes set is_billed_again = p_again where id = p_id;
  perform private.log_event('credit_note', p_id, case when p_again then 'billed_again' else 'not_charged' end);
  if v_row.status = 'draft' then
    return;
  end if;
  perform private.count_billed_again(p_id);
  perform private.ask_for_deposit(v.order_id, case when p_again then v_row.gross else -v_row.gross end)
     from public.invoices v where v.id = v_row.invoice_id and v.kind = 'deposit';
end $$;

create or replace function private.credit_by_amount(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean default false, p_id uuid default null,
  p_again boolean default null) returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  v_of uuid;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  select invoice_id into v_of from public.credit_notes where id = p_id;
  if found then
    perform private.must_be_same(v_of = p_invoice_id, 'credit note');
    return p_id;
  end if;
  return private.mark_billed_again(private.write_credit_of_amounts(p_invoice_id, p_reason, p_amounts, p_is_gross, p_id), p_again);
end $$;

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
end $$;

create or replace function private.deposit_possible(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(o.gross
      - coalesce((select sum(b.base + b.vat) from private.billed_vat(o.id, true) as b), 0)
      - private.deposit_left(o.id), 0)
    from public.orders o where o.id = p_order_id and o.status <> 'cancelled');
end $$;

create or replace function private.order_to_invoice(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_billed numeric;
  v_drafted numeric;
  v_deducted numeric;
  v_left numeric;
begin
  perform private.must('orders', 'view', 'see orders');
  if v_order.id is null or v_order.status = 'cancelled' then
    return null;
  end if;
  select coalesce(sum(b.base + b.vat), 0) into v_billed from private.billed_vat(p_order_id, false) as b;
  select coalesce(sum(b.base + b.vat), 0) - v_billed into v_drafted from private.billed_vat(p_order_id, true) as b;
  select coalesce(-sum(i.net + i.vat), 0) into v_deducted from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft';
  v_left := greatest(v_order.gross - v_billed - v_deducted - coalesce((select sum(d.base + d.vat) from private.deposits_left(p_order_id) as d), 0), 0);
  return jsonb_build_object('amount', private.amount_text(v_left), 'drafted', private.amount_text(greatest(least(v_drafted - v_deducted, v_left), 0)));
end $$;

create or replace function private.issue_deposit_invoice(p_order_id uuid, p_due_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_order from public.orders where id = p_order_id for no key update;
  select * into v_invoice from public.invoices where order_id = p_order_id and kind = 'deposit' and balance > 0 and status not in ('draft', 'void') limit 1;
  v_amount := least(v_order.deposit_amount - v_order.deposit_paid, coalesce(private.deposit_possible(p_order_id), 0));
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_invoice.id is not null then
    return v_invoice.id;
  elsif v_order.status = 'cancelled' then
    perform private.refuse('PT409', 'This order is cancelled');
  elsif (select c.tax_kind = 'sales_tax' from public.company_settings c) then
    perform private.refuse('PT409', 'Where sales tax is charged, a deposit has no invoice: its money is kept for the order');
  elsif v_amount <= 0 then
    perform private.refuse('PT409', format('%s asks for no deposit that is open', v_order.order_number));
  elsif p_due_on < private.company_today() or p_due_on > private.company_today() + 366 then
    perform private.refuse('22023', 'Please choose a day from today on by which it is due, within a year');
  end if;
  perform private.must_mean_plain(v_order.contact_id);
  v_invoice := private.issue_deposit(v_order, v_amount, coalesce(p_due_on, private.company_today()), true);
  return v_invoice.id;
end $$;

create or replace function private.credit_of_deposit(p_invoice_id uuid, p_amount numeric, p_reason text, p_again boolean default true) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note uuid;
begin
  if (select sum(h.base + h.vat) from private.held_by_rate(p_invoice_id) as h) = p_amount then
    v_note := private.write_credit_note(p_invoice_id, p_reason, null, null);
  else
    v_note := private.write_credit_of_amounts(p_invoice_id, p_reason, (
      select jsonb_agg(jsonb_build_object('vat_rate', s.vat_rate, 'vat_treatment', s.vat_treatment, 'amount', s.base + s.vat))
        from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s
       where s.base + s.vat > 0), true, null);
  end if;
  perform private.number_credit_note(private.mark_billed_again(v_note, p_again));
  return v_note;
end $$;

create or replace function private.credit_open_deposit(p_invoice_id uuid, p_reason text, p_again boolean default true) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
begin
  perform private.must('invoices', 'edit', 'credit deposit invoices');
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id) for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id and kind = 'deposit' and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This deposit invoice is not there any more');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif v_invoice.balance = 0 then
    perform private.refuse('PT409', format('Nothing of %s is open', v_invoice.invoice_number));
  end if;
  perform private.must_mean_plain(v_invoice.contact_id);
  return private.credit_of_deposit(p_invoice_id, v_invoice.balance, p_reason, p_again);
end $$;

create or replace function private.lower_open_deposit(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_beyond jsonb;
  v_gross numeric;
  v_note public.credit_notes;
begin
  -- Whoever writes a credit note over it already decides what it takes back.
  select v.* into v_invoice from public.invoices v
   where v.order_id = p_order.id and v.taxed_when_paid and v.balance > 0 and v.status in ('issued', 'partly_paid')
     and not exists (select from public.credit_notes n where n.invoice_id = v.id and n.status = 'draft')
   order by v.issue_date, v.invoice_number limit 1 for no key update;
  select jsonb_agg(to_jsonb(b)), sum(b.base + b.vat) into v_beyond, v_gross from private.deposit_beyond(v_invoice) as b;
  if v_gross is null then
    return;
  end if;
  -- No more than nobody paid: what was paid of it stays, as with every deposit.
  v_note.id := private.write_credit_of_amounts(v_invoice.id, format('%s was changed', p_order.order_number), (
    select jsonb_agg(jsonb_build_object('vat_rate', s.vat_rate, 'vat_treatment', s.vat_treatment,
             'amount', case when v_gross > v_invoice.balance then s.base + s.vat else b.base end))
      from private.split_gross(v_beyond, least(v_gross, v_invoice.balance)) as s
      join private.deposit_beyond(v_invoice) as b on b.vat_rate = s.vat_rate and b.vat_treatment = s.vat_treatment
     where s.base + s.vat > 0), v_gross > v_invoice.balance, null);
  perform private.number_credit_note(private.mark_billed_again(v_note.id, true));
  select * into v_note from public.credit_notes where id = v_note.id;
  perform private.log_event('order', p_order.id, 'deposit_lowered',
    jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(v_note.gross)));
  perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
    format('%s asks for less', v_invoice.invoice_number),
    private.with_tax(format('%s was changed, and has less at a {tax} rate than its deposit invoice asked for. %s takes %s off. Please send it to the client.',
      p_order.order_number, v_note.credit_number, private.money_words(v_note.gross, v_note.currency))), 'credit_note', v_note.id);
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
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
    perform private.request_deposit(p_order_id);
    perform private.refresh_order(p_order_id);
  end if;
end $$;

create or replace function private.ask_for_deposit(p_order_id uuid, p_more numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant numeric := (select o.deposit_amount from public.orders o where o.id = p_order_id);
  v_order public.orders;
begin
  update public.orders o
     set deposit_amount = case when p_more < 0 then least(o.deposit_amount, greatest(o.deposit_amount + p_more, o.deposit_paid + private.deposit_asked(o.id)))
       else greatest(o.deposit_amount, least(o.deposit_amount + p_more, o.deposit_paid + private.deposit_asked(o.id)
         + (select coalesce(sum(r.base + r.vat), 0) from private.order_rest(o.id, false) as r))) end
   where o.id = p_order_id and o.status <> 'cancelled' returning * into v_order;
  if v_order.deposit_amount is distinct from v_before and v_order.id is not null then
    perform private.log_event('order', p_order_id, case when p_more < 0 then 'deposit_ended' else 'deposit_asked_again' end,
      jsonb_build_object('amount', private.amount_text(abs(v_order.deposit_amount - v_before))));
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
    perform private.request_deposit(p_order_id);
    perform private.refresh_order(p_order_id);
  end if;
end $$;

create or replace function private.billed_parts(p_order_item_id uuid)
  returns table (id uuid, invoice_id uuid, is_draft boolean, qty numeric, net numeric, charged numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, i.invoice_id, v.status = 'draft', abs(i.qty), i.net, coalesce(i.charged_qty, i.qty)
      from public.invoice_items i join public.invoices v on v.id = i.invoice_id
     where i.order_item_id = p_order_item_id and v.status <> 'void' and v.kind <> 'proforma'
    union all
    -- Not of the invoice: what it credited is behind every paper that follows.
    select null::uuid, null::uuid, false, -l.qty, -l.net, -l.charged
      from public.credit_notes n cross join lateral private.lines_of_note(n.id) as l
     where n.id in (select c.credit_note_id from public.invoice_items i join public.credit_note_items c on c.invoice_item_id = i.id
                     where i.order_item_id = p_order_item_id)
       and n.is_billed_again and n.status not in ('draft', 'void') and l.order_item_id = p_order_item_id;
end $$;

create or replace function private.settle_part() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.order_items;
  v_taken numeric;
  v_billed_qty numeric;
  v_billed_net numeric;
  v_billed_charged numeric;
begin
  if tg_op = 'UPDATE' and current_setting('signwright.fit_discounts', true) = 'on' then
    return new;
  end if;
  select * into v_item from public.order_items where id = new.order_item_id for no key update;
  new.order_id := v_item.order_id;
  new.kind := v_item.kind;
  new.unit := v_item.unit;
  new.unit_price := v_item.unit_price;
  new.discount_pct := v_item.discount_pct;
  new.vat_rate := v_item.vat_rate;
  new.vat_treatment := v_item.vat_treatment;
  new.qty := case when v_item.kind = 'discount' then -abs(new.qty) else new.qty end;
  select coalesce(sum(b.qty), 0) into v_taken from private.billed_parts(new.order_item_id) as b where b.id is distinct from new.id;
  if not coalesce(abs(new.qty) > 0, false) or new.qty = 'NaN' then
    perform private.refuse('22023', 'Please enter a quantity above zero');
  elsif abs(new.qty) > abs(v_item.qty) - v_taken and (select kind from public.invoices where id = new.invoice_id) <> 'proforma' then
    perform private.refuse('PT409', format('Of "%s" only %s of %s are left to invoice', left(v_item.description, 100),
      trim_scale(greatest(abs(v_item.qty) - v_taken, 0)), trim_scale(abs(v_item.qty))));
  end if;
  select coalesce(sum(b.qty), 0), coalesce(sum(b.net), 0), coalesce(sum(b.charged), 0) into v_billed_qty, v_billed_net, v_billed_charged
    from private.billed_parts(new.order_item_id) as b where b.invoice_id is distinct from new.invoice_id and not b.is_draft;
  new.charged_qty := case when v_item.charged_qty is null then null
    when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.charged_qty - v_billed_charged
    else trunc(v_item.charged_qty * abs(new.qty) / abs(v_item.qty), 4) end;
  new.net := case when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.net - v_billed_net
    else private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct) end;
  return new;
end $$;

create or replace function private.count_invoiced(p_order_item_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid;
begin
  update public.order_items o set qty_invoiced = counted.qty, qty_drafted = counted.drafted
    from (select asked.id, coalesce(sum(b.qty), 0) as qty, coalesce(sum(b.qty) filter (where b.is_draft), 0) as drafted
            from unnest(p_order_item_ids) as asked (id)
            left join lateral private.billed_parts(asked.id) as b on true
           group by asked.id) as counted
   where o.id = counted.id and (o.qty_invoiced, o.qty_drafted) is distinct from (counted.qty, counted.drafted);
  for v_order_id in select distinct order_id from public.order_items where id = any (p_order_item_ids) order by 1 loop
    perform private.refresh_order(v_order_id);
  end loop;
end $$;

create or replace function private.due_net(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with lines as (
    select o.*, billed.qty as billed_qty, billed.net as billed_net, greatest(o.qty_delivered, o.qty_invoiced) as done,
           case when o.kind = 'item' and o.qty > 0 then greatest(o.qty_delivered - o.qty_invoiced, 0) else 0 end as due
      from public.order_items o
     cross join lateral (
       select coalesce(sum(b.qty), 0) as qty, coalesce(sum(b.net), 0) as net from private.billed_parts(o.id) as b where not b.is_draft) as billed
     where o.order_id = p_order_id
  ), items as (
    select l.*, case when l.due = 0 then 0 when l.billed_qty + l.due = l.qty then l.net - l.billed_net
        else private.line_net(coalesce(trunc(l.charged_qty * l.due / l.qty, 4), l.due), l.unit_price, l.discount_pct) end as part
      from lines l where l.kind = 'item'
  ), limits as (
    select r.vat_rate, r.vat_treatment, r.here, r.discounts_left,
           case when r.lines > 0 and r.lines >= r.discounts then least(greatest(r.here - (r.lines_left - r.discounts_left), 0), r.here, r.discounts_left)
             else 0 end as at_least,
           case when r.lines > 0 and r.lines >= r.discounts then least(r.here, r.discounts_left) else r.discounts end as at_most
      from (select l.vat_rate, l.vat_treatment, coalesce(sum(l.net) filter (where l.kind = 'item'), 0) as lines,
                   coalesce(-sum(l.net) filter (where l.kind = 'discount'), 0) as discounts,
                   coalesce(sum(l.net - l.billed_net) filter (where l.kind = 'item'), 0) as lines_left,
                   coalesce(-sum(l.net - l.billed_net) filter (where l.kind = 'discount'), 0) as discounts_left,
                   coalesce(sum(i.part), 0) as here
              from lines l left join items i on i.id = l.id group by 1, 2) as r
  ), offs as (
    select d.vat_rate, d.vat_treatment, d.billed_qty + d.off >= abs(d.qty) as is_last, -(d.net - d.billed_net) as open,
           case when d.billed_qty + d.off = abs(d.qty) then -(d.net - d.billed_net)
             else -private.line_net(-coalesce(trunc(abs(d.charged_qty) * d.off / abs(d.qty), 4), d.off), d.unit_price, d.discount_pct) end as part
      from (
        select l.*, case when share.qty <= 0 and share.part < 1 and abs(l.qty) - l.qty_invoiced > 0.0001 and m.at_least > 0 then 0.0001 else share.qty end as off
          from lines l
          join limits m on m.vat_rate = l.vat_rate and m.vat_treatment = l.vat_treatment
         cross join lateral (
           select s.part, trunc(abs(l.qty) * s.part, 4) - l.qty_invoiced as qty from (
             select case when bool_and(i.done >= i.qty) then 1 else trunc(coalesce(sum(i.net * i.done / i.qty) / nullif(sum(i.net), 0), 0), 4) end as part
               from items i where i.qty > 0 and ((i.vat_rate, i.vat_treatment) = (l.vat_rate, l.vat_treatment) or not exists (
                 select from items o where o.qty > 0 and (o.vat_rate, o.vat_treatment) = (l.vat_rate, l.vat_treatment)))) as s) as share
         where l.kind = 'discount' and l.qty <> 0) as d
     where d.off > 0
  )
  -- What private.fit_discounts moves: the last part of a discount is its rest.
  select (select coalesce(sum(i.part), 0) from items i) - coalesce((
    select sum(f.off + greatest(-f.down, least(f.up, greatest(least(f.off, m.at_most), m.at_least) - f.off)))
      from (select o.vat_rate, o.vat_treatment, sum(o.part) as off, coalesce(sum(o.open - o.part) filter (where not o.is_last), 0) as up,
                   coalesce(sum(o.part) filter (where not o.is_last), 0) as down
              from offs o group by 1, 2) as f
      join limits m on m.vat_rate = f.vat_rate and m.vat_treatment = f.vat_treatment), 0));
end $$;

create or replace function private.is_credited_whole(p_invoice_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.credit_notes n where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void'))
    and not exists (select from private.creditable_lines(p_invoice_id) as l where (l.item).net <> l.credited_net);
end $$;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_written_off numeric;
  v_discounted numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  v_written_off := private.written_off(p_invoice_id);
  v_discounted := private.cash_discounted(p_invoice_id);
  select v_written_off + v_discounted + coalesce(sum(a.amount), 0) into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.money_words(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_row.gross = 0 and private.is_credited_whole(p_invoice_id) then 'credited'
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, written_off = v_written_off, cash_discounted = v_discounted, status = v_status
   where id = p_invoice_id
     and (paid, credited, written_off, cash_discounted, status) is distinct from (v_paid, v_credited, v_written_off, v_discounted, v_status);
  if v_row.taxed_when_paid then
    perform private.tax_deposit(p_invoice_id, private.company_today());
  end if;
  if v_status <> v_row.status and v_status in ('paid', 'credited') then
    perform private.cancel_mails('invoice', p_invoice_id);
    if v_status = 'paid' then
      perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
    end if;
  elsif v_row.status in ('paid', 'credited') and v_status in ('issued', 'partly_paid') then
    perform private.wake_reminders('invoice', p_invoice_id);
  end if;
end $$;

create or replace function private.fit_discounts(p_invoice_id uuid) returns void
language plpgsql security definer set search_path to '' as $function$
declare
  v_later constant text := current_setting('signwright.total_later', true);
  v_rate record;
  v_line record;
  v_off numeric;
  v_part numeric;
begin
  for v_rate in
    select o.*, greatest(least(o.discount, l.at_most), l.at_least) - o.discount as more
      from (select i.order_id, i.vat_rate, i.vat_treatment, -sum(i.net) as discount from public.invoice_items i
             where i.invoice_id = p_invoice_id and i.order_item_id is not null and i.kind = 'discount' group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_invoice_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where greatest(least(o.discount, l.at_most), l.at_least) <> o.discount
     order by o.order_id, o.vat_rate, o.vat_treatment
  loop
    v_off := v_rate.more;
    for v_line in
      select i.id, -i.net as net, -(o.net - billed.net) as left_net, billed.qty + abs(i.qty) >= abs(o.qty) as is_last
        from public.invoice_items i join public.order_items o on o.id = i.order_item_id
       cross join lateral (
         select coalesce(sum(b.net), 0) as net, coalesce(sum(b.qty), 0) as qty from private.billed_parts(o.id) as b
          where b.invoice_id is distinct from p_invoice_id and not b.is_draft) as billed
       where i.invoice_id = p_invoice_id and i.kind = 'discount' and i.order_id = v_rate.order_id and i.vat_rate = v_rate.vat_rate
         and i.vat_treatment = v_rate.vat_treatment
       order by i.position
    loop
      -- The last part of a discount is its rest.
      continue when v_line.is_last;
      v_part := case when v_off > 0 then least(v_off, v_line.left_net - v_line.net) else -least(-v_off, v_line.net) end;
      continue when v_part = 0;
      perform set_config('signwright.fit_discounts', 'on', true), set_config('signwright.total_later', 'on', true);
      update public.invoice_items set net = net - v_part where id = v_line.id;
      perform set_config('signwright.fit_discounts', '', true), set_config('signwright.total_later', coalesce(v_later, ''), true);
      v_off := v_off - v_part;
    end loop;
  end loop;
end $function$;

-- What is generated is not there yet before an update.
create or replace function private.guard_issued() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'state', 'gross', 'paid', 'credited', 'written_off', 'cash_discounted', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at',
       'last_viewed_at', 'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by',
       'network_status', 'is_billed_again')
     and not (changed.key = 'client_po' and tg_argv[0] = 'invoice' and coalesce(v_before ->> 'network_status', 'rejected') in ('rejected', 'failed'))
   order by changed.key = 'client_po' limit 1;
  if v_column = 'client_po' and tg_argv[0] = 'invoice' then
    raise exception using errcode = 'PT409', detail = v_column,
      message = 'This invoice is in the network with its order number: it can be changed when the network rejects it';
  elsif found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with job as (
    select j.id, j.order_item_id, j.remake_of is not null as is_remake, private.is_finished_job(j.status) as is_made
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), taken as (
    select m.job_id, sum(-m.qty * c.unit_cost) as cost
      from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
     where m.job_id in (select id from job) group by m.job_id
  ), worked as (
    select w.* from private.labour_of_jobs(array(select id from job)) as w where (select private.sees_labour_cost())
  ), booked as (
    select j.*, t.cost as material, w.cost as labour, w.seconds, w.untimed
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) as is_made, coalesce(sum(b.untimed), 0)::integer as untimed,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.seconds > 0) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), credited as (
    select b.order_item_id, sum(n.net) as net
      from public.credit_note_items n join public.invoice_items b on b.id = n.invoice_item_id
      join public.credit_notes c on c.id = n.credit_note_id and c.status not in ('draft', 'void') and not c.is_billed_again
     where b.order_id = any (p_orders) and b.order_item_id is not null group by b.order_item_id
  ), left_of_line as (
    select i.*, coalesce(sum(i.net) filter (where i.kind = 'discount') over (partition by i.order_id), 0) as off,
           sum(i.net) filter (where i.kind = 'item') over (partition by i.order_id) as whole,
           sum(i.net) filter (where i.kind = 'item') over (partition by i.order_id order by i.position, i.id) as upto
      from (select i.id, i.order_id, i.kind, i.position, i.service_id, i.quotation_item_id, i.qty, i.charged_qty, i.net - coalesce(r.net, 0) as net
              from public.order_items i left join credited r on r.order_item_id = i.id
             where i.order_id = any (p_orders) and i.kind in ('item', 'discount')) as i
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net + private.part_of(i.off, i.upto, i.whole) - private.part_of(i.off, i.upto - i.net, i.whole) as net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again, l.untimed,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from left_of_line i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
     where i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, j.net,
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2), case when j.is_actual then j.untimed else 0 end
    from judged j
$$;

create or replace function private.discount_limits(p_invoice_id uuid, p_order_id uuid, p_rate numeric, p_treatment text, out at_least numeric, out at_most numeric)
language sql stable security definer set search_path to '' as $function$
  -- Where a rate has no lines, or less of them than discounts, nothing is limited.
  select case when s.lines > 0 and s.lines >= s.discounts
              then least(greatest(s.here - (s.lines_left - s.discounts_left), 0), s.here, s.discounts_left) else 0 end,
         case when s.lines > 0 and s.lines >= s.discounts then least(s.here, s.discounts_left) else s.discounts end
    from (
      select coalesce(sum(o.net) filter (where o.kind = 'item'), 0) as lines,
             coalesce(-sum(o.net) filter (where o.kind = 'discount'), 0) as discounts,
             coalesce(sum(o.net - billed.net) filter (where o.kind = 'item'), 0) as lines_left,
             coalesce(-sum(o.net - billed.net) filter (where o.kind = 'discount'), 0) as discounts_left,
             coalesce(sum(billed.here) filter (where o.kind = 'item'), 0) as here
        from public.order_items o
       cross join lateral (
         select coalesce((select sum(b.net) from private.billed_parts(o.id) as b
                           where b.invoice_id is distinct from p_invoice_id and not b.is_draft), 0) as net,
                coalesce((select sum(i.net) from public.invoice_items i where i.order_item_id = o.id and i.invoice_id = p_invoice_id), 0) as here) as billed
       where o.order_id = p_order_id and o.vat_rate = p_rate and o.vat_treatment = p_treatment) as s
$function$;

create or replace function private.completes_order(p_invoice_id uuid, p_order_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from public.order_items o
     where o.order_id = p_order_id and o.kind in ('item', 'discount') and o.qty <> 0
       and abs(o.qty) > (
         select coalesce(sum(b.qty), 0) from private.billed_parts(o.id) as b where not b.is_draft or b.invoice_id = p_invoice_id));
end $$;

create or replace function private.billed_vat(p_order_id uuid, p_with_drafts boolean)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.vat_rate, b.vat_treatment, b.base - back.base, b.vat - private.vat_of_part(back.base, b.vat_rate, b.base, b.vat)
      from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
     cross join lateral (
       select coalesce(sum(l.net), 0) as base
         from public.credit_notes n cross join lateral private.lines_of_note(n.id) as l join public.order_items o on o.id = l.order_item_id
        where n.invoice_id = v.id and n.is_billed_again and n.status not in ('draft', 'void') and l.order_id = b.order_id
          and (o.vat_rate, o.vat_treatment) = (b.vat_rate, b.vat_treatment)) as back
     where b.order_id = p_order_id and v.status <> 'void' and (p_with_drafts or v.status <> 'draft') and v.kind <> 'proforma';
end $$;

create or replace function private.order_rest(p_order_id uuid, p_with_drafts boolean)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select o.vat_rate, o.vat_treatment, o.base - coalesce(billed.base, 0) - coalesce(ahead.base, 0) - coalesce(held.base, 0),
         o.vat - coalesce(billed.vat, 0) - coalesce(ahead.vat, 0) - coalesce(held.vat, 0)
    from private.order_vat(p_order_id) as o
    left join (
      select b.vat_rate, b.vat_treatment, sum(b.base) as base, sum(b.vat) as vat from private.billed_vat(p_order_id, p_with_drafts) as b group by 1, 2
    ) as billed on billed.vat_rate = o.vat_rate and billed.vat_treatment = o.vat_treatment
    left join (
      select d.vat_rate, d.vat_treatment, sum(d.base) as base, sum(d.vat) as vat from private.deposits_left(p_order_id) as d where d.base > 0 group by 1, 2
    ) as ahead on ahead.vat_rate = o.vat_rate and ahead.vat_treatment = o.vat_treatment
    left join (
      select i.vat_rate, i.vat_treatment, sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft' and not p_with_drafts group by 1, 2
    ) as held on held.vat_rate = o.vat_rate and held.vat_treatment = o.vat_treatment
$$;

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

create or replace function private.credit_order(p_order_id uuid, p_reason text, p_shown text default null, p_again boolean default null) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_done jsonb;
begin
  perform private.must('invoices', 'edit', 'credit orders');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_done := private.credit_chain(p_order_id, p_reason, p_again);
  if v_done ->> 'gross' <> p_shown and v_done -> 'papers' <> '[]' then
    perform private.refuse('PT409', format('%s would be credited now, not %s: something of this order changed meanwhile. Please look again.',
      v_done ->> 'gross', p_shown));
  end if;
  return v_done;
end $function$;

create or replace function private.follows_again(p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.order_items i where i.order_id = p_order_id and i.kind = 'item' and i.qty_delivered > i.qty_invoiced)
    and exists (select from public.credit_notes n
      where n.is_billed_again and n.status not in ('draft', 'void') and p_order_id = any (private.note_of_orders(n.id))
        and n.invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v));
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
          where i.order_id = p_order.id and v.status = 'draft' and v.kind <> 'proforma') or private.follows_again(p_order.id),
        'paid', private.amount_text(greatest(coalesce(sum(m.amount), 0), 0)), 'paid_on', max(m.received_on) filter (where m.amount > 0),
        'money', private.money_of_cancelled(p_order),
        'credit', case when p_order.deposit_amount > p_order.deposit_paid and p_order.status not in ('cancelled', 'on_hold')
          then private.amount_text(private.credit_for_deposit(p_order.contact_id)) end,
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
      from (-- What of a deposit was credited is no money for the order any more, wherever its payment is booked.
            select case when p_order.status = 'cancelled' then p.amount - (select coalesce(sum(f.amount), 0) from public.payment_refunds f
                       where f.payment_id = p.id and f.kind = 'reversal')
                     else (select coalesce(sum(u.amount), 0) from private.uses_of_payment(p.id, p_order.id) as u where u.is_own) end as amount,
                   p.received_on from public.payments p
             where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded', 'refunded')
            union all
            select a.amount, p.received_on
              from public.invoices v join public.payment_allocations a on a.invoice_id = v.id join public.payments p on p.id = a.payment_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and p.order_id is distinct from p_order.id
            union all
            select a.amount, a.allocated_on
              from public.invoices v join public.credit_allocations a on a.invoice_id = v.id join public.credit_notes n on n.id = a.credit_note_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and n.invoice_id <> v.id
            union all
            select -sum(n.gross - coalesce((select sum(a.amount) from public.credit_allocations a
                     where a.credit_note_id = n.id and a.invoice_id = n.invoice_id), 0)), null from public.credit_notes n join public.invoices v on v.id = n.invoice_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and v.kind = 'deposit' and n.status not in ('draft', 'void')) as m
  );
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.make_credit_note(uuid, text, jsonb, uuid, boolean, boolean)');

call private.offer('private.bill_again(uuid, boolean)');

call private.offer('private.credit_by_amount(uuid, text, jsonb, boolean, uuid, boolean)');

call private.offer('private.credit_open_deposit(uuid, text, boolean)');

call private.offer('private.credit_order(uuid, text, text, boolean)');

CREATE TRIGGER pin BEFORE UPDATE ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'credit_number', 'public_uuid', 'status', 'invoice_id', 'contact_id', 'issue_date', 'currency', 'net', 'vat', 'allocated', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'issued_at', 'issued_by', 'with_note_id', 'network_status', 'is_billed_again');

comment on function private.issue_deposit_invoice(pg_catalog.uuid,pg_catalog.date) is 'Issues a numbered invoice over what an order waits for as deposit, before the money comes. p_due_on: the day by which it is due; null is at once,
because work waits for it. One is open at a time: a second call returns it. No tax arises before the money comes. Returns its id.';

comment on function private.order_money(public.orders) is 'What the client of an order reads of its money, on each of their pages. Amounts are text. ahead: what can still be paid before its
invoice, with what a deposit invoice asks for. invoice_follows: one is being written, or what was credited is invoiced again. paid, paid_on: what of their payments settles its own invoices or is kept for it,
and the day of the last; of a cancelled order all that came, and money says what became of it (money_of_cancelled). credit: what of their credit can pay the deposit that is due. open_invoices:
what is open now; public_uuid: the link to pay it, null for an invoice of several orders, whose link tells of the others too.';

comment on function private.recount_deposit(pg_catalog.uuid,boolean) is 'A deposit of an order was credited, or is kept no more: the order has so much less of it, and waits for it again as far as it can still be paid ahead. p_with_goods: lines
that it covered were credited with it, nobody asks for it again, or a cancelled order: then less is asked for. The caller locks the order.';

comment on function public.issue_deposit_invoice(pg_catalog.uuid,pg_catalog.date) is 'Issues a numbered invoice over what an order waits for as deposit, before the money comes. p_due_on: the day by which it is due; null is at once,
because work waits for it. One is open at a time: a second call returns it. No tax arises before the money comes. Returns its id.';

comment on column public.order_items.qty_invoiced is 'On invoices so far, drafts included, less what credit notes took back to be invoiced again. Discounts count as their positive quantity.';

comment on function private.ask_for_deposit(pg_catalog.uuid,numeric) is 'An order asks for so much more deposit, as far as it can still be paid ahead; below zero for so much less, as far as it is neither paid nor asked for by an
invoice. The request for its money follows. The caller locks the order.';

comment on function private.bill_again(pg_catalog.uuid,boolean) is 'Whether what a credit note took back is invoiced again (p_again), or not charged; of a deposit: whether it is asked for again. Also of an issued note, whose
paper stays as it is. Refused in words once it is invoiced again.';

comment on function private.billed_parts(pg_catalog.uuid) is 'The parts of a line of an order on invoices, drafts included, quantities without sign; below zero, without invoice: what credit notes took back to be invoiced again.';

comment on function private.billed_vat(pg_catalog.uuid,boolean) is 'What invoices bill of an order, by invoice and VAT rate, less what credit notes took back to be invoiced again; with drafts, or without.';

comment on function private.count_billed_again(pg_catalog.uuid) is 'The lines of a credit note are to invoice again, or no more: their orders and the drafts of these count them so. The caller locks the orders.';

comment on function private.credit_by_amount(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,boolean,pg_catalog.uuid,boolean) is 'A draft that takes back amounts of an issued invoice, by VAT rate: [{vat_rate, vat_treatment, amount}], net, or with VAT where p_is_gross.
No more than is left at each rate. p_id: chosen by the caller, so that a repeated call returns the same draft. p_again: as mark_billed_again. Returns the id.';

comment on function private.credit_chain(pg_catalog.uuid,pg_catalog.text,boolean) is 'Does what credit_order promises, without asking for the right.';

comment on function private.credit_of_deposit(pg_catalog.uuid,numeric,pg_catalog.text,boolean) is 'Issues a credit note over an amount of a deposit invoice, with its share of each VAT rate. p_again: the order asks for it again. The caller locks the order. Returns the id of the note.';

comment on function private.credit_open_deposit(pg_catalog.uuid,pg_catalog.text,boolean) is 'Issues a credit note over what nobody paid of a deposit invoice, with its share of each VAT rate: what was paid of it stays, and the next invoice deducts that.
p_again: its order asks for the rest again. Returns the id of the note.';

comment on function private.credit_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,boolean) is 'Credits everything that was invoiced of an order and is not credited: invoices and parts, then deposits. By VAT rate, invoices
less credit notes are 0.00 afterwards. What was paid is credit of the client and can be refunded. p_shown: the gross amount that the person
saw; another one is refused. A second call credits nothing. p_again: what was invoiced is invoiced again and its deposit asked for again, or neither (mark_billed_again).
Returns {net, vat, gross, freed, papers, rates}, amounts as text.';

comment on function private.follows_again(pg_catalog.uuid) is 'Whether something of an order was credited to be invoiced again, and is not yet.';

comment on function private.is_credited_whole(pg_catalog.uuid) is 'Whether credit notes took back every line of an invoice.';

comment on function private.lines_of_note(pg_catalog.uuid) is 'The lines of orders on a credit note: quantity without sign, net, charged quantity.';

comment on function private.make_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,boolean,boolean) is 'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. p_deposits: with everything, the
deposits that the invoice deducts are credited as well, of orders with nothing left to invoice. p_again: as mark_billed_again; what is to
invoice again leaves the deposits to its next invoice. Returns the id.';

comment on function private.mark_billed_again(pg_catalog.uuid,boolean) is 'Keeps with a draft of a credit note whether what it credits is invoiced again, or a deposit is asked for again. Null: a deposit is, lines are not. Returns the id.';

comment on function private.must_be_billable(pg_catalog.uuid) is 'Refuses to invoice a part of an amount again: an order counts quantities. An amount that is all of a line is its whole quantity.';

comment on function private.note_of_orders(pg_catalog.uuid) is 'The orders of whose lines a credit note takes something back.';

comment on function private.settle_note(public.credit_notes,numeric) is 'What an issued credit note means for its orders: lines that are to invoice again, a deposit that is asked for again or no more. p_unpaid: what of it nobody had paid.';

comment on function public.bill_again(pg_catalog.uuid,boolean) is 'Whether what a credit note took back is invoiced again (p_again), or not charged; of a deposit: whether it is asked for again. Also of an issued note, whose
paper stays as it is. Refused in words once it is invoiced again.';

comment on function public.credit_by_amount(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,boolean,pg_catalog.uuid,boolean) is 'A draft that takes back amounts of an issued invoice, by VAT rate: [{vat_rate, vat_treatment, amount}], net, or with VAT where p_is_gross.
No more than is left at each rate. p_id: chosen by the caller, so that a repeated call returns the same draft. p_again: as mark_billed_again. Returns the id.';

comment on function public.credit_open_deposit(pg_catalog.uuid,pg_catalog.text,boolean) is 'Issues a credit note over what nobody paid of a deposit invoice, with its share of each VAT rate: what was paid of it stays, and the next invoice deducts that.
p_again: its order asks for the rest again. Returns the id of the note.';

comment on function public.credit_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,boolean) is 'Credits everything that was invoiced of an order and is not credited: invoices and parts, then deposits. By VAT rate, invoices
less credit notes are 0.00 afterwards. What was paid is credit of the client and can be refunded. p_shown: the gross amount that the person
saw; another one is refused. A second call credits nothing. p_again: what was invoiced is invoiced again and its deposit asked for again, or neither (mark_billed_again).
Returns {net, vat, gross, freed, papers, rates}, amounts as text.';

comment on function public.make_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,boolean,boolean) is 'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. p_deposits: with everything, the
deposits that the invoice deducts are credited as well, of orders with nothing left to invoice. p_again: as mark_billed_again; what is to
invoice again leaves the deposits to its next invoice. Returns the id.';

comment on column public.credit_notes.is_billed_again is 'What became of what it credits: its lines are to invoice on their orders again, a deposit is asked for again. False: it is not charged.';

reset check_function_bodies;

-- A deposit that was credited was asked for again until now, and stays so.
update public.credit_notes n set is_billed_again = true
  from public.invoices v where v.id = n.invoice_id and v.kind = 'deposit' and n.with_note_id is null and n.status <> 'void';
