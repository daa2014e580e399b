-- Invoices of suppliers: the file beside what stands on it, lines that name material, job or order, approval, and payment.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('supplier-invoices', 'supplier-invoices', false, 20971520,
   array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'application/xml', 'text/xml'])
on conflict (id) do nothing;

create table public.supplier_invoices (
  id              uuid primary key default gen_random_uuid(),
  supplier_id     uuid not null references public.contacts (id) on delete restrict,
  supplier_number text not null,
  status          text not null default 'received',
  invoice_date    date not null,
  due_date        date,
  scheduled_for   date,
  currency        text not null default 'EUR',
  net             numeric(14, 2) not null,
  vat             numeric(14, 2) not null default 0,
  gross           numeric(14, 2) not null generated always as (net + vat) stored,
  paid            numeric(14, 2) not null default 0,
  open            numeric(14, 2) not null generated always as (net + vat - paid) stored,
  iban            text,
  payment_reference text,
  file_path       text,
  file_name       text,
  read_from       text,
  note            text,
  dispute_reason  text,
  approved_by     uuid references auth.users (id) on delete set null,
  approved_at     timestamptz,
  created_at      timestamptz not null default now(),
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  row_version     integer not null default 1,
  constraint supplier_invoices_status_is_known check (status in ('received', 'approved', 'scheduled', 'part_paid', 'paid', 'disputed')),
  constraint supplier_invoices_number_length check (char_length(btrim(supplier_number)) between 1 and 100 and char_length(supplier_number) <= 120),
  constraint supplier_invoices_due_after_its_date check (due_date >= invoice_date),
  constraint supplier_invoices_date_is_believable check (invoice_date between '2000-01-01' and '2100-01-01' and due_date <= '2101-01-01'),
  constraint supplier_invoices_amounts_fit check (net >= 0 and vat >= 0 and paid >= 0 and paid <= net + vat),
  constraint supplier_invoices_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint supplier_invoices_iban_is_one check (iban is null or private.is_iban(iban)),
  constraint supplier_invoices_read_from_is_known check (read_from in ('ubl', 'cii')),
  constraint supplier_invoices_texts_length check (char_length(payment_reference) <= 140 and char_length(file_path) <= 300
    and char_length(file_name) <= 300 and char_length(note) <= 5000 and char_length(dispute_reason) <= 2000)
);
create unique index supplier_invoices_once_a_supplier on public.supplier_invoices (supplier_id, lower(btrim(supplier_number)));
create index supplier_invoices_status_due_idx on public.supplier_invoices (status, due_date);
create index supplier_invoices_invoice_date_idx on public.supplier_invoices (invoice_date desc, id desc);
create index supplier_invoices_approved_by_idx on public.supplier_invoices (approved_by);
create index supplier_invoices_created_by_idx on public.supplier_invoices (created_by);
comment on table public.supplier_invoices is 'What suppliers ask for. Net and VAT are those of the supplier''s paper.';
comment on column public.supplier_invoices.read_from is 'What filled it in: ubl or cii (Factur-X); null: a person.';
comment on column public.supplier_invoices.file_path is 'In the bucket supplier-invoices.';

create table public.supplier_invoice_items (
  id                  uuid primary key default gen_random_uuid(),
  supplier_invoice_id uuid not null references public.supplier_invoices (id) on delete cascade,
  position            text collate "C" not null,
  description         text not null,
  qty                 numeric(14, 4) not null default 1,
  unit_price          numeric(14, 4) not null,
  vat_rate            numeric(5, 2) not null default 0,
  net                 numeric(14, 2) not null generated always as (trunc(qty * unit_price, 2)) stored,
  inventory_item_id   uuid references public.inventory_items (id) on delete set null,
  job_id              uuid references public.jobs (id) on delete set null,
  order_id            uuid references public.orders (id) on delete set null,
  created_at          timestamptz not null default now(),
  constraint supplier_invoice_items_description_length check (char_length(btrim(description)) between 1 and 1000 and char_length(description) <= 1100),
  constraint supplier_invoice_items_values_range check (
    qty between -1000000 and 1000000 and unit_price between 0 and 10000000 and vat_rate between 0 and 100),
  constraint supplier_invoice_items_position_length check (char_length(position) between 1 and 100)
);
create index supplier_invoice_items_invoice_idx on public.supplier_invoice_items (supplier_invoice_id, position);
create index supplier_invoice_items_inventory_item_id_idx on public.supplier_invoice_items (inventory_item_id);
create index supplier_invoice_items_job_id_idx on public.supplier_invoice_items (job_id);
create index supplier_invoice_items_order_id_idx on public.supplier_invoice_items (order_id);
comment on table public.supplier_invoice_items is 'Lines of a supplier''s invoice, and the material, job or order that they belong to.';

