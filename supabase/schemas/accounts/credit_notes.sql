-- Credit notes.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.credit_notes (
  id              uuid primary key default gen_random_uuid(),
  credit_number   text unique,
  public_uuid     uuid not null unique default gen_random_uuid(),
  link_revoked_at timestamptz,
  status          text not null default 'draft',
  invoice_id      uuid not null references public.invoices (id) on delete restrict,
  contact_id      uuid not null references public.contacts (id) on delete restrict,
  reason          text not null,
  issue_date      date,
  currency        text not null default 'EUR',
  net             numeric(14, 2) not null default 0,
  vat             numeric(14, 2) not null default 0,
  gross           numeric(14, 2) not null generated always as (net + vat) stored,
  allocated       numeric(14, 2) not null default 0,
  open            numeric(14, 2) not null generated always as (net + vat - allocated) stored,
  note            text,
  snapshot        jsonb,
  sent_at         timestamptz,
  first_viewed_at timestamptz,
  last_viewed_at  timestamptz,
  issued_at       timestamptz,
  issued_by       uuid references auth.users (id) on delete set null,
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  with_note_id    uuid references public.credit_notes (id) on delete cascade,
  network_status  text,
  is_billed_again boolean not null default false,
  rate            numeric(18, 8) not null default 1,
  worth           numeric(14, 2),
  constraint credit_notes_status_is_known check (status in ('draft', 'issued', 'part_allocated', 'allocated', 'void')),
  constraint credit_notes_number_comes_with_issue check ((status in ('draft', 'void')) = (credit_number is null)),
  constraint credit_notes_texts_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100 and char_length(note) <= 5000),
  constraint credit_notes_rate_above_zero check (rate > 0 and worth >= 0),
  constraint credit_notes_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint credit_notes_never_below_zero check (net + vat >= 0 and allocated >= 0 and allocated <= net + vat),
  constraint credit_notes_network_status_is_known check (network_status in ('waiting', 'sent', 'accepted', 'rejected', 'failed'))
);
create index credit_notes_invoice_id_idx on public.credit_notes (invoice_id);
create index credit_notes_contact_id_idx on public.credit_notes (contact_id, issue_date desc);
create index credit_notes_issued_by_idx on public.credit_notes (issued_by);
create index credit_notes_created_by_idx on public.credit_notes (created_by);
create index credit_notes_status_idx on public.credit_notes (status, created_at desc);
create index credit_notes_searched_idx on public.credit_notes
  using gin (private.folded(coalesce(credit_number, '')) extensions.gin_trgm_ops);
create index credit_notes_issue_date_idx on public.credit_notes (issue_date);
create index credit_notes_with_note_id_idx on public.credit_notes (with_note_id);
create index credit_notes_network_status_idx on public.credit_notes (network_status, created_at desc, id desc) where network_status is not null;
comment on table public.credit_notes is 'What is taken back of an issued invoice. Amounts are positive. Issued ones never change and are never removed.';
comment on column public.credit_notes.network_status is 'What became of it in the network for electronic invoices; null: it was not sent there.';
comment on column public.credit_notes.is_billed_again is
  'What became of what it credits: its lines are to invoice on their orders again, a deposit is asked for again. False: it is not charged.';
comment on column public.credit_notes.open is 'Credit that lowers no invoice yet.';
comment on column public.credit_notes.with_note_id is 'The credit note that this one goes with: it credits the deposit that covers lines of that one.';

create table public.credit_note_items (
  like private.document_line including all,
  credit_note_id  uuid not null references public.credit_notes (id) on delete cascade,
  invoice_item_id uuid not null references public.invoice_items (id) on delete restrict,
  charged_qty     numeric(20, 4),
  by_amount       boolean not null default false,
  unique (credit_note_id, position),
  unique (credit_note_id, invoice_item_id)
);
create index credit_note_items_invoice_item_id_idx on public.credit_note_items (invoice_item_id);
comment on table public.credit_note_items is 'The lines of a credit note: which line of the invoice, how much of it.';
comment on column public.credit_note_items.by_amount is 'An amount of that line is credited, and no quantity of it: papers print neither quantity nor unit price.';
comment on column public.credit_note_items.charged_qty is 'The share of the invoice''s line; its last part is the rest. Null: qty.';

create table public.credit_note_vat (
  credit_note_id uuid not null references public.credit_notes (id) on delete cascade,
  vat_rate       numeric(7, 4) not null,
  vat_treatment  text not null,
  base           numeric(14, 2) not null,
  vat            numeric(14, 2) not null,
  primary key (credit_note_id, vat_rate, vat_treatment)
);
comment on table public.credit_note_vat is 'The VAT table of a credit note.';

create table public.credit_allocations (
  id             uuid primary key default gen_random_uuid(),
  credit_note_id uuid not null references public.credit_notes (id) on delete restrict,
  invoice_id     uuid not null references public.invoices (id) on delete restrict,
  amount         numeric(14, 2) not null,
  allocated_on   date not null,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  constraint credit_allocations_amount_is_positive check (amount > 0)
);
create index credit_allocations_credit_note_id_idx on public.credit_allocations (credit_note_id);
create index credit_allocations_invoice_id_idx on public.credit_allocations (invoice_id);
create index credit_allocations_created_by_idx on public.credit_allocations (created_by);
comment on table public.credit_allocations is 'Which invoice a credit note lowers, by how much.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.credit_notes', '', '{credit_number,public_uuid,status,invoice_id,contact_id,
  issue_date,currency,rate,worth,net,vat,allocated,snapshot,sent_at,first_viewed_at,last_viewed_at,issued_at,issued_by,
  with_note_id,network_status,is_billed_again}');
