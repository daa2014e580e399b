-- Bookings of the bank and the till: entries that are nobody's payment, on an account, and the rules that propose one. Those of the till are written in cash_book.sql.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.bank_bookings (
  id              uuid primary key default gen_random_uuid(),
  number          text not null,
  booked_on       date not null,
  amount          numeric(14, 2) not null,
  account_id      uuid,
  cost_account_id uuid,
  vat_rate        numeric(7, 4),
  vat             numeric(14, 2) not null default 0,
  party_name      text,
  words           text,
  reverses_id     uuid references public.bank_bookings (id) on delete restrict,
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  method          text not null default 'bank',
  constraint bank_bookings_method_is_known check (method in ('bank', 'cash')),
  constraint bank_bookings_one_account check (num_nonnulls(account_id, cost_account_id) = 1),
  constraint bank_bookings_amount_moves_money check (amount <> 0),
  constraint bank_bookings_vat_has_its_rate check (vat_rate between 0 and 100 and (vat = 0 or vat_rate is not null)),
  constraint bank_bookings_vat_is_a_part check (abs(vat) < abs(amount) and vat * amount >= 0),
  constraint bank_bookings_texts_length check (char_length(number) <= 40 and char_length(party_name) <= 200 and char_length(words) <= 1000)
);
alter table public.bank_bookings add constraint bank_bookings_account_id_fkey
  foreign key (account_id) references public.ledger_accounts (id) on delete restrict;
alter table public.bank_bookings add constraint bank_bookings_cost_account_id_fkey
  foreign key (cost_account_id) references public.cost_accounts (id) on delete restrict;
create index bank_bookings_booked_on_idx on public.bank_bookings (booked_on);
create index bank_bookings_account_id_idx on public.bank_bookings (account_id);
create index bank_bookings_cost_account_id_idx on public.bank_bookings (cost_account_id);
create index bank_bookings_created_by_idx on public.bank_bookings (created_by);
create unique index bank_bookings_reversed_once_idx on public.bank_bookings (reverses_id);
comment on table public.bank_bookings is
  'What an entry of the bank or of the cash book that is nobody''s payment is in the books: fees, interest, salaries, a parking ticket. Written by functions, and it only grows.';
comment on column public.bank_bookings.method is 'bank: an entry of a statement; cash: an entry of the cash book. By it the rules find the account of the money.';
comment on column public.bank_bookings.number is 'BANK-2026-0001, or CASH-2026-0001 in the cash book. A record that takes another back has its number.';
comment on column public.bank_bookings.amount is 'What the account gets, with VAT: above zero for money out.';
comment on column public.bank_bookings.vat is 'The VAT in the amount, at vat_rate: of a cost account the input tax, of an income account what is owed. Without a rate it is in no return.';
comment on column public.bank_bookings.reverses_id is 'The booking that this record takes back.';

create table public.bank_rules (
  id              uuid primary key default gen_random_uuid(),
  direction       text not null,
  party_iban      text,
  words           text,
  account_id      uuid,
  cost_account_id uuid,
  vat_rate        numeric(7, 4),
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  constraint bank_rules_direction_is_known check (direction in ('in', 'out')),
  constraint bank_rules_one_sign check (num_nonnulls(party_iban, words) = 1 and char_length(party_iban) <= 34 and char_length(words) <= 300),
  constraint bank_rules_one_account check (num_nonnulls(account_id, cost_account_id) = 1),
  constraint bank_rules_rate_is_percent check (vat_rate between 0 and 100)
);
alter table public.bank_rules add constraint bank_rules_account_id_fkey
  foreign key (account_id) references public.ledger_accounts (id) on delete cascade;
alter table public.bank_rules add constraint bank_rules_cost_account_id_fkey
  foreign key (cost_account_id) references public.cost_accounts (id) on delete cascade;
create unique index bank_rules_once_idx on public.bank_rules (direction, party_iban, words) nulls not distinct;
create index bank_rules_account_id_idx on public.bank_rules (account_id);
create index bank_rules_cost_account_id_idx on public.bank_rules (cost_account_id);
create index bank_rules_created_by_idx on public.bank_rules (created_by);
comment on table public.bank_rules is
  'Which account is proposed for an entry of the bank: somebody booked such a one and said so. Nothing is booked by a rule. Written by book_bank_entries.';
