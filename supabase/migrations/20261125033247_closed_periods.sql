set check_function_bodies = off;

drop trigger end_announced_paper on public.payment_allocations;

alter table public.payment_allocations drop constraint payment_allocations_amount_is_positive;

alter table public.payment_allocations add column reverses_id uuid;

-- Bills that are there count on their own date, as they did. That is nobody's act, so no trigger tells of it.
alter table public.supplier_invoices add column booked_on date;
alter table public.supplier_invoices disable trigger user;
update public.supplier_invoices set booked_on = invoice_date;
alter table public.supplier_invoices enable trigger user;
alter table public.supplier_invoices alter column booked_on set not null;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, v.issue_date, to_char(v.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'), 'all rates', 'purchases',
           s.net, s.vat
      from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency
       and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

create or replace function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts, s.is_deposit,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'amount', private.amount_text(a.amount))
                      order by v.invoice_number, v.id), '[]') as parts, coalesce(bool_or(v.kind = 'deposit'), false) as is_deposit,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
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
$$;

create or replace function private.return_facts(p_entry public.bank_entries)
  returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('kind', 'return', 'entry_id', e.id, 'name', coalesce(e.party_name, p_entry.party_name), 'booked_on', e.booked_on,
      'is_booked', e.status = 'confirmed', 'payment_id', coalesce(e.payment_id, (
        select r.payment_id from public.bank_entry_payouts o join public.payment_refunds r on r.id = o.refund_id where o.entry_id = e.id limit 1)),
      'run_id', e.payment_run_id, 'is_sure', false,
      'parts', coalesce((
        select jsonb_agg(jsonb_build_object('invoice_id', p.id, 'number', p.number, 'amount', private.amount_text(p.amount)) order by p.number, p.id) from (
          select v.id, v.invoice_number as number, sum(a.amount) as amount from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
           where a.payment_id = e.payment_id group by 1, 2 having sum(a.amount) > 0
          union all
          select v.id, v.supplier_number, s.amount from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e where e.id = private.returned_entry(p_entry)
$$;

create table public.book_closings (
  id         uuid primary key default gen_random_uuid(),
  place      bigint not null generated always as identity unique,
  scope      text not null,
  closed_to  date,
  reason     text,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint book_closings_scope_is_known check (scope in ('everybody', 'others')),
  constraint book_closings_day_is_believable check (closed_to between '2000-01-01' and '2100-01-01'),
  constraint book_closings_reason_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100)
);

create or replace function private.closed_to(p_scope text) returns date
  language sql stable security definer set search_path = ''
as $$
  select b.closed_to from public.book_closings b where b.scope = p_scope order by b.place desc limit 1
$$;

create or replace function private.books_closed_to() returns date
  language sql stable security definer set search_path = ''
as $$
  select greatest(private.closed_to('everybody'),
    case when not (private.is_server() or private.can('payments', 'edit')) then private.closed_to('others') end)
$$;

create or replace function private.first_open_day(p_day date) returns date
  language sql stable security definer set search_path = ''
as $$ select greatest(p_day, private.books_closed_to() + 1) $$;

-- A booking that is under way keeps a closing waiting, so that the books are not closed between its check and its end.
create or replace function private.refuse_closed_day(p_day date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_closed_to date;
begin
  if p_day is null then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('book_closings', 0));
  v_closed_to := private.books_closed_to();
  if p_day <= v_closed_to then
    perform private.refuse('PT409', format('The books are closed up to %s. Please choose a later day, or correct it by a record of today.',
      to_char(v_closed_to, 'FMDD Mon YYYY')));
  end if;
end $$;

create or replace function private.guard_closed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_free constant text[] := tg_argv[1:];
begin
  if v_old - v_free is distinct from v_new - v_free then
    perform private.refuse_closed_day((v_old ->> tg_argv[0])::date);
    perform private.refuse_closed_day((v_new ->> tg_argv[0])::date);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function private.close_books(p_to date, p_scope text default 'everybody', p_reason text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now date;
begin
  perform private.must('payments', 'edit', 'close the books');
  if not coalesce(p_scope in ('everybody', 'others'), false) then
    perform private.refuse('22023', 'Please say for whom the books are closed');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('book_closings', 0));
  v_now := private.closed_to(p_scope);
  if p_to is not distinct from v_now then
    return;
  elsif p_to >= private.company_today() then
    perform private.refuse('22023', 'Only days that are over can be closed');
  elsif p_to < '2000-01-01' then
    perform private.refuse('22023', 'Please choose a day of this century');
  elsif char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif p_to is null or p_to < v_now then
    if p_scope = 'everybody' and not (private.is_server() or private.my_role() = 'admin') then
      raise insufficient_privilege using message = 'Only an admin opens closed books again';
    elsif coalesce(btrim(p_reason), '') = '' then
      perform private.refuse('22023', 'Please say why the books are opened again');
    end if;
  end if;
  insert into public.book_closings (scope, closed_to, reason, created_by) values (p_scope, p_to, nullif(btrim(p_reason), ''), auth.uid());
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
$$;

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value) as (
    select 'bank_entries', null::numeric from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', v.net + v.vat from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', n.net + n.vat from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', t.net from private.to_invoice() as t where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', p.open from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'open_payments', p.open from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', s.gross from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'unpaid_runs', r.total from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null from private.ledger_differences(p_to)
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end from found f group by f.part;
end $$;

create or replace function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.* from public.supplier_invoices s where s.booked_on between p_from and p_to and s.status <> 'disputed'
  )
  select b.booked_on, b.supplier_number, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.booked_on, b.supplier_number, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz'
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
$$;

create or replace function private.release_allocation(p_id uuid, p_amount numeric default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_left numeric;
  v_part numeric;
begin
  select * into v_row from public.payment_allocations where id = p_id and reverses_id is null for update;
  select v_row.amount + coalesce(sum(a.amount), 0) into v_left from public.payment_allocations a where a.reverses_id = p_id;
  v_part := least(v_left, p_amount);
  if v_row.id is null or v_part <= 0 then
    return 0;
  elsif v_row.allocated_on <= private.books_closed_to() then
    insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, reverses_id, created_by)
    values (v_row.payment_id, v_row.invoice_id, -v_part, private.company_today(), p_id, auth.uid());
  elsif v_part = v_row.amount then
    delete from public.payment_allocations where id = p_id;
  else
    update public.payment_allocations set amount = amount - v_part where id = p_id;
  end if;
  return v_part;
end $$;

create or replace function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id;
  if v_row.id is null then
    return;
  end if;
  -- The payment and the invoice before what is between them, as every other act locks them.
  perform from public.payments where id = v_row.payment_id for no key update;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  if (select kind from public.invoices where id = v_row.invoice_id) = 'deposit' then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  perform private.release_allocation(p_id);
  perform private.refresh_payment(v_row.payment_id);
  perform private.refresh_invoice(v_row.invoice_id);
end $$;

create or replace function private.free_payments(p_note_id uuid, p_payment_id uuid default null, p_most numeric default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_paid public.payment_allocations;
  v_open numeric;
  v_part numeric;
begin
  select * into v_note from public.credit_notes where id = p_note_id;
  v_open := least(v_note.open, p_most);
  for v_paid in
    select * from public.payment_allocations
     where invoice_id = v_note.invoice_id and (p_payment_id is null or payment_id = p_payment_id)
       and reverses_id is null
     order by allocated_on desc, created_at desc, id for update
  loop
    exit when v_open <= 0;
    v_part := private.release_allocation(v_paid.id, v_open);
    continue when v_part = 0;
    perform private.refresh_payment(v_paid.payment_id);
    perform private.settle_by_credit(p_note_id, v_note.invoice_id, v_part);
    v_open := v_open - v_part;
  end loop;
  return least(v_note.open, p_most) - v_open;
end $$;

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.refuse_closed_day(v_row.received_on);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  update public.payments set contact_id = p_contact_id, order_id = null where id = p_id and contact_id <> p_contact_id;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.take_off_invoices(p_payment_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.payment_allocations;
  v_amount numeric;
  v_off jsonb := '[]';
begin
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_payment_id) order by id for no key update;
  for v_part in select * from public.payment_allocations where payment_id = p_payment_id and reverses_id is null
  loop
    v_amount := private.release_allocation(v_part.id);
    continue when v_amount = 0;
    perform private.refresh_invoice(v_part.invoice_id);
    v_off := v_off || jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount));
  end loop;
  perform private.refresh_payment(p_payment_id);
  return v_off;
end $$;

create or replace function private.book_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.booked_on := coalesce(new.booked_on, private.first_open_day(new.invoice_date));
  elsif (old.status = 'disputed') <> (new.status = 'disputed') then
    -- A disputed invoice is in no return: it leaves an open period, and comes back into one.
    if new.status = 'disputed' then
      perform private.refuse_closed_day(old.booked_on);
    else
      new.booked_on := private.first_open_day(new.booked_on);
    end if;
  end if;
  if tg_op = 'UPDATE' and new.invoice_date <> old.invoice_date and new.booked_on = old.booked_on then
    new.booked_on := private.first_open_day(case when old.booked_on = old.invoice_date then new.invoice_date else greatest(old.booked_on, new.invoice_date) end);
  end if;
  return new;
end $$;

create or replace function private.guard_closed_bill_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant public.supplier_invoice_items := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op <> 'UPDATE' or (old.description, old.qty, old.unit_price, old.vat_rate, old.net, old.vat, old.cost_account_id)
    is distinct from (new.description, new.qty, new.unit_price, new.vat_rate, new.net, new.vat, new.cost_account_id)
  then
    perform private.refuse_closed_day((select s.booked_on from public.supplier_invoices s where s.id = v_row.supplier_invoice_id and s.status <> 'disputed'));
  end if;
  return v_row;
end $$;

alter table public.payment_allocations add constraint payment_allocations_reversal_is_below_zero CHECK (amount <> 0::numeric AND (reverses_id IS NULL) = (amount > 0::numeric));

alter table public.payment_allocations add constraint payment_allocations_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES public.payment_allocations(id) ON DELETE RESTRICT;

alter table public.supplier_invoices add constraint supplier_invoices_booked_from_its_date CHECK (booked_on >= invoice_date AND booked_on <= '2101-01-01'::date);

alter table public.supplier_invoices add constraint supplier_invoices_booked_on_is_in_reach CHECK (booked_on >= '1900-01-01'::date AND booked_on < '10000-01-01'::date);

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.book_closings', '', p_audited => true, p_pages => '{invoices,payments,supplier-invoices}');

call private.offer('private.close_books(date, text, text)');

call private.offer('private.closing_checks(date)');

create index book_closings_created_by_idx on public.book_closings (created_by);

create index book_closings_scope_idx on public.book_closings (scope, place desc);

create index payment_allocations_reverses_id_idx on public.payment_allocations (reverses_id);

create index supplier_invoices_booked_on_idx on public.supplier_invoices (booked_on);

create or replace trigger append_only before update or delete on public.book_closings
  for each row execute function private.refuse_change();

create or replace trigger zz_guard_closed before insert or update or delete on public.credit_allocations
  for each row execute function private.guard_closed('allocated_on', 'created_by');

create or replace trigger zz_guard_closed before insert or update of issue_date on public.credit_notes
  for each row when (new.status not in ('draft', 'void')) execute function private.guard_closed('issue_date');

create or replace trigger zz_guard_closed before insert or update of issue_date on public.invoices
  for each row when (new.status not in ('draft', 'void')) execute function private.guard_closed('issue_date');

create or replace trigger end_announced_paper after insert on public.payment_allocations
  for each row when (new.amount > 0) execute function private.end_announced_paper();

create or replace trigger zz_guard_closed before insert or update or delete on public.payment_allocations
  for each row execute function private.guard_closed('allocated_on', 'created_by');

create or replace trigger zz_guard_closed before insert on public.payment_refunds
  for each row execute function private.guard_closed('refunded_on');

create or replace trigger zz_guard_closed before insert or update or delete on public.payments
  for each row execute function private.guard_closed('received_on', 'allocated', 'refunded', 'open', 'status', 'contact_id', 'order_id', 'row_version', 'created_by');

create or replace trigger zz_guard_closed before insert or update or delete on public.supplier_invoice_items
  for each row execute function private.guard_closed_bill_line();

create or replace trigger a_book before insert or update of status, invoice_date on public.supplier_invoices
  for each row execute function private.book_supplier_invoice();

create or replace trigger zz_guard_closed before update on public.supplier_invoices
  for each row when ('disputed' not in (old.status, new.status)) execute function private.guard_closed('booked_on', 'supplier_id', 'status', 'due_date', 'scheduled_for',
    'paid', 'discount_taken', 'open', 'gross', 'iban', 'payment_reference', 'file_path', 'file_name', 'read_from', 'note', 'dispute_reason', 'approved_by',
    'approved_at', 'discount_pct', 'discount_until', 'another_bill_reason', 'vat_confirmed_as', 'created_by', 'row_version');

create or replace trigger zz_guard_closed_insert before insert on public.supplier_invoices
  for each row execute function private.guard_closed('booked_on');

create or replace trigger zz_guard_closed_supplier before update of supplier_id on public.supplier_invoices
  for each row when (current_user in ('anon', 'authenticated') and 'disputed' not in (old.status, new.status))
  execute function private.guard_closed('booked_on');

create or replace trigger zz_guard_closed before insert on public.supplier_payments
  for each row execute function private.guard_closed('paid_on');

create or replace trigger zz_guard_closed before insert on public.write_offs
  for each row execute function private.guard_closed('written_off_on');

create policy "staff who see money see which days are closed" on public.book_closings
  for select to authenticated using ((select private.can('invoices', 'view')) or (select private.can('payments', 'view')) or (select private.can('supplier-invoices', 'view')));

grant select on table public.book_closings to authenticated;

comment on function private.book_supplier_invoice() is 'Books an invoice of a supplier on its date, or on the first open day where that is closed.';

comment on function private.books_closed_to() is 'The last day that is closed for the caller; null where every day is open.';

comment on function private.close_books(pg_catalog.date,pg_catalog.text,pg_catalog.text) is 'Closes the books up to a day, that one included, for everybody or for the others (who may not change payments). An earlier day, or
null, opens them again: for everybody only an admin does, with a reason. A closing waits for bookings that are under way.';

comment on function private.closed_to(pg_catalog.text) is 'The last closed day of a scope; null where every day is open.';

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, unpaid_runs, differences.';

comment on function private.first_open_day(pg_catalog.date) is 'The day itself, or the first open one where it is closed for the caller.';

comment on function private.guard_closed() is 'What is booked on a closed day is not made, changed, moved or removed, by functions neither. Arguments: the column of the day, then columns that may change.';

comment on function private.guard_closed_bill_line() is 'Lines of a bill that is booked on a closed day stay, with their cost accounts.';

comment on function private.ledger_differences(pg_catalog.date) is 'Papers up to a day whose totals are not the sum of their parts: VAT tables, allocations, refunds, payments to suppliers. None, unless a row was damaged.';

comment on function private.refuse_closed_day(pg_catalog.date) is 'Refuses, in words, a day that is closed for the caller. Null is no day.';

comment on function private.release_allocation(pg_catalog.uuid,numeric) is 'A payment no longer settles an invoice with this part, or with p_amount of it. On a closed day the part stays, and a record of today takes it
back. The caller locks the payment and the invoice and refreshes both. Returns how much.';

comment on function public.close_books(pg_catalog.date,pg_catalog.text,pg_catalog.text) is 'Closes the books up to a day, that one included, for everybody or for the others (who may not change payments). An earlier day, or
null, opens them again: for everybody only an admin does, with a reason. A closing waits for bookings that are under way.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, unpaid_runs, differences.';

comment on column public.book_closings.closed_to is 'The last closed day; null: every day is open.';

comment on column public.book_closings.scope is 'everybody: nobody books on these days. others: only people who may change payments do, until the accountant has looked.';

comment on column public.payment_allocations.reverses_id is 'The part that is taken back after its day was closed: this record is below zero.';

comment on column public.supplier_invoices.booked_on is 'The day on which it counts in the VAT return and the ledger of purchases: its own date, or the first open day where that is closed.';

comment on table public.book_closings is 'Each closing and reopening of the books. The newest row of a scope counts. Rows are added by close_books and never change.';

reset check_function_bodies;
set check_function_bodies = off;

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
                      order by v.invoice_number, v.id), '[]') as parts, coalesce(bool_or(v.kind = 'deposit'), false) as is_deposit,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
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
          select v.id, v.invoice_number as number, sum(a.amount) as amount from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
           where a.payment_id = e.payment_id group by 1, 2 having sum(a.amount) > 0
          union all
          select v.id, v.supplier_number, s.amount from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e where e.id = private.returned_entry(p_entry)
  );
end $$;

reset check_function_bodies;
