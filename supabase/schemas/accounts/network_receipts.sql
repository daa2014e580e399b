-- Electronic invoices that came over the network, and what became of each.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.network_receipts (
  id                  uuid primary key,
  message_id          text not null,
  sender              text not null,
  supplier_name       text,
  invoice_number      text,
  status              text not null default 'waiting',
  reason              text,
  file_path           text not null,
  supplier_invoice_id uuid references public.supplier_invoices (id) on delete set null,
  received_at         timestamptz not null default now(),
  decided_by          uuid references auth.users (id) on delete set null,
  constraint network_receipts_one_a_message unique (message_id),
  constraint network_receipts_status_is_known check (status in ('waiting', 'entered', 'put_aside')),
  constraint network_receipts_texts_length check (char_length(message_id) <= 200 and char_length(sender) <= 70 and char_length(supplier_name) <= 200
    and char_length(invoice_number) <= 120 and char_length(reason) <= 1000 and char_length(file_path) <= 300)
);
create index network_receipts_waiting_idx on public.network_receipts (received_at) where status = 'waiting';
create index network_receipts_supplier_invoice_id_idx on public.network_receipts (supplier_invoice_id);
create index network_receipts_decided_by_idx on public.network_receipts (decided_by);
comment on table public.network_receipts is
  'Messages of the network, each once, with the file as it came. waiting: a person enters it or puts it aside. Written by functions.';
comment on column public.network_receipts.reason is 'Why it was not entered by itself, in words.';
comment on column public.network_receipts.file_path is 'In the bucket supplier-invoices: the file as it came, also where it cannot be read.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.network_receipts', '', p_pages => '{supplier-invoices}');
grant select on public.network_receipts to authenticated;
create policy "staff read what came over the network" on public.network_receipts
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.supplier_of_tax_number(p_number text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(c.id) into v_ids from public.contacts c
   where c.vat_number = upper(regexp_replace(p_number, '[^A-Za-z0-9]', '', 'g')) and c.archived_at is null and c.type = 'Business';
  return case when cardinality(v_ids) = 1 then v_ids[1] end;
end $$;
comment on function private.supplier_of_tax_number is 'The one business with this tax number; null for none or several.';

create function private.enter_received(p_receipt public.network_receipts, p_read jsonb, p_shown_path text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_supplier constant uuid := private.supplier_of_tax_number(p_read ->> 'supplierVat');
  v_words text;
begin
  if v_supplier is null then
    return private.with_tax(format('No supplier, or more than one, has the {tax} number %s.', coalesce(p_read ->> 'supplierVat', 'that the file lacks')));
  end if;
  perform public.enter_supplier_invoice(p_receipt.id, jsonb_strip_nulls(jsonb_build_object('supplier_id', v_supplier,
      'supplier_number', p_read ->> 'number', 'invoice_date', p_read ->> 'invoiceDate', 'due_date', p_read ->> 'dueDate',
      'currency', p_read ->> 'currency', 'net', p_read ->> 'net', 'vat', p_read ->> 'vat', 'iban', p_read ->> 'iban',
      'credited_number', left(p_read ->> 'credits', 120), 'payment_reference', left(p_read ->> 'reference', 140), 'read_from', p_read ->> 'readFrom', 'file_path', p_shown_path,
      'file_name', format('%s.%s', p_read ->> 'number', substring(p_shown_path from '[a-z]+$')))), p_read -> 'lines');
  update public.supplier_invoices
     set purchase_order_id = (
       select o.id from public.purchase_orders o
        where o.supplier_id = v_supplier and private.plain_number(o.purchase_number) = private.plain_number(p_read ->> 'orderNumber'))
   where id = p_receipt.id;
  return null;
exception when others then
  get stacked diagnostics v_words = message_text;
  return case when sqlstate in ('PT409', '22023') then v_words else 'What the file says does not fit. Please enter it by hand.' end;
end $$;
comment on function private.enter_received is
  'Enters a received invoice or credit note for the supplier with its tax number and for the purchase order that it names. Returns why it could not, in words; null when it did.';

create function private.take_network_message(
  p_id uuid, p_message_id text, p_sender text, p_file_path text, p_shown_path text, p_read jsonb, p_problem text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.network_receipts;
  v_reason text := p_problem;
begin
  insert into public.network_receipts (id, message_id, sender, supplier_name, invoice_number, file_path)
  values (p_id, p_message_id, p_sender, left(p_read ->> 'supplierName', 200), left(p_read ->> 'number', 120), p_file_path)
  on conflict do nothing returning * into v_row;
  if v_row.id is null then
    return 'known';
  end if;
  if p_read is not null then
    v_reason := private.enter_received(v_row, p_read, p_shown_path);
  end if;
  update public.network_receipts
     set status = case when v_reason is null then 'entered' else 'waiting' end, reason = left(v_reason, 1000),
         supplier_invoice_id = case when v_reason is null then p_id end
   where id = p_id;
  perform private.tell_staff('{}', 'accounts', format('%s of %s came over the network',
    case when (p_read ->> 'net')::numeric < 0 then 'A credit note' else 'An invoice' end, coalesce(p_read ->> 'supplierName', p_sender)),
    coalesce(v_reason || ' It waits in Supplier invoices.', format('%s is in Supplier invoices.', p_read ->> 'number')), null,
    jsonb_build_object('kind', 'supplier_invoice', 'id', case when v_reason is null then p_id end));
  return case when v_reason is null then 'entered' else 'waiting' end;
end $$;
comment on function private.take_network_message is
  'For the service key: a message of the network, with what was read from its file, or why it could not be read. The same message again is known. Returns what became of it.';
call private.offer('private.take_network_message(uuid, text, text, text, text, jsonb, text)', '{service_role}');

create function private.note_network_asked() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.network_settings set asked_at = now();
end $$;
comment on function private.note_network_asked is 'For the service key: the access point is asked for received invoices now, and next in a quarter of an hour.';
call private.offer('private.note_network_asked()', '{service_role}');

create function private.settle_receipt(p_id uuid, p_supplier_invoice_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'edit', 'decide about received invoices');
  update public.network_receipts
     set status = case when p_supplier_invoice_id is null then 'put_aside' else 'entered' end, supplier_invoice_id = p_supplier_invoice_id,
         decided_by = auth.uid()
   where id = p_id and status <> 'entered';
end $$;
comment on function private.settle_receipt is 'A received invoice was entered by hand as this one; without one it is put aside. One that was entered stays.';
call private.offer('private.settle_receipt(uuid, uuid)');
