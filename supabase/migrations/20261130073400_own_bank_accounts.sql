set check_function_bodies = off;

drop routine private.fail_returned_items(p_payments uuid[], p_reason text);

drop routine private.reverse_bank_booking(p_id uuid, p_reason text);

drop routine private.reverse_payment(p_id uuid, p_reason text);

drop routine private.reverse_refund(p_id uuid, p_reason text);

drop routine private.reverse_supplier_payment(p_id uuid, p_reason text);

create or replace function private.rule_account(p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.party_account(p_entry) is not null or p_entry.party_iban <> p_entry.account_iban then p_entry.party_iban end;
end $$;

create or replace function private.learn_bank_rule(p_entry public.bank_entries, p_by text, p_choice jsonb) returns void
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

create or replace function private.reverse_bank_booking(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.bank_bookings (number, booked_on, amount, account_id, cost_account_id, vat_rate, vat, party_name, words, reverses_id, created_by)
  select b.number, coalesce(p_on, case when b.booked_on <= private.books_closed_to() then private.company_today() else b.booked_on end), -b.amount, b.account_id,
         b.cost_account_id, b.vat_rate, -b.vat, b.party_name, left('Taken back: ' || btrim(p_reason), 1000), b.id, auth.uid()
    from public.bank_bookings b
   where b.id = p_id and b.reverses_id is null and not exists (select from public.bank_bookings r where r.reverses_id = b.id);
end $$;

create or replace function private.rule_matches(p_entry public.bank_entries) returns jsonb
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
       and not exists (select from public.cost_accounts k where k.id = r.cost_account_id and k.archived)
     order by r.party_iban is null limit 1), '[]');
end $$;

create or replace function private.is_own_account(p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(p_iban <> '', false) and (
    exists (select from public.company_settings s where p_iban in (s.iban, s.account_number))
    or exists (select from public.bank_imports i where i.account_iban = p_iban)
    or exists (select from public.bank_entries e where e.account_iban = p_iban));
end $$;

create or replace function private.party_account(p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when not private.is_own_account(p_entry.party_iban) then p_entry.party_iban end;
end $$;

create or replace function private.with_own_account(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account text := nullif(upper(p_file ->> 'account_iban'), '');
begin
  if v_account is null and p_file ->> 'format' = 'csv' then
    select min(e.iban) into v_account
      from (select upper(regexp_replace(one ->> 'party_iban', '\s', '', 'g')) as iban, one ->> 'account_iban' as account,
                   private.plain_name(coalesce(private.bank_text(one, 'party_name', 200), private.bank_text(one, 'remittance', 1000))) as who
              from jsonb_array_elements(p_entries) as one) as e
    having count(*) = count(nullif(e.iban, '')) and count(distinct e.iban) = 1 and count(e.account) = 0
       and (private.is_own_account(min(e.iban)) or count(distinct e.who) > 1);
  end if;
  return jsonb_build_object('file', p_file || jsonb_build_object('account_iban', v_account), 'entries', (
    select jsonb_agg(case when upper(regexp_replace(one ->> 'party_iban', '\s', '', 'g')) = upper(coalesce(one ->> 'account_iban', v_account))
             then one || '{"party_iban": null}' else one end order by place)
      from jsonb_array_elements(p_entries) with ordinality as listed (one, place)));
end $$;

create or replace function private.preview_bank_file(p_file jsonb, p_entries jsonb) returns jsonb
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
    'imported', private.imported_already(private.bank_file_hash(p_entries)));
end $$;

create or replace function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) returns jsonb
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

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.numbers_named(p_entry public.bank_entries)
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

create or replace function private.bank_clients(p_entry public.bank_entries) returns table(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
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
    select v.contact_id from public.invoices v where v.status in ('issued', 'partly_paid') and v.balance > 0 and v.balance = p_entry.amount
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.deposit_amount - o.deposit_paid = p_entry.amount
  ), guesses as (
    select x.contact_id from exact x where not exists (select from evidence)
    union
    -- The name with the exact amount is heard beside a known account: it may have paid for somebody else.
    select x.contact_id from exact x join public.contacts c on c.id = x.contact_id
     where extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45
       and not exists (select from evidence e where e.named is not null)
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

create or replace function private.reasons_of_match(p_entry public.bank_entries, p_client jsonb, p_order public.orders, p_reading jsonb, p_paid text) returns text[]
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
      when p_reading ->> 'pairs' = '1' then format('The amount is what is open of %s and %s together.', p_reading -> 'parts' -> 0 ->> 'number',
        p_reading -> 'parts' -> 1 ->> 'number')
      when (p_reading ->> 'pairs')::integer > 1 then format('%s pairs of open invoices come to this amount.', p_reading ->> 'pairs')
      when p_reading ? 'says_other' then 'The words of this part name none of our papers.'
      when (p_reading ->> 'left')::numeric > 0 then format('%s more than is open.', private.money_words((p_reading ->> 'left')::numeric, p_entry.currency))
      else 'The amount is a part of what is open.' end], null) from named n
  );
