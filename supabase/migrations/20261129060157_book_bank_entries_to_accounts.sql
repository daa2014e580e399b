set check_function_bodies = off;

alter table public.bank_entries drop constraint bank_entries_payment_comes_with_confirmation;

drop routine private.purchase_lines(p_from date, p_to date);

alter table public.bank_entries add column booking_id uuid;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, v.issue_date, to_char(v.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
       and v.opening_on is null
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'), 'all rates', 'purchases',
           s.net, s.vat
      from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), 'all rates', 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

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
  constraint bank_bookings_one_account check (num_nonnulls(account_id, cost_account_id) = 1),
  constraint bank_bookings_amount_moves_money check (amount <> 0),
  constraint bank_bookings_vat_is_of_costs check (vat_rate between 0 and 100 and (vat_rate is null or cost_account_id is not null)
    and (vat = 0 or vat_rate is not null)),
  constraint bank_bookings_vat_is_a_part check (abs(vat) < abs(amount) and vat * amount >= 0),
  constraint bank_bookings_texts_length check (char_length(number) <= 40 and char_length(party_name) <= 200 and char_length(words) <= 1000)
);

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
  constraint bank_rules_vat_is_of_costs check (vat_rate between 0 and 100 and (vat_rate is null or cost_account_id is not null))
);

create or replace function private.words_of_entry(p_entry public.bank_entries) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select case when char_length(w.words) > 2 then w.words end
    from (select btrim(left(btrim(regexp_replace(private.folded(coalesce(p_entry.remittance, p_entry.party_name)), '[[:digit:][:punct:][:space:]]+', ' ',
      'g')), 300)) as words) as w
  );
end $$;

create or replace function private.account_in_words(p_account_id uuid, p_cost_account_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select a.label from public.ledger_accounts a where a.id = p_account_id),
    (select btrim(k.code) || ' ' || btrim(k.name) from public.cost_accounts k where k.id = p_cost_account_id));
end $$;

create or replace function private.account_choice(p_id uuid, p_vat_rate numeric) returns jsonb
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
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part in ('clients', 'suppliers', 'deposits')) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part = 'money' and coalesce(r.method, 'bank') = 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs: please choose a cost account, or no {tax}'));
  elsif not coalesce(p_vat_rate between 0 and 100 and p_vat_rate = trunc(p_vat_rate, 4), true) then
    perform private.refuse('22023', private.with_tax('Please choose a rate of {tax} from 0 to 100'));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;

