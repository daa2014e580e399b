-- Analytics: figures of sales, work and money.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.analytics_parts() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(part order by place), '{}')
    from (values
      (1, 'sales', private.can('orders', 'view') and private.sees_money()),
      (2, 'services', private.can('orders', 'view') and private.sees_money()),
      (3, 'sellers', private.can('orders', 'view') and private.sees_money()),
      (4, 'margin', private.can('orders', 'view') and private.can('quotations', 'view') and private.named('view_financial_data')),
      (5, 'quotes', private.can('quotations', 'view')), (6, 'winners', private.can('quotations', 'view')),
      (7, 'late', private.can('jobs', 'view')),
      (8, 'labour', private.can('jobs', 'view') and (private.named('manage_time_tracking') or private.named('access_staff_activities'))),
      (9, 'to_invoice', private.can('invoices', 'view')), (10, 'receivables', private.can('statements', 'view')),
      (11, 'cash', private.can('invoices', 'view')), (12, 'vat', private.can('invoices', 'view')),
      (13, 'tax_places', private.can('invoices', 'view'))
    ) as known (place, part, mine)
   where (private.is_server() or mine) and (part <> 'tax_places' or (select s.tax_kind = 'sales_tax' from public.company_settings s)));
end $$;
comment on function private.analytics_parts is 'The parts of the figures that the caller may see; tax_places only of a company with sales tax.';

