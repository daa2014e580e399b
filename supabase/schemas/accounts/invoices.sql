-- Invoices: drafts, issued invoices and their VAT.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.invoices (
  id              uuid primary key default gen_random_uuid(),
  invoice_number  text unique,
  public_uuid     uuid not null unique default gen_random_uuid(),
  link_revoked_at timestamptz,
  kind            text not null default 'standard',
  status          text not null default 'draft',
  contact_id      uuid not null references public.contacts (id) on delete restrict,
  person_id       uuid references public.contacts (id) on delete set null,
  order_id        uuid references public.orders (id) on delete restrict,
  quotation_id    uuid references public.quotations (id) on delete restrict,
  project_title   text,
  client_po       text,
  issue_date      date,
  supply_date     date,
  due_date        date,
  currency        text not null default 'EUR',
  net             numeric(14, 2) not null default 0,
  vat             numeric(14, 2) not null default 0,
  gross           numeric(14, 2) not null generated always as (net + vat) stored,
  paid            numeric(14, 2) not null default 0,
  credited        numeric(14, 2) not null default 0,
  balance         numeric(14, 2) not null generated always as (net + vat - paid - credited) stored,
  terms           text,
  note            text,
  snapshot        jsonb,
  sent_at         timestamptz,
  first_viewed_at timestamptz,
  last_viewed_at  timestamptz,
  reminder_stage  integer not null default 0,
  archived_at     timestamptz,
  issued_at       timestamptz,
  issued_by       uuid references auth.users (id) on delete set null,
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  search_text     text not null
    generated always as (private.folded(coalesce(invoice_number, '') || ' ' || coalesce(project_title, ''))) stored,
  skipped_deposits uuid[] not null default '{}',
  written_off     numeric(14, 2) not null default 0,
  state           text not null generated always as (case
    when written_off = 0 then case when status = 'partly_paid' and paid = 0 then 'partly_credited' else status end
    when status = 'credited' then 'written_off'
    when status = 'partly_paid' and paid > 0 then status else 'part_written_off' end) stored,
  opening_on      date,
  exemption_id    uuid,
  network_status  text,
  is_collected    boolean not null default false,
  cash_discount_pct  numeric(5, 2),
  cash_discount_days integer,
  cash_discounted numeric(14, 2) not null default 0,
  supply_from     date,
  taxed_when_paid boolean not null default false,
  rate            numeric(18, 8) not null default 1,
  worth           numeric(14, 2),
  rate_of         date,
  constraint invoices_kind_is_known check (kind in ('standard', 'deposit', 'progress', 'final', 'proforma')),
  constraint invoices_status_is_known check (status in ('draft', 'issued', 'partly_paid', 'paid', 'credited', 'void')),
  constraint invoices_number_comes_with_issue check ((status in ('draft', 'void')) = (invoice_number is null)
    and (invoice_number is null) = (issue_date is null or status in ('draft', 'void'))),
  constraint invoices_texts_length check (char_length(project_title) <= 500 and char_length(client_po) <= 100
    and char_length(terms) <= 20000 and char_length(note) <= 5000),
  constraint invoices_rate_above_zero check (rate > 0 and worth >= 0),
  constraint invoices_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint invoices_never_below_zero check (net + vat >= 0 and paid >= 0 and credited >= 0 and paid + credited <= net + vat),
  constraint invoices_written_off_is_credited check (written_off between 0 and credited),
  constraint invoices_cash_discount_is_credited check (cash_discounted between 0 and credited - written_off),
  constraint invoices_cash_discount_range check (cash_discount_pct between 0.01 and 50 and cash_discount_days between 0 and 365),
  constraint invoices_cash_discount_has_days check ((cash_discount_pct is null) = (cash_discount_days is null)),
  constraint invoices_opening_after_its_date check (opening_on >= issue_date),
  constraint invoices_supply_in_order check (supply_from <= supply_date),
  constraint invoices_network_status_is_known check (network_status in ('waiting', 'sent', 'accepted', 'rejected', 'failed'))
);
alter table public.invoices add constraint invoices_exemption_id_fkey
  foreign key (exemption_id) references public.exemption_certificates (id) on delete restrict;
create index invoices_contact_id_idx on public.invoices (contact_id, issue_date desc);
create index invoices_person_id_idx on public.invoices (person_id);
create index invoices_order_id_idx on public.invoices (order_id);
create index invoices_quotation_id_idx on public.invoices (quotation_id);
create index invoices_exemption_id_idx on public.invoices (exemption_id);
create index invoices_issued_by_idx on public.invoices (issued_by);
create index invoices_created_by_idx on public.invoices (created_by);
create index invoices_status_due_date_idx on public.invoices (status, due_date);
create index invoices_open_balance_idx on public.invoices (balance) where status in ('issued', 'partly_paid') and balance > 0;
create index invoices_created_at_idx on public.invoices (created_at desc, id desc);
create index invoices_issue_date_idx on public.invoices (issue_date);
create index invoices_network_status_idx on public.invoices (network_status, created_at desc, id desc) where network_status is not null;
create index invoices_opening_on_idx on public.invoices (opening_on) where opening_on is not null;

-- The kit's lists put what is empty last, also where nothing can be.
create index invoices_newest_idx on public.invoices (created_at desc nulls last, id desc nulls last);

