set check_function_bodies = off;

drop routine private.taken_by_match(p_match jsonb);

create or replace function private.client_label(p_contact public.contacts) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return private.name_of_contact(p_contact.type, p_contact.name, p_contact.last_name, p_contact.company, p_contact.email);
end $$;

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql immutable rows 2 set search_path = ''
as $$
begin
  return query select distinct m[1] || '-' || m[2] || '-' || m[3]
    from regexp_matches(upper(coalesce(p_entry.split_words, concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference))),
      '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m;
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
  ), guesses as (
    select v.contact_id from public.invoices v
     where v.status in ('issued', 'partly_paid') and v.balance > 0 and v.balance = p_entry.amount and not exists (select from evidence)
    union
    select c.id from public.contacts c
     where private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email) operator(extensions.%) v_name and not exists (select from evidence)
       and exists (select from public.invoices v where v.contact_id = c.id and v.status in ('issued', 'partly_paid') and v.balance > 0)
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
         coalesce(extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id;
end $$;

create or replace function private.is_named(p_text text, p_number text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- An expression of its own for each number costs far more than a look at its signs.
  return char_length(regexp_replace(p_number, '[^A-Za-z0-9]', '', 'g')) >= 4
    and strpos(regexp_replace(upper(p_text), '[^A-Z0-9]', '', 'g'), regexp_replace(upper(p_number), '[^A-Z0-9]', '', 'g')) > 0
    and coalesce(upper(p_text)
      ~ ('(?<![A-Z0-9])' || array_to_string(array_remove(regexp_split_to_array(upper(p_number), '[^A-Z0-9]+'), ''), '[^A-Z0-9]{0,3}') || '(?![A-Z0-9])'), false);
end $$;

create or replace function private.debit_text(p_entry public.bank_entries) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(p_entry.split_words, concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
end $$;

create or replace function private.names_invoice(p_entry public.bank_entries, p_invoice public.supplier_invoices) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.is_named(private.debit_text(p_entry), p_invoice.supplier_number)
      or private.is_named(private.debit_text(p_entry), p_invoice.payment_reference);
end $$;

create or replace function private.records_of_match(p_match jsonb)
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

create or replace function private.papers_of_match(p_match jsonb) returns uuid[]
  language plpgsql immutable set search_path = ''
as $$
begin
  return array(select r.record from private.records_of_match(p_match) as r);
end $$;

create or replace function private.taken_paper(p_entry public.bank_entries)
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

create or replace function private.name_of_contact(p_type text, p_name text, p_last_name text, p_company text, p_email text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(case p_type when 'Business' then nullif(btrim(p_company), '') end, nullif(btrim(concat_ws(' ', p_name, p_last_name)), ''),
    nullif(btrim(p_company), ''), p_email);
end $$;

create or replace function private.contact_label(p_contact jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return private.name_of_contact(null, p_contact ->> 'name', p_contact ->> 'last_name', p_contact ->> 'company', p_contact ->> 'email');
end $$;

create or replace function private.plain_name(p_name text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(regexp_replace(private.folded(p_name), '[^a-z0-9 ]', '', 'g'),
    '\m(the|ltd|limited|plc|llc|gmbh|ag|srl|spa|sarl|sa|bv|co|company|mr|mrs|ms|dr)\M', '', 'g'));
end $$;

create or replace function private.name_at_banks(p_type text, p_name text, p_last_name text, p_company text, p_email text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.plain_name(private.name_of_contact(p_type, p_name, p_last_name, p_company, p_email));
end $$;

create or replace function private.union_state(p_vat_number text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace((regexp_match(p_vat_number,
    '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[A-Z0-9]*[0-9]'))[1], 'GR', 'EL');
end $$;

revoke execute on all routines in schema private from public;

grant execute on function private.name_of_contact to authenticated, service_role;
grant execute on function private.plain_name to authenticated, service_role;
grant execute on function private.name_at_banks to authenticated, service_role;

create index contacts_name_at_banks_idx on public.contacts
  using gin (private.name_at_banks(type, name, last_name, company, email) extensions.gin_trgm_ops);

create index invoices_open_balance_idx on public.invoices (balance) where status in ('issued', 'partly_paid') and balance > 0;

comment on function private.papers_of_match(pg_catalog.jsonb) is 'The ids of the records that a suggestion for a bank entry settles: see private.records_of_match.';

comment on function private.name_at_banks(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'What lists call a contact (private.client_label), as a bank may write it: entries of the bank find clients by it.';

comment on function private.name_of_contact(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'What a contact is called: a business (p_type Business) by its company, anybody else by name, else by company, else by address. Without p_type: by name first.';

comment on function private.records_of_match(pg_catalog.jsonb) is 'The records that a suggestion for a bank entry settles, with words for each: invoices, orders with their deposit, recorded payments, payment runs, recurring payments, and the credit
that it uses. All are locked before it is booked; is_taken: only one entry can settle it.';

reset check_function_bodies;