grant select, update, delete on public.credit_notes to authenticated;
create policy "staff read credit notes" on public.credit_notes
  for select to authenticated
  using ((select private.can('invoices', 'view')));
create policy "staff change drafts of credit notes" on public.credit_notes
  for update to authenticated
  using ((select private.can('invoices', 'edit'))) with check ((select private.can('invoices', 'edit')));
create policy "staff remove drafts of credit notes" on public.credit_notes
  for delete to authenticated using (status in ('draft', 'void') and (select private.can('invoices', 'edit')));

call private.borrow_rules('public.credit_note_items', '');
grant select on public.credit_note_items to authenticated;
create policy "whoever reads a credit note reads its lines" on public.credit_note_items
  for select to authenticated using ((select true from public.credit_notes c where c.id = credit_note_id));

call private.borrow_rules('public.credit_note_vat', '');
grant select on public.credit_note_vat to authenticated;
create policy "whoever reads a credit note reads its VAT table" on public.credit_note_vat
  for select to authenticated using ((select true from public.credit_notes c where c.id = credit_note_id));

call private.borrow_rules('public.credit_allocations', '');
grant select on public.credit_allocations to authenticated;
create policy "whoever reads a credit note reads what it lowers" on public.credit_allocations
  for select to authenticated using ((select true from public.credit_notes c where c.id = credit_note_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb default null, p_id uuid default null,
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
comment on function private.make_credit_note is
  'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. p_deposits: with everything, the
deposits that the invoice deducts are credited as well, of orders with nothing left to invoice. p_again: as mark_billed_again; what is to
invoice again leaves the deposits to its next invoice. Returns the id.';
call private.offer('private.make_credit_note(uuid, text, jsonb, uuid, boolean, boolean)');

create function private.mark_billed_again(p_note_id uuid, p_again boolean) returns uuid
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
comment on function private.mark_billed_again is
  'Keeps with a draft of a credit note whether what it credits is invoiced again, or a deposit is asked for again. Null: a deposit is, lines are not. Returns the id.';

create function private.must_be_billable(p_note_id uuid) returns void
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
comment on function private.must_be_billable is
  'Refuses to invoice a part of an amount again: an order counts quantities. An amount that is all of a line is its whole quantity.';

create function private.lines_of_note(p_note_id uuid)
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
comment on function private.lines_of_note is 'The lines of orders on a credit note: quantity without sign, net, charged quantity.';

create function private.note_of_orders(p_note_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(distinct l.order_id), '{}') from private.lines_of_note(p_note_id) as l);
end $$;
comment on function private.note_of_orders is 'The orders of whose lines a credit note takes something back.';

create function private.count_billed_again(p_note_id uuid) returns void
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
comment on function private.count_billed_again is
  'The lines of a credit note are to invoice again, or no more: their orders and the drafts of these count them so. The caller locks the orders.';

create function private.bill_again(p_id uuid, p_again boolean) returns void
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
comment on function private.bill_again is
  'Whether what a credit note took back is invoiced again (p_again), or not charged; of a deposit: whether it is asked for again. Also of an issued note, whose
paper stays as it is. Refused in words once it is invoiced again.';
call private.offer('private.bill_again(uuid, boolean)');

create function private.refresh_credit_note(p_credit_note_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
  v_allocated numeric;
begin
  select * into v_row from public.credit_notes where id = p_credit_note_id for no key update;
  if v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(amount), 0) into v_allocated from public.credit_allocations where credit_note_id = p_credit_note_id;
  if v_allocated > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.credit_number, private.money_words(v_row.open, v_row.currency)));
  end if;
  update public.credit_notes
     set allocated = v_allocated,
         status = case when v_allocated = v_row.gross then 'allocated' when v_allocated > 0 then 'part_allocated' else 'issued' end
   where id = p_credit_note_id;
end $$;

create function private.issue_credit_note(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'edit', 'issue credit notes');
  perform private.must_mean_plain(n.contact_id) from public.credit_notes n where n.id = p_id and n.status = 'draft';
  return private.number_credit_note(p_id);
end $$;
comment on function private.issue_credit_note is
  'Draft → issued: draws the number and lowers its invoice as far as that is open; the rest is credit of the client. A second
call returns the same number. Returns the number.';
call private.offer('private.issue_credit_note(uuid)');