end $$;

create or replace function private.client_matches(p_entry public.bank_entries, p_client jsonb, p_is_only boolean) returns jsonb
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
    v_named, v_order.deposit_amount - v_order.deposit_paid), p_entry.amount, v_open, v_contact_id), p_entry, v_open, v_contact_id), p_entry.amount, v_says_other);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded and not v_says_other;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  -- A number says more than a name with the exact amount, and that more than an account.
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 90 * (v_named <> '{}')::integer
    + 40 * ((v_reading ->> 'fits')::boolean and (p_client ->> 'is_alike')::boolean)::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        private.day_in_words(v_payment.received_on))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;

create or replace function private.bank_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches jsonb;
begin
  if p_entry.direction <> 'in' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  select jsonb_agg(one) into v_matches
    from (select c.*, count(*) over () as heard, count(*) filter (where c.named <> '{}' or c.is_account) over () as known from private.bank_clients(p_entry) as c) as client,
         jsonb_array_elements(private.client_matches(p_entry, to_jsonb(client), case when client.named <> '{}' then client.known else client.heard end = 1)) as one;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'client_name',
                     one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

create or replace function private.with_day_in_books(p_match jsonb, p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when d.day = p_entry.booked_on or p_match ->> 'kind' = 'recorded' or p_match ->> 'is_booked' = 'false' or p_match ? 'refund_id'
      or p_match ->> 'is_recorded' = 'true' or (p_match ? 'payment_id' and not p_match ? 'kind') then p_match
    else p_match || jsonb_build_object('reasons', coalesce(p_match -> 'reasons', '[]') || to_jsonb(format('%s is closed: it is booked on %s.',
      private.day_text(p_entry.booked_on), private.day_text(d.day)))) end
    from (select private.day_in_books(p_entry.booked_on) as day) as d
  );
end $$;

create or replace function private.undo_bank_entry(p_id uuid, p_reason text default null) returns void
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

create or replace function private.unbook_bank_entry(p_entry public.bank_entries, p_reason text, p_on date default null) returns void
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

create or replace function private.run_payment_matches(p_entry public.bank_entries) returns jsonb
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

create or replace function private.supplier_matches(p_entry public.bank_entries) returns jsonb
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

create or replace function private.scheduled_matches(p_entry public.bank_entries) returns jsonb
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
       and not private.run_payment_matches(p_entry) @> jsonb_build_array(jsonb_build_object('item_id', i.id))), '[]');
end $$;

create or replace function private.bank_money_out(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches jsonb;
  v_certain integer;
begin
  if p_entry.direction <> 'out' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  v_matches := private.run_matches(p_entry) || private.run_payment_matches(p_entry) || private.recorded_payout_matches(p_entry)
    || private.supplier_matches(p_entry) || private.scheduled_matches(p_entry) || private.recurring_matches(p_entry) || private.refund_matches(p_entry) || private.client_return_matches(p_entry);
  -- Two that are certain make neither sure.
  select count(*) into v_certain from jsonb_array_elements(v_matches) as one where (one ->> 'is_sure')::boolean;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one || case when v_certain > 1 then '{"is_sure": false}'::jsonb else '{}' end) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'name', one::text) as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

create or replace function private.returned_entry(p_entry public.bank_entries)
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