-- Written at once: rows that wait in a list of their own would be read by every search.
create index invoices_search_text_idx on public.invoices using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
comment on column public.invoices.taxed_when_paid is 'A deposit invoice that was issued before its money: its tax arises with the money (deposit_taxes).';
comment on column public.invoices.skipped_deposits is 'Deposit invoices of its orders that a draft does not deduct: they wait for another invoice.';
comment on table public.invoices is 'Invoices. Issued ones never change and are never removed: a credit note corrects them.';
comment on column public.invoices.order_id is 'The order where it is of one; invoice_items say it for each line.';
comment on column public.invoices.paid is 'Allocated payments. Computed, as credited, balance and the status after issue.';
comment on column public.invoices.snapshot is 'The paper as it was issued: company, client, site and texts of that day.';
comment on column public.invoices.credited is 'Allocated credit notes, what was written off, and the cash discount that was given.';
comment on column public.invoices.cash_discount_pct is
  'What the client keeps when it pays within cash_discount_days of the issue date, in percent of what its credit notes leave; null: nothing.';
comment on column public.invoices.cash_discounted is 'What of credited is cash discount. Computed.';
comment on column public.invoices.written_off is 'What of credited was written off, without a credit note. Computed.';
comment on column public.invoices.state is 'The status as people read it: an amount that was written off or credited is not called paid.';
comment on column public.invoices.opening_on is
  'The day at which it came from the former books: it is owed, and no turnover and tax of this company. Null: it was written here.';
comment on column public.invoices.exemption_id is 'The certificate by which an invoice without an order is without sales tax; those of orders follow from these.';
comment on column public.invoices.network_status is 'What became of it in the network for electronic invoices; null: it was not sent there.';
comment on column public.invoices.supply_from is 'The first day of a period of supply, whose last day is supply_date; null for one day.';
comment on column public.invoices.is_collected is 'The goods of an invoice without an order are collected at the company.';
comment on column public.invoices.rate is 'What one unit of its currency is worth in that of the books, on the day of issue.';
comment on column public.invoices.rate_of is 'The day of its rate; null: it is in the currency of the books, or a draft.';
comment on column public.invoices.worth is 'What its gross is in the books, by the rate and its VAT table; null: it is in their currency, or a draft.';
comment on column public.invoices.search_text is 'What a search looks through: number and title, folded.';

create table public.invoice_items (
  like private.document_line including all,
  invoice_id         uuid not null references public.invoices (id) on delete cascade,
  order_id           uuid references public.orders (id) on delete restrict,
  order_item_id      uuid references public.order_items (id) on delete restrict,
  deducts_invoice_id uuid references public.invoices (id) on delete restrict,
  service_id         uuid references public.services (id) on delete set null,
  vat                numeric(14, 2),
  row_version        integer not null default 1,
  charged_qty        numeric(20, 4),
  unique (invoice_id, position),
  constraint invoice_items_deduction_is_whole check ((kind = 'deposit') = (deducts_invoice_id is not null))
);
create index invoice_items_order_id_idx on public.invoice_items (order_id);
create index invoice_items_order_item_id_idx on public.invoice_items (order_item_id);
create index invoice_items_deducts_invoice_id_idx on public.invoice_items (deducts_invoice_id);
create index invoice_items_service_id_idx on public.invoice_items (service_id);
comment on table public.invoice_items is 'The lines of an invoice. A line of an order has the price of the order; a line of kind deposit takes a deposit off.';
comment on column public.invoice_items.vat is 'Set where the VAT is a part of a whole (deposits and their deduction); null: the rate applies to the sum.';
comment on column public.invoice_items.charged_qty is 'The share of the order''s line; its last part is the rest. Null: qty.';

create table public.invoice_vat (
  invoice_id    uuid not null references public.invoices (id) on delete cascade,
  vat_rate      numeric(7, 4) not null,
  vat_treatment text not null,
  base          numeric(14, 2) not null,
  vat           numeric(14, 2) not null,
  primary key (invoice_id, vat_rate, vat_treatment)
);
comment on table public.invoice_vat is 'The VAT table of an invoice, frozen when it is issued.';

create table private.invoice_order_vat (
  invoice_id    uuid not null references public.invoices (id) on delete cascade,
  order_id      uuid not null references public.orders (id) on delete cascade,
  vat_rate      numeric(7, 4) not null,
  vat_treatment text not null,
  base          numeric(14, 2) not null,
  vat           numeric(14, 2) not null,
  primary key (invoice_id, order_id, vat_rate, vat_treatment)
);
create index invoice_order_vat_order_id_idx on private.invoice_order_vat (order_id);
comment on table private.invoice_order_vat is 'What an invoice bills of each order, before deposits: the last part of an order is the rest of it.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.invoices', '', '{id,invoice_number,public_uuid,kind,status,contact_id,order_id,quotation_id,issue_date,
  currency,rate,rate_of,worth,net,vat,paid,credited,written_off,cash_discounted,snapshot,sent_at,first_viewed_at,last_viewed_at,reminder_stage,issued_at,issued_by,created_by,created_at,
  skipped_deposits,opening_on,exemption_id,network_status,taxed_when_paid}');
grant select, update, delete on public.invoices to authenticated;
create policy "staff read invoices" on public.invoices
  for select to authenticated
  using ((select private.can('invoices', 'view')));
create policy "staff change invoices" on public.invoices
  for update to authenticated
  using ((select private.can('invoices', 'edit'))) with check ((select private.can('invoices', 'edit')));
create policy "staff remove drafts" on public.invoices
  for delete to authenticated using (status in ('draft', 'void') and (select private.can('invoices', 'edit')));

call private.borrow_rules('public.invoice_items', '', '{id,invoice_id,order_id,order_item_id,deducts_invoice_id,net,vat,created_at}');
grant select, insert, update, delete on public.invoice_items to authenticated;
create policy "whoever reads an invoice reads its lines" on public.invoice_items
  for select to authenticated using ((select true from public.invoices i where i.id = invoice_id));
create policy "staff write lines of invoices" on public.invoice_items
  for insert to authenticated with check ((select private.can('invoices', 'edit')));
create policy "staff change lines of invoices" on public.invoice_items
  for update to authenticated
  using ((select private.can('invoices', 'edit'))) with check ((select private.can('invoices', 'edit')));
