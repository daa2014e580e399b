set check_function_bodies = off;

create or replace function private.client_label(p_contact public.contacts) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return (
  select coalesce(case p_contact.type when 'Business' then nullif(btrim(p_contact.company), '') end, private.contact_label(to_jsonb(p_contact)))
  );
end $$;

create or replace function private.plain_name(p_name text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
  select btrim(regexp_replace(regexp_replace(private.folded(p_name), '[^a-z0-9 ]', '', 'g'),
    '\m(the|ltd|limited|plc|llc|gmbh|ag|srl|spa|sarl|sa|bv|co|company|mr|mrs|ms|dr)\M', '', 'g'))
  );
end $$;

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.bank_clients(p_entry public.bank_entries) returns table(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with words as (
    select distinct m[1] || '-' || m[2] || '-' || m[3] as number
      from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
        '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
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
  ), guesses as (
    select o.contact_id
      from (select v.contact_id, bool_or(v.balance = p_entry.amount) as amount_fits from public.invoices v
             where v.status in ('issued', 'partly_paid') and v.balance > 0 and not exists (select from evidence) group by v.contact_id) as o
      join public.contacts c on c.id = o.contact_id
     where o.amount_fits
        or extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.deposit_amount - o.deposit_paid = p_entry.amount
       and not exists (select from evidence)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id;
end $$;

create or replace function private.open_papers(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'balance', private.amount_text(v.balance))
           order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
  );
end $$;

create or replace function private.reading_with_credit(p_reading jsonb, p_amount numeric, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when c.credit > 0 and p_amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(p_open) as one) - c.credit
      and not (p_reading ->> 'fits')::boolean and not (p_reading ->> 'is_deposit')::boolean and p_reading ->> 'same' = '0'
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
      when (p_reading ->> 'left')::numeric > 0 then format('%s more than is open.', p_reading ->> 'left')
      else 'The amount is a part of what is open.' end], null) from named n
  );
end $$;

create or replace function private.recorded_receipt(p_entry public.bank_entries, p_contact_id uuid) returns public.payments
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select p.* into v_payment from public.payments p
   where p.contact_id = p_contact_id and p.direction = 'in' and p.method in ('bank', 'other') and p.amount = p_entry.amount
     and p.status = 'succeeded' and abs(p.received_on - p_entry.booked_on) <= 10
     and not exists (select from public.bank_entries e where e.payment_id = p.id)
   order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
  return v_payment;
end $$;

create or replace function private.names_invoice(p_entry public.bank_entries, p_invoice public.supplier_invoices) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
  select private.is_named(private.debit_text(p_entry), p_invoice.supplier_number)
      or private.is_named(private.debit_text(p_entry), p_invoice.payment_reference)
  );
end $$;

