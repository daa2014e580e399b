-- DEMO DATA, after seed-trade.sql: two bank statements of the sign company. The older one is matched; the newer one waits, with
-- payments that are sure, some to look at, one that nobody knows, and money that went out (more of it in seed-debits.sql).

create function pg_temp.bank_key(words text) returns text language sql immutable as $$ select encode(sha256(convert_to('signwright demo ' || words, 'UTF8')), 'hex') $$;
create function pg_temp.bank_id(words text) returns uuid language sql immutable as $$ select md5('signwright demo bank ' || words)::uuid $$;
create temporary table bank_day as select (now() at time zone 'Europe/Malta')::date as today, (select id from auth.users where email = 'joanne@example.com') as joanne;

insert into public.bank_imports (id, file_name, format, content_hash, account_iban, first_day, last_day, opening, closing, entries, created_by, created_at)
select pg_temp.bank_id(listed.name), format('statement-%s.xml', to_char(today - days, 'YYYY-MM-DD')), 'camt', pg_temp.bank_key(listed.name), s.iban, today - days - 13,
       today - days, opening, closing, 1, joanne, least(now(), (today - days + 1 + time '08:40') at time zone 'Europe/Malta')
  from bank_day, public.company_settings s, (values ('older', 15, 18240.15, 21377.80), ('newer', 1, 21377.80, 24091.46)) as listed (name, days, opening, closing);

-- The last payments by transfer before the older statement ended came with it.
insert into public.bank_entries (id, import_id, position, entry_key, account_iban, booked_on, direction, amount, party_name, remittance, bank_reference,
  status, payment_id, has_recorded, decided_by, decided_at)
select pg_temp.bank_id(p.payment_number), pg_temp.bank_id('older'), (row_number() over (order by p.received_on, p.payment_number))::integer, pg_temp.bank_key(p.payment_number),
       s.iban, p.received_on, 'in', p.amount, upper(left(private.client_label(c), 70)), p.reference, 'FT' || to_char(p.received_on, 'YYMMDD') || right(p.payment_number, 4),
       'confirmed', p.id, true, joanne, p.created_at
  from bank_day, public.company_settings s, public.payments p join public.contacts c on c.id = p.contact_id
 where p.method = 'bank' and p.direction = 'in' and p.received_on between today - 28 and today - 15;

insert into public.bank_entries (id, import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, party_name, remittance, bank_reference,
  status, ignore_reason, decided_by, decided_at)
select pg_temp.bank_id('newer ' || listed.place), pg_temp.bank_id('newer'), listed.place::integer, pg_temp.bank_key('newer ' || listed.place), s.iban, today - listed.days,
       today - listed.days, listed.direction, listed.amount, listed.name, listed.remittance, 'FT' || to_char(today - listed.days, 'YYMMDD') || lpad(listed.place::text, 4, '0'),
       case when listed.reason is null then 'open' else 'ignored' end, listed.reason, case when listed.reason is not null then joanne end,
       case when listed.reason is not null then least(now(), (today + time '08:45') at time zone 'Europe/Malta') end
  from bank_day, public.company_settings s, (
    select row_number() over (order by days desc, said) as place, said.*
      from (
        select case owed.n when 1 then 'in' when 2 then 'in' when 3 then 'in' when 4 then 'in' end as direction, 1 + owed.n::integer as days,
               case owed.n when 2 then trunc(owed.balance / 2, 2) else owed.balance end as amount,
               case owed.n when 3 then owed.client else upper(left(owed.client, 70)) end as name,
               case owed.n when 1 then 'Invoice ' || owed.invoice_number when 2 then lower(replace(owed.invoice_number, '-', ' ')) || ' first half'
                 when 3 then 'Thank you for the sign' else owed.invoice_number end as remittance, null::text as reason
          from (
            select row_number() over (order by v.due_date, v.invoice_number) as n, v.invoice_number, v.balance, private.client_label(c) as client
              from (select distinct on (contact_id) * from public.invoices where status in ('issued', 'partly_paid') and balance > 50
                     order by contact_id, due_date, invoice_number) as v
              join public.contacts c on c.id = v.contact_id
          ) as owed where owed.n <= 4
        union all
        select * from (values
          ('in', 3, 42.60, 'SEPA INST 88121', 'Refund parking permit', null),
          ('in', 2, 1187.40, 'VIVA PAYMENTS', 'Payout of card payments', 'The card payments in it are recorded one by one.'),
          ('out', 6, 64.30, 'DEMO FUEL CARDS', 'Card 4417 vans', null),
          ('out', 2, 12.00, 'DEMO BANK OF MALTA', 'Account fee', 'Fee of the bank: it has no invoice.')
        ) as fixed (direction, days, amount, name, remittance, reason)
      ) as said
  ) as listed;

update public.bank_imports i set entries = found.count, first_day = found.first_day
  from (select import_id, count(*)::integer as count, min(booked_on) as first_day from public.bank_entries group by import_id) as found
 where found.import_id = i.id;
delete from public.bank_imports i where not exists (select from public.bank_entries e where e.import_id = i.id);

drop table bank_day;
drop function pg_temp.bank_key(text), pg_temp.bank_id(text);

-- Three clients have a statement: one is opened, one sent, one not sent yet. One client paid too much and has credit.
do $$
declare
  v_client record;
  v_id uuid;
begin
  for v_client in
    select row_number() over (order by owed.open desc, owed.contact_id)::integer as place, owed.contact_id
      from (select contact_id, sum(balance) as open from public.invoices where status in ('issued', 'partly_paid') group by contact_id) as owed
     order by owed.open desc, owed.contact_id limit 3
  loop
    v_id := private.create_statement(v_client.contact_id, date_trunc('year', private.company_today())::date - 180, private.company_today(),
      md5('signwright demo statement ' || v_client.place)::uuid);
    update public.statements
       set public_uuid = md5('signwright demo statement link ' || v_client.place)::uuid, created_by = (select id from auth.users where email = 'joanne@example.com'),
           sent_at = case when v_client.place < 3 then now() end, first_viewed_at = case when v_client.place = 1 then now() end,
           last_viewed_at = case when v_client.place = 1 then now() end
     where id = v_id;
    if v_client.place < 3 then
      perform private.log_event('statement', v_id, 'sent', '{}', private.person_label((select id from auth.users where email = 'joanne@example.com')));
    end if;
    if v_client.place = 2 then
      perform private.record_payment(v_client.contact_id, 85.00, 'bank', private.company_today() - 3, 'Paid twice by standing order', null, '[]', null,
        md5('signwright demo credit')::uuid);
    end if;
  end loop;
end $$;

-- The books began a year ago: what the bank and the loan for the printer had in those of before.
select private.post_entry(md5('demo opening balances')::uuid, private.company_today() - 365, 'Former books', jsonb_build_array(
  jsonb_build_object('account', (select id from public.ledger_accounts where code = '1000'), 'debit', '31500.00', 'words', 'Current account'),
  jsonb_build_object('account', (select id from public.ledger_accounts where code = '1010'), 'debit', '250.00', 'words', 'Till'),
  jsonb_build_object('account', (select id from public.ledger_accounts where code = '2500'), 'credit', '12000.00', 'words', 'Printer')), 'opening');
-- The sum of its lines is looked at now: later seeds change the triggers of the tables.
set constraints all immediate;
set constraints all deferred;
