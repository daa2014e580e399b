-- Accounts that bills of suppliers are booked to, and lines of bills that come to the bill.

create table public.cost_accounts (
  id          uuid primary key default gen_random_uuid(),
  code        text not null,
  name        text not null,
  archived    boolean not null default false,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint cost_accounts_code_length check (char_length(btrim(code)) between 1 and 20 and char_length(code) <= 30),
  constraint cost_accounts_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120)
);
create unique index cost_accounts_code_idx on public.cost_accounts (lower(btrim(code)));
comment on table public.cost_accounts is 'The accounts that lines of bills are booked to, under the numbers of the company''s accountant.';
comment on column public.cost_accounts.archived is 'Booked lines keep it; no further line takes it.';
call private.borrow_rules('public.cost_accounts', p_pages => '{supplier-invoices}', p_audited => true);
create policy "staff who change invoices of suppliers add cost accounts" on public.cost_accounts for insert to authenticated
  with check ((select private.can('supplier-invoices', 'edit')));
create policy "staff who change invoices of suppliers remove cost accounts" on public.cost_accounts for delete to authenticated
  using ((select private.can('supplier-invoices', 'edit')));
create policy "whoever reads invoices of suppliers reads cost accounts" on public.cost_accounts for select to authenticated
  using ((select private.can('supplier-invoices', 'view')));
create policy "staff who change invoices of suppliers change cost accounts" on public.cost_accounts for update to authenticated
  using ((select private.can('supplier-invoices', 'edit'))) with check ((select private.can('supplier-invoices', 'edit')));
create trigger ask_first before insert on public.cost_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:edit');
insert into public.cost_accounts (code, name) values
  ('5000', 'Materials'), ('5100', 'Subcontractors'), ('5200', 'Freight'), ('6000', 'Rent'), ('6100', 'Electricity and water'),
  ('6200', 'Vehicles and fuel'), ('6300', 'Machines and repairs'), ('6400', 'Software and telephone'), ('6900', 'Other costs');

-- ------------------------------------------------------------------------------------------------------------ lines

-- What the paper says of a line is kept: a discount of a line, and VAT that is rounded in another way.
alter table public.supplier_invoice_items alter column net drop expression;
alter table public.supplier_invoice_items
  add column vat numeric(14,2),
  add column cost_account_id uuid references public.cost_accounts (id) on delete restrict;
-- Lines that are added by hand stand below those of the paper, in the order in which they were added.
alter table public.supplier_invoice_items alter column position set default 'b' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS');
create index supplier_invoice_items_cost_account_id_idx on public.supplier_invoice_items (cost_account_id);
alter table public.supplier_invoice_items disable trigger user;
update public.supplier_invoice_items set vat = private.vat_of(net, vat_rate);
alter table public.supplier_invoice_items enable trigger user;
alter table public.supplier_invoice_items alter column vat set not null;
call private.refuse_hostile_values('public.supplier_invoice_items');
comment on column public.supplier_invoice_items.net is 'As the paper says it; quantity × unit price where nobody said another.';
comment on column public.supplier_invoice_items.vat is 'As the paper says it; net × rate where nobody said another.';

create function private.fill_supplier_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (new.qty, new.unit_price) is distinct from (old.qty, old.unit_price) and new.net = old.net then
    new.net := null;
  end if;
  new.net := coalesce(new.net, trunc(new.qty * new.unit_price, 2));
  if tg_op = 'UPDATE' and (new.net, new.vat_rate) is distinct from (old.net, old.vat_rate) and new.vat = old.vat then
    new.vat := null;
  end if;
  new.vat := coalesce(new.vat, private.vat_of(new.net, new.vat_rate));
  if tg_op = 'INSERT' or new.cost_account_id is distinct from old.cost_account_id then
    perform from public.cost_accounts a where a.id = new.cost_account_id and a.archived;
    if found then
      perform private.refuse('PT409', 'This cost account is archived. Please choose another.');
    end if;
  end if;
  return new;
end $$;
revoke execute on function private.fill_supplier_line() from public;
comment on function private.fill_supplier_line() is
'Net and VAT of a line follow quantity, price and rate where the paper says nothing else. An archived account takes no line.';
create trigger fill_line before insert or update on public.supplier_invoice_items
  for each row execute function private.fill_supplier_line();

create or replace function private.keep_supplier_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  select status into v_status from public.supplier_invoices
   where id = case when tg_op = 'DELETE' then old.supplier_invoice_id else new.supplier_invoice_id end for no key update;
  if v_status is not null and v_status not in ('received', 'disputed') then
    if tg_op = 'UPDATE' and (new.description, new.qty, new.unit_price, new.vat_rate, new.position, new.net, new.vat)
      is not distinct from (old.description, old.qty, old.unit_price, old.vat_rate, old.position, old.net, old.vat)
    then
      return new;
    end if;
    perform private.refuse('PT409', 'This invoice is approved: its lines stay as they are');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_supplier_lines() is
'Lines of an approved invoice stay; to which account, material, job or order they belong may change.';

create function private.rate_of_vat(p_net numeric, p_vat numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.rate from (select v.rate from public.vat_rates v union select 0) as r
      where abs(p_vat - p_net * r.rate / 100) <= 0.01 order by abs(p_vat - p_net * r.rate / 100), r.rate desc limit 1),
    case when p_net > 0 then least(100, trunc(p_vat * 100 / p_net, 2)) else 0 end)
$$;
revoke execute on function private.rate_of_vat(numeric, numeric) from public, anon;
grant execute on function private.rate_of_vat(numeric, numeric) to authenticated, service_role;
comment on function private.rate_of_vat(numeric, numeric) is
'The rate of the company that this VAT is of this net; where it is none, the percentage that it comes to.';

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
    values (p_bill.id, 'a0001', format('Invoice %s', btrim(p_bill.supplier_number)), 1, p_bill.net,
      private.rate_of_vat(p_bill.net, p_bill.vat), p_bill.vat);
  elsif v_net <> p_bill.net then
    perform private.refuse('PT409', format('The lines come to %s net, the invoice to %s. Please correct the lines or the invoice first.',
      private.amount_text(v_net), private.amount_text(p_bill.net)));
  elsif abs(p_bill.vat - v_vat) > 0.01 * v_count then
    perform private.refuse('PT409',
      format('The VAT of the lines comes to %s, that of the invoice to %s. Please correct the lines or the invoice first.',
        private.amount_text(v_vat), private.amount_text(p_bill.vat)));
  elsif v_vat <> p_bill.vat then
    update public.supplier_invoice_items set vat = vat + p_bill.vat - v_vat
     where id = (select l.id from public.supplier_invoice_items l where l.supplier_invoice_id = p_bill.id
                  order by l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $$;
revoke execute on function private.settle_supplier_lines(public.supplier_invoices) from public;
comment on function private.settle_supplier_lines(public.supplier_invoices) is
'Before an approval: the lines come to the net and the VAT of the bill, or it is refused. Cents of rounding, one a line at most,
go to the largest line. A bill without lines gets one.';

create or replace function private.keep_supplier_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path, new.iban, new.payment_reference)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path, old.iban, old.payment_reference)
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
      perform private.settle_supplier_lines(new);
      new.approved_by := auth.uid();
      new.approved_at := now();
      -- Part of it was paid before the approval was taken back.
      if new.paid + new.discount_taken > 0 then
        new.status := case when new.paid + new.discount_taken = new.net + new.vat then 'paid' else 'part_paid' end;
      end if;
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
