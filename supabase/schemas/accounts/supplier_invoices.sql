-- Invoices of suppliers.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.supplier_invoices (
  id                  uuid primary key default gen_random_uuid(),
  supplier_id         uuid not null references public.contacts (id) on delete restrict,
  supplier_number     text not null,
  status              text not null default 'received',
  invoice_date        date not null,
  due_date            date,
  scheduled_for       date,
  currency            text not null default 'EUR',
  net                 numeric(14, 2) not null,
  vat                 numeric(14, 2) not null default 0,
  gross               numeric(14, 2) not null generated always as (net + vat) stored,
  paid                numeric(14, 2) not null default 0,
  iban                text,
  payment_reference   text,
  file_path           text,
  file_name           text,
  read_from           text,
  note                text,
  dispute_reason      text,
  approved_by         uuid references auth.users (id) on delete set null,
  approved_at         timestamptz,
  created_at          timestamptz not null default now(),
  created_by          uuid default auth.uid() references auth.users (id) on delete set null,
  row_version         integer not null default 1,
  discount_pct        numeric(5, 2),
  discount_until      date,
  discount_taken      numeric(14, 2) not null default 0,
  open                numeric(14, 2) not null generated always as (net + vat - paid - discount_taken) stored,
  another_bill_reason text,
  vat_confirmed_as    text,
  booked_on           date not null,
  opening_on          date,
  purchase_order_id   uuid,
  is_credit           boolean not null generated always as (net + vat < 0) stored,
  credited_number     text,
  paper_currency      text,
  paper_net           numeric(14, 2),
  paper_vat           numeric(14, 2),
  constraint supplier_invoices_status_is_known check (status in ('received', 'approved', 'scheduled', 'part_paid', 'paid', 'disputed')),
  constraint supplier_invoices_number_length check (char_length(btrim(supplier_number)) between 1 and 100 and char_length(supplier_number) <= 120),
  constraint supplier_invoices_due_after_its_date check (due_date >= invoice_date),
  constraint supplier_invoices_date_is_believable check (invoice_date between '2000-01-01' and '2100-01-01' and due_date <= '2101-01-01'),
  constraint supplier_invoices_booked_from_its_date check (booked_on >= invoice_date and booked_on <= '2101-01-01'),
  constraint supplier_invoices_amounts_fit check (
    net >= 0 and vat >= 0 and paid between 0 and net + vat or net <= 0 and vat <= 0 and paid between net + vat and 0),
  constraint supplier_invoices_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint supplier_invoices_iban_is_one check (iban is null or private.is_iban(iban)),
  constraint supplier_invoices_read_from_is_known check (read_from in ('ubl', 'cii')),
  constraint supplier_invoices_texts_length check (char_length(payment_reference) <= 140 and char_length(file_path) <= 300
    and char_length(file_name) <= 300 and char_length(note) <= 5000 and char_length(dispute_reason) <= 2000),
  constraint supplier_invoices_discount_is_whole check (
    (discount_pct is null) = (discount_until is null) and discount_pct > 0 and discount_pct < 100 and discount_until >= invoice_date),
  constraint supplier_invoices_discount_fits check (discount_taken = 0 or discount_taken > 0 and paid + discount_taken <= net + vat),
  constraint supplier_invoices_no_discount_of_a_credit_note check (net + vat >= 0 or discount_pct is null and scheduled_for is null),
  constraint supplier_invoices_credited_by_a_credit_note check (net + vat < 0 or credited_number is null),
  constraint supplier_invoices_credited_number_length check (char_length(credited_number) <= 120),
  constraint supplier_invoices_reason_length check (char_length(another_bill_reason) <= 500),
  constraint supplier_invoices_vat_confirmed_as_length check (char_length(vat_confirmed_as) <= 60),
  constraint supplier_invoices_worth_is_of_a_paper check (
    num_nonnulls(paper_currency, paper_net, paper_vat) in (0, 3) and paper_currency ~ '^[A-Z]{3}$' and paper_currency <> currency
    and (paper_net >= 0 and paper_vat >= 0 and net >= 0 or paper_net <= 0 and paper_vat <= 0 and net <= 0))
);
alter table public.supplier_invoices add constraint supplier_invoices_purchase_order_id_fkey
  foreign key (purchase_order_id) references public.purchase_orders (id) on delete set null;
