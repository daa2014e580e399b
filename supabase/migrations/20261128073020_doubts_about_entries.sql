-- Double and returned payments, other currencies and repeated entries are named, and never sure.

alter table public.bank_entries
  add column return_info text,
  add column search_text text not null generated always as (private.folded(coalesce(party_name, '') || ' ' || coalesce(remittance, '') || ' '
    || coalesce(end_to_end, '') || ' ' || coalesce(bank_reference, '') || ' ' || coalesce(party_iban, '') || ' ' || amount::text)) stored,
  add constraint bank_entries_return_info_length check (char_length(return_info) <= 200);
comment on column public.bank_entries.return_info is 'What the bank says of a payment that came back; null: it does not say that this is one.';
comment on column public.bank_entries.search_text is 'What a search looks through: name, texts, reference, account and amount, folded.';
create index bank_entries_search_text_idx on public.bank_entries using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index bank_entries_amount_idx on public.bank_entries (amount, booked_on);
create index bank_entries_by_amount_idx on public.bank_entries (status, amount desc, id desc);

-- ------------------------------------------------------------------------------------------------------- doubts

create function private.day_in_words(p_day date) returns text language sql immutable set search_path = ''
as $$ select to_char(p_day, 'FMDD FMMonth') $$;

create function private.returned_entry(p_entry public.bank_entries)
  returns uuid language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.returned_entry is 'The earlier entry that this one gives back: the same amount the other way, of the same order or account, within 60 days; null when there is none.';

create function private.twin_entry(p_entry public.bank_entries)
  returns date language sql stable security definer set search_path = ''
as $$
  select e.booked_on from public.bank_entries e
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 20 and p_entry.booked_on and e.direction = p_entry.direction
     and e.currency = p_entry.currency and e.status <> 'ignored'
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and coalesce(e.party_iban = p_entry.party_iban, private.plain_name(e.party_name) = private.plain_name(p_entry.party_name), true)
     and (private.folded(e.remittance) = private.folded(p_entry.remittance) and p_entry.remittance is not null
       or e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED')
   order by e.booked_on desc, e.id limit 1
$$;
comment on function private.twin_entry is 'The day of an earlier entry of the same payer or payee with the same amount and the same text, within 20 days; null when there is none.';

create function private.settled_before(p_entry public.bank_entries)
  returns text language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.settled_before is 'That the paper which an entry names is paid already, as a sentence; null when one of them is open.';

create function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
  returns text[] language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when p_entry.currency <> s.currency
      then format('It is in %s and the books are in %s: nothing is matched by itself. Please record it by hand, and ignore it here.', p_entry.currency, s.currency) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    (select format('This looks like a double payment: the same amount with the same text %s on %s.',
       case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day)) from private.twin_entry(p_entry) as t (day) where t.day is not null),
    (select 'This looks like a double payment: ' || t.words from private.settled_before(p_entry) as t (words) where t.words is not null and not p_is_recorded)], null)
    from public.company_settings s
$$;
comment on function private.entry_doubts is 'Why a person must look at an entry, in sentences. p_is_recorded: somebody recorded its payment by hand, so a paper that is paid is no doubt.';

