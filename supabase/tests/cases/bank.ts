import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const hash = (sign: string) => sign.repeat(64)
const given = `
  insert into public.bank_imports (id, file_name, format, content_hash, first_day, last_day, entries)
    values ('${fresh(1)}', 'november.xml', 'camt', '${hash('a')}', '2026-11-02', '2026-11-02', 1);
  insert into public.bank_entries (id, import_id, position, entry_key, booked_on, direction, amount)
    values ('${fresh(2)}', '${fresh(1)}', 1, '${hash('b')}', '2026-11-02', 'in', 118)`

const paid = `
  insert into public.payments (id, contact_id, method, amount, received_on) values ('${fresh(3)}', '${row.business}', 'card', 9, '2026-11-02');
  insert into public.refund_requests (id, payment_id, amount, reason) values ('${fresh(4)}', '${fresh(3)}', 5, 'Paid twice');
  insert into public.invoices (id, contact_id, status, invoice_number, issue_date) values ('${fresh(5)}', '${row.business}', 'issued', 'INV-9', '2026-11-01');
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on) values ('${fresh(6)}', '${fresh(5)}', 5, 'Insolvent', '2026-11-02');
  insert into public.cash_discounts (id, invoice_id, payment_id, amount, given_on) values ('${fresh(15)}', '${fresh(5)}', '${fresh(3)}', 2, '2026-11-02');
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat) values ('${fresh(15)}', 18, 'standard', 1.69, 0.31)`

const booked = `
  insert into public.bank_bookings (id, number, booked_on, amount, account_id)
    select '${fresh(8)}', 'BANK-1', '2026-11-02', 9, id from public.ledger_accounts where code = '6960';
  insert into public.bank_rules (id, direction, words, account_id)
    select '${fresh(9)}', 'out', 'account fee', id from public.ledger_accounts where code = '6960';
  insert into public.cash_counts (id, counted_on, counted, said) values ('${fresh(21)}', '2026-11-02', 9, 9)`

const sent = `
  insert into public.statement_runs (id, date_from, date_to, clients) values ('${fresh(7)}', '2026-11-01', '2026-11-30', 1);
  insert into public.statement_run_clients (run_id, contact_id, place) values ('${fresh(7)}', '${row.business}', 1)`

const filed = `
  insert into public.vat_returns (id, from_day, to_day, figures) values ('${fresh(17)}', '2026-09-01', '2026-09-30', '[{"box": null, "name": "Sales", "net": "10.00", "vat": "1.80"}]');
  insert into public.vat_return_papers (vat_return_id, side, rate, kind, record_id, net, vat) values ('${fresh(17)}', 'sales', '18 %', 'invoice', '${fresh(18)}', 10, 1.8)`