create or replace function private.owing_suppliers(p_entry public.bank_entries)
  returns table (supplier_id uuid, is_named boolean, has_amount boolean, is_account boolean, paid_before boolean, papers jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with owed as (
    select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
           case when v.discount_until >= p_entry.booked_on and v.paid = 0 then private.vat_of(v.net + v.vat, v.discount_pct) else 0 end as discount,
           private.names_invoice(p_entry, v) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) as is_account
      from public.supplier_invoices v
     where v.status in ('received', 'approved', 'scheduled', 'part_paid') and v.open > 0 and v.currency = p_entry.currency
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

create or replace function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts, s.is_deposit,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'amount', private.amount_text(a.amount))
                      order by v.invoice_number, a.id), '[]') as parts, coalesce(bool_or(v.kind = 'deposit'), false) as is_deposit,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from public.payment_allocations a join public.invoices v on v.id = a.invoice_id where a.payment_id = p.id) as s
     where p.direction = 'in' and p.status = 'succeeded' and p.refunded = 0 and p.open < p.amount
       and p.amount between p_entry.amount - 50 and p_entry.amount and p.received_on between p_entry.booked_on - 400 and p_entry.booked_on
       -- The bank says itself which entry comes back: that one is suggested as a return of it.
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.id = private.returned_entry(p_entry))
  ), likely as (
    select r.*, row_number() over (order by r.is_named desc, r.is_account desc, r.fee, r.received_on desc, r.payment_number) as place
      from receipts r where r.is_named or (r.fee = 0 and (r.is_account or r.is_alike))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'client_return', 'name', l.name, 'contact_id', l.contact_id, 'payment_id', l.id,
      'payment_number', l.payment_number, 'received_on', l.received_on, 'parts', l.parts, 'fee', case when l.fee > 0 then private.amount_text(l.fee) end,
      'is_sure', false, 'score', 40 * l.is_named::integer + 25 * l.is_account::integer + 15 * (l.fee = 0)::integer + 10 * l.is_alike::integer,
      'obstacle', case when l.is_deposit then format('%s paid a deposit invoice: please credit that, and match this as a refund.', l.payment_number) end,
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then 'The text names this payment or what it paid.' end,
        case when l.is_account then 'It went to the account that the payment came from.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.fee = 0 then format('%s over the same amount came in on %s.', l.payment_number, private.day_in_words(l.received_on))
          else format('%s over %s came in on %s.', l.payment_number, private.amount_text(l.amount), private.day_in_words(l.received_on)) end], null))) order by l.place), '[]')
    from likely l where l.place <= 2
  );
end $$;

create or replace function private.shown_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(one || jsonb_build_object('seen', md5(one::text)) order by place), '[]')
    from jsonb_array_elements(private.entry_matches(p_entry)) with ordinality as listed (one, place)
  );
end $$;

create or replace function private.returned_entry(p_entry public.bank_entries)
  returns uuid language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select e.id from public.bank_entries e,
         lateral (select p_entry.return_info is not null or p_entry.search_text ~ '\m(returned?|reversal|retoure|ruckgabe|rucklastschrift|storno)\M' as is_told,
                         coalesce(e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED', false) as same_order,
                         coalesce(e.party_iban = p_entry.party_iban, false) as same_account) as alike
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on and e.direction <> p_entry.direction
     and e.currency = p_entry.currency and e.account_iban is not distinct from p_entry.account_iban and e.status <> 'ignored'
     -- Money to the account of a client that paid before is a refund, unless the bank says otherwise.
     and (alike.same_order or (alike.same_account and (alike.is_told or p_entry.direction = 'in'))
       or (alike.is_told and (private.plain_name(e.party_name) = private.plain_name(p_entry.party_name) or e.remittance = p_entry.remittance)))
   order by alike.same_order desc, alike.same_account desc, e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.twin_entry(p_entry public.bank_entries)
  returns date language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select e.booked_on from public.bank_entries e
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 20 and p_entry.booked_on and e.direction = p_entry.direction
     and e.currency = p_entry.currency and e.status <> 'ignored'
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and coalesce(e.party_iban = p_entry.party_iban, private.plain_name(e.party_name) = private.plain_name(p_entry.party_name), true)
     and (private.folded(e.remittance) = private.folded(p_entry.remittance) and p_entry.remittance is not null
       or e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED')
   order by e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.settled_before(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select distinct m[1] || '-' || m[2] || '-' || m[3] as number
      from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
        '(?<![A-Z])(INV|SO|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
     where p_entry.direction = 'in'
  ), named as (
    select v.* from words w join public.invoices v on v.invoice_number = w.number
    union all
    -- The number of an order, or of its quotation, means its deposit where exactly that was paid.
    select v.* from words w join public.orders o on o.order_number = w.number
        or o.quotation_id = (select q.id from public.quotations q where q.quotation_number = w.number)
      join public.invoices v on v.order_id = o.id and v.kind = 'deposit' and v.gross = p_entry.amount
     where o.deposit_paid >= o.deposit_amount
  ), paid as (
    select format('%s was paid by %s on %s.', n.invoice_number, p.payment_number, private.day_in_words(p.received_on)) as words, p.received_on as on_day
      from named n join public.payment_allocations a on a.invoice_id = n.id join public.payments p on p.id = a.payment_id
     where n.balance = 0 and not exists (select from named o where o.balance > 0)
    union all
    select format('%s was paid on %s.', v.supplier_number, private.day_in_words(s.paid_on)), s.paid_on
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id
     where p_entry.direction = 'out' and s.amount = p_entry.amount and s.reverses_id is null and v.open = 0
       and s.paid_on between p_entry.booked_on - 200 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and (private.is_named(concat_ws(' ', p_entry.remittance, p_entry.end_to_end), v.supplier_number)
         or private.is_named(concat_ws(' ', p_entry.remittance, p_entry.end_to_end), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
  );
end $$;

create or replace function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
  returns text[] language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select array_remove(array[
    case when p_entry.currency <> s.currency
      then format('It is in %s and the books are in %s: nothing is matched by itself. %s', p_entry.currency, s.currency,
        case when p_entry.other_currency = s.currency then format('The bank says that it is worth %s %s.', s.currency, private.amount_text(p_entry.other_amount))
          else format('Please say what it is worth in %s.', s.currency) end) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null))], null)
    from public.company_settings s
  );
end $$;

create or replace function private.is_recorded_before(p_matches jsonb) returns boolean language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select exists (select from jsonb_array_elements(p_matches) as one
    where one ->> 'kind' = 'recorded' or one ? 'refund_id' or (one ->> 'is_recorded')::boolean or (one ? 'payment_id' and not one ? 'kind'))
  );
