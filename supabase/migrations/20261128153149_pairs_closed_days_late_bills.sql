set check_function_bodies = off;

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
  elsif v_is_deposit then
    v_settled := '[]';
    v_fits := p_amount = p_due;
  elsif v_same <> '[]' then
    v_settled := jsonb_build_array(v_same -> 0);
    v_fits := jsonb_array_length(v_same) = 1;
  else
    v_fits := p_open <> '[]' and p_amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(p_open) as one);
    if not v_fits then
      v_pairs := private.pairs_of_papers(p_open, p_amount);
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

create or replace function private.pairs_of_papers(p_open jsonb, p_amount numeric) returns jsonb
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

create or replace function private.reading_with_credit(p_reading jsonb, p_amount numeric, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when c.credit > 0 and p_amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(p_open) as one) - c.credit
      and not (p_reading ->> 'fits')::boolean and not (p_reading ->> 'is_deposit')::boolean and p_reading ->> 'same' = '0' and p_reading ->> 'pairs' = '0'
      and jsonb_array_length(p_reading -> 'named') in (0, jsonb_array_length(p_open))
    then p_reading || jsonb_build_object('fits', true, 'left', '0.00', 'uses_credit', private.amount_text(c.credit),
      'parts', (select jsonb_agg(one || jsonb_build_object('amount', one ->> 'balance') order by place) from jsonb_array_elements(p_open) with ordinality as listed (one, place)),
      'credit_from', (select jsonb_agg(f.id order by f.id) from (
        select p.id from public.payments p
         where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0
        union all
        select n.id from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0) as f))
    else p_reading end
    from (select private.client_credit(p_contact_id) as credit) as c
  );
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
    case when p_reading ? 'uses_credit' then format('The amount is what is open less %s of credit, which settles the rest.', p_reading ->> 'uses_credit')
      when (p_reading ->> 'fits')::boolean and p_reading -> 'parts' <> '[]' then case when jsonb_array_length(p_reading -> 'parts') = 1
        then format('The amount is what is open of %s.', p_reading -> 'parts' -> 0 ->> 'number') else 'The amount is what is open of them together.' end
      when (p_reading ->> 'fits')::boolean then 'The amount is the deposit.'
      when (p_reading ->> 'same')::integer > 1 and p_reading -> 'named' = '[]' then format('%s open invoices have this amount.', p_reading ->> 'same')
      when p_reading ->> 'pairs' = '1' then format('The amount is what is open of %s and %s together.', p_reading -> 'parts' -> 0 ->> 'number',
        p_reading -> 'parts' -> 1 ->> 'number')
      when (p_reading ->> 'pairs')::integer > 1 then format('%s pairs of open invoices come to this amount.', p_reading ->> 'pairs')
      when (p_reading ->> 'left')::numeric > 0 then format('%s more than is open.', p_reading ->> 'left')
      else 'The amount is a part of what is open.' end], null) from named n
  );
end $$;

create or replace function private.entry_in_books(p_entry public.bank_entries, p_worth numeric) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
  v_day constant date := private.day_in_books(p_entry.booked_on);
begin
  if v_day <> p_entry.booked_on then
    p_entry.remittance := left(concat_ws(' · ', format('booked by the bank on %s', to_char(p_entry.booked_on, 'FMDD Mon YYYY')), p_entry.remittance), 1000);
    p_entry.booked_on := v_day;
  end if;
  if p_entry.currency = v_currency then
    if p_worth <> p_entry.amount then
      perform private.refuse('22023', format('This entry is in %s: its amount is what it is worth', v_currency));
    end if;
    return p_entry;
  elsif p_worth is null then
    perform private.refuse('PT409', format('This entry is in %s. Please say what it is worth in %s.', p_entry.currency, v_currency));
  elsif not coalesce(p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_entry.other_currency = v_currency and p_entry.other_amount <> p_worth then
    perform private.refuse('PT409', format('The bank says that this is worth %s', private.money_words(p_entry.other_amount, v_currency)));
  end if;
  -- What the bank booked stays with what is recorded: it is the beginning of its reference.
  p_entry.remittance := left(concat_ws(' · ', private.money_words(p_entry.amount, p_entry.currency), p_entry.remittance), 1000);
  p_entry.amount := p_worth;
  p_entry.currency := v_currency;
  return p_entry;
end $$;

create or replace function private.day_in_books(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(p_day, (select b.closed_to + 1 from public.book_closings b where b.scope = 'everybody' order by b.place desc limit 1));
end $$;

create or replace function private.with_day_in_books(p_match jsonb, p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when d.day = p_entry.booked_on or p_match ->> 'kind' in ('recorded', 'return') or p_match ? 'refund_id'
      or p_match ->> 'is_recorded' = 'true' or (p_match ? 'payment_id' and not p_match ? 'kind') then p_match
    else p_match || jsonb_build_object('reasons', coalesce(p_match -> 'reasons', '[]') || to_jsonb(format('%s is closed: it is booked on %s.',
      to_char(p_entry.booked_on, 'FMDD Mon YYYY'), to_char(d.day, 'FMDD Mon YYYY')))) end
    from (select private.day_in_books(p_entry.booked_on) as day) as d
  );
end $$;

create or replace function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
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
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := case when v_row.discount_until >= v_day and v_row.paid = 0 then private.vat_of(v_row.net + v_row.vat, v_row.discount_pct) else 0 end;
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
    elsif v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.money_words(v_row.open)));
    end if;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_part.amount, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
  end loop;
  return v_ids;