create index supplier_invoices_status_due_idx on public.supplier_invoices (status, due_date);
create index supplier_invoices_invoice_date_idx on public.supplier_invoices (invoice_date desc, id desc);
create index supplier_invoices_booked_on_idx on public.supplier_invoices (booked_on);
create index supplier_invoices_purchase_order_id_idx on public.supplier_invoices (purchase_order_id);
create index supplier_invoices_approved_by_idx on public.supplier_invoices (approved_by);
create index supplier_invoices_created_by_idx on public.supplier_invoices (created_by);
create unique index supplier_invoices_once_a_supplier on public.supplier_invoices (supplier_id, private.plain_number(supplier_number));
comment on table public.supplier_invoices is
  'What suppliers ask for, and below zero what their credit notes give back. Net and VAT are those of the supplier''s paper.';
comment on column public.supplier_invoices.paper_currency is
  'Of a bill in another currency whose worth was said: its own currency. net, vat, paid and open are in that of the books then. Null: as the bill says them.';
comment on column public.supplier_invoices.paper_net is 'Net in paper_currency, as the bill says it.';
comment on column public.supplier_invoices.paper_vat is 'VAT in paper_currency, as the bill says it.';
comment on column public.supplier_invoices.is_credit is 'A credit note of the supplier: its amounts are below zero.';
comment on column public.supplier_invoices.credited_number is 'The invoice that a credit note names, as the supplier writes its number.';
comment on column public.supplier_invoices.booked_on is
  'The day on which it counts in the VAT return and the ledger of purchases: its own date, or the first open day where that is closed.';
comment on column public.supplier_invoices.opening_on is
  'The day at which it came from the former books: it is owed, and no cost and tax of this company. Null: it was entered here.';
comment on column public.supplier_invoices.read_from is 'What filled it in: ubl or cii (Factur-X); null: a person.';
comment on column public.supplier_invoices.purchase_order_id is 'The purchase order that an electronic invoice names.';
comment on column public.supplier_invoices.file_path is 'In the bucket supplier-invoices.';
comment on column public.supplier_invoices.discount_pct is 'Percent of the total that may be deducted when it is paid up to discount_until.';
comment on column public.supplier_invoices.another_bill_reason is
  'Why this is another bill although one of the supplier has the same day and total.';
comment on column public.supplier_invoices.vat_confirmed_as is
  'VAT and net that somebody confirmed although no rate fits: 12.00 of 100.00. With other amounts it is asked again.';

create table public.supplier_invoice_items (
  id                  uuid primary key default gen_random_uuid(),
  supplier_invoice_id uuid not null references public.supplier_invoices (id) on delete cascade,
  position            text collate "C" not null default 'b' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS'),
  description         text not null,
  qty                 numeric(14, 4) not null default 1,
  unit_price          numeric(14, 4) not null,
  vat_rate            numeric(7, 4) not null default 0,
  net                 numeric(14, 2) not null,
  inventory_item_id   uuid references public.inventory_items (id) on delete set null,
  job_id              uuid references public.jobs (id) on delete set null,
  order_id            uuid references public.orders (id) on delete set null,
  created_at          timestamptz not null default now(),
  vat                 numeric(14,2) not null,
  cost_account_id     uuid,
  vat_treatment       text not null default 'standard',
  deductible_pct      numeric(5, 2) not null default 100,
  own_vat             numeric(14, 2) not null default 0,
  deducted            numeric(14, 2) not null generated always as (trunc((vat + own_vat) * deductible_pct / 100, 2)) stored,
  paper_price         numeric(14, 4),
  paper_net           numeric(14, 2),
  paper_vat           numeric(14, 2),
  constraint supplier_invoice_items_treatment_is_known check (vat_treatment in ('standard', 'reverse_charge', 'intra_community', 'import',
    'import_postponed', 'exempt', 'outside')),
  constraint supplier_invoice_items_deductible_is_percent check (deductible_pct between 0 and 100),
  constraint supplier_invoice_items_tax_fits_its_treatment check (case
    when vat_treatment in ('reverse_charge', 'intra_community', 'import_postponed') then vat = 0
    when vat_treatment in ('exempt', 'outside') then vat = 0 and vat_rate = 0 and own_vat = 0 else own_vat = 0 end),
  constraint supplier_invoice_items_description_length check (char_length(btrim(description)) between 1 and 1000 and char_length(description) <= 1100),
  constraint supplier_invoice_items_values_range check (
    qty between -1000000 and 1000000 and unit_price between 0 and 10000000 and vat_rate between 0 and 100),
  constraint supplier_invoice_items_position_length check (char_length(position) between 1 and 100)
);
alter table public.supplier_invoice_items add constraint supplier_invoice_items_cost_account_id_fkey
  foreign key (cost_account_id) references public.cost_accounts (id) on delete restrict;