create function private.void_credit_note(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
  v_first uuid;
begin
  perform private.must('invoices', 'edit', 'void credit notes');
  select status, coalesce(with_note_id, id) into v_status, v_first from public.credit_notes where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_status not in ('draft', 'void') then
    perform private.refuse('PT409', 'An issued credit note is never taken back');
  end if;
  update public.credit_notes set status = 'void' where (id = v_first or with_note_id = v_first) and status = 'draft';
end $$;
comment on function private.void_credit_note is 'Draft → void, with the notes over deposits that go with it.';
call private.offer('private.void_credit_note(uuid)');

create function private.get_public_credit_note(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  select id into v_id from public.credit_notes
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_id is null then
    return null;
  elsif private.log_view('credit_note', v_id, p_visit) then
    update public.credit_notes set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_id;
  end if;
  return private.credit_note_document(v_id)
    || jsonb_build_object('public_uuid', p_uuid, 'client_language', private.reader_language('credit_note', v_id));
end $$;
comment on function private.get_public_credit_note is 'An issued credit note by its link, numbers as text; null for a wrong, revoked or unissued one alike.';
call private.offer('private.get_public_credit_note(uuid, text)', '{anon,authenticated,service_role}');

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
      || private.tax_facts_of_paper('credit_note', n.id))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'books', private.books_facts(n.currency, n.rate, n.worth) || jsonb_build_object('on', v.rate_of),
      'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_from', v.supply_from, 'supply_date', v.supply_date, 'receiver', private.receiver_facts(n.contact_id),
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when n.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, n.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;
comment on function private.credit_note_document is 'Everything that a client sees of a credit note. Numbers are text.';

create function private.preview_credit_note(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see credit notes');
  return private.credit_note_document(p_id);
end $$;
comment on function private.preview_credit_note is
  'The paper of a credit note as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';
call private.offer('private.preview_credit_note(uuid)');

create function private.begin_credit_note(p_invoice_id uuid, p_reason text, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_id uuid;
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
  return v_id;
end $$;
comment on function private.begin_credit_note is 'An empty draft that credits an issued invoice, which is locked. Returns the id.';

create function private.creditable_lines(p_invoice_id uuid)
  returns table (item public.invoice_items, credited_net numeric, credited_qty numeric)
  language sql stable security definer set search_path = ''
as $$
  -- Lines with a VAT of their own are deposits and their deductions: they go by amount, as one piece.
  select i, coalesce(before.net, 0),
         case when i.vat is null and not (i.net <> 0 and i.net = coalesce(before.net, 0)) then coalesce(before.qty, 0)
              when i.net = before.net then abs(i.qty) else 0 end
    from public.invoice_items i
    left join lateral (
      select sum(abs(c.qty)) filter (where not c.by_amount) as qty, sum(c.net) as net
        from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
       where c.invoice_item_id = i.id and n.status <> 'void') as before on true
   where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount', 'deposit') and i.qty <> 0
$$;
comment on function private.creditable_lines is
  'The lines of an invoice with what of them is credited already: net, and quantity. A line whose net is credited has no quantity left.';

create function private.credit_lines(p_note_id uuid, p_invoice_id uuid, p_lines jsonb) returns void
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
comment on function private.credit_lines is 'Writes quantities of lines [{invoice_item_id, qty}] into a draft credit note; null: all that is not credited.';

create function private.creditable_rates(p_invoice_id uuid, p_but uuid default null)
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
comment on function private.creditable_rates is
  'What of an invoice no credit note took back and, of a deposit, no issued invoice deducts, by VAT rate; the note p_but does not count.';

create function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_words text;
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
      perform private.refuse('22023', private.with_tax('This invoice has no such {tax} rate'));
    end if;
    v_left := case when p_is_gross then v_asked.part_base else v_asked.amount end;
    v_words := (select left(format('Credit at %s %%: %s', trim_scale(v_asked.vat_rate), n.reason), 2000) from public.credit_notes n where n.id = p_note_id);
    if v_left > v_asked.base or p_is_gross and v_asked.amount > v_asked.base + v_asked.vat then
      perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s are left to credit of %s', trim_scale(v_asked.vat_rate),
        case when p_is_gross then private.money_words(greatest(v_asked.base + v_asked.vat, 0), p_invoice.currency) || ' with {tax}'
          else private.money_words(greatest(v_asked.base, 0), p_invoice.currency) || ' net' end, p_invoice.invoice_number))
        || private.deducted_words(p_invoice.id, v_asked.vat_rate, v_asked.vat_treatment));
    end if;
    for v_line in
      select (l.item).id, (l.item).net - l.credited_net as open
        from private.creditable_lines(p_invoice.id) as l
       where (l.item).kind = 'item' and (l.item).net - l.credited_net > 0
         and (l.item).vat_rate = v_asked.vat_rate and (l.item).vat_treatment = v_asked.vat_treatment
       order by (l.item).position
    loop
      exit when v_left <= 0;
      v_part := least(v_left, v_line.open);
      insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, by_amount)
      values (p_note_id, v_line.id, private.line_key(v_number), 'item', v_words, null, 1, null,
        v_part, 0, v_asked.vat_rate, v_asked.vat_treatment, v_part, true);
      v_number := v_number + 1;
      v_left := v_left - v_part;
    end loop;
    if v_left > 0 then
      perform private.refuse('PT409', private.with_tax(format('The lines at %s %% {tax} have less left to credit: please credit quantities of lines',
        trim_scale(v_asked.vat_rate))));
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
comment on function private.credit_amounts is
  'Writes amounts [{vat_rate, vat_treatment, amount}], net or with VAT, into a draft credit note: from the lines of the rate, the first of
the invoice first, no more than is left of each and of the rate. Returns the VAT [{vat_rate, vat_treatment, vat}] of amounts with VAT, so
that each rate comes to exactly what was asked for.';

