-- Entries by hand: what the books need beside papers, payments and the bank. Opening balances and the settlement of a filed return are such entries, too.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.book_entries (
  id            uuid primary key default gen_random_uuid(),
  entry_number  text not null unique,
  on_date       date not null,
  purpose       text not null default 'entry',
  words         text not null,
  vat_return_id uuid references public.vat_returns (id) on delete restrict,
  reverses_id   uuid references public.book_entries (id) on delete restrict,
  created_by    uuid default auth.uid() references auth.users (id) on delete set null,
  created_at    timestamptz not null default now(),
  constraint book_entries_purpose_is_known check (purpose in ('entry', 'opening', 'tax')),
  constraint book_entries_day_is_believable check (on_date between '2000-01-01' and '2100-01-01'),
  constraint book_entries_tax_has_its_return check ((purpose = 'tax') = (vat_return_id is not null)),
  constraint book_entries_texts_length check (char_length(entry_number) <= 40 and char_length(btrim(words)) between 1 and 500 and char_length(words) <= 600)
);
create index book_entries_on_date_idx on public.book_entries (on_date);
create index book_entries_vat_return_id_idx on public.book_entries (vat_return_id);
create index book_entries_created_by_idx on public.book_entries (created_by);
create unique index book_entries_reversed_once_idx on public.book_entries (reverses_id);
create index book_entries_search_idx on public.book_entries using gin (private.folded(entry_number || ' ' || words) extensions.gin_trgm_ops);
comment on table public.book_entries is
  'Entries that a person made in the books: corrections, depreciation, opening balances, the settlement of a filed return. Written by functions, and it only grows.';
comment on column public.book_entries.entry_number is 'JE-2026-0001. An entry that takes another back has a number of its own.';
comment on column public.book_entries.purpose is
  'entry; opening: what accounts had in the former books, with the rest on the account of opening balances; tax: what a filed return says is owed, off the tax accounts.';
comment on column public.book_entries.vat_return_id is 'The filed return that the entry settles.';
comment on column public.book_entries.reverses_id is 'The entry that this one takes back.';

create table public.book_entry_lines (
  id              uuid primary key default gen_random_uuid(),
  book_entry_id   uuid not null references public.book_entries (id) on delete restrict,
  place           integer not null,
  account_id      uuid references public.ledger_accounts (id) on delete restrict,
  cost_account_id uuid references public.cost_accounts (id) on delete restrict,
  amount          numeric(14, 2) not null,
  words           text,
  constraint book_entry_lines_one_account check (num_nonnulls(account_id, cost_account_id) = 1),
  constraint book_entry_lines_amount_moves_the_account check (amount <> 0),
  constraint book_entry_lines_place_range check (place between 0 and 300),
  constraint book_entry_lines_words_length check (char_length(words) <= 500),
  constraint book_entry_lines_place_once unique (book_entry_id, place)
);
create index book_entry_lines_account_id_idx on public.book_entry_lines (account_id);
create index book_entry_lines_cost_account_id_idx on public.book_entry_lines (cost_account_id);
comment on table public.book_entry_lines is 'The debits and credits of an entry by hand, each on an account of the books or of costs. Of an entry they come to zero.';
comment on column public.book_entry_lines.amount is 'Above zero a debit, below a credit.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.book_entries', '', p_audited => true, p_pages => '{payments}');
grant select on public.book_entries to authenticated;
create policy "whoever sees the journal sees entries by hand" on public.book_entries for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('payments', 'view')) and (select private.can('supplier-invoices', 'view')));

