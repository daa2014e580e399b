-- Cost accounts: the numbers of the accountant that lines of supplier invoices are booked to.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.cost_accounts (
  id          uuid primary key default gen_random_uuid(),
  code        text not null,
  name        text not null,
  archived    boolean not null default false,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  kind        text not null default 'cost',
  written_down_on uuid references public.ledger_accounts (id) on delete restrict,
  constraint cost_accounts_kind_is_known check (kind in ('cost', 'asset')),
  constraint cost_accounts_depreciation_is_of_assets check (kind = 'asset' or written_down_on is null),
  constraint cost_accounts_code_length check (char_length(btrim(code)) between 1 and 20 and char_length(code) <= 30),
  constraint cost_accounts_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120)
);
create unique index cost_accounts_code_idx on public.cost_accounts (lower(btrim(code)));
create index cost_accounts_written_down_on_idx on public.cost_accounts (written_down_on);
comment on table public.cost_accounts is 'The accounts that lines of bills are booked to, under the numbers of the company''s accountant.';
comment on column public.cost_accounts.archived is 'Booked lines keep it; no further line takes it.';
comment on column public.cost_accounts.kind is
  'cost: its lines are costs. asset: they are machines, vehicles or equipment, which stand in the balance sheet, and in the register of fixed assets.';
comment on column public.cost_accounts.written_down_on is
  'Of assets: the account of the books that their depreciation stands on; null: it is written off on the account itself, as German charts do.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.cost_accounts', p_pages => '{supplier-invoices}', p_audited => true);
create policy "staff who change invoices of suppliers add cost accounts" on public.cost_accounts for insert to authenticated
  with check ((select private.can('supplier-invoices', 'edit')));
create policy "staff who change invoices of suppliers remove cost accounts" on public.cost_accounts for delete to authenticated
  using ((select private.can('supplier-invoices', 'edit')));
create policy "whoever reads invoices of suppliers reads cost accounts" on public.cost_accounts for select to authenticated
  using ((select private.can('supplier-invoices', 'view')));
create policy "staff who change invoices of suppliers change cost accounts" on public.cost_accounts for update to authenticated
  using ((select private.can('supplier-invoices', 'edit'))) with check ((select private.can('supplier-invoices', 'edit')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.cost_chart_of(p_chart text) returns table (code text, name text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name
    from (values
      ('general', '5000', 'Materials'),
      ('general', '5100', 'Subcontractors'),
      ('general', '5200', 'Freight'),
      ('general', '6000', 'Rent'),
      ('general', '6100', 'Electricity and water'),
      ('general', '6200', 'Vehicles and fuel'),
      ('general', '6300', 'Machines and repairs'),
      ('general', '6400', 'Software and telephone'),
      ('general', '6900', 'Other costs'),
      ('skr03', '3000', 'Roh-, Hilfs- und Betriebsstoffe'),
      ('skr03', '3100', 'Fremdleistungen'),
      ('skr03', '3800', 'Bezugsnebenkosten'),
      ('skr03', '4210', 'Miete (unbewegliche Wirtschaftsgüter)'),
      ('skr03', '4240', 'Gas, Strom, Wasser'),
      ('skr03', '4500', 'Fahrzeugkosten'),
      ('skr03', '4800', 'Reparaturen und Instandhaltung von technischen Anlagen und Maschinen'),
      ('skr03', '4806', 'Wartungskosten für Hard- und Software'),
      ('skr03', '4920', 'Telefon'),
      ('skr03', '4980', 'Sonstiger Betriebsbedarf'),
      ('snc', '612', 'Matérias-primas, subsidiárias e de consumo'),
      ('snc', '621', 'Subcontratos'),
      ('snc', '6226', 'Conservação e reparação'),
      ('snc', '6241', 'Eletricidade'),
      ('snc', '6242', 'Combustíveis'),
      ('snc', '6243', 'Água'),
      ('snc', '6253', 'Transportes de mercadorias'),
      ('snc', '6261', 'Rendas e alugueres'),
      ('snc', '6262', 'Comunicação')
    ) as c (chart, code, name)
   where c.chart = p_chart
  union all
  select a.code, a.name from private.asset_accounts_of(p_chart) as a
$$;
comment on function private.cost_chart_of is 'The accounts of lines of bills of a chart of accounts, those of fixed assets too: general, skr03 (Germany) or snc (Portugal).';

create function private.asset_accounts_of(p_chart text) returns table (code text, name text, written_down_on text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name, c.written_down_on
    from (values
      ('general', '1300', 'Machines', '1390'),
      ('general', '1310', 'Vehicles', '1390'),
      ('general', '1320', 'Office equipment', '1390'),
      ('skr03', '0210', 'Maschinen', null),
      ('skr03', '0320', 'Pkw', null),
      ('skr03', '0350', 'Lkw', null),
      ('skr03', '0410', 'Geschäftsausstattung', null),
      ('skr03', '0480', 'Geringwertige Wirtschaftsgüter', null),
      ('snc', '433', 'Equipamento básico', '438'),
      ('snc', '434', 'Equipamento de transporte', '438'),
      ('snc', '435', 'Equipamento administrativo', '438')
    ) as c (chart, code, name, written_down_on)
   where c.chart = p_chart
$$;
comment on function private.asset_accounts_of is
  'The accounts of fixed assets of a chart, with the account that their depreciation stands on; null where the chart writes it off on the account itself.';

create function private.enter_asset_accounts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row record;
begin
  for v_row in select c.* from private.asset_accounts_of(p_chart) as c loop
    continue when exists (select from public.cost_accounts a where (left(a.code, 2), a.name, a.kind) = (left(v_row.code, 2), v_row.name, 'asset'));
    insert into public.cost_accounts (code, name, kind, written_down_on)
    select f.code, v_row.name, 'asset', case when v_row.written_down_on is not null then (
             select private.account_of_chart(p_chart, o.code, o.name, o.kind) from private.other_accounts_of(p_chart) as o where o.code = v_row.written_down_on) end
      from private.numbers_from(v_row.code) as f
     where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = f.code) and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = f.code)
       and (f.place = 0 or not exists (select from private.cost_chart_of(p_chart) as o where o.code = f.code) and not exists (select from private.chart_of(p_chart) as o where o.code = f.code))
     order by f.place limit 1;
  end loop;
end $$;
comment on function private.enter_asset_accounts is
  'The accounts of fixed assets of a chart, with the account of their depreciation. Where a number is of another account, the next free one is taken.';

create function private.leave_cost_charts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = true
   where not a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                     where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name));
  delete from public.cost_accounts a
   where a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                 where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from public.supplier_invoice_items i where i.cost_account_id = a.id)
     and not exists (select from public.bank_bookings b where b.cost_account_id = a.id)
     and not exists (select from public.bank_rules r where r.cost_account_id = a.id)
     and not exists (select from public.book_entry_lines l where l.cost_account_id = a.id)
     and not exists (select from public.moved_accounts m where m.to_cost_account_id = a.id)
     and not exists (select from public.recurring_payments p where p.cost_account_id = a.id)
     and not exists (select from public.fixed_assets f where f.account_id = a.id);