create function private.write_deduction(p_note_id uuid, p_item public.invoice_items, p_part numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left record;
begin
  select -(p_item.net - coalesce(sum(c.net), 0)) as net, abs(p_item.qty) - coalesce(sum(abs(c.qty)), 0) as qty into v_left
    from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
   where c.invoice_item_id = p_item.id and n.status <> 'void';
  insert into public.credit_note_items as c (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
    discount_pct, vat_rate, vat_treatment, net)
  values (p_note_id, p_item.id, private.line_key((select count(*)::integer from public.credit_note_items where credit_note_id = p_note_id)),
    p_item.kind, p_item.description, p_item.details,
    case when p_item.kind = 'deposit' then -1 when p_part = v_left.net then -v_left.qty
         else -least(v_left.qty, trunc(abs(p_item.qty) * p_part / -p_item.net, 4)) end, p_item.unit,
    case when p_item.kind = 'deposit' then p_part else p_item.unit_price end, p_item.discount_pct, p_item.vat_rate, p_item.vat_treatment, -p_part)
  on conflict (credit_note_id, invoice_item_id) do update set qty = c.qty + excluded.qty, net = c.net + excluded.net;
end $$;
comment on function private.write_deduction is
  'Writes a part of a discount or of a deducted deposit of the invoice into a draft credit note, beside what of it the draft has already.';

create function private.share_of_discount(p_off numeric, p_off_taken numeric, p_open numeric, p_taken numeric, p_open_of_qty numeric, p_taken_of_qty numeric)
  returns numeric language sql immutable set search_path = ''
as $$
  select greatest(p_off_taken, least(p_off, p_taken, greatest(coalesce(p_off - (p_open - p_taken), 0),
    coalesce(trunc(p_off * p_taken_of_qty / nullif(greatest(p_open_of_qty, p_off), 0), 2), 0))))
$$;
comment on function private.share_of_discount is
  'What goes of the discounts that are left (p_off) with lines of a credit note: the share of their quantities, toward zero to cents, as if no amount
had been credited before; as much more as the lines that stay could not bear; no more than the lines come to, and no less than the note has of them (p_off_taken).';

create function private.discounts_along(p_note_id uuid, p_invoice_id uuid) returns table (item public.invoice_items, part numeric)
  language sql stable security definer set search_path = ''
as $$
  -- What this note holds of each line, and what was left of the line before it. Shares go by quantities: an amount that was credited
  -- before has no discount in it, and the rest of the lines keep their own.
  with lines as (
    select i, i.kind, i.order_id, i.vat_rate as rate, i.vat_treatment as treatment,
           abs(i.net - coalesce(credited.before, 0)) as open, abs(coalesce(credited.here, 0)) as taken,
           abs(i.net - coalesce(credited.before_of_qty, 0)) as open_of_qty,
           case when credited.qty + coalesce(credited.qty_before, 0) = abs(i.qty) then abs(i.net - coalesce(credited.before_of_qty, 0))
                else coalesce(trunc(abs(i.net) * credited.qty / abs(i.qty), 2), 0) end as taken_of_qty
      from public.invoice_items i
      left join lateral (
        select sum(c.net) filter (where c.credit_note_id <> p_note_id) as before, sum(c.net) filter (where c.credit_note_id = p_note_id) as here,
               sum(c.net) filter (where c.credit_note_id <> p_note_id and not c.by_amount) as before_of_qty,
               sum(abs(c.qty)) filter (where c.credit_note_id <> p_note_id and not c.by_amount) as qty_before,
               sum(abs(c.qty)) filter (where c.credit_note_id = p_note_id) as qty
          from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
     where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') and i.qty <> 0
  ), sums as (
    select rate, treatment, order_id, sum(open) filter (where kind = 'item') as open, sum(taken) filter (where kind = 'item') as taken,
           sum(open_of_qty) filter (where kind = 'item') as open_of_qty, sum(taken_of_qty) filter (where kind = 'item') as taken_of_qty,
           coalesce(sum(open) filter (where kind = 'discount'), 0) as off, coalesce(sum(taken) filter (where kind = 'discount'), 0) as off_taken
      from lines group by 1, 2, 3
  ), of_orders as (
    select s.*, case when s.order_id is null then s.off_taken
      else private.share_of_discount(s.off, s.off_taken, s.open, s.taken, s.open_of_qty, s.taken_of_qty) end as share
      from sums s
  ), whole as (
    -- A discount of no order stands on all lines of its rate, as they are after the discounts of their orders.
    select rate, treatment, sum(open) - coalesce(sum(off) filter (where order_id is not null), 0) as open,
           sum(taken) - coalesce(sum(share) filter (where order_id is not null), 0) as taken,
           sum(open_of_qty) - coalesce(sum(off) filter (where order_id is not null), 0) as open_of_qty,
           sum(taken_of_qty) - coalesce(sum(share) filter (where order_id is not null), 0) as taken_of_qty,
           coalesce(sum(off) filter (where order_id is null), 0) as off, coalesce(sum(off_taken) filter (where order_id is null), 0) as off_taken
      from of_orders group by 1, 2
  ), shares as (
    select rate, treatment, order_id, share - off_taken as part from of_orders where order_id is not null
    union all
    select rate, treatment, null, private.share_of_discount(off, off_taken, open, taken, open_of_qty, taken_of_qty) - off_taken from whole
  ), split as (
    select l.i, s.part, l.open - l.taken as own, sum(l.open - l.taken) over (partition by s.rate, s.treatment, s.order_id) as every,
           sum(l.open - l.taken) over (partition by s.rate, s.treatment, s.order_id order by (l.i).position, (l.i).id) as reached
      from shares s join lines l on (l.rate, l.treatment) = (s.rate, s.treatment) and l.order_id is not distinct from s.order_id
     where l.kind = 'discount' and s.part > 0
  )
  select d.i, d.part from (
    select s.i, trunc(s.part * s.reached / s.every, 2) - trunc(s.part * (s.reached - s.own) / s.every, 2) as part from split s where s.every > 0) as d
   where d.part > 0
$$;
comment on function private.discounts_along is
  'The parts of the discounts that go with the lines of a draft credit note, by VAT rate and order, each as share_of_discount says. The last
of the lines takes what is left. Parts that the draft has already are left out.';

create function private.take_along(p_note_id uuid, p_invoice_id uuid, p_rate numeric, p_treatment text, p_over numeric, p_lines jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
  v_over numeric := p_over;
  v_part numeric;
  v_deposits jsonb := '[]';
begin
  for v_line in
    select i, -(i.net - coalesce(credited.net, 0)) as left_net
      from public.invoice_items i
      left join lateral (
        select sum(c.net) as net from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
     where i.invoice_id = p_invoice_id and i.kind in ('discount', 'deposit') and i.qty <> 0
       and i.vat_rate = p_rate and i.vat_treatment = p_treatment
     order by i.kind = 'discount', i.position
  loop
    exit when v_over <= 0;
    v_part := least(v_over, v_line.left_net);
    continue when v_part <= 0;
    if (v_line.i).kind = 'deposit' and exists (
      select from jsonb_array_elements(p_lines) as asked join public.invoice_items i on i.id = (asked ->> 'invoice_item_id')::uuid
       where i.kind = 'deposit')
    then
      perform private.refuse('22023', 'Deposits are credited by themselves: please choose lines only');
    end if;
    perform private.write_deduction(p_note_id, v_line.i, v_part);
    v_over := v_over - v_part;
    if (v_line.i).kind = 'deposit' then
      v_deposits := v_deposits || jsonb_build_object('item', (v_line.i).id, 'invoice', (v_line.i).deducts_invoice_id, 'rate', p_rate,
        'treatment', p_treatment, 'base', v_part);
    end if;
  end loop;
  return jsonb_build_object('over', v_over, 'deposits', v_deposits);
end $$;
comment on function private.take_along is
  'What a draft credit note holds at a rate beyond what its invoice does (p_over) takes deposits of the rate with it; discounts only where these
are not enough. Returns what of it is left over, and the parts of deposits.';

create function private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb, p_vats jsonb default '[]') returns void
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
        perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.money_words(greatest(v_rate.left_base, 0), p_invoice.currency), p_invoice.invoice_number))
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
        where n.invoice_id = p_invoice.id and n.id <> p_note_id and n.status <> 'void'), p_invoice.currency), p_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', p_note_id, 'created', jsonb_build_object('invoice_number', p_invoice.invoice_number));
  for v_deposit in
    select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_deposits) as part group by 1 order by 1
  loop
    perform private.credit_deposit(p_note_id, v_deposit.invoice, v_deposit.parts);
  end loop;
