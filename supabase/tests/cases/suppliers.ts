import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const given = `
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
    values ('${fresh(1)}', '${row.business}', 'A-1', '2026-11-01', 100, 18);
  insert into public.supplier_invoice_items (id, supplier_invoice_id, position, description, qty, unit_price)
    values ('${fresh(2)}', '${fresh(1)}', 'a0', 'Foamex 5 mm', 2, 50);
  insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method)
    values ('${fresh(3)}', '${fresh(1)}', 10, '2026-11-02', 'bank');
  insert into public.payment_runs (id, run_number, pay_on, debtor_name, debtor_iban)
    values ('${fresh(4)}', 'PR-1', '2026-11-30', 'Signs', 'DE89370400440532013000');
  insert into public.payment_run_items (id, payment_run_id, supplier_invoice_id, supplier_id, amount, creditor, iban, reference, end_to_end_id)
    values ('${fresh(5)}', '${fresh(4)}', '${fresh(1)}', '${row.business}', 5, 'Sheets', 'DE89370400440532013000', 'A-1', 'PR-1-1');
  insert into public.recurring_payments (id, direction, contact_id, title, starts_on, amount)
    values ('${fresh(6)}', 'out', '${row.business}', 'Rent', '2026-11-01', 900);
  insert into public.recurring_periods (id, recurring_payment_id, period_on) values ('${fresh(7)}', '${fresh(6)}', '2026-11-01')`

const debited = `${given};
  insert into public.bank_imports (id, file_name, format, content_hash, first_day, last_day, entries)
    values ('${fresh(8)}', 'out.xml', 'camt', '${'e'.repeat(64)}', '2026-11-02', '2026-11-02', 1);
  insert into public.bank_entries (id, import_id, position, entry_key, booked_on, direction, amount)
    values ('${fresh(9)}', '${fresh(8)}', 1, '${'f'.repeat(64)}', '2026-11-02', 'out', 10);
  insert into public.bank_entry_payouts (id, entry_id, supplier_payment_id) values ('${fresh(10)}', '${fresh(9)}', '${fresh(3)}')`

const handedOver = `
  insert into public.hand_overs (id, format, from_day, to_day, is_whole, is_closed, entries, taken_back, debit, facts)
    values ('${fresh(15)}', 'csv', '2026-11-01', '2026-11-30', false, false, 1, 0, 118, '{}');
  insert into public.hand_over_entries (hand_over_id, entry_id, on_date, kind, record_id, print, lines)
    values ('${fresh(15)}', '${fresh(16)}', '2026-11-02', 'invoice', '${fresh(16)}', '${'a'.repeat(32)}', '[]')`

const entered = `
  insert into public.book_entries (id, entry_number, on_date, words) values ('${fresh(20)}', 'JE-1', '2026-11-02', 'Depreciation');
  insert into public.book_entry_lines (id, book_entry_id, place, account_id, amount)
    select gen_random_uuid(), '${fresh(20)}', place, (select id from public.ledger_accounts where code = '6960'), amount from (values (1, 9), (2, -9)) as l (place, amount)`

const registered = `
  insert into public.fixed_assets (id, asset_number, name, bought_on, account_id, cost, opening_on, opening_written_off)
    values ('${fresh(21)}', 'FA-1', 'Cutter', '2025-11-02', (select id from public.cost_accounts where code = '1300'), 100, '2026-11-02', 10);
  insert into public.fixed_asset_lives (id, asset_id, from_month, life_months) values ('${fresh(22)}', '${fresh(21)}', '2026-11-01', 60)`