create function private.return_match(p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.return_match is 'The suggestion that an entry gives an earlier one back, with the papers that are open again then; null where it gives none back.';

create function private.entry_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches constant jsonb := case p_entry.direction when 'in' then private.bank_matches(p_entry) else private.bank_money_out(p_entry) end;
  v_return jsonb;
begin
  if p_entry.status <> 'open' then
    return '[]';
  end if;
  v_return := private.return_match(p_entry);
  if v_return is null and private.entry_doubts(p_entry, private.is_recorded_before(v_matches)) = '{}' then
    return v_matches;
  end if;
  return case when v_return is null then '[]' else jsonb_build_array(v_return) end || coalesce((
    select jsonb_agg(one || '{"is_sure": false}' order by place) from jsonb_array_elements(v_matches) with ordinality as listed (one, place)), '[]');
end $$;
comment on function private.entry_matches is 'The suggestions for an open entry, the best first. One that gives a payment back comes first. With a doubt none is sure.';

create function private.is_recorded_before(p_matches jsonb) returns boolean language sql immutable set search_path = ''
as $$
  select exists (select from jsonb_array_elements(p_matches) as one
    where one ->> 'kind' = 'recorded' or one ? 'refund_id' or (one ->> 'is_recorded')::boolean or (one ? 'payment_id' and not one ? 'kind'))
$$;
comment on function private.is_recorded_before is 'Whether a suggestion links to what somebody recorded by hand.';

create or replace function private.shown_matches(p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(one || jsonb_build_object('seen', md5(one::text)) order by place), '[]')
    from jsonb_array_elements(private.entry_matches(p_entry)) with ordinality as listed (one, place)
$$;

create or replace function private.best_match(p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.entry_matches(p_entry) -> 0
$$;

drop function public.bank_suggestions(uuid[]);
drop function private.bank_suggestions(uuid[]);
create function private.bank_suggestions(p_ids uuid[])
  returns table (entry_id uuid, matches jsonb, doubts text[]) language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please ask for 200 entries at most');
  end if;
  return query select e.id, m.shown, private.entry_doubts(e, private.is_recorded_before(m.shown))
    from public.bank_entries e, lateral (select private.shown_matches(e) as shown) as m
   where e.id = any (p_ids) and e.status = 'open';
end $$;
comment on function private.bank_suggestions is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back. doubts: why none is sure, in sentences. Amounts are text.';
call private.offer('private.bank_suggestions(uuid[])');

create function private.sure_entries(p_direction text default null, p_after uuid default null)
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
  )
  select jsonb_build_object('sure', coalesce(jsonb_object_agg(l.id, m.best ->> 'seen') filter (where (m.best ->> 'is_sure')::boolean), '{}'),
           'next', case when count(*) = v_most then (select n.id from looked n order by n.booked_on desc, n.id desc limit 1) end)
    into v_answer from looked l, lateral (select private.shown_matches(l.*::public.bank_entries) -> 0 as best) as m;
  return v_answer;
end $$;
comment on function private.sure_entries is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, next: where to go on, or null}.';
call private.offer('private.sure_entries(text, uuid)');

create or replace function private.bank_summary()
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
begin
  perform private.must('payments', 'view', 'see bank statements');
  return (
    select jsonb_build_object('open', count(*) filter (where e.direction = 'in'),
             'amount', private.amount_text(coalesce(sum(e.amount) filter (where e.direction = 'in' and e.currency = v_currency), 0)),
             'open_out', count(*) filter (where e.direction = 'out'),
             'amount_out', private.amount_text(coalesce(sum(e.amount) filter (where e.direction = 'out' and e.currency = v_currency), 0)),
             'other', coalesce((
               select jsonb_agg(jsonb_build_object('currency', o.currency, 'direction', o.direction, 'amount', private.amount_text(o.amount)) order by o.currency, o.direction)
                 from (select f.currency, f.direction, sum(f.amount) as amount from public.bank_entries f
                        where f.status = 'open' and f.currency <> v_currency group by f.currency, f.direction) as o), '[]'),
             'imports', (select count(*) from public.bank_imports), 'last_day', (select max(last_day) from public.bank_imports))
      from public.bank_entries e where e.status = 'open');
end $$;
comment on function private.bank_summary is 'What waits: how many entries came in and went out and are undecided, their sums in the currency of the books as text, those of other
currencies by themselves, how many files there are and until which day.';

-- ---------------------------------------------------------------------------------------------- decisions

create function private.give_back_invoices(p_ids uuid[])
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.supplier_invoices where id = any (p_ids) order by id for no key update;
  update public.supplier_invoices
     set status = case status when 'scheduled' then 'approved' else status end, scheduled_for = null
   where id = any (p_ids) and (status = 'scheduled' or scheduled_for is not null);
end $$;
comment on function private.give_back_invoices is 'Invoices of suppliers that no payment run holds any more are approved again, without a day.';

