-- DEMO DATA, after seed-stock.sql: what suppliers ask for, in every state, and two payment runs: one that the bank paid, one
-- that waits for its approval; and what comes in and goes out regularly. The same day gives the same rows.

create function pg_temp.today() returns date language sql stable as $$ select (now() at time zone 'Europe/Malta')::date $$;
create function pg_temp.key(words text) returns uuid language sql immutable as $$ select md5('signwright demo ' || words)::uuid $$;
create function pg_temp.who(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;
-- An account of a bank that does not exist, with right check digits: D, E, M, O and T are 13, 14, 22, 24 and 29.
create function pg_temp.account(digits text) returns text language sql immutable as $$
  select 'MT' || lpad((98 - mod(('13142224' || digits || '222900')::numeric, 97))::text, 2, '0') || 'DEMO' || digits
$$;

create temporary table supplier (word text primary key, id uuid, terms int, digits text);
insert into supplier
select word, pg_temp.key('supplier ' || word), terms, digits
  from (values ('northlight', 30, '01100000000000000000010'), ('plastika', 30, '01100000000000000000020'), ('verra', 45, '01100000000000000000030'),
    ('harbour', 14, '01100000000000000000040'), ('powerline', 14, '01100000000000000000050'), ('coatworks', 30, '01100000000000000000060'),
    ('estates', 0, '01100000000000000000070'))
    as listed (word, terms, digits);
insert into public.contacts (id, name, email, phone, company, type, profile, contact_type_id, city, country, created_at)
select pg_temp.key('supplier ' || word), listed.name, 'accounts@' || word || '.example.com', phone, listed.name, 'Business', 'verified',
       (select id from public.contact_types where name = listed.kind), listed.city, 'Malta', now() - interval '700 days'
  from (values ('powerline', 'Powerline Energy', '+356 5550 9005', 'Marsa', 'Supplier'), ('coatworks', 'Coatworks Powder Coating', '+356 5550 9006', 'Ħal Far', 'Subcontractor'),
    ('estates', 'Marsa Industrial Estates', '+356 5550 9007', 'Marsa', 'Supplier'))
    as listed (word, name, phone, city, kind)
on conflict (id) do nothing;
insert into public.contact_bank_accounts (contact_id, holder, bank_name, iban, bic, is_default)
select s.id, c.name, 'Demo Bank of Malta', pg_temp.account(s.digits), 'DEMOMTMT', true from supplier s join public.contacts c on c.id = s.id;

-- Days are counted from today: when it was written, and for the scheduled ones when it is paid.
create temporary table asked (n int, supplier text, number text, day int, net numeric, status text, pay int, discount numeric, title text);
insert into asked values
  (1, 'plastika', 'PS-26-3310', -96, 1184.00, 'paid', null, null, 'Foamex 5 mm white, 3050 × 2030'),
  (2, 'northlight', 'NL 88120', -88, 2310.50, 'paid', null, null, 'LED modules and power supplies'),
  (3, 'powerline', '40077121', -70, 486.20, 'paid', null, null, 'Electricity, workshop'),
  (4, 'verra', 'VF2026-0711', -66, 1622.00, 'paid', null, null, 'Cast vinyl, gloss, 1.37 m'),
  (5, 'harbour', 'HT/5521', -58, 735.00, 'paid', null, null, 'Banner 440 g, 1.60 m'),
  (6, 'coatworks', 'CW-1180', -44, 920.00, 'part_paid', null, null, 'Powder coating RAL 7016, 42 m'),
  (7, 'plastika', 'PS-26-3398', -29, 1460.00, 'scheduled', 1, null, 'Foamex 5 mm white, first part'),
  (8, 'northlight', 'NL 88455', -27, 1876.40, 'scheduled', 1, null, 'ACM 3 mm and LED modules'),
  (9, 'powerline', '40081544', -12, 512.75, 'scheduled', 1, null, 'Electricity, workshop'),
  (10, 'verra', 'VF2026-0802', -6, 2048.00, 'approved', null, 2, 'Polymeric vinyl, 137 m'),
  (11, 'harbour', 'HT/5590', -9, 388.00, 'approved', null, null, 'Mesh banner 270 g'),
  (12, 'coatworks', 'CW-1214', -4, 640.00, 'received', null, null, 'Powder coating RAL 9005, 28 m'),
  (13, 'plastika', 'PS-26-3441', -2, 512.00, 'received', null, null, 'Clear acrylic 3 mm, 10 sheets'),
  (14, 'northlight', 'NL 88502', -16, 1094.00, 'disputed', null, null, 'LED modules, 500 pieces'),
  (15, 'verra', 'VF2026-0815', -1, 276.50, 'received', null, 3, 'Laminate, gloss, 68.5 m');
-- The story is written below with its own days, and lines are added to invoices that are approved already.
alter table public.supplier_invoices disable trigger log_story;
alter table public.supplier_invoice_items disable trigger keep_lines;
insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, due_date, scheduled_for, net, vat, paid, iban,
  discount_pct, discount_until, dispute_reason, note, approved_by, approved_at, created_by, created_at)