end $$;
comment on function private.total_credit_note is
  'Writes the VAT table and totals of a draft credit note. What its lines come to beyond what the invoice holds at a rate takes its deposits
with it, which a note over each deposit credits. p_vats: the VAT of rates that credit_amounts chose.';

create function private.deposits_back(p_note_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('item', i.id, 'invoice', i.deducts_invoice_id, 'rate', i.vat_rate, 'treatment', i.vat_treatment,
           'base', part.base, 'vat', private.vat_of_part(part.base, i.vat_rate, room.base, room.vat)) order by i.position), '[]')
    from public.credit_note_items c
    join public.invoice_items i on i.id = c.invoice_item_id
    join public.invoices v on v.id = i.invoice_id
   -- What the deduction holds and what is free beside it: an invoice that is credited in full holds nothing, and its part may be credited already.
   cross join lateral (
     select coalesce(sum(r.base), 0) as base, coalesce(sum(r.vat), 0) as vat from (
       select f.base, f.vat from private.creditable_rates(i.deducts_invoice_id) as f where f.vat_rate = i.vat_rate and f.vat_treatment = i.vat_treatment
       union all
       select h.base, h.vat from private.deductions_of(i.deducts_invoice_id) as h
        where h.invoice_number = v.invoice_number and h.vat_rate = i.vat_rate and h.vat_treatment = i.vat_treatment) as r) as room
   cross join lateral (select least(-c.net, room.base) as base) as part
   where c.credit_note_id = p_note_id and i.kind = 'deposit' and part.base > 0 and private.nothing_to_invoice(i.order_id)
$$;
comment on function private.deposits_back is
  'The parts of deposits, as credit_deposit takes them, that a draft credit note frees for an order with nothing left to invoice: no invoice would deduct them.';

create function private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid, p_deposits boolean default false)
  returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := private.begin_credit_note(p_invoice_id, p_reason, p_id);
  v_back jsonb := '[]';
begin
  perform private.credit_lines(v_id, p_invoice_id, p_lines);
  if p_deposits and p_lines is null then
    v_back := private.deposits_back(v_id);
  end if;
  perform private.write_deduction(v_id, along.item, along.part)
    from (select * from private.discounts_along(v_id, p_invoice_id) as d order by (d.item).position) as along;
  perform private.total_credit_note(v_id, v, p_lines) from public.invoices v where v.id = p_invoice_id;
  perform private.credit_deposit(v_id, back.invoice, back.parts)
    from (select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_back) as part group by 1 order by 1) as back;
  return v_id;
end $$;
comment on function private.write_credit_note is 'Writes a credit note as a draft: what make_credit_note does, without asking for the right.';

