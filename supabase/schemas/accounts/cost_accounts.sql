-- Cost accounts: the numbers of the accountant that lines of supplier invoices are booked to.

-- ---------------------------------------------------------------------------------------------------------- what it is

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

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.cost_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:edit');
create trigger guard_code before insert or update of code on public.cost_accounts
  for each row execute function private.guard_account_code();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.cost_accounts (code, name) values
  ('5000', 'Materials'),
  ('5100', 'Subcontractors'),
  ('5200', 'Freight'),
  ('6000', 'Rent'),
  ('6100', 'Electricity and water'),
  ('6200', 'Vehicles and fuel'),
  ('6300', 'Machines and repairs'),
  ('6400', 'Software and telephone'),
  ('6900', 'Other costs');