create policy "staff remove lines of invoices" on public.invoice_items
  for delete to authenticated using ((select private.can('invoices', 'edit')));

call private.borrow_rules('public.invoice_vat', '');
grant select on public.invoice_vat to authenticated;
create policy "whoever reads an invoice reads its VAT table" on public.invoice_vat
  for select to authenticated using ((select true from public.invoices i where i.id = invoice_id));

alter table private.invoice_order_vat enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.guard_invoice_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.order_id := null;
    new.order_item_id := null;
    new.deducts_invoice_id := null;
    new.vat := null;
    if new.kind = 'deposit' then
      perform private.refuse('22023', 'Deposits are deducted by themselves');
    end if;
    return new;
  end if;
  if old.kind = 'deposit' or old.vat is not null then
    perform private.refuse('PT409', 'Deposits are deducted by themselves');
  end if;
  if tg_op = 'UPDATE' and old.order_item_id is not null and (
    (old.kind, old.unit_price, old.discount_pct, old.vat_rate, old.vat_treatment)
      is distinct from (new.kind, new.unit_price, new.discount_pct, new.vat_rate, new.vat_treatment))
  then
    perform private.refuse('PT409', 'The price of an ordered line follows from its order');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create function private.follow_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.invoice_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.invoice_items line
   cross join lateral private.rate_of_goods(line.service_id, null) as own
   cross join lateral private.supply_of_line('invoice', new.id, line.kind, line.service_id, line.unit) as sold (supply)
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_for(null, new.contact_id, old.exemption_id, old.is_collected), sold.supply) as before
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_of_paper('invoice', new.id), sold.supply) as usual
   where i.id = line.id and line.invoice_id = new.id and line.kind in ('item', 'discount') and line.order_item_id is null and line.vat is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
  perform private.total_invoice(new.id);
  return null;
end $$;
comment on function private.follow_exemption is
  'Lines of a draft that had the rate by a former exemption certificate or place get that of now. A rate that somebody chose stays, and lines of orders keep theirs.';

create function private.billed_parts(p_order_item_id uuid)
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
comment on function private.billed_parts is
  'The parts of a line of an order on invoices, drafts included, quantities without sign; below zero, without invoice: what credit notes took back to be invoiced again.';

create function private.settle_part() returns trigger
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
comment on function private.settle_part is 'A line of an order: the price is the order''s, no more than is left, the charged quantity is the share of the pieces, and the
last part of a line is the rest of both.';

create function private.kind_of_draft(p_invoice public.invoices) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_invoice.kind in ('deposit', 'proforma') or p_invoice.order_id is null
      or not exists (select from public.invoice_items i where i.invoice_id = p_invoice.id and i.order_item_id is not null) then p_invoice.kind
    when not private.completes_order(p_invoice.id, p_invoice.order_id) then 'progress'
    when exists (
      select from public.invoices v
       where v.order_id = p_invoice.order_id and v.id <> p_invoice.id and v.kind in ('deposit', 'progress')
         and v.status not in ('draft', 'void')) then 'final'
    else 'standard' end;
end $$;
comment on function private.kind_of_draft is
  'The kind of a draft of an order by what it leaves: progress while something stays to be invoiced, final after other invoices, else
standard. Deposits, pro forma and invoices without lines of an order keep theirs.';

create function private.total_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_net numeric;
  v_vat numeric;
  v_kind text;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null or v_invoice.status <> 'draft' then
    return;
  end if;
  perform private.fit_discounts(p_invoice_id);
  delete from private.invoice_order_vat where invoice_id = p_invoice_id;
  insert into private.invoice_order_vat (invoice_id, order_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, i.order_id, i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate) from public.invoice_items i
   where i.invoice_id = p_invoice_id and i.order_item_id is not null group by 2, 3, 4;
  if v_invoice.kind not in ('deposit', 'proforma') then
    perform private.deduct_deposits(p_invoice_id);
    -- What is billed after the deposits is a part of the rest of its order; the deposits bring the VAT that they bear.
    update private.invoice_order_vat b
       set vat = private.vat_of_part(b.base - part.ahead, b.vat_rate, part.base, part.vat) + part.ahead_vat
      from (
        select p.order_id, p.vat_rate, p.vat_treatment, coalesce(rest.base, 0) as base, coalesce(rest.vat, 0) as vat,
               coalesce(ahead.base, 0) as ahead, coalesce(ahead.vat, 0) as ahead_vat
          from private.invoice_order_vat p
          left join lateral (select r.base, r.vat from private.order_rest(p.order_id, false) as r
                              where r.vat_rate = p.vat_rate and r.vat_treatment = p.vat_treatment) as rest on true
          left join lateral (
            select sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i
             where i.invoice_id = p_invoice_id and i.kind = 'deposit' and i.order_id = p.order_id and i.vat_rate = p.vat_rate
               and i.vat_treatment = p.vat_treatment) as ahead on true
         where p.invoice_id = p_invoice_id) as part
     where b.invoice_id = p_invoice_id and b.order_id = part.order_id and b.vat_rate = part.vat_rate and b.vat_treatment = part.vat_treatment;
  end if;
  delete from public.invoice_vat where invoice_id = p_invoice_id;
  -- An invoice over several orders, or with lines of its own, is within a cent of its own base × rate.
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, s.vat_rate, s.vat_treatment, s.base,
         case when s.sources = 1 then s.vat
              else greatest(private.vat_of(s.base, s.vat_rate) - 0.01, least(private.vat_of(s.base, s.vat_rate) + 0.01, s.vat)) end
    from (
      select vat_rate, vat_treatment, sum(base) as base, sum(vat) as vat, count(*) filter (where not is_deposit) as sources
        from (
          select o.vat_rate, o.vat_treatment, o.base, o.vat, false as is_deposit from private.invoice_order_vat o where o.invoice_id = p_invoice_id
          union all
          select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate), false from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null and i.kind in ('item', 'discount') group by 1, 2
          union all
          select i.vat_rate, i.vat_treatment, i.net, i.vat, i.kind = 'deposit' from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.vat is not null
        ) as parts
       group by vat_rate, vat_treatment
    ) as s;
  update private.invoice_order_vat b
     set vat = b.vat + off.vat
    from (
      select t.vat_rate, t.vat_treatment, t.vat - sum(o.vat) - coalesce((
               select sum(i.vat) from public.invoice_items i where i.invoice_id = p_invoice_id and i.kind = 'deposit'
                  and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment), 0) as vat, max(o.order_id::text)::uuid as order_id
        from public.invoice_vat t
        join private.invoice_order_vat o on o.invoice_id = t.invoice_id and o.vat_rate = t.vat_rate and o.vat_treatment = t.vat_treatment
       where t.invoice_id = p_invoice_id and not exists (
         select from public.invoice_items i where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null
            and i.kind in ('item', 'discount') and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment)
       group by t.vat_rate, t.vat_treatment, t.vat) as off
   where b.invoice_id = p_invoice_id and b.order_id = off.order_id and b.vat_rate = off.vat_rate and b.vat_treatment = off.vat_treatment and off.vat <> 0;
  select coalesce(sum(base), 0), coalesce(sum(vat), 0) into v_net, v_vat from public.invoice_vat where invoice_id = p_invoice_id;
  if v_net + v_vat < 0 then
    perform private.refuse('22023', 'The discounts are larger than what they are taken from');
  elsif (select count(*) from public.invoice_items where invoice_id = p_invoice_id) > 1000 then
    perform private.refuse('22023', 'An invoice may have 1000 lines at most');
  end if;
  v_kind := private.kind_of_draft(v_invoice);
  update public.invoices set net = v_net, vat = v_vat, kind = v_kind
   where id = p_invoice_id and (net, vat, kind) is distinct from (v_net, v_vat, v_kind);
