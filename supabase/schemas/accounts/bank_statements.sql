-- Bank statements: imported entries and what they settle.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.bank_imports (
  id           uuid primary key default gen_random_uuid(),
  file_name    text not null,
  format       text not null,
  content_hash text not null,
  account_iban text,
  currency     text not null default 'EUR',
  first_day    date not null,
  last_day     date not null,
  opening      numeric(14, 2),
  closing      numeric(14, 2),
  entries      integer not null,
  known        integer not null default 0,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  constraint bank_imports_format_is_known check (format in ('camt', 'csv')),
  constraint bank_imports_texts_length check (char_length(btrim(file_name)) between 1 and 300 and char_length(file_name) <= 300
    and char_length(account_iban) <= 34 and char_length(content_hash) = 64),
  constraint bank_imports_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint bank_imports_days_are_in_order check (last_day >= first_day),
  constraint bank_imports_counts_fit check (entries > 0 and known >= 0)
);
create unique index bank_imports_content_once_idx on public.bank_imports (content_hash);
create index bank_imports_created_at_idx on public.bank_imports (created_at desc, id desc);
create index bank_imports_created_by_idx on public.bank_imports (created_by);
comment on table public.bank_imports is 'Bank statements that were imported. The same content is imported once.';
comment on column public.bank_imports.content_hash is 'SHA-256 of the entries as they were read, computed here.';
comment on column public.bank_imports.known is 'Entries of the file that an earlier file had brought: they were left out.';

create table public.bank_entries (
  id             uuid primary key default gen_random_uuid(),
  import_id      uuid not null references public.bank_imports (id) on delete restrict,
  position       integer not null,
  entry_key      text not null,
  account_iban   text,
  booked_on      date not null,
  value_on       date,
  direction      text not null,
  amount         numeric(14, 2) not null,
  currency       text not null default 'EUR',
  party_name     text,
  party_iban     text,
  remittance     text,
  end_to_end     text,
  bank_reference text,
  status         text not null default 'open',
  payment_id     uuid references public.payments (id) on delete restrict,
  has_recorded   boolean not null default false,
  ignore_reason  text,
  decided_by     uuid references auth.users (id) on delete set null,
  decided_at     timestamptz,
  created_at     timestamptz not null default now(),
  payment_run_id uuid,
  return_info    text,
  search_text    text not null generated always as (private.folded(coalesce(party_name, '') || ' ' || coalesce(remittance, '') || ' '
    || coalesce(end_to_end, '') || ' ' || coalesce(bank_reference, '') || ' ' || coalesce(party_iban, '') || ' ' || amount::text)) stored,
  decided_as     text,
  other_amount   numeric(14, 2),
  other_currency text,
  worth          numeric(14, 2),
  booking_id     uuid,
  row_key        text,
  split_of       uuid,
  split_words    text,
  other_side_id  uuid,
  constraint bank_entries_direction_is_known check (direction in ('in', 'out')),
  constraint bank_entries_status_is_known check (status in ('open', 'confirmed', 'ignored', 'split')),
  constraint bank_entries_parts_are_not_split check (split_of is null or status <> 'split'),
  constraint bank_entries_split_words_length check (split_words is null or (split_of is not null and char_length(split_words) <= 200)),
  constraint bank_entries_amount_is_positive check (amount > 0),
  constraint bank_entries_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint bank_entries_reason_comes_with_ignoring check ((status = 'ignored') = (ignore_reason is not null)),
  constraint bank_entries_texts_length check (char_length(account_iban) <= 34 and char_length(party_name) <= 200 and char_length(party_iban) <= 34
    and char_length(remittance) <= 1000 and char_length(end_to_end) <= 200 and char_length(bank_reference) <= 200
    and char_length(ignore_reason) <= 500 and char_length(entry_key) = 64 and char_length(row_key) = 64),
  constraint bank_entries_payment_comes_with_confirmation check (
    case direction when 'in' then (status = 'confirmed') = (num_nonnulls(payment_id, booking_id) = 1) else payment_id is null end),
  constraint bank_entries_booking_is_all_of_it check (booking_id is null or (status = 'confirmed' and num_nonnulls(payment_id, payment_run_id) = 0)),
  constraint bank_entries_run_is_paid_by_money_out check (payment_run_id is null or (direction = 'out' and status = 'confirmed')),
  constraint bank_entries_return_info_length check (char_length(return_info) <= 200),
  constraint bank_entries_other_amount_has_its_currency check (
    (other_amount is null) = (other_currency is null) and other_amount > 0 and other_currency <> currency and other_currency ~ '^[A-Z]{3}$'),
  constraint bank_entries_worth_is_of_a_confirmation check (worth is null or (worth > 0 and status = 'confirmed')),
  constraint bank_entries_decided_as_is_of_a_decision check (decided_as is null or (status <> 'open' and char_length(decided_as) <= 64))
);
alter table public.bank_entries add constraint bank_entries_payment_run_id_fkey
  foreign key (payment_run_id) references public.payment_runs (id) on delete restrict;
alter table public.bank_entries add constraint bank_entries_booking_id_fkey
  foreign key (booking_id) references public.bank_bookings (id) on delete restrict;
alter table public.bank_entries add constraint bank_entries_split_of_fkey
  foreign key (split_of) references public.bank_entries (id) on delete cascade;
alter table public.bank_entries add constraint bank_entries_other_side_id_fkey
  foreign key (other_side_id) references public.bank_entries (id) on delete set null;
create index bank_entries_other_side_id_idx on public.bank_entries (other_side_id);
create index bank_entries_split_of_idx on public.bank_entries (split_of);
create unique index bank_entries_one_booking_idx on public.bank_entries (booking_id);
create unique index bank_entries_once_idx on public.bank_entries (entry_key);
create index bank_entries_row_key_idx on public.bank_entries (row_key);
create unique index bank_entries_one_payment_idx on public.bank_entries (payment_id);
create index bank_entries_import_id_idx on public.bank_entries (import_id, position);
create index bank_entries_booked_on_idx on public.bank_entries (booked_on desc, id desc);
create index bank_entries_account_iban_idx on public.bank_entries (account_iban) where account_iban is not null;
create index bank_entries_party_iban_idx on public.bank_entries (party_iban) where payment_id is not null;
create index bank_entries_decided_by_idx on public.bank_entries (decided_by);
create index bank_entries_payment_run_id_idx on public.bank_entries (payment_run_id);
create index bank_entries_waiting_idx on public.bank_entries (booked_on, id) where status = 'open';
create index bank_entries_search_text_idx on public.bank_entries using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index bank_entries_amount_idx on public.bank_entries (amount, booked_on);
create index bank_entries_by_amount_idx on public.bank_entries (status, amount desc, id desc);
comment on table public.bank_entries is 'Entries of bank statements. What they say never changes; what was decided about them does, through functions.';
comment on column public.bank_entries.entry_key is
  'SHA-256 of account, day, amount and the bank''s own reference (without one: payer and text) and the how-maniest alike of that
file it is. An entry that two files bring is one.';
comment on column public.bank_entries.row_key is
  'Of a table: SHA-256 of the whole row and the how-maniest alike it is, by which it is known again whatever its columns are taken for.';
comment on column public.bank_entries.has_recorded is 'Its confirmation recorded the payment; otherwise the payment had been recorded by hand.';
comment on column public.bank_entries.split_of is 'It is a part of this entry, which is split: its parts are decided, and come to it.';
comment on column public.bank_entries.split_words is 'What a person wrote about a part.';
comment on column public.bank_entries.booking_id is 'What it is in the books where it is nobody''s payment: on an account that a person chose.';
comment on column public.bank_entries.payment_run_id is 'The payment run that this debit paid, all of it or one payment of it.';
comment on column public.bank_entries.return_info is 'What the bank says of a payment that came back; null: it does not say that this is one.';
comment on column public.bank_entries.decided_as is
  'What a person confirmed, the seen of a suggestion or the digest of a choice: the same confirmation sent again is answered as done.';
comment on column public.bank_entries.other_amount is 'The same money in another currency, as the bank gives it: what was sent, or what it is worth.';
comment on column public.bank_entries.worth is 'Of a confirmed entry in another currency: what it is in the books, in their currency. As the bank says, else as a person said.';
comment on column public.bank_entries.search_text is 'What a search looks through: name, texts, reference, account and amount, folded.';

create table public.bank_entry_payouts (
  id                  uuid primary key default gen_random_uuid(),
  entry_id            uuid not null references public.bank_entries (id) on delete restrict,
  supplier_payment_id uuid references public.supplier_payments (id) on delete restrict,
  refund_id           uuid references public.payment_refunds (id) on delete restrict,
  created_at          timestamptz not null default now(),
  fee                 numeric(14, 2) not null default 0,
  taken_off           jsonb,
  constraint bank_entry_payouts_fee_is_of_a_return check (fee >= 0 and (fee = 0 or taken_off is not null)),
  constraint bank_entry_payouts_taken_off_is_of_a_refund check (taken_off is null or refund_id is not null),
  constraint bank_entry_payouts_one_record check (num_nonnulls(supplier_payment_id, refund_id) = 1)
);
create unique index bank_entry_payouts_supplier_payment_once_idx on public.bank_entry_payouts (supplier_payment_id);
create unique index bank_entry_payouts_refund_once_idx on public.bank_entry_payouts (refund_id);
create index bank_entry_payouts_entry_id_idx on public.bank_entry_payouts (entry_id);
comment on table public.bank_entry_payouts is
  'What a confirmed debit of the bank is in the books: payments to suppliers, or a refund. Each is of one debit. Written by functions.';
comment on column public.bank_entry_payouts.fee is 'What the bank took for a payment that it gave back, in the same debit.';
comment on column public.bank_entry_payouts.taken_off is 'Of a payment that the bank gave back: what it had settled, [{invoice_id, amount, discount}]; null for a plain refund.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.bank_imports', '', p_audited => true, p_pages => '{payments}');
grant select on public.bank_imports to authenticated;
create policy "staff read bank statements" on public.bank_imports
  for select to authenticated using ((select private.can('payments', 'view')));

call private.borrow_rules('public.bank_entries', '', p_pages => '{payments}');
grant select on public.bank_entries to authenticated;
create policy "staff read entries of bank statements" on public.bank_entries
  for select to authenticated using ((select private.can('payments', 'view')));

call private.borrow_rules('public.bank_entry_payouts', '', p_audited => true);
grant select on public.bank_entry_payouts to authenticated;
create policy "staff read what debits of the bank paid" on public.bank_entry_payouts
  for select to authenticated using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.guard_closed_fee() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_closed_day((select r.refunded_on from public.payment_refunds r where r.id = old.refund_id));
  return old;
end $$;
comment on function private.guard_closed_fee is 'A fee of the bank that is booked on a closed day stays, with the debit that it was part of.';

create function private.bank_text(p_entry jsonb, p_name text, p_most integer) returns text
  language sql immutable set search_path = ''
as $$
  select nullif(btrim(left(regexp_replace(p_entry ->> p_name, '\s+', ' ', 'g'), p_most)), '')
$$;

create function private.problem_of_entry(p_entry jsonb) returns text
  language sql stable set search_path = ''
as $$
  select case
    when not coalesce(p_entry ->> 'amount' ~ '^[0-9]{1,9}\.[0-9]{2}$' and (p_entry ->> 'amount')::numeric > 0, false) then 'the amount cannot be read'
    when not coalesce(p_entry ->> 'direction' in ('in', 'out'), false) then 'it is neither money in nor money out'
    when not coalesce(private.is_day(p_entry ->> 'booked_on'), false) then 'the day cannot be read'
    when (p_entry ->> 'booked_on')::date > private.company_today() then 'it is booked in the future'
    when not private.is_day(p_entry ->> 'value_on') then 'the value day cannot be read'
    when not coalesce(p_entry ->> 'currency' ~ '^[A-Z]{3}$', false) then 'the currency cannot be read'
    when p_entry ->> 'other_amount' is not null and not coalesce(p_entry ->> 'other_amount' ~ '^[0-9]{1,9}\.[0-9]{2}$' and (p_entry ->> 'other_amount')::numeric > 0
      and p_entry ->> 'other_currency' ~ '^[A-Z]{3}$' and p_entry ->> 'other_currency' <> p_entry ->> 'currency', false)
      then 'the amount in the other currency cannot be read' end
$$;
comment on function private.problem_of_entry is 'Why an entry of a bank file cannot be kept, in words; null when it can.';

