-- Closing: the days up to which the books are closed.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create index book_closings_scope_idx on public.book_closings (scope, place desc);
create index book_closings_created_by_idx on public.book_closings (created_by);
comment on table public.book_closings is
  'Each closing and reopening of the books. The newest row of a scope counts. Rows are added by close_books and never change.';
comment on column public.book_closings.scope is
  'everybody: nobody books on these days. others: only people who may change payments do, until the accountant has looked.';
comment on column public.book_closings.closed_to is 'The last closed day; null: every day is open.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.book_closings', '', p_audited => true, p_pages => '{invoices,payments,supplier-invoices}');
grant select on public.book_closings to authenticated;
create policy "staff who see money see which days are closed" on public.book_closings
  for select to authenticated using ((select private.can('invoices', 'view')) or (select private.can('payments', 'view')) or (select private.can('supplier-invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.closed_to(p_scope text) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b.closed_to from public.book_closings b where b.scope = p_scope order by b.place desc limit 1);
end $$;
comment on function private.closed_to is 'The last closed day of a scope; null where every day is open.';

create function private.books_closed_to() returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(private.closed_to('everybody'),
    case when not (private.is_server() or private.can('payments', 'edit')) then private.closed_to('others') end);
end $$;
comment on function private.books_closed_to is 'The last day that is closed for the caller; null where every day is open.';

create function private.first_open_day(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(p_day, private.books_closed_to() + 1);
end $$;
comment on function private.first_open_day is 'The day itself, or the first open one where it is closed for the caller.';

-- A booking that is under way keeps a closing waiting, so that the books are not closed between its check and its end.
create function private.refuse_closed_day(p_day date) returns void
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
      private.day_text(v_closed_to)));
  end if;
end $$;
comment on function private.refuse_closed_day is 'Refuses, in words, a day that is closed for the caller. Null is no day.';

create function private.guard_closed() returns trigger
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
comment on function private.guard_closed is
  'What is booked on a closed day is not made, changed, moved or removed, by functions neither. Arguments: the column of the day, then columns that may change.';

create function private.close_books(p_to date, p_scope text default 'everybody', p_reason text default null) returns void
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
comment on function private.close_books is
  'Closes the books up to a day, that one included, for everybody or for the others (who may not change payments). An earlier day, or
null, opens them again: for everybody only an admin does, with a reason. A closing waits for bookings that are under way.';
call private.offer('private.close_books(date, text, text)');

create function private.ledger_differences(p_to date) returns table (kind text, id uuid, number text)
  language sql stable security definer set search_path = ''
as $$
  -- Nearly every paper is asked for: each table is summed once.
  select 'invoice', v.id, v.invoice_number
    from public.invoices v
    left join (select t.invoice_id as id, sum(t.base) as base, sum(t.vat) as vat from public.invoice_vat t group by 1) as rates on rates.id = v.id
    left join (select a.invoice_id as id, sum(a.amount) as amount from public.payment_allocations a group by 1) as paid on paid.id = v.id
    left join (select x.id, sum(x.amount) as amount
                 from (select a.invoice_id as id, a.amount from public.credit_allocations a
                       union all select w.invoice_id, w.amount from public.write_offs w
                       union all select d.invoice_id, d.amount from public.cash_discounts d) as x group by 1) as credited on credited.id = v.id
   where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_to
     and ((v.net, v.vat) is distinct from (coalesce(rates.base, 0), coalesce(rates.vat, 0))
       or v.paid <> coalesce(paid.amount, 0) or v.credited <> coalesce(credited.amount, 0))
  union all
  select 'credit_note', n.id, n.credit_number from public.credit_notes n
   where n.status not in ('draft', 'void') and n.issue_date <= p_to
     and ((n.net, n.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.credit_note_vat t where t.credit_note_id = n.id)
       or n.allocated <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.credit_note_id = n.id))
  union all
  select 'payment', p.id, p.payment_number
    from public.payments p
    left join (select a.payment_id as id, sum(a.amount) as amount from public.payment_allocations a group by 1) as allocated on allocated.id = p.id
    left join (select k.payment_id as id, sum(k.amount) as amount from public.kept_deposits k group by 1) as kept on kept.id = p.id
    left join (select r.payment_id as id, sum(r.amount) as amount from public.payment_refunds r group by 1) as refunded on refunded.id = p.id
   where p.received_on <= p_to
     and (p.allocated <> coalesce(allocated.amount, 0) or p.kept <> coalesce(kept.amount, 0) or p.refunded <> coalesce(refunded.amount, 0))
  union all
  select 'supplier_invoice', s.id, s.supplier_number
    from public.supplier_invoices s
    left join (select p.supplier_invoice_id as id, sum(p.amount) as amount from public.supplier_payments p group by 1) as x on x.id = s.id
   where s.booked_on <= p_to
     and s.paid <> coalesce(x.amount, 0)
  union all
  select 'bank_entry', e.id, coalesce(e.party_name, 'Bank entry') from public.bank_entries e
   where e.booked_on <= p_to and e.status = 'split'
     and e.amount <> (select coalesce(sum(case p.direction when e.direction then p.amount else -p.amount end), 0)
                        from public.bank_entries p where p.split_of = e.id)
$$;
comment on function private.ledger_differences is
  'Papers up to a day whose totals are not the sum of their parts: VAT tables, allocations, refunds, payments to suppliers, parts of bank entries. None, unless a row was damaged.';

create function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb, periods jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order, days) as (
    select 'bank_entries', null::numeric, null::jsonb, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', private.worth(v.net + v.vat, v.rate), null, null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', private.worth(n.net + n.vat, n.rate), null, null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', private.worth(t.net, o.rate), null, null from private.to_invoice() as t join public.orders o on o.id = t.order_id where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', private.worth_of_open(p.open, p.amount, p.worth), null, null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', private.worth(u.gross, o.rate), jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross)), null
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', private.worth_of_open(p.open, p.amount, p.worth), null, null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'costs_without_account', c.amount, null, null from private.costs_without_account(coalesce(private.books_closed_to() + 1, '1900-01-01'), p_to) as c
    union all
    select 'assets_without_register', l.amount, null, null from private.lines_not_in_register(coalesce(private.books_closed_to() + 1, '-infinity'), p_to) as l
    union all
    select 'unpaid_runs', r.total, null, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null, null from private.ledger_differences(p_to)
    union all
    select case when r.is_changed then 'changed_returns' else 'returns_to_file' end, null, null, jsonb_build_object('from', r.from_day, 'to', r.to_day)
      from private.returns_to_file(p_to) as r
    union all
    select 'cash_differs', abs(d.amount), null, null from (select private.till_difference(p_to) as amount) as d where d.amount <> 0
    union all
    select 'bank_differs', case when a.currency = private.books_currency() then abs(a.said - a.opening - a.listed) end, null, null
      from private.bank_accounts_as_at(p_to) as a where a.said <> a.opening + a.listed
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]'),
         coalesce(jsonb_agg(f.days order by f.days ->> 'from') filter (where f.days is not null), '[]')
    from found f group by f.part;
end $$;
comment on function private.closing_checks is
  'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (bills of open days, and what the journal books of them without a cost account), assets_without_register (lines of bills on accounts of fixed assets), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';
call private.offer('private.closing_checks(date)');

create function private.bills_without_account() returns setof public.supplier_invoices
  language sql stable security definer set search_path = ''
as $$
  select s.* from public.supplier_invoices s
   where s.id in (select c.id from private.costs_without_account(coalesce(private.books_closed_to() + 1, '1900-01-01'), '2101-01-01') as c)
     and (private.is_server() or private.can('supplier-invoices', 'view'))
$$;
comment on function private.bills_without_account is
  'Bills of open days of which the journal books something on no cost account, as closing_checks counts them. For whoever may view invoices of suppliers.';
call private.offer('private.bills_without_account()');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update or delete on public.book_closings
  for each row execute function private.refuse_change();
