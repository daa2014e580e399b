set check_function_bodies = off;

drop trigger pin on public.credit_notes;

drop trigger pin on public.invoices;

drop trigger pin on public.orders;

drop trigger pin on public.payments;

drop trigger pin on public.quotations;

drop policy "people register their contact, staff add contacts without an ac" on public.contacts;

drop view private.settlements;

drop routine private.analytics_of_orders(p_part text, p_since timestamp with time zone, p_until timestamp with time zone, p_zone text, p_currency text);

drop routine private.analytics_of_quotations(p_part text, p_since timestamp with time zone, p_until timestamp with time zone, p_zone text, p_currency text);

drop routine private.analytics_of_tax_places(p_from date, p_to date, p_currency text);

drop routine private.open_items(p_on date);

drop routine private.open_items_of_clients(p_on date);

drop routine private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid);

drop routine public.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid);

alter table public.contacts add column currency text;

alter table public.credit_notes add column rate numeric(18,8) not null default 1;

alter table public.credit_notes add column worth numeric(14,2);

alter table public.invoices add column rate numeric(18,8) not null default 1;

alter table public.invoices add column worth numeric(14,2);

alter table public.orders add column rate numeric(18,8) not null default 1;

alter table public.payments add column worth numeric(14,2);

alter table public.quotations add column rate numeric(18,8) not null default 1;