create function private.bank_file_hash(p_entries jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return encode(sha256(convert_to(p_entries::text, 'UTF8')), 'hex');
end $$;
comment on function private.bank_file_hash is 'By what the content of a bank file is known again: SHA-256 of its entries.';

create function private.imported_already(p_hash text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select format('This bank statement was imported already, as %s on %s', i.file_name,
           private.day_text(private.day_of(i.created_at)))
    from public.bank_imports i where i.content_hash = p_hash
  );
end $$;
comment on function private.imported_already is 'In words, that a file with this content was imported, under which name and when; null when none was.';

create function private.is_own_account(p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  p_iban := private.plain_iban(p_iban);
  return coalesce(p_iban <> '', false) and (
    exists (select from public.company_settings s where p_iban in (s.iban, s.account_number))
    or exists (select from public.bank_imports i where i.account_iban = p_iban)
    or exists (select from public.bank_entries e where e.account_iban = p_iban));
end $$;
comment on function private.is_own_account is 'Whether an account, however it is written, is one of ours: that of the company settings, or one whose statements were imported.';

create function private.own_accounts() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select coalesce(s.iban, s.account_number) from public.company_settings s where coalesce(s.iban, s.account_number) is not null
    union
    select i.account_iban from public.bank_imports i where i.account_iban is not null;
end $$;
comment on function private.own_accounts is 'The accounts of the company: that of the settings, and those whose statements were imported.';

create function private.must_be_ours(p_file jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant text := private.plain_iban(p_file ->> 'account_iban');
begin
  if coalesce(v_account, '') <> '' and not private.is_own_account(v_account) and exists (select from private.own_accounts()) then
    perform private.must_say_yes('new_account', format('%s is none of your accounts so far. Import it as an account of yours?', v_account));
  end if;
end $$;
comment on function private.must_be_ours is
  'Asks before the statement of an account that nobody knew is taken for one of ours: from then on what it names is money between own accounts.';

create function private.party_account(p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when not private.is_own_account(p_entry.party_iban) then p_entry.party_iban end;
end $$;
comment on function private.party_account is 'The account of the other side of an entry, by which a client or a supplier is known; null where it is one of ours.';

create function private.with_own_account(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account text := nullif(upper(p_file ->> 'account_iban'), '');
begin
  if v_account is null and p_file ->> 'format' = 'csv' then
    select min(e.iban) into v_account
      from (select private.plain_iban(one ->> 'party_iban') as iban, one ->> 'account_iban' as account,
                   private.plain_name(coalesce(private.bank_text(one, 'party_name', 200), private.bank_text(one, 'remittance', 1000))) as who
              from jsonb_array_elements(p_entries) as one) as e
    having count(*) = count(nullif(e.iban, '')) and count(distinct e.iban) = 1 and count(e.account) = 0
       and (private.is_own_account(min(e.iban)) or count(distinct e.who) > 1);
    if v_account is null and not exists (select from jsonb_array_elements(p_entries) as one where one ->> 'account_iban' is not null) then
      select min(a.account) into v_account from private.own_accounts() as a (account) having count(*) = 1;
    end if;
  end if;
  return jsonb_build_object('file', p_file || jsonb_build_object('account_iban', v_account), 'entries', (
    select jsonb_agg(case when private.plain_iban(one ->> 'party_iban') = upper(coalesce(one ->> 'account_iban', v_account))
             then one || '{"party_iban": null}' else one end order by place)
      from jsonb_array_elements(p_entries) with ordinality as listed (one, place)));
end $$;
comment on function private.with_own_account is
  'A bank file as it is kept, {file, entries}: the account of the statement is never that of the other side. A table that names no account of ours, and has one same
account as the other side of every entry, is a statement of that account, where it is ours or the entries are of several parties. Another one that names none is of the
account of the company, where it has one.';

create function private.check_bank_file(p_file jsonb, p_entries jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_bad record;
begin
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) = 0 then
    perform private.refuse('22023', 'This file has no booked entries');
  elsif jsonb_array_length(p_entries) > 5000 then
    perform private.refuse('22023', 'A bank statement may have 5000 entries at most. Please export a shorter time.');
  elsif coalesce(btrim(p_file ->> 'file_name'), '') = '' then
    perform private.refuse('22023', 'Please name the file');
  end if;
  select place, problem into v_bad
    from jsonb_array_elements(p_entries) with ordinality as listed (entry, place), private.problem_of_entry(entry) as problem
   where problem is not null order by place limit 1;
  if found then
    perform private.refuse('22023', format('Entry %s: %s. Nothing was imported.', v_bad.place, v_bad.problem));
  end if;
end $$;
comment on function private.check_bank_file is 'Refuses a bank file in words: without entries, too long, without a name, or with an entry that cannot be kept.';

create function private.keyed_entries(p_file jsonb, p_entries jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('place', place, 'entry', entry, 'first', first_place, 'key',
           encode(sha256(convert_to(about || '|' || alike, 'UTF8')), 'hex'), 'row_key', encode(sha256(convert_to('row|' || (entry ->> 'row') || '|'
           || alike_rows, 'UTF8')), 'hex')) order by place)
    from (select place, entry, about, row_number() over (partition by about order by place) as alike,
                 row_number() over (partition by entry ->> 'row' order by place) as alike_rows,
                 case when private.bank_text(entry, 'bank_reference', 200) is not null then min(place) over (partition by about) end as first_place
            from jsonb_array_elements(p_entries) with ordinality as listed (entry, place),
                 lateral (select concat_ws('|', upper(coalesce(entry ->> 'account_iban', p_file ->> 'account_iban', '')), entry ->> 'booked_on',
                   entry ->> 'direction', entry ->> 'amount', entry ->> 'currency',
                   coalesce(private.bank_text(entry, 'bank_reference', 200), 'of ' || concat_ws('|', private.bank_text(entry, 'party_name', 200),
                     upper(entry ->> 'party_iban'), private.bank_text(entry, 'remittance', 1000), private.bank_text(entry, 'end_to_end', 200))))
                   as about) as named) as counted
$$;
comment on function private.keyed_entries is
  'Entries of a file with the key of each, by which it is known in every file, that of its whole row in a table, and the place of the first one
with the same reference of the bank: [{place, entry, key, row_key, first}].';

create function private.without_repeated(p_read jsonb, p_answer text) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_bad record;
begin
  -- The bank gives each entry a reference of its own: twice in a file is one entry twice, or a bank that does not.
  select (one ->> 'place')::integer as place, (one ->> 'first')::integer as first_place into v_bad
    from jsonb_array_elements(p_read) as one where (one ->> 'first')::integer < (one ->> 'place')::integer order by 1 limit 1;
  if found and not coalesce(p_answer in ('keep', 'leave out'), false) then
    perform private.refuse('22023', format('Entry %s has the bank''s reference, the day and the amount of entry %s. Please say whether it is the same payment.',
      v_bad.place, v_bad.first_place));
  elsif p_answer = 'leave out' then
    return (select jsonb_agg(one) from jsonb_array_elements(p_read) as one where coalesce((one ->> 'first')::integer = (one ->> 'place')::integer, true));
  end if;
  return p_read;
end $$;
comment on function private.without_repeated is 'Entries that repeat a reference of the bank are asked about, kept or left out, as the person answered.';

create function private.new_entries(p_read jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(one), '[]')
    from jsonb_array_elements(p_read) as one where not exists (select from public.bank_entries e where e.entry_key = one ->> 'key')
      and not exists (select from public.bank_entries e where e.row_key = one ->> 'row_key')
  );
end $$;
comment on function private.new_entries is 'Those of the entries of a file, as keyed_entries gives them, that no earlier file brought.';

create function private.preview_bank_file(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_own jsonb;
  v_read jsonb;
begin
  perform private.must('payments', 'create', 'import bank statements');
  perform private.check_bank_file(p_file, p_entries);
  v_own := private.with_own_account(p_file, p_entries);
  v_read := private.without_repeated(private.keyed_entries(v_own -> 'file', v_own -> 'entries'), coalesce(p_file ->> 'repeated', 'keep'));
  return jsonb_build_object('entries', jsonb_array_length(v_read), 'account', v_own -> 'file' ->> 'account_iban',
    'known', jsonb_array_length(v_read) - jsonb_array_length(private.new_entries(v_read)),
    'accounts', coalesce((select jsonb_agg(a order by a) from private.own_accounts() as a
      where v_own -> 'file' ->> 'account_iban' is null and not exists (select from jsonb_array_elements(p_entries) as one where one ->> 'account_iban' is not null)), '[]'),
    'imported', private.imported_already(private.bank_file_hash(p_entries)));
end $$;
comment on function private.preview_bank_file is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, account, accounts, known, imported}: how many entries it has, of which account of ours it is (null: it does not say), of which it may be then, how many of
them are already imported, and in words that this very file was imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';
call private.offer('private.preview_bank_file(jsonb, jsonb)');

create function private.keep_bank_entries(p_import_id uuid, p_account_iban text, p_read jsonb) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.bank_entries (import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name,
    party_iban, remittance, end_to_end, bank_reference, return_info, other_amount, other_currency, row_key)
  select p_import_id, r.place, r.key, nullif(left(upper(coalesce(r.entry ->> 'account_iban', p_account_iban)), 34), ''),
         (r.entry ->> 'booked_on')::date, (r.entry ->> 'value_on')::date, r.entry ->> 'direction', (r.entry ->> 'amount')::numeric,
         r.entry ->> 'currency', private.bank_text(r.entry, 'party_name', 200),
         nullif(left(private.plain_iban(r.entry ->> 'party_iban'), 34), ''), private.bank_text(r.entry, 'remittance', 1000),
         private.bank_text(r.entry, 'end_to_end', 200), private.bank_text(r.entry, 'bank_reference', 200), private.bank_text(r.entry, 'return_info', 200),
         (r.entry ->> 'other_amount')::numeric, r.entry ->> 'other_currency', r.row_key
    from jsonb_to_recordset(p_read) as r (place integer, key text, row_key text, entry jsonb)
$$;
comment on function private.keep_bank_entries is 'Writes the entries of a file that was checked, as keyed_entries gives them.';

create function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_imports;
  v_hash text;
  v_own jsonb;
  v_read jsonb;
  v_all integer;
  v_count integer;
begin
  perform private.must('payments', 'create', 'import bank statements');
  -- One import at a time: two people with the same file get one import and one refusal.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if found then
    return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', 0);
  end if;
  perform private.check_bank_file(p_file, p_entries);
  v_hash := private.bank_file_hash(p_entries);
  if private.imported_already(v_hash) is not null then
    perform private.refuse('PT409', private.imported_already(v_hash));
  end if;
  v_all := jsonb_array_length(p_entries);
  v_own := private.with_own_account(p_file, p_entries);
  p_file := v_own -> 'file';
  perform private.must_be_ours(p_file);
  v_read := private.without_repeated(private.keyed_entries(p_file, v_own -> 'entries'), p_file ->> 'repeated');
  v_count := jsonb_array_length(v_read);
  v_read := private.new_entries(v_read);
  if v_read = '[]' then
    perform private.refuse('PT409', format('Every entry of this file was imported already (%s). Nothing was added.', v_count));
  end if;
  insert into public.bank_imports (id, file_name, format, content_hash, account_iban, currency, first_day, last_day, opening, closing, entries,
    known, created_by)
  select coalesce(p_id, gen_random_uuid()), left(btrim(p_file ->> 'file_name'), 300), p_file ->> 'format', v_hash,
         nullif(left(upper(p_file ->> 'account_iban'), 34), ''), coalesce(p_file ->> 'currency', 'EUR'), min((entry ->> 'booked_on')::date),
         max((entry ->> 'booked_on')::date), (p_file ->> 'opening')::numeric, (p_file ->> 'closing')::numeric, jsonb_array_length(v_read),
         v_count - jsonb_array_length(v_read), auth.uid()
    from jsonb_array_elements(p_entries) as entry
  returning * into v_row;
  perform private.keep_bank_entries(v_row.id, p_file ->> 'account_iban', v_read);
  return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', v_all - v_count);
end $$;
comment on function private.import_bank_file is 'Keeps the booked entries of a bank statement, all or none. p_file: {file_name, format (camt or csv), account_iban, currency,
opening, closing, repeated}; p_entries: [{booked_on, value_on, direction (in or out), amount, currency, party_name, party_iban,
remittance, end_to_end, bank_reference, return_info, other_amount, other_currency, row (the whole row of a table)}], amounts as text. The same content, and a file of which every entry is known,
are refused in words; entries that an earlier file brought are left out. Entries that repeat a bank''s reference are refused until
repeated says keep or leave out. p_id: chosen by the caller, so that a repeated call imports once. Returns {id, entries, known, repeated}.';
call private.offer('private.import_bank_file(uuid, jsonb, jsonb)');

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create function private.short_numbers(p_text text, p_whole text[])
  returns setof text language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select distinct v.invoice_number
      from regexp_matches(p_text, '(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})((?:\s{0,2}(?:[+/,;&-]|UND|AND|ET|Y|E|EN|I|U|UN)\s{0,2}'
             || '(?:(?:INV|RG|RE|NR|NO)[^A-Z0-9]{0,3})?[0-9]{3,7}(?![0-9]|[.,][0-9]{1,2}(?![0-9])))+)', 'g') as m
      cross join lateral regexp_matches(m[3], '[0-9]{3,7}', 'g') as short
      join public.invoices f on f.invoice_number = 'INV-' || m[1] || '-' || m[2]
      join public.invoices v on v.invoice_number = 'INV-' || m[1] || '-' || lpad(short[1], 4, '0') and v.contact_id = f.contact_id
     where f.invoice_number = any (p_whole);
end $$;
comment on function private.short_numbers is 'Invoices that a text in capitals names shortly after a whole number (p_whole), of its year and its client: "INV-2026-0190 + 0261", "/0261", ", 261", "und 0261".';

create function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql stable security definer rows 2 set search_path = ''
as $$
declare
  v_whole constant text[] := array(select private.whole_numbers(p_entry));
begin
  return query select unnest(v_whole) union select private.short_numbers(upper(private.debit_text(p_entry)), v_whole);
end $$;
comment on function private.numbers_named is 'The numbers of invoices, orders, statements and quotations in the text and the references of an entry, or in the words of a part, as they are written here.';

create function private.whole_numbers(p_entry public.bank_entries)
  returns setof text language plpgsql immutable rows 2 set search_path = ''
as $$
begin
  return query
    select m[1] || '-' || m[2] || '-' || m[3]
      from regexp_matches(upper(private.debit_text(p_entry)), '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    union
    -- Clients leave our letters out: "Rechnung 2026-0230", or the number alone at the beginning.
    select 'INV-' || m[1] || '-' || m[2]
      from regexp_matches(upper(private.debit_text(p_entry)), '(?:^|(?<![A-Z])(?:RECHNUNG|RECHNUNGS|RECHNUNGSNUMMER|RECHNUNGSNR|RECHN|RG|RE|RNR|INVOICE|INV|FACTURE|FACT|FACTURA'
        || '|FATTURA|FATT|FATURA|FACTUUR|FAKTURA|FT|FV)(?:[^A-Z0-9]{0,3}(?:NUMMER|NUMBER|NUMERO|NR|NO|N))?[^A-Z0-9]{0,3})(20[0-9]{2})[^A-Z0-9]{1,3}([0-9]{4,7})(?![0-9])', 'g') as m;
end $$;
comment on function private.whole_numbers is 'The numbers of our papers that an entry names in full, with or without our letters.';

create function private.bank_clients(p_entry public.bank_entries) returns table(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
  language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.45' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  v_name constant text := private.plain_name(p_entry.party_name);
begin
  -- To plan this anew takes longer than to run it: one plan serves every entry.
  return query
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number)
  ), evidence as (
    select v.contact_id, w.number as named, false as account, false as before
      from words w join public.invoices v on v.invoice_number = w.number
    union all
    select o.contact_id, w.number, false, false from words w join public.orders o on o.order_number = w.number where o.status <> 'cancelled'
    union all
    select o.contact_id, w.number, false, false
      from words w join public.quotations q on q.quotation_number = w.number join public.orders o on o.quotation_id = q.id where o.status <> 'cancelled'
    union all
    select s.contact_id, w.number, false, false from words w join public.statements s on s.statement_number = w.number
    union all
    select a.contact_id, null, true, false from public.contact_bank_accounts a where a.iban = p_entry.party_iban
    union all
    select p.contact_id, null, false, true
      from public.bank_entries e join public.payments p on p.id = e.payment_id
     where e.party_iban = p_entry.party_iban and e.id <> p_entry.id
  ), exact as (
    select v.contact_id from public.invoices v where v.status in ('issued', 'partly_paid') and v.balance > 0
       and (v.currency = p_entry.currency and v.balance = p_entry.amount or v.currency = p_entry.other_currency and v.balance = p_entry.other_amount)
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.currency = p_entry.currency and o.deposit_amount - o.deposit_paid = p_entry.amount
  ), guesses as (
    select x.contact_id from exact x where not exists (select from evidence)
    union
    -- The name with the exact amount is heard beside a known account, which may have paid for somebody else, and beside a number, which may be a wrong one.
    select x.contact_id from exact x join public.contacts c on c.id = x.contact_id
     where extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45
    union
    -- Whoever paid what somebody recorded by hand may have nothing open any more.
    select r.contact_id from private.unlinked_receipts(p_entry) as r join public.contacts c on c.id = r.contact_id
     where extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45
    union
    select c.id from public.contacts c
     where private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email) operator(extensions.%) v_name and not exists (select from evidence)
       and exists (select from public.invoices v where v.contact_id = c.id and v.status in ('issued', 'partly_paid') and v.balance > 0)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id;
end $$;
comment on function private.bank_clients is
  'Whose an entry may be, and why: our papers that its text names, the account it came from (of the client, or one that paid for
the client before), and only without these: a name that is alike, or an open invoice over the same amount. A name that is alike with an exact amount is always one of
them.';

create function private.open_papers(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'balance', private.amount_text(v.balance))
           order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
  );
end $$;
comment on function private.open_papers is 'The open invoices of a client, the oldest due first: [{invoice_id, number, balance}].';

create function private.meant_deposit(p_contact_id uuid, p_named text[], p_amount numeric, p_may_guess boolean) returns public.orders
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o
   where (o.order_number = any (p_named)
       or exists (select from public.quotations q where q.id = o.quotation_id and q.quotation_number = any (p_named)))
     and o.contact_id = p_contact_id and o.deposit_amount > o.deposit_paid
     and o.status <> 'cancelled' order by o.order_number limit 1;
  -- No paper is named and no invoice has this amount: an open deposit over exactly it is the plainest reading.
  if v_order.id is null and p_may_guess then
    select * into v_order from public.orders o
     where o.contact_id = p_contact_id and o.status <> 'cancelled' and o.deposit_amount - o.deposit_paid = p_amount
       and not exists (select from public.invoices v where v.order_id = o.id and v.kind = 'deposit' and v.balance > 0)
       and 1 = (select count(*) from public.orders s where s.contact_id = p_contact_id and s.status <> 'cancelled'
         and s.deposit_amount - s.deposit_paid = p_amount) limit 1;
  end if;
  return v_order;
end $$;
comment on function private.meant_deposit is
  'The order of a client whose open deposit an entry pays: one that its text names, else (p_may_guess) the only one over this amount.';

create function private.reading_of_amount(p_amount numeric, p_open jsonb, p_named text[], p_due numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_named constant jsonb := (select coalesce(jsonb_agg(one order by place), '[]')
    from jsonb_array_elements(p_open) with ordinality as listed (one, place) where one ->> 'number' = any (p_named));
  v_same constant jsonb := (select coalesce(jsonb_agg(one order by place), '[]')
    from jsonb_array_elements(p_open) with ordinality as listed (one, place) where (one ->> 'balance')::numeric = p_amount);
  v_is_deposit constant boolean := p_due is not null and v_named = '[]';
  v_pairs jsonb := '[]';
  v_settled jsonb := p_open;
  v_fits boolean;
  v_parts jsonb := '[]';
  v_left numeric := case when v_is_deposit then 0 else p_amount end;
  v_part numeric;
  v_one jsonb;
begin
  if v_named <> '[]' then
    v_settled := v_named;
    v_fits := p_amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_named) as one);
    if not v_fits then
      v_pairs := private.sets_with_named(p_open, v_named, p_amount);
      v_settled := coalesce(v_pairs -> 0, v_settled);
    end if;
  elsif v_is_deposit then
    v_settled := '[]';
    v_fits := p_amount = p_due;
  elsif v_same <> '[]' then
    v_settled := jsonb_build_array(v_same -> 0);
    v_fits := jsonb_array_length(v_same) = 1;
  else
    v_fits := p_open <> '[]' and p_amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(p_open) as one);
    if not v_fits then
      v_pairs := private.sets_of_papers(p_open, p_amount);
      v_settled := coalesce(v_pairs -> 0, v_settled);
    end if;
  end if;
  for v_one in select one from jsonb_array_elements(v_settled) as one
  loop
    exit when v_left <= 0;
    v_part := least(v_left, (v_one ->> 'balance')::numeric);
    v_parts := v_parts || jsonb_build_array(v_one || jsonb_build_object('amount', private.amount_text(v_part)));
    v_left := v_left - v_part;
  end loop;
  return jsonb_build_object('named', v_named, 'same', jsonb_array_length(v_same), 'is_deposit', v_is_deposit, 'parts', v_parts,
    'left', private.amount_text(v_left), 'fits', v_fits, 'pairs', jsonb_array_length(v_pairs));
end $$;
comment on function private.reading_of_amount is
  'What an amount settles of a client, the plainest reading first: the invoices that are named, the deposit (p_due), one invoice over it,
all that is open, two or some invoices that come to it (with those that are named), else the oldest due first. {named, same: how many have this amount, is_deposit,
parts, left, fits: it is exactly that, pairs: how many sets come to it}. Invoices that nobody named are a guess: they do not make it fit.';

create function private.pairs_of_papers(p_open jsonb, p_amount numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
  with papers as (
    select one, (one ->> 'balance')::numeric as balance, place from jsonb_array_elements(p_open) with ordinality as listed (one, place) where place <= 60
  )
  select coalesce(jsonb_agg(jsonb_build_array(a.one, b.one) order by a.place, b.place), '[]')
    from papers a join papers b on b.place > a.place and a.balance + b.balance = p_amount
  );
end $$;
comment on function private.pairs_of_papers is 'The pairs of open papers, as open_papers lists them, that come to an amount, the oldest first; of the first 60.';

