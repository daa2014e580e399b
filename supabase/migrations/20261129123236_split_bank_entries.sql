set check_function_bodies = off;

alter table public.bank_entries drop constraint bank_entries_status_is_known;

alter table public.bank_entries add column split_of uuid;

alter table public.bank_entries add column split_words text;

create or replace function private.check_bank_parts(p_entry public.bank_entries, p_parts jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_sum numeric;
begin
  if jsonb_typeof(p_parts) <> 'array' or jsonb_array_length(p_parts) not between 2 and 50 then
    perform private.refuse('22023', 'An entry is split into 2 to 50 parts');
  elsif exists (
    select from jsonb_to_recordset(p_parts) as p (id uuid, direction text, amount numeric)
     where p.id is null or not coalesce(p.direction in ('in', 'out'), false)
        or not coalesce(p.amount > 0 and p.amount < 1000000000 and p.amount = trunc(p.amount, 2), false))
  then
    perform private.refuse('22023', 'Each part is money in or out, with an amount above zero with two decimals');
  end if;
  select sum(case p.direction when p_entry.direction then p.amount else -p.amount end) into v_sum
    from jsonb_to_recordset(p_parts) as p (direction text, amount numeric);
  if v_sum <> p_entry.amount then
    perform private.refuse('22023', format('The parts come to %s, the entry to %s', private.money_words(v_sum, p_entry.currency),
      private.money_words(p_entry.amount, p_entry.currency)));
  end if;
end $$;

create or replace function private.split_bank_entry(p_id uuid, p_parts jsonb) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_digest constant text := md5(p_parts::text);
  v_row public.bank_entries;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'split' and v_row.decided_by = auth.uid() and v_row.decided_as = v_digest then
    return 0;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.split_of is not null then
    perform private.refuse('PT409', 'This is a part of an entry. Take the split back, and split the entry anew.');
  end if;
  perform private.check_bank_parts(v_row, p_parts);
  update public.bank_entries set status = 'split', decided_by = auth.uid(), decided_at = now(), decided_as = v_digest where id = p_id;
  insert into public.bank_entries (id, import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name, party_iban,
    remittance, end_to_end, bank_reference, split_of, split_words)
  select (p.part ->> 'id')::uuid, v_row.import_id, v_row.position, encode(sha256(convert_to(v_row.entry_key || '/' || p.place, 'utf8')), 'hex'),
         v_row.account_iban, v_row.booked_on, v_row.value_on, p.part ->> 'direction', (p.part ->> 'amount')::numeric, v_row.currency, v_row.party_name,
         v_row.party_iban, v_row.remittance, v_row.end_to_end, v_row.bank_reference, p_id, nullif(btrim(p.part ->> 'words'), '')
    from jsonb_array_elements(p_parts) with ordinality as p (part, place);
  return jsonb_array_length(p_parts);
end $$;

create or replace function private.join_bank_entry(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.bank_entries;
begin
  for v_part in select * from public.bank_entries e where e.split_of = p_id order by e.decided_at desc nulls last, e.id
  loop
    perform private.undo_bank_entry(v_part.id, p_reason);
  end loop;
  delete from public.bank_entries where split_of = p_id;
  update public.bank_entries set status = 'open', decided_by = null, decided_at = null, decided_as = null where id = p_id;
end $$;

create or replace function private.bank_accounts_as_at(p_on date)
returns table (account_iban text, currency text, first_day date, opening numeric, said_on date, said numeric, listed numeric, matched numeric, waiting numeric,
  waiting_count bigint, ignored numeric, ignored_count bigint, last_day date)
  language sql stable security definer set search_path = ''
as $$
  with accounts as (
    select i.account_iban, i.currency, min(i.first_day) as first_day, max(i.last_day) as last_day
      from public.bank_imports i where i.first_day <= p_on group by 1, 2
  ), entries as (
    select e.account_iban, e.currency, e.booked_on, e.status, e.split_of, case e.direction when 'in' then e.amount else -e.amount end as amount
      from public.bank_entries e where e.booked_on <= p_on
  )
  select a.account_iban, a.currency, a.first_day, begun.opening, told.last_day, told.closing, s.listed, s.matched, s.waiting, s.waiting_count, s.ignored,
         s.ignored_count, a.last_day
    from accounts a
    left join lateral (select i.first_day, i.opening from public.bank_imports i
                        where i.account_iban is not distinct from a.account_iban and i.currency = a.currency and i.opening is not null
                        order by i.first_day, i.created_at limit 1) as begun on true
    left join lateral (select i.last_day, i.closing from public.bank_imports i
                        where i.account_iban is not distinct from a.account_iban and i.currency = a.currency and i.closing is not null and i.last_day <= p_on
                        order by i.last_day desc, i.first_day desc, i.created_at desc limit 1) as told on true
   cross join lateral (
     select coalesce(sum(e.amount) filter (where e.split_of is null and e.booked_on between begun.first_day and told.last_day), 0) as listed,
            coalesce(sum(e.amount) filter (where e.status = 'confirmed'), 0) as matched,
            coalesce(sum(e.amount) filter (where e.status = 'open'), 0) as waiting, count(*) filter (where e.status = 'open') as waiting_count,
            coalesce(sum(e.amount) filter (where e.status = 'ignored'), 0) as ignored, count(*) filter (where e.status = 'ignored') as ignored_count
       from entries e where e.account_iban is not distinct from a.account_iban and e.currency = a.currency) as s
$$;

create or replace function private.open_entry(p_id uuid) returns public.bank_entries
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
begin
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status <> 'open' then
    perform private.refuse('PT409', format('%s %s this entry already', coalesce(private.person_label(v_row.decided_by), 'Somebody'),
      case v_row.status when 'confirmed' then 'confirmed' when 'split' then 'split' else 'ignored' end));
  end if;
  return v_row;
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
  elsif v_row.status in ('confirmed', 'split') and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'split' then
    perform private.join_bank_entry(p_id, p_reason);
    return;
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

create or replace function private.twin_entry(p_entry public.bank_entries)
  returns date language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select e.booked_on from public.bank_entries e
   where e.amount = p_entry.amount and e.booked_on between p_entry.booked_on - 20 and p_entry.booked_on and e.direction = p_entry.direction
     and e.currency = p_entry.currency and e.status <> 'ignored'
     and (e.booked_on, e.created_at, e.position, e.id) < (p_entry.booked_on, p_entry.created_at, p_entry.position, p_entry.id)
     and (p_entry.split_of is null or e.split_of is distinct from p_entry.split_of)
     and coalesce(e.party_iban = p_entry.party_iban, private.plain_name(e.party_name) = private.plain_name(p_entry.party_name), true)
     and (private.folded(e.remittance) = private.folded(p_entry.remittance) and p_entry.remittance is not null
       or e.end_to_end = p_entry.end_to_end and upper(e.end_to_end) <> 'NOTPROVIDED')
   order by e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.ledger_differences(p_to date) returns table (kind text, id uuid, number text)
  language sql stable security definer set search_path = ''
as $$
  select 'invoice', v.id, v.invoice_number from public.invoices v
   where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_to
     and ((v.net, v.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.invoice_vat t where t.invoice_id = v.id)
       or v.paid <> (select coalesce(sum(a.amount), 0) from public.payment_allocations a where a.invoice_id = v.id)
       or v.credited <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.invoice_id = v.id) + private.written_off(v.id))
  union all
  select 'credit_note', n.id, n.credit_number from public.credit_notes n
   where n.status not in ('draft', 'void') and n.issue_date <= p_to
     and ((n.net, n.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.credit_note_vat t where t.credit_note_id = n.id)
       or n.allocated <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.credit_note_id = n.id))
  union all
  select 'payment', p.id, p.payment_number from public.payments p
   where p.received_on <= p_to
     and (p.allocated <> (select coalesce(sum(a.amount), 0) from public.payment_allocations a where a.payment_id = p.id)
       or p.refunded <> (select coalesce(sum(r.amount), 0) from public.payment_refunds r where r.payment_id = p.id))
  union all
  select 'supplier_invoice', s.id, s.supplier_number from public.supplier_invoices s
   where s.booked_on <= p_to
     and s.paid <> (select coalesce(sum(x.amount), 0) from public.supplier_payments x where x.supplier_invoice_id = s.id)
  union all
  select 'bank_entry', e.id, coalesce(e.party_name, 'Bank entry') from public.bank_entries e
   where e.booked_on <= p_to and e.status = 'split'
     and e.amount <> (select coalesce(sum(case p.direction when e.direction then p.amount else -p.amount end), 0)
                        from public.bank_entries p where p.split_of = e.id)