call private.borrow_rules('public.book_entry_lines', '', p_audited => true);
grant select on public.book_entry_lines to authenticated;
create policy "whoever sees the journal sees lines of entries by hand" on public.book_entry_lines for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('payments', 'view')) and (select private.can('supplier-invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.is_of_papers(p_account_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.account_rules r
     where r.account_id = p_account_id and r.part in ('clients', 'suppliers', 'deposits', 'vat_waiting', 'vat_purchases_waiting'))
    or exists (select from public.cost_accounts k where k.kind = 'asset' and p_account_id in (k.id, k.written_down_on));
end $$;
comment on function private.is_of_papers is
  'Rules lead papers that somebody still has to settle to this account, or fixed assets or their depreciation stand on it: it is moved by papers, their payments and the register only, so that
it stays what these say.';

create function private.line_problem(p_line jsonb, p_place bigint) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_debit constant text := coalesce(p_line ->> 'debit', '');
  v_credit constant text := coalesce(p_line ->> 'credit', '');
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = private.uuid_or_null(p_line ->> 'account');
  select * into v_cost from public.cost_accounts where id = private.uuid_or_null(p_line ->> 'account');
  return format('Line %s: ', p_place) || coalesce(
    private.amount_problem('Debit', v_debit, 2, 999999999999), private.amount_problem('Credit', v_credit, 2, 999999999999),
    case
      when num_nonnulls(v_account.id, v_cost.id) = 0 then 'Please choose the account'
      when coalesce(v_account.archived, v_cost.archived) then format('%s is archived. Please choose another account', private.account_in_words(v_account.id, v_cost.id))
      when exists (select from public.cost_accounts k where k.kind = 'asset' and coalesce(v_account.id, v_cost.id) in (k.id, k.written_down_on))
        then format('%s is moved by bills and the register of fixed assets only', private.account_in_words(v_account.id, v_cost.id))
      when private.is_of_papers(v_account.id) then format('%s is moved by papers and their payments only', v_account.label)
      when coalesce(private.plain_or_null(v_debit), 0) + coalesce(private.plain_or_null(v_credit), 0) = 0 then 'Please enter a debit or a credit'
      when coalesce(private.plain_or_null(v_debit), 0) <> 0 and coalesce(private.plain_or_null(v_credit), 0) <> 0 then 'A line has a debit or a credit, not both'
      when char_length(p_line ->> 'words') > 500 then 'The text has at most 500 characters' end);
end $$;
comment on function private.line_problem is
  'What is wrong with a line {account, debit, credit, words} of an entry by hand, as a sentence that names its place; null where nothing is.';

create function private.is_same_entry(p_entry public.book_entries, p_lines jsonb) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select x.account_id, x.amount, x.words
      from (select 1 as given, private.uuid_or_null(l ->> 'account') as account_id, coalesce(private.plain_or_null(l ->> 'debit'), 0) - coalesce(private.plain_or_null(l ->> 'credit'), 0) as amount,
                   coalesce(btrim(l ->> 'words'), '') as words
              from jsonb_array_elements(p_lines) as l
            union all
            select -1, coalesce(k.account_id, k.cost_account_id), k.amount, coalesce(k.words, '') from public.book_entry_lines k
             where k.book_entry_id = p_entry.id and (k.place > 0)) as x
     group by 1, 2, 3 having sum(x.given) <> 0);
end $$;
comment on function private.is_same_entry is 'The lines of an entry by hand, without the one that the opening balances add, are these.';