create function private.sets_of_papers(p_open jsonb, p_amount numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_pairs constant jsonb := private.pairs_of_papers(p_open, p_amount);
begin
  if v_pairs <> '[]' then
    return v_pairs;
  end if;
  return (
  with recursive papers as (
    select one, (one ->> 'balance')::numeric as balance, place from jsonb_array_elements(p_open) with ordinality as listed (one, place) where place <= 12
  ), sets as (
    select jsonb_build_array(one) as listed, balance as total, place as last, 1 as size from papers where balance < p_amount
    union all
    select s.listed || jsonb_build_array(p.one), s.total + p.balance, p.place, s.size + 1
      from sets s join papers p on p.place > s.last and s.total + p.balance <= p_amount where s.size < 6
  ), found as (
    select s.listed, s.size, s.last from sets s where s.total = p_amount and s.size > 2
  )
  select coalesce(jsonb_agg(f.listed order by f.last, f.listed), '[]') from found f where f.size = (select min(size) from found)
  );
end $$;
comment on function private.sets_of_papers is
  'The pairs of open papers, as open_papers lists them, that come to an amount, else the smallest sets of three to six of the first twelve, the oldest first.';

create function private.sets_with_named(p_open jsonb, p_named jsonb, p_amount numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_rest constant numeric := p_amount - (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(p_named) as one);
  v_others jsonb;
begin
  if v_rest < 0 then
    return coalesce((select jsonb_agg(jsonb_build_array(one) order by place) from jsonb_array_elements(p_named) with ordinality as listed (one, place)
      where (one ->> 'balance')::numeric = p_amount), private.sets_of_papers(p_named, p_amount));
  end if;
  select coalesce(jsonb_agg(one order by place), '[]') into v_others
    from jsonb_array_elements(p_open) with ordinality as listed (one, place) where not p_named @> jsonb_build_array(one);
  return coalesce((
    select jsonb_agg(p_named || jsonb_build_array(one) order by place)
      from jsonb_array_elements(v_others) with ordinality as listed (one, place) where (one ->> 'balance')::numeric = v_rest), (
    select jsonb_agg(p_named || listed order by place) from jsonb_array_elements(private.sets_of_papers(v_others, v_rest)) with ordinality as found (listed, place)), '[]');
end $$;
comment on function private.sets_with_named is
  'The sets of open papers that come to an amount which the named ones alone do not: they and others where it is more, some of them where it is less.';

create function private.parts_less_discount(p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(one || case when d.invoice_id is null then jsonb_build_object('amount', one ->> 'balance')
             else jsonb_build_object('amount', private.amount_text(d.pays), 'discount', private.amount_text(d.amount), 'is_late', d.is_late) end order by place), '[]')
      from jsonb_array_elements(p_open) with ordinality as listed (one, place)
      left join private.cash_discounts_of(p_contact_id, private.day_in_books(p_entry.booked_on)) as d on d.invoice_id = (one ->> 'invoice_id')::uuid and d.pays > 0);
end $$;
comment on function private.parts_less_discount is
  'Open papers, as open_papers lists them, each at what it costs with its cash discount: amount, discount and is_late, whether the money came too late for it.';

create function private.reading_with_credit(p_reading jsonb, p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_credit constant numeric := private.client_credit(p_contact_id);
  v_parts jsonb;
begin
  if v_credit <= 0 or (p_reading ->> 'fits')::boolean or (p_reading ->> 'is_deposit')::boolean or p_reading ->> 'same' <> '0' or p_reading ->> 'pairs' <> '0'
    or jsonb_array_length(p_reading -> 'named') not in (0, jsonb_array_length(p_open))
  then
    return p_reading;
  end if;
  -- Without the cash discounts, or with those that are in time.
  select l.parts into v_parts
    from (
      select 1 as rank, (select jsonb_agg(one || jsonb_build_object('amount', one ->> 'balance') order by place)
        from jsonb_array_elements(p_open) with ordinality as listed (one, place)) as parts
      union all
      select 2, (select jsonb_agg(case when (part ->> 'is_late')::boolean then part - 'discount' - 'is_late' || jsonb_build_object('amount', part ->> 'balance') else part end
        order by place) from jsonb_array_elements(private.parts_less_discount(p_entry, p_open, p_contact_id)) with ordinality as listed (part, place))) as l
   where p_entry.amount = (select sum((part ->> 'amount')::numeric) from jsonb_array_elements(l.parts) as part) - v_credit
   order by l.rank limit 1;
  if v_parts is null then
    return p_reading;
  end if;
  return p_reading || jsonb_strip_nulls(jsonb_build_object('fits', true, 'left', '0.00', 'uses_credit', private.amount_text(v_credit), 'parts', v_parts,
    'discount', (select private.amount_text(sum((part ->> 'discount')::numeric)) from jsonb_array_elements(v_parts) as part where part ? 'discount'),
    'credit_from', (select jsonb_agg(f.id order by f.id) from (
      select p.id from public.payments p
       where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0
      union all
      select n.id from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0) as f)));
end $$;
comment on function private.reading_with_credit is
  'An amount that is all that is open less the credit, with the cash discounts that are in time or without, as a page asks for it, settles all of it together with the credit:
uses_credit, credit_from, discount. Where another reading is exact, that one stays.';

create function private.reading_with_discount(p_reading jsonb, p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_named constant text[] := array(select one ->> 'number' from jsonb_array_elements(p_reading -> 'named') as one);
  v_parts jsonb;
  v_sets jsonb;
begin
  if (p_reading ->> 'fits')::boolean or (p_reading ->> 'is_deposit')::boolean or p_reading ->> 'same' <> '0' or p_reading ->> 'pairs' <> '0' then
    return p_reading;
  end if;
  select jsonb_agg(part order by place) into v_parts
    from jsonb_array_elements(private.parts_less_discount(p_entry, p_open, p_contact_id)) with ordinality as listed (part, place)
   where v_named = '{}' or part ->> 'number' = any (v_named);
  select jsonb_agg(s.parts) into v_sets
    from (select jsonb_build_array(one) as parts from jsonb_array_elements(v_parts) as one where v_named = '{}' or cardinality(v_named) = 1
          union
          select v_parts) as s
   where exists (select from jsonb_array_elements(s.parts) as part where part ? 'discount')
     and p_entry.amount = (select sum((part ->> 'amount')::numeric) from jsonb_array_elements(s.parts) as part);
  if coalesce(jsonb_array_length(v_sets), 0) = 0 then
    return p_reading;
  end if;
  return p_reading || jsonb_build_object('parts', v_sets -> 0, 'left', '0.00', 'discount', (
      select private.amount_text(sum((part ->> 'discount')::numeric)) from jsonb_array_elements(v_sets -> 0) as part),
    'fits', jsonb_array_length(v_sets) = 1
      and not exists (select from jsonb_array_elements(v_sets -> 0) as part where (part ->> 'is_late')::boolean));
end $$;
comment on function private.reading_with_discount is
  'An amount that is what is open less the cash discount, of one paper, of those that are named or of all, settles them with it: discount. It fits where it
came in time and no other paper comes to it. Where another reading is exact, that one stays.';

create function private.reading_of_part(p_reading jsonb, p_amount numeric, p_says_other boolean) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when not p_says_other or (p_reading ->> 'fits')::boolean then p_reading
    else p_reading - 'discount' - 'uses_credit' - 'credit_from'
      || jsonb_build_object('parts', '[]'::jsonb, 'left', private.amount_text(p_amount), 'is_deposit', false, 'same', 0, 'pairs', 0, 'says_other', true) end;
end $$;
comment on function private.reading_of_part is
  'Of a part of a split entry whose words name none of our papers (p_says_other): it settles what it is exactly, else nothing.';

create function private.words_of_discount(p_reading jsonb, p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late constant text := (select string_agg(part ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'parts') as part where (part ->> 'is_late')::boolean);
begin
  return format('The amount is what is open less the cash discount of %s%s.', private.money_words((p_reading ->> 'discount')::numeric, p_entry.currency),
      case when p_reading ? 'uses_credit' then format(' and less %s of credit, which settles the rest',
        private.money_words((p_reading ->> 'uses_credit')::numeric, p_entry.currency)) else '' end)
    || case when v_late is null then '' else format(' That of %s ended before the money came.', v_late) end;
end $$;
comment on function private.words_of_discount is 'Why an entry settles papers with their cash discount, and which came too late.';

create function private.reasons_of_match(p_entry public.bank_entries, p_client jsonb, p_order public.orders, p_reading jsonb, p_paid text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with named as (select array(select jsonb_array_elements_text(p_client -> 'named')) as numbers)
  select array_remove(array[
    case when p_reading -> 'named' <> '[]'
      then format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'named') as one)) end,
    case when (p_reading ->> 'is_deposit')::boolean then format(case when p_order.order_number = any (n.numbers) then 'The text names %s, whose deposit is open.'
      when exists (select from public.quotations q where q.id = p_order.quotation_id and q.quotation_number = any (n.numbers))
        then 'The text names the quotation of %s, whose deposit is open.'
      else 'The deposit of %s is open.' end, p_order.order_number) end,
    'The text names statement ' || (select string_agg(s, ', ') from unnest(n.numbers) as s where s like 'ST-%') || '.',
    case when p_paid is not null then format('The text names %s, where nothing is open any more.', p_paid) end,
    case when (p_client ->> 'is_account')::boolean then 'It came from the bank account of this client.'
      when (p_client ->> 'paid_before')::boolean then 'This account paid for this client before.' end,
    case when (p_client ->> 'is_alike')::boolean then format('The payer is called %s.', p_entry.party_name) end,
    case when p_reading ? 'discount' then private.words_of_discount(p_reading, p_entry)
      when p_reading ? 'uses_credit' then format('The amount is what is open less %s of credit, which settles the rest.', private.money_words((p_reading ->> 'uses_credit')::numeric, p_entry.currency))
      when (p_reading ->> 'fits')::boolean and p_reading -> 'parts' <> '[]' then case when jsonb_array_length(p_reading -> 'parts') = 1
        then format('The amount is what is open of %s.', p_reading -> 'parts' -> 0 ->> 'number') else 'The amount is what is open of them together.' end
      when (p_reading ->> 'fits')::boolean then 'The amount is the deposit.'
      when (p_reading ->> 'same')::integer > 1 and p_reading -> 'named' = '[]' then format('%s open invoices have this amount.', p_reading ->> 'same')
      when p_reading ->> 'pairs' = '1' then format('The amount is what is open of %s%s.', (
        select regexp_replace(string_agg(part ->> 'number', ', '), ', ([^,]+)$', ' and \1') from jsonb_array_elements(p_reading -> 'parts') as part),
        case when jsonb_array_length(p_reading -> 'parts') > 1 then ' together' else '' end)
      when (p_reading ->> 'pairs')::integer > 1 then format('%s %s of open invoices come to this amount.', p_reading ->> 'pairs',
        case jsonb_array_length(p_reading -> 'parts') when 2 then 'pairs' else 'sets' end)
      when p_reading ? 'says_other' then 'The words of this part name none of our papers.'
      when (p_reading ->> 'left')::numeric > 0 then format('%s more than is open.', private.money_words((p_reading ->> 'left')::numeric, p_entry.currency))
      else 'The amount is a part of what is open.' end], null) from named n
  );
end $$;
comment on function private.reasons_of_match is 'Why an entry may be of a client and settle this, in sentences; the last one is about the amount. p_paid: named invoices that are paid.';

create function private.unlinked_receipts(p_entry public.bank_entries) returns setof public.payments
  language sql stable security definer rows 2 set search_path = ''
as $$
  -- What became of the money afterwards says nothing against its entry, unless the payment was taken back as a mistake.
  select p.* from public.payments p
   where p.direction = 'in' and p.method in ('bank', 'other') and p.status in ('succeeded', 'part_refunded', 'refunded')
     and p.received_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
     and (p.amount = p_entry.amount and p.currency = p_entry.currency or p.worth = p_entry.amount and p_entry.currency = private.books_currency()
       or p.amount = p_entry.other_amount and p.currency = p_entry.other_currency)
     and not exists (select from public.bank_entries e where e.payment_id = p.id)
     and not exists (select from public.payment_refunds r where r.payment_id = p.id and r.kind = 'reversal'
       and not exists (select from public.payment_refunds b where b.reverses_id = r.id))
$$;
comment on function private.unlinked_receipts is
  'Payments of clients that somebody recorded by hand and that an entry may be: over its amount, in their own currency or by what they are worth, within ten days, and of no entry
yet. One that was refunded, in part or whole, is one of them; one that was taken back is not.';

create function private.recorded_receipt(p_entry public.bank_entries, p_contact_id uuid) returns public.payments
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select p.* into v_payment from private.unlinked_receipts(p_entry) as p
   where p.contact_id = p_contact_id order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
  return v_payment;
end $$;
comment on function private.recorded_receipt is 'The payment of a client that somebody recorded by hand and that an entry is likely to be: it is linked and not recorded again.';

create function private.later_invoice(p_day date, p_parts jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select v.invoice_number from jsonb_array_elements(p_parts) as part join public.invoices v on v.id = (part ->> 'invoice_id')::uuid
           where v.kind <> 'deposit' and v.issue_date > p_day order by v.issue_date desc, v.invoice_number limit 1);
end $$;
comment on function private.later_invoice is 'The number of the newest invoice in parts [{invoice_id}] that is of a later day; null without one.';

create function private.entry_for(p_entry public.bank_entries, p_contact_id uuid) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := private.currency_of(p_contact_id);
begin
  if v_currency <> p_entry.currency then
    p_entry.amount := case when p_entry.other_currency = v_currency then p_entry.other_amount end;
    p_entry.currency := v_currency;
  end if;
  return p_entry;
end $$;
comment on function private.entry_for is
  'An entry with its amount in the currency in which a client pays; null where the bank does not say it.';

create function private.foreign_receipt(p_entry public.bank_entries, p_client jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  v_payment := private.recorded_receipt(p_entry, (p_client ->> 'contact_id')::uuid);
  return case when v_payment.id is null then private.foreign_papers(p_entry, p_client)
    else jsonb_build_array(jsonb_build_object('contact_id', v_payment.contact_id, 'client_name', p_client ->> 'client_name',
    'payment_id', v_payment.id, 'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', 60, 'is_sure', false,
    'reasons', jsonb_build_array(format('%s of %s was recorded by hand on %s, and is worth this amount.', v_payment.payment_number,
      private.money_words(v_payment.amount, v_payment.currency), private.day_in_words(v_payment.received_on))))) end;
end $$;
comment on function private.foreign_receipt is
  'What an entry may be of a client who pays in another currency, where the bank does not say the amount in it: a payment recorded by hand that is worth as much, else open
invoices.';

create function private.foreign_papers(p_entry public.bank_entries, p_client jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_currency constant text := private.currency_of(v_contact_id);
begin
  return (
  with owed as (
    select v.id, v.invoice_number, v.balance, v.due_date, p_client -> 'named' ? v.invoice_number as is_named
      from public.invoices v where v.contact_id = v_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
  ), sets as (
    -- Those that the text names, else one whose open amount is worth about what came in.
    select coalesce(jsonb_agg(o.id), '[]') as ids, coalesce(sum(o.balance), 0) as amount, true as is_named, 0 as far, null::date as due from owed o where o.is_named
    union all
    select jsonb_build_array(o.id), o.balance, false, abs(private.worth(o.balance, private.rate_on(v_currency, p_entry.booked_on)) - p_entry.amount), o.due_date
      from owed o where private.day_of_rate(v_currency, p_entry.booked_on) is not null and not exists (select from owed n where n.is_named)
        and private.doubt_of_worth(v_currency, o.balance, p_entry.booked_on, p_entry.amount) is null
  ), best as (
    select s.* from sets s where s.amount > 0 order by s.is_named desc, s.far, s.due, s.ids::text limit 1
  )
  select coalesce(jsonb_agg(jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name', 'own_amount', private.amount_text(b.amount),
      'parts', (select jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.invoice_number, 'balance', private.amount_text(o.balance),
        'amount', private.amount_text(o.balance)) order by o.due_date, o.invoice_number) from owed o where b.ids ? o.id::text),
      'credit', '0.00', 'is_sure', false,
      'score', 130 * b.is_named::integer + 30 * (p_client ->> 'is_account')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer,
      'reasons', to_jsonb(array_remove(array[
        case when b.is_named then format('The text names %s.', (select string_agg(o.invoice_number, ', ' order by o.invoice_number) from owed o where o.is_named)) end,
        case when (p_client ->> 'is_account')::boolean then 'It came from a bank account of this client.' end,
        case when (p_client ->> 'is_alike')::boolean then format('The payer is called %s.', p_entry.party_name) end,
        format('The bank says only that %s came in: %s are open. Change the amount where the client paid another one.', private.money_words(p_entry.amount, p_entry.currency),
          private.money_words(b.amount, v_currency)),
        private.doubt_of_worth(v_currency, b.amount, p_entry.booked_on, p_entry.amount)], null)))), '[]')
    from best b
  );
end $$;
comment on function private.foreign_papers is
  'Open invoices of a client who pays in another currency that an entry may pay: all that is open of those that its text names, else one that is worth about what came in.
own_amount: that in the currency of the client, which the bank does not say. Never sure.';

create function private.client_matches(p_entry public.bank_entries, p_client jsonb, p_is_only boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_named constant text[] := array(select jsonb_array_elements_text(p_client -> 'named'));
  v_is_known constant boolean := v_named <> '{}' or (p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean;
  v_open constant jsonb := private.open_papers(v_contact_id);
  v_order constant public.orders := private.meant_deposit(v_contact_id, v_named, p_entry.amount, not exists (
    select from jsonb_array_elements(v_open) as one where one ->> 'number' = any (v_named) or (one ->> 'balance')::numeric = p_entry.amount));
  v_says_other constant boolean := p_entry.split_words is not null and v_named = '{}';
  v_reading constant jsonb := private.reading_of_part(private.reading_with_discount(private.reading_with_credit(private.reading_of_amount(p_entry.amount, v_open,
    v_named, v_order.deposit_amount - v_order.deposit_paid), p_entry, v_open, v_contact_id), p_entry, v_open, v_contact_id), p_entry.amount, v_says_other);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded and not v_says_other;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  -- A number says more than a name with the exact amount, and that more than an account.
  v_fits constant boolean := (v_reading ->> 'fits')::boolean;
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 90 * (v_named <> '{}')::integer
    + 40 * ((v_reading ->> 'fits')::boolean and (p_client ->> 'is_alike')::boolean)::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'is_payer', case when v_named = '{}' then true end,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        private.day_in_words(v_payment.received_on))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_payer', case when v_named = '{}' and v_fits and (v_is_known or (p_client ->> 'is_alike')::boolean) then true end,
      'fits_number', case when v_named <> '{}' then v_fits and v_paid is null end,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;
comment on function private.client_matches is
  'What an entry may be of one client (p_client: contact_id, client_name, named, is_account, paid_before, is_alike): a payment recorded by
hand, and what it settles. p_is_only: no other client is as certain.';

create function private.bank_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches jsonb;
  v_is_right boolean;
begin
  if p_entry.direction <> 'in' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  select jsonb_agg(one || jsonb_build_object('currency', (own.entry).currency)) into v_matches
    from (select c.*, count(*) over () as heard, count(*) filter (where c.named <> '{}' or c.is_account) over () as known from private.bank_clients(p_entry) as c) as client,
         lateral (select private.entry_for(p_entry, client.contact_id) as entry) as own,
         jsonb_array_elements(case when (own.entry).amount is null then private.foreign_receipt(p_entry, to_jsonb(client))
           else private.client_matches(own.entry, to_jsonb(client), case when client.named <> '{}' then client.known else client.heard end = 1) end) as one;
  -- A number whose invoice has another amount, or is paid, says less than the payer with the exact amount.
  v_is_right := coalesce((select bool_or((one ->> 'fits_number')::boolean) from jsonb_array_elements(v_matches) as one), true);
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' - 'fits_number' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc,
                     (one ->> 'is_payer' is not null and not v_is_right) desc, (one ->> 'score')::integer desc, one ->> 'client_name', one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;
comment on function private.bank_matches is
  'At most three suggestions for an open entry, the best first: client, what it settles, and why, in sentences. Sure: our paper
or a known account names one client (an account that paid before says nothing against a number, and nothing against a name with the exact amount), and the amount is exactly what is open, or that less the credit of the client (uses_credit), or a
payment recorded by hand fits.';

create function private.bank_suggestions(p_ids uuid[])
  returns table (entry_id uuid, matches jsonb, doubts text[]) language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please ask for 200 entries at most');
  end if;
  return query select e.id, m.shown, private.entry_doubts(e, private.is_recorded_before(m.shown))
    from public.bank_entries e, lateral (select private.shown_matches(e) as shown) as m
   where e.id = any (p_ids) and e.status = 'open';
end $$;
comment on function private.bank_suggestions is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount, discount}], credit, currency of these amounts, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';
call private.offer('private.bank_suggestions(uuid[])');