end $$;

create or replace function private.kept_as_credit(p_match jsonb, p_entry public.bank_entries)
  returns jsonb language plpgsql immutable set search_path = ''
as $$
begin
  return (
  select case when p_entry.direction <> 'in' or p_match ?| array['order_id', 'payment_id'] then p_match
    else p_match - 'uses_credit' - 'credit_from' || jsonb_build_object('parts', '[]'::jsonb, 'credit', private.amount_text(p_entry.amount), 'reasons', (p_match -> 'reasons') - -1) end
  );
end $$;

create or replace function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case p_entry.direction when 'out' then private.bank_money_out(p_entry) else private.bank_matches(p_entry) end
  );
end $$;

create or replace function private.return_obstacle(p_of public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select format('Somebody recorded the payment of %s by hand: please match that entry first.', private.day_in_words(p_of.booked_on))
   where p_of.status = 'open' and private.is_recorded_before(
     case p_of.direction when 'in' then private.bank_matches(p_of) else private.bank_money_out(p_of) end)
  );
end $$;

create or replace function private.return_facts(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(jsonb_build_object('kind', 'return', 'entry_id', e.id, 'name', coalesce(e.party_name, p_entry.party_name), 'booked_on', e.booked_on,
      'is_booked', e.status = 'confirmed', 'payment_id', coalesce(e.payment_id, (
        select r.payment_id from public.bank_entry_payouts o join public.payment_refunds r on r.id = o.refund_id where o.entry_id = e.id limit 1)),
      'run_id', e.payment_run_id, 'is_sure', false,
      'parts', coalesce((
        select jsonb_agg(jsonb_build_object('invoice_id', p.id, 'number', p.number, 'amount', private.amount_text(p.amount)) order by p.number, p.id) from (
          select v.id, v.invoice_number as number, a.amount from public.payment_allocations a join public.invoices v on v.id = a.invoice_id where a.payment_id = e.payment_id
          union all
          select v.id, v.supplier_number, s.amount from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e where e.id = private.returned_entry(p_entry)
  );
end $$;

create or replace function private.return_match(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(f.facts || jsonb_build_object('obstacle', (
      select private.return_obstacle(e) from public.bank_entries e where e.id = (f.facts ->> 'entry_id')::uuid)))
    from private.return_facts(p_entry) as f (facts)
  );
end $$;

create or replace function private.client_credit(p_contact_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce((select sum(private.payment_free(p.id)) from public.payments p
           where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0), 0)
       + coalesce((select sum(n.open) from public.credit_notes n
           where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0), 0)
  );
end $$;

reset check_function_bodies;
