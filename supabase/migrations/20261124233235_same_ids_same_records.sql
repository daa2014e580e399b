set check_function_bodies = off;

create or replace function private.must_be_same(p_is_same boolean, p_what text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not coalesce(p_is_same, false) then
    perform private.refuse('PT409', format('This %s was for something else. Please look at it, and begin anew.', p_what));
  end if;
end $$;

create or replace function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb default null, p_id uuid default null) returns uuid
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
  return private.write_credit_note(p_invoice_id, p_reason, p_lines, p_id);
end $$;

create or replace function private.credit_by_amount(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean default false, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = ''
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
  return private.write_credit_of_amounts(p_invoice_id, p_reason, p_amounts, p_is_gross, p_id);
end $$;

-- A payment that is recorded by the same call several times at once is one payment, and each call is answered with it.
create or replace function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null,
  p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null,
  p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_kept public.payments;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select * into v_kept from public.payments where id = p_id;
  if found then
    perform private.must_be_same((v_kept.contact_id, v_kept.amount) = (p_contact_id, p_amount), 'payment');
    return p_id;
  elsif not coalesce(p_amount > 0 and p_amount < 1000000000 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_received_on > private.company_today() then
    perform private.refuse('22023', 'A payment was not received in the future');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_order_id is not null and not exists (select from public.orders where id = p_order_id and contact_id = p_contact_id) then
    perform private.refuse('22023', 'This order is of another client');
  end if;
  perform from public.orders where id = p_order_id for no key update;
  v_number := private.draw_number('RCPT');
  insert into public.payments (id, payment_number, contact_id, method, order_id, amount, currency, received_on, reference, note, created_by)
  select coalesce(p_id, gen_random_uuid()), v_number, p_contact_id, p_method, p_order_id, p_amount, s.currency,
         coalesce(p_received_on, private.company_today()), nullif(btrim(p_reference), ''), nullif(btrim(p_note), ''), auth.uid()
    from public.company_settings s
  returning id into v_id;
  if p_order_id is not null then
    perform private.take_deposit(p_order_id, v_id, p_amount);
    perform private.refresh_payment(v_id);
  end if;
  if p_allocations is not null then
    perform private.allocate_payment(v_id, p_allocations);
  elsif p_order_id is null then
    perform private.allocate_oldest(v_id);
  end if;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null, p_credit_note_id uuid default null)
  returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_row public.payments;
  v_kept public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_id);
  select * into v_kept from public.payment_refunds where id = p_refund_id;
  if found then
    perform private.must_be_same((v_kept.payment_id, v_kept.amount) = (p_id, p_amount), 'refund');
    return v_kept.id;
  end if;
  v_row := private.free_for_refund(p_id, p_amount, p_credit_note_id, v_locked);
  perform private.check_refund(v_row, p_amount, p_reason);
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid());
end $$;