create function private.analytics_of_orders(p_part text, p_since timestamptz, p_until timestamptz, p_zone text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
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
comment on function private.analytics_of_orders is 'The parts sales, services, sellers and margin of private.analytics_rows. An order is sold by the owner of its quotation: a client
who approves by the link is nobody of the house.';

create function private.analytics_of_quotations(p_part text, p_since timestamptz, p_until timestamptz, p_zone text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
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
comment on function private.analytics_of_quotations is 'The parts quotes and winners of private.analytics_rows.';

create function private.analytics_of_jobs(p_part text, p_since timestamptz, p_until timestamptz, p_zone text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'late' then
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             to_char(j.finished_at at time zone p_zone, 'YYYY-MM'), null::text,
             case when (j.finished_at at time zone p_zone)::date > j.due_date then 'late' else 'in_time' end,
             greatest((j.finished_at at time zone p_zone)::date - j.due_date, 0)::numeric, null::numeric
        from public.jobs j
       where j.finished_at >= p_since and j.finished_at < p_until and j.due_date is not null and j.status in ('ready', 'delivered', 'closed')
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'now', null, 'late',
             (p_today - j.due_date)::numeric, null
        from private.late_jobs() j
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'risk', null, 'at_risk', 0, null
        from private.jobs_at_risk() j;
  else
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, p.minutes, w.minutes
        from public.jobs j
        left join public.services s on s.id = j.service_id
        cross join lateral (
          select trunc(sum(private.seconds_of(e.total_duration)) / 60.0) as minutes from public.time_entries e where e.job_id = j.id) as w
        cross join lateral (
          select sum(round(private.minutes_at_first(t))) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped' and exists (
            select from public.time_entries e where e.job_id = j.id and (e.step_id is null or e.step_id = t.id))) as p
       where j.finished_at >= p_since and j.finished_at < p_until and w.minutes > 0 and p.minutes > 0;
  end if;
end $$;
comment on function private.analytics_of_jobs is 'The parts late and labour of private.analytics_rows. Labour compares what has a timer, in
the whole minutes of a job that people read, so that sums are those of the lines.';

create function private.analytics_of_open_money(p_part text, p_zone text, p_currency text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
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
             private.worth_of_open(v.balance, v.gross, v.worth), null::numeric
        from public.invoices v, lateral (select p_today - coalesce(v.due_date, v.issue_date) as late) as w
       where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0;
  else
    return query
      select m.kind, m.id, m.label, m.contact_id, m.due,
             case when m.due < p_today then 'overdue' when m.due >= date_trunc('week', p_today)::date + 56 then 'later'
                  else date_trunc('week', m.due)::date::text end, null::text, m.mark, m.open, null::numeric
        from (
          select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id,
                 coalesce(v.due_date, v.issue_date) as due, 'in' as mark, private.worth_of_open(v.balance, v.gross, v.worth) as open
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
comment on function private.analytics_of_open_money is 'The parts to_invoice, receivables and cash of private.analytics_rows: as of now.';

create function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
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
    select b.method || '_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and b.cost_account_id is not null and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select b.kind, b.id, concat_ws(' · ', b.number, b.words), null::uuid, b.on_date, to_char(b.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(b.rate), private.treatment_of_rate(b.rate)), 'sales', b.base, b.tax
      from private.bank_sales(p_from, p_to) as b where b.code = p_currency;
end $$;
comment on function private.analytics_of_vat is 'The part vat of private.analytics_rows: sales by rate and treatment, the input tax of purchases by the rates and treatments of their
lines less the discounts that were taken, what of a bill is on no line, and under the mark due the VAT that the company owes itself on purchases.';

create function private.analytics_of_tax_places(p_from date, p_to date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
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
comment on function private.analytics_of_tax_places is 'The part tax_places of private.analytics_rows: the sales of each part of a place of sales tax (bucket: its level and
name; a state by its letters), taxable or exempt (mark), with its share of the tax; exempt sales of no known place in the state of their certificate;
others of no known place or at another rate; all of them under the bucket all.';

create function private.analytics_rows(p_part text, p_from date, p_to date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
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
comment on function private.analytics_rows is
  'The records of a part of the figures, with what each brings in. amount and other: sales, services, sellers, quotes, winners:
net; margin: net and cost of the lines whose cost is known (private.order_line_costs), mark unknown: net and number of those whose is not; late: days late, bucket now and risk for what is late and at risk now; labour: planned and worked minutes; to_invoice: net; receivables, cash: what is open
(gross); vat, tax_places: base and VAT. Cancelled orders and drafts do not count. Papers in another currency count in that of the company, at their rates.';

create function private.analytics(p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_part text;
  v_lines jsonb;
  v_all jsonb := '{}';
begin
  if not (private.is_server() or private.is_staff()) then
    raise insufficient_privilege using message = 'You may not see these figures';
  end if;
  foreach v_part in array private.analytics_parts() loop
    select coalesce(jsonb_agg(jsonb_build_object('bucket', s.bucket, 'name', s.name, 'mark', s.mark, 'count', s.records,
             'amount', trim_scale(s.amount)::text, 'other', trim_scale(s.other)::text) order by s.bucket, s.name, s.mark), '[]')
      into v_lines
      from (select r.bucket, r.name, r.mark, count(distinct r.id) as records, sum(r.amount) as amount, sum(r.other) as other
              from private.analytics_rows(v_part, p_from, p_to) as r group by r.bucket, r.name, r.mark) as s;
    v_all := v_all || jsonb_build_object(v_part, v_lines);
  end loop;
  return v_all;
end $$;
comment on function private.analytics is
  'The figures of days of the company, both included, a part a key; parts that the caller may not see are missing. A line has
bucket (month, week, service, person, age), name, mark (won, late, in, sales …), count of records, and amount and other as text:
see private.analytics_rows. to_invoice, receivables and cash are as of now.';
call private.offer('private.analytics(date, date)');

create function private.analytics_records(
  p_part text, p_from date, p_to date, p_bucket text default null, p_mark text default null, p_name text default null, p_limit integer default 500)
returns table (kind text, id uuid, label text, contact_id uuid, client_name text, day date, bucket text, mark text, amount text, other text)
  language sql stable security definer set search_path = ''
as $$
  select r.kind, r.id, r.label, r.contact_id, private.client_label(c), r.day, r.bucket, r.mark, trim_scale(r.amount)::text, trim_scale(r.other)::text
    from private.analytics_rows(p_part, p_from, p_to) as r
    left join public.contacts c on c.id = r.contact_id
   where (p_bucket is null or r.bucket = p_bucket) and (p_mark is null or r.mark = p_mark) and (p_name is null or r.name = p_name)
   order by r.day desc nulls last, r.label
   limit least(greatest(coalesce(p_limit, 500), 1), 5000)
$$;
comment on function private.analytics_records is 'The records behind a figure, the newest first, at most 5,000; amounts are text.';
call private.offer('private.analytics_records(text, date, date, text, text, text, integer)');
