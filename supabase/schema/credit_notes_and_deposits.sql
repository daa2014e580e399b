-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.credit_deposit(p_with uuid, p_invoice_id uuid, p_parts jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select i.*, part.base as part, t.base - coalesce(before.base, 0) as left_base, t.vat - coalesce(before.vat, 0) as left_vat
      from jsonb_to_recordset(p_parts) as part (rate numeric, treatment text, base numeric)
      join public.invoice_items i on i.invoice_id = p_invoice_id and i.vat_rate = part.rate and i.vat_treatment = part.treatment and i.kind = 'item'
      join public.invoice_vat t on t.invoice_id = p_invoice_id and t.vat_rate = part.rate and t.vat_treatment = part.treatment
      left join lateral (
        select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
         where n.invoice_id = p_invoice_id and n.status <> 'void' and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as before on true
     order by i.position
  loop
    if v_part.part > v_part.left_base then
      perform private.refuse('PT409', format('Of the deposit %s only %s net are left to credit at %s %% VAT', v_invoice.invoice_number,
        private.amount_text(v_part.left_base), trim_scale(v_part.vat_rate)));
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_part.id, private.line_key(v_number), 'item', v_part.description, v_part.details, 1, v_part.unit, v_part.part, 0, v_part.vat_rate,
      v_part.vat_treatment, v_part.part);
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_part.vat_rate, v_part.vat_treatment, v_part.part,
      private.vat_of_part(v_part.part, v_part.vat_rate, v_part.left_base, v_part.left_vat));
    v_number := v_number + 1;
  end loop;
  update public.credit_notes set net = total.base, vat = total.vat
    from (select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat from public.credit_note_vat where credit_note_id = v_id) as total
   where id = v_id;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  return v_id;
end $function$;
comment on function private.credit_deposit(p_with uuid, p_invoice_id uuid, p_parts jsonb) is 'A draft over parts [{rate, treatment, base}] of a deposit that covers lines of the credit note p_with. Returns the id.';

CREATE OR REPLACE FUNCTION private.deposits_left(p_order_id uuid)
 RETURNS TABLE(invoice_id uuid, invoice_number text, issue_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.id, d.invoice_number, d.issue_date, v.vat_rate, v.vat_treatment, v.base - coalesce(used.base, 0) - coalesce(back.base, 0),
         v.vat - coalesce(used.vat, 0) - coalesce(back.vat, 0)
    from public.invoices d
    join public.invoice_vat v on v.invoice_id = d.id
    left join lateral (
      -- A deduction that was credited again is free, but for what was credited on the deposit itself meanwhile.
      select sum(case when is_free then coalesce(own.base, 0) else -i.net end) as base, sum(case when is_free then coalesce(own.vat, 0) else -i.vat end) as vat
        from public.invoice_items i
        join public.invoices t on t.id = i.invoice_id
        left join lateral (
          select sum(c.base) as base, sum(c.vat) as vat
            from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id join public.credit_notes w on w.id = n.with_note_id
           where n.invoice_id = d.id and w.invoice_id = t.id and n.status <> 'void'
             and c.vat_rate = v.vat_rate and c.vat_treatment = v.vat_treatment) as own on true
       cross join lateral (
          select exists (
            select from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
             where c.invoice_item_id = i.id and n.status not in ('draft', 'void')
               and not exists (select from public.credit_notes o where o.with_note_id = n.id and o.invoice_id = d.id)) as is_free) as freed
       where i.deducts_invoice_id = d.id and i.vat_rate = v.vat_rate and i.vat_treatment = v.vat_treatment and t.status <> 'void') as used on true
    left join lateral (
      select sum(c.base) as base, sum(c.vat) as vat from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id
       where n.invoice_id = d.id and n.status <> 'void' and n.with_note_id is null and c.vat_rate = v.vat_rate and c.vat_treatment = v.vat_treatment) as back on true
   where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')
$function$;
comment on function private.deposits_left(p_order_id uuid) is 'What no invoice deducts of the paid deposits of an order and no credit note gave back, by deposit and VAT rate.';

CREATE OR REPLACE FUNCTION private.free_payments(p_note_id uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note public.credit_notes;
  v_paid public.payment_allocations;
  v_open numeric;
  v_part numeric;
begin
  select * into v_note from public.credit_notes where id = p_note_id;
  v_open := v_note.open;
  for v_paid in
    select * from public.payment_allocations where invoice_id = v_note.invoice_id order by allocated_on desc, created_at desc, id for update
  loop
    v_part := least(v_paid.amount, v_open);
    exit when v_part <= 0;
    delete from public.payment_allocations where id = v_paid.id and amount = v_part;
    update public.payment_allocations set amount = amount - v_part where id = v_paid.id;
    perform private.refresh_payment(v_paid.payment_id);
    perform private.refresh_invoice(v_note.invoice_id);
    perform private.settle_by_credit(p_note_id, v_note.invoice_id, v_part);
    v_open := v_open - v_part;
  end loop;
  return v_note.open - v_open;
end $function$;
comment on function private.free_payments(p_note_id uuid) is 'An issued credit note takes the place of the payments of its invoice, whose money is free again: it can be refunded where it
came from. The caller locks the payments first. Returns how much.';

CREATE OR REPLACE FUNCTION private.guard_note_of_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.credit_notes where id = old.with_note_id) then
    perform private.refuse('PT409', 'This credit note belongs to another one. Remove that one, and this one goes with it.');
  end if;
  return old;
end $function$;
comment on function private.guard_note_of_deposit() is 'A note over a deposit is removed with the credit note that it goes with.';

CREATE OR REPLACE FUNCTION private.vat_of_part(p_base numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when p_base = p_left_base then p_left_vat
    when p_base = 0 then 0
    else sign(p_base) * greatest(0, abs(private.vat_of(p_base, p_rate)) - 0.01, least(abs(private.vat_of(p_base, p_rate)) + 0.01,
      sign(p_base) * (p_left_vat - private.vat_of(p_left_base - p_base, p_rate)))) end
$function$;
comment on function private.vat_of_part(p_base numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric) is 'VAT of a part of what is left at one rate: the VAT that is left less the VAT of the rest, so that the parts come to the whole.
Never more than a cent off trunc(base × rate / 100, 2). All of the rest takes all of its VAT. Amounts in the currency, rate in percent.';