create or replace function private.entry_matches(p_entry public.bank_entries)
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
    return v_matches;
  end if;
  v_is_double := not v_is_recorded and private.settled_before(p_entry) is not null;
  return case when v_return is null then '[]' else jsonb_build_array(v_return) end || coalesce((
    select jsonb_agg(case when v_is_double then private.kept_as_credit(one, p_entry) else one end - 'is_early' || '{"is_sure": false}' order by place)
      from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;

create or replace function private.settle_return(p_id uuid, p_of_id uuid)
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

create or replace function private.fail_returned_items(p_payments uuid[], p_reason text, p_on date)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_runs uuid[];
  v_invoices uuid[];
begin
  with returned as (
    update public.payment_run_items i set status = 'failed', failure = left(p_reason, 500)
      from public.supplier_payments s
     where s.id = any (p_payments) and s.reference = i.end_to_end_id and s.supplier_invoice_id = i.supplier_invoice_id and i.status in ('open', 'paid')
    returning i.payment_run_id, i.supplier_invoice_id
  )
  select coalesce(array_agg(distinct r.payment_run_id), '{}'), coalesce(array_agg(r.supplier_invoice_id), '{}') into v_runs, v_invoices from returned r;
  perform private.give_back_invoices(v_invoices);
  -- The others of the run were paid: it is done.
  update public.payment_runs r set status = 'paid', paid_on = p_on
   where r.id = any (v_runs) and r.status = 'exported'
     and exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'paid')
     and not exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'open');
end $$;

create or replace function private.reverse_payment(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_off jsonb;
begin
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  end if;
  perform private.refuse_paid_deposit(v_row, ' and refund the payment');
  v_off := private.take_off_invoices(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.cancel_mails('payment', p_id);
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.log_event('invoice', (part ->> 'invoice_id')::uuid, 'payment_taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', part ->> 'amount', 'reason', left(btrim(p_reason), 2000))) from jsonb_array_elements(v_off) as part;
end $$;

create or replace function private.reverse_refund(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_refunds;
  v_payment public.payments;
begin
  select * into v_row from public.payment_refunds where id = p_id;
  select * into v_payment from public.payments where id = v_row.payment_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.payment_refunds r where r.reverses_id = p_id) then
    return;
  end if;
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, reverses_id, created_by)
  values (v_row.payment_id, -v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.refunded_on), left(btrim(p_reason), 2000), p_id, auth.uid());
  update public.payments
     set refunded = refunded - v_row.amount, status = case when refunded = v_row.amount then 'succeeded' else 'part_refunded' end
   where id = v_row.payment_id;
  perform private.log_event('payment', v_row.payment_id, 'refund_taken_back', jsonb_build_object('number', v_payment.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.reverse_supplier_payment(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_payments;
begin
  select * into v_row from public.supplier_payments where id = p_id;
  perform from public.supplier_invoices where id = v_row.supplier_invoice_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.supplier_payments s where s.reverses_id = p_id) then
    return;
  end if;
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, pair_id, created_by)
  values (v_row.supplier_invoice_id, -v_row.amount, -v_row.discount, greatest(coalesce(p_on, private.company_today()), v_row.paid_on), v_row.method,
    left('Taken back: ' || btrim(p_reason), 200), p_id, v_row.pair_id, auth.uid());
  update public.supplier_invoices
     set paid = paid - v_row.amount, discount_taken = discount_taken - v_row.discount,
         status = case when status in ('received', 'disputed') then status when paid <> v_row.amount then 'part_paid'
           when scheduled_for is not null then 'scheduled' else 'approved' end
   where id = v_row.supplier_invoice_id;
  perform private.log_event('supplier_invoice', v_row.supplier_invoice_id, 'payment_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

revoke execute on all routines in schema private from public;

create index bank_entries_account_iban_idx on public.bank_entries (account_iban) where account_iban is not null;

comment on function private.bank_clients(public.bank_entries) is 'Whose an entry may be, and why: our papers that its text names, the account it came from (of the client, or one that paid for
the client before), and only without these: a name that is alike, or an open invoice over the same amount. A name that is alike with an exact amount is one of
them where the text names nobody.';

comment on function private.bank_matches(public.bank_entries) is 'At most three suggestions for an open entry, the best first: client, what it settles, and why, in sentences. Sure: our paper
or a known account names one client (an account that paid before says nothing against a number, and nothing against a name with the exact amount), and the amount is exactly what is open, or that less the credit of the client (uses_credit), or a
payment recorded by hand fits.';

comment on function private.bank_money_out(public.bank_entries) is 'At most three suggestions for an open debit, the best first. kind: run (all that is left of a payment run), run_payment, supplier
(invoices; with run_id one that is in a run, and an obstacle), recorded (a payment to a supplier that was recorded by hand), recurring (its next period, made now), refund or
client_return (a payment of a client that comes back). Sure:
the text, the run or a known account says whose it is and the amount is exact, and nothing else is as certain. obstacle: why it
cannot be confirmed yet.';

comment on function private.preview_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, account, known, imported}: how many entries it has, of which account of ours it is (null: it does not say), how many of them are already imported, and
in words that this very file was imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';