create table public.supplier_payments (
  id                  uuid primary key default gen_random_uuid(),
  supplier_invoice_id uuid not null references public.supplier_invoices (id) on delete restrict,
  amount              numeric(14, 2) not null,
  paid_on             date not null,
  method              text not null,
  reference           text,
  created_at          timestamptz not null default now(),
  created_by          uuid default auth.uid() references auth.users (id) on delete set null,
  constraint supplier_payments_amount_is_positive check (amount > 0),
  constraint supplier_payments_method_is_known check (method in ('card', 'bank', 'cash', 'cheque', 'other')),
  constraint supplier_payments_reference_length check (char_length(reference) <= 200)
);
create index supplier_payments_invoice_idx on public.supplier_payments (supplier_invoice_id);
create index supplier_payments_created_by_idx on public.supplier_payments (created_by);
comment on table public.supplier_payments is 'Money paid for an invoice of a supplier. It only grows.';

call private.borrow_rules('public.supplier_invoices', 'select, insert, update', p_audited => true, p_pages => '{supplier-invoices,payments}',
  p_pinned => '{paid,approved_by,approved_at,read_from}');
call private.borrow_rules('public.supplier_invoice_items', p_pinned => '{supplier_invoice_id}');
call private.after_each_statement('public.supplier_invoice_items', 'nudge_page', $$private.nudge_pages('supplier_invoice_id', 'supplier-invoices')$$);
call private.borrow_rules('public.supplier_payments', '', p_audited => true, p_pages => '{payments}');
grant select on public.supplier_payments to authenticated;
create trigger append_only before update or delete on public.supplier_payments
  for each row execute function private.refuse_change();
call private.follow_transitions('public.supplier_invoices', 'supplier_invoice');

create policy "staff read invoices of suppliers" on public.supplier_invoices
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));
create policy "staff enter invoices of suppliers in their own name" on public.supplier_invoices
  for insert to authenticated with check ((select private.can('supplier-invoices', 'create'))
    and created_by = (select auth.uid()) and status = 'received' and paid = 0 and approved_at is null and approved_by is null);
create policy "staff change invoices of suppliers" on public.supplier_invoices
  for update to authenticated
  using ((select private.can('supplier-invoices', 'edit'))) with check ((select private.can('supplier-invoices', 'edit')));
create policy "whoever reads an invoice of a supplier reads its lines" on public.supplier_invoice_items
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));
create policy "staff enter lines" on public.supplier_invoice_items
  for insert to authenticated with check ((select private.can('supplier-invoices', 'create')));
create policy "staff change lines" on public.supplier_invoice_items
  for update to authenticated
  using ((select private.can('supplier-invoices', 'edit'))) with check ((select private.can('supplier-invoices', 'edit')));
create policy "staff remove lines" on public.supplier_invoice_items
  for delete to authenticated using ((select private.can('supplier-invoices', 'edit')));
create policy "staff read payments to suppliers" on public.supplier_payments
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));

-- private.write_file_policies makes one policy a command of them and of the others.
create policy "staff see files of supplier invoices" on storage.objects
  for select to authenticated
  using (bucket_id = 'supplier-invoices' and (select private.can('supplier-invoices', 'view')));
create policy "staff upload files of supplier invoices" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'supplier-invoices' and (select private.can('supplier-invoices', 'create'))
    and name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$');