create function private.bank_summary()
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
begin
  perform private.must('payments', 'view', 'see bank statements');
  return (
    select jsonb_build_object('open', count(*) filter (where e.direction = 'in'),
             'amount', private.amount_text(coalesce(sum(e.amount) filter (where e.direction = 'in' and e.currency = v_currency), 0)),
             'open_out', count(*) filter (where e.direction = 'out'),
             'amount_out', private.amount_text(coalesce(sum(e.amount) filter (where e.direction = 'out' and e.currency = v_currency), 0)),
             'other', coalesce((
               select jsonb_agg(jsonb_build_object('currency', o.currency, 'direction', o.direction, 'amount', private.amount_text(o.amount)) order by o.currency, o.direction)
                 from (select f.currency, f.direction, sum(f.amount) as amount from public.bank_entries f
                        where f.status = 'open' and f.currency <> v_currency group by f.currency, f.direction) as o), '[]'),
             'imports', (select count(*) from public.bank_imports), 'last_day', (select max(last_day) from public.bank_imports))
      from public.bank_entries e where e.status = 'open');
end $$;
comment on function private.bank_summary is 'What waits: how many entries came in and went out and are undecided, their sums in the currency of the books as text, those of other
currencies by themselves, how many files there are and until which day.';
call private.offer('private.bank_summary()');

create function private.bank_accounts_as_at(p_on date)
returns table (account_iban text, currency text, first_day date, opening numeric, said_on date, said numeric, listed numeric, matched numeric, waiting numeric,
  waiting_count bigint, ignored numeric, ignored_count bigint, last_day date)
  language sql stable security definer set search_path = ''
as $$
  with accounts as (
    select i.account_iban, i.currency, min(i.first_day) as first_day, max(i.last_day) as last_day
      from public.bank_imports i where i.first_day <= p_on group by 1, 2
  ), entries as (
    select e.account_iban, e.currency, e.booked_on, e.status, e.split_of, case e.direction when 'in' then e.amount else -e.amount end as amount
      from public.bank_entries e where e.booked_on <= p_on
  )
  select a.account_iban, a.currency, a.first_day, begun.opening, told.last_day, told.closing, s.listed, s.matched, s.waiting, s.waiting_count, s.ignored,
         s.ignored_count, a.last_day
    from accounts a
    left join lateral (select i.first_day, i.opening from public.bank_imports i
                        where i.account_iban is not distinct from a.account_iban and i.currency = a.currency and i.opening is not null
                        order by i.first_day, i.created_at limit 1) as begun on true
    left join lateral (select i.last_day, i.closing from public.bank_imports i
                        where i.account_iban is not distinct from a.account_iban and i.currency = a.currency and i.closing is not null and i.last_day <= p_on
                        order by i.last_day desc, i.first_day desc, i.created_at desc limit 1) as told on true
   cross join lateral (
     select coalesce(sum(e.amount) filter (where e.split_of is null and e.booked_on between begun.first_day and told.last_day), 0) as listed,
            coalesce(sum(e.amount) filter (where e.status = 'confirmed'), 0) as matched,
            coalesce(sum(e.amount) filter (where e.status = 'open'), 0) as waiting, count(*) filter (where e.status = 'open') as waiting_count,
            coalesce(sum(e.amount) filter (where e.status = 'ignored'), 0) as ignored, count(*) filter (where e.status = 'ignored') as ignored_count
       from entries e where e.account_iban is not distinct from a.account_iban and e.currency = a.currency) as s
$$;
comment on function private.bank_accounts_as_at is
  'Each account of the statements up to a day: the opening of its first statement, the closing balance that the bank said last (said_on), the sum of the entries until
then (listed), and of those until the day what is matched, waits and is ignored. Money out is below zero. For functions that asked for the right.';

create function private.moved_by_bank(p_from date, p_to date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(m.amount), 0)
      from (select x.part, x.method, x.amount from private.journal_of_payments(p_from, p_to) as x
            union all select y.part, y.method, y.amount from private.journal_of_bills(p_from, p_to) as y
            union all select z.part, z.method, z.amount from private.journal_of_bank(p_from, p_to) as z) as m
     where m.part = 'money' and m.method = 'bank');
end $$;
comment on function private.moved_by_bank is 'What the books moved by bank in these days, out below zero. For functions that asked for the right.';

create function private.bank_balance(p_on date)
returns table (account_iban text, currency text, first_day date, said_on date, said text, reckoned text, off text, matched text, waiting text, waiting_count bigint,
  ignored text, ignored_count bigint, booked text, by_hand text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  if p_on is null then
    perform private.refuse('22023', 'Please choose a day');
  end if;
  return query
    with accounts as materialized (
      select * from private.bank_accounts_as_at(p_on)
    ), booked as materialized (
      -- What the books moved by bank is known for all accounts together: it is compared where there is one.
      select case when count(*) = 1 and private.can_see_books() then private.moved_by_bank(min(a.first_day), p_on) end as amount from accounts a
    )
    select a.account_iban, a.currency, a.first_day, a.said_on, private.amount_text(a.said), private.amount_text(a.opening + a.listed),
           private.amount_text(a.said - a.opening - a.listed), private.amount_text(a.matched), private.amount_text(a.waiting), a.waiting_count,
           private.amount_text(a.ignored), a.ignored_count, private.amount_text(b.amount), private.amount_text(b.amount - a.matched)
      from accounts a cross join booked b order by a.account_iban, a.currency;
end $$;
comment on function private.bank_balance is
  'The statements as at a day, by account: the balance that the bank said last (said, on said_on), what the first opening and the entries come to until then (reckoned), the
difference (off; null where the statements say no balances), the sums of matched, waiting and ignored entries until the day, and what the books moved by bank since
the first statement (booked) with what of it is no matched entry (by_hand); both null with several accounts. Amounts are text, money out is below zero.';
call private.offer('private.bank_balance(date)');

create function private.day_of_booking(p_entry public.bank_entries) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p.received_on from public.payments p where p.id = p_entry.payment_id),
    (select b.booked_on from public.bank_bookings b where b.id = p_entry.booking_id),
    (select max(coalesce(s.paid_on, r.refunded_on)) from public.bank_entry_payouts o left join public.supplier_payments s on s.id = o.supplier_payment_id
       left join public.payment_refunds r on r.id = o.refund_id where o.entry_id = p_entry.id), p_entry.booked_on);
end $$;
comment on function private.day_of_booking is 'The day on which the books have a confirmed entry: its own, a later one where that was closed, or that of a payment that was recorded by hand.';

create function private.bank_in_books(p_on date)
returns table (account text, books text, bank text, off text, waiting text, ignored text, later text, later_count bigint, rest text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_banks constant uuid[] := array(select distinct r.account_id from public.account_rules r where r.part = 'money' and coalesce(r.method, 'bank') = 'bank');
begin
  perform private.must('payments', 'view', 'see bank statements');
  if p_on is null then
    perform private.refuse('22023', 'Please choose a day');
  elsif not private.can_see_books() then
    return;
  end if;
  return query
    with accounts as materialized (
      select * from private.bank_accounts_as_at(p_on) as a where a.currency = private.books_currency()
    ), bank as (
      -- Since the last balance that an account said, its entries go on from there.
      select case when bool_and(a.said is not null) then sum(a.said + s.since) end as amount, coalesce(sum(a.waiting), 0) as waiting, coalesce(sum(a.ignored), 0) as ignored
        from accounts a cross join lateral (
          select coalesce(sum(case e.direction when 'in' then e.amount else -e.amount end), 0) as since from public.bank_entries e
           where e.account_iban is not distinct from a.account_iban and e.currency = a.currency and e.split_of is null and e.booked_on > a.said_on and e.booked_on <= p_on) as s
    ), late as (
      select coalesce(sum(case e.direction when 'in' then e.amount else -e.amount end), 0) as amount, count(*) as number
        from public.bank_entries e where e.status = 'confirmed' and e.booked_on <= p_on and e.currency = private.books_currency() and private.day_of_booking(e) > p_on
    ), books as (
      select coalesce(sum(o.amount), 0) as amount from private.journal_openings(p_on + 1) as o where o.account_id = any (v_banks)
    )
    select private.account_in_words(private.account_by_rules('money', null, null, null, 'bank', p_on), null), private.amount_text(k.amount), private.amount_text(b.amount),
           private.amount_text(k.amount - b.amount), private.amount_text(b.waiting), private.amount_text(b.ignored), private.amount_text(l.amount), l.number,
           private.amount_text(k.amount - b.amount + b.waiting + b.ignored + l.amount)
      from bank b cross join late l cross join books k where exists (select from accounts);
end $$;
comment on function private.bank_in_books is
  'The account of the bank in the books as at a day beside the balances of all statements together: books less bank is off, and what explains it: entries that wait, are ignored, or
that the books have on a later day (later), and the rest: an opening that is in one of them alone, what was recorded by hand and is on no statement yet. bank, off and rest are null
where a statement says no balance. No row without statements in the currency of the books, and for people who do not see these. Amounts are text, money out is below zero.';
call private.offer('private.bank_in_books(date)');

create function private.open_entry(p_id uuid) returns public.bank_entries
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
begin
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status <> 'open' then
    perform private.refuse('PT409', format('%s %s this entry already', coalesce(private.person_label(v_row.decided_by), 'Somebody'),
      case v_row.status when 'confirmed' then 'confirmed' when 'split' then 'split' else 'ignored' end));
  end if;
  return v_row;
end $$;
comment on function private.open_entry is 'Locks an entry that nobody decided about yet; refuses in words otherwise.';

create function private.entry_in_books(p_entry public.bank_entries, p_worth numeric) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
  v_day constant date := private.day_in_books(p_entry.booked_on);
begin
  if v_day <> p_entry.booked_on then
    p_entry.remittance := left(concat_ws(' · ', format('booked by the bank on %s', private.day_text(p_entry.booked_on)), p_entry.remittance), 1000);
    p_entry.booked_on := v_day;
  end if;
  if p_entry.currency = v_currency then
    if p_worth <> p_entry.amount then
      perform private.refuse('22023', format('This entry is in %s: its amount is what it is worth', v_currency));
    end if;
    return p_entry;
  elsif p_worth is null then
    perform private.refuse('PT409', format('This entry is in %s. Please say what it is worth in %s.', p_entry.currency, v_currency));
  elsif p_entry.other_currency = v_currency and p_entry.other_amount <> p_worth then
    perform private.refuse('PT409', format('The bank says that this is worth %s', private.money_words(p_entry.other_amount, v_currency)));
  elsif p_entry.other_currency is distinct from v_currency then
    perform private.must_mean_worth(p_entry.currency, p_entry.amount, p_entry.booked_on, p_worth);
  end if;
  -- What the bank booked stays with what is recorded: it is the beginning of its reference.
  p_entry.remittance := left(concat_ws(' · ', private.money_words(p_entry.amount, p_entry.currency), p_entry.remittance), 1000);
  p_entry.amount := p_worth;
  p_entry.currency := v_currency;
  return p_entry;
end $$;
comment on function private.entry_in_books is
  'An entry as the books take it: in their own currency and on an open day. Of another currency it is what the bank says that it is worth, else what
the person says (p_worth). Its text begins with what the bank booked, and with its day where that one is closed.';

create function private.day_in_books(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(p_day, (select b.closed_to + 1 from public.book_closings b where b.scope = 'everybody' order by b.place desc limit 1));
end $$;
comment on function private.day_in_books is
  'The day on which an entry of the bank is booked: its own, or the first open one where that is closed for everybody.';

create function private.with_day_in_books(p_match jsonb, p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when d.day = p_entry.booked_on or p_match ->> 'kind' = 'recorded' or p_match ->> 'is_booked' = 'false' or p_match ? 'refund_id'
      or p_match ->> 'is_recorded' = 'true' or (p_match ? 'payment_id' and not p_match ? 'kind') then p_match
    else p_match || jsonb_build_object('books_on', d.day, 'reasons', coalesce(p_match -> 'reasons', '[]') || to_jsonb(format('%s is closed: it is booked on %s.',
      private.day_text(p_entry.booked_on), private.day_text(d.day)))) end
    from (select private.day_in_books(p_entry.booked_on) as day) as d
  );
end $$;
comment on function private.with_day_in_books is 'A suggestion that says on which day it is booked where the day of the bank is closed. One that only links, or gives back what is not booked, says nothing.';

create function private.confirm_bank_entry(
  p_id uuid, p_contact_id uuid default null, p_allocations jsonb default null, p_order_id uuid default null, p_payment_id uuid default null,
  p_worth numeric default null, p_amount numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
  v_choice constant text := md5(jsonb_build_array(p_contact_id, p_allocations, p_order_id, p_payment_id, p_worth, p_amount)::text);
  v_books public.bank_entries;
  v_own public.bank_entries;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_choice and v_row.direction = 'in' then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  end if;
  v_books := private.entry_in_books(v_row, p_worth);
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif coalesce(v_payment.worth, v_payment.amount) <> v_books.amount or v_payment.direction <> 'in' or exists (
      select from public.payment_refunds r where r.payment_id = p_payment_id and r.kind = 'reversal'
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id))
    then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_own := case when private.currency_of(p_contact_id) = v_books.currency then v_books else private.entry_for(v_row, p_contact_id) end;
    if v_own.amount is null and p_amount is null then
      perform private.refuse('22023', format('This client pays in %s, and the bank says %s only. Please say how much it was in %s.', v_own.currency, v_row.currency, v_own.currency));
    elsif p_amount <> v_own.amount then
      perform private.refuse('PT409', format('The bank says that this is %s', private.money_words(v_own.amount, v_own.currency)));
    end if;
    v_own.amount := coalesce(v_own.amount, p_amount);
    v_id := private.record_payment(p_contact_id, v_own.amount, 'bank', v_books.booked_on,
      left(coalesce(v_books.remittance, v_books.party_name, v_books.bank_reference), 200), null, p_allocations, p_order_id,
      p_worth => case when v_own.currency <> v_books.currency then v_books.amount end);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_choice, worth = case when v_row.currency <> v_books.currency then v_books.amount end
   where id = p_id;
  return v_id;
end $$;
comment on function private.confirm_bank_entry is
  'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). p_worth: what an entry in another currency is worth. p_amount: how much it was in the currency of the client, where the bank does not say it. An entry has one payment, whoever confirms at once; the same call of the
same person again returns it, another choice is refused. Returns the id of the payment.';
call private.offer('private.confirm_bank_entry(uuid, uuid, jsonb, uuid, uuid, numeric, numeric)');

create function private.confirm_sure_entries(p_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
  v_early integer := 0;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  perform from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id for no key update;
  -- Every paper of the suggestions is locked at once, in the order in which each other payment locks.
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, private.best_match(e) as match, unnest(private.papers_of_match(match)) as paper
   where e.id = any (p_ids) and e.status = 'open' and (match ->> 'is_sure')::boolean;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this one is not sure any more.
    v_match := private.best_match(v_row);
    v_early := v_early + coalesce((v_match ->> 'is_early')::boolean, false)::integer;
    continue when not coalesce((v_match ->> 'is_sure')::boolean and private.papers_of_match(v_match) <@ v_held, false);
    perform private.confirm_match(v_row, v_match);
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', cardinality(p_ids) - v_confirmed, 'early', v_early);
end $$;
comment on function private.confirm_sure_entries is
  'Confirms those of the entries whose best suggestion is still sure at its turn. Returns {confirmed, left, early}: early, how many of those
left would be sure, but came before the day of their invoice: a person looks at them.';
call private.offer('private.confirm_sure_entries(uuid[])');

create function private.ignore_bank_entry(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('22023', 'Please say why, in 500 characters at most');
  elsif exists (select from public.bank_entries where id = p_id and status = 'ignored' and decided_by = auth.uid()) then
    return;
  end if;
  perform private.open_entry(p_id);
  update public.bank_entries
     set status = 'ignored', ignore_reason = btrim(p_reason), decided_by = auth.uid(), decided_at = now() where id = p_id;
end $$;
comment on function private.ignore_bank_entry is 'An entry that belongs to no client, with the reason. Nothing is recorded.';
call private.offer('private.ignore_bank_entry(uuid, text)');

create function private.undo_bank_entry(p_id uuid, p_reason text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
begin
  perform private.must('payments', 'edit', 'take decisions about bank statements back');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status = 'open' then
    return;
  elsif v_row.status in ('confirmed', 'split') and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'split' then
    perform private.join_bank_entry(p_id, p_reason);
    return;
  end if;
  perform private.unbook_bank_entry(v_row, p_reason);
end $$;
comment on function private.undo_bank_entry is
  'An entry is undecided again. What its confirmation recorded, a payment, payments to suppliers or a refund, is reversed by records
of their own, and a payment run waits for the bank again; what was recorded by hand stays and is only unlinked. A split one is whole again.';
call private.offer('private.undo_bank_entry(uuid, text)');

create function private.unbook_bank_entry(p_entry public.bank_entries, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link public.bank_entry_payouts;
begin
  update public.bank_entries
     set status = 'open', payment_id = null, payment_run_id = null, has_recorded = false, ignore_reason = null, decided_by = null, decided_at = null,
         decided_as = null, worth = null, booking_id = null
   where id = p_entry.id;
  if p_entry.booking_id is not null then
    perform private.reverse_bank_booking(p_entry.booking_id, p_reason, p_on);
    perform private.unlink_other_side(p_entry, p_reason, p_on);
    return;
  elsif p_entry.direction = 'in' then
    if p_entry.has_recorded then
      perform private.reverse_payment(p_entry.payment_id, p_reason, p_on);
    end if;
    return;
  end if;
  perform private.lock_orders_of_payment(null, null, o.taken_off) from public.bank_entry_payouts o where o.entry_id = p_entry.id and o.taken_off is not null;
  perform from public.payment_runs where id = p_entry.payment_run_id for no key update;
  for v_link in delete from public.bank_entry_payouts where entry_id = p_entry.id returning *
  loop
    continue when not p_entry.has_recorded;
    if v_link.refund_id is not null then
      perform private.reverse_refund(v_link.refund_id, p_reason, p_on);
      perform private.undo_client_return(r.payment_id, v_link.taken_off) from public.payment_refunds r
        where r.id = v_link.refund_id and v_link.taken_off is not null;
    else
      perform private.reverse_supplier_payment(v_link.supplier_payment_id, p_reason, p_on);
      update public.payment_run_items i set status = 'open'
        from public.supplier_payments s
       where s.id = v_link.supplier_payment_id and i.payment_run_id = p_entry.payment_run_id
         and i.supplier_invoice_id = s.supplier_invoice_id and i.status = 'paid';
    end if;
  end loop;
  if p_entry.has_recorded and p_entry.payment_run_id is not null then
    update public.payment_runs set status = 'exported', paid_on = null where id = p_entry.payment_run_id and status = 'paid';
    perform private.log_event('payment_run', p_entry.payment_run_id, 'debit_taken_back', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  end if;
end $$;
comment on function private.unbook_bank_entry is
  'Reverses what the confirmation of an entry recorded, and makes it undecided. p_on: the day on which the bank gave the money back; without one it never was, and
is reversed as each record is.';

create function private.unlink_other_side(p_entry public.bank_entries, p_reason text, p_on date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
begin
  if p_entry.other_side_id is null then
    return;
  end if;
  select * into v_other from public.bank_entries where id = p_entry.other_side_id for no key update;
  update public.bank_entries set other_side_id = null where id in (p_entry.id, p_entry.other_side_id);
  if v_other.status = 'confirmed' then
    v_other.other_side_id := null;
    perform private.unbook_bank_entry(v_other, p_reason, p_on);
  end if;
end $$;
comment on function private.unlink_other_side is 'Money between two accounts of ours is taken back on both: the other entry is undecided too.';

create function private.is_named(p_text text, p_number text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- An expression of its own for each number costs far more than a look at its signs.
  return char_length(regexp_replace(p_number, '[^A-Za-z0-9]', '', 'g')) >= 4
    and strpos(regexp_replace(upper(p_text), '[^A-Z0-9]', '', 'g'), regexp_replace(upper(p_number), '[^A-Z0-9]', '', 'g')) > 0
    and coalesce(upper(p_text)
      ~ ('(?<![A-Z0-9])' || array_to_string(array_remove(regexp_split_to_array(upper(p_number), '[^A-Z0-9]+'), ''), '[^A-Z0-9]{0,3}') || '(?![A-Z0-9])'), false);
end $$;
comment on function private.is_named is 'Whether a text of a bank names a number of a paper, however it is separated. Numbers of fewer than four signs name nothing.';

create function private.debit_text(p_entry public.bank_entries) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(p_entry.split_words, concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
end $$;
comment on function private.debit_text is 'All that an entry says: its text, the order and the reference of the bank. Of a part of a split entry the words that a person wrote about it, where there are any.';

create function private.booked_before_run(p_entry public.bank_entries, p_run public.payment_runs) returns text
  language sql stable set search_path = ''
as $$
  select format('The bank paid this %s before %s was exported: was it paid twice?',
           case d.days when 1 then 'a day' else format('%s days', d.days) end, p_run.run_number)
    from (select (p_run.exported_at at time zone s.time_zone)::date - p_entry.booked_on as days from public.company_settings s) as d
   where d.days > 0
$$;
comment on function private.booked_before_run is 'That a debit is older than the file of a payment run, which it therefore did not pay, as a sentence; null when it is not.';

create function private.run_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select r.id, r.run_number, r.pay_on, r.status, s.total, s.count, private.booked_before_run(p_entry, r) as doubt, v_text ~* ('(?<![A-Z0-9])' || r.run_number || '(?![0-9]|-[0-9]{3}(?![A-Z0-9]))') as is_named
      from public.payment_runs r,
           lateral (select sum(i.amount) as total, count(*) as count from public.payment_run_items i
                     where i.payment_run_id = r.id and i.status = case r.status when 'paid' then 'paid' else 'open' end) as s
     where s.total = p_entry.amount and (r.status = 'exported' and r.exported_at::date - 1 <= p_entry.booked_on
       or r.status = 'paid' and abs(r.paid_on - p_entry.booked_on) <= 10
          and not exists (select from public.payment_run_items i
            join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.amount = i.amount
            join public.bank_entry_payouts o on o.supplier_payment_id = s.id where i.payment_run_id = r.id))
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run', 'name', v_one.run_number, 'run_id', v_one.id, 'run_number', v_one.run_number,
      'is_recorded', v_one.status = 'paid', 'count', v_one.count, 'is_sure', v_one.is_named and v_one.doubt is null,
      'score', 60 + 40 * v_one.is_named::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.is_named then format('The text names %s.', v_one.run_number) end,
        case v_one.count when 1 then 'The amount is its one payment.' else format('The amount is its %s payments together.', v_one.count) end,
        case when v_one.status = 'paid' then 'Somebody marked it as paid already: nothing is recorded again.'
          else format('It was to be paid on %s.', private.day_in_words(v_one.pay_on)) end], null))));
  end loop;
  return v_matches;
end $$;
comment on function private.run_matches is 'Payment runs of which a debit may be all that is left, also those that somebody marked as paid.';

create function private.run_payment_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select i.id, i.creditor, i.supplier_id, i.reference, i.end_to_end_id, i.supplier_invoice_id, r.id as run_id, r.run_number,
           private.booked_before_run(p_entry, r) as doubt, private.is_named(v_text, i.end_to_end_id) as is_named, private.is_named(v_text, i.reference) as is_billed, i.iban = p_entry.party_iban as is_account,
           extensions.similarity(private.plain_name(i.creditor), v_name) >= 0.45 as is_alike
      from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where r.status = 'exported' and i.status = 'open' and i.amount = p_entry.amount and r.exported_at::date - 1 <= p_entry.booked_on
       and (private.is_named(v_text, i.end_to_end_id) or private.is_named(v_text, i.reference) or i.iban = p_entry.party_iban or extensions.similarity(private.plain_name(i.creditor), v_name) >= 0.45)
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run_payment', 'name', v_one.creditor, 'contact_id', v_one.supplier_id,
      'run_id', v_one.run_id, 'run_number', v_one.run_number, 'item_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.supplier_invoice_id, 'number', v_one.reference,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.doubt is null and (v_one.is_named or v_one.is_billed or coalesce(v_one.is_account, false)),
      'score', 50 + 40 * (v_one.is_named or v_one.is_billed)::integer + 30 * coalesce(v_one.is_account, false)::integer + 10 * coalesce(v_one.is_alike, false)::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.is_named then format('The text names %s of %s.', v_one.end_to_end_id, v_one.run_number)
          when v_one.is_billed then format('The text names %s.', v_one.reference) end,
        case when v_one.is_account then 'It went to the account of this payment.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is that of the payment.'], null))));
  end loop;
  return v_matches;
