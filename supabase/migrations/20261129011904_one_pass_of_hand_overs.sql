set check_function_bodies = off;

drop routine private.given_lines(p_from date, p_to date, p_entries uuid[]);

create or replace function private.journal_entries(p_from date, p_to date, p_with_lines boolean)
returns table (entry_id uuid, on_date date, kind text, record_id uuid, number text, contact_id uuid, debit numeric, print text, words text, lines jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.entry_id, l.on_date, l.kind, l.id, l.number, l.contact_id, sum(l.amount) filter (where l.amount > 0),
         md5(concat_ws('~', l.on_date, l.number, string_agg(concat_ws('|', l.code, l.amount::numeric(14, 2), trim_scale(l.vat_rate), l.vat_treatment), '~'
           order by l.code collate "C", l.amount, l.vat_rate, l.vat_treatment))),
         case when min(l.words) = max(l.words) then min(l.words) end,
         jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', l.code, 'account', l.account, 'kind', l.account_kind, 'part', l.part, 'personal', p.number,
           'vat_rate', trim_scale(l.vat_rate)::text, 'vat_treatment', l.vat_treatment, 'words', l.words, 'amount', private.amount_text(l.amount)))
           order by l.amount < 0, l.code collate "C", l.vat_rate, l.vat_treatment, l.amount, l.words, l.account_id) filter (where p_with_lines)
    from private.journal_lines(p_from, p_to) as l
    left join public.personal_accounts p on p_with_lines and p.contact_id = l.contact_id and p.side = l.part
   group by l.entry_id, l.on_date, l.sort, l.kind, l.id, l.number, l.contact_id
$$;

create or replace function private.journal_prints(p_from date, p_to date)
returns table (entry_id uuid, on_date date, kind text, record_id uuid, number text, contact_id uuid, debit numeric, print text)
  language sql stable security definer set search_path = ''
as $$
  select n.entry_id, n.on_date, n.kind, n.record_id, n.number, n.contact_id, n.debit, n.print from private.journal_entries(p_from, p_to, false) as n
$$;

create or replace function private.freeze_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  -- The journal is read once: what stands is compared with the entries and their lines.
  with standing as materialized (
    select s.id, s.entry_id, s.print, s.debit from private.standing_entries(p_format, p_from, p_to) as s where not p_whole
  ), entries as materialized (
    select n.* from private.journal_entries(p_from, p_to, true) as n
  ), content as materialized (
    select null::bigint as undoes_id, n.entry_id, n.on_date, n.kind, n.record_id, n.number, private.client_label(c) as party, n.words, n.lines, n.print, n.debit
      from entries n left join public.contacts c on c.id = n.contact_id
     where not exists (select from standing s where s.entry_id = n.entry_id and s.print = n.print)
    union all
    select e.id, e.entry_id, e.on_date, e.kind, e.record_id, e.number, e.party, e.words, (
             select jsonb_agg(l.line || jsonb_build_object('amount', private.amount_text(-(l.line ->> 'amount')::numeric)) order by l.place)
               from jsonb_array_elements(e.lines) with ordinality as l (line, place)), e.print, s.debit
      from standing s join public.hand_over_entries e on e.id = s.id
     where not exists (select from entries n where n.entry_id = s.entry_id and n.print = s.print)
  ), made as (
    insert into public.hand_overs (id, format, from_day, to_day, is_whole, is_closed, entries, taken_back, debit, facts, created_by)
    select p_id, p_format, p_from, p_to, p_whole, coalesce(p_to <= private.closed_to('everybody'), false), count(*) - count(c.undoes_id), count(c.undoes_id),
           coalesce(sum(c.debit), 0), private.hand_over_facts(p_format), auth.uid()
      from content c having count(*) > 0
    returning hand_overs.id
  )
  insert into public.hand_over_entries (hand_over_id, undoes_id, entry_id, on_date, kind, record_id, number, party, words, print, lines)
  select m.id, c.undoes_id, c.entry_id, c.on_date, c.kind, c.record_id, c.number, c.party, c.words, c.print, c.lines
    from content c cross join made m
   order by c.on_date, c.number, c.entry_id, c.undoes_id nulls last;
  return found;