create function private.keep_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat, new.file_path)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat, old.file_path)
  then
    perform private.refuse('PT409', 'This invoice is approved. Dispute it first, then change it.');
  end if;
  if new.status is distinct from old.status then
    if new.status = 'disputed' and coalesce(btrim(new.dispute_reason), '') = '' then
      perform private.refuse('22023', 'Please say what is wrong with it');
    elsif new.status = 'approved' and old.status in ('received', 'disputed') then
      new.approved_by := auth.uid();
      new.approved_at := now();
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
    end if;
  end if;
  return new;
end $$;
-- After the pins, which would take back who approved it.
create trigger z_keep_supplier_invoice before update on public.supplier_invoices
  for each row execute function private.keep_supplier_invoice();

create function private.keep_supplier_lines() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select status into v_status from public.supplier_invoices
   where id = case when tg_op = 'DELETE' then old.supplier_invoice_id else new.supplier_invoice_id end for no key update;
  if v_status is not null and v_status not in ('received', 'disputed') then
    if tg_op = 'UPDATE' and (new.description, new.qty, new.unit_price, new.vat_rate, new.position)
      is not distinct from (old.description, old.qty, old.unit_price, old.vat_rate, old.position)
    then
      return new;
    end if;
    perform private.refuse('PT409', 'This invoice is approved: its lines stay as they are');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_supplier_lines is 'Lines of an approved invoice stay; to which material, job or order they belong may change.';
create trigger keep_lines before insert or update or delete on public.supplier_invoice_items
  for each row execute function private.keep_supplier_lines();

create function private.pay_supplier_invoice(
  p_id uuid, p_amount numeric, p_method text, p_paid_on date default null, p_reference text default null, p_payment_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
  v_id uuid;
begin
  perform private.must('payments', 'create', 'record payments');
  select id into v_id from public.supplier_payments where id = p_payment_id;
  if found then
    return v_id;
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
    perform private.refuse('PT409', case v_row.status when 'paid' then 'This invoice is paid' else 'Please approve this invoice before it is paid' end);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_row.open then
    perform private.refuse('22023', format('Only %s %s is still to be paid', v_row.currency, private.amount_text(v_row.open)));
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
comment on function private.pay_supplier_invoice is
  'Records a payment to a supplier: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. Returns the id of the payment.';
call private.offer('private.pay_supplier_invoice(uuid, numeric, text, date, text, uuid)');

create function private.log_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('supplier_invoice', new.id, 'created', jsonb_build_object('number', new.supplier_number));
  elsif new.status is distinct from old.status and new.status not in ('paid', 'part_paid') then
    perform private.log_event('supplier_invoice', new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status, 'reason', case when new.status = 'disputed' then new.dispute_reason end));
  end if;
  return null;
end $$;
create trigger log_story after insert or update of status on public.supplier_invoices
  for each row execute function private.log_supplier_invoice();

insert into private.record_kinds (kind, table_name, position, label, is_mentioned, has_story)
  values ('supplier_invoice', 'public.supplier_invoices', 64, $$'Supplier invoice ' || r.supplier_number$$, true, false);

revoke execute on all routines in schema private from public;

create function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
  language plpgsql security invoker set search_path = ''
as $$
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and lower(btrim(i.supplier_number)) = lower(btrim(p_values ->> 'supplier_number')))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), (p_values ->> 'net')::numeric, (p_values ->> 'vat')::numeric,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         (line ->> 'vat_rate')::numeric
    from jsonb_array_elements(p_lines) with ordinality as listed (line, place);
  return p_id;
end $$;
comment on function public.enter_supplier_invoice is
  'Enters an invoice of a supplier with its lines, both or none, by the caller''s own rights. p_id: chosen by the caller, so that
a repeated call enters one. A number that the supplier used before is refused in words. Returns the id.';
revoke execute on function public.enter_supplier_invoice from public, anon, authenticated;
grant execute on function public.enter_supplier_invoice to authenticated, service_role;