create function private.settle_return(p_id uuid, p_of_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_of public.bank_entries;
  v_reason text;
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
  v_paid := array(select o.supplier_payment_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.supplier_payment_id is not null order by 1);
  v_back := array(select o.refund_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.refund_id is not null order by 1);
  if v_of.status = 'confirmed' then
    perform private.undo_bank_entry(p_of_id, v_reason);
  end if;
  -- What was recorded by hand, and only linked, came back all the same.
  if v_of.payment_id is not null and not v_of.has_recorded then
    perform private.reverse_payment(v_of.payment_id, v_reason);
  end if;
  foreach v_one in array v_paid loop
    perform private.reverse_supplier_payment(v_one, v_reason);
  end loop;
  foreach v_one in array v_back loop
    perform private.reverse_refund(v_one, v_reason);
  end loop;
  perform private.fail_returned_items(v_paid, v_reason);
  update public.bank_entries
     set status = 'ignored', decided_by = auth.uid(), decided_at = now(), ignore_reason = case id when p_of_id then v_reason
       else format('It gives the payment of %s back.', private.day_in_words(v_of.booked_on)) end
   where id in (p_id, p_of_id);
end $$;
comment on function private.settle_return is 'An entry gives an earlier one back: what that one recorded is reversed by records of their own, and neither waits any more.';

create function private.fail_returned_items(p_payments uuid[], p_reason text)
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
  update public.payment_runs r set status = 'paid', paid_on = private.company_today()
   where r.id = any (v_runs) and r.status = 'exported'
     and exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'paid')
     and not exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'open');
end $$;
comment on function private.fail_returned_items is 'Payments of runs that the bank gave back are failed, and their invoices approved again.';