create index supplier_invoice_items_invoice_idx on public.supplier_invoice_items (supplier_invoice_id, position);
create index supplier_invoice_items_inventory_item_id_idx on public.supplier_invoice_items (inventory_item_id);
create index supplier_invoice_items_job_id_idx on public.supplier_invoice_items (job_id);
create index supplier_invoice_items_order_id_idx on public.supplier_invoice_items (order_id);
create index supplier_invoice_items_cost_account_id_idx on public.supplier_invoice_items (cost_account_id);
comment on table public.supplier_invoice_items is 'Lines of a supplier''s invoice, and the material, job or order that they belong to.';
comment on column public.supplier_invoice_items.net is 'As the paper says it; quantity × unit price where nobody said another.';
comment on column public.supplier_invoice_items.vat is 'As the paper says it; net × rate where nobody said another.';
comment on column public.supplier_invoice_items.vat_treatment is
  'standard: the supplier bills its VAT. reverse_charge, intra_community, import_postponed: it bills none, and the company owes it at vat_rate.
import: goods across the customs border, whose VAT customs asks for (vat, on the bill of customs or the carrier). exempt, outside: no VAT.';
comment on column public.supplier_invoice_items.own_vat is 'VAT that the company owes itself: net × vat_rate, of the treatments under which the supplier bills none.';
comment on column public.supplier_invoice_items.deductible_pct is 'The percentage of vat and own_vat that is input tax. The rest is cost.';
comment on column public.supplier_invoice_items.paper_price is 'Unit price in the currency of a bill whose worth was said; paper_net and paper_vat are its net and VAT.';
comment on column public.supplier_invoice_items.deducted is 'The input tax of the line.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.supplier_invoices', 'select, insert, update', p_audited => true, p_pages => '{supplier-invoices,payments}',
  p_pinned => '{paid,approved_by,approved_at,read_from,opening_on,purchase_order_id,paper_currency,paper_net,paper_vat}');
create policy "staff read invoices of suppliers" on public.supplier_invoices
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));

-- A discount is taken by a payment.
create policy "staff enter invoices of suppliers in their own name" on public.supplier_invoices
  for insert to authenticated with check ((select private.can('supplier-invoices', 'create')) and created_by = (select auth.uid()) and status = 'received'
    and paid = 0 and discount_taken = 0 and approved_at is null and approved_by is null);
create policy "staff change invoices of suppliers" on public.supplier_invoices
  for update to authenticated
  using ((select private.can('supplier-invoices', 'edit'))) with check ((select private.can('supplier-invoices', 'edit')));

call private.borrow_rules('public.supplier_invoice_items', p_pinned => '{supplier_invoice_id,paper_price,paper_net,paper_vat}');
create policy "whoever reads an invoice of a supplier reads its lines" on public.supplier_invoice_items
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));
create policy "staff enter lines" on public.supplier_invoice_items
  for insert to authenticated with check ((select private.can('supplier-invoices', 'create')));
create policy "staff change lines" on public.supplier_invoice_items
  for update to authenticated
  using ((select private.can('supplier-invoices', 'edit'))) with check ((select private.can('supplier-invoices', 'edit')));
create policy "staff remove lines" on public.supplier_invoice_items
  for delete to authenticated using ((select private.can('supplier-invoices', 'edit')));

-- private.write_file_policies makes one policy a command of them and of the others.
call private.file_rule('supplier-invoices', 'select', $$(select private.can('supplier-invoices', 'view'))$$);
call private.file_rule('supplier-invoices', 'insert', $rule$(select private.can('supplier-invoices', 'create'))
    and name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'$rule$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.keep_supplier_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.paper_currency is not null and new.paper_currency is not null
    and (new.currency, new.net, new.vat) is distinct from (old.currency, old.net, old.vat)
  then
    perform private.refuse('PT409', format('Its worth is taken from the amounts in %s. Take the worth back first, then change the amounts.', old.paper_currency));
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid') and old.paper_currency is not distinct from new.paper_currency
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path, new.iban, new.payment_reference, new.credited_number)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path, old.iban, old.payment_reference, old.credited_number)
  then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
  end if;
  if new.scheduled_for is distinct from old.scheduled_for and new.scheduled_for < private.company_today() then
    perform private.refuse('22023', 'Please choose a day from today on');
  end if;
  if new.status is distinct from old.status then
    if new.status = 'disputed' and coalesce(btrim(new.dispute_reason), '') = '' then
      perform private.refuse('22023', 'Please say what is wrong with it');
    elsif new.status = 'approved' and old.status in ('received', 'disputed') then
      perform private.must_have_worth(new);
      perform private.settle_supplier_lines(new);
      new.approved_by := auth.uid();
      new.approved_at := now();
      -- Part of it was paid before the approval was taken back.
      if new.paid + new.discount_taken <> 0 then
        new.status := case when new.paid + new.discount_taken = new.net + new.vat then 'paid' else 'part_paid' end;
      end if;
    elsif new.status = 'scheduled' and new.net + new.vat < 0 then
      perform private.refuse('PT409', 'A credit note is not paid. Deduct it from an invoice, or record that the money came back.');
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
      new.scheduled_for := null;
    end if;
  end if;
  return new;