create function private.keep_entry_lines(p_id uuid, p_lines jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.book_entry_lines (book_entry_id, place, account_id, cost_account_id, amount, words)
  select p_id, l.place, a.id, k.id, coalesce(private.plain_or_null(l.given ->> 'debit'), 0) - coalesce(private.plain_or_null(l.given ->> 'credit'), 0),
         nullif(btrim(l.given ->> 'words'), '')
    from jsonb_array_elements(p_lines) with ordinality as l (given, place)
    left join public.ledger_accounts a on a.id = (l.given ->> 'account')::uuid
    left join public.cost_accounts k on k.id = (l.given ->> 'account')::uuid;
end $$;
comment on function private.keep_entry_lines is 'Writes lines that were found right.';

create function private.post_entry(p_id uuid, p_on date, p_words text, p_lines jsonb, p_purpose text default 'entry') returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept public.book_entries;
  v_problem text;
  v_rest numeric;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'make entries in the books');
  if not coalesce(jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) between 1 and 300, false) then
    perform private.refuse('22023', 'Please enter 1 to 300 lines');
  elsif p_id is null or not coalesce(p_purpose in ('entry', 'opening'), false) then
    perform private.refuse('22023', 'Please say what the entry is');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('book_entry ' || p_id, 0));
  select * into v_kept from public.book_entries where id = p_id;
  if found then
    perform private.must_be_same((v_kept.on_date, v_kept.words, v_kept.purpose) is not distinct from (p_on, btrim(p_words), p_purpose) and private.is_same_entry(v_kept, p_lines), 'entry');
    return v_kept.entry_number;
  elsif coalesce(btrim(p_words), '') = '' or char_length(p_words) > 500 then
    perform private.refuse('22023', 'Please say what the entry is for, in 500 characters at most');
  elsif p_on is null or p_on < '2000-01-01' or p_on > private.company_today() + 366 then
    perform private.refuse('22023', 'Please choose a day of this century, at most a year ahead');
  end if;
  select private.line_problem(l.given, l.place) into v_problem from jsonb_array_elements(p_lines) with ordinality as l (given, place)
   where private.line_problem(l.given, l.place) is not null order by l.place limit 1;
  if v_problem is not null then
    perform private.refuse('22023', v_problem);
  end if;
  select sum(coalesce(private.plain_or_null(l ->> 'debit'), 0) - coalesce(private.plain_or_null(l ->> 'credit'), 0)) into v_rest from jsonb_array_elements(p_lines) as l;
  if p_purpose = 'entry' and v_rest <> 0 then
    perform private.refuse('22023', format('Debits and credits differ: %s %s', private.money_words(abs(v_rest)), case when v_rest > 0 then 'of credits are missing' else 'of debits are missing' end));
  end if;
  insert into public.book_entries (id, entry_number, on_date, purpose, words, created_by)
  values (p_id, private.draw_number('JE'), p_on, p_purpose, btrim(p_words), auth.uid()) returning * into v_kept;
  perform private.keep_entry_lines(p_id, p_lines);
  if v_rest <> 0 then
    insert into public.book_entry_lines (book_entry_id, place, account_id, amount)
    values (p_id, 0, private.account_by_rules('opening', null, null, null, null, p_on), -v_rest);
  end if;
  return v_kept.entry_number;
end $$;
comment on function private.post_entry is
  'An entry by hand of the day p_on: p_lines is [{account: id of an account of the books or of costs, debit or credit: amount as text, words}]. p_purpose: entry, whose debits are its
credits, or opening, whose rest goes to the account of opening balances. p_id: chosen by the caller, so that a repeated call books once. Refuses, in words, accounts that papers
move. Returns the number.';
call private.offer('private.post_entry(uuid, date, text, jsonb, text)');

create function private.reverse_entry(p_id uuid, p_reason text, p_on date default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.book_entries;
  v_back public.book_entries;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'make entries in the books');
  select * into v_entry from public.book_entries where id = p_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_entry.reverses_id is not null then
    perform private.refuse('PT409', 'This entry takes another back. Please make the entry anew instead.');
  end if;
  select * into v_back from public.book_entries where reverses_id = p_id;
  if found then
    return v_back.entry_number;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 400 then
    perform private.refuse('22023', 'Please say why, in 400 characters at most');
  elsif p_on < v_entry.on_date then
    perform private.refuse('22023', format('The entry is of %s: it is taken back then or later', private.day_text(v_entry.on_date)));
  elsif p_on > private.company_today() + 366 then
    perform private.refuse('22023', 'Please choose a day at most a year ahead');
  end if;
  insert into public.book_entries (entry_number, on_date, purpose, words, vat_return_id, reverses_id, created_by)
  values (private.draw_number('JE'), coalesce(p_on, private.first_open_day(v_entry.on_date)), v_entry.purpose,
    format('%s is taken back: %s', v_entry.entry_number, btrim(p_reason)), v_entry.vat_return_id, p_id, auth.uid())
  returning * into v_back;
  insert into public.book_entry_lines (book_entry_id, place, account_id, cost_account_id, amount, words)
  select v_back.id, l.place, l.account_id, l.cost_account_id, -l.amount, l.words from public.book_entry_lines l where l.book_entry_id = p_id;
  return v_back.entry_number;
