set check_function_bodies = off;

create or replace function private.credit_lines(p_note_id uuid, p_invoice_id uuid, p_lines jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
  v_item public.invoice_items;
  v_qty numeric;
  v_net numeric;
  v_number integer := 0;
begin
  for v_line in
    select l.*, asked.qty as asked
      from private.creditable_lines(p_invoice_id) as l
      left join (select (line ->> 'invoice_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                   from jsonb_array_elements(coalesce(p_lines, '[]')) as line group by 1) as asked on asked.id = (l.item).id
     where p_lines is null or asked.id is not null
     order by (l.item).position
  loop
    v_item := v_line.item;
    v_qty := case when p_lines is null then abs(v_item.qty) - v_line.credited_qty else v_line.asked end;
    continue when p_lines is null and v_qty = 0;
    if not coalesce(v_qty > 0 and v_qty <= 1000000, false) then
      perform private.refuse('22023', format('Please enter how many of "%s" are credited', left(v_item.description, 100)));
    elsif v_qty > abs(v_item.qty) - v_line.credited_qty then
      perform private.refuse('PT409', format('Of "%s" only %s of %s are left to credit', left(v_item.description, 100),
        trim_scale(abs(v_item.qty) - v_line.credited_qty), trim_scale(abs(v_item.qty))));
    elsif v_item.kind = 'deposit' and v_qty < abs(v_item.qty) then
      perform private.refuse('22023', 'Deposits are credited by themselves: please choose lines only');
    end if;
    v_net := case when v_qty + v_line.credited_qty = abs(v_item.qty) then v_item.net - v_line.credited_net
      else trunc(v_item.net * v_qty / abs(v_item.qty), 2) end;
    if abs(v_net) > abs(v_item.net - v_line.credited_net) then
      v_net := v_item.net - v_line.credited_net;
    end if;
    -- All that is left of a deposit is what no invoice deducts.
    if p_lines is null and v_item.kind = 'item' and v_item.vat is not null then
      v_net := least(v_net, (select r.base from private.creditable_rates(p_invoice_id, p_note_id) as r
        where r.vat_rate = v_item.vat_rate and r.vat_treatment = v_item.vat_treatment));
      continue when v_net <= 0 and v_item.net > 0;
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, width_mm,
      height_mm, unit_price, discount_pct, vat_rate, vat_treatment, net)
    values (p_note_id, v_item.id, private.line_key(v_number), v_item.kind, v_item.description, v_item.details,
      case when v_item.vat is null then v_qty else 1 end * sign(v_item.qty), v_item.unit, v_item.width_mm, v_item.height_mm,
      case when v_item.vat is null then v_item.unit_price else abs(v_net) end, v_item.discount_pct, v_item.vat_rate, v_item.vat_treatment, v_net);
    v_number := v_number + 1;
  end loop;
  if v_number = 0 then
    perform private.refuse('PT409', case when private.deducted_words(p_invoice_id) = '' then 'Everything of this invoice is credited already'
      else 'Nothing of this deposit is left to credit' || private.deducted_words(p_invoice_id) end);
  elsif v_number < (select count(distinct line ->> 'invoice_item_id') from jsonb_array_elements(coalesce(p_lines, '[]')) as line) then
    perform private.refuse('22023', 'A line is not part of this invoice');
  end if;
end $$;

create or replace function private.creditable_rates(p_invoice_id uuid, p_but uuid default null)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select t.vat_rate, t.vat_treatment, t.base - before.base - coalesce(held.base, 0), t.vat - before.vat - coalesce(held.vat, 0)
    from public.invoice_vat t
    left join (
      select d.vat_rate, d.vat_treatment, sum(d.base) as base, sum(d.vat) as vat from private.deductions_of(p_invoice_id) as d group by 1, 2
    ) as held on held.vat_rate = t.vat_rate and held.vat_treatment = t.vat_treatment
   cross join lateral (
      select coalesce(sum(b.base), 0) as base, coalesce(sum(b.vat), 0) as vat
        from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
       where n.invoice_id = p_invoice_id and n.id is distinct from p_but and n.status <> 'void'
         and b.vat_rate = t.vat_rate and b.vat_treatment = t.vat_treatment) as before
   where t.invoice_id = p_invoice_id
$$;

create or replace function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_number integer := 0;
  v_vats jsonb := '[]';
begin
  for v_asked in
    select a.*, r.base, r.vat, part.base as part_base, part.vat as part_vat
      from (select (one ->> 'vat_rate')::numeric as vat_rate, one ->> 'vat_treatment' as vat_treatment, sum((one ->> 'amount')::numeric) as amount
              from jsonb_array_elements(p_amounts) as one group by 1, 2) as a
      left join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = a.vat_rate and r.vat_treatment = a.vat_treatment
      left join lateral private.part_of_gross(a.amount, a.vat_rate, r.base, r.vat) as part on p_is_gross
     order by a.vat_rate, a.vat_treatment
  loop
    if not coalesce(v_asked.amount > 0 and v_asked.amount < 1000000000 and v_asked.amount = trunc(v_asked.amount, 2), false) then
      perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
    elsif v_asked.base is null then
      perform private.refuse('22023', 'This invoice has no such VAT rate');
    end if;
    v_left := case when p_is_gross then v_asked.part_base else v_asked.amount end;
    if v_left > v_asked.base or p_is_gross and v_asked.amount > v_asked.base + v_asked.vat then
      perform private.refuse('PT409', format('At %s %% VAT only %s are left to credit of %s', trim_scale(v_asked.vat_rate),
        case when p_is_gross then private.money_words(greatest(v_asked.base + v_asked.vat, 0)) || ' with VAT'
          else private.money_words(greatest(v_asked.base, 0)) || ' net' end, p_invoice.invoice_number)
        || private.deducted_words(p_invoice.id, v_asked.vat_rate, v_asked.vat_treatment));
    end if;
    for v_line in
      select (l.item).id, (l.item).description, (l.item).details, (l.item).net - l.credited_net as open
        from private.creditable_lines(p_invoice.id) as l
       where (l.item).kind = 'item' and (l.item).net - l.credited_net > 0
         and (l.item).vat_rate = v_asked.vat_rate and (l.item).vat_treatment = v_asked.vat_treatment
       order by (l.item).position
    loop
      exit when v_left <= 0;
      v_part := least(v_left, v_line.open);
      insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, by_amount)
      values (p_note_id, v_line.id, private.line_key(v_number), 'item', left('Credit on: ' || v_line.description, 2000), v_line.details, 1, null,
        v_part, 0,
        v_asked.vat_rate, v_asked.vat_treatment, v_part, true);
      v_number := v_number + 1;
      v_left := v_left - v_part;
    end loop;
    if v_left > 0 then
      perform private.refuse('PT409', format('The lines at %s %% VAT have less left to credit: please credit quantities of lines',
        trim_scale(v_asked.vat_rate)));
    end if;
    if p_is_gross then
      v_vats := v_vats || jsonb_build_object('vat_rate', v_asked.vat_rate, 'vat_treatment', v_asked.vat_treatment, 'vat', v_asked.part_vat);
    end if;
  end loop;
  if v_number = 0 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  return v_vats;
end $$;

create or replace function private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb, p_vats jsonb default '[]') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rate record;
  v_taken jsonb;
  v_deposits jsonb := '[]';
  v_deposit record;