comment on column public.bank_rules.party_iban is 'It is of entries with this account of the other side.';
comment on column public.bank_rules.words is 'It is of entries with this text, as private.words_of_entry reads it: without digits.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.bank_bookings', '', p_audited => true, p_pages => '{payments}');
grant select on public.bank_bookings to authenticated;
create policy "staff read bookings of the bank" on public.bank_bookings
  for select to authenticated using ((select private.can('payments', 'view')));

call private.borrow_rules('public.bank_rules', 'select, delete', p_audited => true, p_pages => '{payments}');
create policy "staff who change payments remove rules of the bank" on public.bank_rules
  for delete to authenticated using ((select private.can('payments', 'edit')));
create policy "staff read rules of the bank" on public.bank_rules
  for select to authenticated using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.words_of_entry(p_entry public.bank_entries) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select case when char_length(w.words) > 2 then w.words end
    from (select btrim(left(btrim(regexp_replace(private.folded(coalesce(p_entry.split_words, p_entry.remittance, p_entry.party_name)), '[[:digit:][:punct:][:space:]]+', ' ',
      'g')), 300)) as words) as w
  );
end $$;
comment on function private.words_of_entry is 'The words of a part of a split entry, the text of an entry, else the name, without digits and signs: alike for the fee of each month. Null where less than three letters are left.';

create function private.account_in_words(p_account_id uuid, p_cost_account_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select a.label from public.ledger_accounts a where a.id = p_account_id),
    (select btrim(k.code) || ' ' || btrim(k.name) from public.cost_accounts k where k.id = p_cost_account_id));
end $$;
comment on function private.account_in_words is 'Number and name of an account of the books or of costs.';

create function private.is_money(p_id uuid, p_method text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.account_rules r
     where r.part = 'money' and coalesce(r.method, 'bank') = p_method
       and (r.account_id = p_id or r.account_id in (select m.to_account_id from public.moved_accounts m where m.account_id = p_id)));
end $$;
comment on function private.is_money is
  'Rules lead money by bank (those without a way, too) or in cash to this account, or to the one on which the journal has what is booked to it.';

create function private.is_sales(p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.account_rules r
     where r.part = 'sales' and (r.account_id = p_id or r.account_id in (select m.to_account_id from public.moved_accounts m where m.account_id = p_id)));
end $$;
comment on function private.is_sales is 'Rules lead sales to this account, or to the one on which the journal has what is booked to it.';

create function private.rate_problem(p_id uuid, p_vat_rate numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.with_tax(case
    when p_vat_rate is null and private.is_sales(p_id) and (select s.tax_kind in ('vat', 'gst') from public.company_settings s)
      then 'This is a sale. Please say which rate of {tax} is in it, or choose no {tax}: a tax return counts both.'
    when not coalesce(p_vat_rate between 0 and 100 and p_vat_rate = trunc(p_vat_rate, 4), true) then 'Please choose a rate of {tax} from 0 to 100'
    when p_vat_rate <> 0 and not exists (select from public.vat_rates r where r.rate = p_vat_rate and r.treatment = 'standard')
      then format('%s %% is no rate of {tax} of your company. Please choose one of its rates.', trim_scale(p_vat_rate)) end);
end $$;
comment on function private.rate_problem is
  'What is wrong with the rate of VAT of a booking to an account, in words; null where nothing is. A sale says its rate, and 0 where none is in it; every other rate is one of the company.';

create function private.treatment_of_rate(p_vat_rate numeric) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_vat_rate = 0 then 'exempt' else 'standard' end;
end $$;
comment on function private.treatment_of_rate is 'How a return counts income without an invoice: at its rate, and as exempt where somebody said that no VAT is in it.';

create function private.account_choice(p_id uuid, p_vat_rate numeric, p_method text default 'bank') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = p_id;
  select * into v_cost from public.cost_accounts where id = p_id;
  if num_nonnulls(v_account.id, v_cost.id) = 0 then
    perform private.refuse('22023', 'Please choose the account');
  elsif coalesce(v_account.archived, v_cost.archived) then
    perform private.refuse('PT409', format('%s is archived. Please choose another account.', private.account_in_words(v_account.id, v_cost.id)));
  elsif exists (select from public.cost_accounts k where k.kind = 'asset' and p_id in (k.id, k.written_down_on)) then
    perform private.refuse('PT409', format('%s is moved by bills and the register of fixed assets only. Please enter the bill of the supplier, and pay it by this entry.',
      private.account_in_words(v_account.id, v_cost.id)));
  elsif private.is_of_papers(p_id) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'cash') then
    perform private.refuse('PT409', format('%s is the till itself. Please choose the account of the other side.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of the bank. Please say that the money was brought to the bank, or taken from it.', v_account.label));
  elsif private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null and v_account.kind <> 'income' then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs and income: please choose an account of these, or no {tax}'));
  elsif p_vat_rate is not null and v_cost.id is null and (select s.tax_kind = 'sales_tax' from public.company_settings s) then
    perform private.refuse('22023', private.with_tax('{Tax} is owed for invoices alone: please make one, or choose no {tax}'));
  elsif private.rate_problem(p_id, p_vat_rate) is not null then
    perform private.refuse('22023', private.rate_problem(p_id, p_vat_rate));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;