create or replace function private.analytics_of_orders(p_part text, p_since timestamptz, p_until timestamptz, p_zone text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'sales' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             to_char(o.ordered_at at time zone p_zone, 'YYYY-MM'), null::text, null::text, private.worth(o.net, o.rate), null::numeric
        from public.orders o
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled';
  elsif p_part = 'services' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service, and discounts'), null::text, private.worth(sum(i.net), o.rate), null::numeric
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.kind not in ('heading', 'text')
        left join public.services s on s.id = i.service_id
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled'
       group by o.id, s.id;
  elsif p_part = 'sellers' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(w.id::text, 'none'), coalesce(p.label, 'Nobody'), null::text, private.worth(o.net, o.rate), null::numeric
        from public.orders o
        left join public.quotations q on q.id = o.quotation_id
        cross join lateral (select coalesce(q.account_manager_id, q.created_by, o.created_by) as id) as w
        left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = w.id
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled';
  else
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'),
             case when c.cost is null then 'unknown' else 'known' end, sum(c.net), coalesce(sum(c.cost), count(*))
        from private.order_line_costs(array(
               select a.id from public.orders a where a.ordered_at >= p_since and a.ordered_at < p_until and a.status <> 'cancelled')) as c
        join public.orders o on o.id = c.order_id
        left join public.services s on s.id = c.service_id
       group by o.id, s.id, c.cost is null;
  end if;
end $$;

create or replace function private.analytics_of_quotations(p_part text, p_since timestamptz, p_until timestamptz, p_zone text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'quotation', q.id, concat_ws(' · ', q.number_with_version, q.project_title), q.contact_id, (q.created_at at time zone p_zone)::date,
           case p_part when 'quotes' then to_char(q.created_at at time zone p_zone, 'YYYY-MM') else coalesce(w.id::text, 'none') end,
           case p_part when 'winners' then coalesce(p.label, 'Nobody') end,
           case when q.status in ('approved', 'converted') then 'won' when q.status = 'rejected' then 'lost'
                when q.status = 'expired' then 'expired' else 'open' end, private.worth(q.net, q.rate), null::numeric
      from public.quotations q
      cross join lateral (select coalesce(q.account_manager_id, q.created_by) as id) as w
      left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = w.id
     where q.created_at >= p_since and q.created_at < p_until and q.status not in ('draft', 'cancelled');
end $$;

create or replace function private.analytics_of_open_money(p_part text, p_zone text, p_currency text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'to_invoice' then
    return query
      select 'order', t.order_id, concat_ws(' · ', t.order_number, t.project_title), t.contact_id, (t.since at time zone p_zone)::date,
             case when w.days <= 7 then '7' when w.days <= 30 then '30' else 'older' end, null::text, null::text, private.worth(t.net, o.rate), null::numeric
        from private.to_invoice() as t join public.orders o on o.id = t.order_id,
             lateral (select p_today - coalesce((t.since at time zone p_zone)::date, p_today) as days) as w;
  elsif p_part = 'receivables' then
    return query
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, coalesce(v.due_date, v.issue_date),
             case when w.late <= 0 then 'not_due' when w.late <= 30 then 'days_30' when w.late <= 60 then 'days_60'
                  when w.late <= 90 then 'days_90' else 'older' end, null::text, null::text,
             private.share_of_worth(v.balance, v.gross, v.worth), null::numeric
        from public.invoices v, lateral (select p_today - coalesce(v.due_date, v.issue_date) as late) as w
       where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0;
  else
    return query
      select m.kind, m.id, m.label, m.contact_id, m.due,
             case when m.due < p_today then 'overdue' when m.due >= date_trunc('week', p_today)::date + 56 then 'later'
                  else date_trunc('week', m.due)::date::text end, null::text, m.mark, m.open, null::numeric
        from (
          select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id,
                 coalesce(v.due_date, v.issue_date) as due, 'in' as mark, private.share_of_worth(v.balance, v.gross, v.worth) as open
            from public.invoices v
           where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0
          union all
          select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, coalesce(s.scheduled_for, s.due_date, s.invoice_date),
                 case when s.is_credit then 'in' else 'out' end, abs(s.open)
            from public.supplier_invoices s
           where s.status in ('received', 'approved', 'scheduled', 'part_paid') and s.open <> 0 and s.currency = p_currency
             and (private.is_server() or private.can('supplier-invoices', 'view'))) as m;
  end if;
end $$;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, t.on_date, to_char(t.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales',
           -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales',
           -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate)
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to
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
    select 'supplier_invoice', d.bill_id, concat_ws(' · ', d.number, 'Cash discount'), d.supplier_id, d.on_date, to_char(d.on_date, 'YYYY-MM'),
           coalesce(trim_scale(d.vat_rate) || ' %' || coalesce(' ' || replace(nullif(d.vat_treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, -d.base, -side.vat
      from private.supplier_discounts(p_from, p_to) as d cross join lateral (values ('purchases', d.deducted), ('due', d.own_vat)) as side (mark, vat)
     where (side.mark = 'purchases' or private.is_own_tax(d.vat_treatment)) and d.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
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

create or replace function private.analytics_of_tax_places(p_from date, p_to date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    with papers as (
      select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id, v.issue_date as day,
             nullif(v.snapshot -> 'tax_place', 'null') as place, v.snapshot -> 'tax_exemptions' as exemptions, t.vat_rate as rate,
             private.worth(t.base, v.rate) as base, private.worth(t.vat, v.rate) as vat
        from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
       where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma'
         and v.opening_on is null
      union all
      select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date,
             nullif(n.snapshot -> 'tax_place', 'null'), n.snapshot -> 'tax_exemptions', t.vat_rate,
             -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate)
        from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
       where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
      union all
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on,
             nullif(v.snapshot -> 'tax_place', 'null'), v.snapshot -> 'tax_exemptions', t.vat_rate,
             -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate)
        from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
       where d.given_on between p_from and p_to
    ), known as (
      select p.*, case when p.rate > 0 then 'taxable' else 'exempt' end as mark,
             p.place is not null and jsonb_array_length(p.place -> 'parts') > 0 and (p.rate = 0 or p.rate = (p.place ->> 'rate')::numeric) as has_parts,
             case when p.rate = 0 and jsonb_array_length(p.exemptions) = 1 then p.exemptions -> 0 ->> 'state' end as state
        from papers p
    )
    select k.kind, k.id, k.label, k.contact_id, k.day, 'all', 'All sales', k.mark, k.base, k.vat from known k
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day,
           part.level || ' ' || case part.level when 'state' then private.state_code(part.name) else part.name end, part.name, k.mark, k.base, part.tax
      from known k cross join lateral private.parts_of_tax(k.vat, k.place -> 'parts') as part where k.has_parts
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, 'state ' || private.state_code(k.state), k.state, k.mark, k.base, k.vat
      from known k where not k.has_parts and k.state is not null
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, case when k.rate > 0 then 'other ' || trim_scale(k.rate) else 'other' end,
           case when k.rate > 0 then format('%s %% of no place', trim_scale(k.rate)) else 'Not taxed, of no place' end, k.mark, k.base, k.vat
      from known k where not k.has_parts and k.state is null;
end $$;

create or replace function private.analytics_rows(p_part text, p_from date, p_to date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
  v_today constant date := private.company_today();
  v_currency constant text := (select c.currency from public.company_settings c);
begin
  if p_part is null or p_part <> all (private.analytics_parts()) then
    raise insufficient_privilege using message = 'You may not see these figures';
  elsif p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;

  if p_part in ('sales', 'services', 'sellers', 'margin') then
    return query select * from private.analytics_of_orders(p_part, v_from, v_until, v_zone);
  elsif p_part in ('quotes', 'winners') then
    return query select * from private.analytics_of_quotations(p_part, v_from, v_until, v_zone);
  elsif p_part in ('late', 'labour') then
    return query select * from private.analytics_of_jobs(p_part, v_from, v_until, v_zone, v_today);
  elsif p_part in ('to_invoice', 'receivables', 'cash') then
    return query select * from private.analytics_of_open_money(p_part, v_zone, v_currency, v_today);
  elsif p_part = 'tax_places' then
    return query select * from private.analytics_of_tax_places(p_from, p_to);
  else
    return query select * from private.analytics_of_vat(p_from, p_to, v_currency);
  end if;
end $$;

create or replace function private.bank_clients(p_entry public.bank_entries) returns table(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
  language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.45' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  v_name constant text := private.plain_name(p_entry.party_name);
begin
  -- To plan this anew takes longer than to run it: one plan serves every entry.
  return query
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number)
  ), evidence as (
    select v.contact_id, w.number as named, false as account, false as before
      from words w join public.invoices v on v.invoice_number = w.number
    union all
    select o.contact_id, w.number, false, false from words w join public.orders o on o.order_number = w.number where o.status <> 'cancelled'
    union all
    select o.contact_id, w.number, false, false
      from words w join public.quotations q on q.quotation_number = w.number join public.orders o on o.quotation_id = q.id where o.status <> 'cancelled'
    union all
    select s.contact_id, w.number, false, false from words w join public.statements s on s.statement_number = w.number
    union all
    select a.contact_id, null, true, false from public.contact_bank_accounts a where a.iban = p_entry.party_iban
    union all
    select p.contact_id, null, false, true
      from public.bank_entries e join public.payments p on p.id = e.payment_id
     where e.party_iban = p_entry.party_iban and e.id <> p_entry.id
  ), exact as (
    select v.contact_id from public.invoices v where v.status in ('issued', 'partly_paid') and v.balance > 0
       and (v.currency = p_entry.currency and v.balance = p_entry.amount or v.currency = p_entry.other_currency and v.balance = p_entry.other_amount)
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.currency = p_entry.currency and o.deposit_amount - o.deposit_paid = p_entry.amount
  ), guesses as (
    select x.contact_id from exact x where not exists (select from evidence)
    union
    -- The name with the exact amount is heard beside a known account, which may have paid for somebody else, and beside a number, which may be a wrong one.
    select x.contact_id from exact x join public.contacts c on c.id = x.contact_id
     where extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45
    union
    select c.id from public.contacts c
     where private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email) operator(extensions.%) v_name and not exists (select from evidence)
       and exists (select from public.invoices v where v.contact_id = c.id and v.status in ('issued', 'partly_paid') and v.balance > 0)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id;
end $$;

create or replace function private.entry_for(p_entry public.bank_entries, p_contact_id uuid) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := private.currency_of(p_contact_id);
begin
  if v_currency <> p_entry.currency then
    p_entry.amount := case when p_entry.other_currency = v_currency then p_entry.other_amount end;
    p_entry.currency := v_currency;
  end if;
  return p_entry;
end $$;

create or replace function private.foreign_receipt(p_entry public.bank_entries, p_client jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select p.* into v_payment from public.payments p
   where p.contact_id = (p_client ->> 'contact_id')::uuid and p.direction = 'in' and p.method in ('bank', 'other') and p.worth = p_entry.amount
     and p.status = 'succeeded' and abs(p.received_on - p_entry.booked_on) <= 10
     and not exists (select from public.bank_entries e where e.payment_id = p.id)
   order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
  return case when v_payment.id is null then '[]' else jsonb_build_array(jsonb_build_object('contact_id', v_payment.contact_id, 'client_name', p_client ->> 'client_name',
    'payment_id', v_payment.id, 'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', 60, 'is_sure', false,
    'reasons', jsonb_build_array(format('%s of %s was recorded by hand on %s, and is worth this amount.', v_payment.payment_number,
      private.money_words(v_payment.amount, v_payment.currency), private.day_in_words(v_payment.received_on))))) end;
end $$;

create or replace function private.bank_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches jsonb;
  v_is_right boolean;
begin
  if p_entry.direction <> 'in' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  select jsonb_agg(one) into v_matches
    from (select c.*, count(*) over () as heard, count(*) filter (where c.named <> '{}' or c.is_account) over () as known from private.bank_clients(p_entry) as c) as client,
         lateral (select private.entry_for(p_entry, client.contact_id) as entry) as own,
         jsonb_array_elements(case when (own.entry).amount is null then private.foreign_receipt(p_entry, to_jsonb(client))
           else private.client_matches(own.entry, to_jsonb(client), case when client.named <> '{}' then client.known else client.heard end = 1) end) as one;
  -- A number whose invoice has another amount, or is paid, says less than the payer with the exact amount.
  v_is_right := coalesce((select bool_or((one ->> 'fits_number')::boolean) from jsonb_array_elements(v_matches) as one), true);
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' - 'fits_number' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc,
                     (one ->> 'is_payer' is not null and not v_is_right) desc, (one ->> 'score')::integer desc, one ->> 'client_name', one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

create or replace function private.confirm_bank_entry(
  p_id uuid, p_contact_id uuid default null, p_allocations jsonb default null, p_order_id uuid default null, p_payment_id uuid default null,
  p_worth numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
  v_choice constant text := md5(jsonb_build_array(p_contact_id, p_allocations, p_order_id, p_payment_id, p_worth)::text);
  v_books public.bank_entries;
  v_own public.bank_entries;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_choice and v_row.direction = 'in' then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  end if;
  v_books := private.entry_in_books(v_row, p_worth);
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif coalesce(v_payment.worth, v_payment.amount) <> v_books.amount or v_payment.direction <> 'in' or v_payment.status = 'refunded' then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_own := private.entry_for(v_row, p_contact_id);
    if v_own.amount is null then
      perform private.refuse('PT409', format('This client pays in %s, and the bank says %s only. Record the payment in %s with what came in, then confirm this entry with it.',
        v_own.currency, v_row.currency, v_own.currency));
    end if;
    v_id := private.record_payment(p_contact_id, case when v_own.currency = v_books.currency then v_books.amount else v_own.amount end, 'bank', v_books.booked_on,
      left(coalesce(v_books.remittance, v_books.party_name, v_books.bank_reference), 200), null, p_allocations, p_order_id,
      p_worth => case when v_own.currency <> v_books.currency then v_books.amount end);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_choice, worth = case when v_row.currency <> v_books.currency then v_books.amount end
   where id = p_id;
  return v_id;
end $$;

create or replace function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_back constant uuid := (select e.payment_id from public.bank_entries e where e.id = private.returned_entry(p_entry));
  v_one record;
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    with words as (
      select distinct m[1] || '-' || m[2] || '-' || m[3] as number
        from regexp_matches(upper(v_text), '(?<![A-Z])(INV|SO|ST|CN|RCPT)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    ), named as (
      select v.contact_id from words w join public.invoices v on v.invoice_number = w.number
      union select o.contact_id from words w join public.orders o on o.order_number = w.number
      union select n.contact_id from words w join public.credit_notes n on n.credit_number = w.number
      union select p.contact_id from words w join public.payments p on p.payment_number = w.number
    ), money as (
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.worth is null and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, private.share_of_worth(r.amount, p.amount, p.worth), r.id, r.refunded_on
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where private.share_of_worth(r.amount, p.amount, p.worth) = p_entry.amount and r.kind = 'refund' and r.way is distinct from 'cash' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           coalesce(m.id = v_back, false) as is_back,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.id = v_back desc nulls last, m.refund_id is null, m.free = p_entry.amount desc, m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_back or v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and (v_one.is_back or v_one.is_named or v_one.is_account),
      'score', 50 * v_one.is_back::integer + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.refund_id is not null then format('A refund of the same amount was recorded on %s.', private.day_in_words(v_one.refunded_on)) end,
        case when v_one.is_back then format('The bank gives %s back.', v_one.payment_number) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(private.part_of_return(v, a.amount, p.id) order by v.invoice_number, v.id), '[]') as parts,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
     where p.direction = 'in' and p.status = 'succeeded' and p.refunded = 0 and p.open < p.amount
       and p.worth is null and p.amount between p_entry.amount - 50 and p_entry.amount and p.received_on between p_entry.booked_on - 400 and p_entry.booked_on
       -- The bank says itself which entry comes back: that one is suggested as a return of it.
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.id = private.returned_entry(p_entry))
  ), likely as (
    select r.*, row_number() over (order by r.is_named desc, r.is_account desc, r.fee, r.received_on desc, r.payment_number) as place
      from receipts r where r.is_named or (r.fee = 0 and (r.is_account or r.is_alike))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'client_return', 'name', l.name, 'contact_id', l.contact_id, 'payment_id', l.id,
      'payment_number', l.payment_number, 'received_on', l.received_on, 'parts', l.parts, 'fee', case when l.fee > 0 then private.amount_text(l.fee) end,
      'is_sure', false, 'score', 40 * l.is_named::integer + 25 * l.is_account::integer + 15 * (l.fee = 0)::integer + 10 * l.is_alike::integer,
      'obstacle', private.why_deposit_stays(l.id),
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then 'The text names this payment or what it paid.' end,
        case when l.is_account then 'It went to the account that the payment came from.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.fee = 0 then format('%s over the same amount came in on %s.', l.payment_number, private.day_in_words(l.received_on))
          else format('%s over %s came in on %s.', l.payment_number, private.money_words(l.amount), private.day_in_words(l.received_on)) end], null))) order by l.place), '[]')
    from likely l where l.place <= 2
  );
end $$;

create or replace function private.book_refund(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_refund public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
  if p_choice ->> 'refund_id' is not null then
    select * into v_refund from public.payment_refunds where id = private.uuid_or_null(p_choice ->> 'refund_id') and payment_id = v_payment.id;
    if v_refund.id is null or private.share_of_worth(v_refund.amount, v_payment.amount, v_payment.worth) <> p_entry.amount or v_refund.kind <> 'refund'
      or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
    then
      perform private.refuse('PT409', 'This refund has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
      perform private.refuse('PT409', 'This refund belongs to another entry already');
    end if;
    return jsonb_build_object('refund_id', v_refund.id, 'is_link', true);
  end if;
  if v_payment.worth is not null then
    perform private.refuse('PT409', format('%s is in %s. Record its refund in %s first, then confirm this entry with it.', v_payment.payment_number, v_payment.currency,
      v_payment.currency));
  end if;
  perform private.check_refund(v_payment, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'));
  if p_entry.booked_on < v_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
  end if;
  return jsonb_build_object('refund_id', private.keep_refund(v_payment, null, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'), auth.uid(),
    p_entry.booked_on, 'bank'));
end $$;

create or replace function private.papers_of_waiting_taxes(p_side text, p_from date, p_to date)
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

create or replace function private.journal_of_cash_discounts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with given as materialized (
    select d.id, d.given_on, v.rate as books, v.id as invoice_id, v.invoice_number, v.contact_id, v.project_title
      from public.cash_discounts d join public.invoices v on v.id = d.invoice_id where d.given_on between p_from and p_to
  ), parts as (
    select g.id, 'clients' as part, null::numeric as rate, null as treatment, -private.worth(t.base, g.books) - private.worth(t.vat, g.books) as amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id
    union all
    select g.id, side.part, t.vat_rate, t.vat_treatment, side.amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id
     cross join lateral (values ('cash_discounts', private.worth(t.base, g.books)), ('vat_sales', private.worth(t.vat, g.books))) as side (part, amount)
  )
  select g.given_on, 5, 'invoice', g.invoice_id, g.id, g.invoice_number, g.contact_id, g.project_title, x.part, null::uuid, null::uuid, x.rate, x.treatment,
         null::text, x.amount
    from parts x join given g on g.id = x.id where x.amount <> 0
$$;

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order) as (
    select 'bank_entries', null::numeric, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', private.worth(v.net + v.vat, v.rate), null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', private.worth(n.net + n.vat, n.rate), null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', private.worth(t.net, o.rate), null from private.to_invoice() as t join public.orders o on o.id = t.order_id where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', private.share_of_worth(p.open, p.amount, p.worth), null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', private.worth(u.gross, o.rate), jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross))
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', private.share_of_worth(p.open, p.amount, p.worth), null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'unpaid_runs', r.total, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null from private.ledger_differences(p_to)
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.taxes_of_invoices(p_from date, p_to date)
  returns table (invoice_id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.issue_date, t.vat_rate, t.vat_treatment, private.worth(t.base, v.rate), private.worth(t.vat, v.rate)
    from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
   where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
     and not v.taxed_when_paid
  union all
  select d.invoice_id, d.on_date, d.vat_rate, d.vat_treatment, sum(private.worth(d.base, v.rate)), sum(private.worth(d.vat, v.rate))
    from private.deposit_taxes d join public.invoices v on v.id = d.invoice_id
   where d.on_date between p_from and p_to group by 1, 2, 3, 4 having (sum(d.base), sum(d.vat)) <> (0, 0)
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'taxed_when_paid', v.taxed_when_paid, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'books', private.books_facts(v.currency, v.rate, v.worth),
      'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when v.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, v.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.issue_invoice(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  perform private.lock_kept(array(select i.order_id from public.invoice_items i where i.invoice_id = p_id));
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  perform private.settle_exemption('invoice', p_id);
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  if v_row.supply_from is not null and v_row.supply_date is null then
    perform private.refuse('22023', 'Please say the last day of the period of supply');
  end if;
  perform private.must_mean_nothing(p_id);
  if v_row.kind <> 'proforma' then
    perform private.must_mean_plain(v_row.contact_id);
    perform private.must_be_recent(v_row.currency, private.company_today());
  end if;
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.refresh_invoice(p_id);
  perform private.use_kept_deposits(p_id);
  return v_row.invoice_number;
end $$;

create or replace function private.journal_of_invoices(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select v.id, coalesce(v.worth, v.gross) as gross, v.rate as books, v.kind, v.taxed_when_paid, v.issue_date, v.invoice_number, v.contact_id, v.project_title
      from public.invoices v
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
  ), lines as materialized (
    -- A deposit goes at the rate at which it came.
    select i.invoice_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, i.service_id, i.vat_rate, i.vat_treatment,
           sum(private.worth(i.net, coalesce(d.rate, p.books))) as net
      from papers p join public.invoice_items i on i.invoice_id = p.id left join public.invoices d on d.id = i.deducts_invoice_id
     where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.invoice_id, t.vat_rate, t.vat_treatment, private.worth(t.base, p.books) as base, private.worth(t.vat, p.books) as vat
      from papers p join public.invoice_vat t on t.invoice_id = p.id
  ), parts as (
    select p.id, 'clients' as part, null::uuid as service_id, null::numeric as rate, null as treatment, p.gross as amount from papers p
    union all
    select l.id, l.part, l.service_id, l.vat_rate, l.vat_treatment, -l.net from lines l
    union all
    -- What the VAT table says beyond the lines.
    select x.id, 'sales', null, x.vat_rate, x.vat_treatment, sum(x.net)
      from (select l.id, l.vat_rate, l.vat_treatment, l.net from lines l
            union all select t.invoice_id, t.vat_rate, t.vat_treatment, -t.base from rates t) as x group by 1, 4, 5
    union all
    select t.invoice_id, 'vat_sales', null, t.vat_rate, t.vat_treatment, -t.vat from rates t
  )
  select v.issue_date, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title,
         case when x.part = 'sales' and v.kind = 'deposit' or x.part = 'vat_sales' and v.taxed_when_paid then 'deposits' else x.part end,
         null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join papers v on v.id = x.id where x.amount <> 0
  union all
  select t.on_date, 9, 'invoice', v.id, t.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, t.vat_rate, t.vat_treatment, null, side.amount
    from private.deposit_taxes t join public.invoices v on v.id = t.invoice_id
   cross join lateral (values ('deposits', private.worth(t.vat, v.rate)), ('vat_sales', -private.worth(t.vat, v.rate))) as side (part, amount)
   where t.on_date between p_from and p_to and t.vat <> 0
  union all
  select v.opening_on, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, null, null, null, side.amount
    from public.invoices v cross join lateral (values ('clients', coalesce(v.worth, v.gross)), ('opening', -coalesce(v.worth, v.gross))) as side (part, amount)
   where v.opening_on between p_from and p_to and v.gross <> 0
$$;

create or replace function private.journal_of_credit_notes(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select n.id, coalesce(n.worth, n.gross) as gross, n.rate as books, n.issue_date, n.credit_number, n.contact_id, n.reason, v.kind
      from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
  ), lines as materialized (
    select i.credit_note_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, o.service_id, i.vat_rate, i.vat_treatment,
           sum(private.worth(i.net, coalesce(d.rate, p.books))) as net
      from papers p join public.credit_note_items i on i.credit_note_id = p.id join public.invoice_items o on o.id = i.invoice_item_id
      left join public.invoices d on d.id = o.deducts_invoice_id
     where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.credit_note_id, t.vat_rate, t.vat_treatment, private.worth(t.base, p.books) as base, private.worth(t.vat, p.books) as vat
      from papers p join public.credit_note_vat t on t.credit_note_id = p.id
  ), parts as (
    select p.id, 'clients' as part, null::uuid as service_id, null::numeric as rate, null as treatment, -p.gross as amount from papers p
    union all
    select l.id, l.part, l.service_id, l.vat_rate, l.vat_treatment, l.net from lines l
    union all
    -- What the VAT table says beyond the lines.
    select x.id, 'sales', null, x.vat_rate, x.vat_treatment, sum(x.net)
      from (select l.id, l.vat_rate, l.vat_treatment, -l.net as net from lines l
            union all select t.credit_note_id, t.vat_rate, t.vat_treatment, t.base from rates t) as x group by 1, 4, 5
    union all
    select t.credit_note_id, 'vat_sales', null, t.vat_rate, t.vat_treatment, t.vat from rates t
  )
  select n.issue_date, 2, 'credit_note', n.id, n.id, n.credit_number, n.contact_id, n.reason,
         case when x.part = 'sales' and n.kind = 'deposit' then 'deposits' else x.part end, null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join papers n on n.id = x.id where x.amount <> 0
$$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, case when p.opening_on is null then 'money' else 'opening' end as other, 'clients' as against, p.method,
           case p.direction when 'in' then 1 else -1 end * coalesce(p.worth, p.amount) as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', 'clients', coalesce(r.way, p.method),
           -private.share_of_worth(r.amount, p.amount, p.worth)
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', 'clients', null, private.worth(w.amount, v.rate)
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
    union all
    -- A deposit without a paper is owed to the client until its order is invoiced.
    select k.kept_on, 8, 'payment', p.id, k.id, p.payment_number, p.contact_id, format('Deposit for %s', o.order_number), 'clients', 'deposits', null,
           private.share_of_worth(k.amount, p.amount, p.worth)
      from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
     where k.kept_on between p_from and p_to
    union all
    -- What the bank took for a payment that it gave back.
    select r.refunded_on, 4, 'payment', p.id, b.id, p.payment_number, p.contact_id, r.reason, 'fees', 'money', 'bank', b.fee
      from public.payment_refunds r join public.payments p on p.id = r.payment_id join public.bank_entry_payouts b on b.refund_id = r.id
     where r.refunded_on between p_from and p_to and b.fee <> 0
  )
  select m.on_date, m.sort, m.kind, m.id, m.entry_id, m.number, m.contact_id, m.words, side.part, null::uuid, null::uuid, null::numeric, null::text,
         case side.part when 'money' then m.method end, side.amount
    from moves m
   cross join lateral (values (m.other, m.amount), (m.against, -m.amount)) as side (part, amount)
$$;

create or replace function private.journal_parts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric, treated text)
  language sql stable security definer set search_path = ''
as $$
  -- Most lines have no treatment: nobody asks whose their paper is.
  select x.*, case when coalesce(x.vat_treatment, '') = 'reverse_charge' and private.is_reverse_at_home(x.kind, x.id) then 'reverse_charge_home' else x.vat_treatment end
    from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
          union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)
          union all select * from private.journal_of_bank(p_from, p_to) union all select * from private.journal_of_cash_discounts(p_from, p_to)
          union all select * from private.journal_of_waiting_taxes(p_from, p_to)
          union all select * from private.journal_of_exchange(p_from, p_to)) as x
$$;

-- A paper settles nothing before the later of its days, and one that does not count settles nothing.
create view private.settlements as
  select a.id, a.invoice_id, a.payment_id, null::uuid as credit_note_id, a.amount, greatest(a.allocated_on, p.received_on, v.issue_date) as on_date
    from public.payment_allocations a
    join public.payments p on p.id = a.payment_id and p.status in ('succeeded', 'part_refunded', 'refunded')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select a.id, a.invoice_id, null, a.credit_note_id, a.amount, greatest(a.allocated_on, n.issue_date, v.issue_date)
    from public.credit_allocations a
    join public.credit_notes n on n.id = a.credit_note_id and n.status not in ('draft', 'void')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select w.id, w.invoice_id, null, null, w.amount, w.written_off_on from public.write_offs w
  union all
  select d.id, d.invoice_id, null, null, d.amount, d.given_on from public.cash_discounts d;

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
               t.vat_treatment as treatment, t.base as base, t.vat as tax, (select private.books_currency()) as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), (select private.books_currency()), null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), (select private.books_currency()), null, null, null,
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

