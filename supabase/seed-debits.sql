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
update public.bank_imports i set entries = found.count, first_day = found.first_day, last_day = greatest(i.last_day, found.last_day)
  from (select import_id, count(*)::integer as count, min(booked_on) as first_day, max(booked_on) as last_day from public.bank_entries group by import_id) as found
 where found.import_id = i.id;

drop table debits, debit_day;