end $$;
comment on function private.run_payment_matches is 'Single payments of exported runs that a debit may be.';

create function private.recorded_payout_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select s.id, s.paid_on, c.id as contact_id, private.client_label(c) as name, v.id as invoice_id, v.supplier_number as number,
           r.run_number, private.booked_before_run(p_entry, r) as doubt,
           private.is_named(v_text, v.supplier_number) or private.is_named(v_text, v.payment_reference) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id join public.contacts c on c.id = v.supplier_id
      left join public.payment_run_items i on i.end_to_end_id = s.reference and i.supplier_invoice_id = s.supplier_invoice_id
      left join public.payment_runs r on r.id = i.payment_run_id
     where s.amount + s.exchange = p_entry.amount and s.method in ('bank', 'other') and s.reverses_id is null and v.currency = p_entry.currency
       and s.paid_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and not exists (select from public.bank_entry_payouts o where o.supplier_payment_id = s.id)
  loop
    continue when not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recorded', 'name', v_one.name, 'contact_id', v_one.contact_id, 'supplier_payment_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.invoice_id, 'number', v_one.number,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.doubt is null and (v_one.is_named or v_one.is_account), 'run_number', v_one.run_number,
      'score', 60 + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.run_number is null
          then format('A payment over the same amount was recorded by hand on %s.', private.day_in_words(v_one.paid_on))
          else format('%s paid the same amount, marked as paid on %s.', v_one.run_number, private.day_in_words(v_one.paid_on)) end,
        case when v_one.is_named then format('The text names %s.', v_one.number) end,
        case when v_one.is_account then 'It went to the bank account of this supplier.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end], null))));
  end loop;
  return v_matches;
end $$;
comment on function private.recorded_payout_matches is 'Transfers to suppliers that are recorded already, by hand or by a payment run: a debit is linked to one, and nothing is recorded again. None is sure where the bank booked before the run was exported.';

create function private.names_invoice(p_entry public.bank_entries, p_invoice public.supplier_invoices) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.is_named(private.debit_text(p_entry), p_invoice.supplier_number)
      or private.is_named(private.debit_text(p_entry), p_invoice.payment_reference);
end $$;
comment on function private.names_invoice is 'Whether a debit names the number or the payment reference of an invoice of a supplier.';

create function private.owing_suppliers(p_entry public.bank_entries)
  returns table (supplier_id uuid, is_named boolean, has_amount boolean, is_account boolean, paid_before boolean, papers jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with owed as (
    select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
           private.early_discount(v, p_entry.booked_on) as discount,
           private.names_invoice(p_entry, v) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) as is_account
      from public.supplier_invoices v
     where v.status in ('received', 'approved', 'scheduled', 'part_paid') and v.open > 0 and v.currency = p_entry.currency and v.paper_currency is null
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ), suppliers as (
    select o.supplier_id, bool_or(o.is_named) as is_named, bool_or(o.open - o.discount = p_entry.amount or o.open = p_entry.amount) as has_amount,
           bool_or(o.is_account) or exists (select from public.contact_bank_accounts a where a.contact_id = o.supplier_id and a.iban = p_entry.party_iban) as is_account,
           exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                     join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                    where e.party_iban = p_entry.party_iban and v.supplier_id = o.supplier_id) as paid_before,
           jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.supplier_number, 'balance', private.amount_text(o.open),
             'discount', private.amount_text(o.discount), 'is_named', o.is_named, 'is_approved', o.status <> 'received')
             order by o.due_date nulls last, o.invoice_date, o.supplier_number) as papers
      from owed o group by o.supplier_id
  )
  select s.* from suppliers s;
end $$;
comment on function private.owing_suppliers is
  'To whom something is open in the currency of the books, with its invoices, the oldest due first, and what of a debit points to this supplier.';

create function private.parts_of_debit(p_amount numeric, p_settled jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_parts jsonb;
  v_part jsonb;
  v_take numeric;
  v_left numeric;
begin
  v_parts := '[]';
  v_left := p_amount;
  if jsonb_array_length(p_settled) = 1 and (p_settled -> 0 ->> 'discount')::numeric > 0
    and p_amount = (p_settled -> 0 ->> 'balance')::numeric - (p_settled -> 0 ->> 'discount')::numeric
  then
    v_parts := jsonb_build_array((p_settled -> 0) - 'is_named' - 'is_approved' || jsonb_build_object('amount', private.amount_text(p_amount)));
    v_left := 0;
  else
    for v_part in select one from jsonb_array_elements(p_settled) as one
    loop
      exit when v_left <= 0;
      v_take := least(v_left, (v_part ->> 'balance')::numeric);
      v_parts := v_parts || jsonb_build_array(v_part - 'is_named' - 'is_approved' - 'discount' || jsonb_build_object('amount', private.amount_text(v_take)));
      v_left := v_left - v_take;
    end loop;
  end if;
  return jsonb_build_object('parts', v_parts, 'left', v_left);
end $$;
comment on function private.parts_of_debit is 'How a debit settles invoices of a supplier, the first ones first: {parts, left}. One invoice less its discount for paying early is settled whole.';

create function private.supplier_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_open jsonb;
  v_parts jsonb;
  v_settled jsonb;
  v_part jsonb;
  v_left numeric;
  v_reasons text[];
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    select s.*, private.client_label(c) as name, a.is_alike, bool_or(s.is_named) over () as names_one, bool_or(a.is_alike and s.has_amount) over () as calls_one
      from private.owing_suppliers(p_entry) s join public.contacts c on c.id = s.supplier_id,
           lateral (select coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike) as a
     where s.is_named or s.is_account or s.paid_before or s.has_amount or a.is_alike
  loop
    v_open := (select coalesce(jsonb_agg(one order by place), '[]') from jsonb_array_elements(v_one.papers) with ordinality as l (one, place)
      where (one ->> 'is_approved')::boolean);
    v_settled := (select jsonb_agg(one order by place) from jsonb_array_elements(v_open) with ordinality as l (one, place) where (one ->> 'is_named')::boolean);
    if v_settled is null then
      v_settled := (select jsonb_build_array(min(one::text)::jsonb) from jsonb_array_elements(v_open) as one
        where p_entry.amount in ((one ->> 'balance')::numeric, (one ->> 'balance')::numeric - (one ->> 'discount')::numeric) having count(*) = 1);
    end if;
    v_settled := coalesce(v_settled, v_open);
    v_parts := private.parts_of_debit(p_entry.amount, v_settled);
    v_left := (v_parts ->> 'left')::numeric;
    v_parts := v_parts -> 'parts';
    v_fits := v_left = 0 and (v_parts -> 0 ? 'discount'
      or p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_settled) as one));
    v_reasons := array_remove(array[
      case when exists (select from jsonb_array_elements(v_open) as one where (one ->> 'is_named')::boolean)
        then format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(v_open) as one where (one ->> 'is_named')::boolean)) end,
      case when v_one.is_account then 'It went to the bank account of this supplier.' when v_one.paid_before then 'This account was paid for this supplier before.' end,
      case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
      case when v_parts -> 0 ? 'discount' then format('The amount is what is open of %s less %s for paying early.', v_parts -> 0 ->> 'number', private.money_words((v_parts -> 0 ->> 'discount')::numeric))
        when v_fits and jsonb_array_length(v_parts) = 1 then format('The amount is what is open of %s.', v_parts -> 0 ->> 'number')
        when v_fits then 'The amount is what is open of them together.'
        when v_left = 0 then 'The amount is a part of what is open.' end], null);
    -- An invoice that nobody approved cannot be paid: it is named, so that somebody approves it.
    v_part := case when not v_fits then (
      select one from jsonb_array_elements(v_one.papers) as one
       where not (one ->> 'is_approved')::boolean and (one ->> 'balance')::numeric = p_entry.amount
         and ((one ->> 'is_named')::boolean or v_one.is_account or v_one.paid_before or v_one.is_alike)
       order by (one ->> 'is_named')::boolean desc, one ->> 'number' limit 1) end;
    if v_part is not null then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'supplier', 'name', v_one.name, 'contact_id', v_one.supplier_id,
        'parts', jsonb_build_array(v_part - 'is_named' - 'is_approved' - 'discount' || jsonb_build_object('amount', private.amount_text(p_entry.amount))),
        'is_sure', false, 'score', 25 + 40 * (v_part ->> 'is_named')::boolean::integer + 30 * (v_one.is_account or v_one.paid_before)::integer,
        'obstacle', format('%s is not approved yet: approve it first.', v_part ->> 'number'),
        'reasons', to_jsonb(array_remove(array[case when (v_part ->> 'is_named')::boolean then format('The text names %s.', v_part ->> 'number') end,
          case when v_one.is_account then 'It went to the bank account of this supplier.' end,
          case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is its total.'], null))));
    elsif v_left = 0 then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'supplier', 'name', v_one.name, 'contact_id', v_one.supplier_id, 'parts', v_parts,
        'is_sure', v_fits and (v_one.is_named or (v_one.is_account or v_one.paid_before) and not v_one.names_one and (v_one.is_alike or not v_one.calls_one)),
        'reasons', to_jsonb(v_reasons), 'score', 130 * v_one.is_named::integer + 30 * (v_one.is_account or v_one.paid_before)::integer + 20 * v_fits::integer
          + 10 * v_one.is_alike::integer + 40 * (v_fits and v_one.is_alike)::integer));
    end if;
  end loop;
  return v_matches;
end $$;
comment on function private.supplier_matches is 'Open invoices that a debit may pay: of suppliers whom a number, an account, an earlier debit or the name points to, or the amount alone.';

create function private.foreign_bill_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with bills as (
    select v.id, v.supplier_id, v.supplier_number, v.open, v.paper_currency, v.status, private.paper_open(v) as paper, private.client_label(c) as name,
           private.names_invoice(p_entry, v) as is_named, coalesce(p_entry.other_currency = v.paper_currency and p_entry.other_amount = private.paper_open(v), false) as is_same,
           coalesce(v.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.supplier_invoices v join public.contacts c on c.id = v.supplier_id
     where v.paper_currency is not null and v.open > 0 and v.currency = p_entry.currency and v.status in ('received', 'approved', 'scheduled', 'part_paid')
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ), likely as (
    -- Where the bank does not say the amount of the paper, its price may differ from the worth by the exchange.
    select b.*, b.is_same and (b.is_named or b.is_account) as is_sure from bills b
     where b.is_named or b.is_account or b.is_alike and (b.is_same or abs(p_entry.amount - b.open) <= b.open / 10)
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'supplier', 'name', l.name, 'contact_id', l.supplier_id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', l.id, 'number', l.supplier_number, 'balance', private.amount_text(l.open),
        'amount', private.amount_text(p_entry.amount), 'own', private.money_words(l.paper, l.paper_currency))),
      'obstacle', case when l.status = 'received' then format('%s is not approved yet: approve it first.', l.supplier_number) end,
      'is_sure', l.is_sure and l.status <> 'received', 'score', 130 * l.is_named::integer + 30 * l.is_account::integer + 40 * l.is_same::integer + 10 * l.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then format('The text names %s.', l.supplier_number) end,
        case when l.is_account then 'It went to the bank account of this supplier.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.is_same then format('The bank says %s, which is what is open of it.', private.money_words(l.paper, l.paper_currency))
          when p_entry.amount > l.open then format('It cost %s more than it is worth in the books: a loss by the exchange.', private.money_words(p_entry.amount - l.open))
          when p_entry.amount < l.open then format('It cost %s less than it is worth in the books: a gain by the exchange.', private.money_words(l.open - p_entry.amount)) end], null)))
      order by l.is_sure desc, l.supplier_number), '[]')
    from likely l
  );
end $$;
comment on function private.foreign_bill_matches is
  'Bills in another currency that a debit may pay whole, whatever it cost: what it cost more or less than their worth is a difference by the exchange. own: what is open in their
currency, in words.';