comment on function private.account_choice is
  'The account and the rate of VAT that a person chose: {account_id or cost_account_id, vat_rate}. Refuses, in words, an account that is archived, that
papers move, or that is the bank itself, for the cash book (p_method cash) also the till, VAT elsewhere than in costs and income, a rate that the company does not have, and a sale without a rate.';

create function private.keep_bank_booking(p_entry public.bank_entries, p_choice jsonb, p_worth numeric, p_digest text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_books constant public.bank_entries := private.entry_in_books(p_entry, p_worth);
  v_amount constant numeric := case v_books.direction when 'out' then v_books.amount else -v_books.amount end;
  v_id uuid;
begin
  insert into public.bank_bookings (number, booked_on, amount, account_id, cost_account_id, vat_rate, vat, party_name, words, created_by)
  values (private.draw_number('BANK'), v_books.booked_on, v_amount, (p_choice ->> 'account_id')::uuid, (p_choice ->> 'cost_account_id')::uuid,
    (p_choice ->> 'vat_rate')::numeric, private.vat_within(v_amount, (p_choice ->> 'vat_rate')::numeric), v_books.party_name, v_books.remittance, auth.uid())
  returning id into v_id;
  update public.bank_entries
     set status = 'confirmed', booking_id = v_id, has_recorded = true, decided_by = auth.uid(), decided_at = now(), decided_as = p_digest,
         worth = case when p_entry.currency <> v_books.currency then v_books.amount end
   where id = p_entry.id;
end $$;
comment on function private.keep_bank_booking is 'Books an open entry, which the caller locked, to an account.';

create function private.rule_account(p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.party_account(p_entry) is not null or p_entry.party_iban <> p_entry.account_iban then p_entry.party_iban end;
end $$;
comment on function private.rule_account is
  'The account of the other side of an entry, by which a rule knows it: also another one of ours, never that of the statement.';

create function private.learn_bank_rule(p_entry public.bank_entries, p_by text, p_choice jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_iban constant text := case p_by when 'iban' then private.rule_account(p_entry) end;
  v_words constant text := case p_by when 'text' then private.words_of_entry(p_entry) end;
begin
  if num_nonnulls(v_iban, v_words) = 0 then
    perform private.refuse('22023', case p_by when 'iban' then 'The bank names no account of the other side: please propose it by the text'
      else 'The bank gives no text of three letters: please propose it by the account of the other side' end);
  end if;
  insert into public.bank_rules as r (direction, party_iban, words, account_id, cost_account_id, vat_rate, created_by)
  values (p_entry.direction, v_iban, v_words, (p_choice ->> 'account_id')::uuid, (p_choice ->> 'cost_account_id')::uuid, (p_choice ->> 'vat_rate')::numeric,
    auth.uid())
  on conflict (direction, party_iban, words) do update
    set account_id = excluded.account_id, cost_account_id = excluded.cost_account_id, vat_rate = excluded.vat_rate
  where (r.account_id, r.cost_account_id, r.vat_rate) is distinct from (excluded.account_id, excluded.cost_account_id, excluded.vat_rate);
end $$;
comment on function private.learn_bank_rule is
  'The next entry with the same account of the other side (p_by iban), or with the same text (text), is proposed for this account. A later choice counts.';

create function private.refuse_recorded_entry(p_entry public.bank_entries) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_best constant jsonb := private.best_match(p_entry);
begin
  if coalesce((v_best ->> 'is_sure')::boolean, false) and private.is_recorded_before(jsonb_build_array(v_best)) then
    perform private.refuse('PT409', format('The payment of the entry over %s of %s is recorded already. Please link the entry to it.',
      private.money_words(p_entry.amount, p_entry.currency), private.day_in_words(p_entry.booked_on)));
  end if;
end $$;
comment on function private.refuse_recorded_entry is 'Refuses, in words, an entry whose payment surely is in the books already: on an account it would be there twice.';

create function private.book_bank_entries(
  p_ids uuid[], p_account_id uuid, p_vat_rate numeric default null, p_learn text default null, p_worth numeric default null)
returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_digest constant text := md5(jsonb_build_array('account', p_account_id, trim_scale(p_vat_rate), p_learn, p_worth)::text);
  v_choice jsonb;
  v_row public.bank_entries;
  v_count integer := 0;
begin
  perform private.must('payments', 'create', 'book entries of bank statements');
  if not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  elsif p_worth is not null and cardinality(p_ids) > 1 then
    perform private.refuse('22023', 'Please book entries in another currency one by one');
  elsif not coalesce(p_learn in ('iban', 'text'), true) then
    perform private.refuse('22023', 'Please choose by what the next one is known');
  end if;
  v_choice := private.account_choice(p_account_id, p_vat_rate);
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  for v_row in
    select e.* from (select distinct unnest(p_ids) as id) as one left join public.bank_entries e on e.id = one.id order by e.booked_on, e.id
  loop
    continue when v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_digest;
    v_row := private.open_entry(v_row.id);
    perform private.refuse_recorded_entry(v_row);
    perform private.keep_bank_booking(v_row, v_choice, p_worth, v_digest);
    if p_learn is not null then
      perform private.learn_bank_rule(v_row, p_learn, v_choice);
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function private.book_bank_entries is
  'A person books entries that are nobody''s payment to an account of the books or of costs, all or none. p_vat_rate: of the VAT in it, with a cost account.
p_learn: iban or text, then the next such entry is proposed. p_worth: of one in another currency. An entry is booked once, whoever books at once; the same
call of the same person again changes nothing. How many were booked.';
call private.offer('private.book_bank_entries(uuid[], uuid, numeric, text, numeric)');

create function private.reverse_bank_booking(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.bank_bookings (number, booked_on, amount, account_id, cost_account_id, vat_rate, vat, party_name, words, reverses_id, created_by, method)
  select b.number, coalesce(p_on, case when b.booked_on <= private.books_closed_to() then private.company_today() else b.booked_on end), -b.amount, b.account_id,
         b.cost_account_id, b.vat_rate, -b.vat, b.party_name, left('Taken back: ' || btrim(p_reason), 1000), b.id, auth.uid(), b.method
    from public.bank_bookings b
   where b.id = p_id and b.reverses_id is null and not exists (select from public.bank_bookings r where r.reverses_id = b.id);
end $$;
comment on function private.reverse_bank_booking is
  'A booking that was wrong: a record of its day, of today where that day is closed, takes it back. p_on: the day on which the bank gave the money back.';

create function private.rule_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words constant text := private.words_of_entry(p_entry);
  v_account constant text := private.rule_account(p_entry);
begin
  return coalesce((
    select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', 'account', 'account_id', r.account_id, 'cost_account_id', r.cost_account_id,
        'name', private.account_in_words(r.account_id, r.cost_account_id), 'vat_rate', trim_scale(r.vat_rate)::text,
        'vat', case when r.vat_rate is not null then private.amount_text(private.vat_within(p_entry.amount, r.vat_rate)) end, 'is_sure', false,
        'reasons', to_jsonb(array[case when r.party_iban is null then 'Entries with this text are booked there.'
          else 'Entries of this account of the bank are booked there.' end]))))
      from public.bank_rules r
     where r.direction = p_entry.direction and (r.party_iban = v_account or r.words = v_words)
       and p_entry.currency = (select s.currency from public.company_settings s)
       and not exists (select from public.ledger_accounts a where a.id = r.account_id and a.archived)
       -- A rule from before sales had to say their rate.
       and private.rate_problem(r.account_id, r.vat_rate) is null
       and not exists (select from public.cost_accounts k where k.id = r.cost_account_id and k.archived)
     order by r.party_iban is null limit 1), '[]');
end $$;
comment on function private.rule_matches is
  'The account that a rule proposes for an open entry, never a sure one; no entry where there is none. The account of the other side says more than the text.';

create function private.tax_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_amount constant numeric := case p_entry.direction when 'out' then p_entry.amount else -p_entry.amount end;
  v_owed record;
begin
  if p_entry.status <> 'open' or p_entry.currency <> private.books_currency() then
    return '[]';
  end if;
  -- What a settlement put on the account of the tax office, or all that stands there by settlements; entries of the bank over it met it.
  select private.stands_on(k.account_id, p_entry.booked_on) as account_id, e.entry_number, e.words into v_owed
    from public.book_entries e join public.book_entry_lines k on k.book_entry_id = e.id and k.place = 0
   where e.purpose = 'tax' and e.reverses_id is null and not exists (select from public.book_entries b where b.reverses_id = e.id)
     and k.account_id is not null and e.on_date between p_entry.booked_on - 200 and p_entry.booked_on + 60
     and v_amount in (-k.amount, -(select coalesce(sum(h.amount), 0)
       from private.booked_to(array[private.stands_on(k.account_id, p_entry.booked_on)], '1900-01-01', '2200-01-01') as h))
     and (select coalesce(sum(h.amount) * sign(v_amount), 0)
       from private.booked_to(array[private.stands_on(k.account_id, p_entry.booked_on)], '1900-01-01', '2200-01-01') as h) <= -abs(v_amount)
   order by -k.amount = v_amount desc, e.on_date, e.entry_number limit 1;
  if v_owed.account_id is null then
    return '[]';
  end if;
  return jsonb_build_array(jsonb_build_object('kind', 'account', 'account_id', v_owed.account_id, 'name', private.account_in_words(v_owed.account_id, null),
    'is_sure', false, 'reasons', to_jsonb(array[format('It is what stands there since the settlement %s: %s.', v_owed.entry_number, v_owed.words)])));
end $$;
comment on function private.tax_matches is
  'The suggestion for an entry of the bank that pays what settlements of tax returns put on the account of the tax office, or that the tax office pays back: one of them, or all that stands
there. Never more than stands there, never a sure one; empty for another entry.';

create function private.fee_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant uuid := private.account_by_rules('fees', null, null, null, null, p_entry.booked_on);
begin
  if p_entry.status <> 'open' or p_entry.direction <> 'out' or p_entry.currency <> private.books_currency() or v_account is null
    or private.folded(concat_ws(' ', p_entry.split_words, p_entry.remittance, p_entry.party_name)) !~
      '\m(bank|account|card|service|transaction|transfer|payment|maintenance|monthly|konto|kontofuhrungs?)?\s?(fees?|charges?|commissions?|gebuhr(en)?|entgelte?|kontofuhrung|bankspesen|frais|comissao|comissoes|despesas bancarias|commissioni|comision(es)?)\M|\m(konto|karten|bank|uberweisungs|buchungs|transaktions)gebuhr(en)?\M'
  then
    return '[]';
  end if;
  return jsonb_build_array(jsonb_build_object('kind', 'account', 'account_id', v_account, 'name', private.account_in_words(v_account, null), 'is_sure', false,
    'reasons', to_jsonb(array['The text speaks of a fee of the bank.'])));
end $$;
comment on function private.fee_matches is
  'The account of bank fees for an entry whose text speaks of a fee, a charge or a commission. It is asked where nothing else is proposed; never sure.';

create function private.transit_account() returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_code constant text := (
    select a.code from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
     where r.part = 'money' and r.method is null and r.from_day is null limit 1);
begin
  return coalesce((
      select a.id from public.ledger_accounts a
       where a.name in ('Geldtransit', 'Transfers between own accounts', 'Transferências internas') and a.kind = 'asset' and not a.archived order by a.code limit 1),
    case when length(v_code) < 4 then private.account_of_chart('snc', v_code, 'Transferências internas', 'asset')
      else private.account_of_chart('general', '1030', 'Transfers between own accounts', 'asset') end);
end $$;
comment on function private.transit_account is
  'The account for money between accounts of the company, from the day it left one until it is on the other. It is added where the books have none.';

create function private.other_side(p_entry public.bank_entries) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
begin
  select e.* into v_other from public.bank_entries e
   where e.account_iban = p_entry.party_iban and e.direction <> p_entry.direction and e.amount = p_entry.amount and e.currency = p_entry.currency
     and coalesce(e.party_iban = p_entry.account_iban, true) and abs(e.booked_on - p_entry.booked_on) <= 10 and e.split_of is null and e.other_side_id is null
     and (e.status = 'open' or exists (
       select from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id where b.id = e.booking_id and a.kind = 'asset'))
   order by abs(e.booked_on - p_entry.booked_on), e.booked_on, e.position, e.id limit 1;
  return v_other;
end $$;
comment on function private.other_side is
  'The entry of another account of ours that is the same money as p_entry, within ten days: open, or booked to an account of money on its way. Null fields without one.';

create function private.own_transfer_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
begin
  if p_entry.status <> 'open' or p_entry.split_of is not null or p_entry.party_iban is null or p_entry.party_iban = p_entry.account_iban
    or p_entry.currency <> (select s.currency from public.company_settings s) or not private.is_own_account(p_entry.party_iban)
  then
    return '[]';
  end if;
  v_other := private.other_side(p_entry);
  return jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', 'account', 'name', 'Between your own accounts', 'is_own_transfer', true,
    'other_id', v_other.id, 'other_status', v_other.status, 'is_sure', false, 'reasons', to_jsonb(array[
      format('The other side is your own account … %s.', right(p_entry.party_iban, 4)),
      case when v_other.id is null then 'Its statement has no such entry yet: the money is on its way until then.'
        when v_other.status = 'open' then format('Its entry of %s is booked with it.', private.day_in_words(v_other.booked_on))
        else format('Its entry of %s is booked already, and is linked.', private.day_in_words(v_other.booked_on)) end]))));