end $$;

create function private.book_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.booked_on := coalesce(new.booked_on, private.first_open_day(new.invoice_date));
  elsif (old.status = 'disputed') <> (new.status = 'disputed') then
    -- A disputed invoice is in no return: it leaves an open period, and comes back into one.
    if new.status = 'disputed' then
      if old.booked_on <= private.books_closed_to() then
        perform private.refuse('PT409', format('The books are closed up to %s, and a dispute would take this invoice out of them. %s',
          private.day_text(private.books_closed_to()), case old.status when 'received' then 'It is not approved: nothing of it is paid.'
            else 'Take its approval back instead: then nothing of it is paid.' end));
      end if;
      perform private.refuse_closed_day(old.booked_on);
    else
      new.booked_on := private.first_open_day(new.booked_on);
    end if;
  end if;
  if tg_op = 'UPDATE' and new.invoice_date <> old.invoice_date and new.booked_on = old.booked_on then
    new.booked_on := private.first_open_day(case when old.booked_on = old.invoice_date then new.invoice_date else greatest(old.booked_on, new.invoice_date) end);
  end if;
  return new;
end $$;
comment on function private.book_supplier_invoice is
  'Books an invoice of a supplier on its date, or on the first open day where that is closed.';

create function private.guard_closed_bill_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant public.supplier_invoice_items := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op <> 'UPDATE' or (old.description, old.qty, old.unit_price, old.vat_rate, old.net, old.vat, old.cost_account_id, old.vat_treatment, old.deductible_pct)
    is distinct from (new.description, new.qty, new.unit_price, new.vat_rate, new.net, new.vat, new.cost_account_id, new.vat_treatment, new.deductible_pct)
  then
    perform private.refuse_closed_day((select s.booked_on from public.supplier_invoices s where s.id = v_row.supplier_invoice_id and s.status <> 'disputed'));
  end if;
  return v_row;
end $$;
comment on function private.guard_closed_bill_line is 'Lines of a bill that is booked on a closed day stay, with their cost accounts.';

create function private.keep_supplier_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_old public.supplier_invoice_items;
begin
  select status into v_status from public.supplier_invoices
   where id = case when tg_op = 'DELETE' then old.supplier_invoice_id else new.supplier_invoice_id end for no key update;
  if tg_op = 'UPDATE' then
    v_old := old;
    if new.paper_net is distinct from old.paper_net then
      return new;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform private.keep_lines_of_worth(new, v_old);
  end if;
  if v_status is not null and v_status not in ('received', 'disputed') then
    if tg_op = 'UPDATE' and (new.description, new.qty, new.unit_price, new.vat_rate, new.position, new.net, new.vat, new.vat_treatment, new.deductible_pct)
      is not distinct from (old.description, old.qty, old.unit_price, old.vat_rate, old.position, old.net, old.vat, old.vat_treatment, old.deductible_pct)
    then
      return new;
    end if;
    perform private.refuse('PT409', 'This invoice is approved: its lines stay as they are');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_supplier_lines is
'Lines of an approved invoice stay, with their treatment; to which account, material, job or order they belong may change.';

create function private.log_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('supplier_invoice', new.id, 'created', jsonb_build_object('number', new.supplier_number));
  elsif new.status is distinct from old.status and (new.status not in ('paid', 'part_paid') or old.status = 'received') then
    perform private.log_event('supplier_invoice', new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status, 'reason', case when new.status = 'disputed' then new.dispute_reason end));
  end if;
  return null;
end $$;