end $$;
comment on function private.reverse_entry is
  'Takes an entry by hand back: the same lines with the sides changed. p_on: its day; without one that of the entry, or the first open day after it. Called again it changes
nothing. Returns the number of the entry that takes it back.';
call private.offer('private.reverse_entry(uuid, text, date)');

create function private.tax_to_settle(p_from date, p_to date)
returns table (account_id uuid, label text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select x.account_id, min(x.label), sum(x.amount)
    from (select l.account_id, l.code || ' ' || l.account as label, l.amount from private.journal_lines(p_from, p_to) as l
           where l.part in ('vat_sales', 'vat_purchases', 'vat_due')
          union all
          select k.account_id, a.label, k.amount
            from public.book_entries e join public.vat_returns r on r.id = e.vat_return_id join public.book_entry_lines k on k.book_entry_id = e.id
            join public.ledger_accounts a on a.id = k.account_id
           where r.from_day = p_from and r.to_day = p_to and k.place > 0) as x
   group by 1 having sum(x.amount) <> 0
$$;
comment on function private.tax_to_settle is
  'What the tax accounts got by papers, payments and the bank on these days, less what entries settled of it: above zero it is input tax. For functions that asked for the right.';

create function private.tax_settlement(p_return_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_return public.vat_returns;
begin
  perform private.must_see_books();
  select * into v_return from public.vat_returns where id = p_return_id;
  if not found then
    perform private.refuse('PT404', 'This return is not there any more');
  end if;
  return jsonb_build_object(
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('account', s.label, 'amount', private.amount_text(s.amount)) order by s.label), '[]')
                from private.tax_to_settle(v_return.from_day, v_return.to_day) as s),
    'owed', (select private.amount_text(-coalesce(sum(s.amount), 0)) from private.tax_to_settle(v_return.from_day, v_return.to_day) as s),
    'on_day', private.first_open_day(v_return.to_day),
    'account_id', coalesce(
      (select a.id from public.book_entries e join public.book_entry_lines k on k.book_entry_id = e.id
         join public.ledger_accounts a on a.id = private.stands_on(k.account_id, private.company_today())
        where e.purpose = 'tax' and k.place = 0 and not a.archived order by e.created_at desc limit 1),
      (select a.id from public.ledger_accounts a where (a.code, a.kind) in (('2250', 'liability'), ('1780', 'liability'), ('2436', 'liability')) and not a.archived order by a.code desc limit 1)),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'number', e.entry_number, 'on_date', e.on_date) order by e.created_at), '[]')
                  from public.book_entries e join public.vat_returns r on r.id = e.vat_return_id where (r.from_day, r.to_day) = (v_return.from_day, v_return.to_day)));
end $$;
comment on function private.tax_settlement is
  'What is left to settle of the days of a filed return: {lines [{account, amount: above zero a debit}], owed: what the tax office gets, below zero what it pays back, on_day,
account_id: where it was put the last time, entries: those that settled it}. Amounts are text.';
call private.offer('private.tax_settlement(uuid)');

