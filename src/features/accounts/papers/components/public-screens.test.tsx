// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { client, company, creditNoteOf, exampleLines, invoiceOf } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import { PublicCreditNoteScreen, PublicInvoiceScreen, PublicStatementScreen } from './public-screens'

vi.mock('@/documents/pdf/download', async (original) => ({
  ...(await original<object>()),
  downloadPdf: async () => {},
}))

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows a page whose link is answered with `body`, and waits for its words. */
async function says(page: 'invoice' | 'credit_note' | 'statement', body: object | null, words: readonly RegExp[]) {
  serve(({ path }) => ({ body: path.includes(`get_public_${page}`) ? body : [] }))
  showTo(
    'admin',
    <MemoryRouter>
      {page === 'invoice' ? (
        <PublicInvoiceScreen id={uuid} />
      ) : page === 'credit_note' ? (
        <PublicCreditNoteScreen id={uuid} />
      ) : (
        <PublicStatementScreen id={uuid} pay={<p>What is open</p>} />
      )}
    </MemoryRouter>,
  )
  for (const each of words) expect((await screen.findAllByText(each)).length).toBeGreaterThan(0)
}

const told = (amount: string) => ({
  announced: [{ id: 'r', amount, currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: [] }],
})
const invoice = (changes: object) => ({ ...invoiceOf(exampleLines), is_overdue: false, announced: [], ...changes })

// The page of each state, its words, and whether it asks for money.
test.each([
  ['issued', {}, [/^Amount to pay$/, /^Due by$/], '€1,453.45'],
  ['overdue', { is_overdue: true }, [/^Overdue$/], '€1,453.45'],
  ['partly paid', { status: 'partly_paid', paid: '1000.00', balance: '453.45' }, [/^−€1,000\.00$/], '€453.45'],
  ['paid', { status: 'paid', paid: '1453.45', balance: '0.00' }, [/^Paid$/, /€0\.00/], null],
  ['credited', { status: 'credited', credited: '1453.45', balance: '0.00' }, [/^Credited$/, /€0\.00/], null],
  [
    'written off',
    { status: 'credited', state: 'written_off', credited: '1453.45', written_off: '1453.45', balance: '0.00' },
    [/^Written off$/, /€0\.00/],
    null,
  ],
  ['announced', told('1453.45'), [/You announced a transfer of €1,453\.45 on 24 Nov 2026/], null],
  ['paid as deposit', { invoice_kind: 'deposit', status: 'paid', paid: '1453.45', balance: '0.00' }, [/^Paid$/], null],
])('the page of an invoice that is %s says so, and asks for what is open', async (_, changes, words, asks) => {
  await says('invoice', invoice(changes), words)
  expect(screen.queryByRole('link', { name: /^Pay/ })?.textContent ?? null).toBe(asks && `Pay ${asks}`)
})

test('what was written off is not said to be credited: there is no credit note to book', async () => {
  const given = { status: 'partly_paid', paid: '1000.00', credited: '200.00', written_off: '150.00', balance: '253.45' }
  await says('invoice', invoice(given), [/^Credited$/, /^−€50\.00$/, /^Written off$/, /^−€150\.00$/])
  cleanup()
  await says(
    'invoice',
    invoice({
      ...given,
      paid: '1303.45',
      credited: '150.00',
      balance: '0.00',
      status: 'paid',
      state: 'part_written_off',
    }),
    [/^Written off$/, /^Partly written off$/],
  )
  expect(screen.queryByText(/^Credited$/)).toBeNull()
})

test('a client is told where a PDF has no electronic invoice inside', async () => {
  const pdf = () => fireEvent.click(screen.getByRole('button', { name: 'PDF' }))
  const withoutData = /^The PDF is made\. It has no electronic invoice inside/
  await says('invoice', invoice({ company: { ...company, vat_number: null } }), [/^Amount to pay$/])
  pdf()
  expect(await screen.findByText(withoutData)).toBeTruthy()
})

test('an invoice with two rates says net and VAT of each', async () => {
  const vat_table = [
    { vat_rate: '5.00', vat_treatment: 'standard', base: '500.00', vat: '25.00' },
    { vat_rate: '18.00', vat_treatment: 'standard', base: '731.74', vat: '131.71' },
  ]
  const rows = [/^5 %$/, /^500\.00$/, /^25\.00$/, /^18 %$/, /^731\.74$/, /^131\.71$/]
  await says('invoice', invoice({ vat_table }), rows)
  cleanup()
  await says('invoice', invoice({ vat_table, invoice_kind: 'deposit' }), rows)
  cleanup()
  await says('credit_note', { ...creditNoteOf(exampleLines), vat_table }, rows)
})

test.each(['invoice', 'credit_note', 'statement'] as const)('a draft, void or revoked %s is not here', async (page) =>
  says(page, null, [/^This (invoice|credit note|statement) is not here$/]),
)

const statement = (changes: object) => ({
  number: 'ST-1',
  currency: 'EUR',
  company,
  client,
  date_from: '2026-11-01',
  date_to: '2026-11-30',
  opening: '0.00',
  closing: '100.00',
  lines: [],
  ageing: { not_due: '100.00', days_30: '0.00', days_60: '0.00', days_90: '0.00', older: '0.00', unallocated: '0.00' },
  payable: [{ balance: '100.00' }],
  credit: '0.00',
  announced: [],
  ...changes,
})
test.each([
  ['with open invoices', {}, [/^To pay now$/], 'Pay €100.00'],
  ['with credit', { credit: '40.00' }, [/€100\.00 open, less €40\.00 of your credit/], 'Pay €60.00'],
  ['covered by credit', { credit: '100.00' }, [/^Your credit covers the open amount$/], null],
  ['paid', { payable: [] }, [/^What is open$/], null],
  ['announced', told('100.00'), [/You announced a transfer of €100\.00/], null],
])('the page of a statement %s says so', async (_, changes, words, asks) => {
  await says('statement', statement(changes), words)
  expect(screen.queryByRole('link', { name: /^Pay/ })?.textContent ?? null).toBe(asks)
})