comment on function private.settle_return(pg_catalog.uuid,pg_catalog.uuid) is 'An entry gives an earlier one back: what that one recorded is reversed by records of their own, of the day on which the bank gave it
back, a deposit invoice that stays paid is credited, and neither waits any more.';

comment on function private.with_day_in_books(pg_catalog.jsonb,public.bank_entries) is 'A suggestion that says on which day it is booked where the day of the bank is closed. One that only links, or gives back what is not booked, says nothing.';

comment on function public.preview_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, account, known, imported}: how many entries it has, of which account of ours it is (null: it does not say), how many of them are already imported, and
in words that this very file was imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';

comment on function private.fail_returned_items(pg_catalog.uuid[],pg_catalog.text,pg_catalog.date) is 'Payments of runs that the bank gave back are failed, and their invoices approved again.';

comment on function private.is_own_account(pg_catalog.text) is 'Whether an account is one of ours: that of the company settings, or one whose statements were imported.';

comment on function private.party_account(public.bank_entries) is 'The account of the other side of an entry, by which a client or a supplier is known; null where it is one of ours.';

comment on function private.reverse_bank_booking(pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'A booking that was wrong: a record of its day, of today where that day is closed, takes it back. p_on: the day on which the bank gave the money back.';

comment on function private.reverse_payment(pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'A payment that was recorded by mistake: what it settled is open again and a reversing record over all of it stands beside it.';

comment on function private.reverse_refund(pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'A refund that was recorded by mistake: a record below zero stands beside it, the money is credit of the client again.';

comment on function private.reverse_supplier_payment(pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'A payment to a supplier that was recorded by mistake: a record of the opposite stands beside it, its invoice is open again.
p_on: the day on which the bank gave it back; without one it is of today.';

comment on function private.rule_account(public.bank_entries) is 'The account of the other side of an entry, by which a rule knows it: also another one of ours, never that of the statement.';

comment on function private.scheduled_matches(public.bank_entries) is 'Invoices in a payment run that a debit of exactly their amount cannot have been paid by: they are named with the run, which goes before (obstacle).';

comment on function private.unbook_bank_entry(public.bank_entries,pg_catalog.text,pg_catalog.date) is 'Reverses what the confirmation of an entry recorded, and makes it undecided. p_on: the day on which the bank gave the money back; without one it never was, and
is reversed as each record is.';

comment on function private.with_own_account(pg_catalog.jsonb,pg_catalog.jsonb) is 'A bank file as it is kept, {file, entries}: the account of the statement is never that of the other side. A table that names no account of ours, and has one same
account as the other side of every entry, is a statement of that account, where it is ours or the entries are of several parties.';

reset check_function_bodies;

-- Tables of the bank that were imported with our own account as that of the other side are statements of it.
create temporary table own_imports as
  select i.id, min(e.party_iban) as iban
    from public.bank_imports i join public.bank_entries e on e.import_id = i.id
   where i.format = 'csv' and i.account_iban is null
   group by i.id
  having count(*) = count(e.party_iban) and count(distinct e.party_iban) = 1 and count(e.account_iban) = 0
     and (private.is_own_account(min(e.party_iban)) or count(distinct private.plain_name(coalesce(e.party_name, e.remittance))) > 1);
update public.bank_imports i set account_iban = o.iban from own_imports o where o.id = i.id;
update public.bank_entries e set account_iban = o.iban, party_iban = null from own_imports o where o.id = e.import_id;
delete from public.bank_rules r using own_imports o where r.party_iban = o.iban;
drop table own_imports;