end $$;
comment on function private.total_invoice is 'Deductions, VAT table, totals and kind of a draft.';

create function private.count_invoiced(p_order_item_ids uuid[]) returns void
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
    perform private.fit_deposit(v_order_id);
    perform private.refresh_order(v_order_id);
  end loop;
end $$;

create function private.total_invoices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_id uuid;
  v_items uuid[];
begin
  -- total_invoice writes lines of deposits itself, and make_invoice totals once at its end.
  if pg_trigger_depth() > 1 or current_setting('signwright.total_later', true) = 'on' then
    return null;
  end if;
  for v_id in execute format('select distinct invoice_id from (%s) as touched order by 1', v_touched) loop
    perform private.total_invoice(v_id);
  end loop;
  execute format('select array_agg(distinct order_item_id) from (%s) as touched where order_item_id is not null', v_touched) into v_items;
  perform private.count_invoiced(v_items);
  return null;
end $$;

create function private.due_net(p_order_id uuid) returns numeric
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
comment on function private.due_net is 'The net of the draft that make_invoice would write over what is delivered and not invoiced of an order, before its deposits.';

create function private.to_invoice(p_contact_id uuid default null) returns table(order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text, since timestamptz, last_delivered_at timestamptz, lines bigint, net numeric, deposit_left numeric)
  language sql stable security definer set search_path = ''
as $$
  with due as (
    select i.order_id, count(*) as lines
      from public.order_items i
     where i.kind = 'item' and i.qty > 0 and i.qty_delivered > i.qty_invoiced
     group by i.order_id
  )
  select o.id, o.order_number, o.contact_id, private.client_label(c), o.project_title, o.client_po, o.currency,
         coalesce(drops.since, drops.last), drops.last, due.lines, private.due_net(o.id), private.deposit_left(o.id) - private.deposit_asked(o.id)
    from due
    join public.orders o on o.id = due.order_id
    join public.contacts c on c.id = o.contact_id
    left join lateral (
      select max(v.created_at) as at from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = o.id and i.order_item_id is not null and v.status <> 'void' and v.kind <> 'proforma') as billed on true
    left join lateral (
      select min(coalesce(p.delivered_at, d.delivered_at)) filter (where coalesce(p.delivered_at, d.delivered_at) > coalesce(billed.at, '-infinity')) as since,
             max(coalesce(p.delivered_at, d.delivered_at)) as last
        from public.deliveries d left join public.partial_deliveries p on p.delivery_id = d.id where d.order_id = o.id) as drops on true
   where o.status <> 'cancelled' and (p_contact_id is null or o.contact_id = p_contact_id)
     and (private.can('invoices', 'view') or private.is_server())
   order by coalesce(drops.since, drops.last) nulls last, o.order_number
$$;
comment on function private.to_invoice is
  'Orders of which more is delivered than invoiced, the longest waiting first: since when (the first drop after the last
invoice), how many lines, their net less their part of the discounts, and what is left of the paid deposit (gross).';
call private.offer('private.to_invoice(uuid)');

