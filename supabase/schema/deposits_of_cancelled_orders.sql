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
  v_paid public.payment_allocations;
  v_note uuid;
  v_open numeric;
  v_part numeric;
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
    select open into v_open from public.credit_notes where id = v_note;
    v_freed := v_freed + v_open;
    -- The credit note takes the place of the payment, whose money is free again: it can be refunded where it came from.
    for v_paid in
      select * from public.payment_allocations where invoice_id = v_invoice.id order by allocated_on desc, created_at desc, id for update
    loop
      v_part := least(v_paid.amount, v_open);
      exit when v_part <= 0;
      delete from public.payment_allocations where id = v_paid.id and amount = v_part;
      update public.payment_allocations set amount = amount - v_part where id = v_paid.id;
      perform private.refresh_payment(v_paid.payment_id);
      perform private.refresh_invoice(v_invoice.id);
      perform private.settle_by_credit(v_note, v_invoice.id, v_part);
      v_open := v_open - v_part;
    end loop;
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
begin
  select * into v_row from public.credit_notes where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This credit note is void');
  elsif v_row.status <> 'draft' then
    return v_row.credit_number;
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
  return v_row.credit_number;
end $function$;
comment on function private.number_credit_note(p_id uuid) is 'Issues a credit note: what issue_credit_note does, without asking for the right.';

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
  v_number integer := 0;
  v_rate record;
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
  for v_line in
    select i.*, asked.qty as asked, coalesce(before.qty, 0) as credited_qty, coalesce(before.net, 0) as credited_net
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
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, width_mm,
      height_mm, unit_price, discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_line.id, private.line_key(v_number), v_line.kind, v_line.description, v_line.details, v_qty * sign(v_line.qty), v_line.unit,
      v_line.width_mm, v_line.height_mm, v_line.unit_price, v_line.discount_pct, v_line.vat_rate, v_line.vat_treatment,
      case when v_qty + v_line.credited_qty = abs(v_line.qty) then v_line.net - v_line.credited_net
           else private.line_net(v_qty * sign(v_line.qty), v_line.unit_price, v_line.discount_pct) end);
    v_number := v_number + 1;
  end loop;
  if v_number = 0 then
    perform private.refuse('PT409', 'Everything of this invoice is credited already');
  elsif v_number < (select count(distinct line ->> 'invoice_item_id') from jsonb_array_elements(coalesce(p_lines, '[]')) as line) then
    perform private.refuse('22023', 'A line is not part of this invoice');
  end if;
  -- VAT of the part, and of the last part of a rate what is left of it.
  for v_rate in
    select c.vat_rate, c.vat_treatment, sum(c.net) as base from public.credit_note_items c where c.credit_note_id = v_id group by 1, 2
  loop
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    select v_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
           case when before.base + v_rate.base = t.base and not exists (
               select from public.invoice_items i where i.invoice_id = p_invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
                  and i.kind in ('item', 'discount', 'deposit') and abs(i.qty) > (
                    select coalesce(sum(abs(c.qty)), 0) from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
                     where c.invoice_item_id = i.id and n.status <> 'void'))
             then t.vat - before.vat
             else least(private.vat_of(v_rate.base, v_rate.vat_rate), t.vat - before.vat) end
      from public.invoice_vat t,
           lateral (select coalesce(sum(c.base), 0) as base, coalesce(sum(c.vat), 0) as vat
                      from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id
                     where n.invoice_id = p_invoice_id and n.id <> v_id and n.status <> 'void'
                       and c.vat_rate = v_rate.vat_rate and c.vat_treatment = v_rate.vat_treatment) as before
     where t.invoice_id = p_invoice_id and t.vat_rate = v_rate.vat_rate and t.vat_treatment = v_rate.vat_treatment;
  end loop;
  update public.credit_notes set net = total.base, vat = total.vat
    from (select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat from public.credit_note_vat where credit_note_id = v_id) as total
   where id = v_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice_id and n.status <> 'void') > v_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited: the deposit that %s deducts stays', private.amount_text(
      v_invoice.gross - (select coalesce(sum(n.gross), 0) from public.credit_notes n
        where n.invoice_id = p_invoice_id and n.id <> v_id and n.status <> 'void')), v_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  return v_id;
end $function$;
comment on function private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) is 'Writes a credit note as a draft: what make_credit_note does, without asking for the right.';