$$;

alter table public.bank_entries add constraint bank_entries_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'confirmed'::text, 'ignored'::text, 'split'::text]));

alter table public.bank_entries add constraint bank_entries_parts_are_not_split CHECK (split_of IS NULL OR status <> 'split'::text);

alter table public.bank_entries add constraint bank_entries_split_of_fkey FOREIGN KEY (split_of) REFERENCES public.bank_entries(id) ON DELETE CASCADE;

alter table public.bank_entries add constraint bank_entries_split_words_length CHECK (split_words IS NULL OR split_of IS NOT NULL AND char_length(split_words) <= 200);

revoke execute on all routines in schema private from public;

call private.offer('private.split_bank_entry(uuid, jsonb)');

create index credit_notes_network_status_idx on public.credit_notes (network_status, created_at desc, id desc) where network_status is not null;

create index bank_entries_split_of_idx on public.bank_entries (split_of);

comment on function private.ledger_differences(pg_catalog.date) is 'Papers up to a day whose totals are not the sum of their parts: VAT tables, allocations, refunds, payments to suppliers, parts of bank entries. None, unless a row was damaged.';

comment on function private.undo_bank_entry(pg_catalog.uuid,pg_catalog.text) is 'An entry is undecided again. What its confirmation recorded, a payment, payments to suppliers or a refund, is reversed by records
of their own, and a payment run waits for the bank again; what was recorded by hand stays and is only unlinked. A split one is whole again.';