create function private.bill_discounts(p_invoice_id uuid, p_order_id uuid, p_number integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.order_items;
  v_qty numeric;
  v_share numeric;
begin
  for v_item in
    select * from public.order_items where order_id = p_order_id and kind = 'discount' and qty <> 0 order by position
  loop
    select case when bool_and(i.qty_invoiced >= i.qty) then 1
                else trunc(coalesce(sum(i.net * i.qty_invoiced / i.qty) / nullif(sum(i.net), 0), 0), 4) end
      into v_share
      from public.order_items i
     where i.order_id = p_order_id and i.kind = 'item' and i.qty > 0
       and ((i.vat_rate, i.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment) or not exists (
         select from public.order_items o where o.order_id = p_order_id and o.kind = 'item' and o.qty > 0
            and (o.vat_rate, o.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment)));
    v_qty := trunc(abs(v_item.qty) * v_share, 4) - v_item.qty_invoiced;
    -- A share too small for four decimals goes along where the lines that are left could not bear it.
    if v_qty <= 0 and v_share < 1 and abs(v_item.qty) - v_item.qty_invoiced > 0.0001 and (
      select l.at_least from private.discount_limits(p_invoice_id, p_order_id, v_item.vat_rate, v_item.vat_treatment) as l) > 0
    then
      v_qty := 0.0001;
    end if;
    if v_qty > 0 then
      insert into public.invoice_items (invoice_id, order_item_id, position, kind, description, details, qty, vat_rate)
      values (p_invoice_id, v_item.id, private.line_key(p_number), 'discount', v_item.description, v_item.details, -v_qty, v_item.vat_rate);
      p_number := p_number + 1;
    end if;
  end loop;
  return p_number;
end $$;
comment on function private.bill_discounts is
  'A discount goes with the lines of its rate by their share, and its rest with the last of them; where its rate has no lines, with those
of the order. p_number: the lines that the draft has. Returns how many it has then.';

create function private.bill_order(p_invoice_id uuid, p_order_id uuid, p_whole boolean, p_number integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.order_items;
  v_qty numeric;
  v_number integer := p_number;
begin
  for v_item in
    select * from public.order_items where order_id = p_order_id and kind = 'item' and qty > 0 order by position
  loop
    v_qty := case when p_whole then v_item.qty else v_item.qty_delivered end - v_item.qty_invoiced;
    if v_qty > 0 then
      insert into public.invoice_items (invoice_id, order_item_id, position, description, details, qty, width_mm, height_mm,
        picture_path, service_id, vat_rate)
      values (p_invoice_id, v_item.id, private.line_key(v_number), v_item.description, v_item.details, v_qty, v_item.width_mm,
        v_item.height_mm, v_item.picture_path, v_item.service_id, v_item.vat_rate);
      v_number := v_number + 1;
    end if;
  end loop;
  if v_number = p_number then
    return v_number;
  end if;
  perform private.count_invoiced(array(select id from public.order_items where order_id = p_order_id));
  return private.bill_discounts(p_invoice_id, p_order_id, v_number);
end $$;
comment on function private.bill_order is
  'Writes into a draft what is delivered of an order and not invoiced, or all of it (p_whole), with its discounts. p_number: the lines that
the draft has. Returns how many it has then.';

create function private.make_invoice(p_order_ids uuid[], p_id uuid default null, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_order public.orders;
  v_contact_id uuid;
  v_number integer := 0;
  v_clients integer;
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  select count(distinct o.contact_id), min(o.contact_id::text)::uuid into v_clients, v_contact_id
    from public.orders o where o.id = any (p_order_ids);
  if v_clients = 0 then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_clients > 1 then
    perform private.refuse('22023', 'One invoice is for one client');
  end if;
  insert into public.invoices (id, kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), 'standard', v_contact_id, (array_agg(o.person_id order by o.order_number))[1],
         case when count(*) = 1 then min(o.id::text)::uuid end, case when count(*) = 1 then min(o.quotation_id::text)::uuid end,
         left(string_agg(distinct o.project_title, ', '), 500), left(string_agg(distinct o.client_po, ', '), 100), min(o.currency), auth.uid()
    from public.orders o where o.id = any (p_order_ids)
  returning id into v_id;
  perform set_config('signwright.total_later', 'on', true);
  for v_order in select * from public.orders where id = any (p_order_ids) order by id for no key update loop
    if v_order.status = 'cancelled' then
      perform private.refuse('PT409', format('%s is cancelled', v_order.order_number));
    end if;
    v_number := private.bill_order(v_id, v_order.id, p_whole, v_number);
  end loop;
  perform set_config('signwright.total_later', '', true);
  if v_number = 0 then
    perform private.refuse('PT409', 'There is nothing to invoice: nothing more is delivered than was invoiced');
  end if;
  perform private.total_invoice(v_id);
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = v_id and order_item_id is not null));
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $$;
comment on function private.make_invoice is
  'A draft of what is delivered and not invoiced of these orders of one client, with their deposits deducted. p_whole: all
that is not invoiced, delivered or not. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns
the id.';
call private.offer('private.make_invoice(uuid[], uuid, boolean)');

create function private.create_invoice(p_contact_id uuid, p_project_title text default null, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_business constant uuid := private.business_of_person(p_contact_id);
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  if not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  end if;
  insert into public.invoices (id, contact_id, person_id, project_title, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), coalesce(v_business, p_contact_id),
         case when v_business is not null then p_contact_id end, nullif(btrim(p_project_title), ''), s.currency, auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $$;
comment on function private.create_invoice is 'An empty draft for a client, without an order; for the business of a person who buys for one. Its lines are written into invoice_items.
Returns the id.';
call private.offer('private.create_invoice(uuid, text, uuid)');

create function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'taxed_when_paid', v.taxed_when_paid, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'books', private.books_facts(v.currency, v.rate, v.worth) || jsonb_build_object('on', v.rate_of),
      'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when v.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, v.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;
comment on function private.invoice_document is 'Everything that a client sees of an invoice. Numbers are text.';

create function private.is_credited_whole(p_invoice_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.credit_notes n where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void'))
    and not exists (select from private.creditable_lines(p_invoice_id) as l where (l.item).net <> l.credited_net);
end $$;
comment on function private.is_credited_whole is 'Whether credit notes took back every line of an invoice.';

create function private.refresh_invoice(p_invoice_id uuid) returns void
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
      private.money_words(v_row.gross - v_row.paid - v_row.credited, v_row.currency)));
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
comment on function private.refresh_invoice is
  'Computes paid, credited, written off, cash discount and status of an issued invoice from its allocations. What was written off, and the cash
discount, count as credited.
Nobody is reminded of an invoice that nothing is owed of, and of one that is open again they are.';

create function private.must_mean_nothing(p_invoice_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices where id = p_invoice_id;
  if v_row.gross = 0 and not exists (select from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit') then
    perform private.must_say_yes('nothing_to_pay', format('This invoice comes to %s. Issue it anyway?', private.money_words(0, v_row.currency)));
  end if;
  perform private.must_mean_tax(v_row.vat, v_row.currency);
end $$;
comment on function private.must_mean_nothing is 'Asks before an invoice over nothing is issued, unless a deposit has paid for it, and before one with tax of a company that charges none.';

create function private.issue_invoice(p_id uuid) returns text
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
    perform private.must_be_recent(v_row.currency, private.company_today());
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
  if v_row.kind <> 'proforma' then
    perform private.credit_beyond(b.order_id)
      from (select distinct o.order_id from private.invoice_order_vat o where o.invoice_id = p_id order by 1) as b where private.completes_order(null, b.order_id);
  end if;
  return v_row.invoice_number;
end $$;
comment on function private.issue_invoice is
  'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. What is kept for its orders is set against it. With the last invoice of an order, what is free of its paid deposits is credited and settles it (credit_beyond).
A second call returns the same number. Returns the number.';
call private.offer('private.issue_invoice(uuid)');

create function private.void_invoice(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'void invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    return;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'An issued invoice is corrected by a credit note');
  end if;
  update public.invoices set status = 'void' where id = p_id;
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.log_event('invoice', p_id, 'voided');
end $$;
comment on function private.void_invoice is 'Draft → void: its quantities can be invoiced again.';
call private.offer('private.void_invoice(uuid)');

create function private.get_public_invoice(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('invoice', v_row.id, p_visit) then
    update public.invoices set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return private.invoice_document(v_row.id) || jsonb_build_object('public_uuid', p_uuid, 'pay_to', private.pay_to(v_row.snapshot -> 'company'),
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today(),
    'announced', private.announced_of(null, v_row.id, null),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)),
    'client_language', private.own_language(v_row.person_id, v_row.contact_id));
end $$;
comment on function private.get_public_invoice is
  'An issued invoice by its link, numbers as text, with the credit that its client may use and the account to pay to today (pay_to); null for a wrong,
revoked or unissued one alike.';
call private.offer('private.get_public_invoice(uuid, text)', '{anon,authenticated,service_role}');

create function private.preview_invoice(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return private.invoice_document(p_id);
end $$;
comment on function private.preview_invoice is
  'The paper of an invoice as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';
call private.offer('private.preview_invoice(uuid)');

create function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null,
  p_asked boolean default false, p_network text default null)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(coalesce(v.worth, v.gross)) filter (where v.status <> 'draft'), 0)),
        'drafts', private.amount_text(coalesce(sum(private.worth(v.gross, v.rate)) filter (where v.status = 'draft'), 0)),
        'balance', private.amount_text(coalesce(sum(private.worth_of_open(v.balance, v.gross, v.worth)) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(private.worth_of_open(v.balance, v.gross, v.worth)) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.state = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (p_network is null or v.network_status = p_network)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000))))
       and (not coalesce(p_asked, false)
            or v.id = any (array(select q.record_id from private.open_questions() as q where q.kind = 'invoice'))));