export const bankCases: Cases = {
  'public.bank_imports': {
    any: {
      given,
      where: `id = '${fresh(1)}'`,
      insert: `(file_name, format, content_hash, first_day, last_day, entries) values ('other.xml', 'camt', '${hash('c')}', '2026-11-02', '2026-11-02', 1)`,
      update: `file_name = 'renamed.xml'`,
    },
  },
  'public.bank_entries': {
    any: {
      given,
      where: `id = '${fresh(2)}'`,
      insert: `(import_id, position, entry_key, booked_on, direction, amount) values ('${fresh(1)}', 2, '${hash('d')}', '2026-11-02', 'in', 5)`,
      update: `amount = 1180`,
    },
  },
  'public.bank_bookings': {
    any: {
      given: booked,
      where: `id = '${fresh(8)}'`,
      insert: `(number, booked_on, amount, account_id) values ('BANK-2', '2026-11-02', 9, (select id from public.ledger_accounts where code = '6960'))`,
      update: `amount = 90`,
    },
  },
  'public.cash_counts': {
    any: {
      given: booked,
      where: `id = '${fresh(21)}'`,
      insert: `(counted_on, counted, said) values ('2026-11-02', 5, 5)`,
      update: `counted = 90`,
    },
  },
  'public.network_settings': {
    'the only one': {
      where: `id = 1`,
      insert: `(id) values (2)`,
      update: `sends_when_issued = false`,
    },
  },
  'public.electronic_receivers': {
    any: {
      given: `insert into public.electronic_receivers (contact_id, address) values ('${row.clientContact}', '9943:MT12345678')`,
      where: `contact_id = '${row.clientContact}'`,
      insert: `(contact_id, address) values ('${row.business}', '9943:MT12345678')`,
      update: `buyer_reference = '991-12345-73'`,
    },
  },
  'public.network_papers': {
    any: {
      given: `insert into public.network_papers (id, record_kind, record_id, version, receiver, profile)
        values ('${fresh(10)}', 'invoice', '${fresh(11)}', 1, '9943:MT12345678', 'peppol')`,
      where: `id = '${fresh(10)}'`,
      insert: `(record_kind, record_id, version, receiver, profile) values ('invoice', '${fresh(11)}', 2, '9943:MT12345678', 'peppol')`,
      update: `status = 'accepted', message_id = 'forged'`,
    },
  },
  'public.network_receipts': {
    any: {
      given: `insert into public.network_receipts (id, message_id, sender, file_path) values ('${fresh(12)}', 'm1', '9943:MT12345678', 'a/b.xml')`,
      where: `id = '${fresh(12)}'`,
      insert: `(id, message_id, sender, file_path) values ('${fresh(13)}', 'm2', '9943:MT12345678', 'a/b.xml')`,
      update: `status = 'put_aside'`,
    },
  },
  'public.exchange_rates': {
    any: {
      given: `insert into public.exchange_rates (id, currency, on_date, rate) values ('${fresh(30)}', 'USD', '2026-11-02', 0.92)`,
      where: `id = '${fresh(30)}'`,
      insert: `(currency, on_date, rate) values ('USD', '2026-11-03', 0.93)`,
      update: `rate = 0.94`,
    },
  },
  'public.bank_rules': {
    any: {
      given: booked,
      where: `id = '${fresh(9)}'`,
      insert: `(direction, words, account_id) values ('out', 'salary', (select id from public.ledger_accounts where code = '6960'))`,
      update: `words = 'salary'`,
    },
  },
  'public.refund_requests': {
    any: {
      given: paid,
      where: `id = '${fresh(4)}'`,
      insert: `(payment_id, amount, reason) values ('${fresh(3)}', 2, 'Me')`,
      update: `status = 'done'`,
    },
  },
  'public.write_offs': {
    any: {
      given: paid,
      where: `id = '${fresh(6)}'`,
      insert: `(invoice_id, amount, reason, written_off_on) values ('${fresh(5)}', 2, 'Me', '2026-11-02')`,
      update: `amount = 3`,
    },
  },
  'public.cash_discounts': {
    any: {
      given: paid,
      where: `id = '${fresh(15)}'`,
      insert: `(invoice_id, payment_id, amount, given_on) values ('${fresh(5)}', '${fresh(3)}', 1, '2026-11-02')`,
      update: `amount = 3`,
    },
  },
  'public.cash_discount_vat': {
    any: {
      given: paid,
      where: `cash_discount_id = '${fresh(15)}'`,
      insert: `(cash_discount_id, vat_rate, vat_treatment, base, vat) values ('${fresh(15)}', 5, 'standard', 1, 0.05)`,
      update: `vat = 3`,
    },
  },
  'public.vat_returns': {
    any: {
      given: filed,
      where: `id = '${fresh(17)}'`,
      insert: `(from_day, to_day, figures) values ('2026-10-01', '2026-10-31', '[]')`,
      update: `figures = '[]'`,
    },
  },
  'public.vat_return_papers': {
    any: {
      given: filed,
      where: `vat_return_id = '${fresh(17)}'`,
      insert: `(vat_return_id, side, rate, kind, record_id, net, vat) values ('${fresh(17)}', 'sales', '18 %', 'invoice', '${fresh(18)}', 10, 1.8)`,
      update: `net = 11`,
    },
  },
  'public.book_closings': {
    any: {
      given: `insert into public.book_closings (id, scope, closed_to) values ('${fresh(14)}', 'everybody', '2020-01-31')`,
      where: `id = '${fresh(14)}'`,
      insert: `(scope, closed_to) values ('everybody', '2020-02-29')`,
      update: `closed_to = null`,
    },
  },
  'public.statement_runs': {
    any: {
      given: sent,
      where: `id = '${fresh(7)}'`,
      insert: `(date_from, date_to, clients, status) values ('2026-11-01', '2026-11-02', 1, 'done')`,
      update: `status = 'done'`,
    },
  },
  'public.statement_run_clients': {
    any: {
      given: sent,
      where: `run_id = '${fresh(7)}'`,
      insert: `(run_id, contact_id, place) values ('${fresh(7)}', '${row.clientContact}', 2)`,
      update: `status = 'mailed'`,
    },
  },
}