begin
  for v_rate in
    select c.vat_rate, c.vat_treatment, c.base, r.base as left_base, r.vat as left_vat
      from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.credit_note_items i where i.credit_note_id = p_note_id group by 1, 2) as c
      join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = c.vat_rate and r.vat_treatment = c.vat_treatment
     order by c.vat_rate, c.vat_treatment
  loop
    -- More than the invoice holds at this rate is what its deposits covered.
    if v_rate.base > v_rate.left_base then
      v_taken := private.take_along(p_note_id, p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base - v_rate.left_base, p_lines);
      if (v_taken ->> 'over')::numeric > 0 then
        perform private.refuse('PT409', format('At %s %% VAT only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.money_words(greatest(v_rate.left_base, 0)), p_invoice.invoice_number)
          || private.deducted_words(p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment));
      end if;
      v_deposits := v_deposits || (v_taken -> 'deposits');
      v_rate.base := v_rate.left_base;
    end if;
    if v_rate.base < 0 and v_rate.base < v_rate.left_base or v_rate.base < 0 and v_rate.left_base >= 0 then
      perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
    end if;
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (p_note_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
      coalesce((select x.vat from jsonb_to_recordset(p_vats) as x (vat_rate numeric, vat_treatment text, vat numeric)
                 where x.vat_rate = v_rate.vat_rate and x.vat_treatment = v_rate.vat_treatment),
        private.vat_of_part(v_rate.base, v_rate.vat_rate, v_rate.left_base, v_rate.left_vat)));
  end loop;
  select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat into v_rate from public.credit_note_vat where credit_note_id = p_note_id;
  if v_rate.base + v_rate.vat < 0 then
    perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
  end if;
  update public.credit_notes set net = v_rate.base, vat = v_rate.vat where id = p_note_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void') > p_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited of %s: credit its discounts with its lines', private.money_words(
      p_invoice.gross - (select coalesce(sum(n.gross), 0) from public.credit_notes n
        where n.invoice_id = p_invoice.id and n.id <> p_note_id and n.status <> 'void')), p_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', p_note_id, 'created', jsonb_build_object('invoice_number', p_invoice.invoice_number));
  for v_deposit in
    select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_deposits) as part group by 1 order by 1
  loop
    perform private.credit_deposit(p_note_id, v_deposit.invoice, v_deposit.parts);
  end loop;
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
  if least(v_balance, v_row.gross) > 0 then
    insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
    values (p_id, v_row.invoice_id, least(v_balance, v_row.gross), v_row.issue_date, auth.uid());
    perform private.refresh_invoice(v_row.invoice_id);
  end if;
  perform private.refresh_credit_note(p_id);
  for v_note in
    select n.* from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.with_note_id = p_id and n.status = 'draft' order by v.invoice_number
  loop
    perform private.number_credit_note(v_note.id);
    perform private.free_payments(v_note.id);
  end loop;
  return v_row.credit_number;