create function private.write_credit_of_amounts(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := private.begin_credit_note(p_invoice_id, p_reason, p_id);
  v_vats jsonb;
begin
  if jsonb_typeof(p_amounts) is distinct from 'array' or jsonb_array_length(p_amounts) > 100 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  select private.credit_amounts(v_id, v, p_amounts, coalesce(p_is_gross, false)) into v_vats from public.invoices v where v.id = p_invoice_id;
  perform private.total_credit_note(v_id, v, null, v_vats) from public.invoices v where v.id = p_invoice_id;
  return v_id;
end $$;

create function private.credit_by_amount(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean default false, p_id uuid default null,
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
comment on function private.credit_by_amount is
  'A draft that takes back amounts of an issued invoice, by VAT rate: [{vat_rate, vat_treatment, amount}], net, or with VAT where p_is_gross.
No more than is left at each rate. p_id: chosen by the caller, so that a repeated call returns the same draft. p_again: as mark_billed_again. Returns the id.';
call private.offer('private.credit_by_amount(uuid, text, jsonb, boolean, uuid, boolean)');

create function private.credit_totals(p_invoice_id uuid, p_lines jsonb default null, p_amounts jsonb default null, p_is_gross boolean default false,
  p_deposits boolean default false) returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_totals jsonb;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  -- The note is written and taken back: what it comes to is what it would come to.
  begin
    v_id := case when p_amounts is null then private.write_credit_note(p_invoice_id, '-', p_lines, null, p_deposits)
      else private.write_credit_of_amounts(p_invoice_id, '-', p_amounts, p_is_gross, null) end;
    v_totals := private.credited_by(array(select n.id from public.credit_notes n where v_id in (n.id, n.with_note_id)));
    raise exception using errcode = 'SW001';
  exception when sqlstate 'SW001' then
    return v_totals;
  end;
end $$;
comment on function private.credit_totals is
  'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, deposit, papers, rates. Refused as the note would be. p_deposits as in make_credit_note. Amounts are text.';
call private.offer('private.credit_totals(uuid, jsonb, jsonb, boolean, boolean)');

create function private.credit_left(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('vat_rate', r.vat_rate::text, 'vat_treatment', r.vat_treatment,
             'net', private.amount_text(r.base), 'gross', private.amount_text(r.base + r.vat)) order by r.vat_rate, r.vat_treatment), '[]')
      from private.creditable_rates(p_invoice_id) as r where r.base > 0);
end $$;
comment on function private.credit_left is 'What of an invoice can be credited by amount, by VAT rate: net, and with VAT. Amounts are text.';
call private.offer('private.credit_left(uuid)');

create function private.number_credit_note(p_id uuid) returns text
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
     where n.with_note_id = p_id or n.with_note_id = (select o.with_note_id from public.credit_notes o where o.id = p_id)
        or n.id = p_id and exists (select from public.invoices v where v.id = n.invoice_id and v.kind = 'deposit' and private.completes_order(null, v.order_id)))
   order by id for no key update;
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
comment on function private.number_credit_note is 'Issues a credit note with the notes over deposits that go with it: what issue_credit_note does, without asking for the right.';

create function private.settle_note(p_note public.credit_notes, p_unpaid numeric) returns void
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
  -- The money that a bank takes back settles nothing, and that of an order that is credited whole neither.
  if v_order_id is not null and p_note.with_note_id is null and coalesce(current_setting('signwright.sets_nothing_off', true), '') <> 'on'
     and private.completes_order(null, v_order_id) and exists (select from public.orders o where o.id = v_order_id and o.status <> 'cancelled')
  then
    perform private.set_off_deposit(p_note.id, v_order_id);
  end if;
end $$;
comment on function private.settle_note is
  'What an issued credit note means for its orders: lines that are to invoice again, a deposit that is asked for again or no more. After the last invoice of an order, what it frees of
a deposit settles its open invoices. p_unpaid: what of it nobody had paid.';

create function private.guard_note_of_deposit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.credit_notes where id = old.with_note_id) then
    perform private.refuse('PT409', 'This credit note belongs to another one. Remove that one, and this one goes with it.');
  end if;
  return old;
end $$;
comment on function private.guard_note_of_deposit is 'A note over a deposit is removed with the credit note that it goes with.';

create function private.credit_deposit(p_with uuid, p_invoice_id uuid, p_parts jsonb) returns uuid
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
    select i.*, part.base as part, part.vat as part_vat, t.base - coalesce(before.base, 0) as left_base, held.base as held_base, held.vat as held_vat
      from jsonb_to_recordset(p_parts) as part (item uuid, rate numeric, treatment text, base numeric, vat numeric)
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
      perform private.refuse('PT409', private.with_tax(format('Of the deposit %s only %s net are left to credit at %s %% {tax}', v_invoice.invoice_number,
        private.money_words(v_part.left_base, v_invoice.currency), trim_scale(v_part.vat_rate))));
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_part.id, private.line_key(v_number), 'item', v_part.description, v_part.details, 1, v_part.unit, v_part.part, 0, v_part.vat_rate,
      v_part.vat_treatment, v_part.part);
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_part.vat_rate, v_part.vat_treatment, v_part.part,
      coalesce(v_part.part_vat, private.vat_of_part(v_part.part, v_part.vat_rate, v_part.held_base, v_part.held_vat)));
    v_number := v_number + 1;
  end loop;
  update public.credit_notes set net = total.base, vat = total.vat
    from (select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat from public.credit_note_vat where credit_note_id = v_id) as total
   where id = v_id;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  return v_id;
end $$;
comment on function private.credit_deposit is 'A draft over parts [{item, rate, treatment, base, vat}], vat where it is known, of a deposit that covers lines of the credit note p_with. Returns the id.';