end $$;
comment on function private.leave_cost_charts is
  'Cost accounts as another chart than this one brought them are not offered any more: the used ones are archived, the others go.';

create function private.enter_cost_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = false
    from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name) and a.archived;
  perform private.enter_asset_accounts(p_chart);
  insert into public.cost_accounts (code, name)
  select n.code, c.name from private.cost_chart_of(p_chart) as c
   cross join lateral (
     select f.code from private.numbers_from(c.code) as f
      where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = f.code) and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = f.code)
        and (f.place = 0 or not exists (select from private.cost_chart_of(p_chart) as o where o.code = f.code) and not exists (select from private.chart_of(p_chart) as o where o.code = f.code))
      order by f.place limit 1) as n
   where not exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code or (left(a.code, 2), a.name) = (left(c.code, 2), c.name));
end $$;
comment on function private.enter_cost_chart is
  'The cost accounts of a chart are offered. An account that the company added or renamed stays; a number that is of another cost account already is left out, and beside an
account of the books the next free one is taken.';

create function private.guard_account_kind() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.supplier_invoice_items i where i.cost_account_id = new.id) or exists (select from public.bank_bookings b where b.cost_account_id = new.id)
    or exists (select from public.book_entry_lines l where l.cost_account_id = new.id) or exists (select from public.fixed_assets f where f.account_id = new.id)
    or exists (select from public.moved_accounts m where new.id in (m.cost_account_id, m.to_cost_account_id))
  then
    perform private.refuse('PT409', format('Account %s has entries: it stays what it is. Please add another account instead.', btrim(old.code)));
  end if;
  return new;
end $$;
comment on function private.guard_account_kind is 'An account with entries stays one of costs or of fixed assets: they would move between the result and the balance sheet.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.cost_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:edit');
create trigger guard_code before insert or update of code on public.cost_accounts
  for each row execute function private.guard_account_code();
create trigger guard_kind before update of kind, written_down_on on public.cost_accounts
  for each row when ((old.kind, old.written_down_on) is distinct from (new.kind, new.written_down_on)) execute function private.guard_account_kind();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.cost_accounts (code, name)
select c.code, c.name from private.cost_chart_of('general') as c
 where not exists (select from private.asset_accounts_of('general') as a where a.code = c.code);
