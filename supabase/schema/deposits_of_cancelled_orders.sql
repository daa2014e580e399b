-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.deposit_to_free(p_order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('orders', 'view', 'see orders');
  return private.amount_text(coalesce((
    select sum(greatest(d.gross - d.balance - coalesce((
             select sum(n.gross) from public.credit_notes n where n.invoice_id = d.id and n.status <> 'void'), 0), 0))
      from public.invoices d where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')), 0));
end $function$;
grant execute on function private.deposit_to_free(p_order_id uuid) to authenticated;
grant execute on function private.deposit_to_free(p_order_id uuid) to service_role;
comment on function private.deposit_to_free(p_order_id uuid) is 'What was paid as deposits of an order and is not credited: cancelling the order makes it credit of the client. Amount as text.';

CREATE OR REPLACE FUNCTION private.free_deposit(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    continue when v_invoice.gross <= (
      select coalesce(sum(n.gross), 0) from public.credit_notes n where n.invoice_id = v_invoice.id and n.status <> 'void');
    v_note := private.write_credit_note(v_invoice.id, format('%s was cancelled', p_order.order_number), null, null);
    perform private.number_credit_note(v_note);
    v_freed := v_freed + (select open from public.credit_notes where id = v_note);
    perform private.free_payments(v_note);
  end loop;
  if v_freed > 0 then
    perform private.log_event('order', p_order.id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_freed)));
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s was cancelled', p_order.order_number),
      format('%s %s of its deposit are credit of %s now. Refund them, or use them for another invoice.', p_order.currency,
        private.amount_text(v_freed), (select private.client_label(c) from public.contacts c where c.id = p_order.contact_id)),
      'order', p_order.id);
  end if;
end $function$;
comment on function private.free_deposit(p_order public.orders) is 'Credits what was paid as deposits of an order that is cancelled: the payments are credit of the client again.';

CREATE OR REPLACE FUNCTION private.number_credit_note(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.credit_notes;
  v_balance numeric;
  v_note public.credit_notes;
begin
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
end $function$;
comment on function private.number_credit_note(p_id uuid) is 'Issues a credit note with the notes over deposits that go with it: what issue_credit_note does, without asking for the right.';

CREATE OR REPLACE FUNCTION private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice public.invoices;
  v_id uuid;
  v_line record;
  v_qty numeric;
  v_net numeric;
  v_number integer := 0;
  v_rate record;
  v_over numeric;
  v_part numeric;
  v_deposits jsonb := '[]';
  v_deposit record;
  v_note uuid;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only an issued invoice is credited');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  insert into public.credit_notes (id, invoice_id, contact_id, reason, currency, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_invoice.contact_id, btrim(p_reason), v_invoice.currency, auth.uid())
  returning id into v_id;
  -- Lines with a VAT of their own are deposits and their deductions: they go by amount, as one piece.
  for v_line in
    select i.*, asked.qty as asked, coalesce(before.net, 0) as credited_net,
           case when i.vat is null then coalesce(before.qty, 0) when i.net = before.net then abs(i.qty) else 0 end as credited_qty
      from public.invoice_items i
      left join (select (line ->> 'invoice_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                   from jsonb_array_elements(coalesce(p_lines, '[]')) as line group by 1) as asked on asked.id = i.id
      left join lateral (
        select sum(abs(c.qty)) as qty, sum(c.net) as net from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as before on true
     where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount', 'deposit') and i.qty <> 0 and (p_lines is null or asked.id is not null)
     order by i.position
  loop
    v_qty := case when p_lines is null then abs(v_line.qty) - v_line.credited_qty else v_line.asked end;
    continue when p_lines is null and v_qty = 0;
    if not coalesce(v_qty > 0 and v_qty <= 1000000, false) then
      perform private.refuse('22023', format('Please enter how many of "%s" are credited', left(v_line.description, 100)));
    elsif v_qty > abs(v_line.qty) - v_line.credited_qty then
      perform private.refuse('PT409', format('Of "%s" only %s of %s are left to credit', left(v_line.description, 100),
        trim_scale(abs(v_line.qty) - v_line.credited_qty), trim_scale(abs(v_line.qty))));
    end if;
    v_net := case when v_qty + v_line.credited_qty = abs(v_line.qty) then v_line.net - v_line.credited_net
      else trunc(v_line.net * v_qty / abs(v_line.qty), 2) end;
    if abs(v_net) > abs(v_line.net - v_line.credited_net) then
      v_net := v_line.net - v_line.credited_net;
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, width_mm,
      height_mm, unit_price, discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_line.id, private.line_key(v_number), v_line.kind, v_line.description, v_line.details,
      case when v_line.vat is null then v_qty else 1 end * sign(v_line.qty), v_line.unit, v_line.width_mm, v_line.height_mm,
      case when v_line.vat is null then v_line.unit_price else abs(v_net) end, v_line.discount_pct, v_line.vat_rate, v_line.vat_treatment, v_net);
    v_number := v_number + 1;
  end loop;
  if v_number = 0 then
    perform private.refuse('PT409', 'Everything of this invoice is credited already');
  elsif v_number < (select count(distinct line ->> 'invoice_item_id') from jsonb_array_elements(coalesce(p_lines, '[]')) as line) then
    perform private.refuse('22023', 'A line is not part of this invoice');
  end if;
  for v_rate in
    select c.vat_rate, c.vat_treatment, c.base, t.base - before.base as left_base, t.vat - before.vat as left_vat
      from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.credit_note_items i where i.credit_note_id = v_id group by 1, 2) as c
      join public.invoice_vat t on t.invoice_id = p_invoice_id and t.vat_rate = c.vat_rate and t.vat_treatment = c.vat_treatment
     cross join lateral (
        select coalesce(sum(b.base), 0) as base, coalesce(sum(b.vat), 0) as vat
          from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
         where n.invoice_id = p_invoice_id and n.id <> v_id and n.status <> 'void' and b.vat_rate = c.vat_rate and b.vat_treatment = c.vat_treatment) as before
     order by c.vat_rate, c.vat_treatment
  loop
    -- More than the invoice holds at this rate: what was taken off its lines goes with them, its discounts first, then its deposits.
    v_over := v_rate.base - v_rate.left_base;
    for v_line in
      select i.*, -(i.net - coalesce(credited.net, 0)) as left_net, abs(i.qty) - coalesce(credited.qty, 0) as left_qty
        from public.invoice_items i
        left join lateral (
          select sum(abs(c.qty)) as qty, sum(c.net) as net from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
           where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
       where i.invoice_id = p_invoice_id and i.kind in ('discount', 'deposit') and i.qty <> 0
         and i.vat_rate = v_rate.vat_rate and i.vat_treatment = v_rate.vat_treatment
       order by i.kind = 'deposit', i.position
    loop
      exit when v_over <= 0;
      v_part := least(v_over, v_line.left_net);
      continue when v_part <= 0;
      if v_line.kind = 'deposit' and exists (
        select from jsonb_array_elements(p_lines) as asked join public.invoice_items i on i.id = (asked ->> 'invoice_item_id')::uuid
         where i.kind = 'deposit')
      then
        perform private.refuse('22023', 'Deposits are credited by themselves: please choose lines only');
      end if;
      insert into public.credit_note_items as c (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net)
      values (v_id, v_line.id, private.line_key(v_number), v_line.kind, v_line.description, v_line.details,
        case when v_line.kind = 'deposit' then -1 when v_part = v_line.left_net then -v_line.left_qty
             else -least(v_line.left_qty, trunc(abs(v_line.qty) * v_part / -v_line.net, 4)) end, v_line.unit,
        case when v_line.kind = 'deposit' then v_part else v_line.unit_price end, v_line.discount_pct, v_line.vat_rate, v_line.vat_treatment, -v_part)
      on conflict (credit_note_id, invoice_item_id) do update set qty = c.qty + excluded.qty, net = c.net + excluded.net;
      v_number := v_number + 1;
      v_over := v_over - v_part;
      v_rate.base := v_rate.base - v_part;
      if v_line.kind = 'deposit' then
        v_deposits := v_deposits || jsonb_build_object('item', v_line.id, 'invoice', v_line.deducts_invoice_id, 'rate', v_rate.vat_rate,
          'treatment', v_rate.vat_treatment, 'base', v_part);
      end if;
    end loop;
    if v_over > 0 then
      perform private.refuse('PT409', format('At %s %% VAT only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
        private.amount_text(greatest(v_rate.left_base, 0)), v_invoice.invoice_number));
    elsif v_rate.base < 0 and v_rate.base < v_rate.left_base or v_rate.base < 0 and v_rate.left_base >= 0 then
      perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
    end if;
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
      private.vat_of_part(v_rate.base, v_rate.vat_rate, v_rate.left_base, v_rate.left_vat));
  end loop;
  select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat into v_rate from public.credit_note_vat where credit_note_id = v_id;
  if v_rate.base + v_rate.vat < 0 then
    perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
  end if;
  update public.credit_notes set net = v_rate.base, vat = v_rate.vat where id = v_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice_id and n.status <> 'void') > v_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited of %s: credit its discounts with its lines', private.amount_text(
      v_invoice.gross - (select coalesce(sum(n.gross), 0) from public.credit_notes n
        where n.invoice_id = p_invoice_id and n.id <> v_id and n.status <> 'void')), v_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  for v_deposit in
    select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_deposits) as part group by 1 order by 1
  loop
    v_note := private.credit_deposit(v_id, v_deposit.invoice, v_deposit.parts);
  end loop;
  return v_id;
end $function$;
comment on function private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) is 'Writes a credit note as a draft: what make_credit_note does, without asking for the right. What the lines come to beyond what
the invoice holds at a rate takes its discounts with it, then its deposits, which a note over each deposit credits.';