create function private.credited_by(p_notes uuid[]) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select jsonb_build_object(
    'net', private.amount_text(coalesce(sum(n.net), 0)), 'vat', private.amount_text(coalesce(sum(n.vat), 0)),
    'gross', private.amount_text(coalesce(sum(n.gross), 0)),
    'discount', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'discount'), 0)),
    'deposit', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'deposit'), 0)),
    'papers', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'credit_number', n.credit_number, 'invoice_number', v.invoice_number, 'kind', v.kind,
      'gross', private.amount_text(n.gross), 'is_along', n.with_note_id is not null) order by n.credit_number), '[]'),
    'rates', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.vat_rate::numeric, r.vat_treatment) from (
        select t.vat_rate::text as vat_rate, t.vat_treatment, private.amount_text(sum(t.base)) as base, private.amount_text(sum(t.vat)) as vat
          from public.credit_note_vat t where t.credit_note_id = any (p_notes) group by t.vat_rate, t.vat_treatment) as r), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = any (p_notes)
$function$;
comment on function private.credited_by is 'What credit notes give back together: totals, discounts and deducted deposits that they take off (net), papers and VAT rates, amounts as text.
is_along: the paper credits a deposit that goes back with another one.';

create function private.own_credit_notes(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', n.public_uuid, 'number', n.credit_number, 'issue_date', n.issue_date,
           'currency', n.currency, 'gross', private.amount_text(n.gross), 'open', private.amount_text(n.open))
           order by n.issue_date desc, n.credit_number desc), '[]')
    from (select * from public.credit_notes r
           where r.contact_id = p_contact_id and r.status not in ('draft', 'void') and r.link_revoked_at is null
           order by r.issue_date desc, r.credit_number desc limit 200) as n
$$;
comment on function private.own_credit_notes is 'The issued credit notes of a client, newest first, at most 200.';