create or replace function private.pay_supplier_invoice(
  p_id uuid, p_amount numeric, p_method text, p_paid_on date default null, p_reference text default null, p_payment_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
  v_kept public.supplier_payments;
  v_id uuid;
begin
  perform private.must('payments', 'create', 'record payments');
  select * into v_kept from public.supplier_payments where id = p_payment_id;
  if found then
    perform private.must_be_same((v_kept.supplier_invoice_id, v_kept.amount) = (p_id, p_amount), 'payment');
    return p_payment_id;
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
    perform private.refuse('PT409', case v_row.status when 'paid' then 'This invoice is paid' else 'Please approve this invoice before it is paid' end);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_row.open then
    perform private.refuse('22023', format('Only %s is still to be paid', private.money_words(v_row.open, v_row.currency)));
  elsif coalesce(p_paid_on, private.company_today()) > private.company_today() then
    perform private.refuse('22023', 'Please choose a day that has come');
  end if;
  v_id := coalesce(p_payment_id, gen_random_uuid());
  insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method, reference, created_by)
  values (v_id, p_id, p_amount, coalesce(p_paid_on, private.company_today()), p_method, nullif(btrim(p_reference), ''), auth.uid());
  update public.supplier_invoices
     set paid = paid + p_amount, status = case when paid + p_amount = net + vat then 'paid' else 'part_paid' end where id = p_id;
  perform private.log_event('supplier_invoice', p_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric default null, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_row public.invoices;
  v_note record;
  v_amount numeric;
  v_kept public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select * into v_kept from public.write_offs where id = p_id;
  if found then
    perform private.must_be_same(v_kept.invoice_id = p_invoice_id and v_kept.amount = coalesce(p_amount, v_kept.amount), 'write-off');
    return p_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.amount_text(v_note.open)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.amount_text(v_row.balance)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  if v_amount = v_row.balance then
    perform private.cancel_mails('invoice', p_invoice_id);
  end if;
  return v_id;
end $$;

create or replace function private.put_back_filled(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row record;
  v_now jsonb;
  v_back jsonb;
  v_differ text;
  v_changed text;
  v_kept text;
begin
  -- Two rows of one import may fill the same contact: the later one is put back first.
  for v_row in
    select r.line, r.changed, r.contact_id from public.contact_import_rows r
     where r.import_id = p_import_id and r.outcome = 'updated' and r.undone_at is null order by r.line desc
  loop
    select to_jsonb(c) into v_now from public.contacts c where c.id = v_row.contact_id for update;
    select coalesce(jsonb_object_agg(key, value -> 0) filter (where v_now -> key is not distinct from value -> 1), '{}'),
           string_agg(replace(replace(key, '_id', ''), '_', ' '), ', ' order by key)
             filter (where v_now -> key is distinct from value -> 1 and v_now -> key is distinct from value -> 0)
      into v_back, v_differ from jsonb_each(v_row.changed);
    v_changed := 'Changed since the import: ' || v_differ;
    v_kept := case
      when not private.can('contacts', 'edit') then 'You may not change contacts'
      when v_now ->> 'user_id' is not null and v_now ->> 'user_id' <> auth.uid()::text and not private.named('manage_user_roles')
        then 'Has an account: only its owner and who manages users change it'
      else v_changed end;
    if v_now is not null and v_back <> '{}' and (v_kept is null or v_kept = v_changed) then
      update public.contacts c
         set (name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode, country,
              payment_terms_days, on_stop, contact_type_id, account_manager_id)
           = (select b.name, b.last_name, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
                     b.country, b.payment_terms_days, b.on_stop,
                     (select t.id from public.contact_types t where t.id = b.contact_type_id),
                     (select u.id from auth.users u where u.id = b.account_manager_id)
                from jsonb_populate_record(c, v_back) as b)
       where c.id = v_row.contact_id;
      if v_back -> 'on_stop' = 'false' then
        insert into public.contact_notes (contact_id, kind, body) values (v_row.contact_id, 'release', 'The import that put it on stop was undone');
      end if;
    end if;
    update public.contact_import_rows r
       set undone_at = case when v_kept is null then now() end, kept = v_kept
     where r.import_id = p_import_id and r.line = v_row.line;
  end loop;
end $$;

create or replace function private.take_material(p_id uuid, p_job_id uuid, p_item_id uuid, p_qty numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_kept public.stock_movements;
  v_qty numeric;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit') or private.can('inventory', 'edit')) then
    raise insufficient_privilege using message = 'You may not take material';
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select * into v_kept from public.stock_movements where id = p_id;
  if found then
    perform private.must_be_same((v_kept.job_id, v_kept.item_id) = (p_job_id, p_item_id), 'movement of stock');
    return private.movement_facts(p_id);
  end if;
  perform private.must_be_in_work(v_job);
  v_qty := private.stock_qty(p_item_id, p_qty, null);
  if v_qty = 0 then
    perform private.refuse('22023', 'The quantity must be more than zero');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id) values (p_id, p_item_id, 'deduct', -v_qty, p_job_id);
  return private.movement_facts(p_id);
end $$;

create or replace function private.move_stock(
  p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text default null, p_job_id uuid default null,
  p_note text default null, p_seen numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_kept public.stock_movements;
  v_qty numeric;
  v_used numeric;
begin
  perform private.must_keep_stock('change stock');
  select * into v_kept from public.stock_movements where id = p_id;
  if found then
    perform private.must_be_same(v_kept.item_id = p_item_id and v_kept.reason = p_reason, 'movement of stock');
    return private.movement_facts(p_id);
  end if;
  v_qty := private.stock_qty(p_item_id, p_qty, p_unit);
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  if p_reason not in ('purchase', 'deduct', 'count', 'return', 'waste') then
    perform private.refuse('22023', 'Stock is received, deducted, counted, returned or wasted');
  elsif v_qty = 0 and p_reason <> 'count' then
    perform private.refuse('22023', 'The quantity must be more than zero');
  elsif p_job_id is not null and not exists (select from public.jobs where id = p_job_id) then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif p_reason = 'waste' and coalesce(btrim(p_note), '') = '' then
    perform private.refuse('22023', 'Please say what happened to it');
  elsif p_reason = 'count' and p_seen is not null and p_seen <> v_item.on_hand then
    perform private.refuse('PT409', format('The stock changed while you counted: %s were there, now %s. Please count again.',
      private.qty_text(p_seen, v_item.stock_unit), private.qty_text(v_item.on_hand, v_item.stock_unit)), v_item.on_hand::text);
  elsif p_reason = 'return' and p_job_id is not null then
    select m.qty_used into v_used from public.job_materials m where m.job_id = p_job_id and m.item_id = p_item_id;
    if v_qty > coalesce(v_used, 0) then
      perform private.refuse('PT409', format('This job took only %s of it', private.qty_text(coalesce(v_used, 0), v_item.stock_unit)));
    end if;
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, note)
  values (p_id, p_item_id, p_reason, case p_reason when 'count' then v_qty - v_item.on_hand when 'deduct' then -v_qty
    when 'waste' then -v_qty else v_qty end, case when p_reason in ('deduct', 'return', 'waste') then p_job_id end, nullif(left(btrim(p_note), 2000), ''));
  return private.movement_facts(p_id);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.must_be_same(boolean,pg_catalog.text) is 'A repeated call is answered as the first one. Refuses the id of another record: otherwise what was asked now would silently not be done.';

reset check_function_bodies;