create function private.scheduled_matches(p_entry public.bank_entries, p_payments jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('kind', 'supplier', 'name', i.creditor, 'contact_id', i.supplier_id, 'run_id', r.id, 'run_number', r.run_number,
        'parts', jsonb_build_array(jsonb_build_object('invoice_id', v.id, 'number', v.supplier_number, 'balance', private.amount_text(v.open),
          'amount', private.amount_text(p_entry.amount))),
        'is_sure', false, 'score', 25 + 130 * a.is_named::integer + 30 * a.is_account::integer,
        'obstacle', format('%s is in %s. If the bank paid it already, take it out there, then book this.', v.supplier_number, r.run_number),
        'reasons', to_jsonb(array_remove(array[case when a.is_named then format('The text names %s.', v.supplier_number) end,
          case when a.is_account then 'It went to the account of this payment.' end,
          case when a.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is that of the payment.'], null))))
      from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id join public.supplier_invoices v on v.id = i.supplier_invoice_id,
           lateral (select private.names_invoice(p_entry, v) as is_named, coalesce(i.iban = p_entry.party_iban, false) as is_account,
             coalesce(extensions.similarity(private.plain_name(i.creditor), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike) as a
     where i.status = 'open' and v.currency = p_entry.currency and p_entry.amount in (i.amount, v.open) and (a.is_named or a.is_account or a.is_alike)
       and not p_payments @> jsonb_build_array(jsonb_build_object('item_id', i.id))), '[]');
end $$;
comment on function private.scheduled_matches is
  'Invoices in a payment run that a debit of exactly their amount cannot have been paid by: they are named with the run, which goes before (obstacle). p_payments: what
run_payment_matches proposes instead.';

create function private.recurring_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select r.id, r.title, r.next_on, c.id as contact_id, private.client_label(c) as name,
           coalesce(r.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           private.folded(coalesce(v_text, '')) like '%' || private.folded(r.title) || '%' as is_named
      from public.recurring_payments r join public.contacts c on c.id = r.contact_id left join public.vat_rates t on t.id = r.vat_rate_id
     where r.direction = 'out' and not r.is_paused and r.next_on between p_entry.booked_on - 7 and p_entry.booked_on + 7
       and r.amount + private.vat_of(r.amount, coalesce(t.rate, 0)) = p_entry.amount
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recurring', 'name', v_one.name, 'contact_id', v_one.contact_id,
      'recurring_id', v_one.id, 'title', v_one.title, 'period_on', v_one.next_on, 'is_sure', v_one.is_account,
      'score', 20 + 30 * v_one.is_account::integer + 20 * v_one.is_named::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[case when v_one.is_account then 'It went to the account of this payment.' end,
        case when v_one.is_named then format('The text names %s.', v_one.title) end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        format('The amount is that of %s, due on %s.', v_one.title, private.day_in_words(v_one.next_on))], null))));
  end loop;
  return v_matches;
end $$;
comment on function private.recurring_matches is 'The next period of a payment out that recurs and was not made yet, because the bank was earlier than the rule.';

create function private.may_be_refund(p_entry public.bank_entries, p_refund public.payment_refunds, p_payment public.payments) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_payment.worth is null then p_refund.amount = p_entry.amount
    when p_refund.worth = p_entry.amount then true
    when p_entry.other_currency = p_payment.currency then p_entry.other_amount = p_refund.amount
    else private.doubt_of_worth(p_payment.currency, p_refund.amount, p_entry.booked_on, p_entry.amount,
      private.share_of_worth(p_refund.amount, p_payment.amount, p_payment.worth)) is null end;
end $$;
comment on function private.may_be_refund is
  'Whether a debit may be a recorded refund by its amount. In another currency: what it was recorded to cost, else the amount that the bank says in it, else about its worth.';

create function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_back constant uuid := (select e.payment_id from public.bank_entries e where e.id = private.returned_entry(p_entry));
  v_one record;
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    with words as (
      select distinct m[1] || '-' || m[2] || '-' || m[3] as number
        from regexp_matches(upper(v_text), '(?<![A-Z])(INV|SO|ST|CN|RCPT)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    ), named as (
      select v.contact_id from words w join public.invoices v on v.invoice_number = w.number
      union select o.contact_id from words w join public.orders o on o.order_number = w.number
      union select n.contact_id from words w join public.credit_notes n on n.credit_number = w.number
      union select p.contact_id from words w join public.payments p on p.payment_number = w.number
    ), money as (
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on,
             null::numeric as refunded, null::numeric as cost, p.currency
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.worth is null and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, p_entry.amount, r.id, r.refunded_on, r.amount, coalesce(r.worth, r.amount), p.currency
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where private.may_be_refund(p_entry, r, p) and r.kind = 'refund' and r.way is distinct from 'cash' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           coalesce(m.id = v_back, false) as is_back,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.id = v_back desc nulls last, m.refund_id is null, m.cost = p_entry.amount desc nulls last, m.free = p_entry.amount desc,
             m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_back or v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and v_one.cost = p_entry.amount and (v_one.is_back or v_one.is_named or v_one.is_account),
      'score', 50 * v_one.is_back::integer + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.cost = p_entry.amount then format('A refund of the same amount was recorded on %s.', private.day_in_words(v_one.refunded_on))
          when v_one.refund_id is not null then format('A refund of %s was recorded on %s for %s. What the bank took replaces that.', private.money_words(v_one.refunded, v_one.currency),
            private.day_in_words(v_one.refunded_on), private.money_words(v_one.cost)) end,
        case when v_one.is_back then format('The bank gives %s back.', v_one.payment_number) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;
comment on function private.refund_matches is 'Money that went back to a client: a refund that is recorded already, or of a payment with unused credit.';

create function private.part_of_return(p_invoice public.invoices, p_amount numeric, p_payment_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('invoice_id', p_invoice.id, 'number', p_invoice.invoice_number, 'amount', private.amount_text(p_amount),
    'is_credited', case when private.deposit_stays(p_invoice) then true end, 'discount', (
      select private.amount_text(sum(d.amount)) from public.cash_discounts d where d.invoice_id = p_invoice.id and d.payment_id = p_payment_id having sum(d.amount) > 0)));
end $$;
comment on function private.part_of_return is
  'What a payment that comes back settles of an invoice: {invoice_id, number, amount, discount, is_credited}. discount: the cash discount that ends with it. is_credited:
a deposit invoice that is not open again, but credited.';

create function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(private.part_of_return(v, a.amount, p.id) order by v.invoice_number, v.id), '[]') as parts,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
     where p.direction = 'in' and p.status = 'succeeded' and p.refunded = 0 and p.open < p.amount
       and p.worth is null and p.amount between p_entry.amount - 50 and p_entry.amount and p.received_on between p_entry.booked_on - 400 and p_entry.booked_on
       -- The bank says itself which entry comes back: that one is suggested as a return of it.
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.id = private.returned_entry(p_entry))
  ), likely as (
    select r.*, row_number() over (order by r.is_named desc, r.is_account desc, r.fee, r.received_on desc, r.payment_number) as place
      from receipts r where r.is_named or (r.fee = 0 and (r.is_account or r.is_alike))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'client_return', 'name', l.name, 'contact_id', l.contact_id, 'payment_id', l.id,
      'payment_number', l.payment_number, 'received_on', l.received_on, 'parts', l.parts, 'fee', case when l.fee > 0 then private.amount_text(l.fee) end,
      'is_sure', false, 'score', 40 * l.is_named::integer + 25 * l.is_account::integer + 15 * (l.fee = 0)::integer + 10 * l.is_alike::integer,
      'obstacle', private.why_deposit_stays(l.id),
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then 'The text names this payment or what it paid.' end,
        case when l.is_account then 'It went to the account that the payment came from.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.fee = 0 then format('%s over the same amount came in on %s.', l.payment_number, private.day_in_words(l.received_on))
          else format('%s over %s came in on %s.', l.payment_number, private.money_words(l.amount), private.day_in_words(l.received_on)) end], null))) order by l.place), '[]')
    from likely l where l.place <= 2
  );
end $$;
comment on function private.client_return_matches is
  'Payments of clients that a debit may give back, though the bank does not say so: the same amount, or up to 50 more for a fee of the bank
where the text names the payment. Never sure.';

create function private.bank_money_out(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payments jsonb;
  v_matches jsonb;
  v_certain integer;
begin
  if p_entry.direction <> 'out' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  v_payments := private.run_payment_matches(p_entry);
  v_matches := private.run_matches(p_entry) || v_payments || private.recorded_payout_matches(p_entry)
    || private.supplier_matches(p_entry) || private.foreign_bill_matches(p_entry) || private.scheduled_matches(p_entry, v_payments) || private.recurring_matches(p_entry) || private.refund_matches(p_entry) || private.client_return_matches(p_entry);
  -- Two that are certain make neither sure.
  select count(*) into v_certain from jsonb_array_elements(v_matches) as one where (one ->> 'is_sure')::boolean;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one || case when v_certain > 1 then '{"is_sure": false}'::jsonb else '{}' end) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'name', one::text) as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;
comment on function private.bank_money_out is
  'At most three suggestions for an open debit, the best first. kind: run (all that is left of a payment run), run_payment, supplier
(invoices; with run_id one that is in a run, and an obstacle), recorded (a payment to a supplier that was recorded by hand), recurring (its next period, made now), refund or
client_return (a payment of a client that comes back). Sure:
the text, the run or a known account says whose it is and the amount is exact, and nothing else is as certain. obstacle: why it
cannot be confirmed yet.';

create function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
  v_paper numeric;
  v_settled numeric;
  -- Paid in time is by the bank's day, whatever day it is booked on.
  v_day constant date := (select e.booked_on from public.bank_entries e where e.id = p_entry.id);
  v_ids uuid[] := '{}';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 200 then
    perform private.refuse('22023', 'Please choose which invoices this paid');
  elsif exists (select from jsonb_array_elements(p_parts) as one
    where not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif (select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one) <> p_entry.amount then
    perform private.refuse('22023', format('The invoices come to %s, and the bank paid %s',
      private.money_words((select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one)), private.money_words(p_entry.amount)));
  elsif (select count(distinct one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one) <> jsonb_array_length(p_parts) then
    perform private.refuse('22023', 'An invoice stands here twice');
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount,
           (one ->> 'paper_amount')::numeric as paper
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := case when v_row.paper_currency is null then private.early_discount(v_row, v_day) else 0 end;
    if v_row.id is null then
      perform private.refuse('PT404', 'This invoice is not there any more');
    elsif v_number is not null then
      perform private.refuse('PT409', format('%s is in %s. Please match the debit with the run, or take the invoice out of it.', v_row.supplier_number, v_number));
    elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
      perform private.refuse('PT409', case v_row.status when 'paid' then format('%s is paid', v_row.supplier_number)
        else format('Please approve %s before it is paid', v_row.supplier_number) end);
    elsif v_row.currency <> p_entry.currency then
      perform private.refuse('PT409', format('%s is in %s. Please record the payment by hand.', v_row.supplier_number, v_row.currency));
    elsif v_part.discount not in (0, v_discount) or (v_part.discount > 0 and v_part.amount + v_part.discount <> v_row.open) then
      perform private.refuse('PT409', format('The discount of %s is another one by now. Please look again.', v_row.supplier_number));
    elsif v_row.paper_currency is null and v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.money_words(v_row.open)));
    end if;
    v_paper := case when v_row.paper_currency is not null then coalesce(v_part.paper, private.paper_open(v_row)) end;
    v_settled := case when v_paper is null then v_part.amount else private.settled_worth(v_row, v_paper, 0, v_part.amount, v_day) end;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_settled, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference), v_part.amount - v_settled, v_paper);
  end loop;
  return v_ids;
end $$;
comment on function private.pay_by_debit is
  'Invoices of suppliers that a debit paid, [{invoice_id, amount, discount}]: exactly the amount of the debit, never more than is open.
A bill in another currency is paid by paper_amount in it, else by all that is open of it, and amount is what that cost: the difference from its worth is an exchange gain or loss.
Returns the ids of the payments.';