comment on function public.undo_bank_entry(pg_catalog.uuid,pg_catalog.text) is 'An entry is undecided again. What its confirmation recorded, a payment, payments to suppliers or a refund, is reversed by records
of their own, and a payment run waits for the bank again; what was recorded by hand stays and is only unlinked. A split one is whole again.';

comment on function private.check_bank_parts(public.bank_entries,pg_catalog.jsonb) is 'Refuses, in words, parts that are no amounts or do not come to the entry. A part the other way, such as a charge that the bank kept, counts against it.';

comment on function private.join_bank_entry(pg_catalog.uuid,pg_catalog.text) is 'A split entry is one again, and undecided: what its parts recorded is reversed, and they go. All or none.';

comment on function private.split_bank_entry(pg_catalog.uuid,pg_catalog.jsonb) is 'Splits an open entry into parts, [{id, direction, amount, words}], that come to it. Each part is then decided as an entry: a client, a supplier, an account. The same
call of the same person again changes nothing. How many parts there are now.';

comment on function public.split_bank_entry(pg_catalog.uuid,pg_catalog.jsonb) is 'Splits an open entry into parts, [{id, direction, amount, words}], that come to it. Each part is then decided as an entry: a client, a supplier, an account. The same
call of the same person again changes nothing. How many parts there are now.';

comment on column public.bank_entries.split_of is 'It is a part of this entry, which is split: its parts are decided, and come to it.';

comment on column public.bank_entries.split_words is 'What a person wrote about a part.';

reset check_function_bodies;
