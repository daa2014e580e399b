set check_function_bodies = off;

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.short_numbers(p_text text, p_whole text[])
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

create or replace function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql stable security definer rows 2 set search_path = ''
as $$
declare
  v_whole constant text[] := array(select private.whole_numbers(p_entry));
begin
  return query select unnest(v_whole) union select private.short_numbers(upper(private.debit_text(p_entry)), v_whole);
end $$;

create or replace function private.whole_numbers(p_entry public.bank_entries)
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
    -- The name with the exact amount is heard beside a known account, which may have paid for somebody else, and beside a number, which may be a wrong one.
    select x.contact_id from exact x join public.contacts c on c.id = x.contact_id
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

create or replace function private.reading_of_amount(p_amount numeric, p_open jsonb, p_named text[], p_due numeric) returns jsonb
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

create or replace function private.sets_of_papers(p_open jsonb, p_amount numeric) returns jsonb
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

create or replace function private.sets_with_named(p_open jsonb, p_named jsonb, p_amount numeric) returns jsonb
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

create or replace function private.bank_matches(p_entry public.bank_entries) returns jsonb
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
  select jsonb_agg(one) into v_matches
    from (select c.*, count(*) over () as heard, count(*) filter (where c.named <> '{}' or c.is_account) over () as known from private.bank_clients(p_entry) as c) as client,
         jsonb_array_elements(private.client_matches(p_entry, to_jsonb(client), case when client.named <> '{}' then client.known else client.heard end = 1)) as one;
  -- A number whose invoice has another amount, or is paid, says less than the payer with the exact amount.
  v_is_right := coalesce((select bool_or((one ->> 'fits_number')::boolean) from jsonb_array_elements(v_matches) as one), true);
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' - 'fits_number' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc,
                     (one ->> 'is_payer' is not null and not v_is_right) desc, (one ->> 'score')::integer desc, one ->> 'client_name', one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

create or replace function private.wrong_number(p_entry public.bank_entries)
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

create or replace function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
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
    w.words,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded and w.words is null then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null), private.rival_entry(p_entry),
      private.taken_paper(p_entry))], null)
    from public.company_settings s, lateral (select private.wrong_number(p_entry) as words) as w
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
    return (select coalesce(jsonb_agg(one - 'is_payer' order by place), '[]') from jsonb_array_elements(v_matches) with ordinality as listed (one, place));
  end if;
  v_is_double := not v_is_recorded and private.settled_before(p_entry) is not null;
  return case when v_return is null then '[]' else jsonb_build_array(v_return) end || coalesce((
    select jsonb_agg(case when v_is_double and not one ? 'is_payer' then private.kept_as_credit(one, p_entry) else one end - 'is_early' - 'is_payer' || '{"is_sure": false}' order by place)
      from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;

revoke execute on all routines in schema private from public;

comment on function private.bank_clients(public.bank_entries) is 'Whose an entry may be, and why: our papers that its text names, the account it came from (of the client, or one that paid for
the client before), and only without these: a name that is alike, or an open invoice over the same amount. A name that is alike with an exact amount is always one of
them.';

comment on function private.reading_of_amount(numeric,pg_catalog.jsonb,pg_catalog.text[],numeric) is 'What an amount settles of a client, the plainest reading first: the invoices that are named, the deposit (p_due), one invoice over it,
all that is open, two or some invoices that come to it (with those that are named), else the oldest due first. {named, same: how many have this amount, is_deposit,
parts, left, fits: it is exactly that, pairs: how many sets come to it}. Invoices that nobody named are a guess: they do not make it fit.';

comment on function private.sets_of_papers(pg_catalog.jsonb,numeric) is 'The pairs of open papers, as open_papers lists them, that come to an amount, else the smallest sets of three to six of the first twelve, the oldest first.';

comment on function private.sets_with_named(pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'The sets of open papers that come to an amount which the named ones alone do not: they and others where it is more, some of them where it is less.';

comment on function private.short_numbers(pg_catalog.text,pg_catalog.text[]) is 'Invoices that a text in capitals names shortly after a whole number (p_whole), of its year and its client: "INV-2026-0190 + 0261", "/0261", ", 261", "und 0261".';

comment on function private.whole_numbers(public.bank_entries) is 'The numbers of our papers that an entry names in full, with or without our letters.';

comment on function private.wrong_number(public.bank_entries) is 'That an entry names an invoice of one client, and its payer is another: one of whom an invoice is open over exactly this amount, or the named one is paid. A sentence; null
where the payer fits the number.';

reset check_function_bodies;