export const supplierCases: Cases = {
  'public.fixed_assets': {
    any: {
      given: registered,
      where: `id = '${fresh(21)}'`,
      insert: `(asset_number, name, bought_on, account_id, cost, opening_on, opening_written_off)
        values ('FA-2', 'Van', '2025-11-02', (select id from public.cost_accounts where code = '1310'), 100, '2026-11-02', 10)`,
      update: `name = 'Plotter'`,
    },
  },
  'public.fixed_asset_lives': {
    any: {
      given: registered,
      where: `id = '${fresh(22)}'`,
      insert: `(asset_id, from_month, life_months) values ('${fresh(21)}', '2027-01-01', 24)`,
      update: `life_months = 24`,
    },
  },
  'public.book_entries': {
    any: {
      given: entered,
      where: `id = '${fresh(20)}'`,
      insert: `(entry_number, on_date, words) values ('JE-2', '2026-11-02', 'Rent')`,
      update: `words = 'Rent'`,
    },
  },
  'public.book_entry_lines': {
    any: {
      given: entered,
      where: `book_entry_id = '${fresh(20)}'`,
      insert: `(book_entry_id, place, account_id, amount) values ('${fresh(20)}', 3, (select id from public.ledger_accounts where code = '6960'), 5)`,
      update: `amount = 90`,
    },
  },
  'public.supplier_invoices': {
    any: {
      given,
      where: `id = '${fresh(1)}'`,
      insert: `(supplier_id, supplier_number, invoice_date, net, vat) values ('${row.business}', 'A-2', '2026-11-02', 100, 18)`,
      update: `note = 'Ask Paul'`,
    },
  },
  'public.supplier_invoice_items': {
    any: {
      given,
      where: `id = '${fresh(2)}'`,
      insert: `(supplier_invoice_id, position, description, qty, unit_price) values ('${fresh(1)}', 'a1', 'Freight', 1, 9.5)`,
      update: `description = 'Foamex 3 mm'`,
    },
  },
  'public.cost_accounts': {
    any: {
      given: `insert into public.cost_accounts (id, code, name) values ('${fresh(11)}', '77', 'Films')`,
      where: `id = '${fresh(11)}'`,
      insert: `(code, name) values ('78', 'Inks')`,
      update: `name = 'Films and tapes'`,
    },
  },
  'public.ledger_accounts': {
    any: {
      given: `insert into public.ledger_accounts (id, code, name) values ('${fresh(12)}', '1077', 'Savings')`,
      where: `id = '${fresh(12)}'`,
      insert: `(code, name) values ('1078', 'Foreign bank')`,
      update: `name = 'Savings account'`,
    },
  },
  'public.account_rules': {
    any: {
      given: `insert into public.account_rules (id, part, method, account_id) values ('${fresh(13)}', 'money', 'cheque', (select id from public.ledger_accounts limit 1))`,
      where: `id = '${fresh(13)}'`,
      insert: `(part, method, account_id) values ('money', 'other', (select r.account_id from public.account_rules r where r.part = 'sales'))`,
      update: `from_day = '2031-01-01'`,
    },
  },
  'public.moved_accounts': {
    any: {
      given: `insert into public.moved_accounts (id, account_id, to_account_id)
        select '${fresh(21)}', min(id::text)::uuid, max(id::text)::uuid from public.ledger_accounts`,
      where: `id = '${fresh(21)}'`,
      insert: `(account_id, to_account_id) select min(id::text)::uuid, max(id::text)::uuid from public.ledger_accounts`,
      update: `from_day = '2026-01-01'`,
    },
  },
  'public.hand_over_settings': {
    any: {
      where: `id = 1`,
      insert: `(id) values (1)`,
      update: `consultant_number = 29098`,
    },
  },
  'public.personal_accounts': {
    any: {
      given: `insert into public.personal_accounts (id, contact_id, side, number) values ('${fresh(14)}', '${row.business}', 'suppliers', 70077)`,
      where: `id = '${fresh(14)}'`,
      insert: `(contact_id, side, number) values ('${row.business}', 'clients', 10077)`,
      update: `number = 70078`,
    },
  },
  'public.hand_overs': {
    any: {
      given: handedOver,
      where: `id = '${fresh(15)}'`,
      insert: `(format, from_day, to_day, is_whole, is_closed, entries, taken_back, debit, facts) values ('csv', '2026-11-01', '2026-11-30', false, false, 1, 0, 1, '{}')`,
      update: `is_closed = true`,
    },
  },
  'public.hand_over_entries': {
    any: {
      given: handedOver,
      where: `hand_over_id = '${fresh(15)}'`,
      insert: `(hand_over_id, entry_id, on_date, kind, record_id, print, lines) values ('${fresh(15)}', '${fresh(17)}', '2026-11-02', 'invoice', '${fresh(17)}', '${'b'.repeat(32)}', '[]')`,
      update: `lines = '[1]'`,
    },
  },
  'public.supplier_payments': {
    any: {
      given,
      where: `id = '${fresh(3)}'`,
      insert: `(supplier_invoice_id, amount, paid_on, method) values ('${fresh(1)}', 5, '2026-11-02', 'bank')`,
      update: `amount = 11`,
    },
  },
  'public.supplier_discount_vat': {
    any: {
      given: `${given};
        insert into public.supplier_payments (id, supplier_invoice_id, amount, discount, paid_on, method) values ('${fresh(18)}', '${fresh(1)}', 50, 1, '2026-11-02', 'bank')`,
      where: `supplier_payment_id = '${fresh(18)}'`,
      insert: `(supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted) values ('${fresh(3)}', 1, 5, 'standard', 1, 0.05, 0, 0.05)`,
      update: `vat = 3`,
    },
  },
  'public.bank_entry_payouts': {
    any: {
      given: debited,
      where: `id = '${fresh(10)}'`,
      insert: `(entry_id, supplier_payment_id) values ('${fresh(9)}', '${fresh(3)}')`,
      update: `refund_id = null`,
    },
  },
  'public.payment_runs': {
    any: {
      given,
      where: `id = '${fresh(4)}'`,
      insert: `(run_number, pay_on, debtor_name, debtor_iban) values ('PR-2', '2026-11-30', 'Signs', 'DE89370400440532013000')`,
      update: `note = 'Quick'`,
    },
  },
  'public.payment_run_items': {
    any: {
      given,
      where: `id = '${fresh(5)}'`,
      insert: `(payment_run_id, supplier_invoice_id, supplier_id, amount, creditor, iban, reference, end_to_end_id)
        values ('${fresh(4)}', '${fresh(1)}', '${row.business}', 5, 'Sheets', 'DE89370400440532013000', 'A-1', 'PR-1-2')`,
      update: `amount = 6`,
    },
  },
  'public.recurring_payments': {
    any: {
      given,
      where: `id = '${fresh(6)}'`,
      insert: `(direction, contact_id, title, starts_on, amount) values ('in', '${row.business}', 'Hosting', current_date + 2, 20)`,
      update: `note = 'Until the lease ends'`,
    },
  },
  'public.recurring_periods': {
    any: {
      given,
      where: `id = '${fresh(7)}'`,
      insert: `(recurring_payment_id, period_on) values ('${fresh(6)}', '2026-12-01')`,
      update: `outcome = 'skipped'`,
    },
  },
}
