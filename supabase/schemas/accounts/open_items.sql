-- Open items: which papers of clients and suppliers were open on a day, for the year end and the accountant.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.open_items_of_clients(p_on date)
returns table (contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric, paper_amount numeric,
  paper_open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.* from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma' and coalesce(v.opening_on, v.issue_date) <= p_on
  ), notes as materialized (
    select n.* from public.credit_notes n where n.status not in ('draft', 'void') and n.issue_date <= p_on
  ), payments as materialized (
    select p.* from public.payments p where p.status in ('succeeded', 'part_refunded', 'refunded') and p.received_on <= p_on
  ), settlements as materialized (
    select s.invoice_id, s.payment_id, s.credit_note_id, s.amount from private.settlements s where s.on_date <= p_on
  ), settled as (
    select s.invoice_id as id, sum(s.amount) as amount from settlements s group by 1
  ), credited as (
    select s.credit_note_id as id, sum(s.amount) as amount from settlements s where s.credit_note_id is not null group by 1
  ), used as (
    select x.payment_id as id, sum(x.amount) as amount
      from (select s.payment_id, s.amount from settlements s where s.payment_id is not null
            union all select r.payment_id, r.amount from public.payment_refunds r where r.refunded_on <= p_on
            union all select k.payment_id, k.amount from public.kept_deposits k where k.kept_on <= p_on) as x group by 1
  )
  select v.contact_id, 'invoice', v.id, v.invoice_number, v.issue_date, v.due_date, coalesce(v.worth, v.gross),
         coalesce(v.worth, v.gross) - private.share_of_worth(coalesce(s.amount, 0), v.gross, v.worth), v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.id = v.id
  union all
  select n.contact_id, 'credit_note', n.id, n.credit_number, n.issue_date, null, -coalesce(n.worth, n.gross),
         private.share_of_worth(coalesce(c.amount, 0), n.gross, n.worth) - coalesce(n.worth, n.gross), -n.gross, coalesce(c.amount, 0) - n.gross
    from notes n left join credited c on c.id = n.id
  union all
  select p.contact_id, 'payment', p.id, p.payment_number, p.received_on, null, s.sign * coalesce(p.worth, p.amount),
         s.sign * (coalesce(p.worth, p.amount) - private.share_of_worth(coalesce(u.amount, 0), p.amount, p.worth)), s.sign * p.amount, s.sign * (p.amount - coalesce(u.amount, 0))
    from payments p left join used u on u.id = p.id cross join lateral (select case p.direction when 'in' then -1 else 1 end as sign) as s
$$;
comment on function private.open_items_of_clients is
  'Papers and payments of clients up to a day, with what was open of each on that day, whatever was settled later: amount and open in the currency of the books,
paper_amount and paper_open in that of the client. Papers of the former books count from the day at which those end, as in the journal, with their own date. Above zero the client owes it.';

create function private.open_items(p_on date)
returns table (side text, contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric, paper_amount numeric,
  paper_open numeric)
  language sql stable security definer set search_path = ''
as $$
  select 'clients', c.* from private.open_items_of_clients(p_on) as c where c.paper_open <> 0
  union all
  -- A bill that is disputed, or booked later, is not owed; what was paid for it stands alone.
  select 'suppliers', b.supplier_id, 'supplier_invoice', b.id, b.supplier_number,
         case when b.opening_on is null then b.booked_on else b.invoice_date end, b.due_date, -s.owed, coalesce(paid.amount, 0) - s.owed,
         -s.owed, coalesce(paid.amount, 0) - s.owed
    from public.supplier_invoices b
    left join (select p.supplier_invoice_id as id, sum(p.amount + p.discount) as amount from public.supplier_payments p
                where p.paid_on <= p_on group by 1) as paid on paid.id = b.id
   cross join lateral (select case when b.booked_on <= p_on and b.status <> 'disputed' then b.gross else 0 end as owed) as s
   where b.currency = (select x.currency from public.company_settings x) and coalesce(paid.amount, 0) <> s.owed
$$;
comment on function private.open_items is
  'What was open on a day: invoices, credit notes and payments of clients, bills and credit notes of suppliers. Above zero is owed to the company. Of each contact and side
the sum is what the journal has for it up to that day. For functions that asked for the right.';

create function private.open_papers_on(p_on date)
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
comment on function private.open_papers_on is
  'Papers and payments that were open on a day, by client and supplier, with the account at the accountant. Above zero is owed to the company; amounts are text.';
call private.offer('private.open_papers_on(date)');

create function private.personal_balances(p_on date, p_side text default null)
returns table (side text, contact_id uuid, contact_type text, account integer, party text, vat_number text, country text, balance text, not_due text, days_30 text, days_60 text,
  days_90 text, older text, credit text, papers bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  return query
  with items as (
    select o.side, o.contact_id, o.open, case when o.kind = 'invoice' or o.kind = 'supplier_invoice' and o.amount <= 0 then p_on - coalesce(o.due_date, o.on_date) end as late
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
comment on function private.personal_balances is
  'Every client and supplier who has an account at the accountant or something open on the day: balance, its invoices by days past due, and credit (payments
and credit notes that settle nothing). balance = Σ ages + credit; above zero is owed to the company. Amounts are text. p_side: clients or suppliers.';
call private.offer('private.personal_balances(date, text)');

create function private.balance_confirmations(p_on date, p_side text, p_contact_ids uuid[]) returns table (contact_id uuid, party text, paper jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_side is distinct from 'clients' or not private.can('statements', 'view') then
    perform private.must_see_books();
  end if;
  if p_on is null then
    perform private.refuse('22023', 'Please choose the day of the balance');
  elsif not coalesce(p_side in ('clients', 'suppliers'), false) then
    perform private.refuse('22023', 'Please choose clients or suppliers');
  elsif cardinality(p_contact_ids) > 100 then
    perform private.refuse('22023', 'At most 100 confirmations at once');
  end if;
  return query
    with items as materialized (
      select o.* from private.open_items(p_on) as o where o.side = p_side and o.contact_id = any (p_contact_ids)
    )
    select c.id, private.client_label(c), jsonb_build_object('language', private.client_language(null, c.id), 'on', p_on, 'side', p_side,
             'currency', case p_side when 'clients' then private.currency_of(c.id) else private.books_currency() end, 'company', private.company_facts(), 'party', private.contact_facts(c.id),
             'balance', private.amount_text(coalesce((select sum(i.paper_open) from items i where i.contact_id = c.id), 0)),
             'items', coalesce((
               select jsonb_agg(jsonb_build_object('number', i.number, 'date', i.on_date, 'due_date', i.due_date, 'amount', private.amount_text(i.paper_amount),
                        'open', private.amount_text(i.paper_open),
                        'kind', case when i.kind <> 'supplier_invoice' then i.kind when i.amount < 0 then 'invoice' when i.amount > 0 then 'credit_note' else 'payment' end)
                      order by i.on_date, i.number, i.id)
                 from items i where i.contact_id = c.id), '[]'))
      from public.contacts c where c.id = any (p_contact_ids) order by private.client_label(c), c.id;
end $$;
comment on function private.balance_confirmations is
  'What stood open on a day between the company and these clients or suppliers (p_side, at most 100), for papers that they sign: language, company, party, the
open papers and payments, and their sum, which is the balance of personal_balances on that day. Above zero is owed to the company; amounts are text. Bills of suppliers
are those in the currency of the company. Of clients whoever sees statements may ask.';
call private.offer('private.balance_confirmations(date, text, uuid[])');