create function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  v_net constant numeric := (p_values ->> 'net')::numeric;
  v_vat constant numeric := (p_values ->> 'vat')::numeric;
  v_treatment constant text := coalesce(p_values ->> 'vat_treatment', 'standard');
  v_lines jsonb := p_lines;
  v_fits boolean;
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and private.plain_number(i.supplier_number) = private.plain_number(p_values ->> 'supplier_number'))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  if jsonb_array_length(p_lines) = 0 then
    v_lines := jsonb_build_array(jsonb_build_object('description',
      format('%s %s', case when v_net < 0 then 'Credit note' else 'Invoice' end, btrim(p_values ->> 'supplier_number')), 'qty', case when v_net < 0 then -1 else 1 end,
      'unit_price', abs(v_net), 'vat_rate', case when v_treatment = 'standard' then private.rate_of_vat(v_net, v_vat) else 0 end, 'vat', v_vat));
  end if;
  -- Lines of an electronic invoice that come to its VAT say of which rates it is.
  select jsonb_array_length(p_lines) > 0 and sum(l.net) = v_net
         and abs(sum(coalesce(l.vat, case l.treatment when 'standard' then l.net * l.vat_rate / 100 else 0 end)) - v_vat) <= 0.01 * count(*) into v_fits
    from (select coalesce((x ->> 'net')::numeric, trunc((x ->> 'qty')::numeric * (x ->> 'unit_price')::numeric, 2)) as net,
                 (x ->> 'vat_rate')::numeric as vat_rate, (x ->> 'vat')::numeric as vat, coalesce(x ->> 'vat_treatment', v_treatment) as treatment
            from jsonb_array_elements(v_lines) as x) as l;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, discount_pct, discount_until, another_bill_reason, credited_number, vat_confirmed_as, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), v_net, v_vat,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', (p_values ->> 'discount_pct')::numeric, (p_values ->> 'discount_until')::date, p_values ->> 'another_bill_reason',
    nullif(btrim(p_values ->> 'credited_number'), ''),
    case when v_fits then format('%s of %s', v_vat::numeric(14,2), v_net::numeric(14,2)) else p_values ->> 'vat_confirmed_as' end,
    auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, net, vat, cost_account_id,
    vat_treatment, deductible_pct)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         case when private.is_own_tax(treatment) then coalesce(nullif((line ->> 'vat_rate')::numeric, 0), (p_values ->> 'own_rate')::numeric)
           else (line ->> 'vat_rate')::numeric end,
         (line ->> 'net')::numeric, (line ->> 'vat')::numeric, coalesce(line ->> 'cost_account_id', p_values ->> 'cost_account_id')::uuid,
         treatment, coalesce(line ->> 'deductible_pct', p_values ->> 'deductible_pct', '100')::numeric
    from jsonb_array_elements(v_lines) with ordinality as listed (line, place)
   cross join lateral (select coalesce(line ->> 'vat_treatment', v_treatment) as treatment) as t;
  if p_values ->> 'worth' is not null then
    perform public.state_bill_worth(p_id, (p_values ->> 'worth')::numeric);
  end if;
  return p_id;
end $$;
comment on function public.enter_supplier_invoice is
'Enters an invoice of a supplier with its lines, both or none, by the caller''s own rights; without lines it gets one. p_id:
chosen by the caller, so that a repeated call enters one. A number that the supplier used before is refused in words, however
it is written. cost_account_id, vat_treatment and deductible_pct in p_values: of the lines that name none. own_rate: the rate of
the VAT that the company owes itself, else its usual one. worth: what a bill in another currency is worth, as state_bill_worth takes it. Returns the id.';
revoke execute on function public.enter_supplier_invoice from public, anon;

create function private.keep_invoice_of_run() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_number text;
begin
  select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
   where i.supplier_invoice_id = new.id and i.status = 'open';
  if found then
    perform private.refuse('PT409', format('This invoice is in payment run %s. Take it out of the run first.', v_number));
  end if;
  return new;
end $$;

create function private.follow_invoice_iban() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recheck_run_accounts(new.supplier_id);
  return null;
end $$;

create function private.keep_taken_in() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.taken_in(old.id) = 'here' then
    perform private.refuse('PT409', 'This line brought its goods into stock. Undo that movement first.');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_taken_in is 'Material and quantity of a line stay while what it brought is in stock.';