create or replace function private.vat_within(p_amount numeric, p_rate numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select coalesce(round(p_amount * p_rate / (100 + p_rate), 2), 0)
$$;

create or replace function private.keep_bank_booking(p_entry public.bank_entries, p_choice jsonb, p_worth numeric, p_digest text) returns void
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

create or replace function private.learn_bank_rule(p_entry public.bank_entries, p_by text, p_choice jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_iban constant text := case p_by when 'iban' then p_entry.party_iban end;
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

create or replace function private.refuse_recorded_entry(p_entry public.bank_entries) returns void
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

create or replace function private.book_bank_entries(
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

create or replace function private.reverse_bank_booking(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.bank_bookings (number, booked_on, amount, account_id, cost_account_id, vat_rate, vat, party_name, words, reverses_id, created_by)
  select b.number, case when b.booked_on <= private.books_closed_to() then private.company_today() else b.booked_on end, -b.amount, b.account_id,
         b.cost_account_id, b.vat_rate, -b.vat, b.party_name, left('Taken back: ' || btrim(p_reason), 1000), b.id, auth.uid()
    from public.bank_bookings b
   where b.id = p_id and b.reverses_id is null and not exists (select from public.bank_bookings r where r.reverses_id = b.id);
end $$;

create or replace function private.rule_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words constant text := private.words_of_entry(p_entry);
begin
  return coalesce((
    select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', 'account', 'account_id', r.account_id, 'cost_account_id', r.cost_account_id,
        'name', private.account_in_words(r.account_id, r.cost_account_id), 'vat_rate', trim_scale(r.vat_rate)::text,
        'vat', case when r.vat_rate is not null then private.amount_text(private.vat_within(p_entry.amount, r.vat_rate)) end, 'is_sure', false,
        'reasons', to_jsonb(array[case when r.party_iban is null then 'Entries with this text are booked there.'
          else 'Entries of this account of the bank are booked there.' end]))))
      from public.bank_rules r
     where r.direction = p_entry.direction and (r.party_iban = p_entry.party_iban or r.words = v_words)
       and p_entry.currency = (select s.currency from public.company_settings s)
       and not exists (select from public.ledger_accounts a where a.id = r.account_id and a.archived)
       and not exists (select from public.cost_accounts k where k.id = r.cost_account_id and k.archived)
     order by r.party_iban is null limit 1), '[]');
end $$;

create or replace function private.journal_of_bank(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, 8, 'bank_entry', coalesce(b.reverses_id, b.id), b.id, b.number, null::uuid, concat_ws(' · ', b.party_name, b.words), side.part,
         side.account_id, null::uuid, side.rate, null::text, side.method, side.amount
    from public.bank_bookings b
   cross join lateral (values
     (case when b.cost_account_id is null then 'booked' else 'costs' end, coalesce(b.account_id, b.cost_account_id), b.vat_rate, null, b.amount - b.vat),
     ('vat_purchases', null, b.vat_rate, null, b.vat), ('money', null, null, 'bank', -b.amount)) as side (part, account_id, rate, method, amount)
   where b.booked_on between p_from and p_to and side.amount <> 0
$$;

create or replace function private.moved_by_bank(p_from date, p_to date) returns numeric
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

create or replace function private.undo_bank_entry(p_id uuid, p_reason text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_link public.bank_entry_payouts;
begin
  perform private.must('payments', 'edit', 'take decisions about bank statements back');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status = 'open' then
    return;
  elsif v_row.status = 'confirmed' and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.bank_entries
     set status = 'open', payment_id = null, payment_run_id = null, has_recorded = false, ignore_reason = null, decided_by = null, decided_at = null,
         decided_as = null, worth = null, booking_id = null
   where id = p_id;
  if v_row.booking_id is not null then
    perform private.reverse_bank_booking(v_row.booking_id, p_reason);
    return;
  elsif v_row.direction = 'in' then
    if v_row.has_recorded then
      perform private.reverse_payment(v_row.payment_id, p_reason);
    end if;
    return;
  end if;
  perform from public.payment_runs where id = v_row.payment_run_id for no key update;
  for v_link in delete from public.bank_entry_payouts where entry_id = p_id returning *
  loop
    continue when not v_row.has_recorded;
    if v_link.refund_id is not null then
      perform private.reverse_refund(v_link.refund_id, p_reason);
      perform private.undo_client_return(r.payment_id, v_link.taken_off) from public.payment_refunds r
        where r.id = v_link.refund_id and v_link.taken_off is not null;
    else
      perform private.reverse_supplier_payment(v_link.supplier_payment_id, p_reason);
      update public.payment_run_items i set status = 'open'
        from public.supplier_payments s
       where s.id = v_link.supplier_payment_id and i.payment_run_id = v_row.payment_run_id
         and i.supplier_invoice_id = s.supplier_invoice_id and i.status = 'paid';
    end if;
  end loop;
  if v_row.has_recorded and v_row.payment_run_id is not null then
    update public.payment_runs set status = 'exported', paid_on = null where id = v_row.payment_run_id and status = 'paid';
    perform private.log_event('payment_run', v_row.payment_run_id, 'debit_taken_back', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.booked_as(p_entry public.bank_entries)
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

create or replace function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    if p_match ? 'obstacle' then
      perform private.refuse('PT409', p_match ->> 'obstacle');
    end if;
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
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
        select coalesce(jsonb_agg(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount')), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid);
  end if;
end $$;

create or replace function private.kept_as_credit(p_match jsonb, p_entry public.bank_entries)
  returns jsonb language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select case when p_entry.direction <> 'in' or p_match ?| array['order_id', 'payment_id', 'kind'] then p_match
    else p_match - 'uses_credit' - 'credit_from' || jsonb_build_object('parts', '[]'::jsonb, 'credit', private.amount_text(p_entry.amount), 'reasons', (p_match -> 'reasons') - -1) end
  );
end $$;

create or replace function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case p_entry.direction when 'out' then private.bank_money_out(p_entry) else private.bank_matches(p_entry) end || private.rule_matches(p_entry)
  );
end $$;

create or replace function private.journal_lines(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, account_id uuid, code text,
  account text, account_kind text, vat_rate numeric, vat_treatment text, amount numeric, part text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := array(select distinct r.from_day from public.account_rules r where r.from_day is not null order by 1);
begin
  return query
  with raw as materialized (
    select x.*, width_bucket(x.on_date, v_days) as era,
           concat_ws('|', x.part, x.service_id, x.vat_rate, x.vat_treatment, x.method) collate "C" as met
      from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
            union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)
            union all select * from private.journal_of_bank(p_from, p_to)) as x
  ), chosen as materialized (
    select w.met, w.era, r.account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.vat_treatment, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
     cross join lateral (
       select s.account_id from public.account_rules s
        where s.part = w.part and (s.from_day is null or s.from_day <= v_days[w.era])
          and (s.service_id is null or s.service_id = w.service_id) and (s.vat_rate is null or s.vat_rate = w.vat_rate)
          and (s.vat_treatment is null or s.vat_treatment = w.vat_treatment) and (s.method is null or s.method = w.method)
        order by s.service_id is null, s.vat_rate is null, s.vat_treatment is null, s.method is null, s.from_day desc nulls last limit 1) as r
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(k.id, a.id), coalesce(k.code, a.code),
         coalesce(k.name, a.name), coalesce(a.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join public.cost_accounts k on k.id = b.cost_account_id
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, b.cost_account_id);
end $$;

create or replace function private.guard_account_code() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_closed_to constant date := private.books_closed_to();
  v_is_taken boolean;
  v_is_used boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('account_code ' || lower(btrim(new.code)), 0));
  if tg_table_name = 'ledger_accounts' then
    v_is_taken := exists (select from public.cost_accounts a where lower(btrim(a.code)) = lower(btrim(new.code)));
    v_is_used := exists (select from public.account_rules r where r.account_id = new.id and (r.from_day is null or r.from_day <= v_closed_to))
      or exists (select from public.bank_bookings b where b.account_id = new.id and b.booked_on <= v_closed_to);
  else
    v_is_taken := exists (select from public.ledger_accounts a where lower(btrim(a.code)) = lower(btrim(new.code)));
    v_is_used := exists (select from public.supplier_invoice_items i join public.supplier_invoices s on s.id = i.supplier_invoice_id
                          where i.cost_account_id = new.id and s.booked_on <= v_closed_to)
      or exists (select from public.bank_bookings b where b.cost_account_id = new.id and b.booked_on <= v_closed_to);
  end if;
  if v_is_taken then
    perform private.refuse('PT409', format('There is an account with the number %s already', btrim(new.code)));
  elsif tg_op = 'UPDATE' and v_closed_to is not null and v_is_used then
    perform private.refuse('PT409', format('Account %s has entries on closed days: its number stays. Please add another account instead.', btrim(old.code)));
  end if;
  return new;
end $$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account
      from (
        select v.issue_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place
          from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
         where p_side = 'sales' and v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, null, b.base, b.tax, b.code, b.words, b.account, b.place
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, kind text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.* from public.supplier_invoices s where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
  )
  select b.booked_on, b.supplier_number, 'supplier invoice', b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.booked_on, b.supplier_number, 'supplier invoice', b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz'
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
  union all
  -- Costs that the bank took by itself, where somebody said which VAT is in them.
  select x.booked_on, x.number, 'bank entry', null, x.vat_rate, x.amount - x.vat, x.vat, s.currency, concat_ws(' · ', x.party_name, x.words),
         k.code || ' ' || k.name, x.id::text
    from public.bank_bookings x join public.cost_accounts k on k.id = x.cost_account_id cross join public.company_settings s
   where x.booked_on between p_from and p_to and x.vat_rate is not null
$$;

alter table public.bank_entries add constraint bank_entries_payment_comes_with_confirmation CHECK (
CASE direction
    WHEN 'in'::text THEN (status = 'confirmed'::text) = (num_nonnulls(payment_id, booking_id) = 1)
    ELSE payment_id IS NULL
END);

alter table public.bank_bookings add constraint bank_bookings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.ledger_accounts(id) ON DELETE RESTRICT;

alter table public.bank_bookings add constraint bank_bookings_cost_account_id_fkey FOREIGN KEY (cost_account_id) REFERENCES public.cost_accounts(id) ON DELETE RESTRICT;

alter table public.bank_rules add constraint bank_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.ledger_accounts(id) ON DELETE CASCADE;

alter table public.bank_rules add constraint bank_rules_cost_account_id_fkey FOREIGN KEY (cost_account_id) REFERENCES public.cost_accounts(id) ON DELETE CASCADE;

alter table public.bank_entries add constraint bank_entries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES public.bank_bookings(id) ON DELETE RESTRICT;

alter table public.bank_entries add constraint bank_entries_booking_is_all_of_it CHECK (booking_id IS NULL OR status = 'confirmed'::text AND num_nonnulls(payment_id, payment_run_id) = 0);

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.bank_bookings', '', p_audited => true, p_pages => '{payments}');

call private.borrow_rules('public.bank_rules', 'select, delete', p_audited => true, p_pages => '{payments}');

call private.offer('private.book_bank_entries(uuid[], uuid, numeric, text, numeric)');

create index bank_bookings_account_id_idx on public.bank_bookings (account_id);

create index bank_bookings_booked_on_idx on public.bank_bookings (booked_on);

create index bank_bookings_cost_account_id_idx on public.bank_bookings (cost_account_id);

create index bank_bookings_created_by_idx on public.bank_bookings (created_by);

create unique index bank_bookings_reversed_once_idx on public.bank_bookings (reverses_id);

create unique index bank_entries_one_booking_idx on public.bank_entries (booking_id);

create index bank_rules_account_id_idx on public.bank_rules (account_id);

create index bank_rules_cost_account_id_idx on public.bank_rules (cost_account_id);

create index bank_rules_created_by_idx on public.bank_rules (created_by);

create unique index bank_rules_once_idx on public.bank_rules (direction, party_iban, words) nulls not distinct;

create or replace trigger append_only before update or delete on public.bank_bookings
  for each row execute function private.refuse_change();

create or replace trigger zz_guard_closed before insert on public.bank_bookings
  for each row execute function private.guard_closed('booked_on');

create policy "staff read bookings of the bank" on public.bank_bookings
  for select to authenticated using ((select private.can('payments', 'view')));

create policy "staff read rules of the bank" on public.bank_rules
  for select to authenticated using ((select private.can('payments', 'view')));

create policy "staff who change payments remove rules of the bank" on public.bank_rules
  for delete to authenticated using ((select private.can('payments', 'edit')));

comment on function private.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';

comment on function private.booked_as(public.bank_entries) is 'The number of what a confirmed entry is in the books: a payment, a run, the invoice of a supplier, the payment of a refund, or a booking to an account.';

comment on function private.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices and credit notes by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost account) for the
accountant; days are included, amounts are text. Drafts, void and pro forma papers and disputed invoices are not in it.';

comment on function public.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';

comment on function public.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices and credit notes by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost account) for the
accountant; days are included, amounts are text. Drafts, void and pro forma papers and disputed invoices are not in it.';

grant select on table public.bank_bookings to authenticated;

comment on function private.account_choice(pg_catalog.uuid,numeric) is 'The account and the rate of VAT that a person chose: {account_id or cost_account_id, vat_rate}. Refuses, in words, an account that is archived, that
papers move, or that is the bank itself, and VAT elsewhere than in costs.';

comment on function private.account_in_words(pg_catalog.uuid,pg_catalog.uuid) is 'Number and name of an account of the books or of costs.';

comment on function private.book_bank_entries(pg_catalog.uuid[],pg_catalog.uuid,numeric,pg_catalog.text,numeric) is 'A person books entries that are nobody''s payment to an account of the books or of costs, all or none. p_vat_rate: of the VAT in it, with a cost account.
p_learn: iban or text, then the next such entry is proposed. p_worth: of one in another currency. An entry is booked once, whoever books at once; the same
call of the same person again changes nothing. How many were booked.';

comment on function private.journal_of_bank(pg_catalog.date,pg_catalog.date) is 'What entries of the bank move that are nobody''s payment: the account that a person chose, and VAT, against money. cost_account_id: that account, of costs
or of the books. Amounts above zero are debits.';

comment on function private.keep_bank_booking(public.bank_entries,pg_catalog.jsonb,numeric,pg_catalog.text) is 'Books an open entry, which the caller locked, to an account.';

comment on function private.learn_bank_rule(public.bank_entries,pg_catalog.text,pg_catalog.jsonb) is 'The next entry with the same account of the other side (p_by iban), or with the same text (text), is proposed for this account. A later choice counts.';

comment on function private.purchase_lines(pg_catalog.date,pg_catalog.date) is 'The lines of the bills of these days, of each bill what is on no line, and costs with VAT on bank statements. Disputed bills are left out. For functions that asked for the right.';

comment on function private.refuse_recorded_entry is 'Refuses, in words, an entry whose payment surely is in the books already: on an account it would be there twice.';

comment on function private.reverse_bank_booking(pg_catalog.uuid,pg_catalog.text) is 'A booking that was wrong: a record of its day, of today where that day is closed, takes it back.';

comment on function private.rule_matches(public.bank_entries) is 'The account that a rule proposes for an open entry, never a sure one; no entry where there is none. The account of the other side says more than the text.';

comment on function private.vat_within(numeric,numeric) is 'The VAT in an amount that includes it; zero without a rate.';

comment on function private.words_of_entry(public.bank_entries) is 'The text of an entry, else the name, without digits and signs: alike for the fee of each month. Null where less than three letters are left.';

comment on function public.book_bank_entries(pg_catalog.uuid[],pg_catalog.uuid,numeric,pg_catalog.text,numeric) is 'A person books entries that are nobody''s payment to an account of the books or of costs, all or none. p_vat_rate: of the VAT in it, with a cost account.
p_learn: iban or text, then the next such entry is proposed. p_worth: of one in another currency. An entry is booked once, whoever books at once; the same
call of the same person again changes nothing. How many were booked.';

comment on column public.bank_bookings.amount is 'What the account gets, with VAT: above zero for money out.';

comment on column public.bank_bookings.number is 'BANK-2026-0001. A record that takes another back has its number.';

comment on column public.bank_bookings.reverses_id is 'The booking that this record takes back.';

comment on column public.bank_bookings.vat is 'The VAT in the amount, at vat_rate; without a rate it is in no return of VAT.';

comment on column public.bank_entries.booking_id is 'What it is in the books where it is nobody''s payment: on an account that a person chose.';

comment on column public.bank_rules.party_iban is 'It is of entries with this account of the other side.';

comment on column public.bank_rules.words is 'It is of entries with this text, as private.words_of_entry reads it: without digits.';

comment on table public.bank_bookings is 'What an entry of the bank that is nobody''s payment is in the books: fees, interest, salaries, taxes. Written by functions, and it only grows.';

comment on table public.bank_rules is 'Which account is proposed for an entry of the bank: somebody booked such a one and said so. Nothing is booked by a rule. Written by book_bank_entries.';

reset check_function_bodies;