create function private.settle_tax(p_id uuid, p_return_id uuid, p_account_id uuid, p_on date) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_return public.vat_returns;
  v_kept public.book_entries;
  v_problem text;
  v_owed numeric;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'make entries in the books');
  -- Of a return one settlement is made at a time.
  select * into v_return from public.vat_returns where id = p_return_id for no key update;
  select * into v_kept from public.book_entries where id = p_id;
  if found then
    perform private.must_be_same(v_kept.vat_return_id = p_return_id, 'entry');
    return v_kept.entry_number;
  elsif v_return.id is null then
    perform private.refuse('PT404', 'This return is not there any more');
  elsif p_id is null or p_on is null or p_on < v_return.to_day or p_on > private.company_today() then
    perform private.refuse('22023', format('Please choose a day from %s to today', private.day_text(v_return.to_day)));
  elsif exists (select from private.vat_changes(v_return)) then
    perform private.refuse('PT409', 'The figures of these days changed since they were filed. Please save the return as filed again first.');
  end if;
  v_problem := private.line_problem(jsonb_build_object('account', p_account_id, 'debit', '1'), 1);
  if v_problem is not null or exists (select from public.account_rules r where r.account_id = p_account_id and r.part in ('vat_sales', 'vat_purchases', 'vat_due')) then
    perform private.refuse('22023', 'Please choose an account that no paper moves, such as that of payments to the tax office');
  end if;
  insert into public.book_entries (id, entry_number, on_date, purpose, words, vat_return_id, created_by)
  values (p_id, private.draw_number('JE'), p_on, 'tax', private.with_tax(format('{Tax} of %s to %s', private.day_text(v_return.from_day), private.day_text(v_return.to_day))),
    p_return_id, auth.uid()) returning * into v_kept;
  insert into public.book_entry_lines (book_entry_id, place, account_id, amount)
  select p_id, row_number() over (order by s.label), s.account_id, -s.amount from private.tax_to_settle(v_return.from_day, v_return.to_day) as s;
  if not found then
    perform private.refuse('PT409', 'Nothing is left to settle of these days');
  end if;
  select sum(l.amount) into v_owed from public.book_entry_lines l where l.book_entry_id = p_id;
  if v_owed <> 0 then
    insert into public.book_entry_lines (book_entry_id, place, account_id, amount) values (p_id, 0, p_account_id, -v_owed);
  end if;
  return v_kept.entry_number;
end $$;
comment on function private.settle_tax is
  'Takes what a filed return brought off the tax accounts, to the account of the tax office, which its payment at the bank then moves. p_id: chosen by the caller. Returns the number.';
call private.offer('private.settle_tax(uuid, uuid, uuid, date)');

create function private.journal_of_entries(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select e.on_date, 10, 'book_entry', e.id, e.id, e.entry_number, null::uuid, coalesce(l.words, e.words), 'booked', coalesce(l.account_id, l.cost_account_id),
         null::uuid, null::numeric, null::text, null::text, l.amount
    from public.book_entries e join public.book_entry_lines l on l.book_entry_id = e.id
   where e.on_date between p_from and p_to
$$;
comment on function private.journal_of_entries is 'What entries by hand move. cost_account_id: the account, of costs or of the books. Amounts above zero are debits.';

create function private.entry_comes_to_zero() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (select sum(l.amount) <> 0 from public.book_entry_lines l where l.book_entry_id = new.book_entry_id) then
    perform private.refuse('23514', 'The debits of an entry are its credits');
  end if;
  return null;
end $$;
comment on function private.entry_comes_to_zero is 'Refuses, at the end of the transaction, an entry whose lines do not come to zero.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_guard_closed before insert on public.book_entries
  for each row execute function private.guard_closed('on_date');
create trigger append_only before update or delete on public.book_entries
  for each row execute function private.refuse_change();
create trigger append_only before update or delete on public.book_entry_lines
  for each row execute function private.refuse_change();
create constraint trigger comes_to_zero after insert on public.book_entry_lines deferrable initially deferred
  for each row execute function private.entry_comes_to_zero();

insert into private.record_kinds (kind, table_name, position, label, is_mentioned, page, searched, title, has_story) values
  ('book_entry', 'public.book_entries', 67, 'r.entry_number', true, 'payments', $$r.entry_number || ' ' || r.words$$, $$r.entry_number || ' · ' || r.words$$, false);
