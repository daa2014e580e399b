/**
 * Files of database tests that are long and ask for plain SQL: money, papers, production, figures. `npm test` runs them on
 * PostgreSQL, and on PGlite only where there is no PostgreSQL (decision 1045). Everything else runs on both engines.
 */
export const testedOnPostgres: readonly string[] = [
  'analytics',
  'bank-doubts',
  'bank-imports',
  'cash-discounts',
  'checked-papers',
  'client-portal',
  'closed-books',
  'closed-ledgers',
  'credited-deposits',
  'deducted-deposits',
  'deposits-by-transfer',
  'draft-invoices',
  'few-rights',
  'function-input',
  'hand-overs',
  'journal',
  'kept-deposits',
  'mail',
  'money-properties',
  'open-items',
  'opening-papers',
  'order-margins',
  'production-days',
  'public-links',
  'trade-orders',
  'vans',
  'vat-boxes',
].map((name) => `supabase/tests/${name}.test.ts`)
