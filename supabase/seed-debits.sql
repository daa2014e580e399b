-- DEMO DATA, after seed-suppliers.sql: what the newer bank statement says went out. A payment run is matched; a transfer that was
-- recorded by hand, two invoices, one that nobody approved yet and a refund wait.

create temporary table debit_day as
select (now() at time zone 'Europe/Malta')::date as today, md5('signwright demo bank newer')::uuid as import_id, (select id from auth.users where email = 'joanne@example.com') as joanne;

create temporary table debits as
select r.pay_on as booked_on, r.total as amount, 'SEPA BATCH' as party_name, null::text as party_iban, r.run_number || '-DEMO' as remittance, r.id as run_id
  from public.payment_runs r where r.status = 'paid'
union all
select s.paid_on, s.amount, upper(c.name), v.iban, v.supplier_number, null
  from public.supplier_invoices v join public.supplier_payments s on s.supplier_invoice_id = v.id join public.contacts c on c.id = v.supplier_id
 where v.status = 'part_paid'
union all
select today - days, v.open - case when v.discount_until >= today - days then private.vat_of(v.net + v.vat, v.discount_pct) else 0 end, upper(c.name),
       case when v.status = 'approved' then v.iban end, said, null
  from debit_day, (values ('HT/5590', 3, 'Mesh banner'), ('VF2026-0802', 2, 'VF2026 0802 less 2 %'), ('CW-1214', 1, 'CW-1214')) as l (number, days, said)
  join public.supplier_invoices v on v.supplier_number = l.number join public.contacts c on c.id = v.supplier_id
union all
select today - 1, p.amount, upper(left(private.client_label(c), 70)), null, 'Refund, paid twice', null
  from debit_day, public.payments p join public.contacts c on c.id = p.contact_id where p.id = md5('signwright demo credit')::uuid;

insert into public.bank_entries (id, import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, party_name, party_iban, remittance, bank_reference,
  status, payment_run_id, decided_by, decided_at)
select md5('signwright demo debit ' || d.remittance)::uuid, t.import_id, 100 + row_number() over (order by d.booked_on, d.remittance),
       encode(sha256(convert_to('signwright demo debit ' || d.remittance, 'UTF8')), 'hex'), s.iban, d.booked_on, d.booked_on, 'out', d.amount, d.party_name, d.party_iban,
       d.remittance, 'FT' || to_char(d.booked_on, 'YYMMDD') || '9' || lpad((row_number() over (order by d.booked_on, d.remittance))::text, 3, '0'),
       case when d.run_id is null then 'open' else 'confirmed' end, d.run_id, case when d.run_id is not null then t.joanne end,
       case when d.run_id is not null then least(now(), (t.today + time '08:50') at time zone 'Europe/Malta') end
  from debits d, debit_day t, public.company_settings s
 where exists (select from public.bank_imports i where i.id = t.import_id);
insert into public.bank_entry_payouts (entry_id, supplier_payment_id)
select e.id, p.id
  from public.bank_entries e join public.payment_run_items i on i.payment_run_id = e.payment_run_id
  join public.supplier_payments p on p.supplier_invoice_id = i.supplier_invoice_id and p.reference = i.end_to_end_id;
-- A client paid a matched invoice a second time, the bank gave a transfer to a supplier back, and something came in dollars.
insert into public.bank_entries (id, import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name, party_iban,
  remittance, bank_reference, return_info)
select md5('signwright demo doubt ' || d.what)::uuid, t.import_id, 200 + d.place, encode(sha256(convert_to('signwright demo doubt ' || d.what, 'UTF8')), 'hex'), s.iban,
       t.today - 1, t.today - 1, 'in', d.amount, d.currency, d.party_name, d.party_iban, d.remittance, 'FT' || to_char(t.today - 1, 'YYMMDD') || '8' || lpad(d.place::text, 3, '0'),
       d.return_info
  from debit_day t, public.company_settings s, (
    (select 1 as place, 'double' as what, e.amount, e.currency, e.party_name, e.party_iban, v.invoice_number as remittance, null::text as return_info
       from public.bank_entries e join public.payments p on p.id = e.payment_id join public.payment_allocations a on a.payment_id = p.id
       join public.invoices v on v.id = a.invoice_id and v.gross = e.amount
      where e.direction = 'in' and v.status = 'paid' order by e.booked_on desc, e.id limit 1)
    union all
    (select 2, 'return', amount, 'EUR', party_name, party_iban, 'Returned: ' || remittance, 'AC04, the account is closed'
       from debits where run_id is null and party_iban is not null and booked_on < (select today from debit_day) - 1 order by booked_on, remittance limit 1)
    union all
    select 3, 'dollars', 240.00, 'USD', 'HARBOR PRINTS INC', null, 'Sample sign', null
  ) as d
 where exists (select from public.bank_imports i where i.id = t.import_id);
update public.bank_imports i set entries = found.count, first_day = found.first_day, last_day = greatest(i.last_day, found.last_day)
  from (select import_id, count(*)::integer as count, min(booked_on) as first_day, max(booked_on) as last_day from public.bank_entries group by import_id) as found
 where found.import_id = i.id;
-- Each statement begins where the one before it ended, and its entries lead to its closing balance.
update public.bank_imports i set opening = 18240.15 + told.before, closing = 18240.15 + told.before + told.moved
  from (select f.id, m.moved, coalesce(sum(m.moved) over (order by f.last_day, f.id rows between unbounded preceding and 1 preceding), 0) as before
          from public.bank_imports f
         cross join lateral (select coalesce(sum(case e.direction when 'in' then e.amount else -e.amount end), 0) as moved
                               from public.bank_entries e where e.import_id = f.id and e.currency = f.currency) as m) as told
 where told.id = i.id;

drop table debits, debit_day;