create function private.credit_left_of_order(p_order_id uuid, p_invoice public.invoices) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select case when p_invoice.gross > coalesce((select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void'), 0)
      or p_invoice.gross = 0 and not exists (select from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void')
    then (
      select jsonb_agg(jsonb_build_object('invoice_item_id', i.id, 'qty', i.left_qty)) from (
        select (l.item).id, case when (l.item).vat is null then abs((l.item).qty) - l.credited_qty
                                 when (l.item).net is distinct from l.credited_net then 1 else 0 end as left_qty
          from private.creditable_lines(p_invoice.id) as l
         where (l.item).order_id = p_order_id or p_invoice.order_id = p_order_id) as i
       where i.left_qty > 0) end
$function$;
comment on function private.credit_left_of_order is 'What of an invoice belongs to an order and is not credited, as make_credit_note wants its lines; null where nothing is left.';

create function private.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_invoice public.invoices;
begin
  perform private.must('payments', 'create', 'allocate credit');
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id and v.taxed_when_paid) for no key update;
  select * into v_note from public.credit_notes where id = p_credit_note_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_note.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_note.status in ('draft', 'void') or v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only issued papers are settled');
  elsif v_note.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The credit note and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > least(v_note.open, v_invoice.balance) then
    perform private.refuse('PT409', format('Only %s can be allocated', private.money_words(least(v_note.open, v_invoice.balance), v_invoice.currency)));
  end if;
  perform private.settle_by_credit(p_credit_note_id, p_invoice_id, p_amount);
end $$;
comment on function private.allocate_credit is 'Credit of a note lowers an open invoice of the same client.';
call private.offer('private.allocate_credit(uuid, uuid, numeric)');

create function public.credit_notes_named(p_text text) returns setof public.credit_notes
  language sql stable security invoker set search_path = ''
as $$
  select n.* from public.credit_notes n where n.id = any (array(select private.records_named('credit_note', p_text, 2000)))
$$;
comment on function public.credit_notes_named is
  'Credit notes whose number or client holds every word of the text; the 2,000 newest. The policies of credit notes apply.';
revoke execute on function public.credit_notes_named from public, anon;

create function private.charge_credit() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  v_line public.invoice_items;
  v_qty numeric;
  v_charged numeric;
begin
  select * into v_line from public.invoice_items where id = new.invoice_item_id;
  if v_line.charged_qty is null or v_line.qty = 0 or new.qty is null or new.by_amount then
    new.charged_qty := null;
    return new;
  end if;
  select coalesce(sum(abs(c.qty)), 0), coalesce(sum(coalesce(c.charged_qty, c.qty)), 0) into v_qty, v_charged
    from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
   where c.invoice_item_id = new.invoice_item_id and c.id <> new.id and not c.by_amount and n.status <> 'void';
  new.charged_qty := case when v_qty + abs(new.qty) = abs(v_line.qty) then v_line.charged_qty - v_charged
    else trunc(v_line.charged_qty * new.qty / v_line.qty, 4) end;
  return new;
end $$;
comment on function private.charge_credit is 'The charged quantity of a credited line is the share of the invoice''s; the last part is the rest.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger rate_of_issue before update of status on public.credit_notes
  for each row when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.freeze_note_rate();
create trigger take_note_rate before insert on public.credit_notes for each row execute function private.take_note_rate();
call private.follow_transitions('public.credit_notes', 'credit_note');
create or replace trigger count_version before update of reason, note, link_revoked_at, row_version on public.credit_notes
  for each row execute function private.count_version();
create trigger audit after insert or update or delete on public.credit_notes
  for each row execute function private.audit('id');
create trigger guard_issued before update on public.credit_notes
  for each row when (old.status not in ('draft', 'void')) execute function private.guard_issued('credit_note');
create trigger guard_removed before delete on public.credit_notes
  for each row when (old.status not in ('draft', 'void')) execute function private.guard_issued('credit_note');
create trigger guard_written_off before update of net, vat, status on public.credit_notes
  for each row when (new.status <> 'void' and ((old.net, old.vat) is distinct from (new.net, new.vat) or (old.status = 'draft' and new.status = 'issued')))
  execute function private.guard_written_off();
create trigger guard_cash_discounted before update of net, vat, status on public.credit_notes
  for each row when (new.status <> 'void' and ((old.net, old.vat) is distinct from (new.net, new.vat) or (old.status = 'draft' and new.status = 'issued')))
  execute function private.guard_cash_discounted();
create trigger guard_note_of_deposit before delete on public.credit_notes for each row
  when (old.with_note_id is not null) execute function private.guard_note_of_deposit();
create trigger zz_guard_closed before insert or update of issue_date on public.credit_notes
  for each row when (new.status not in ('draft', 'void')) execute function private.guard_closed('issue_date');
create trigger keep_language after update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.keep_language_of_paper('credit_note');
create trigger keep_tax_place before update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.keep_tax_place('credit_note');
create trigger check_paper before update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.check_paper('credit_note');
create trigger send_when_issued after update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.send_when_issued('credit_note', 'credit_number');
create trigger nudge_client_insert after insert on public.credit_notes referencing new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_update after update on public.credit_notes referencing old table as previous new table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');
create trigger nudge_client_delete after delete on public.credit_notes referencing old table as changed
  for each statement execute function private.nudge_clients('status', 'draft', 'void');

create trigger a_guard_issued before insert or update or delete on public.credit_note_items
  for each row execute function private.guard_issued_lines('credit_notes', 'credit_note_id');
create trigger charge_credit before insert or update of qty on public.credit_note_items
  for each row execute function private.charge_credit();
-- Its name puts it behind what computes the amount.
create trigger zz_fit_details before insert or update of qty, net, unit_price, details on public.credit_note_items
  for each row when (new.kind = 'discount') execute function private.fit_details();
create trigger whole_pieces before insert or update of qty on public.credit_note_items
  for each row execute function private.keep_pieces_whole('invoice_items', 'invoice_item_id');

create trigger a_guard_issued before insert or update or delete on public.credit_note_vat
  for each row execute function private.guard_issued_lines('credit_notes', 'credit_note_id');

create trigger zz_guard_closed before insert or update or delete on public.credit_allocations
  for each row execute function private.guard_closed('allocated_on', 'created_by');
create trigger audit after insert or update or delete on public.credit_allocations
  for each row execute function private.audit('id');
create trigger deduct_anew_by_note after update of net, vat, status on public.credit_notes for each row
  when ((old.net, old.vat, old.status) is distinct from (new.net, new.vat, new.status)) execute function private.deduct_anew_by_note();
create trigger deduct_anew_by_gone_note after delete on public.credit_notes
  for each row execute function private.deduct_anew_by_note();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.credit_notes', 'nudge_document', $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
call private.after_each_statement('public.credit_notes', 'nudge_page', $$private.nudge_pages('id', 'invoices', 'statements')$$);

call private.after_each_statement('public.credit_note_items', 'nudge_page', $$private.nudge_pages('credit_note_id', 'invoices')$$);

call private.after_each_statement('public.credit_note_vat', 'nudge_page', $$private.nudge_pages('credit_note_id', 'invoices')$$);

call private.after_each_statement('public.credit_allocations', 'nudge_page', $$private.nudge_pages('invoice_id', 'invoices', 'statements')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, person, link, open_if, is_for_accounts, templates, paper) values
  ('credit_note',
   'public.credit_notes',
   60,
   'invoices',
   'r.credit_number',
   'r.contact_id',
   '(select v.person_id from public.invoices v where v.id = r.invoice_id)',
   'public_uuid',
   $$r.link_revoked_at is null and r.status not in ('draft', 'void')$$,
   true,
   'Credit notes',
   'private.get_public_credit_note(r.public_uuid)');

insert into private.record_kinds
  (kind, table_name, position, label, detail, is_mentioned, page, searched, contact, found_by_contact, status)
values
  ('credit_note',
   'public.credit_notes',
   64,
   $$coalesce(r.credit_number, 'Draft credit note')$$,
   'r.reason',
   true,
   'invoices',
   $$coalesce(r.credit_number, '')$$,
   'contact_id',
   true,
   'r.status');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('credit_note', 'draft', 'issued', 'issue_credit_note', 'invoices', 'edit', 'at least one line', 'draws the number and lowers the balance'),
  ('credit_note', 'draft', 'void', 'void_credit_note', 'invoices', 'edit', null, null),
  ('credit_note', 'allocated', 'issued', 'computed', 'invoices', 'view', null, null),
  ('credit_note', 'allocated', 'part_allocated', 'computed', 'invoices', 'view', null, null),
  ('credit_note', 'issued', 'allocated', 'computed', 'invoices', 'view', null, null),
  ('credit_note', 'issued', 'part_allocated', 'computed', 'invoices', 'view', null, null),
  ('credit_note', 'part_allocated', 'allocated', 'computed', 'invoices', 'view', null, null),
  ('credit_note', 'part_allocated', 'issued', 'computed', 'invoices', 'view', null, null);