end $$;
comment on function private.invoice_totals is
  'Sums over the list of invoices with these filters, in the currency of the books: gross, balance and overdue (due before p_on) of the issued ones, drafts: gross of those that are not.
p_status: their state, p_network: that in the network. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';
call private.offer('private.invoice_totals(date, text, uuid, boolean, text, boolean, text)');

create function public.invoices_named(p_text text) returns setof public.invoices
  language sql stable security invoker set search_path = ''
as $$
  select v.* from public.invoices v where v.id = any (array(select private.records_named('invoice', p_text, 2000)))
$$;
comment on function public.invoices_named is
  'Invoices whose number, title or client holds every word of the text; the 1,000 newest. The policies of invoices apply.';
revoke execute on function public.invoices_named from public, anon;

create function private.announced_invoices(p_request_id uuid)
  returns table (invoice_id uuid) language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return query
    select r.invoice_id from private.request_invoices r where r.request_id = p_request_id order by r.invoice_id;
end $$;
comment on function private.announced_invoices is 'The invoices that a client chose on a statement, of the request for their money.';
call private.offer('private.announced_invoices(uuid)');

create function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid, p_less jsonb default '{}')
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
  v_less numeric;
begin
  perform private.lock_asked_orders(p_contact_id);
  v_locked := private.lock_credit(p_contact_id);
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  for v_invoice in
    select * from public.invoices where id = any (p_invoice_ids) and contact_id = p_contact_id and status in ('issued', 'partly_paid')
     order by due_date, issue_date, invoice_number
  loop
    v_less := coalesce((p_less ->> v_invoice.id::text)::numeric, 0);
    perform private.settle_from_credit(v_invoice.id, v_locked.notes, array_remove(v_locked.payments, p_except), v_invoice.balance - v_less);
    if v_less > 0 and v_less = (select v.balance from public.invoices v where v.id = v_invoice.id) then
      perform private.take_left_discount(p_except, v_invoice.id);
    end if;
  end loop;
end $$;
comment on function private.spend_credit is 'Credit of a client settles these invoices, the oldest due first; the payment p_except is none of it. p_less {invoice_id: amount}: cash discounts
that are taken where credit settles the rest, with that payment.';

create function private.invoices_of_order(p_order_id uuid) returns setof public.invoices
language sql stable security definer set search_path to '' as $function$
  select v.* from public.invoices v
   where v.status not in ('draft', 'void') and v.kind <> 'proforma'
     and (v.order_id = p_order_id or v.order_id is null and exists (select from public.invoice_items i where i.invoice_id = v.id and i.order_id = p_order_id))
   order by v.kind = 'deposit', v.invoice_number desc