end $$;

create or replace function private.credit_deposit(p_with uuid, p_invoice_id uuid, p_parts jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_id uuid;
  v_part record;
  v_number integer := 0;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  insert into public.credit_notes (invoice_id, contact_id, reason, currency, created_by, with_note_id)
  select p_invoice_id, v_invoice.contact_id, n.reason, v_invoice.currency, auth.uid(), p_with from public.credit_notes n where n.id = p_with
  returning id into v_id;
  for v_part in
    select i.*, part.base as part, t.base - coalesce(before.base, 0) as left_base, held.base as held_base, held.vat as held_vat
      from jsonb_to_recordset(p_parts) as part (item uuid, rate numeric, treatment text, base numeric)
      join public.invoice_items i on i.invoice_id = p_invoice_id and i.vat_rate = part.rate and i.vat_treatment = part.treatment and i.kind = 'item'
      join public.invoice_vat t on t.invoice_id = p_invoice_id and t.vat_rate = part.rate and t.vat_treatment = part.treatment
      left join lateral (
        select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
         where n.invoice_id = p_invoice_id and n.status <> 'void' and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as before on true
      -- What the deduction held before the note p_with, which takes this part of it back.
      left join lateral (
        select -x.net - coalesce(back.base, 0) as base, -x.vat - coalesce(back.vat, 0) as vat
          from public.invoice_items x
          left join lateral (
            select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b
              join public.credit_notes n on n.id = b.credit_note_id join public.credit_notes w on w.id = n.with_note_id
             where n.invoice_id = p_invoice_id and n.status <> 'void' and w.invoice_id = x.invoice_id
               and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as back on true
         where x.id = part.item) as held on true
     order by i.position
  loop
    if v_part.part > v_part.left_base then
      perform private.refuse('PT409', format('Of the deposit %s only %s net are left to credit at %s %% VAT', v_invoice.invoice_number,
        private.money_words(v_part.left_base), trim_scale(v_part.vat_rate)));
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_part.id, private.line_key(v_number), 'item', v_part.description, v_part.details, 1, v_part.unit, v_part.part, 0, v_part.vat_rate,
      v_part.vat_treatment, v_part.part);
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_part.vat_rate, v_part.vat_treatment, v_part.part,
      private.vat_of_part(v_part.part, v_part.vat_rate, v_part.held_base, v_part.held_vat));
    v_number := v_number + 1;
  end loop;
  update public.credit_notes set net = total.base, vat = total.vat
    from (select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat from public.credit_note_vat where credit_note_id = v_id) as total
   where id = v_id;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  return v_id;
end $$;

create or replace function private.deductions_of(p_deposit_id uuid)
  returns table (invoice_number text, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select h.invoice_number, h.vat_rate, h.vat_treatment, h.base, h.vat - coalesce(own.vat, 0)
    from (
      select t.id, t.invoice_number, i.vat_rate, i.vat_treatment, -i.net - coalesce(back.base, 0) as base, -i.vat as vat
        from public.invoice_items i
        join public.invoices t on t.id = i.invoice_id
        left join lateral (
          -- A draft counts where it goes with a note over the deposit: that one counts as well.
          select sum(-c.net) as base from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
           where c.invoice_item_id = i.id and n.status <> 'void' and (n.status <> 'draft' or exists (
             select from public.credit_notes o where o.with_note_id = n.id and o.invoice_id = p_deposit_id and o.status <> 'void'))) as back on true
       where i.deducts_invoice_id = p_deposit_id and t.status not in ('draft', 'void')
         and not (t.gross > 0 and t.gross <= coalesce((
           select sum(n.gross) from public.credit_notes n where n.invoice_id = t.id and n.status not in ('draft', 'void')), 0))) as h
    left join lateral (
      select sum(c.vat) as vat
        from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id join public.credit_notes w on w.id = n.with_note_id
       where n.invoice_id = p_deposit_id and w.invoice_id = h.id and n.status <> 'void'
         and c.vat_rate = h.vat_rate and c.vat_treatment = h.vat_treatment) as own on true
   where h.base > 0
$$;

create or replace function private.deducted_words(p_deposit_id uuid, p_rate numeric default null, p_treatment text default null) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select format(': %s %s the rest. Please credit that first', string_agg(d.invoice_number, ', ' order by d.invoice_number),
        case count(*) when 1 then 'deducts' else 'deduct' end)
      from (select distinct invoice_number from private.deductions_of(p_deposit_id)
             where p_rate is null or (vat_rate, vat_treatment) = (p_rate, p_treatment)) as d
    having count(*) > 0), '')