create function private.book_run(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs;
  v_ids uuid[];
begin
  v_run := private.payment_run_for(private.uuid_or_null(p_choice ->> 'run_id'), 'mark payments as paid');
  if p_entry.amount <> coalesce((select sum(i.amount) from public.payment_run_items i
    where i.payment_run_id = v_run.id and i.status = case v_run.status when 'paid' then 'paid' else 'open' end), 0)
  then
    perform private.refuse('PT409', format('%s has another amount by now. Please look again.', v_run.run_number));
  end if;
  select coalesce(array_agg(i.id), '{}') into v_ids from public.payment_run_items i
   where i.payment_run_id = v_run.id and i.status = case v_run.status when 'paid' then 'paid' else 'open' end;
  perform private.settle_payment_run(v_run.id, p_entry.booked_on);
  v_ids := array(select s.id from public.payment_run_items i
    join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.reverses_id is null
     and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
   where i.id = any (v_ids));
  if exists (select from public.bank_entry_payouts o where o.supplier_payment_id = any (v_ids)) then
    perform private.refuse('PT409', format('%s belongs to another entry already', v_run.run_number));
  end if;
  return jsonb_build_object('paid', v_ids, 'run_id', v_run.id, 'is_link', v_run.status = 'paid');
end $$;
comment on function private.book_run is 'A debit is all that was left of a payment run. One that somebody marked as paid is only linked.';

create function private.book_run_payment(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run_id uuid;
begin
  select i.payment_run_id into v_run_id from public.payment_run_items i where i.id = private.uuid_or_null(p_choice ->> 'item_id') and i.amount = p_entry.amount;
  if v_run_id is null then
    perform private.refuse('PT409', 'This payment of the run has another amount');
  end if;
  return jsonb_build_object('run_id', v_run_id,
    'paid', array[private.settle_run_payment(private.uuid_or_null(p_choice ->> 'item_id'), p_entry.booked_on)]);
end $$;
comment on function private.book_run_payment is 'A debit is one payment of a run.';

create function private.link_recorded_payout(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paid public.supplier_payments;
begin
  select * into v_paid from public.supplier_payments where id = private.uuid_or_null(p_choice ->> 'supplier_payment_id');
  perform from public.supplier_invoices where id = v_paid.supplier_invoice_id for no key update;
  if v_paid.id is null or v_paid.amount + v_paid.exchange <> p_entry.amount or exists (select from public.supplier_payments s where s.reverses_id = v_paid.id) then
    perform private.refuse('PT409', 'This payment has another amount, or was taken back');
  elsif exists (select from public.bank_entry_payouts o where o.supplier_payment_id = v_paid.id) then
    perform private.refuse('PT409', 'This payment belongs to another entry already');
  end if;
  return jsonb_build_object('paid', array[v_paid.id], 'is_link', true);
end $$;
comment on function private.link_recorded_payout is 'A debit is a payment to a supplier that somebody recorded by hand: it is linked, and nothing is recorded.';

create function private.book_recurring_period(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rule public.recurring_payments;
  v_next date;
begin
  select * into v_rule from public.recurring_payments where id = private.uuid_or_null(p_choice ->> 'recurring_id') and direction = 'out' for no key update;
  if v_rule.id is null then
    perform private.refuse('PT404', 'This recurring payment is not there any more');
  elsif v_rule.next_on is distinct from (p_choice ->> 'period_on')::date then
    perform private.refuse('PT409', 'The next day changed meanwhile. Please look again.');
  end if;
  perform private.make_period(v_rule, v_rule.next_on);
  v_next := private.recurring_next(v_rule.every, v_rule.starts_on, v_rule.day_of_month, v_rule.next_on + 1);
  update public.recurring_payments set next_on = case when v_next > ends_on then null else v_next end, last_error = null where id = v_rule.id;
  return jsonb_build_object('paid', private.pay_by_debit(p_entry, (
    select jsonb_build_array(jsonb_build_object('invoice_id', d.supplier_invoice_id, 'amount', private.amount_text(p_entry.amount)))
      from public.recurring_periods d where d.recurring_payment_id = v_rule.id and d.period_on = v_rule.next_on)));
end $$;
comment on function private.book_recurring_period is 'A debit is the next period of a recurring payment out: it is made now, and paid.';

create function private.book_refund(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_refund public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
  if p_choice ->> 'refund_id' is not null then
    select * into v_refund from public.payment_refunds where id = private.uuid_or_null(p_choice ->> 'refund_id') and payment_id = v_payment.id;
    if v_refund.id is null or v_refund.worth is null and v_refund.amount <> p_entry.amount or v_refund.kind <> 'refund' or v_refund.reverses_id is not null
      or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
    then
      perform private.refuse('PT409', 'This refund has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
      perform private.refuse('PT409', 'This refund belongs to another entry already');
    elsif v_refund.worth <> p_entry.amount then
      perform private.must_mean_worth(v_payment.currency, v_refund.amount, p_entry.booked_on, p_entry.amount, 'an amount',
        private.share_of_worth(v_refund.amount, v_payment.amount, v_payment.worth));
      perform private.restate_refund(v_refund, p_entry.amount, v_refund.refunded_on, v_refund.way);
    end if;
    return jsonb_build_object('refund_id', v_refund.id, 'is_link', true);
  end if;
  if v_payment.worth is not null then
    perform private.refuse('PT409', format('%s is in %s. Record its refund in %s first, then confirm this entry with it.', v_payment.payment_number, v_payment.currency,
      v_payment.currency));
  end if;
  perform private.check_refund(v_payment, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'));
  if p_entry.booked_on < v_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
  end if;
  return jsonb_build_object('refund_id', private.keep_refund(v_payment, null, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'), auth.uid(),
    p_entry.booked_on, 'bank'));
end $$;
comment on function private.book_refund is 'A debit is a refund to a client, recorded now from unused credit, or linked to one that somebody recorded by hand: in another currency
what the bank took is what it cost then.';

create function private.check_client_return(p_entry public.bank_entries, p_payment public.payments, p_fee numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null or p_payment.direction <> 'in' then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif p_payment.refunded > 0 or p_payment.status <> 'succeeded'
    or exists (select from public.refund_requests r where r.payment_id = p_payment.id and r.status in ('asked', 'unknown'))
  then
    perform private.refuse('PT409', format('%s, or a part of it, went back already', p_payment.payment_number));
  elsif not coalesce(p_fee >= 0 and p_fee = trunc(p_fee, 2), false) or coalesce(p_payment.worth, p_payment.amount) + p_fee <> p_entry.amount then
    perform private.refuse('PT409', format('%s is over %s. With a fee of %s that is not the %s which the bank took.', p_payment.payment_number,
      private.money_words(coalesce(p_payment.worth, p_payment.amount)), coalesce(private.money_words(p_fee), '?'), private.money_words(p_entry.amount)));
  elsif p_entry.booked_on < p_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', p_payment.payment_number));
  end if;
end $$;
comment on function private.check_client_return is 'Refuses in words what a debit cannot give back: all of a payment with its fee, and nothing else, is the debit.';

create function private.book_client_return(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_fee constant numeric := case when coalesce(p_choice ->> 'fee', '0') ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' then coalesce((p_choice ->> 'fee')::numeric, 0) end;
  v_reason constant text := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(
    (select e.booked_on from public.bank_entries e where e.id = p_entry.id))), p_entry.remittance), 500);
  v_off jsonb;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform private.lock_refund(private.uuid_or_null(p_choice ->> 'payment_id'));
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id');
  perform private.check_client_return(p_entry, v_payment, v_fee);
  perform private.credit_returned_deposits(v_payment.id, v_reason);
  v_off := private.take_off_invoices(v_payment.id, p_entry.booked_on);
  select * into v_payment from public.payments where id = v_payment.id;
  return jsonb_build_object('fee', v_fee, 'taken_off', v_off,
    'refund_id', private.keep_refund(v_payment, null, v_payment.amount, v_reason, auth.uid(), p_entry.booked_on, 'bank'));
end $$;
comment on function private.book_client_return is
  'A debit gives a payment of a client back, all of it: what it settled is open again, a deposit invoice that stays paid is credited, and the money
went back on that day. What the bank took beyond it is its fee.';

create function private.undo_client_return(p_payment_id uuid, p_taken_off jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_amount numeric;
begin
  perform from public.invoices where id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_taken_off) as one) order by id for no key update;
  for v_part in
    select v.id, v.balance, (one ->> 'amount')::numeric as amount, (one ->> 'discount')::numeric as discount
      from jsonb_array_elements(p_taken_off) as one join public.invoices v on v.id = private.uuid_or_null(one ->> 'invoice_id')
      join public.payments p on p.id = p_payment_id and p.contact_id = v.contact_id
     where v.status in ('issued', 'partly_paid') and v.balance > 0 order by v.id
  loop
    v_amount := least(v_part.amount, (select v.balance from public.invoices v where v.id = v_part.id), private.payment_free(p_payment_id));
    continue when v_amount <= 0;
    perform private.allocate(p_payment_id, v_part.id, v_amount);
    if v_part.discount = (select v.balance from public.invoices v where v.id = v_part.id) then
      perform private.take_cash_discount(p_payment_id, v_part.id, v_part.discount);
    end if;
  end loop;
end $$;
comment on function private.undo_client_return is 'A payment did not come back after all: it settles what it settled before, as far as that is open; the rest is credit.';

create function private.confirm_bank_payout(p_id uuid, p_choice jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_booked jsonb;
  v_books public.bank_entries;
  v_digest constant text := md5(p_choice::text);
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_digest and v_row.direction = 'out' then
    return;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'out' then
    perform private.refuse('PT409', 'This is money that came in');
  elsif not coalesce(p_choice ->> 'worth' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$', true) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  v_books := private.entry_in_books(v_row, (p_choice ->> 'worth')::numeric);
  case p_choice ->> 'kind'
    when 'supplier' then v_booked := jsonb_build_object('paid', private.pay_by_debit(v_books, p_choice -> 'parts'));
    when 'run' then v_booked := private.book_run(v_books, p_choice);
    when 'run_payment' then v_booked := private.book_run_payment(v_books, p_choice);
    when 'recorded' then v_booked := private.link_recorded_payout(v_books, p_choice);
    when 'recurring' then v_booked := private.book_recurring_period(v_books, p_choice);
    when 'refund' then v_booked := private.book_refund(v_books, p_choice);
    when 'client_return' then v_booked := private.book_client_return(v_books, p_choice);
    else perform private.refuse('22023', 'Please choose what this paid');
  end case;
  update public.bank_entries
     set status = 'confirmed', payment_run_id = (v_booked ->> 'run_id')::uuid, has_recorded = not coalesce((v_booked ->> 'is_link')::boolean, false),
         decided_by = auth.uid(), decided_at = now(), decided_as = v_digest,
         worth = case when v_row.currency <> v_books.currency then v_books.amount end
   where id = p_id;
  insert into public.bank_entry_payouts (entry_id, supplier_payment_id, refund_id, fee, taken_off)
  select p_id, paid::uuid, null, 0, null from jsonb_array_elements_text(v_booked -> 'paid') as paid
  union all
  select p_id, null, (v_booked ->> 'refund_id')::uuid, coalesce((v_booked ->> 'fee')::numeric, 0), v_booked -> 'taken_off' where v_booked ? 'refund_id';
end $$;
comment on function private.confirm_bank_payout is
  'A person says what a debit paid. p_choice: {kind: supplier, parts [{invoice_id, amount, discount}]}, {run, run_id}, {run_payment,
item_id}, {recorded, supplier_payment_id}, {recurring, recurring_id, period_on} {refund, payment_id, refund_id of one that is
recorded} or {client_return, payment_id, fee}; worth: what an entry in another currency is worth. An entry is confirmed once, whoever confirms at once; the same call of the same person
again changes nothing, another choice is refused.';
call private.offer('private.confirm_bank_payout(uuid, jsonb)');

create function private.best_match(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.entry_matches(p_entry) -> 0;
end $$;
comment on function private.best_match is 'The first suggestion for an open entry, as bank_suggestions returns them; null when there is none.';

create function private.records_of_match(p_match jsonb)
  returns table (record uuid, words text, is_taken boolean) language plpgsql immutable set search_path = ''
as $$
begin
  return query select named.id::uuid, named.words, named.is_taken from (
    select part ->> 'invoice_id', part ->> 'number', true from jsonb_array_elements(p_match -> 'parts') as part
    union all select p_match ->> 'order_id', 'the deposit of ' || (p_match ->> 'order_number'), true
    union all select p_match ->> 'payment_id', p_match ->> 'payment_number', true
    union all select p_match ->> 'recurring_id', p_match ->> 'title', true
    -- One payment of a run leaves the run to others, and credit is used in parts.
    union all select p_match ->> 'run_id', p_match ->> 'run_number', p_match ->> 'kind' = 'run'
    union all select credit, null, false from jsonb_array_elements_text(p_match -> 'credit_from') as credit) as named (id, words, is_taken)
   where named.id is not null;
end $$;
comment on function private.records_of_match is
  'The records that a suggestion for a bank entry settles, with words for each: invoices, orders with their deposit, recorded payments, payment runs, recurring payments, and the credit
that it uses. All are locked before it is booked; is_taken: only one entry can settle it.';

create function private.papers_of_match(p_match jsonb) returns uuid[]
  language plpgsql immutable set search_path = ''
as $$
begin
  return array(select r.record from private.records_of_match(p_match) as r);
end $$;
comment on function private.papers_of_match is 'The ids of the records that a suggestion for a bank entry settles: see private.records_of_match.';

create function private.shown_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(one || jsonb_build_object('seen', md5(one::text)) order by place), '[]')
    from jsonb_array_elements(private.entry_matches(p_entry)) with ordinality as listed (one, place)
  );
end $$;
comment on function private.shown_matches is 'The suggestions for an open entry, each with seen: what a confirmation sends along to say what it saw.';

create function private.booked_as(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p.payment_number from public.payments p where p.id = p_entry.payment_id),
    (select b.number from public.bank_bookings b where b.id = p_entry.booking_id),
    (select r.run_number from public.payment_runs r where r.id = p_entry.payment_run_id), (
      select coalesce(v.supplier_number, q.payment_number) from public.bank_entry_payouts o
        left join public.supplier_payments s on s.id = o.supplier_payment_id left join public.supplier_invoices v on v.id = s.supplier_invoice_id
        left join public.payment_refunds f on f.id = o.refund_id left join public.payments q on q.id = f.payment_id
       where o.entry_id = p_entry.id order by o.created_at, o.id limit 1));
end $$;
comment on function private.booked_as is 'The number of what a confirmed entry is in the books: a payment, a run, the invoice of a supplier, the payment of a refund, or a booking to an account.';

create function private.confirm_shown_entries(p_shown jsonb, p_whole boolean default false)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_booked jsonb;
  v_confirmed integer;
  v_left integer;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if jsonb_typeof(p_shown) is distinct from 'object' or (select count(*) > 200 from jsonb_object_keys(p_shown)) then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  -- Those that are given back are locked with the others, in one order.
  perform from public.bank_entries e
   where p_shown ? e.id::text and e.status = 'open'
      or e.id in (select unnest(array[private.returned_entry(r), (private.other_side(r)).id]) from public.bank_entries r where p_shown ? r.id::text and r.status = 'open')
   order by e.booked_on, e.id for no key update;
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, jsonb_array_elements(private.shown_matches(e)) as match, unnest(private.papers_of_match(match)) as paper
   where p_shown ? e.id::text and e.status = 'open' and match ->> 'seen' = p_shown ->> e.id::text;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where p_shown ? id::text and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this is not what was shown any more.
    select one into v_match from jsonb_array_elements(private.shown_matches(v_row)) as one
     where one ->> 'seen' = p_shown ->> v_row.id::text and private.papers_of_match(one) <@ v_held limit 1;
    continue when not found;
    perform private.confirm_match(v_row, v_match);
    update public.bank_entries set decided_as = p_shown ->> v_row.id::text where id = v_row.id;
  end loop;
  -- Also what the same person confirmed by the same words before: a second call of one click is answered as the first.
  select jsonb_object_agg(e.id, coalesce(private.booked_as(e), '')) into v_booked
    from public.bank_entries e where p_shown ? e.id::text and e.decided_as = p_shown ->> e.id::text and e.decided_by is not distinct from auth.uid();
  v_confirmed := (select count(*) from jsonb_object_keys(coalesce(v_booked, '{}')));
  v_left := (select count(*) from jsonb_object_keys(p_shown)) - v_confirmed;
  if p_whole and v_left > 0 then
    select * into v_row from public.bank_entries e where p_shown ? e.id::text and not coalesce(v_booked, '{}') ? e.id::text
     order by e.booked_on, e.id limit 1;
    perform private.refuse('PT409', format('Nothing was booked: the entry of %s over %s%s is not what was shown any more. Please look again.',
      private.day_in_words(v_row.booked_on), private.money_words(v_row.amount, v_row.currency),
      case when v_left > 1 then format(' and %s more', v_left - 1) end));
  end if;
  return jsonb_build_object('confirmed', v_confirmed, 'left', v_left, 'booked', coalesce(v_booked, '{}'));
end $$;
comment on function private.confirm_shown_entries is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open; p_whole: then none is booked. What the same person confirmed by the same words before counts as confirmed. At most 200. Returns {confirmed, left,
booked: {entry id: the number of what it is in the books}}.';
grant execute on function private.confirm_shown_entries to authenticated, service_role;

create function public.confirm_shown_entries(p_shown jsonb, p_whole boolean default false) returns jsonb
language plpgsql set search_path = '' as $$begin return private.confirm_shown_entries($1, $2); end$$;
comment on function public.confirm_shown_entries is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open; p_whole: then none is booked. What the same person confirmed by the same words before counts as confirmed. At most 200. Returns {confirmed, left,
booked: {entry id: the number of what it is in the books}}.';
revoke execute on function public.confirm_shown_entries from public, anon;

create function private.returned_entry(p_entry public.bank_entries)
  returns uuid language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant text := private.party_account(p_entry);
begin
  return (
  select e.id from public.bank_entries e,
         lateral (select p_entry.return_info is not null or p_entry.search_text ~ '\m(returned?|reversal|retoure|ruckgabe|rucklastschrift|storno)\M' as is_told,
                         coalesce(e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED', false) as same_order,
                         coalesce(e.party_iban = v_account, false) as same_account) as alike
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on and e.direction <> p_entry.direction
     and coalesce(p_entry.split_of not in (e.split_of, e.id), true)
     and e.currency = p_entry.currency and e.account_iban is not distinct from p_entry.account_iban and e.status <> 'ignored'
     -- Money to the account of a client that paid before is a refund, unless the bank says otherwise.
     and (alike.same_order or (alike.same_account and (alike.is_told or p_entry.direction = 'in'))
       or (alike.is_told and (private.plain_name(e.party_name) = private.plain_name(p_entry.party_name) or e.remittance = p_entry.remittance)))
   order by alike.same_order desc, alike.same_account desc, e.booked_on desc, e.id limit 1
  );
end $$;
comment on function private.returned_entry is 'The earlier entry that this one gives back: the same amount the other way, of the same order or account, within 60 days; null when there is none.';

create function private.twin_entry(p_entry public.bank_entries)
  returns date language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select e.booked_on from public.bank_entries e
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 20 and p_entry.booked_on and e.direction = p_entry.direction
     and e.currency = p_entry.currency and e.status <> 'ignored'
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and coalesce(p_entry.split_of not in (e.split_of, e.id), true)
     and coalesce(e.party_iban = p_entry.party_iban, private.plain_name(e.party_name) = private.plain_name(p_entry.party_name), true)
     and (private.folded(e.remittance) = private.folded(p_entry.remittance) and p_entry.remittance is not null
       or e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED')
   order by e.booked_on desc, e.id limit 1
  );
end $$;
comment on function private.twin_entry is 'The day of an earlier entry of the same payer or payee with the same amount and the same text, within 20 days; null when there is none.';

create function private.rival_entry(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with open_papers as (
    select v.invoice_number as number, v.balance from private.numbers_named(p_entry) as w (number)
      join public.invoices v on v.invoice_number = w.number
     where p_entry.direction = 'in' and v.balance > 0
    union all
    select v.supplier_number, v.open from public.supplier_invoices v
     where p_entry.direction = 'out' and v.open > 0
       and private.is_named(private.debit_text(p_entry), v.supplier_number)
  )
  select format('the entry of %s over %s names %s too, and only %s of it is open.', private.day_in_words(e.booked_on),
           private.money_words(e.amount, e.currency), o.number, private.money_words(o.balance, e.currency))
    from open_papers o
    join public.bank_entries e on e.status = 'open' and e.direction = p_entry.direction and e.currency = p_entry.currency
     and coalesce(p_entry.split_of <> e.split_of, true) and e.amount <= o.balance and e.amount + p_entry.amount > o.balance and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and (o.number in (select private.numbers_named(e)) or private.is_named(private.debit_text(e), o.number))
   order by e.booked_on, e.id, o.number limit 1
  );
end $$;
comment on function private.rival_entry is
  'That an earlier open entry names the same paper, and that both together are more than is open, as a sentence; null when none does.';

create function private.settled_before(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number) where p_entry.direction = 'in'
  ), ordered as (
    -- The number of an order, or of its quotation, means its deposit where that is paid and no invoice of it is open.
    select o.* from public.orders o
     where o.deposit_paid >= o.deposit_amount and (o.order_number in (select w.number from words w)
         or o.quotation_id in (select q.id from public.quotations q join words w on w.number = q.quotation_number))
       and not exists (select from public.invoices v where v.order_id = o.id and v.balance > 0 and v.status not in ('draft', 'void') and v.kind <> 'proforma')
  ), named as (
    select v.* from words w join public.invoices v on v.invoice_number = w.number
    union all
    select v.* from ordered o join public.invoices v on v.order_id = o.id and v.kind = 'deposit'
     where v.gross = p_entry.amount or exists (select from public.payment_allocations a where a.invoice_id = v.id and a.amount = p_entry.amount)
  ), kept as (
    -- Where sales tax is charged a deposit has no invoice. What was set against an invoice since was a deposit too.
    select o.order_number, o.deposit_amount, p.id, p.payment_number, p.received_on, p.amount
      from ordered o join public.kept_deposits k on k.order_id = o.id and k.invoice_id is null join public.payments p on p.id = k.payment_id
     group by o.id, o.order_number, o.deposit_amount, p.id having sum(k.amount) > 0
  ), paid as (
    select format('%s was paid by %s on %s.', n.invoice_number, p.payment_number, private.day_in_words(p.received_on)) as words, p.received_on as on_day
      from named n join public.payment_allocations a on a.invoice_id = n.id join public.payments p on p.id = a.payment_id
     where n.balance = 0 and not exists (select from named o where o.balance > 0)
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.split_of = p_entry.split_of)
    union all
    select format('the deposit of %s was paid by %s on %s.', k.order_number, k.payment_number, private.day_in_words(k.received_on)), k.received_on
      from kept k
     where p_entry.amount in (k.amount, k.deposit_amount)
       and not exists (select from public.bank_entries e where e.payment_id = k.id and e.split_of = p_entry.split_of)
    union all
    select format('%s was paid on %s.', v.supplier_number, private.day_in_words(s.paid_on)), s.paid_on
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id
     where p_entry.direction = 'out' and s.amount + s.exchange = p_entry.amount and s.reverses_id is null and v.open = 0
       and s.paid_on between p_entry.booked_on - 200 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and (private.is_named(private.debit_text(p_entry), v.supplier_number)
         or private.is_named(private.debit_text(p_entry), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
  );
end $$;
comment on function private.settled_before is 'That the paper which an entry names is paid already, as a sentence; null when one of them is open.';

create function private.taken_paper(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
declare
  v_earlier public.bank_entries;
  v_own jsonb;
  v_papers uuid[];
  v_words text;
  v_name constant text := private.plain_name(p_entry.party_name);
begin
  for v_earlier in
    select e.* from public.bank_entries e
     where e.status = 'open' and e.direction = p_entry.direction and e.currency = p_entry.currency and e.return_info is null
       and coalesce(p_entry.split_of <> e.split_of, true) and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
       and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
       and (e.amount = p_entry.amount or e.party_iban = p_entry.party_iban or e.party_name = p_entry.party_name or private.plain_name(e.party_name) = v_name)
     order by e.booked_on, e.created_at, e.position, e.id
  loop
    v_own := coalesce(v_own, private.raw_matches(p_entry) -> 0, '{}');
    v_papers := coalesce(v_papers, array(select t.record from private.records_of_match(v_own) as t where t.is_taken));
    exit when not coalesce((v_own ->> 'is_sure')::boolean, false) or v_papers = '{}';
    select t.words into v_words
      from (select private.raw_matches(v_earlier) -> 0 as best) as m, private.records_of_match(m.best) as t
     where (m.best ->> 'is_sure')::boolean and t.is_taken and t.record = any (v_papers) limit 1;
    if found then
      return format('the entry of %s over %s settles %s too.', private.day_in_words(v_earlier.booked_on),
        private.money_words(v_earlier.amount, v_earlier.currency), v_words);
    end if;
  end loop;
  return null;
end $$;
comment on function private.taken_paper is
  'That an earlier open entry surely settles what this one would surely settle, money in or out, as a sentence; null when none does.';

create function private.wrong_number(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
declare
  v_clients jsonb;
  v_named record;
  v_other record;
begin
  if p_entry.direction <> 'in' or coalesce(btrim(p_entry.party_name), '') = '' or p_entry.split_words is not null
    or not exists (select private.whole_numbers(p_entry))
  then
    return null;
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  select jsonb_agg(c) into v_clients from private.bank_clients(p_entry) as c;
  select string_agg(v.invoice_number, ', ' order by v.invoice_number) as numbers, min(c.client_name) as client, sum(v.balance) as open into v_named
    from jsonb_to_recordset(v_clients) as c (contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
    join public.invoices v on v.invoice_number = any (c.named) and v.status not in ('draft', 'void')
   where not exists (
     select from public.payments p join public.bank_entries e on e.payment_id = p.id
      where p.contact_id = c.contact_id and private.plain_name(e.party_name) = private.plain_name(p_entry.party_name))
  having bool_and(array_length(c.named, 1) = 1 and not (c.is_account or c.paid_before or c.is_alike)) and count(*) = 1;
  if v_named.numbers is null then
    return null;
  end if;
  select c.client_name as client, v.invoice_number as number, c.is_alike into v_other
    from jsonb_to_recordset(v_clients) as c (contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
    join public.invoices v on v.contact_id = c.contact_id and v.status in ('issued', 'partly_paid') and v.balance = p_entry.amount
   where c.named = '{}' and (c.is_alike or v_named.open <> p_entry.amount and (c.is_account or c.paid_before))
   order by c.is_alike desc, c.client_name, v.due_date, v.invoice_number limit 1;
  if v_other.number is not null then
    return format('The text names %s, %s of %s. %s, and %s of %s is open over exactly this amount: the number may be wrong.', v_named.numbers,
      case v_named.open when 0 then 'a paid invoice' else 'an invoice' end, v_named.client,
      case when v_other.is_alike then 'The payer is called ' || p_entry.party_name else 'It came from an account of ' || v_other.client end, v_other.number, v_other.client);
  elsif v_named.open = 0 then
    return format('The text names %s, a paid invoice of %s. The payer is called %s: the number may be wrong.', v_named.numbers, v_named.client, p_entry.party_name);
  end if;
  return null;
end $$;
comment on function private.wrong_number is
  'That an entry names an invoice of one client, and its payer is another: one of whom an invoice is open over exactly this amount, or the named one is paid. A sentence; null
where the payer fits the number.';

create function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
  returns text[] language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select array_remove(array[
    case when p_entry.currency <> s.currency
      then format('It is in %s and the books are in %s: nothing is matched by itself. %s', p_entry.currency, s.currency,
        case when p_entry.other_currency = s.currency then format('The bank says that it is worth %s.', private.money_words(p_entry.other_amount, s.currency))
          else format('Please say what it is worth in %s.', s.currency) end) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    case when p_entry.currency = s.currency then private.doubt_of_worth(p_entry.other_currency, p_entry.other_amount, p_entry.booked_on, p_entry.amount) end,
    w.words,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded and w.words is null then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null), private.rival_entry(p_entry),
      private.taken_paper(p_entry))], null)
    from public.company_settings s, lateral (select private.wrong_number(p_entry) as words) as w
  );
end $$;
comment on function private.entry_doubts is 'Why a person must look at an entry, in sentences. p_is_recorded: somebody recorded its payment by hand, so a paper that is paid is no doubt.';

create function private.entry_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches constant jsonb := (select coalesce(jsonb_agg(private.with_day_in_books(one, p_entry) order by place), '[]')
    from jsonb_array_elements(private.raw_matches(p_entry)) with ordinality as listed (one, place));
  v_is_recorded constant boolean := private.is_recorded_before(v_matches);
  v_is_double boolean;
  v_return jsonb;
begin
  if p_entry.status <> 'open' then
    return '[]';
  end if;
  v_return := private.with_day_in_books(private.return_match(p_entry), p_entry);
  if v_return is null and private.entry_doubts(p_entry, v_is_recorded) = '{}' then
    return (select coalesce(jsonb_agg(one - 'is_payer' order by place), '[]') from jsonb_array_elements(v_matches) with ordinality as listed (one, place));
  end if;
  v_is_double := not v_is_recorded and private.settled_before(p_entry) is not null;
  return case when v_return is null then '[]' else jsonb_build_array(v_return) end || coalesce((
    select jsonb_agg(case when v_is_double and not one ? 'is_payer' then private.kept_as_credit(one, p_entry) else one end - 'is_early' - 'is_payer' || '{"is_sure": false}' order by place)
      from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;
comment on function private.entry_matches is 'The suggestions for an open entry, the best first. One that gives a payment back comes first. With a doubt none is sure, and a
double payment stays credit.';

create function private.is_recorded_before(p_matches jsonb) returns boolean language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select exists (select from jsonb_array_elements(p_matches) as one
    where one ->> 'kind' = 'recorded' or one ? 'refund_id' or (one ->> 'is_recorded')::boolean or (one ? 'payment_id' and not one ? 'kind'))
  );
end $$;
comment on function private.is_recorded_before is 'Whether a suggestion links to what somebody recorded by hand.';

create function private.sure_entries(p_direction text default null, p_after uuid default null)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_most constant integer := 100;
  v_answer jsonb;
begin
  perform private.must('payments', 'view', 'see bank statements');
  with looked as materialized (
    select e.* from public.bank_entries e
     where e.status = 'open' and e.direction = coalesce(p_direction, e.direction)
       and (p_after is null or (e.booked_on, e.id) > (select a.booked_on, a.id from public.bank_entries a where a.id = p_after))
     order by e.booked_on, e.id limit v_most
  ), matched as materialized (
    select l.id, l.booked_on, private.shown_matches(l.*::public.bank_entries) -> 0 as best from looked l
  ), best as materialized (
    select m.id, row_number() over (order by m.booked_on, m.id) as place, m.best, private.papers_of_match(m.best) as papers
      from matched m where (m.best ->> 'is_sure')::boolean
  )
  select jsonb_build_object(
           'sure', coalesce((
             select jsonb_object_agg(b.id, b.best ->> 'seen') from best b
              where not exists (select from best e where e.place < b.place and e.papers && b.papers)), '{}'),
           'early', (select count(*) from matched m where (m.best ->> 'is_early')::boolean),
           'next', case when count(*) = v_most then (select n.id from looked n order by n.booked_on desc, n.id desc limit 1) end)
    into v_answer from looked;
  return v_answer;
end $$;
comment on function private.sure_entries is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, early: how many more would be sure,
but came before the day of their invoice, next: where to go on, or null}.
Of entries that settle the same paper only the first: what it leaves is known when it is booked.';
call private.offer('private.sure_entries(text, uuid)');

create function private.settle_return(p_id uuid, p_of_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_of public.bank_entries;
  v_reason text;
  v_on date;
  v_paid uuid[];
  v_back uuid[];
  v_one uuid;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform from public.bank_entries where id in (p_id, p_of_id) order by booked_on, id for no key update;
  v_row := private.open_entry(p_id);
  select * into v_of from public.bank_entries where id = p_of_id;
  if private.returned_entry(v_row) is distinct from p_of_id then
    perform private.refuse('PT409', 'The bank''s entries changed meanwhile. Please look again.');
  end if;
  v_reason := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(v_row.booked_on)), v_row.return_info), 500);
  v_on := private.day_in_books(v_row.booked_on);
  v_paid := array(select o.supplier_payment_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.supplier_payment_id is not null order by 1);
  v_back := array(select o.refund_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.refund_id is not null order by 1);
  perform private.lock_refund(v_of.payment_id);
  perform private.credit_returned_deposits(v_of.payment_id, v_reason);
  if v_of.status = 'confirmed' then
    perform private.unbook_bank_entry(v_of, v_reason, v_on);
  end if;
  -- What was recorded by hand, and only linked, came back all the same.
  if v_of.payment_id is not null and not v_of.has_recorded then
    perform private.reverse_payment(v_of.payment_id, v_reason, v_on);
  end if;
  foreach v_one in array v_paid loop
    perform private.reverse_supplier_payment(v_one, v_reason, v_on);
  end loop;
  foreach v_one in array v_back loop
    perform private.reverse_refund(v_one, v_reason, v_on);
  end loop;
  perform private.fail_returned_items(v_paid, v_reason, v_on);
  update public.bank_entries
     set status = 'ignored', decided_by = auth.uid(), decided_at = now(), ignore_reason = case id when p_of_id then v_reason
       else format('It gives the payment of %s back.', private.day_in_words(v_of.booked_on)) end
   where id in (p_id, p_of_id);
end $$;
comment on function private.settle_return is 'An entry gives an earlier one back: what that one recorded is reversed by records of their own, of the day on which the bank gave it
back, a deposit invoice that stays paid is credited, and neither waits any more.';

create function private.confirm_with_credit(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_match ->> 'contact_id')::uuid;
  v_ids constant uuid[] := array(select (part ->> 'invoice_id')::uuid from jsonb_array_elements(p_match -> 'parts') as part order by 1);
  v_less constant jsonb := (select coalesce(jsonb_object_agg(part ->> 'invoice_id', part -> 'discount'), '{}') from jsonb_array_elements(p_match -> 'parts') as part where part ? 'discount');
  v_payment_id uuid;
  v_invoice record;
begin
  v_payment_id := private.confirm_bank_entry(p_entry.id, v_contact_id, '[]');
  perform private.spend_credit(v_contact_id, v_ids, v_payment_id, v_less);
  for v_invoice in
    select v.id from public.invoices v where v.id = any (v_ids) and v.status in ('issued', 'partly_paid') and v.balance > 0 order by v.due_date, v.issue_date, v.invoice_number
  loop
    perform private.allocate(v_payment_id, v_invoice.id, least(private.payment_free(v_payment_id), v.balance - coalesce((v_less ->> v_invoice.id::text)::numeric, 0)))
       from public.invoices v where v.id = v_invoice.id;
    if v_less ? v_invoice.id::text then
      perform private.take_left_discount(v_payment_id, v_invoice.id);
    end if;
  end loop;
  if private.payment_free(v_payment_id) <> 0 or exists (select from public.invoices v where v.id = any (v_ids) and v.balance <> 0) then
    perform private.refuse('PT409', 'What is open of this client changed meanwhile. Please look again.');
  end if;
  perform private.must_mean_day(v_payment_id, 'Record');
end $$;
comment on function private.confirm_with_credit is
  'A transfer over what is open less the credit, and less the cash discounts of its parts: credit, discounts and the transfer settle all of it in one act, to the cent, or
nothing is booked.';

create function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    if p_match ? 'obstacle' then
      perform private.refuse('PT409', p_match ->> 'obstacle');
    end if;
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
  elsif p_match ? 'is_own_transfer' then
    perform private.book_own_transfer(p_entry, p_match);
  elsif p_match ->> 'kind' = 'account' then
    perform private.keep_bank_booking(p_entry, private.account_choice(coalesce(p_match ->> 'account_id', p_match ->> 'cost_account_id')::uuid,
      (p_match ->> 'vat_rate')::numeric), null, null);
  elsif p_entry.direction = 'out' then
    perform private.confirm_bank_payout(p_entry.id, p_match);
  elsif p_match ? 'uses_credit' then
    perform private.confirm_with_credit(p_entry, p_match);
  else
    perform private.confirm_bank_entry(p_entry.id, (p_match ->> 'contact_id')::uuid,
      case when p_match -> 'order_id' is null and p_match -> 'payment_id' is null then (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount',
                 'discount', part ->> 'discount'))), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid, null, (p_match ->> 'own_amount')::numeric);
  end if;
end $$;
comment on function private.confirm_match is 'Books a suggestion for an entry. The caller locked its papers.';

create function private.ignore_bank_entries(p_ids uuid[], p_reason text)
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('22023', 'Please say why, in 500 characters at most');
  elsif not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  end if;
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  update public.bank_entries
     set status = 'ignored', ignore_reason = btrim(p_reason), decided_by = auth.uid(), decided_at = now()
   where id = any (p_ids) and status = 'open';
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.ignore_bank_entries is 'Entries that belong to nobody in the books, with one reason. Those that somebody decided about stay as they are. How many were ignored.';
call private.offer('private.ignore_bank_entries(uuid[], text)');

create function private.notice_bank_entries(p_ids uuid[])
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  elsif exists (select from public.bank_entries where id = any (p_ids) and status = 'ignored' and decided_by is distinct from auth.uid()) then
    perform private.must('payments', 'edit', 'take decisions of others about bank statements back');
  end if;
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  update public.bank_entries set status = 'open', ignore_reason = null, decided_by = null, decided_at = null, decided_as = null
   where id = any (p_ids) and status = 'ignored';
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.notice_bank_entries is 'Ignored entries are undecided again. How many.';
call private.offer('private.notice_bank_entries(uuid[])');

create function private.undo_bank_import(p_id uuid, p_reason text default null)
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_imports;
  v_entry public.bank_entries;
  v_matched integer;
  v_blocked text[] := '{}';
begin
  perform private.must('payments', 'edit', 'take imports of bank statements back');
  -- One after the other with imports, which look for what is known.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if v_row.id is null then
    return 0;
  end if;
  perform from public.bank_entries where import_id = p_id order by booked_on, id for update;
  select count(*) into v_matched from public.bank_entries e where e.import_id = p_id and e.status = 'confirmed';
  if v_matched > 0 and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', format('%s of this file %s booked. Please say why %s taken back with it.',
      case v_matched when 1 then 'One entry' else v_matched || ' entries' end, case v_matched when 1 then 'is' else 'are' end,
      case v_matched when 1 then 'it is' else 'they are' end));
  end if;
  perform private.hold_papers(private.papers_of_import(p_id));
  for v_entry in select * from public.bank_entries e where e.import_id = p_id and e.status = 'confirmed' order by e.decided_at desc, e.position desc
  loop
    begin
      perform private.undo_bank_entry(v_entry.id, p_reason);
    exception when sqlstate 'PT409' or sqlstate '22023' then
      v_blocked := v_blocked || format('%s of %s (%s): %s', private.money_words(v_entry.amount, v_entry.currency), private.day_in_words(v_entry.booked_on),
        coalesce(private.booked_as(v_entry), 'booked'), sqlerrm);
    end;
  end loop;
  if v_blocked <> '{}' then
    perform private.refuse('PT409', format('Nothing was taken back. %s cannot be: %s%s',
      case cardinality(v_blocked) when 1 then 'One booking' else cardinality(v_blocked) || ' bookings' end, array_to_string(v_blocked[1:5], ' · '),
      case when cardinality(v_blocked) > 5 then format(' · and %s more', cardinality(v_blocked) - 5) else '' end));
  end if;
  delete from public.bank_entries where import_id = p_id;
  delete from public.bank_imports where id = p_id;
  return v_row.entries;
