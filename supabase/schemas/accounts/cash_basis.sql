-- VAT by the money: what of the tax on sales waits until its invoice is paid, and of the tax on purchases until the supplier is.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.taxed_by_money(p_day date) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p_day >= s.cash_basis_from and p_day <= coalesce(s.cash_basis_to, 'infinity') from public.hand_over_settings s), false);
end $$;
comment on function private.taxed_by_money is 'Whether the VAT of an invoice of that day arises with its money (cash basis), and not with the invoice.';

create function private.moves_of_waiting_taxes(p_from date, p_to date)
returns table (kind text, id uuid, on_date date, opens numeric, paid numeric, lost numeric, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
language sql stable security definer set search_path = '' as $$
  with basis as materialized (
    select s.cash_basis_from as first, coalesce(s.cash_basis_to, 'infinity') as last
      from public.hand_over_settings s where s.cash_basis_from is not null
  ), invoices as materialized (
    select v.id, v.issue_date, v.gross from public.invoices v join basis b on v.issue_date between b.first and b.last
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null and not v.taxed_when_paid and v.issue_date <= p_to
  ), notes as materialized (
    select n.id, n.issue_date, n.gross from public.credit_notes n join invoices v on v.id = n.invoice_id
     where n.status not in ('draft', 'void') and n.issue_date <= p_to
  ), settlements as (
    -- Money counts on the day on which it came, where it was set against the invoice in the act that recorded it.
    select a.invoice_id, null::uuid as credit_note_id, a.amount, greatest(v.issue_date, p.received_on,
             case when a.created_at <> p.created_at then a.allocated_on end) as on_date
      from public.payment_allocations a join invoices v on v.id = a.invoice_id
      join public.payments p on p.id = a.payment_id and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select a.invoice_id, a.credit_note_id, a.amount, greatest(a.allocated_on, n.issue_date, v.issue_date)
      from public.credit_allocations a join public.credit_notes n on n.id = a.credit_note_id and n.status not in ('draft', 'void')
      join public.invoices v on v.id = a.invoice_id
  ), settled as materialized (
    select s.* from settlements s where s.on_date <= p_to
  ), given as materialized (
    select d.id, d.invoice_id, d.given_on, d.amount from public.cash_discounts d where d.given_on <= p_to
  ), written_off as materialized (
    select w.invoice_id, w.written_off_on, w.amount from public.write_offs w where w.written_off_on <= p_to
  ), touched as materialized (
    select v.id from invoices v where v.issue_date >= p_from
    union select n.id from notes n where n.issue_date >= p_from
    union select s.invoice_id from settled s where s.on_date >= p_from
    union select s.credit_note_id from settled s where s.on_date >= p_from
    union select d.invoice_id from given d where d.given_on >= p_from
    union select w.invoice_id from written_off w where w.written_off_on >= p_from
  )
  select 'invoice', v.id, v.issue_date, v.gross, 0::numeric, 0::numeric, null::numeric, null::text, 0::numeric, 0::numeric from invoices v join touched using (id)
  union all
  select 'invoice', v.id, v.issue_date, 0, 0, 0, t.vat_rate, t.vat_treatment, t.base, t.vat
    from invoices v join touched using (id) join public.invoice_vat t on t.invoice_id = v.id
  union all
  select 'invoice', v.id, s.on_date, case when s.credit_note_id is null then 0 else -s.amount end, case when s.credit_note_id is null then s.amount else 0 end,
         0, null, null, 0, 0
    from invoices v join touched using (id) join settled s on s.invoice_id = v.id
  union all
  -- What a credit note settles of an invoice takes its own share of each rate off it.
  select 'invoice', v.id, s.on_date, 0, 0, 0, t.vat_rate, t.vat_treatment, -t.base * s.amount / n.gross, -t.vat * s.amount / n.gross
    from invoices v join touched using (id) join settled s on s.invoice_id = v.id
    join public.credit_notes n on n.id = s.credit_note_id and n.gross <> 0 join public.credit_note_vat t on t.credit_note_id = n.id
  union all
  select 'invoice', v.id, d.given_on, -d.amount, 0, 0, null, null, 0, 0 from invoices v join touched using (id) join given d on d.invoice_id = v.id
  union all
  select 'invoice', v.id, d.given_on, 0, 0, 0, t.vat_rate, t.vat_treatment, -t.base, -t.vat
    from invoices v join touched using (id) join given d on d.invoice_id = v.id join public.cash_discount_vat t on t.cash_discount_id = d.id
  union all
  select 'invoice', v.id, w.written_off_on, 0, 0, w.amount, null, null, 0, 0 from invoices v join touched using (id) join written_off w on w.invoice_id = v.id
  union all
  select 'credit_note', n.id, n.issue_date, n.gross, 0, 0, null, null, 0, 0 from notes n join touched using (id)
  union all
  select 'credit_note', n.id, n.issue_date, 0, 0, 0, t.vat_rate, t.vat_treatment, -t.base, -t.vat
    from notes n join touched using (id) join public.credit_note_vat t on t.credit_note_id = n.id
  union all
  select 'credit_note', n.id, s.on_date, 0, s.amount, 0, null, null, 0, 0 from notes n join touched using (id) join settled s on s.credit_note_id = n.id
$$;
comment on function private.moves_of_waiting_taxes is
'For private.waiting_taxes: of the invoices whose VAT arises with their money, and of their credit notes, that something happened to in these days, everything that
happened to them up to p_to: opens (the amount that is asked for), paid (money, or what a credit note settled), lost (what was written off), and base and VAT by rate, which credit notes and cash discounts lower.';

create function private.moves_of_waiting_bills(p_from date, p_to date)
returns table (kind text, id uuid, on_date date, opens numeric, paid numeric, lost numeric, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
language sql stable security definer set search_path = '' as $$
  with bills as materialized (
    select b.id, b.booked_on, b.gross, b.is_credit
      from public.supplier_invoices b
      join public.hand_over_settings s on b.booked_on between s.cash_basis_purchases_from and coalesce(s.cash_basis_purchases_to, 'infinity')
      join public.company_settings c on c.currency = b.currency
     where b.status <> 'disputed' and b.opening_on is null and b.booked_on <= p_to
  ), settled as materialized (
    -- Where a credit note was deducted, credit_id is that, for the bill only.
    select b.id, p.id as payment_id, greatest(p.paid_on, b.booked_on) as on_date, p.amount, p.discount, case when not b.is_credit then (
             select o.supplier_invoice_id from public.supplier_payments o where o.pair_id = p.pair_id and o.supplier_invoice_id <> b.id limit 1) end as credit_id
      from bills b join public.supplier_payments p on p.supplier_invoice_id = b.id where greatest(p.paid_on, b.booked_on) <= p_to
  ), touched as materialized (
    select b.id from bills b where b.booked_on >= p_from union select s.id from settled s where s.on_date >= p_from
  ), among as materialized (
    select t.id from touched t union select s.credit_id from settled s join touched using (id) where s.credit_id is not null
  ), taxes as materialized (
    select l.supplier_invoice_id as id, l.vat_rate, l.net as base, l.deducted as vat
      from among a join public.supplier_invoice_items l on l.supplier_invoice_id = a.id where l.vat_treatment = 'standard' and l.deducted <> 0
    union all
    -- What of a bill is on no line.
    select b.id, null, b.net - coalesce(sum(l.net), 0), b.vat - coalesce(sum(l.vat), 0)
      from among a join public.supplier_invoices b on b.id = a.id left join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
     group by b.id having b.vat <> coalesce(sum(l.vat), 0)
  )
  select 'supplier_invoice', b.id, b.booked_on, b.gross, 0::numeric, 0::numeric, null::numeric, null::text, 0::numeric, 0::numeric
    from bills b join touched using (id)
  union all
  select 'supplier_invoice', b.id, b.booked_on, 0, 0, 0, t.vat_rate, 'standard', t.base, t.vat from bills b join touched using (id) join taxes t using (id)
  union all
  select 'supplier_invoice', s.id, s.on_date, -s.discount - case when s.credit_id is null then 0 else s.amount end,
         case when s.credit_id is null then s.amount else 0 end, 0, null, null, 0, 0
    from settled s join touched using (id)
  union all
  -- What a credit note settles of a bill takes its own share of each rate off it.
  select 'supplier_invoice', s.id, s.on_date, 0, 0, 0, t.vat_rate, 'standard', t.base * s.amount / -c.gross, t.vat * s.amount / -c.gross
    from settled s join touched using (id) join public.supplier_invoices c on c.id = s.credit_id and c.gross <> 0 join taxes t on t.id = c.id
  union all
  select 'supplier_invoice', s.id, s.on_date, 0, 0, 0, d.vat_rate, 'standard', -d.base, -d.deducted
    from settled s join touched using (id) join public.supplier_discount_vat d on d.supplier_payment_id = s.payment_id and d.vat_treatment = 'standard' and d.deducted <> 0
$$;
comment on function private.moves_of_waiting_bills is
'private.moves_of_waiting_taxes of purchases: of the bills whose input tax is deducted with their payment, and of the credit notes of suppliers (below zero), that something happened
to in these days. vat: the input tax, as far as it is deducted. A discount for paying early lowers what is asked for, and the input tax by its share (private.supplier_discounts). VAT that the company owes itself and import VAT do not wait.';

create function private.waiting_taxes(p_side text, p_from date, p_to date)
returns table (kind text, id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric, written_off numeric)
language sql stable security definer set search_path = '' as $$
  with moves as materialized (
    select * from private.moves_of_waiting_taxes(p_from, p_to) where p_side = 'sales'
    union all
    select * from private.moves_of_waiting_bills(p_from, p_to) where p_side = 'purchases'
  ), days as materialized (
    -- How much of what is asked for is paid, as a share; and how much is paid or given up.
    select d.kind, d.id, d.on_date, case when d.opens = 0 then 1 else least(greatest(d.paid / d.opens, 0), 1) end as share,
           case when d.opens = 0 then 1 else least(greatest((d.paid + d.lost) / d.opens, 0), 1) end as settled
      from (select m.kind, m.id, m.on_date, sum(sum(m.opens)) over w as opens, sum(sum(m.paid)) over w as paid, sum(sum(m.lost)) over w as lost
              from moves m group by m.kind, m.id, m.on_date window w as (partition by m.kind, m.id order by m.on_date)) as d
  ), rates as materialized (
    select m.kind, m.id, m.on_date, m.vat_rate, m.vat_treatment, sum(m.base) as base, sum(m.vat) as vat
      from moves m where m.vat_treatment = 'standard' and m.vat_rate is distinct from 0 group by 1, 2, 3, 4, 5
  ), held as (
    select d.kind, d.id, d.on_date, r.vat_rate, r.vat_treatment, trunc(sum(r.base), 2) - trunc(sum(r.base) * d.share, 2) as base,
           trunc(sum(r.vat), 2) - trunc(sum(r.vat) * d.share, 2) as vat, trunc(sum(r.vat) * d.settled, 2) - trunc(sum(r.vat) * d.share, 2) as lost
      from days d join rates r on r.kind = d.kind and r.id = d.id and r.on_date <= d.on_date group by 1, 2, 3, 4, 5, d.share, d.settled
  ), changes as (
    select h.*, h.base - lag(h.base, 1, 0::numeric) over w as base_more, h.vat - lag(h.vat, 1, 0::numeric) over w as vat_more,
           h.lost - lag(h.lost, 1, 0::numeric) over w as lost_more
      from held h window w as (partition by h.kind, h.id, h.vat_rate, h.vat_treatment order by h.on_date)
  )
  -- Of what is paid the share is rounded down, as of a deposit.
  select c.kind, c.id, c.on_date, c.vat_rate, c.vat_treatment, -c.base_more, -c.vat_more, c.lost_more
    from changes c where c.on_date between p_from and p_to and (c.base_more, c.vat_more, c.lost_more) <> (0, 0, 0)
$$;
comment on function private.waiting_taxes is
'Where the VAT of sales arises with the money: what of turnover and VAT the papers of these days bring in later (below zero), and what comes in of earlier ones since they
are paid (above zero), by the day of the money and by rate. Together with private.taxes_of_invoices, credit notes and cash discounts it is the return by payments. Sales without VAT count
on the day of their paper. What is written off comes in never: written_off is its VAT, of which nothing waits any more (above zero; below when the write-off is taken back).
p_side: sales, or purchases: their costs and input tax, together with private.purchase_lines. Nothing for a side that counts on the date of its papers. For functions that asked for the right.';

create function private.papers_of_waiting_taxes(p_side text, p_from date, p_to date)
returns table (kind text, id uuid, number text, contact_id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric, party_number text,
  code text, words text, written_off numeric)
language sql stable security definer set search_path = '' as $$
  select w.kind, w.id, coalesce(v.invoice_number, n.credit_number, b.supplier_number), c.id, w.on_date, w.vat_rate, w.vat_treatment,
         private.worth(w.base, x.rate), private.worth(w.vat, x.rate),
         coalesce(coalesce(v.snapshot, n.snapshot) -> 'client' ->> 'vat_number', c.vat_number), case when b.id is null then (select private.books_currency()) else b.currency end,
         case when (w.vat < 0) = (w.kind = 'invoice' or w.kind = 'supplier_invoice' and not b.is_credit) then 'Not paid yet' else 'Paid or credited' end, private.worth(w.written_off, x.rate)
    from private.waiting_taxes(p_side, p_from, p_to) as w
    left join public.invoices v on w.kind = 'invoice' and v.id = w.id
    left join public.credit_notes n on w.kind = 'credit_note' and n.id = w.id
    left join public.supplier_invoices b on w.kind = 'supplier_invoice' and b.id = w.id
   cross join lateral (select coalesce(v.rate, n.rate, 1) as rate) as x
    join public.contacts c on c.id = coalesce(v.contact_id, n.contact_id, b.supplier_id)
$$;
comment on function private.papers_of_waiting_taxes is 'private.waiting_taxes in the currency of the books, with the paper, its client or supplier and, in words, whether its tax waits or has come.';

create function private.journal_of_waiting_taxes(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select w.on_date, 9, w.kind, w.id, md5(concat_ws(' ', 'waiting tax', w.id, w.on_date))::uuid, w.number, w.contact_id, w.words, side.part, null::uuid, null::uuid,
         w.vat_rate, w.vat_treatment, null::text, side.amount
    from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
   cross join lateral (values ('vat_waiting', w.vat), ('vat_sales', -w.vat)) as side (part, amount)
   where w.vat <> 0
  union all
  select w.on_date, 9, w.kind, w.id, md5(concat_ws(' ', 'lost tax', w.id, w.on_date))::uuid, w.number, w.contact_id,
         case when w.written_off > 0 then 'Written off' else 'Write-off taken back' end, side.part, null, null,
         case side.part when 'vat_waiting' then w.vat_rate end, case side.part when 'vat_waiting' then w.vat_treatment end, null, side.amount
    from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
   cross join lateral (values ('vat_waiting', w.written_off), ('write_offs', -w.written_off)) as side (part, amount)
   where w.written_off <> 0
  union all
  -- VAT of a supplier has no treatment, as in private.journal_of_bills.
  select w.on_date, 9, w.kind, w.id, md5(concat_ws(' ', 'waiting tax', w.id, w.on_date))::uuid, w.number, w.contact_id, w.words, side.part, null, null,
         w.vat_rate, null, null, side.amount
    from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w
   cross join lateral (values ('vat_purchases', w.vat), ('vat_purchases_waiting', -w.vat)) as side (part, amount)
   where w.vat <> 0
$$;
comment on function private.journal_of_waiting_taxes is
  'Where VAT arises with the money: the VAT of an invoice goes to an account of its own when it is issued, and from there to the VAT that is owed as it is paid, or off
the loss when it is written off. The input tax of a bill waits on another account until its supplier is paid. Amounts above zero are debits.';

create function private.guard_cash_basis() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.cash_basis_from is distinct from old.cash_basis_from then
    perform private.refuse_closed_day(least(old.cash_basis_from, new.cash_basis_from));
  end if;
  if new.cash_basis_to is distinct from old.cash_basis_to then
    perform private.refuse_closed_day(least(old.cash_basis_to, new.cash_basis_to) + 1);
  end if;
  if new.cash_basis_purchases_from is distinct from old.cash_basis_purchases_from then
    perform private.refuse_closed_day(least(old.cash_basis_purchases_from, new.cash_basis_purchases_from));
  end if;
  if new.cash_basis_purchases_to is distinct from old.cash_basis_purchases_to then
    perform private.refuse_closed_day(least(old.cash_basis_purchases_to, new.cash_basis_purchases_to) + 1);
  end if;
  return new;
end $$;
comment on function private.guard_cash_basis is 'Invoices of closed days are taxed as they were, and bills of closed days are deducted as they were.';