end $$;

create or replace function private.open_items_of_clients(p_on date)
returns table (contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.* from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
  ), notes as materialized (
    select n.* from public.credit_notes n where n.status not in ('draft', 'void') and n.issue_date <= p_on
  ), payments as materialized (
    select p.* from public.payments p where p.status in ('succeeded', 'part_refunded', 'refunded') and p.received_on <= p_on
  ), paid as materialized (
    select a.payment_id, a.invoice_id, a.amount
      from public.payment_allocations a join payments p on p.id = a.payment_id join invoices v on v.id = a.invoice_id where a.allocated_on <= p_on
  ), credited as materialized (
    select a.credit_note_id, a.invoice_id, a.amount
      from public.credit_allocations a join notes n on n.id = a.credit_note_id join invoices v on v.id = a.invoice_id where a.allocated_on <= p_on
  ), settled as (
    select x.invoice_id as id, sum(x.amount) as amount
      from (select a.invoice_id, a.amount from paid a union all select a.invoice_id, a.amount from credited a
            union all select w.invoice_id, w.amount from public.write_offs w where w.written_off_on <= p_on) as x group by 1
  ), used as (
    select x.payment_id as id, sum(x.amount) as amount
      from (select a.payment_id, a.amount from paid a
            union all select r.payment_id, r.amount from public.payment_refunds r where r.refunded_on <= p_on) as x group by 1
  )
  select v.contact_id, 'invoice', v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.id = v.id
  union all
  select n.contact_id, 'credit_note', n.id, n.credit_number, n.issue_date, null, -n.gross,
         coalesce((select sum(a.amount) from credited a where a.credit_note_id = n.id), 0) - n.gross
    from notes n
  union all
  select p.contact_id, 'payment', p.id, p.payment_number, p.received_on, null, s.sign * p.amount, s.sign * (p.amount - coalesce(u.amount, 0))
    from payments p left join used u on u.id = p.id cross join lateral (select case p.direction when 'in' then -1 else 1 end as sign) as s
$$;