end $$;
comment on function private.undo_bank_import is
  'Takes a file back with its entries, and before them what was booked of them, as undo_bank_entry does, with p_reason: all or none. Where a booking
cannot be taken back, each is named with the reason. How many entries went.';
call private.offer('private.undo_bank_import(uuid, text)');

create function private.papers_of_import(p_id uuid) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with links as (
    select e.payment_id, e.payment_run_id, f.payment_id as refunded_id, s.supplier_invoice_id, o.taken_off
      from public.bank_entries e
      left join public.bank_entry_payouts o on o.entry_id = e.id
      left join public.payment_refunds f on f.id = o.refund_id
      left join public.supplier_payments s on s.id = o.supplier_payment_id
     where e.import_id = p_id and e.status = 'confirmed'
  )
  select array(
    select unnest(array[l.payment_id, l.payment_run_id, l.refunded_id, l.supplier_invoice_id]) from links l
    union
    select a.invoice_id from public.payment_allocations a where a.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l)
    union
    select k.order_id from public.kept_deposits k where k.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l)
    union
    select v.order_id from public.invoices v
     where v.taxed_when_paid and v.id in (
       select a.invoice_id from public.payment_allocations a where a.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l)
       union select private.uuid_or_null(one ->> 'invoice_id') from links l cross join lateral jsonb_array_elements(l.taken_off) as one))
$$;
comment on function private.papers_of_import is
  'The payments, runs, invoices and orders of deposits that the booked entries of a file moved: what is locked before they are taken back.';

create function private.kept_as_credit(p_match jsonb, p_entry public.bank_entries)
  returns jsonb language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select case when p_entry.direction <> 'in' or p_match ?| array['order_id', 'payment_id', 'kind'] then p_match
    else p_match - 'uses_credit' - 'credit_from' || jsonb_build_object('parts', '[]'::jsonb, 'credit', private.amount_text(p_entry.amount), 'reasons', (p_match -> 'reasons') - -1) end
  );
end $$;
comment on function private.kept_as_credit is 'A suggestion for a double payment: it settles nothing of the client, and stays credit until somebody decides.';

create function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches constant jsonb := case p_entry.direction when 'out' then private.bank_money_out(p_entry) else private.bank_matches(p_entry) end
    || coalesce(nullif(private.till_matches(p_entry), '[]'), nullif(private.rule_matches(p_entry), '[]'), nullif(private.tax_matches(p_entry), '[]'),
      private.own_transfer_matches(p_entry));
begin
  return case when v_matches = '[]' then private.fee_matches(p_entry) else v_matches end;
end $$;
comment on function private.raw_matches is 'The suggestions for an open entry before its doubts are asked for.';

create function private.return_obstacle(p_of public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select format('Somebody recorded the payment of %s by hand: please match that entry first.', private.day_in_words(p_of.booked_on))
   where p_of.status = 'open' and private.is_recorded_before(
     case p_of.direction when 'in' then private.bank_matches(p_of) else private.bank_money_out(p_of) end)
  );
end $$;
comment on function private.return_obstacle is 'Why an entry cannot be given back yet, as a sentence: the books hold its payment, and it is not linked; null when it can.';

create function private.return_facts(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(jsonb_build_object('kind', 'return', 'entry_id', e.id, 'name', coalesce(e.party_name, p_entry.party_name), 'booked_on', e.booked_on,
      'is_booked', e.status = 'confirmed', 'payment_id', coalesce(e.payment_id, (
        select r.payment_id from public.bank_entry_payouts o join public.payment_refunds r on r.id = o.refund_id where o.entry_id = e.id limit 1)),
      'run_id', e.payment_run_id, 'is_sure', false,
      'parts', coalesce((
        select jsonb_agg(p.part order by p.part ->> 'number', p.part ->> 'invoice_id') from (
          select private.part_of_return(v, a.amount, e.payment_id) as part
            from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = e.payment_id group by 1 having sum(x.amount) > 0) as a
            join public.invoices v on v.id = a.invoice_id
          union all
          select jsonb_build_object('invoice_id', v.id, 'number', v.supplier_number, 'amount', private.amount_text(s.amount),
                   'discount', case when s.discount > 0 then private.amount_text(s.discount) end)
            from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e left join public.payments paid on paid.id = e.payment_id
   -- Money that somebody gave back already is linked, and does not come back twice.
   where e.id = private.returned_entry(p_entry) and coalesce(paid.refunded, 0) = 0
  );
end $$;
comment on function private.return_facts is 'The entry that an entry gives back, with the papers that are open again then; null where it gives none back.';

create function private.return_match(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(f.facts || jsonb_build_object('obstacle', (
      select coalesce(private.return_obstacle(e), private.why_deposit_stays(e.payment_id)) from public.bank_entries e where e.id = (f.facts ->> 'entry_id')::uuid)))
    from private.return_facts(p_entry) as f (facts)
  );
end $$;
comment on function private.return_match is 'The suggestion that an entry gives an earlier one back, and why it cannot be confirmed yet (obstacle); null where it gives none back.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger audit after update or delete on public.bank_entries
  for each row execute function private.audit('id');

create trigger zz_guard_closed before delete on public.bank_entry_payouts
  for each row when (old.fee <> 0) execute function private.guard_closed_fee();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.bank_entry_payouts', 'nudge_page', $$private.nudge_pages('entry_id', 'payments')$$);
