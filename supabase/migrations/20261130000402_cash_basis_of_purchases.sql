set check_function_bodies = off;

drop trigger guard_cash_basis on public.hand_over_settings;

alter table public.account_rules drop constraint account_rules_conditions_fit;

alter table public.account_rules drop constraint account_rules_part_is_known;

drop routine private.moves_of_waiting_taxes(p_from date, p_to date);

drop routine private.papers_of_waiting_taxes(p_from date, p_to date);

drop routine private.waiting_taxes(p_from date, p_to date);

alter table public.hand_over_settings add column cash_basis_purchases_from date;

alter table public.hand_over_settings add column cash_basis_purchases_to date;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, t.on_date, to_char(t.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where v.currency = p_currency
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to and v.currency = p_currency
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(w.vat_rate), replace(w.vat_treatment, '_', ' ')), 'sales', w.base, w.vat
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where w.code = p_currency and (w.base, w.vat) <> (0, 0)
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           coalesce(trim_scale(w.vat_rate) || ' %', 'on no line'), 'purchases', w.base, w.vat
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w
     where w.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'),
           coalesce(trim_scale(l.rate) || ' %' || coalesce(' ' || replace(nullif(l.treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, l.net, side.vat
      from public.supplier_invoices s
     cross join lateral (
       select x.rate, x.treatment, sum(x.net) as net, sum(x.vat) as vat, sum(x.own) as own
         from (select i.vat_rate as rate, i.vat_treatment as treatment, i.net, i.deducted as vat, i.own_vat as own
                 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id
               union all select null, null, s.net, s.vat, 0
               union all select null, null, -i.net, -i.vat, 0 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id) as x
        group by 1, 2) as l
     cross join lateral (values ('purchases', l.vat), ('due', l.own)) as side (mark, vat)
     where (l.net <> 0 or side.vat <> 0) and (side.mark = 'purchases' or private.is_own_tax(l.treatment))
       and s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and b.cost_account_id is not null and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', b.id, concat_ws(' · ', b.number, b.words), null::uuid, b.on_date, to_char(b.on_date, 'YYYY-MM'),
           format('%s %% standard', trim_scale(b.rate)), 'sales', b.base, b.tax
      from private.bank_sales(p_from, p_to) as b where b.code = p_currency;
end $$;

create or replace function private.moves_of_waiting_taxes(p_from date, p_to date)
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

create or replace function private.moves_of_waiting_bills(p_from date, p_to date)
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
    select b.id, greatest(p.paid_on, b.booked_on) as on_date, p.amount, p.discount, case when not b.is_credit then (
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
$$;

create or replace function private.waiting_taxes(p_side text, p_from date, p_to date)
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

create or replace function private.papers_of_waiting_taxes(p_side text, p_from date, p_to date)
returns table (kind text, id uuid, number text, contact_id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric, party_number text,
  code text, words text, written_off numeric)
language sql stable security definer set search_path = '' as $$
  select w.kind, w.id, coalesce(v.invoice_number, n.credit_number, b.supplier_number), c.id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat,
         coalesce(coalesce(v.snapshot, n.snapshot) -> 'client' ->> 'vat_number', c.vat_number), coalesce(v.currency, n.currency, b.currency),
         case when (w.vat < 0) = (w.kind = 'invoice' or w.kind = 'supplier_invoice' and not b.is_credit) then 'Not paid yet' else 'Paid or credited' end, w.written_off
    from private.waiting_taxes(p_side, p_from, p_to) as w
    left join public.invoices v on w.kind = 'invoice' and v.id = w.id
    left join public.credit_notes n on w.kind = 'credit_note' and n.id = w.id
    left join public.supplier_invoices b on w.kind = 'supplier_invoice' and b.id = w.id
    join public.contacts c on c.id = coalesce(v.contact_id, n.contact_id, b.supplier_id)
$$;

create or replace function private.journal_of_waiting_taxes(p_from date, p_to date)
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

create or replace function private.guard_cash_basis() returns trigger
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

create or replace function private.account_choice(p_id uuid, p_vat_rate numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = p_id;
  select * into v_cost from public.cost_accounts where id = p_id;
  if num_nonnulls(v_account.id, v_cost.id) = 0 then
    perform private.refuse('22023', 'Please choose the account');
  elsif coalesce(v_account.archived, v_cost.archived) then
    perform private.refuse('PT409', format('%s is archived. Please choose another account.', private.account_in_words(v_account.id, v_cost.id)));
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part in ('clients', 'suppliers', 'deposits', 'vat_waiting', 'vat_purchases_waiting')) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part = 'money' and coalesce(r.method, 'bank') = 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null and v_account.kind <> 'income' then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs and income: please choose an account of these, or no {tax}'));
  elsif p_vat_rate is not null and v_cost.id is null and (select s.tax_kind = 'sales_tax' from public.company_settings s) then
    perform private.refuse('22023', private.with_tax('{Tax} is owed for invoices alone: please make one, or choose no {tax}'));
  elsif not coalesce(p_vat_rate between 0 and 100 and p_vat_rate = trunc(p_vat_rate, 4), true) then
    perform private.refuse('22023', private.with_tax('Please choose a rate of {tax} from 0 to 100'));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;

create or replace function private.chart_skr03()
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  values
    ('money', null::numeric, null, null, '1200', 'Bank', 'asset'),
    ('money', null, null, 'cash', '1000', 'Kasse', 'asset'),
    ('money', null, null, 'card', '1360', 'Geldtransit', 'asset'),
    ('clients', null, null, null, '1400', 'Forderungen aus Lieferungen und Leistungen', 'asset'),
    ('vat_purchases', null, null, null, '1570', 'Abziehbare Vorsteuer', 'asset'),
    ('vat_purchases', 19, null, null, '1576', 'Abziehbare Vorsteuer 19 %', 'asset'),
    ('vat_purchases', 7, null, null, '1571', 'Abziehbare Vorsteuer 7 %', 'asset'),
    ('vat_purchases', null, 'reverse_charge', null, '1578', 'Abziehbare Vorsteuer nach § 13b UStG', 'asset'),
    ('vat_purchases', 7, 'reverse_charge', null, '1578', 'Abziehbare Vorsteuer nach § 13b UStG', 'asset'),
    ('vat_purchases', 19, 'reverse_charge', null, '1577', 'Abziehbare Vorsteuer nach § 13b UStG 19 %', 'asset'),
    ('vat_purchases', null, 'intra_community', null, '1572', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb', 'asset'),
    ('vat_purchases', 7, 'intra_community', null, '1572', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb', 'asset'),
    ('vat_purchases', 19, 'intra_community', null, '1574', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb 19 %', 'asset'),
    ('vat_purchases', null, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases', 7, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases', 19, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases_waiting', null, null, null, '1548', 'Vorsteuer in Folgeperiode/im Folgejahr abziehbar', 'asset'),
    ('vat_due', null, null, null, '1785', 'Umsatzsteuer nach § 13b UStG', 'liability'),
    ('vat_due', 19, 'reverse_charge', null, '1787', 'Umsatzsteuer nach § 13b UStG 19 %', 'liability'),
    ('vat_due', null, 'intra_community', null, '1772', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb', 'liability'),
    ('vat_due', 19, 'intra_community', null, '1774', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb 19 %', 'liability'),
    ('suppliers', null, null, null, '1600', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'),
    ('vat_sales', null, null, null, '1770', 'Umsatzsteuer', 'liability'),
    ('vat_sales', 19, null, null, '1776', 'Umsatzsteuer 19 %', 'liability'),
    ('vat_sales', 7, null, null, '1771', 'Umsatzsteuer 7 %', 'liability'),
    ('vat_waiting', null, null, null, '1760', 'Umsatzsteuer nicht fällig', 'liability'),
    ('vat_waiting', 19, null, null, '1766', 'Umsatzsteuer nicht fällig 19 %', 'liability'),
    ('vat_waiting', 7, null, null, '1761', 'Umsatzsteuer nicht fällig 7 %', 'liability'),
    ('deposits', null, null, null, '1710', 'Erhaltene Anzahlungen', 'liability'),
    ('deposits', 19, null, null, '1718', 'Erhaltene, versteuerte Anzahlungen 19 % USt (Verbindlichkeiten)', 'liability'),
    ('deposits', 7, null, null, '1711', 'Erhaltene, versteuerte Anzahlungen 7 % USt (Verbindlichkeiten)', 'liability'),
    ('opening', null, null, null, '9000', 'Saldenvorträge, Sachkonten', 'equity'),
    ('sales', null, null, null, '8200', 'Erlöse', 'income'),
    ('sales', 19, null, null, '8400', 'Erlöse 19 % USt', 'income'),
    ('sales', 7, null, null, '8300', 'Erlöse 7 % USt', 'income'),
    ('sales', null, 'export', null, '8120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG', 'income'),
    ('sales', null, 'intra_community', null, '8125', 'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG', 'income'),
    ('sales', null, 'exempt', null, '8100', 'Steuerfreie Umsätze § 4 Nr. 8 ff. UStG', 'income'),
    ('sales', null, 'reverse_charge', null, '8336', 'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen', 'income'),
    ('sales', null, 'reverse_charge_home', null, '8337', 'Erlöse aus Leistungen nach § 13b UStG', 'income'),
    ('sales', null, 'outside', null, '8338', 'Erlöse aus im Drittland steuerbaren Leistungen', 'income'),
    ('cash_discounts', null, null, null, '8730', 'Gewährte Skonti', 'income'),
    ('cash_discounts', 19, null, null, '8736', 'Gewährte Skonti 19 % USt', 'income'),
    ('cash_discounts', 7, null, null, '8731', 'Gewährte Skonti 7 % USt', 'income'),
    ('discounts', null, null, null, '3730', 'Erhaltene Skonti', 'income'),
    ('write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
    ('fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
    ('costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
    ('costs', 19, 'reverse_charge', null, '3125', 'Leistungen eines im Ausland ansässigen Unternehmers 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost'),
    ('costs', 19, 'intra_community', null, '3425', 'Innergemeinschaftlicher Erwerb 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost')
$$;

create or replace function private.chart_of(p_chart text)
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.part, c.vat_rate, c.vat_treatment, c.method, c.code, c.name, c.kind
    from (values
      ('general', 'money', null::numeric, null, null, '1000', 'Bank', 'asset'),
      ('general', 'money', null, null, 'cash', '1010', 'Cash', 'asset'),
      ('general', 'money', null, null, 'card', '1020', 'Card payments', 'asset'),
      ('general', 'clients', null, null, null, '1100', 'Clients', 'asset'),
      ('general', 'vat_purchases', null, null, null, '1200', '{Tax} on purchases', 'asset'),
      ('general', 'vat_purchases_waiting', null, null, null, '1205', '{Tax} on purchases that are not paid', 'asset'),
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'vat_due', null, null, null, '2210', '{Tax} owed on purchases', 'liability'),
      ('general', 'vat_waiting', null, null, null, '2205', '{Tax} of sales that are not paid', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'vat_purchases_waiting', null, null, null, '24329', 'IVA – Dedutível após pagamento', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_due', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_waiting', null, null, null, '24339', 'IVA – Liquidado não exigível', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
  union all
  select * from private.chart_skr03() where p_chart = 'skr03'
  union all
  select null, null, null, null, o.code, o.name, o.kind from private.other_accounts_of(p_chart) as o
$$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text, tax_place text, own_vat text, deducted text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account, e.taxed_at,
           private.amount_text(e.own), private.amount_text(e.deducted)
      from (
        select t.on_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, v.currency, null, null, null,
               v.snapshot -> 'tax_place' ->> 'name', null, null
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, null, null
          from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where p_side = 'sales' and (w.base, w.vat) <> (0, 0)
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, 0, w.vat
          from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where p_side = 'purchases'
        union all
        select b.on_date, b.number, 'bank entry', null, b.rate, 'standard', b.base, b.tax, b.code, b.words, b.account, b.id::text, null, null, null
          from private.bank_sales(p_from, p_to) as b where p_side = 'sales'
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number, v.currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -t.base, -t.vat, 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), n.currency
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -t.base, -t.vat, 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), v.currency
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'sales', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat, 0, w.party_number, w.code
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
    union all
    select 'sales', 'bank_entry', b.id, b.number, null, b.on_date, b.rate, 'standard', b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
    union all
    select 'purchases', l.record_kind, l.record_id, l.number, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
    union all
    select 'purchases', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, 0, w.vat, w.party_number, w.code
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

alter table public.account_rules add constraint account_rules_conditions_fit CHECK ((method IS NULL OR part = 'money'::text) AND (service_id IS NULL OR part = 'sales'::text) AND (num_nonnulls(vat_rate, vat_treatment) = 0 OR (part = ANY (ARRAY['sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_waiting'::text, 'vat_purchases'::text, 'vat_purchases_waiting'::text, 'vat_due'::text, 'costs'::text, 'cash_discounts'::text]))));

alter table public.account_rules add constraint account_rules_part_is_known CHECK (part = ANY (ARRAY['clients'::text, 'suppliers'::text, 'sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_waiting'::text, 'vat_purchases'::text, 'vat_purchases_waiting'::text, 'vat_due'::text, 'costs'::text, 'money'::text, 'write_offs'::text, 'discounts'::text, 'fees'::text, 'opening'::text, 'cash_discounts'::text]));

alter table public.hand_over_settings add constraint hand_over_settings_cash_basis_purchases_from_is_in_reach CHECK (cash_basis_purchases_from >= '1900-01-01'::date AND cash_basis_purchases_from < '10000-01-01'::date);

alter table public.hand_over_settings add constraint hand_over_settings_cash_basis_purchases_to_is_in_reach CHECK (cash_basis_purchases_to >= '1900-01-01'::date AND cash_basis_purchases_to < '10000-01-01'::date);

alter table public.hand_over_settings add constraint hand_over_settings_purchases_days_are_in_order CHECK (cash_basis_purchases_to >= cash_basis_purchases_from AND (cash_basis_purchases_to IS NULL OR cash_basis_purchases_from IS NOT NULL));

revoke execute on all routines in schema private from public;

create or replace trigger guard_cash_basis before update of cash_basis_from, cash_basis_to, cash_basis_purchases_from, cash_basis_purchases_to on public.hand_over_settings
  for each row execute function private.guard_cash_basis();

comment on function private.guard_cash_basis() is 'Invoices of closed days are taxed as they were, and bills of closed days are deducted as they were.';

comment on function private.journal_of_waiting_taxes(pg_catalog.date,pg_catalog.date) is 'Where VAT arises with the money: the VAT of an invoice goes to an account of its own when it is issued, and from there to the VAT that is owed as it is paid, or off
the loss when it is written off. The input tax of a bill waits on another account until its supplier is paid. Amounts above zero are debits.';

comment on function private.papers_of_return(pg_catalog.date,pg_catalog.date) is 'What the papers of these days bring into a VAT return, in the currency of the company: base, the tax that is due, and the input tax. Credit notes and cash
discounts are taken off; a deposit invoice counts on the days of its money, and on cash basis every taxed sale does, and every bill where purchases are on cash basis. number: the VAT number of the other side; is_union: it is of another state of the Union. For functions that asked for the right.';

comment on function private.vat_boxes(pg_catalog.date,pg_catalog.date) is 'The boxes of the VAT return of these days: see private.papers_of_return; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. net or vat is null where the box does not take it. Purchases are for people who see invoices of suppliers. Amounts are text.';

comment on function public.vat_boxes(pg_catalog.date,pg_catalog.date) is 'The boxes of the VAT return of these days: see private.papers_of_return; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. net or vat is null where the box does not take it. Purchases are for people who see invoices of suppliers. Amounts are text.';

comment on function private.moves_of_waiting_bills(pg_catalog.date,pg_catalog.date) is 'private.moves_of_waiting_taxes of purchases: of the bills whose input tax is deducted with their payment, and of the credit notes of suppliers (below zero), that something happened
to in these days. vat: the input tax, as far as it is deducted. A discount for paying early lowers what is asked for. VAT that the company owes itself and import VAT do not wait.';

comment on function private.moves_of_waiting_taxes(pg_catalog.date,pg_catalog.date) is 'For private.waiting_taxes: of the invoices whose VAT arises with their money, and of their credit notes, that something happened to in these days, everything that
happened to them up to p_to: opens (the amount that is asked for), paid (money, or what a credit note settled), lost (what was written off), and base and VAT by rate, which credit notes and cash discounts lower.';

comment on function private.papers_of_waiting_taxes(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'private.waiting_taxes with the paper, its client or supplier and, in words, whether its tax waits or has come.';

comment on function private.waiting_taxes(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'Where the VAT of sales arises with the money: what of turnover and VAT the papers of these days bring in later (below zero), and what comes in of earlier ones since they
are paid (above zero), by the day of the money and by rate. Together with private.taxes_of_invoices, credit notes and cash discounts it is the return by payments. Sales without VAT count
on the day of their paper. What is written off comes in never: written_off is its VAT, of which nothing waits any more (above zero; below when the write-off is taken back).
p_side: sales, or purchases: their costs and input tax, together with private.purchase_lines. Nothing for a side that counts on the date of its papers. For functions that asked for the right.';

comment on column public.hand_over_settings.cash_basis_purchases_from is 'The input tax of bills that count from this day on is deducted as the supplier is paid, up to those of cash_basis_purchases_to. Null: that of every bill on the day on which it counts.';

-- Every company gets the accounts of its chart for input tax that waits for its payment, under numbers that are free. No entry leads there yet.
alter table public.ledger_accounts disable trigger user;

alter table public.account_rules disable trigger user;

create temporary table waiting_accounts as
select c.part, c.vat_rate, c.code, private.with_tax(c.name) as name, c.kind, a.id as account_id
  from private.chart_of(case
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code in ('8200', '8400')) then 'skr03'
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code = '72') then 'snc'
    else 'general' end) as c
  left join public.ledger_accounts a on (lower(btrim(a.code)), a.name, a.kind, a.archived) = (c.code, private.with_tax(c.name), c.kind, false)
 where c.part = 'vat_purchases_waiting';

update waiting_accounts as c set account_id = case when exists (select from public.ledger_accounts a where a.id = md5('ledger account ' || c.code)::uuid) then gen_random_uuid()
         else md5('ledger account ' || c.code)::uuid end
 where c.account_id is null;

insert into public.ledger_accounts (id, code, name, kind)
select c.account_id,
       case when exists (select from public.ledger_accounts a where lower(btrim(a.code)) = c.code)
              or exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code) then c.code || '-W' else c.code end,
       c.name, c.kind
  from waiting_accounts as c where not exists (select from public.ledger_accounts a where a.id = c.account_id);

insert into public.account_rules (part, account_id, vat_rate)
select c.part, c.account_id, c.vat_rate from waiting_accounts as c;

drop table waiting_accounts;

alter table public.account_rules enable trigger user;

alter table public.ledger_accounts enable trigger user;


reset check_function_bodies;
