set check_function_bodies = off;

create or replace function private.confirm_shown_entries(p_shown jsonb, p_whole boolean default false)
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
      or e.id in (select private.returned_entry(r) from public.bank_entries r where p_shown ? r.id::text and r.status = 'open')
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

create or replace function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql immutable set search_path = ''
as $$
begin
  return query select distinct m[1] || '-' || m[2] || '-' || m[3]
    from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
      '(?<![A-Z])(INV|SO|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m;
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
       and private.is_named(concat_ws(' ', p_entry.remittance, p_entry.end_to_end), v.supplier_number)
  )
  select format('the entry of %s over %s names %s too, and only %s of it is open.', private.day_in_words(e.booked_on),
           private.money_words(e.amount, e.currency), o.number, private.money_words(o.balance, e.currency))
    from open_papers o
    join public.bank_entries e on e.status = 'open' and e.direction = p_entry.direction and e.currency = p_entry.currency
     and e.amount <= o.balance and e.amount + p_entry.amount > o.balance and e.booked_on between p_entry.booked_on - 60 and p_entry.booked_on
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and (o.number in (select private.numbers_named(e)) or private.is_named(concat_ws(' ', e.remittance, e.end_to_end), o.number))
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
        case when p_entry.other_currency = s.currency then format('The bank says that it is worth %s.', private.money_words(p_entry.other_amount, s.currency))
          else format('Please say what it is worth in %s.', s.currency) end) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null), private.rival_entry(p_entry))], null)
    from public.company_settings s
  );
end $$;

create or replace function private.sure_entries(p_direction text default null, p_after uuid default null)
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
  ), best as materialized (
    select l.id, row_number() over (order by l.booked_on, l.id) as place, m.best, private.papers_of_match(m.best) as papers
      from looked l, lateral (select private.shown_matches(l.*::public.bank_entries) -> 0 as best) as m
     where (m.best ->> 'is_sure')::boolean
  )
  select jsonb_build_object(
           'sure', coalesce((
             select jsonb_object_agg(b.id, b.best ->> 'seen') from best b
              where not exists (select from best e where e.place < b.place and e.papers && b.papers)), '{}'),
           'next', case when count(*) = v_most then (select n.id from looked n order by n.booked_on desc, n.id desc limit 1) end)
    into v_answer from looked;
  return v_answer;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.sure_entries(pg_catalog.text,pg_catalog.uuid) is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, next: where to go on, or null}.
Of entries that settle the same paper only the first: what it leaves is known when it is booked.';

comment on function public.sure_entries(pg_catalog.text,pg_catalog.uuid) is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, next: where to go on, or null}.
Of entries that settle the same paper only the first: what it leaves is known when it is booked.';

comment on function private.numbers_named(public.bank_entries) is 'The numbers of invoices, orders and quotations in the text of an entry, as they are written here.';

comment on function private.rival_entry(public.bank_entries) is 'That an earlier open entry names the same paper, and that both together are more than is open, as a sentence; null when none does.';

reset check_function_bodies;
