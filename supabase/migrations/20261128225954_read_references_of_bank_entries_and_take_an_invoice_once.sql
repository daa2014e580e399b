set check_function_bodies = off;

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql immutable set search_path = ''
as $$
begin
  return query select distinct m[1] || '-' || m[2] || '-' || m[3]
    from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference)),
      '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m;
end $$;

create or replace function private.rival_entry(p_entry public.bank_entries)
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
     and e.amount <= o.balance and e.amount + p_entry.amount > o.balance and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and (o.number in (select private.numbers_named(e)) or private.is_named(private.debit_text(e), o.number))
   order by e.booked_on, e.id, o.number limit 1
  );
end $$;

create or replace function private.settled_before(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number) where p_entry.direction = 'in'
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
       and (private.is_named(private.debit_text(p_entry), v.supplier_number)
         or private.is_named(private.debit_text(p_entry), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
  );
end $$;

create or replace function private.taken_paper(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
declare
  v_earlier public.bank_entries;
  v_own jsonb;
  v_papers uuid[];
  v_number text;
begin
  if p_entry.direction <> 'in' then
    return null;
  end if;
  for v_earlier in
    select e.* from public.bank_entries e
     where e.status = 'open' and e.direction = 'in' and e.currency = p_entry.currency and e.return_info is null
       and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
       and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
       and (e.amount = p_entry.amount or e.party_iban = p_entry.party_iban or private.plain_name(e.party_name) = private.plain_name(p_entry.party_name))
     order by e.booked_on, e.created_at, e.position, e.id
  loop
    v_own := coalesce(v_own, private.raw_matches(p_entry) -> 0, '{}');
    v_papers := coalesce(v_papers, array(select (part ->> 'invoice_id')::uuid from jsonb_array_elements(v_own -> 'parts') as part));
    exit when not coalesce((v_own ->> 'is_sure')::boolean, false) or v_papers = '{}';
    select part ->> 'number' into v_number
      from (select private.raw_matches(v_earlier) -> 0 as best) as m, jsonb_array_elements(m.best -> 'parts') as part
     where (m.best ->> 'is_sure')::boolean and (part ->> 'invoice_id')::uuid = any (v_papers) limit 1;
    if found then
      return format('the entry of %s over %s settles %s too.', private.day_in_words(v_earlier.booked_on),
        private.money_words(v_earlier.amount, v_earlier.currency), v_number);
    end if;
  end loop;
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
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null), private.rival_entry(p_entry),
      private.taken_paper(p_entry))], null)
    from public.company_settings s
  );
end $$;

revoke execute on all routines in schema private from public;

comment on function private.debit_text(public.bank_entries) is 'All that an entry says: its text, the order and the reference of the bank.';

comment on function private.numbers_named(public.bank_entries) is 'The numbers of invoices, orders, statements and quotations in the text and the references of an entry, as they are written here.';

comment on function private.taken_paper(public.bank_entries) is 'That an earlier open entry surely settles an invoice which this one would surely settle, as a sentence; null when none does.';

reset check_function_bodies;