select pg_temp.key('supplier invoice ' || a.n), s.id, a.number, a.status, pg_temp.today() + a.day, pg_temp.today() + a.day + s.terms,
       pg_temp.today() + a.pay, a.net, v.vat, case a.status when 'paid' then a.net + v.vat when 'part_paid' then 500 else 0 end, pg_temp.account(s.digits),
       a.discount, case when a.discount is not null then pg_temp.today() + a.day + 10 end,
       case when a.status = 'disputed' then 'Only 480 of 500 modules arrived. Northlight sends a credit note.' end,
       case when a.n = 6 then 'The rest is paid when the two scratched rails are coated again.' end,
       case when a.status not in ('received', 'disputed') then pg_temp.who(case a.n % 2 when 0 then 'paul' else 'joanne' end) end,
       case when a.status not in ('received', 'disputed') then now() + (a.day + 3) * interval '1 day' end,
       pg_temp.who('joanne'), now() + (a.day + 1) * interval '1 day'
  from asked a join supplier s on s.word = a.supplier, lateral (select trunc(a.net * 0.18, 2) as vat) as v order by a.n;
insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method, reference, created_by, created_at)
select pg_temp.key('supplier payment ' || a.n), i.id, i.paid, least(i.due_date, pg_temp.today() - 3), 'bank',
       case when a.n in (4, 5) then format('PR-%s-0001-00%s', extract(year from pg_temp.today())::int, a.n - 3) end, pg_temp.who('paul'), least(i.due_date, pg_temp.today() - 3) + time '11:00'
  from asked a join public.supplier_invoices i on i.id = pg_temp.key('supplier invoice ' || a.n) where i.paid > 0;

-- Lines, where the paper says what was delivered.
insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate)
select pg_temp.key('supplier invoice ' || n), 'a' || lpad(place::text, 4, '0'), description, qty, price, 18
  from (values (7, 1, 'Foamex 5 mm white 3050 × 2030', 20, 61.50), (7, 2, 'Clear acrylic 3 mm 2050 × 1520', 5, 46.00),
    (8, 1, 'ACM 3 mm white 3050 × 1500', 18, 78.80), (8, 2, 'LED module 3 × 0.72 W', 500, 0.916), (12, 1, 'Rails and returns, RAL 9005 matt', 28, 22.00),
    (12, 2, 'Collection', 1, 24.00), (13, 1, 'Clear acrylic 3 mm 2050 × 1520', 10, 51.20), (14, 1, 'LED module 3 × 0.72 W', 500, 2.188))
    as listed (n, place, description, qty, price);

-- The rent of the last three months was made by its rule, below.
insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, due_date, scheduled_for, net, vat, paid, iban, approved_by, approved_at,
  created_by, created_at)
select pg_temp.key('rent ' || n), s.id, 'Workshop rent ' || day, 'paid', day, day, day, 1850, 333, 2183, pg_temp.account(s.digits), pg_temp.who('paul'), day + time '00:12',
       pg_temp.who('paul'), day + time '00:12'
  from supplier s, generate_series(0, 2) as n, lateral (select (date_trunc('month', pg_temp.today()) - make_interval(months => n))::date as day) as d
 where s.word = 'estates';
insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method, reference, created_by, created_at)
select id, paid, due_date, 'bank', 'Standing order', created_by, due_date + time '09:00' from public.supplier_invoices where supplier_number like 'Workshop rent %';
alter table public.supplier_invoices enable trigger log_story;
alter table public.supplier_invoice_items enable trigger keep_lines;
insert into public.document_events (kind, record_id, type, actor_id, actor_name, at, meta)
select 'supplier_invoice', i.id, e.type, e.by, private.person_label(e.by), e.at, jsonb_strip_nulls(e.meta)
  from public.supplier_invoices i, lateral (values
    ('created', i.created_by, i.created_at, jsonb_build_object('number', i.supplier_number)),
    ('status', i.approved_by, i.approved_at, jsonb_build_object('from', 'received', 'to', 'approved')),
    ('status', i.created_by, case when i.status = 'disputed' then i.created_at + interval '1 day' end, jsonb_build_object('from', 'received', 'to', 'disputed', 'reason', i.dispute_reason)),
    ('status', i.approved_by, case when i.status = 'scheduled' then i.approved_at + interval '5 minutes' end, jsonb_build_object('from', 'approved', 'to', 'scheduled')),
    ('paid', i.approved_by, (select p.created_at from public.supplier_payments p where p.supplier_invoice_id = i.id), jsonb_build_object('amount', private.amount_text(i.paid))))
    as e (type, by, at, meta)
 where e.at is not null order by e.at;

create temporary table runs (n int, status text, day int, members int[]);
insert into runs values (1, 'paid', -14, '{4,5}'), (2, 'prepared', 1, '{7,8,9}');
insert into public.payment_runs (id, run_number, status, pay_on, debtor_name, debtor_iban, debtor_bic, message_id, prepared_by, prepared_at, approved_by, approved_at,
  exported_by, exported_at, paid_on, created_at)