create function private.early_discount(p_bill public.supplier_invoices, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.discount_until >= p_day and p_bill.paid = (
      select coalesce(sum(s.amount), 0) from public.supplier_payments s where s.supplier_invoice_id = p_bill.id and s.method = 'credit')
    then private.cut_percent(p_bill.open, p_bill.discount_pct) else 0 end;
end $$;
comment on function private.early_discount is
  'What a bill, less what credit notes took off it, costs less when it is paid in full on that day; 0 where it has no such discount or a part of it is paid.';

create function private.supplier_open_invoices(p_supplier_id uuid)
returns table (id uuid, number text, due_date date, balance text, why text, own text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  return query
    select v.id, v.supplier_number, v.due_date, private.amount_text(v.open),
           case when v.status = 'received' then 'It is not approved yet.' when v.status = 'disputed' then 'It is disputed.'
             when r.run_number is not null then format('It is in %s. If the bank paid it already, take it out there, then book this.', r.run_number)
             when v.currency <> (select s.currency from public.company_settings s) then format('It is in %s.', v.currency) end,
           private.money_words(private.paper_open(v), v.paper_currency)
      from public.supplier_invoices v
      left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
      left join public.payment_runs r on r.id = i.payment_run_id
     where v.supplier_id = p_supplier_id and v.open > 0
     order by v.due_date nulls last, v.invoice_date, v.supplier_number;
end $$;
comment on function private.supplier_open_invoices is 'What is open of a supplier, the oldest due first, and why an invoice cannot be paid by a debit of the bank. Amounts are text.
own: of one in another currency, what is open in it, in words; a debit pays all of it, whatever that cost.';
call private.offer('private.supplier_open_invoices(uuid)');

create function private.is_own_tax(p_treatment text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_treatment in ('reverse_charge', 'intra_community', 'import_postponed'), false)
$$;
comment on function private.is_own_tax is 'Whether the supplier bills no VAT under this treatment, and the company owes it itself.';
grant execute on function private.is_own_tax to authenticated, service_role;

create function private.home_rate() returns numeric
language sql stable security definer set search_path = '' as $$
  select v.rate from public.vat_rates v
   where v.treatment = 'standard' and v.rate > 0 and private.company_today() between coalesce(v.valid_from, '-infinity') and coalesce(v.valid_to, 'infinity')
   order by v.is_default desc, v.rate desc limit 1
$$;
comment on function private.home_rate is 'The rate of VAT that the company usually owes itself on a purchase: its usual rate, else its highest. Null where it has none.';

create function private.tax_supplier_line(p_line public.supplier_invoice_items, p_old public.supplier_invoice_items) returns public.supplier_invoice_items
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_line.vat_treatment in ('exempt', 'outside') then
    p_line.vat_rate := 0;
  elsif private.is_own_tax(p_line.vat_treatment) then
    p_line.vat_rate := coalesce(p_line.vat_rate, private.home_rate(), 0);
  end if;
  -- What customs asks for follows from no line.
  if (p_line.net, p_line.vat_rate, p_line.vat_treatment) is distinct from (p_old.net, p_old.vat_rate, p_old.vat_treatment) and p_line.vat = p_old.vat
    and p_line.vat_treatment <> 'import' then
    p_line.vat := null;
  end if;
  p_line.vat := coalesce(p_line.vat, case p_line.vat_treatment when 'standard' then private.vat_of(p_line.net, p_line.vat_rate) else 0 end);
  p_line.own_vat := case when private.is_own_tax(p_line.vat_treatment) then private.vat_of(p_line.net, p_line.vat_rate) else 0 end;
  if p_line.vat <> 0 and p_line.vat_treatment not in ('standard', 'import') then
    perform private.refuse('22023', private.with_tax(
      'The supplier bills no {tax} under this treatment. Please enter 0, or choose the treatment under which it bills {tax}.'));
  end if;
  return p_line;
end $$;
comment on function private.tax_supplier_line is
'A line of a bill with its VAT: net × rate where the supplier bills it, none where the company owes it itself (own_vat) or none is due. p_old: the line before a
change. VAT that does not fit the treatment is refused in words.';

create function private.fill_supplier_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.supplier_invoice_items;
begin
  if tg_op = 'UPDATE' then
    v_old := old;
    if (new.qty, new.unit_price) is distinct from (old.qty, old.unit_price) and new.net = old.net then
      new.net := null;
    end if;
  end if;
  new.net := coalesce(new.net, trunc(new.qty * new.unit_price, 2));
  new := private.tax_supplier_line(new, v_old);
  if tg_op = 'INSERT' or new.cost_account_id is distinct from old.cost_account_id then
    perform from public.cost_accounts a where a.id = new.cost_account_id and a.archived;
    if found then
      perform private.refuse('PT409', 'This cost account is archived. Please choose another.');
    end if;
  end if;
  return new;
end $$;
comment on function private.fill_supplier_line is
'Net and VAT of a line follow quantity, price, rate and treatment where the paper says nothing else. An archived account takes no line.';

create function private.settle_supplier_lines(p_bill public.supplier_invoices) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
  v_net numeric;
  v_vat numeric;
begin
  select count(*), coalesce(sum(net), 0), coalesce(sum(vat), 0) into v_count, v_net, v_vat
    from public.supplier_invoice_items where supplier_invoice_id = p_bill.id;
  if v_count = 0 then
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, vat)
    values (p_bill.id, 'a0001', format('%s %s', case when p_bill.net < 0 then 'Credit note' else 'Invoice' end, btrim(p_bill.supplier_number)),
      case when p_bill.net < 0 then -1 else 1 end, abs(p_bill.net),
      private.rate_of_vat(p_bill.net, p_bill.vat), p_bill.vat);
  elsif v_net <> p_bill.net then
    perform private.refuse('PT409', format('The lines come to %s net, the invoice to %s. Please correct the lines or the invoice first.',
      private.money_words(v_net), private.money_words(p_bill.net)));
  elsif abs(p_bill.vat - v_vat) > 0.01 * v_count then
    perform private.refuse('PT409',
      private.with_tax(format('The {tax} of the lines comes to %s, that of the invoice to %s. Please correct the lines or the invoice first.',
        private.money_words(v_vat), private.money_words(p_bill.vat))));
  elsif v_vat <> p_bill.vat then
    update public.supplier_invoice_items set vat = vat + p_bill.vat - v_vat
     where id = (select l.id from public.supplier_invoice_items l where l.supplier_invoice_id = p_bill.id
                  order by l.vat_treatment = 'standard' desc, l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $$;
comment on function private.settle_supplier_lines is
'Before an approval: the lines come to the net and the VAT of the bill, or it is refused. Cents of rounding, one a line at most,
go to the largest line. A bill without lines gets one.';

create function private.ask_about_bill() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_asks jsonb;
begin
  if new.net is null or new.vat is null then
    return new;
  end if;
  -- Two people who enter one paper at once: the second one finds the first.
  perform pg_advisory_xact_lock(hashtextextended('bill/' || new.supplier_id, 0));
  v_asks := private.bill_questions(new.supplier_id, new.supplier_number, new.invoice_date, new.net, new.vat, new.id);
  -- The same number is refused by the index.
  if v_asks -> 'same_number' = 'null' and v_asks -> 'same_total' <> 'null' and coalesce(btrim(new.another_bill_reason), '') = '' and (tg_op = 'INSERT'
    or (new.supplier_id, new.invoice_date, new.net + new.vat) is distinct from (old.supplier_id, old.invoice_date, old.net + old.vat))
  then
    perform private.refuse('PT409', format(
      '%s of this supplier has the same date and the same total. If this is another bill, please say why.', v_asks -> 'same_total' ->> 'number'));
  elsif v_asks ->> 'vat' is not null and new.vat_confirmed_as is distinct from v_asks ->> 'vat_as'
    and (tg_op = 'INSERT' or (new.net, new.vat) is distinct from (old.net, old.vat))
  then
    perform private.refuse('PT409', (v_asks ->> 'vat') || ' Please correct it, or confirm it.');
  end if;
  return new;
end $$;
comment on function private.ask_about_bill is
'A bill that may be a double is saved with a reason, VAT that is no rate of the net after it was confirmed.';

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.supplier_invoices', 'supplier_invoice');

-- After the pins, which would take back who approved it.
create trigger z_keep_supplier_invoice before update on public.supplier_invoices
  for each row execute function private.keep_supplier_invoice();
create trigger log_story after insert or update of status on public.supplier_invoices
  for each row execute function private.log_supplier_invoice();
create trigger pin_discount_taken before update on public.supplier_invoices
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin('discount_taken');
create trigger zz_keep_invoice_of_run before update on public.supplier_invoices
  for each row when ((old.status, old.paid, old.net, old.vat, old.currency, old.supplier_id, old.scheduled_for)
    is distinct from (new.status, new.paid, new.net, new.vat, new.currency, new.supplier_id, new.scheduled_for))
  execute function private.keep_invoice_of_run();
create trigger follow_payment_runs after update of iban on public.supplier_invoices
  for each row when (old.iban is distinct from new.iban) execute function private.follow_invoice_iban();
create trigger ask_first before insert on public.supplier_invoices for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:create');
create trigger y_ask_about_bill before insert or update of supplier_id, invoice_date, net, vat on public.supplier_invoices
  for each row when (current_user in ('anon', 'authenticated')) execute function private.ask_about_bill();

create trigger zzz_settle_named_bill after update of status on public.supplier_invoices
  for each row when (old.status in ('received', 'disputed') and new.status in ('approved', 'part_paid'))
  execute function private.settle_named_bill();

create trigger a_book before insert or update of status, invoice_date on public.supplier_invoices
  for each row execute function private.book_supplier_invoice();
create trigger zz_guard_closed_insert before insert on public.supplier_invoices
  for each row execute function private.guard_closed('booked_on');
create trigger zz_guard_closed before update on public.supplier_invoices
  for each row when ('disputed' not in (old.status, new.status) and (old.paper_currency is null) = (new.paper_currency is null)) execute function private.guard_closed('booked_on', 'supplier_id', 'status', 'due_date', 'scheduled_for',
    'paid', 'discount_taken', 'open', 'gross', 'is_credit', 'iban', 'payment_reference', 'file_path', 'file_name', 'read_from', 'note', 'dispute_reason', 'approved_by',
    'approved_at', 'discount_pct', 'discount_until', 'another_bill_reason', 'vat_confirmed_as', 'created_by', 'row_version');
create trigger zz_guard_closed_supplier before update of supplier_id on public.supplier_invoices
  for each row when (current_user in ('anon', 'authenticated') and 'disputed' not in (old.status, new.status))
  execute function private.guard_closed('booked_on');
create trigger zz_guard_closed before insert or update or delete on public.supplier_invoice_items
  for each row execute function private.guard_closed_bill_line();

create trigger keep_lines before insert or update or delete on public.supplier_invoice_items
  for each row execute function private.keep_supplier_lines();
create trigger keep_taken_in before update of inventory_item_id, qty on public.supplier_invoice_items
  for each row when ((old.inventory_item_id, old.qty) is distinct from (new.inventory_item_id, new.qty))
  execute function private.keep_taken_in();
create trigger keep_taken_in_line before delete on public.supplier_invoice_items
  for each row execute function private.keep_taken_in();
create trigger keep_line_of_asset before update of cost_account_id or delete on public.supplier_invoice_items
  for each row execute function private.keep_line_of_asset();
create trigger zz_keep_bill_of_asset before update of status, invoice_date, booked_on, currency on public.supplier_invoices
  for each row execute function private.keep_bill_of_asset();
create trigger ask_first before insert on public.supplier_invoice_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:create');
create trigger fill_line before insert or update on public.supplier_invoice_items
  for each row execute function private.fill_supplier_line();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.supplier_invoice_items', 'nudge_page', $$private.nudge_pages('supplier_invoice_id', 'supplier-invoices')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page) values
  ('supplier_invoice',
   'public.supplier_invoices',
   86,
   'supplier-invoices');

insert into private.record_kinds
  (kind, table_name, position, label, is_mentioned, has_story)
values
  ('supplier_invoice',
   'public.supplier_invoices',
   64,
   $$case when r.is_credit then 'Supplier credit note ' else 'Supplier invoice ' end || r.supplier_number$$,
   true,
   false);

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('supplier_invoice', 'approved', 'disputed', null, 'supplier-invoices', 'edit', 'a reason', null),
  ('supplier_invoice', 'approved', 'paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'approved', 'part_paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'approved', 'received', null, 'supplier-invoices', 'edit', null, 'the approval is taken back'),
  ('supplier_invoice', 'approved', 'scheduled', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'disputed', 'received', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'paid', 'approved', 'computed', 'payments', 'edit', 'a payment that was recorded by mistake', null),
  ('supplier_invoice', 'paid', 'part_paid', 'computed', 'payments', 'edit', 'a payment that was recorded by mistake', null),
  ('supplier_invoice', 'paid', 'scheduled', 'computed', 'payments', 'edit', 'a payment that was recorded by mistake', null),
  ('supplier_invoice', 'part_paid', 'approved', 'computed', 'payments', 'edit', 'a payment that was recorded by mistake', null),
  ('supplier_invoice', 'part_paid', 'paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'part_paid', 'received', null, 'supplier-invoices', 'edit', null, 'the approval is taken back'),
  ('supplier_invoice', 'part_paid', 'scheduled', 'computed', 'payments', 'edit', 'a payment that was recorded by mistake', null),
  ('supplier_invoice', 'received', 'approved', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'received', 'disputed', null, 'supplier-invoices', 'edit', 'a reason', null),
  ('supplier_invoice', 'received', 'paid', 'computed', 'supplier-invoices', 'edit', 'a payment before the approval was taken back', null),
  ('supplier_invoice', 'received', 'part_paid', 'computed', 'supplier-invoices', 'edit', 'a payment before the approval was taken back', null),
  ('supplier_invoice', 'scheduled', 'approved', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'scheduled', 'paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'scheduled', 'part_paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'scheduled', 'received', null, 'supplier-invoices', 'edit', null, 'the approval is taken back');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('supplier-invoices', 'supplier-invoices', false, 20971520, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'application/xml', 'text/xml'])
on conflict (id) do nothing;