create or replace function private.open_items_of_clients(p_on date)
returns table (contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric, paper_amount numeric,
  paper_open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.* from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
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

create or replace function private.open_items(p_on date)
returns table (side text, contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric, paper_amount numeric,
  paper_open numeric)
  language sql stable security definer set search_path = ''
as $$
  select 'clients', c.* from private.open_items_of_clients(p_on) as c where c.paper_open <> 0
  union all
  -- A bill that is disputed, or booked later, is not owed; what was paid for it stands alone.
  select 'suppliers', b.supplier_id, 'supplier_invoice', b.id, b.supplier_number, b.booked_on, b.due_date, -s.owed, coalesce(paid.amount, 0) - s.owed,
         -s.owed, coalesce(paid.amount, 0) - s.owed
    from public.supplier_invoices b
    left join (select p.supplier_invoice_id as id, sum(p.amount + p.discount) as amount from public.supplier_payments p
                where p.paid_on <= p_on group by 1) as paid on paid.id = b.id
   cross join lateral (select case when b.booked_on <= p_on and b.status <> 'disputed' then b.gross else 0 end as owed) as s
   where b.currency = (select x.currency from public.company_settings x) and coalesce(paid.amount, 0) <> s.owed
$$;

create or replace function private.balance_confirmations(p_on date, p_side text, p_contact_ids uuid[]) returns table (contact_id uuid, party text, paper jsonb)
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

create or replace function private.judge_opening_papers(p_rows jsonb, p_side text, p_day date) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with rows as materialized (
      select (r.given ->> 'line')::integer as line, r.given from jsonb_array_elements(p_rows) as r (given)
    ), parts as materialized (
      select p.*, lower(p.number) || case p_side when 'bill' then ' ' || coalesce(w.contact_id::text, '') else '' end as paper, w.contact_id, w.matches,
             r.given, private.opening_problem(r.given, to_jsonb(p), p_day) as own
        from private.opening_parts(p_rows) as p join rows r on r.line = p.line
        join private.opening_parties(p_rows, p_side = 'bill') as w on w.line = p.line
    ), papers as materialized (
      select p.paper, sum(p.base + p.vat) as gross, max(p.paid) as paid, count(distinct p.paid) as payments, count(distinct p.contact_id) as parties,
             count(distinct (p.issued, p.due)) as days, count(*) as lines, count(distinct (p.rate, p.treatment)) as rates, min(p.line) as first,
             bool_or(p.own is not null or p.matches <> 1) as is_wrong
        from parts p group by 1
    )
    select p.line, nullif(concat_ws('; ', p.own,
        case when p.matches = 0 then format('No %s is called “%s”. Import the contacts first', case p_side when 'bill' then 'business' else 'client' end, left(coalesce(p.given ->> 'party', ''), 60))
             when p.matches > 1 then format('%s contacts are called “%s”: name the e-mail in a column of the file', p.matches, left(p.given ->> 'party', 60)) end,
        case when p.own is not null or p.matches <> 1 then null
             when g.is_wrong then 'Another row of this paper is wrong'
             when p_side = 'invoice' and private.currency_of(p.contact_id) <> private.books_currency()
               then format('This client is invoiced in %s, and these books are in %s', private.currency_of(p.contact_id), private.books_currency())
             when g.parties > 1 or g.days > 1 then format('Row %s has the same number with another client or day', g.first)
             when g.rates < g.lines then format('Row %s has the same number and the same rate', g.first)
             when g.payments > 1 then 'The rows of this paper say different amounts paid'
             when coalesce(g.paid, 0) < 0 or coalesce(g.paid, 0) > g.gross then 'More is paid, or open, than the total'
             when g.paid = g.gross then 'Nothing of it is open: it stays in the former books'
             when p_side = 'bill' and exists (select from public.supplier_invoices s
               where s.supplier_id = p.contact_id and private.plain_number(s.supplier_number) = private.plain_number(p.number))
               then 'This bill of the supplier is there already'
             when p_side = 'invoice' and exists (select from public.invoices v where v.invoice_number = p.number) then 'There is an invoice with this number already'
             when p_side = 'invoice' and private.is_own_number(p.number)
               then format('This company will give the number %s itself one day. Please add a sign to it', p.number) end), '')
      from parts p join papers g on g.paper = p.paper;
end $$;

create or replace function private.judge_opening_credits(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select (r.given ->> 'line')::integer, nullif(concat_ws('; ',
        case when w.matches = 0 then format('No client is called “%s”. Import the contacts first', left(coalesce(r.given ->> 'party', ''), 60))
             when w.matches > 1 then format('%s contacts are called “%s”: name the e-mail in a column of the file', w.matches, left(r.given ->> 'party', 60)) end,
        case when private.currency_of(w.contact_id) <> private.books_currency()
          then format('This client is invoiced in %s, and these books are in %s', private.currency_of(w.contact_id), private.books_currency()) end,
        private.amount_problem('Amount', r.given ->> 'amount', 2, 99999999),
        case when coalesce(private.plain_or_null(r.given ->> 'amount'), 0) = 0 then 'Amount: Please enter an amount above zero' end,
        case when char_length(r.given ->> 'title') > 200 then 'Words: At most 200 characters' end,
        case when private.uuid_or_null(r.given ->> 'id') is null then 'This row is not whole' end), '')
      from jsonb_array_elements(p_rows) as r (given) join private.opening_parties(p_rows, false) as w on w.line = (r.given ->> 'line')::integer;
end $$;

-- A payment that is recorded by the same call several times at once is one payment, and each call is answered with it.
create or replace function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null,
  p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null,
  p_id uuid default null, p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_kept public.payments;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select * into v_kept from public.payments where id = p_id;
  if found then
    perform private.must_be_same((v_kept.contact_id, v_kept.amount) = (p_contact_id, p_amount), 'payment');
    return p_id;
  elsif not coalesce(p_amount > 0 and p_amount < 1000000000 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif not coalesce(p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2), true) then
    perform private.refuse('22023', 'Please enter what came in as an amount above zero with two decimals');
  elsif p_received_on > private.company_today() then
    perform private.refuse('22023', 'A payment was not received in the future');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_order_id is not null and not exists (select from public.orders where id = p_order_id and contact_id = p_contact_id) then
    perform private.refuse('22023', 'This order is of another client');
  end if;
  perform from public.orders where id = p_order_id for no key update;
  v_number := private.draw_number('RCPT');
  insert into public.payments (id, payment_number, contact_id, method, order_id, amount, worth, received_on, reference, note, created_by)
  values (coalesce(p_id, gen_random_uuid()), v_number, p_contact_id, p_method, p_order_id, p_amount, p_worth,
    coalesce(p_received_on, private.company_today()), nullif(btrim(p_reference), ''), nullif(btrim(p_note), ''), auth.uid())
  returning id into v_id;
  if p_order_id is not null then
    perform private.take_deposit(p_order_id, v_id, p_amount);
    perform private.refresh_payment(v_id);
  end if;
  if p_allocations is not null then
    perform private.allocate_payment(v_id, p_allocations);
  elsif p_order_id is null then
    perform private.allocate_oldest(v_id);
  end if;
  perform private.must_mean_day(v_id, 'Record');
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.check_move(p_payment public.payments, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_payment.direction <> 'in' or p_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('%s cannot be moved: it is %s', p_payment.payment_number, replace(p_payment.status, '_', ' ')));
  elsif exists (select from public.refund_requests r where r.payment_id = p_payment.id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('The bank was asked to give a part of %s back, and has not answered', p_payment.payment_number));
  elsif jsonb_typeof(p_allocations) <> 'array' or exists (select from jsonb_array_elements(p_allocations) as one
    where private.uuid_or_null(one ->> 'invoice_id') is null or not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_contact_id = p_payment.contact_id then
    return;
  elsif p_payment.refunded > 0 then
    perform private.refuse('PT409', format('A part of %s went back to the client already', p_payment.payment_number));
  elsif private.currency_of(p_contact_id) <> p_payment.currency then
    perform private.refuse('22023', format('%s is in %s, and this client pays in %s. Take it back, and record it for this client.', p_payment.payment_number,
      p_payment.currency, private.currency_of(p_contact_id)));
  end if;
  perform private.refuse_paid_deposit(p_payment, ' first');
  perform private.refuse_closed_day(p_payment.received_on);
end $$;

create or replace function private.statement_of(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select e.*, sum(e.debit - e.credit) over (order by e.on_date, e.sort, e.number, e.id) as running
      from private.account_entries(p_contact_id) as e where e.on_date <= p_to
  ), sums as (
    select coalesce(sum(debit - credit) filter (where on_date < p_from), 0) as opening, coalesce(sum(debit - credit), 0) as closing from entries
  ), invoices as materialized (
    select o.* from private.open_invoices(p_contact_id, p_to) as o
  ), ageing as (
    select coalesce(sum(o.open) filter (where late <= 0), 0) as not_due,
           coalesce(sum(o.open) filter (where late between 1 and 30), 0) as days_30,
           coalesce(sum(o.open) filter (where late between 31 and 60), 0) as days_60,
           coalesce(sum(o.open) filter (where late between 61 and 90), 0) as days_90,
           coalesce(sum(o.open) filter (where late > 90), 0) as older,
           coalesce(sum(o.open), 0) as open
      from invoices as o, lateral (select p_to - coalesce(o.due_date, o.issue_date) as late) as days
  )
  -- json and not jsonb within: thousands of lines are put in order of their keys once, at the end. Amounts as private.amount_text has them.
  select jsonb_build_object('kind', 'statement', 'language', private.client_language(null, p_contact_id), 'date_from', p_from, 'date_to', p_to,
    'currency', private.currency_of(p_contact_id),
    'company', private.company_facts(), 'client', private.contact_facts(p_contact_id),
    'opening', private.amount_text(sums.opening), 'closing', private.amount_text(sums.closing),
    'lines', coalesce((
      select json_agg(json_build_object('date', e.on_date, 'kind', e.kind, 'id', e.id, 'number', e.number, 'description', e.description,
               'due_date', o.due_date, 'debit', e.debit::numeric(14, 2)::text, 'credit', e.credit::numeric(14, 2)::text,
               'balance', e.running::numeric(14, 2)::text) order by e.on_date, e.sort, e.number, e.id)
        from entries e left join invoices o on o.id = e.id and o.open > 0 where e.on_date >= p_from)::jsonb, '[]'),
    'open', coalesce((
      select json_agg(json_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date, 'due_date', o.due_date,
               'gross', o.gross::numeric(14, 2)::text, 'open', o.open::numeric(14, 2)::text) order by o.due_date, o.number)
        from invoices as o where o.open > 0)::jsonb, '[]'),
    'ageing', jsonb_build_object('not_due', private.amount_text(ageing.not_due), 'days_30', private.amount_text(ageing.days_30),
      'days_60', private.amount_text(ageing.days_60), 'days_90', private.amount_text(ageing.days_90),
      'older', private.amount_text(ageing.older), 'unallocated', private.amount_text(ageing.open - sums.closing)))
    from sums, ageing
$$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number,
           (select private.books_currency()) as currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'sales', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat, 0, w.party_number, w.code
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
    union all
    select 'sales', 'bank_entry', b.id, b.number, null, b.on_date, b.rate, 'standard', b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
    union all
    select 'purchases', l.record_kind, l.record_id, l.number || case l.kind when 'cash discount' then ' · Cash discount' else '' end, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
    union all
    select 'purchases', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, 0, w.vat, w.party_number, w.code
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

create table public.exchange_rates (
  id          uuid primary key default gen_random_uuid(),
  currency    text not null,
  on_date     date not null,
  rate        numeric(18, 8) not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint exchange_rates_one_a_day unique (currency, on_date),
  constraint exchange_rates_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint exchange_rates_rate_range check (rate > 0 and rate < 1000000)
);

create or replace function private.worth(p_amount numeric, p_rate numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select round(p_amount * p_rate, 2)
$$;

create or replace function private.price_in(p_price numeric, p_rate numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when p_rate = 1 then p_price else round(p_price / p_rate, 2) end
$$;

create or replace function private.share_of_worth(p_part numeric, p_whole numeric, p_worth numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when p_worth is null then p_part when p_whole = 0 then 0 else round(p_part * p_worth / p_whole, 2) end
$$;

create or replace function private.currency_of(p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.currency from public.contacts c where c.id = p_contact_id), private.books_currency());
end $$;

create or replace function private.rate_on(p_currency text, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate numeric;
begin
  if p_currency = private.books_currency() then
    return 1;
  end if;
  select r.rate into v_rate from public.exchange_rates r where r.currency = p_currency
   order by r.on_date > p_day, abs(r.on_date - p_day) limit 1;
  if v_rate is null then
    perform private.refuse('PT409', format('There is no exchange rate of %s. Enter one under Exchange rates first.', p_currency));
  end if;
  return v_rate;
end $$;

create or replace function private.must_be_recent(p_currency text, p_day date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_last date;
begin
  if p_currency <> private.books_currency() then
    select max(r.on_date) into v_last from public.exchange_rates r where r.currency = p_currency and r.on_date <= p_day;
    if v_last is null or v_last < p_day - 7 then
      perform private.must_say_yes('old_rate', format('The exchange rate of %s is of %s. Use it anyway?', p_currency,
        private.day_text(coalesce(v_last, (select min(r.on_date) from public.exchange_rates r where r.currency = p_currency)))));
    end if;
  end if;
end $$;

create or replace function private.books_facts(p_currency text, p_rate numeric, p_worth numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_worth is not null then jsonb_build_object('currency', private.books_currency(), 'rate', trim_scale(p_rate)::text,
    'gross', private.amount_text(p_worth)) end;
end $$;

create or replace function private.keep_contact_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency = private.books_currency() then
    new.currency := null;
  end if;
  if tg_op = 'UPDATE' and new.currency is distinct from old.currency then
    -- A paper that is written at the same moment waits here, and is looked at by check_currency.
    perform from public.contacts c where c.id = new.id for update;
    if exists (select from public.quotations q where q.contact_id = new.id) or exists (select from public.orders o where o.contact_id = new.id)
      or exists (select from public.invoices v where v.contact_id = new.id) or exists (select from public.payments p where p.contact_id = new.id)
      or exists (select from public.recurring_payments r where r.contact_id = new.id and r.direction = 'in') then
      perform private.refuse('PT409', format('The currency stays %s: there are papers with amounts in it. Another currency begins with a new contact.',
        coalesce(old.currency, private.books_currency())));
    end if;
  end if;
  return new;
end $$;

create or replace function private.take_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.currency := private.currency_of(new.contact_id);
  if tg_table_name <> 'statements' then
    new.rate := private.rate_on(new.currency, private.company_today());
  end if;
  return new;
end $$;

create or replace function private.take_order_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.currency := private.currency_of(new.contact_id);
  new.rate := coalesce((select q.rate from public.quotations q where q.id = new.quotation_id), private.rate_on(new.currency, private.company_today()));
  return new;
end $$;

create or replace function private.take_payment_worth() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.currency := private.currency_of(new.contact_id);
  if new.currency = private.books_currency() then
    new.worth := null;
  elsif new.worth is null then
    new.worth := private.worth(new.amount, private.rate_on(new.currency, new.received_on));
  end if;
  return new;
end $$;

create or replace function private.change_client_of_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_currency constant text := private.currency_of(new.contact_id);
  v_lines boolean;
begin
  if v_currency <> old.currency then
    if tg_table_name = 'quotations' then
      v_lines := exists (select from public.quotation_items i where i.quotation_id = new.id);
    else
      v_lines := exists (select from public.invoice_items i where i.invoice_id = new.id);
    end if;
    if v_lines then
      perform private.refuse('PT409', format('This client is invoiced in %s, and the prices here are in %s. Begin a new one for this client.', v_currency, old.currency));
    end if;
    new.currency := v_currency;
    new.rate := private.rate_on(v_currency, private.company_today());
  end if;
  return new;
end $$;

create or replace function private.check_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.currency_of(new.contact_id) then
    perform private.refuse('PT409', 'The currency of this client was changed meanwhile. Please try again.');
  end if;
  return null;
end $$;

create or replace function private.freeze_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.books_currency() then
    new.rate := private.rate_on(new.currency, new.issue_date);
    new.worth := (select coalesce(sum(private.worth(t.base, new.rate) + private.worth(t.vat, new.rate)), 0) from public.invoice_vat t where t.invoice_id = new.id);
  end if;
  return new;
end $$;

create or replace function private.freeze_note_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.books_currency() then
    new.worth := (select coalesce(sum(private.worth(t.base, new.rate) + private.worth(t.vat, new.rate)), 0) from public.credit_note_vat t where t.credit_note_id = new.id);
  end if;
  return new;
end $$;

create or replace function private.take_note_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  select v.currency, v.rate into new.currency, new.rate from public.invoices v where v.id = new.invoice_id;
  return new;
end $$;

create or replace function private.renew_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.rate := private.rate_on(new.currency, private.company_today());
  return new;
end $$;

create or replace function private.known_rates() returns table (currency text, on_date date, rate text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.is_staff()) then
    perform private.refuse('42501', 'Exchange rates are for staff');
  end if;
  return query
    select distinct on (r.currency) r.currency, r.on_date, trim_scale(r.rate)::text from public.exchange_rates r
     where r.on_date <= private.company_today() order by r.currency, r.on_date desc;
end $$;

create or replace function private.exchange_of_clients(p_from date, p_to date)
returns table (on_date date, id uuid, contact_id uuid, number text, paper_id uuid, kind text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with foreigners as materialized (
    select c.id from public.contacts c where c.currency is not null
  ), invoices as materialized (
    select v.* from public.invoices v join foreigners f on f.id = v.contact_id where v.worth is not null
  ), payments as materialized (
    select p.* from public.payments p join foreigners f on f.id = p.contact_id where p.worth is not null
  ), moves as (
    -- moved: what the journal moves of the client's account by itself.
    select s.id, s.on_date, s.invoice_id, s.payment_id, s.credit_note_id, s.amount,
           case when s.payment_id is null and s.credit_note_id is null then -coalesce(
             (select sum(private.worth(t.base, v.rate) + private.worth(t.vat, v.rate)) from public.cash_discount_vat t where t.cash_discount_id = s.id),
             private.worth(s.amount, v.rate)) else 0 end as moved
      from private.settlements s join invoices v on v.id = s.invoice_id
    union all
    select r.id, r.refunded_on, null, p.id, null, r.amount, private.share_of_worth(r.amount, p.amount, p.worth)
      from public.payment_refunds r join payments p on p.id = r.payment_id
    union all
    select k.id, k.kept_on, null, p.id, null, k.amount, private.share_of_worth(k.amount, p.amount, p.worth)
      from public.kept_deposits k join payments p on p.id = k.payment_id
  ), upto as (
    select m.*, sum(m.amount) over (partition by m.invoice_id order by m.on_date, m.id) as of_invoice,
           sum(m.amount) over (partition by m.payment_id order by m.on_date, m.id) as of_payment,
           sum(m.amount) over (partition by m.credit_note_id order by m.on_date, m.id) as of_note
      from moves m where m.on_date <= p_to
  )
  select u.on_date, u.id, coalesce(v.contact_id, p.contact_id), coalesce(p.payment_number, n.credit_number, v.invoice_number), coalesce(p.id, n.id, v.id),
         case when p.id is not null then 'payment' when n.id is not null then 'credit_note' else 'invoice' end, x.amount
    from upto u
    left join invoices v on v.id = u.invoice_id
    left join payments p on p.id = u.payment_id
    left join public.credit_notes n on n.id = u.credit_note_id
   cross join lateral (
     select case when p.id is null then 0 else private.share_of_worth(u.of_payment, p.amount, p.worth) - private.share_of_worth(u.of_payment - u.amount, p.amount, p.worth) end
          + case when n.id is null then 0 else private.share_of_worth(u.of_note, n.gross, n.worth) - private.share_of_worth(u.of_note - u.amount, n.gross, n.worth) end
          - case when v.id is null then 0 else private.share_of_worth(u.of_invoice, v.gross, v.worth) - private.share_of_worth(u.of_invoice - u.amount, v.gross, v.worth) end
          - u.moved as amount) as x
   where u.on_date >= p_from and x.amount <> 0
$$;

create or replace function private.journal_of_exchange(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select x.on_date, 5, x.kind, x.paper_id, md5(concat_ws(' ', 'exchange', x.id))::uuid, x.number, x.contact_id, 'Exchange difference', side.part, null::uuid, null::uuid,
         null::numeric, null::text, null::text, side.amount
    from private.exchange_of_clients(p_from, p_to) as x
   cross join lateral (values ('clients', x.amount), (case when x.amount > 0 then 'exchange_gains' else 'exchange_losses' end, -x.amount)) as side (part, amount)
$$;

create or replace function private.check_merge(p_keep public.contacts, p_gone public.contacts) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_keep.type <> p_gone.type then
    raise invalid_parameter_value using message = 'A person and a business cannot become one contact';
  end if;
  if p_keep.currency is distinct from p_gone.currency then
    raise invalid_parameter_value using message = 'The two contacts are invoiced in two currencies and cannot become one';
  end if;
  if p_gone.user_id is not null then
    raise invalid_parameter_value using message = case when p_keep.user_id is null
      then 'The contact that goes has an account: keep that one instead'
      else 'Both contacts have an account: they are two people' end;
  end if;
  if p_keep.user_id <> auth.uid() and not private.named('manage_user_roles') then
    raise insufficient_privilege using
      message = 'The card that stays belongs to an account: only its owner and who manages users change it';
  end if;
end $$;

create or replace function private.client_portal(p_contact_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact(p_contact_id);
  v_money jsonb;
begin
  if v_contact.id is null then
    return null;
  end if;
  select jsonb_build_object('balance', private.amount_text(b.balance), 'overdue', private.amount_text(b.overdue),
           'credit', private.amount_text(b.credit))
    into v_money from private.client_balances(v_contact.id) as b;
  return jsonb_build_object(
    'contact_id', v_contact.id, 'contacts', (
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', private.client_label(c)) order by c.sort_name, c.id)
        from public.contacts c where c.id in (select private.my_contact_ids())),
    'name', private.client_label(v_contact), 'currency', private.currency_of(v_contact.id), 'company', private.company_facts(),
    'client_language', private.own_language(null, v_contact.id), 'language', private.client_language(null, null),
    'money', coalesce(v_money, '{"balance": "0.00", "overdue": "0.00", "credit": "0.00"}'),
    'credit_limit', private.amount_text(v_contact.credit_limit), 'terms_days', v_contact.payment_terms_days,
    'quotations', private.own_quotations(v_contact.id), 'orders', private.own_orders(v_contact.id),
    'announced', private.announced_of(null, null, v_contact.id),
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id), 'proofs', private.own_proofs(v_contact.id),
    'messages', private.own_messages(v_contact.id), 'payments', private.own_payments(v_contact.id), 'briefs', private.own_briefs(v_contact.id));
end $$;

create or replace function private.compute_commissions(p_order_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.designer_commissions as c (user_id, order_id, basis, pct, amount)
  select d.user_id, p_order_id, trunc(sum(d.net / d.sharers), 2), max(d.pct), trunc(sum(d.net * d.pct / 100 / d.sharers), 2)
    from (
      select designer.id as user_id, i.id as item_id, private.worth(i.net, o.rate) as net, rule.pct, count(*) over (partition by i.id) as sharers
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.net > 0
        cross join lateral (
          select distinct a as id from public.jobs j join public.job_steps s on s.job_id = j.id, unnest(s.assignees) as a
           where j.order_item_id = i.id and j.remake_of is null and s.before_approval and s.status = 'done') as designer
        cross join lateral (
          select r.pct from public.commission_rules r where r.user_id = designer.id and r.valid_from <= private.day_of(o.ordered_at)
           order by r.valid_from desc limit 1) as rule
       where o.id = p_order_id) as d
   group by d.user_id
  on conflict (user_id, order_id) do update set basis = excluded.basis, pct = excluded.pct, amount = excluded.amount
    where c.status = 'open'
$$;

create or replace function private.quotation_margin(p_quotation_id uuid)
 returns table(net numeric, cost numeric, margin numeric, margin_pct numeric, unknown_lines integer, unknown_net numeric)
 language sql
 stable security definer
 set search_path to ''
as $function$
  select private.worth(q.net, q.rate), total.cost, judged.net - total.cost,
         case when judged.net > 0 then trunc((judged.net - total.cost) * 100 / judged.net, 2) end, total.unknown_lines, total.unknown_net
    from public.quotations q,
         lateral (select coalesce(sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), 0) as cost,
                         count(*) filter (where c.item_id is not null) as known_lines,
                         coalesce(sum(private.worth(d.net, q.rate)) filter (where c.item_id is not null), 0) as known_net,
                         (count(*) filter (where c.item_id is null))::integer as unknown_lines,
                         coalesce(sum(private.worth(d.net, q.rate)) filter (where c.item_id is null), 0) as unknown_net
                    from private.discounted_lines(p_quotation_id) d join public.quotation_items i on i.id = d.item_id
                    left join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total,
         lateral (select case when total.unknown_lines = 0 or total.known_lines > 0 then total.known_net end as net) as judged
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$function$;

create or replace function private.below_floor(p_quotation_id uuid) returns table(item_id uuid, description text, margin_pct numeric, floor_pct numeric)
  language sql stable security definer set search_path = ''
as $$
  with house as (
    select f.floor_pct from public.margin_floors f where f.service_id is null
  ), priced as (
    select i.id, i.position, i.description,
           least(private.margin_of(private.worth(d.net, q.rate), trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), band.margin_pct) as margin_pct,
           coalesce(f.floor_pct, (select house.floor_pct from house)) as floor_pct
      from public.quotation_items i
      join private.discounted_lines(p_quotation_id) d on d.item_id = i.id
      join public.quotations q on q.id = i.quotation_id
      join public.quotation_item_costs c on c.item_id = i.id
      left join public.margin_floors f on f.service_id = i.service_id
      -- The client chooses among the prices by quantity that are shown.
      left join lateral (
        select min(private.margin_of(private.worth(private.line_net(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule), b.price, i.discount_pct), q.rate),
                       trunc(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule) * c.unit_cost, 2))) as margin_pct
          from (select greatest(split_part(part, ':', 1)::numeric, 1) as qty, split_part(part, ':', 2)::numeric as price
                  from regexp_split_to_table(i.price_breaks, ' ') as part) as b
      ) as band on q.show_price_breaks
     where i.quotation_id = p_quotation_id and i.kind = 'item'
  ), whole as (
    select private.worth(q.net, q.rate) as net, sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)) as cost, (select house.floor_pct from house) as floor_pct
      from public.quotations q
      join public.quotation_items i on i.quotation_id = q.id
      join public.quotation_item_costs c on c.item_id = i.id
     where q.id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     group by q.net, q.rate
  )
  select found.id, found.description, found.margin_pct, found.floor_pct from (
    select p.id, p.position, p.description, p.margin_pct, p.floor_pct from priced p
    union all
    select null, null, null, private.margin_of(w.net, w.cost), w.floor_pct from whole w
  ) as found
   where found.margin_pct < found.floor_pct
   order by found.position nulls first
$$;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with job as (
    select j.id, j.order_item_id, j.remake_of is not null as is_remake, private.is_finished_job(j.status) as is_made
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), taken as (
    select m.job_id, sum(-m.qty * c.unit_cost) as cost
      from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
     where m.job_id in (select id from job) group by m.job_id
  ), worked as (
    select w.* from private.labour_of_jobs(array(select id from job)) as w where (select private.sees_labour_cost())
  ), booked as (
    select j.*, t.cost as material, w.cost as labour, w.seconds, w.untimed
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) as is_made, coalesce(sum(b.untimed), 0)::integer as untimed,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.seconds > 0) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), credited as (
    select b.order_item_id, sum(n.net) as net
      from public.credit_note_items n join public.invoice_items b on b.id = n.invoice_item_id
      join public.credit_notes c on c.id = n.credit_note_id and c.status not in ('draft', 'void') and not c.is_billed_again
     where b.order_id = any (p_orders) and b.order_item_id is not null group by b.order_item_id
  ), left_of_line as (
    select i.*, coalesce(sum(i.net) filter (where i.kind = 'discount') over (partition by i.order_id), 0) as off,
           sum(i.net) filter (where i.kind = 'item') over (partition by i.order_id) as whole,
           sum(i.net) filter (where i.kind = 'item') over (partition by i.order_id order by i.position, i.id) as upto
      from (select i.id, i.order_id, i.kind, i.position, i.service_id, i.quotation_item_id, i.qty, i.charged_qty, i.net - coalesce(r.net, 0) as net
              from public.order_items i left join credited r on r.order_item_id = i.id
             where i.order_id = any (p_orders) and i.kind in ('item', 'discount')) as i
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net + private.part_of(i.off, i.upto, i.whole) - private.part_of(i.off, i.upto - i.net, i.whole) as net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again, l.untimed,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from left_of_line i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
     where i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, private.worth(j.net, o.rate),
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2), case when j.is_actual then j.untimed else 0 end
    from judged j join public.orders o on o.id = j.order_id
$$;

create or replace function private.order_margin(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all record;
  v_currency text;
begin
  if not (private.is_server() or private.named('view_financial_data') and private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see margins';
  end if;
  select private.books_currency() into v_currency from public.orders where id = p_order_id;
  select coalesce(sum(c.net) filter (where c.cost is not null), 0) as net, sum(c.cost) as cost,
         count(*) filter (where c.basis = 'actual') as actual, count(*) filter (where c.basis = 'planned') as planned,
         count(*) filter (where c.basis = 'unknown') as unknown, coalesce(sum(c.remakes), 0) as remakes, sum(c.remake_cost) as again,
         coalesce(sum(c.untimed), 0) as untimed
    into v_all from private.order_line_costs(array[p_order_id]) as c;
  return case when v_currency is not null then jsonb_build_object('currency', v_currency, 'net', private.amount_text(v_all.net), 'cost', private.amount_text(v_all.cost),
    'margin', private.amount_text(v_all.net - v_all.cost), 'margin_pct', trim_scale(private.margin_of(v_all.net, v_all.cost))::text,
    'actual', v_all.actual, 'planned', v_all.planned, 'unknown', v_all.unknown, 'remakes', v_all.remakes,
    'remake_cost', private.amount_text(coalesce(v_all.again, 0)), 'untimed', v_all.untimed, 'spent', private.spent_on_order(p_order_id)) end;
end $$;

create or replace function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text,
  p_phone text default null, p_message text default null, p_trap text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_product public.manufactured_products;
  v_chosen jsonb;
  v_names text;
  v_price jsonb;
  v_contact uuid;
  v_quotation uuid;
  v_number text;
  v_name constant text := nullif(btrim(p_name), '');
  v_email constant text := lower(btrim(p_email));
  v_address constant inet := private.client_address();
begin
  select q.quotation_number into v_number from private.product_requests r join public.quotations q on q.id = r.quotation_id where r.id = p_request;
  if v_number is not null then
    return v_number;
  elsif coalesce(btrim(p_trap), '') <> '' then
    -- A field that people do not see is filled in: the sender is a program, and learns nothing.
    return 'Q-' || extract(year from now())::integer || '-0000';
  end if;
  select * into v_product from public.manufactured_products p
   where p.is_public and p.archived_at is null and (p.slug = p_slug or p.id = private.uuid_or_null(p_slug));
  if v_product.id is null then
    perform private.refuse('PT404', 'This product is not offered any more');
  end if;
  perform private.check_product_request(p_request, v_name, v_email, p_qty, p_phone, p_message);
  perform private.check_chosen_options(v_product.id, p_options);
  perform private.limit_product_requests(v_address, v_email);

  select coalesce(jsonb_agg(jsonb_build_object('effect', o.effect, 'value', o.value::text)), '[]'),
         string_agg(concat_ws(': ', o.option_group, o.name), E'\n' order by o.sort, o.created_at, o.id)
    into v_chosen, v_names from public.product_options o where o.product_id = v_product.id and o.id = any (p_options);
  v_price := private.product_price(v_product.base_price, v_chosen, private.product_breaks(v_product.service_id), p_qty);

  select c.id into v_contact from public.contacts c where lower(c.email) = v_email and c.archived_at is null order by c.created_at, c.id limit 1;
  if v_contact is null then
    insert into public.contacts (name, email, phone, type, profile, language)
    values (v_name, v_email, nullif(btrim(p_phone), ''), 'Person', 'pending_verification', private.asked_language()) returning id into v_contact;
  end if;
  insert into public.quotations (quotation_number, contact_id, project_title, currency, deposit_kind, deposit_value, terms, created_by)
  select private.draw_number('Q'), v_contact, v_product.name, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end,
         s.deposit_percent, private.terms_for(v_contact), null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece',
    private.price_in((v_price ->> 'unit_price')::numeric, (select q.rate from public.quotations q where q.id = v_quotation)),
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $$;

create or replace function private.quotation_sums(
  p_text text default null, p_contact_id uuid default null, p_owner uuid default null, p_status text default null, p_due boolean default false,
  p_expiring boolean default false, p_result text default null, p_lost text default null,
  p_closed_from date default null, p_closed_to date default null
) returns table(status text, quotations bigint, gross text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.status, count(*), private.amount_text(sum(private.worth(q.gross, q.rate)))
      from public.quotations q
     where (coalesce(btrim(p_text), '') = '' or q.id = any (array(select private.records_named('quotation', p_text, 2000))))
       and (p_contact_id is null or q.contact_id = p_contact_id) and (p_owner is null or q.account_manager_id = p_owner)
       and (p_status is null or q.status = p_status)
       and (not coalesce(p_due, false) or q.follow_up_on <= private.company_today())
       and (not coalesce(p_expiring, false) or (q.status = 'sent' and q.valid_until between private.company_today() and private.company_today() + 7))
       and (p_result is null or (q.closed_on is not null and (p_result = 'won') = (q.status in ('approved', 'converted'))))
       and (p_lost is null or case p_lost
              when 'unsaid' then q.closed_on is not null and q.status in ('rejected', 'expired', 'cancelled')
                and not exists (select from public.quotation_losses l where l.quotation_id = q.id)
              else exists (select from public.quotation_losses l where l.quotation_id = q.id and l.reason = p_lost) end)
       and (p_closed_from is null or q.closed_on >= p_closed_from) and (p_closed_to is null or q.closed_on <= p_closed_to)
     group by q.status order by q.status;
end $$;

create or replace function private.win_rate(p_from date, p_to date)
returns table (owner uuid, owner_name text, month date, won bigint, lost bigint, won_net text, lost_net text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.account_manager_id, private.person_label(q.account_manager_id), date_trunc('month', q.closed_on)::date,
           count(*) filter (where q.status in ('approved', 'converted')),
           count(*) filter (where q.status not in ('approved', 'converted')),
           private.amount_text(coalesce(sum(private.worth(q.net, q.rate)) filter (where q.status in ('approved', 'converted')), 0)),
           private.amount_text(coalesce(sum(private.worth(q.net, q.rate)) filter (where q.status not in ('approved', 'converted')), 0))
      from public.quotations q
     where q.closed_on between p_from and p_to
     group by q.account_manager_id, date_trunc('month', q.closed_on)
     order by 2 nulls last, 1, 3;
end $$;

create or replace function private.loss_reasons(p_from date, p_to date, p_owner uuid default null)
returns table (reason text, quotations bigint, net text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select l.reason, count(*), private.amount_text(sum(private.worth(q.net, q.rate)))
      from public.quotations q left join public.quotation_losses l on l.quotation_id = q.id
     where q.closed_on between p_from and p_to and q.status in ('rejected', 'expired', 'cancelled')
       and (p_owner is null or q.account_manager_id = p_owner)
     group by l.reason order by 2 desc, 1 nulls last;
end $$;

create or replace function private.copy_quotation(p_id uuid, p_new_id uuid default null, p_contact_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.quotations;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_old from public.quotations where id = p_id;
  if v_old.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  if p_contact_id is not null and private.currency_of(p_contact_id) <> v_old.currency then
    perform private.refuse('22023', format('The prices of %s are in %s, and this client is quoted in %s. Begin a new quotation for this client.', v_old.quotation_number,
      v_old.currency, private.currency_of(p_contact_id)));
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, is_collected, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, v_old.is_collected, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size, priced_qty)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size, priced_qty
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost, base_cost, base_size)
  select copied.new_id, c.unit_cost, c.base_cost, c.base_size from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.follow_client_rate(v_id, v_old.contact_id, private.tax_facts_of_paper('quotation', p_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

alter table public.contacts add constraint contacts_currency_has_cents CHECK (currency ~ '^[A-Z]{3}$'::text AND (currency <> ALL (ARRAY['BHD'::text, 'BIF'::text, 'CLP'::text, 'DJF'::text, 'GNF'::text, 'IQD'::text, 'ISK'::text, 'JOD'::text, 'JPY'::text, 'KMF'::text, 'KRW'::text, 'KWD'::text, 'LYD'::text, 'OMR'::text, 'PYG'::text, 'RWF'::text, 'TND'::text, 'UGX'::text, 'VND'::text, 'VUV'::text, 'XAF'::text, 'XOF'::text, 'XPF'::text])));

alter table public.credit_notes add constraint credit_notes_rate_above_zero CHECK (rate > 0::numeric AND worth >= 0::numeric);

alter table public.credit_notes add constraint credit_notes_rate_is_a_number CHECK (rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.credit_notes add constraint credit_notes_worth_is_a_number CHECK (worth <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.invoices add constraint invoices_rate_above_zero CHECK (rate > 0::numeric AND worth >= 0::numeric);

alter table public.invoices add constraint invoices_rate_is_a_number CHECK (rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.invoices add constraint invoices_worth_is_a_number CHECK (worth <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.orders add constraint orders_rate_above_zero CHECK (rate > 0::numeric);

alter table public.orders add constraint orders_rate_is_a_number CHECK (rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.payments add constraint payments_worth_above_zero CHECK (worth > 0::numeric);

alter table public.payments add constraint payments_worth_is_a_number CHECK (worth <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.quotations add constraint quotations_rate_above_zero CHECK (rate > 0::numeric);

alter table public.quotations add constraint quotations_rate_is_a_number CHECK (rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

call private.offer('private.record_payment(uuid, numeric, text, date, text, text, jsonb, uuid, uuid, numeric)');

call private.borrow_rules('public.exchange_rates', p_audited => true);

call private.offer('private.known_rates()');

create index exchange_rates_created_by_idx on public.exchange_rates (created_by);

create or replace trigger keep_contact_currency before insert or update of currency on public.contacts
  for each row execute function private.keep_contact_currency();

CREATE TRIGGER pin BEFORE UPDATE ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'credit_number', 'public_uuid', 'status', 'invoice_id', 'contact_id', 'issue_date', 'currency', 'rate', 'worth', 'net', 'vat', 'allocated', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'issued_at', 'issued_by', 'with_note_id', 'network_status', 'is_billed_again');

create or replace trigger rate_of_issue before update of status on public.credit_notes
  for each row when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.freeze_note_rate();

create or replace trigger take_note_rate before insert on public.credit_notes for each row execute function private.take_note_rate();

create or replace trigger ask_first before insert on public.exchange_rates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('invoices:create');

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'rate', 'worth', 'net', 'vat', 'paid', 'credited', 'written_off', 'cash_discounted', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id', 'network_status', 'taxed_when_paid');

create or replace trigger rate_of_client before update of contact_id on public.invoices
  for each row when (old.contact_id is distinct from new.contact_id) execute function private.change_client_of_paper();

create or replace trigger rate_of_issue before update of status on public.invoices
  for each row when (old.status = 'draft' and new.status = 'issued') execute function private.freeze_rate();

create or replace trigger take_currency before insert on public.invoices for each row execute function private.take_currency();

create or replace trigger zz_check_currency after insert or update of contact_id on public.invoices for each row execute function private.check_currency();

CREATE TRIGGER pin BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'order_number', 'public_uuid', 'quotation_id', 'quotation_version', 'contact_id', 'status', 'ordered_at', 'hold_reason', 'cancelled_at', 'cancel_reason', 'currency', 'rate', 'net', 'vat', 'deposit_amount', 'deposit_paid', 'deposit_back', 'delivered_pct', 'invoiced_pct', 'drafted_pct', 'terms', 'is_collected');

create or replace trigger take_order_rate before insert on public.orders for each row execute function private.take_order_rate();

CREATE TRIGGER pin BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'payment_number', 'contact_id', 'direction', 'method', 'provider', 'provider_ref', 'request_id', 'order_id', 'status', 'amount', 'allocated', 'refunded', 'kept', 'currency', 'worth', 'received_on', 'opening_on');

create or replace trigger take_payment_worth before insert on public.payments for each row execute function private.take_payment_worth();

create or replace trigger zz_check_currency after insert on public.payments for each row execute function private.check_currency();

CREATE TRIGGER pin BEFORE UPDATE ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'quotation_number', 'public_uuid', 'status', 'version', 'currency', 'rate', 'net', 'vat', 'deposit_amount', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'decided_at', 'decided_name', 'decided_by', 'decided_ip', 'reject_reason', 'closed_on', 'amends_order_id', 'exemption_id');

create or replace trigger rate_of_client before update of contact_id on public.quotations
  for each row when (old.contact_id is distinct from new.contact_id) execute function private.change_client_of_paper();

create or replace trigger renew_rate before update of status on public.quotations
  for each row when (old.status = 'draft' and new.status = 'sent') execute function private.renew_rate();

create or replace trigger take_currency before insert on public.quotations for each row execute function private.take_currency();

create or replace trigger zz_check_currency after insert or update of contact_id on public.quotations for each row execute function private.check_currency();

create or replace trigger take_currency before insert on public.statements for each row execute function private.take_currency();

-- A new account brings its own contact with a name and an address, and nothing else.
create policy "people register their contact, staff add contacts without an ac" on public.contacts
  for insert to authenticated
  with check (roles = '{}' and not has_temporary_password and (
    (user_id = (select auth.uid()) and lower(email) = lower((select auth.email()))
      and type = 'Person' and profile = 'pending_verification' and company is null and logo_url is null
      and vat_number is null and contact_type_id is null and payment_terms_days is null and cash_discount_pct is null and cash_discount_days is null and currency is null and not on_stop
      and account_manager_id is null and archived_at is null)
    or (user_id is null and (select private.can('contacts', 'create')))));

create policy "staff read exchange rates" on public.exchange_rates for select to authenticated
  using ((select private.is_staff()));

create policy "whoever writes invoices adds exchange rates" on public.exchange_rates for insert to authenticated
  with check ((select private.can('invoices', 'create')) and created_by = (select auth.uid()));

create policy "whoever writes invoices changes exchange rates" on public.exchange_rates for update to authenticated
  using ((select private.can('invoices', 'create'))) with check ((select private.can('invoices', 'create')));

create policy "whoever writes invoices removes exchange rates" on public.exchange_rates for delete to authenticated
  using ((select private.can('invoices', 'create')));

comment on function private.analytics_rows(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The records of a part of the figures, with what each brings in. amount and other: sales, services, sellers, quotes, winners:
net; margin: net and cost of the lines whose cost is known (private.order_line_costs), mark unknown: net and number of those whose is not; late: days late, bucket now and risk for what is late and at risk now; labour: planned and worked minutes; to_invoice: net; receivables, cash: what is open
(gross); vat, tax_places: base and VAT. Cancelled orders and drafts do not count. Papers in another currency count in that of the company, at their rates.';

comment on function private.papers_of_waiting_taxes(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'private.waiting_taxes in the currency of the books, with the paper, its client or supplier and, in words, whether its tax waits or has come.';

comment on function private.taxes_of_invoices(pg_catalog.date,pg_catalog.date) is 'Turnover and VAT of issued invoices, in the currency of the books, by the day on which the tax arises: the day of the invoice; for a deposit invoice that was issued before its money, the days of
its payments. For functions that asked for the right.';

comment on function private.analytics_of_orders(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text) is 'The parts sales, services, sellers and margin of private.analytics_rows. An order is sold by the owner of its quotation: a client
who approves by the link is nobody of the house.';

comment on function private.analytics_of_quotations(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text) is 'The parts quotes and winners of private.analytics_rows.';

comment on function private.analytics_of_tax_places(pg_catalog.date,pg_catalog.date) is 'The part tax_places of private.analytics_rows: the sales of each part of a place of sales tax (bucket: its level and
name; a state by its letters), taxable or exempt (mark), with its share of the tax; exempt sales of no known place in the state of their certificate;
others of no known place or at another rate; all of them under the bucket all.';

comment on function private.books_facts(pg_catalog.text,numeric,numeric) is 'What a paper in another currency says of the books: their currency, what one unit of its own is worth in it, and its gross. Null for a paper in that currency, and for a draft.';

comment on function private.change_client_of_paper() is 'A draft goes to a client with another currency only while it has no lines.';

comment on function private.check_currency() is 'A paper that was begun while the currency of its client changed is refused.';

comment on function private.currency_of(pg_catalog.uuid) is 'The currency that a client is quoted and invoiced in, and pays in: its own, else that of the books.';

comment on function private.entry_for(public.bank_entries,pg_catalog.uuid) is 'An entry with its amount in the currency in which a client pays; null where the bank does not say it.';

comment on function private.exchange_of_clients(pg_catalog.date,pg_catalog.date) is 'Exchange differences of clients in another currency, by settlement: what the settling paper or payment is worth at its own rate, less what it settles is worth at the rate of the
invoice. Above zero it is added to what the client owes in the books, and is a gain. Cents that rounding leaves when a paper is settled are among them. For functions that asked for the right.';

comment on function private.foreign_receipt(public.bank_entries,pg_catalog.jsonb) is 'What an entry may be of a client who pays in another currency, where the bank does not say the amount in it: a payment recorded by hand that is worth as much.';

comment on function private.freeze_note_rate() is 'What a credit note in another currency is worth, at the rate of its invoice.';

comment on function private.freeze_rate() is 'An invoice in another currency keeps the rate of the day on which it is issued, and what it is worth at that: the sum of its VAT table.';

comment on function private.journal_of_exchange(pg_catalog.date,pg_catalog.date) is 'What exchange differences move: what a client owes in the books against a gain or a loss. Amounts above zero are debits.';

comment on function private.keep_contact_currency() is 'Refuses another currency for a client that has quotations, orders, invoices or payments. That of the books is kept as null.';

comment on function private.known_rates() is 'The newest exchange rate of each currency up to today, as text: how much of the currency of the books one unit is.';

comment on function private.must_be_recent(pg_catalog.text,pg_catalog.date) is 'Asks before an exchange rate is used that is more than a week older than the day.';

comment on function private.open_items(pg_catalog.date) is 'What was open on a day: invoices, credit notes and payments of clients, bills and credit notes of suppliers. Above zero is owed to the company. Of each contact and side
the sum is what the journal has for it up to that day. For functions that asked for the right.';

comment on function private.open_items_of_clients(pg_catalog.date) is 'Papers and payments of clients up to a day, with what was open of each on that day, whatever was settled later: amount and open in the currency of the books,
paper_amount and paper_open in that of the client. Above zero the client owes it.';

comment on function private.price_in(numeric,numeric) is 'A price of this company in the currency of a paper, at the rate of the paper: half a cent is rounded up.';

comment on function private.rate_on(pg_catalog.text,pg_catalog.date) is 'What one unit of a currency is worth in that of the books: the rate of the day, else the last one before it, else the first one after. Refuses, in words, a currency
without any.';

comment on function private.record_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount, discount}] as in allocate_payment; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. p_worth: what came in, in the currency of the books, of a client who pays in another; null takes the rate of the day.
Returns the id.';

comment on function private.renew_rate() is 'A quotation that is sent has the rate of that day.';

comment on function private.share_of_worth(numeric,numeric,numeric) is 'What a part of an amount is worth in the books, where the whole of it is worth p_worth. Null of p_worth: it is in the currency of the books.';

comment on function private.take_currency() is 'A new paper is in the currency of its client, at the rate of the day.';

comment on function private.take_note_rate() is 'A credit note is in the currency of its invoice, at its rate.';

comment on function private.take_order_rate() is 'An order has the currency of its client and the rate of its quotation.';

comment on function private.take_payment_worth() is 'A payment in another currency is worth what a person or the bank says, else its amount at the rate of the day on which it came.';

comment on function private.worth(numeric,numeric) is 'An amount of a paper in the currency of the books, at the rate of the paper; a paper in that currency has the rate 1.';

comment on function public.known_rates() is 'The newest exchange rate of each currency up to today, as text: how much of the currency of the books one unit is.';

comment on function public.record_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount, discount}] as in allocate_payment; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. p_worth: what came in, in the currency of the books, of a client who pays in another; null takes the rate of the day.
Returns the id.';

comment on column public.contacts.currency is 'The currency of quotations, invoices and payments of this client, one with two decimals; null: that of the books.';

comment on column public.exchange_rates.rate is 'How much of the currency of the books one unit is.';

comment on column public.invoices.rate is 'What one unit of its currency is worth in that of the books, on the day of issue.';

comment on column public.invoices.worth is 'What its gross is in the books, by the rate and its VAT table; null: it is in their currency, or a draft.';

comment on column public.orders.rate is 'What one unit of its currency is worth in that of the books, as its quotation says.';

comment on column public.payments.worth is 'What came in, in the currency of the books; null: it is in that currency.';

comment on column public.quotations.rate is 'What one unit of its currency is worth in that of the books: of the day on which it was begun, then of the day on which it was sent.';

comment on table public.exchange_rates is 'What one unit of a currency is worth in the currency of the books, by day. A paper keeps the rate that it was written with.';

comment on view private.settlements is 'What settles invoices, and from which day on: payments, credit notes, what was written off and cash discounts. The statement and the list of open items read it.';

reset check_function_bodies;