select pg_temp.key('payment run ' || r.n), format('PR-%s-000%s', extract(year from pg_temp.today())::int, r.n), r.status, pg_temp.today() + r.day, s.name, s.iban, s.bic,
       case r.status when 'paid' then format('PR-%s-000%s-DEMO', extract(year from pg_temp.today())::int, r.n) end,
       pg_temp.who('joanne'), at.day, case r.status when 'paid' then pg_temp.who('paul') end, case r.status when 'paid' then at.day + interval '2 hours' end,
       case r.status when 'paid' then pg_temp.who('paul') end, case r.status when 'paid' then at.day + interval '3 hours' end,
       case r.status when 'paid' then pg_temp.today() + r.day end, at.day
  from runs r, public.company_settings s, lateral (select now() + (r.day - 2) * interval '1 day' as day) as at;
insert into public.payment_run_items (payment_run_id, supplier_invoice_id, supplier_id, status, amount, creditor, iban, bic, reference, end_to_end_id, invoice_iban,
  supplier_iban, is_known_account)
select pg_temp.key('payment run ' || r.n), i.id, i.supplier_id, case r.status when 'paid' then 'paid' else 'open' end, i.net + i.vat, c.name, i.iban, 'DEMOMTMT',
       i.supplier_number, format('PR-%s-000%s-%s', extract(year from pg_temp.today())::int, r.n, lpad(m.place::text, 3, '0')), i.iban, i.iban, true
  from runs r, unnest(r.members) with ordinality as m (n, place)
  join public.supplier_invoices i on i.id = pg_temp.key('supplier invoice ' || m.n) join public.contacts c on c.id = i.supplier_id;
update public.payment_runs p set total = s.total, payments = s.payments
  from (select i.payment_run_id, sum(i.amount) as total, count(*) as payments from public.payment_run_items i group by 1) as s where s.payment_run_id = p.id;
insert into public.document_events (kind, record_id, type, actor_id, actor_name, at, meta)
select 'payment_run', r.id, e.type, e.by, private.person_label(e.by), e.at, jsonb_build_object('amount', private.amount_text(r.total))
  from public.payment_runs r, lateral (values ('prepared', r.prepared_by, r.prepared_at), ('approved', r.approved_by, r.approved_at),
    ('exported', r.exported_by, r.exported_at), ('paid', r.exported_by, case when r.paid_on is not null then r.exported_at + interval '1 day' end)) as e (type, by, at)
 where e.at is not null order by e.at;
insert into private.document_sequences (prefix, year, last_number) values ('PR', extract(year from pg_temp.today())::int, 2)
on conflict (prefix, year) do update set last_number = greatest(private.document_sequences.last_number, 2);

-- Rules begin in the past, and their next day is ahead: nothing is made up for when the demo starts.
create temporary table rules (n int, direction text, who uuid, title text, every text, day int, net numeric, begun int, paused boolean, ahead int);
insert into rules values
  (1, 'out', pg_temp.key('supplier estates'), 'Workshop rent', 'month', 1, 1850.00, 20, false, 0),
  (2, 'out', pg_temp.key('supplier powerline'), 'Electricity, fixed part', 'quarter', 31, 186.00, 14, false, 5),
  (3, 'out', pg_temp.key('supplier northlight'), 'Safety check of the router', 'year', 15, 420.00, 26, false, 14),
  (4, 'in', (select id from public.contacts where company = 'Harbour Light Hotel' and type = 'Business'), 'Sign maintenance', 'month', 31, 145.00, 11, false, 0),
  (5, 'in', (select id from public.contacts where company = 'Northwind Logistics' and type = 'Business'), 'Livery care, ten vans', 'quarter', 1, 380.00, 8, false, 0),
  (6, 'in', (select id from public.contacts where company = 'Cobalt Gym' and type = 'Business'), 'Window graphics subscription', 'month', 15, 90.00, 6, true, 0);
insert into public.recurring_payments (id, direction, contact_id, title, every, starts_on, day_of_month, days_before, amount, vat_rate_id, is_paused, created_by, created_at)
select pg_temp.key('rule ' || r.n), r.direction, r.who, r.title, r.every, d.day, r.day, r.ahead, r.net,
       (select v.id from public.vat_rates v where v.is_default), r.paused, pg_temp.who('paul'), d.day - interval '3 days'
  from rules r, lateral (select (date_trunc('month', pg_temp.today()) - make_interval(months => r.begun))::date as day) as d;
update public.recurring_payments
   set next_on = private.recurring_next(every, starts_on, day_of_month, pg_temp.today() + days_before + 1) where created_by = pg_temp.who('paul');
insert into public.recurring_periods (recurring_payment_id, period_on, supplier_invoice_id, created_at)
select pg_temp.key('rule 1'), i.due_date, i.id, i.created_at from public.supplier_invoices i where i.supplier_number like 'Workshop rent %';

drop table supplier, asked, runs, rules;
drop function pg_temp.account(text), pg_temp.who(text), pg_temp.key(text), pg_temp.today();