$$;

create or replace function private.refuse_deducted(p_note public.credit_notes) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_over record;
begin
  if p_note.with_note_id is not null or not exists (select from public.invoices where id = p_note.invoice_id and kind = 'deposit') then
    return;
  end if;
  select v.invoice_number, r.vat_rate, r.vat_treatment, r.base into v_over
    from private.creditable_rates(p_note.invoice_id, p_note.id) as r
    join public.credit_note_vat c on c.credit_note_id = p_note.id and c.vat_rate = r.vat_rate and c.vat_treatment = r.vat_treatment
    join public.invoices v on v.id = p_note.invoice_id
   where c.base > r.base or c.base + c.vat > r.base + r.vat order by r.vat_rate, r.vat_treatment limit 1;
  if found then
    perform private.refuse('PT409', format('At %s %% VAT only %s net are left to credit of %s', trim_scale(v_over.vat_rate),
      private.money_words(greatest(v_over.base, 0)), v_over.invoice_number)
      || private.deducted_words(p_note.invoice_id, v_over.vat_rate, v_over.vat_treatment));
  end if;
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
     where v.order_id = p_order.id and v.kind = 'deposit') order by id for no key update;
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
  if v_freed > 0 then
    perform private.log_event('order', p_order.id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_freed)));
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s was cancelled', p_order.order_number),
      format('%s of its deposit are credit of %s now. Refund them, or use them for another invoice.',
        private.money_words(v_freed, p_order.currency), (select private.client_label(c) from public.contacts c where c.id = p_order.contact_id)),
      'order', p_order.id);
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.credit_deposit(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'A draft over parts [{item, rate, treatment, base}] of a deposit that covers lines of the credit note p_with. Returns the id.';

comment on function private.creditable_rates(pg_catalog.uuid,pg_catalog.uuid) is 'What of an invoice no credit note took back and, of a deposit, no issued invoice deducts, by VAT rate; the note p_but does not count.';

comment on function private.deducted_words(pg_catalog.uuid,numeric,pg_catalog.text) is 'How a refusal to credit a deposit names the issued invoices that deduct it, at one VAT rate or at any; empty where none does.';

comment on function private.deductions_of(pg_catalog.uuid) is 'What issued invoices deduct of a deposit and did not give back, by invoice and VAT rate. An invoice that is credited in full holds nothing.';

comment on function private.refuse_deducted(public.credit_notes) is 'Refuses to issue a credit note over a deposit that takes back what an issued invoice deducts, and names that invoice.';

reset check_function_bodies;