end $$;
comment on function private.own_transfer_matches is
  'The suggestion for money between two accounts of ours: [{kind account, is_own_transfer, other_id: the entry of the other statement}]; empty for another entry.';

create function private.book_own_transfer(p_entry public.bank_entries, p_match jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_other public.bank_entries;
  v_choice jsonb;
begin
  select * into v_other from public.bank_entries where id = (p_match ->> 'other_id')::uuid for no key update;
  if v_other.status is distinct from p_match ->> 'other_status' then
    perform private.refuse('PT409', 'The entry of the other account changed meanwhile. Please look again.');
  end if;
  v_choice := jsonb_build_object('account_id', coalesce((select b.account_id from public.bank_bookings b where b.id = v_other.booking_id), private.transit_account()));
  perform private.keep_bank_booking(p_entry, v_choice, null, null);
  if v_other.status = 'open' then
    perform private.keep_bank_booking(v_other, v_choice, null, null);
  end if;
  if v_other.id is not null then
    update public.bank_entries set other_side_id = case id when p_entry.id then v_other.id else p_entry.id end where id in (p_entry.id, v_other.id);
  end if;
end $$;
comment on function private.book_own_transfer is
  'Books money between two accounts of ours: each entry against the account of money on its way, which both bring to zero. The entry of the other statement is booked
and linked in the same act. The caller locked both.';

create function private.bank_sales(p_from date, p_to date)
returns table (on_date date, id uuid, number text, rate numeric, base numeric, tax numeric, code text, words text, account text, kind text)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, coalesce(b.reverses_id, b.id), b.number, b.vat_rate, b.vat - b.amount, -b.vat, s.currency, nullif(concat_ws(' · ', b.party_name, b.words), ''),
         a.label, b.method || '_entry'
    from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id cross join public.company_settings s
   where b.booked_on between p_from and p_to and b.vat_rate is not null
$$;
comment on function private.bank_sales is
  'Income on bank statements and in the cash book for which nobody wrote an invoice, where somebody said which VAT is in it. kind: bank_entry or cash_entry. For functions that asked for the right.';

create function private.journal_of_bank(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, 8, b.method || '_entry', coalesce(b.reverses_id, b.id), b.id, b.number, null::uuid, concat_ws(' · ', b.party_name, b.words), side.part,
         side.account_id, null::uuid, side.rate, case when side.part = 'vat_sales' then 'standard' end, side.method, side.amount
    from public.bank_bookings b
   cross join lateral (values
     (case when b.cost_account_id is null then 'booked' else 'costs' end, coalesce(b.account_id, b.cost_account_id), b.vat_rate, null, b.amount - b.vat),
     (case when b.cost_account_id is null then 'vat_sales' else 'vat_purchases' end, null, b.vat_rate, null, b.vat), ('money', null, null, b.method, -b.amount)) as side (part, account_id, rate, method, amount)
   where b.booked_on between p_from and p_to and side.amount <> 0
$$;
comment on function private.journal_of_bank is
  'What entries of the bank and of the cash book move that are nobody''s payment: the account that a person chose, and VAT, against money. cost_account_id: that account, of costs
or of the books. Amounts above zero are debits.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_guard_closed before insert on public.bank_bookings
  for each row execute function private.guard_closed('booked_on');
create trigger append_only before update or delete on public.bank_bookings
  for each row execute function private.refuse_change();