create or replace function private.open_items(p_on date)
returns table (side text, contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  select 'clients', c.* from private.open_items_of_clients(p_on) as c where c.open <> 0
  union all
  -- A bill that is disputed, or booked later, is not owed; what was paid for it stands alone.
  select 'suppliers', b.supplier_id, 'supplier_invoice', b.id, b.supplier_number, b.booked_on, b.due_date, -s.owed, coalesce(paid.amount, 0) - s.owed
    from public.supplier_invoices b
    left join (select p.supplier_invoice_id as id, sum(p.amount + p.discount) as amount from public.supplier_payments p
                where p.paid_on <= p_on group by 1) as paid on paid.id = b.id
   cross join lateral (select case when b.booked_on <= p_on and b.status <> 'disputed' then b.gross else 0 end as owed) as s
   where b.currency = (select x.currency from public.company_settings x) and coalesce(paid.amount, 0) <> s.owed
$$;

create or replace function private.open_papers_on(p_on date)
returns table (side text, contact_id uuid, account integer, party text, kind text, id uuid, number text, on_date date, due_date date, days_late integer,
  amount text, open text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  return query
    select o.side, o.contact_id, p.number, private.client_label(c), o.kind, o.id, o.number, o.on_date, o.due_date, greatest(p_on - o.due_date, 0),
           private.amount_text(o.amount), private.amount_text(o.open)
      from private.open_items(p_on) as o
      join public.contacts c on c.id = o.contact_id
      left join public.personal_accounts p on p.contact_id = o.contact_id and p.side = o.side
     order by o.side, private.client_label(c), o.contact_id, o.on_date, o.number, o.id;
end $$;

create or replace function private.personal_balances(p_on date, p_side text default null)
returns table (side text, contact_id uuid, contact_type text, account integer, party text, vat_number text, country text, balance text, not_due text, days_30 text, days_60 text,
  days_90 text, older text, credit text, papers bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  return query
  with items as (
    select o.side, o.contact_id, o.open, case when o.kind in ('invoice', 'supplier_invoice') then p_on - coalesce(o.due_date, o.on_date) end as late
      from private.open_items(p_on) as o
  ), sums as (
    select i.side, i.contact_id, sum(i.open) as balance, sum(i.open) filter (where i.late <= 0) as not_due, sum(i.open) filter (where i.late between 1 and 30) as d30,
           sum(i.open) filter (where i.late between 31 and 60) as d60, sum(i.open) filter (where i.late between 61 and 90) as d90,
           sum(i.open) filter (where i.late > 90) as older, sum(i.open) filter (where i.late is null) as credit, count(*) as papers
      from items i group by 1, 2
  )
  select coalesce(s.side, p.side), c.id, c.type::text, p.number, private.client_label(c), c.vat_number, c.country, private.amount_text(coalesce(s.balance, 0)),
         private.amount_text(coalesce(s.not_due, 0)), private.amount_text(coalesce(s.d30, 0)), private.amount_text(coalesce(s.d60, 0)),
         private.amount_text(coalesce(s.d90, 0)), private.amount_text(coalesce(s.older, 0)), private.amount_text(coalesce(s.credit, 0)), coalesce(s.papers, 0)
    from sums s full join public.personal_accounts p on p.contact_id = s.contact_id and p.side = s.side
    join public.contacts c on c.id = coalesce(s.contact_id, p.contact_id)
   where p_side is null or coalesce(s.side, p.side) = p_side
   order by coalesce(s.side, p.side), p.number nulls last, private.client_label(c), c.id;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.open_papers_on(date)');

call private.offer('private.personal_balances(date, text)');

comment on function private.journal_prints(pg_catalog.date,pg_catalog.date) is 'Each entry of these days with its print, without its lines.';

comment on function private.journal_entries(pg_catalog.date,pg_catalog.date,boolean) is 'Each entry of these days with its print: two entries with one print are booked alike. p_with_lines: with its lines too, as a hand-over keeps them;
their amounts are text, above zero is a debit.';

comment on function private.open_items(pg_catalog.date) is 'What was open on a day: invoices, credit notes and payments of clients, bills of suppliers. Above zero is owed to the company. Of each contact and side
the sum is what the journal has for it up to that day. For functions that asked for the right.';

comment on function private.open_items_of_clients(pg_catalog.date) is 'Papers and payments of clients up to a day, with what was open of each on that day, whatever was settled later. Above zero the client owes it.';

comment on function private.open_papers_on(pg_catalog.date) is 'Papers and payments that were open on a day, by client and supplier, with the account at the accountant. Above zero is owed to the company; amounts are text.';

comment on function private.personal_balances(pg_catalog.date,pg_catalog.text) is 'Every client and supplier who has an account at the accountant or something open on the day: balance, its invoices by days past due, and credit (payments
and credit notes that settle nothing). balance = Σ ages + credit; above zero is owed to the company. Amounts are text. p_side: clients or suppliers.';

comment on function public.open_papers_on(pg_catalog.date) is 'Papers and payments that were open on a day, by client and supplier, with the account at the accountant. Above zero is owed to the company; amounts are text.';

comment on function public.personal_balances(pg_catalog.date,pg_catalog.text) is 'Every client and supplier who has an account at the accountant or something open on the day: balance, its invoices by days past due, and credit (payments
and credit notes that settle nothing). balance = Σ ages + credit; above zero is owed to the company. Amounts are text. p_side: clients or suppliers.';

reset check_function_bodies;
