-- Bank accounts of contacts.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.contact_bank_accounts (
  id          uuid primary key default gen_random_uuid(),
  contact_id  uuid not null references public.contacts (id) on delete cascade,
  holder      text not null,
  bank_name   text,
  iban        text not null,
  bic         text,
  currency    text not null default 'EUR',
  is_default  boolean not null default false,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint contact_bank_accounts_holder_length check (char_length(btrim(holder)) between 1 and 200),
  constraint contact_bank_accounts_bank_name_length check (char_length(bank_name) <= 200),
  constraint contact_bank_accounts_iban_is_right check (private.is_iban(iban)),
  constraint contact_bank_accounts_bic_shape check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  constraint contact_bank_accounts_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint contact_bank_accounts_once unique (contact_id, iban),
  constraint contact_bank_accounts_holder_size check (char_length(holder) <= 250)
);
create unique index contact_bank_accounts_default_idx on public.contact_bank_accounts (contact_id) where is_default;
comment on table public.contact_bank_accounts is 'Where a contact is paid. For those who may edit contacts only.';
comment on column public.contact_bank_accounts.row_version is 'Counts changes: whoever saves says which version they looked at.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.contact_bank_accounts', p_pinned => '{contact_id}', p_audited => true, p_key => 'contact_id',
  p_pages => '{contacts}');
create policy "staff read bank accounts" on public.contact_bank_accounts
  for select to authenticated using ((select private.can('contacts', 'edit')));
create policy "staff add bank accounts" on public.contact_bank_accounts
  for insert to authenticated with check ((select private.can('contacts', 'edit')));
create policy "staff change bank accounts" on public.contact_bank_accounts
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));
create policy "staff remove bank accounts" on public.contact_bank_accounts
  for delete to authenticated using ((select private.can('contacts', 'delete')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function public.set_default_bank_account(p_id uuid) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  update public.contact_bank_accounts set is_default = false
   where is_default and id <> p_id
     and contact_id = (select b.contact_id from public.contact_bank_accounts b where b.id = p_id);
  update public.contact_bank_accounts set is_default = true where id = p_id and not is_default;
  if not exists (select from public.contact_bank_accounts where id = p_id) then
    raise insufficient_privilege using message = 'You may not change this bank account';
  end if;
end $$;
comment on function public.set_default_bank_account is 'From now on this account of its contact is the one that is paid.';
revoke execute on function public.set_default_bank_account from public, anon;

create function private.supplier_iban(p_supplier_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b.iban from public.contact_bank_accounts b
   where b.contact_id = p_supplier_id and b.currency = 'EUR' order by b.is_default desc, b.created_at, b.id limit 1);
end $$;
comment on function private.supplier_iban is 'The default account of a supplier in euro, else the oldest; null without one.';

create function private.follow_bank_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recheck_run_accounts(case when tg_op = 'DELETE' then old.contact_id else new.contact_id end);
  return null;
end $$;

create function private.is_known_account(p_supplier_id uuid, p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = p_iban)
       and (private.was_paid_to(p_supplier_id, p_iban)
         or private.enterers_on_card(p_supplier_id, p_iban, now() - interval '30 days') = '{}')
  );
end $$;
comment on function private.is_known_account is 'An account of the supplier''s card, unless a colleague entered it within thirty days and nothing was paid to it yet.';

create function private.account_doubt(p_supplier_id uuid, p_iban text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_iban constant text := private.plain_iban(p_iban);
  v_ask constant text := 'Ask the supplier on a telephone number that you know before you approve it.';
  v_known constant text := (
    select string_agg('… ' || right(b.iban, 4), ', ' order by b.is_default desc, b.created_at, b.id) from public.contact_bank_accounts b where b.contact_id = p_supplier_id);
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return case
    when private.is_own_account(v_iban)
      then 'This is your own account: the money would go from you to you. No payment run pays it. Enter the account of the supplier.'
    when coalesce(v_iban, '') = '' or v_known is null or private.is_known_account(p_supplier_id, v_iban) then null
    when exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = v_iban)
      then 'A colleague entered this account on the card of the supplier within thirty days, and nothing was paid to it yet. ' || v_ask
    else format('It is none of the accounts on the card of the supplier (%s). ', v_known) || v_ask end;
end $$;
comment on function private.account_doubt is
  'Why the account on a bill may not be the supplier''s, in words: it is our own, or none of the supplier''s; null where it is known (private.is_known_account), where the bill names none, and where the card of the
supplier has none to compare with. Of the known accounts the last four characters are said.';
call private.offer('private.account_doubt(uuid, text)');

create function private.refuse_own_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_own_account(new.iban) then
    perform private.refuse('22023', 'This is your own account. Please enter the account of the other side.');
  end if;
  return new;
end $$;
comment on function private.refuse_own_account is 'An account that others are paid to is not our own (private.is_own_account). Rows that have it stay as they are.';

create function private.enterers_of_account(p_supplier_id uuid, p_invoice_id uuid, p_iban text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.was_paid_to(p_supplier_id, p_iban) then '{}'
    else private.enterers_on_card(p_supplier_id, p_iban) || array(
      select distinct a.actor_id from public.audit_logs a
       where a.table_name = 'supplier_invoices' and a.record_id = p_invoice_id::text and a.actor_id is not null
         and a.changed -> 'iban' ->> 1 = p_iban) end;
end $$;
comment on function private.enterers_of_account is 'Who entered this account, on the supplier''s card or on the invoice, while nothing was paid to it.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger follow_payment_runs after insert or update or delete on public.contact_bank_accounts
  for each row execute function private.follow_bank_account();
create trigger refuse_own_account before insert or update of iban on public.contact_bank_accounts
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_account();
create trigger ask_first before insert on public.contact_bank_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, label, title, contact, status, actor)
values
  ('bank',
   'public.contact_bank_accounts',
   'private.label_of(r.contact_id)',
   'r.holder',
   'contact_id',
   $$'… ' || right(r.iban, 4)$$,
   'null::uuid');