$function$;
comment on function private.invoices_of_order is 'The issued invoices of an order, the newest first and deposits last: also those that bill other orders too.';

create function private.fit_discounts(p_invoice_id uuid) returns void
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
comment on function private.fit_discounts is 'Moves the discounts on a draft by the cents that their shares were cut by, so that neither this part of an order nor the rest of it
is below zero at a VAT rate.';

create function private.own_invoices(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'public_uuid', v.public_uuid, 'number', v.invoice_number, 'kind', v.kind,
           'status', v.status, 'state', v.state, 'project_title', v.project_title, 'client_po', v.client_po, 'issue_date', v.issue_date, 'due_date', v.due_date,
           'is_overdue', v.balance > 0 and v.due_date < private.company_today(), 'currency', v.currency, 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'written_off', private.amount_text(v.written_off), 'has_link', v.link_revoked_at is null,
           'cash_discount', case when v.balance > 0 then private.cash_discount_facts(v) end)
           order by v.balance > 0 desc, v.issue_date desc, v.invoice_number desc), '[]')
    from (select * from public.invoices r where r.contact_id = p_contact_id and r.status not in ('draft', 'void')
             and (p_order_id is null or r.order_id = p_order_id or exists (
               select from public.invoice_items i where i.invoice_id = r.id and i.order_id = p_order_id))
           order by r.balance > 0 desc, r.issue_date desc, r.invoice_number desc limit 300) as v
$$;
comment on function private.own_invoices is 'The issued invoices of a client, or those of one order, open ones first, at most 300.';