create or replace function private.confirm_shown_entries(p_shown jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
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
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', (select count(*) from jsonb_object_keys(p_shown)) - v_confirmed);
end $$;

create function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
  elsif p_entry.direction = 'out' then
    perform private.confirm_bank_payout(p_entry.id, p_match);
  else
    perform private.confirm_bank_entry(p_entry.id, (p_match ->> 'contact_id')::uuid,
      case when p_match -> 'order_id' is null and p_match -> 'payment_id' is null then (
        select coalesce(jsonb_agg(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount')), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid);
  end if;
end $$;
comment on function private.confirm_match is 'Books a suggestion for an entry. The caller locked its papers.';

create function private.ignore_bank_entries(p_ids uuid[], p_reason text)
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('22023', 'Please say why, in 500 characters at most');
  elsif not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  end if;
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  update public.bank_entries
     set status = 'ignored', ignore_reason = btrim(p_reason), decided_by = auth.uid(), decided_at = now()
   where id = any (p_ids) and status = 'open';
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.ignore_bank_entries is 'Entries that belong to nobody in the books, with one reason. Those that somebody decided about stay as they are. How many were ignored.';
call private.offer('private.ignore_bank_entries(uuid[], text)');

create function private.notice_bank_entries(p_ids uuid[])
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if not coalesce(cardinality(p_ids) between 1 and 200, false) then
    perform private.refuse('22023', 'Please choose 1 to 200 entries');
  elsif exists (select from public.bank_entries where id = any (p_ids) and status = 'ignored' and decided_by is distinct from auth.uid()) then
    perform private.must('payments', 'edit', 'take decisions of others about bank statements back');
  end if;
  perform from public.bank_entries where id = any (p_ids) order by booked_on, id for no key update;
  update public.bank_entries set status = 'open', ignore_reason = null, decided_by = null, decided_at = null
   where id = any (p_ids) and status = 'ignored';
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.notice_bank_entries is 'Ignored entries are undecided again. How many.';
call private.offer('private.notice_bank_entries(uuid[])');

create function private.undo_bank_import(p_id uuid)
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_imports;
  v_matched integer;
  v_names text;
begin
  perform private.must('payments', 'edit', 'take imports of bank statements back');
  -- One after the other with imports, which look for what is known.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if v_row.id is null then
    return 0;
  end if;
  perform from public.bank_entries where import_id = p_id order by booked_on, id for update;
  select count(*), string_agg(name, ', ' order by name) filter (where place <= 5) into v_matched, v_names from (
    select coalesce(p.payment_number, r.run_number, (
             select coalesce(v.supplier_number, q.payment_number) from public.bank_entry_payouts o
               left join public.supplier_payments s on s.id = o.supplier_payment_id left join public.supplier_invoices v on v.id = s.supplier_invoice_id
               left join public.payment_refunds f on f.id = o.refund_id left join public.payments q on q.id = f.payment_id
              where o.entry_id = e.id order by o.created_at, o.id limit 1), 'an entry') as name, row_number() over (order by e.position, e.id) as place
      from public.bank_entries e left join public.payments p on p.id = e.payment_id left join public.payment_runs r on r.id = e.payment_run_id
     where e.import_id = p_id and e.status = 'confirmed') as matched;
  if v_matched > 0 then
    perform private.refuse('PT409', format('%s of this file %s matched: %s%s. Please take %s back first.',
      case v_matched when 1 then 'One entry' else v_matched || ' entries' end, case v_matched when 1 then 'is' else 'are' end, v_names,
      case when v_matched > 5 then format(' and %s more', v_matched - 5) else '' end, case v_matched when 1 then 'it' else 'them' end));
  end if;
  delete from public.bank_entries where import_id = p_id;
  delete from public.bank_imports where id = p_id;
  return v_row.entries;
end $$;
comment on function private.undo_bank_import is 'Takes a file back with its entries, while nothing of it is matched; otherwise names what is. How many entries went.';
call private.offer('private.undo_bank_import(uuid)');

-- ------------------------------------------------------------------------------------------------------- import

create or replace function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  v_row public.bank_imports;
  v_hash text;
  v_bad record;
  v_read jsonb;
  v_count integer;
  v_repeated integer := 0;
begin
  perform private.must('payments', 'create', 'import bank statements');
  -- One import at a time: two people with the same file get one import and one refusal.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if found then
    return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', 0);
  elsif jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) = 0 then
    perform private.refuse('22023', 'This file has no booked entries');
  elsif jsonb_array_length(p_entries) > 5000 then
    perform private.refuse('22023', 'A bank statement may have 5000 entries at most. Please export a shorter time.');
  elsif coalesce(btrim(p_file ->> 'file_name'), '') = '' then
    perform private.refuse('22023', 'Please name the file');
  end if;
  v_hash := encode(sha256(convert_to(p_entries::text, 'UTF8')), 'hex');
  select * into v_row from public.bank_imports where content_hash = v_hash;
  if found then
    perform private.refuse('PT409', format('This bank statement was imported already, as %s on %s', v_row.file_name,
      to_char(v_row.created_at at time zone (select time_zone from public.company_settings), 'FMDD Month YYYY')));
  end if;
  select place, problem into v_bad
    from jsonb_array_elements(p_entries) with ordinality as listed (entry, place),
         lateral (select case
           when not coalesce(entry ->> 'amount' ~ '^[0-9]{1,9}\.[0-9]{2}$' and (entry ->> 'amount')::numeric > 0, false) then 'the amount cannot be read'
           when not coalesce(entry ->> 'direction' in ('in', 'out'), false) then 'it is neither money in nor money out'
           when not coalesce(private.is_day(entry ->> 'booked_on'), false) then 'the day cannot be read'
           when (entry ->> 'booked_on')::date > private.company_today() then 'it is booked in the future'
           when not private.is_day(entry ->> 'value_on') then 'the value day cannot be read'
           when not coalesce(entry ->> 'currency' ~ '^[A-Z]{3}$', false) then 'the currency cannot be read' end as problem) as checked
   where problem is not null order by place limit 1;
  if found then
    perform private.refuse('22023', format('Entry %s: %s. Nothing was imported.', v_bad.place, v_bad.problem));
  end if;
  select jsonb_agg(jsonb_build_object('place', place, 'entry', entry, 'first', first_place, 'key',
           encode(sha256(convert_to(about || '|' || alike, 'UTF8')), 'hex')) order by place)
    into v_read
    from (select place, entry, about, row_number() over (partition by about order by place) as alike,
                 case when private.bank_text(entry, 'bank_reference', 200) is not null then min(place) over (partition by about) end as first_place
            from jsonb_array_elements(p_entries) with ordinality as listed (entry, place),
                 lateral (select concat_ws('|', upper(coalesce(entry ->> 'account_iban', p_file ->> 'account_iban', '')), entry ->> 'booked_on',
                   entry ->> 'direction', entry ->> 'amount', entry ->> 'currency',
                   coalesce(private.bank_text(entry, 'bank_reference', 200), 'of ' || concat_ws('|', private.bank_text(entry, 'party_name', 200),
                     upper(entry ->> 'party_iban'), private.bank_text(entry, 'remittance', 1000), private.bank_text(entry, 'end_to_end', 200))))
                   as about) as named) as counted;
  -- The bank gives each entry a reference of its own: twice in a file is one entry twice, or a bank that does not.
  select (one ->> 'place')::integer as place, (one ->> 'first')::integer as first_place into v_bad
    from jsonb_array_elements(v_read) as one where (one ->> 'first')::integer < (one ->> 'place')::integer order by 1 limit 1;
  if found and not coalesce(p_file ->> 'repeated' in ('keep', 'leave out'), false) then
    perform private.refuse('22023', format('Entry %s has the bank''s reference, the day and the amount of entry %s. Please say whether it is the same payment.',
      v_bad.place, v_bad.first_place));
  elsif p_file ->> 'repeated' = 'leave out' then
    v_repeated := jsonb_array_length(v_read);
    select jsonb_agg(one) into v_read from jsonb_array_elements(v_read) as one where coalesce((one ->> 'first')::integer = (one ->> 'place')::integer, true);
    v_repeated := v_repeated - jsonb_array_length(v_read);
  end if;
  v_count := jsonb_array_length(v_read);
  select coalesce(jsonb_agg(one), '[]') into v_read
    from jsonb_array_elements(v_read) as one where not exists (select from public.bank_entries e where e.entry_key = one ->> 'key');
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
  insert into public.bank_entries (import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name,
    party_iban, remittance, end_to_end, bank_reference, return_info)
  select v_row.id, r.place, r.key, nullif(left(upper(coalesce(r.entry ->> 'account_iban', p_file ->> 'account_iban')), 34), ''),
         (r.entry ->> 'booked_on')::date, (r.entry ->> 'value_on')::date, r.entry ->> 'direction', (r.entry ->> 'amount')::numeric,
         r.entry ->> 'currency', private.bank_text(r.entry, 'party_name', 200),
         nullif(left(upper(regexp_replace(r.entry ->> 'party_iban', '\s', '', 'g')), 34), ''), private.bank_text(r.entry, 'remittance', 1000),
         private.bank_text(r.entry, 'end_to_end', 200), private.bank_text(r.entry, 'bank_reference', 200), private.bank_text(r.entry, 'return_info', 200)
    from jsonb_to_recordset(v_read) as r (place integer, key text, entry jsonb);
  return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', v_repeated);
end $$;
comment on function private.import_bank_file is 'Keeps the booked entries of a bank statement, all or none. p_file: {file_name, format (camt or csv), account_iban, currency,
opening, closing, repeated}; p_entries: [{booked_on, value_on, direction (in or out), amount, currency, party_name, party_iban,
remittance, end_to_end, bank_reference, return_info}], amounts as text. The same content, and a file of which every entry is known,
are refused in words; entries that an earlier file brought are left out. Entries that repeat a bank''s reference are refused until
repeated says keep or leave out. p_id: chosen by the caller, so that a repeated call imports once. Returns {id, entries, known, repeated}.';

revoke execute on function private.day_in_words(date), private.returned_entry(public.bank_entries), private.twin_entry(public.bank_entries),
  private.settled_before(public.bank_entries), private.entry_doubts(public.bank_entries, boolean), private.return_match(public.bank_entries),
  private.entry_matches(public.bank_entries), private.is_recorded_before(jsonb), private.give_back_invoices(uuid[]),
  private.settle_return(uuid, uuid), private.fail_returned_items(uuid[], text), private.confirm_match(public.bank_entries, jsonb) from public;