end $$;

create or replace function private.book_client_return(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_fee constant numeric := case when coalesce(p_choice ->> 'fee', '0') ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' then coalesce((p_choice ->> 'fee')::numeric, 0) end;
  v_off jsonb;
begin
  perform private.must('payments', 'edit', 'take payments back');
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
  perform private.check_client_return(p_entry, v_payment, v_fee);
  v_off := private.take_off_invoices(v_payment.id);
  select * into v_payment from public.payments where id = v_payment.id;
  return jsonb_build_object('fee', v_fee, 'taken_off', v_off, 'refund_id', private.keep_refund(v_payment, null, v_payment.amount,
    left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(
      (select e.booked_on from public.bank_entries e where e.id = p_entry.id))), p_entry.remittance), 500), auth.uid(), p_entry.booked_on));
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
  v_return := private.return_match(p_entry);
  if v_return is null and private.entry_doubts(p_entry, v_is_recorded) = '{}' then
    return v_matches;
  end if;
  v_is_double := not v_is_recorded and private.settled_before(p_entry) is not null;
  return case when v_return is null then '[]' else jsonb_build_array(v_return) end || coalesce((
    select jsonb_agg(case when v_is_double then private.kept_as_credit(one, p_entry) else one end || '{"is_sure": false}' order by place)
      from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;

create or replace function private.late_bills(p_from date, p_to date)
returns table (id uuid, number text, supplier_name text, invoice_date date, booked_on date)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select s.id, s.supplier_number, private.client_label(c), s.invoice_date, s.booked_on
      from public.supplier_invoices s join public.contacts c on c.id = s.supplier_id
     where s.booked_on > s.invoice_date and s.status <> 'disputed'
       and (s.booked_on between p_from and p_to or s.invoice_date between p_from and p_to)
     order by s.booked_on, s.invoice_date, s.supplier_number limit 500;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.late_bills(date, date)');

comment on function private.entry_in_books(public.bank_entries,numeric) is 'An entry as the books take it: in their own currency and on an open day. Of another currency it is what the bank says that it is worth, else what
the person says (p_worth). Its text begins with what the bank booked, and with its day where that one is closed.';

comment on function private.reading_of_amount(numeric,pg_catalog.jsonb,pg_catalog.text[],numeric) is 'What an amount settles of a client, the plainest reading first: the invoices that are named, the deposit (p_due), one invoice over it,
all that is open, two invoices that come to it, else the oldest due first. {named, same: how many have this amount, is_deposit, parts, left, fits: it
is exactly that, pairs: how many two come to it}. Two that nobody named are a guess: they do not make it fit.';

comment on function private.day_in_books(pg_catalog.date) is 'The day on which an entry of the bank is booked: its own, or the first open one where that is closed for everybody.';

comment on function private.late_bills(pg_catalog.date,pg_catalog.date) is 'The bills of suppliers that count on another day than their own, because that one was closed when they came: booked in these days, or dated in them.
Disputed ones are left out. At most 500.';

comment on function private.pairs_of_papers(pg_catalog.jsonb,numeric) is 'The pairs of open papers, as open_papers lists them, that come to an amount, the oldest first; of the first 60.';

comment on function private.with_day_in_books(pg_catalog.jsonb,public.bank_entries) is 'A suggestion that says on which day it is booked where the day of the bank is closed. One that only links says nothing.';

comment on function public.late_bills(pg_catalog.date,pg_catalog.date) is 'The bills of suppliers that count on another day than their own, because that one was closed when they came: booked in these days, or dated in them.
Disputed ones are left out. At most 500.';

reset check_function_bodies;