create function private.nudge_clients_of_orders(p_order_ids uuid[], p_op text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nudge('doc:' || paper.uuid, 'invoices', p_op, null)
    from public.orders o
   cross join lateral (
     select o.public_uuid as uuid
     union select q.public_uuid from public.quotations q where q.id = o.quotation_id or q.amends_order_id = o.id) as paper
   where o.id = any (p_order_ids);
end $$;
comment on function private.nudge_clients_of_orders is 'Invoices of these orders changed: their pages of clients, and those of their quotations, read again.';

create function private.nudge_orders_of_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nudge_clients_of_orders(case when new.order_id is null
    then array(select i.order_id from public.invoice_items i where i.invoice_id = new.id) else array[new.order_id] end, tg_op);
  return null;
end $$;

-- What a changed line bills is no matter for the client before it is issued; whether an invoice is being written is.
create function private.nudge_orders_of_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then
    perform private.nudge_clients_of_orders(array(
      select c.order_id from changed c
       where c.order_id is not null and not exists (
         select from public.invoice_items i where i.invoice_id = c.invoice_id and i.order_id = c.order_id and i.id not in (select id from changed))), tg_op);
  end if;
  return null;
end $$;
comment on function private.nudge_orders_of_draft is
'A draft began or ceased to bill an order: its client reads that an invoice follows, or follows no more.';
comment on function private.nudge_orders_of_invoice is
'What is open of an invoice changed: the client''s pages of its orders and of their quotations read again.';

create function private.tell_client_po() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event('invoice', new.id, 'client_po_changed',
    jsonb_build_object('from', coalesce(btrim(old.client_po), ''), 'to', coalesce(btrim(new.client_po), '')));
  return null;
end $$;
comment on function private.tell_client_po is 'The story of an issued invoice says that the client''s order number came or changed later.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger rate_of_issue before update of status on public.invoices
  for each row when (old.status = 'draft' and new.status = 'issued') execute function private.freeze_rate();
create trigger zz_check_currency after insert or update of contact_id on public.invoices for each row execute function private.check_currency();
create trigger rate_of_client before update of contact_id on public.invoices
  for each row when (old.contact_id is distinct from new.contact_id) execute function private.change_client_of_paper();
create trigger take_currency before insert on public.invoices for each row execute function private.take_currency();
call private.follow_transitions('public.invoices', 'invoice');
create or replace trigger count_version before update of person_id, project_title, client_po, supply_from, supply_date, due_date, terms, note, link_revoked_at,
    archived_at, is_collected, cash_discount_pct, cash_discount_days, row_version on public.invoices
  for each row execute function private.count_version();
create trigger audit after insert or update or delete on public.invoices
  for each row execute function private.audit('id');
create trigger guard_issued before update on public.invoices
  for each row when (old.status not in ('draft', 'void')) execute function private.guard_issued('invoice');
create trigger tell_client_po after update of client_po on public.invoices
  for each row when (old.status not in ('draft', 'void') and new.client_po is distinct from old.client_po) execute function private.tell_client_po();
create trigger guard_removed before delete on public.invoices
  for each row when (old.status not in ('draft', 'void')
    and (old.opening_on is null or coalesce(current_setting('signwright.undo_import', true), '') <> 'on')) execute function private.guard_issued('invoice');
create trigger zz_guard_closed before insert or update of issue_date on public.invoices
  for each row when (new.status not in ('draft', 'void') and new.opening_on is null) execute function private.guard_closed('issue_date');
create trigger zz_guard_closed_opening before insert or delete on public.invoices
  for each row execute function private.guard_closed('opening_on');
create trigger propose_cash_discount before insert on public.invoices
  for each row when (new.status = 'draft') execute function private.propose_cash_discount();
create trigger settle_exemption before insert or update of is_collected on public.invoices
  for each row when (new.status = 'draft') execute function private.keep_exemption();
create trigger follow_exemption after update of exemption_id, is_collected on public.invoices for each row
  when ((old.exemption_id, old.is_collected) is distinct from (new.exemption_id, new.is_collected) and new.status = 'draft') execute function private.follow_exemption();
create trigger keep_language after update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.keep_language_of_paper('invoice');
create trigger keep_tax_place before update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void') and new.opening_on is null) execute function private.keep_tax_place('invoice');
create trigger check_paper before update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void') and new.opening_on is null) execute function private.check_paper('invoice');
create trigger send_when_issued after update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void') and new.opening_on is null and new.kind <> 'proforma')
  execute function private.send_when_issued('invoice', 'invoice_number');
create trigger nudge_client_insert after insert on public.invoices referencing new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_update after update on public.invoices referencing old table as previous new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_delete after delete on public.invoices referencing old table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');

create trigger a_guard_issued before insert or update or delete on public.invoice_items
  for each row execute function private.guard_issued_lines('invoices', 'invoice_id');
create trigger guard_line before insert or update or delete on public.invoice_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_invoice_line();
create trigger propose_rate before insert or update on public.invoice_items
  for each row when (new.order_item_id is null and new.vat is null) execute function private.propose_rate('invoices', 'invoice_id');
create trigger settle_line before insert or update on public.invoice_items
  for each row when (new.order_item_id is null and new.vat is null) execute function private.settle_line();
create trigger settle_part before insert or update on public.invoice_items
  for each row when (new.order_item_id is not null) execute function private.settle_part();
create trigger name_discount before insert or update of kind, description, details on public.invoice_items
  for each row when (new.kind = 'discount') execute function private.name_discount();
-- Its name puts it behind what computes the amount.
create trigger zz_fit_details before insert or update of qty, net, unit_price, details on public.invoice_items
  for each row when (new.kind = 'discount') execute function private.fit_details();
create trigger whole_pieces before insert or update of qty, unit, width_mm, height_mm on public.invoice_items
  for each row execute function private.keep_pieces_whole('order_items', 'order_item_id');
create trigger ask_first before insert on public.invoice_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('invoices:edit');
create trigger audit_by_hand after insert or delete on public.invoice_items for each row
  when (current_user in ('anon', 'authenticated')) execute function private.audit('invoice_id', 'id');
create trigger audit_changes after update on public.invoice_items for each row
  when ((old.kind, old.description, old.details, old.qty, old.unit, old.width_mm, old.height_mm, old.unit_price, old.discount_pct, old.vat_rate,
      old.vat_treatment)
    is distinct from (new.kind, new.description, new.details, new.qty, new.unit, new.width_mm, new.height_mm, new.unit_price, new.discount_pct,
      new.vat_rate, new.vat_treatment))
  execute function private.audit('invoice_id', 'id');

create trigger a_guard_issued before insert or update or delete on public.invoice_vat
  for each row execute function private.guard_issued_lines('invoices', 'invoice_id');

create trigger retell_mails after update of contact_id on public.invoices for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('invoice');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.invoices', 'nudge_document', $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
call private.after_each_statement('public.invoices', 'nudge_page', $$private.nudge_pages('id', 'invoices', 'statements')$$);
call private.after_each_statement('public.invoices', 'nudge_statements', 'private.nudge_statements()', '{update}');
create trigger nudge_orders after update on public.invoices for each row
  when ((old.status, old.balance, old.due_date, old.link_revoked_at) is distinct from (new.status, new.balance, new.due_date, new.link_revoked_at)
    and new.status <> 'draft')
  execute function private.nudge_orders_of_invoice();
create trigger deduct_anew after update of net, vat, paid, credited on public.invoices for each row
  when (new.kind = 'deposit' and new.status not in ('draft', 'void') and (old.balance = 0) <> (new.balance = 0))
  execute function private.deduct_anew();
create trigger deduct_anew_by_draft after update of status on public.invoices for each row
  when (old.status = 'draft' and new.status = 'void') execute function private.deduct_anew_by_draft();

call private.after_each_statement('public.invoice_items', 'a_total', 'private.total_invoices()');
call private.after_each_statement('public.invoice_items', 'nudge_document', $$private.nudge_lines('invoices', 'invoice_id')$$);
call private.after_each_statement('public.invoice_items', 'nudge_orders', 'private.nudge_orders_of_draft()');

call private.after_each_statement('public.invoice_vat', 'nudge_page', $$private.nudge_pages('invoice_id', 'invoices')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, person, link, open_if, asked_role, is_for_accounts, takes_reminders, templates, paper) values
  ('invoice',
   'public.invoices',
   50,
   'invoices',
   'r.invoice_number',
   'r.contact_id',
   'r.person_id',
   'public_uuid',
   $$r.link_revoked_at is null and r.status not in ('draft', 'void')$$,
   'accounts',
   true,
   true,
   'Invoices',
   'private.get_public_invoice(r.public_uuid)');

insert into private.record_kinds
  (kind, table_name, position, label, detail, is_mentioned, page, searched, contact, found_by_contact, status, is_folded)
values
  ('invoice',
   'public.invoices',
   62,
   $$coalesce(r.invoice_number, 'Draft invoice')$$,
   'r.project_title',
   true,
   'invoices',
   'r.search_text',
   'contact_id',
   true,
   'r.state',
   true);

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('invoice', 'draft', 'issued', 'issue_invoice', 'invoices', 'edit', 'at least one line', 'draws the number and freezes the paper'),
  ('invoice', 'draft', 'void', 'void_invoice', 'invoices', 'edit', null, 'its quantities can be invoiced again'),
  ('invoice', 'credited', 'issued', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'credited', 'paid', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'credited', 'partly_paid', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'issued', 'credited', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'issued', 'paid', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'issued', 'partly_paid', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'paid', 'credited', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'paid', 'issued', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'paid', 'partly_paid', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'partly_paid', 'credited', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'partly_paid', 'issued', 'computed', 'invoices', 'view', null, null),
  ('invoice', 'partly_paid', 'paid', 'computed', 'invoices', 'view', null, null);
