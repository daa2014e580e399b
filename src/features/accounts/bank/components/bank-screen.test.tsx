// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asksFirst, type Call, serve, showTo } from '@/shared/ui/testing'
import { BankScreen } from './bank-screen'

const entry = (id: string, more: object = {}) => ({
  id,
  booked_on: '2026-11-20',
  direction: 'in',
  amount: '118.00',
  currency: 'EUR',
  party_name: 'BAKERY LTD',
  party_iban: null,
  remittance: 'INV-2026-0120',
  end_to_end: null,
  status: 'open',
  has_recorded: false,
  payment: null,
  run: null,
  payouts: [],
  ...more,
})
const match = (more: object = {}) => ({
  contact_id: 'bakery',
  client_name: 'Bakery Ltd',
  parts: [{ invoice_id: 'one', number: 'INV-2026-0120', balance: '118.00', amount: '118.00' }],
  credit: '0.00',
  is_sure: true,
  seen: 'seen of the invoice',
  reasons: ['The text names INV-2026-0120.'],
  ...more,
})

let calls: Call[]
let debits: object[]
let openInvoices: object[]
let clientCurrency: string | null
let ourAccounts: string[]
let stale = false
let isEarly = false
let booksOn: string | undefined
let isSlow = false
let refusal: string | null
/** How many entries of a file were imported before. */
let known = 0
beforeEach(() => {
  localStorage.clear()
  refusal = null
  known = 0
  stale = false
  isEarly = false
  booksOn = undefined
  isSlow = false
  debits = []
  openInvoices = []
  clientCurrency = null
  ourAccounts = []
  calls = serve((call) => {
    const { path } = call
    if (isEarly && path.includes('/rpc/confirm_'))
      return asksFirst(
        call,
        'paid_before',
        'INV-2026-0120 is of 1 Dec 2026, and the payment came on 20 Nov 2026. Record it anyway?',
        { confirmed: 1, left: 0, booked: {} },
      )
    if (path.includes('bank_suggestions') && isSlow)
      return { status: 500, body: { code: '57014', message: 'This took longer than 10 seconds and was stopped.' } }
    if (path.includes('bank_suggestions'))
      return {
        body: [
          {
            entry_id: 'sure',
            matches: [match(isEarly ? { is_sure: false, is_early: true } : { books_on: booksOn })],
            doubts: [],
          },
          {
            entry_id: 'back',
            doubts: ['The bank says that this is a returned payment: AC04, the account is closed.'],
            matches: [
              {
                kind: 'return',
                entry_id: 'debit',
                name: 'Sheets Ltd',
                booked_on: '2026-11-18',
                is_booked: true,
                is_sure: false,
                seen: 'seen of the return',
                parts: [{ invoice_id: 'ps', number: 'PS-1002', amount: '236.00' }],
                reasons: ['The same amount went out on 18 November 2026, and is matched.'],
              },
              match({ is_sure: false }),
            ],
          },
          {
            entry_id: 'maybe',
            matches: [
              match({ is_sure: false, contact_id: 'grill', client_name: 'Harbour Grill', parts: [], credit: '118.00' }),
              match({ is_sure: false }),
            ],
          },
          {
            entry_id: 'debit',
            matches: [
              {
                kind: 'supplier',
                name: 'Sheets Ltd',
                contact_id: 'sheets',
                parts: [{ invoice_id: 'ps', number: 'PS-1002', balance: '236.00', amount: '231.28', discount: '4.72' }],
                is_sure: true,
                seen: 'seen of PS-1002',
                reasons: ['The text names PS-1002.'],
              },
            ],
          },
          {
            entry_id: 'second',
            matches: [
              match({
                is_sure: false,
                parts: [{ invoice_id: 'two', number: 'INV-2026-0261', balance: '60.00', amount: '50.00' }],
              }),
            ],
            doubts: [],
          },
          { entry_id: 'less', matches: [match({ uses_credit: '20.00' })], doubts: [] },
          { entry_id: 'in-dollars', matches: [match({ currency: 'USD' })], doubts: [] },
          {
            entry_id: 'came-back',
            matches: [
              {
                kind: 'client_return',
                name: 'Bakery Ltd',
                contact_id: 'bakery',
                payment_id: 'receipt',
                payment_number: 'RCPT-2026-0012',
                received_on: '2026-11-12',
                parts: [
                  { invoice_id: 'one', number: 'INV-2026-0120', amount: '108.00' },
                  { invoice_id: 'two', number: 'INV-2026-0119', amount: '10.00', is_credited: true },
                ],
                fee: '5.50',
                is_sure: false,
                seen: 'seen of the receipt',
                reasons: ['The text names this payment or what it paid.'],
              },
            ],
          },
          {
            entry_id: 'blocked',
            matches: [
              {
                kind: 'supplier',
                name: 'Sheets Ltd',
                parts: [{ invoice_id: 'new', number: 'PS-1003', balance: '59.00', amount: '59.00' }],
                obstacle: 'PS-1003 is not approved yet: approve it first.',
                is_sure: false,
                reasons: [],
              },
            ],
          },
        ],
      }
    if (path.includes('bank_summary'))
      return {
        body: {
          open: 3,
          amount: '300.00',
          open_out: 1,
          amount_out: '231.28',
          other: [{ currency: 'USD', direction: 'in', amount: '75.00' }],
          imports: 1,
          last_day: '2026-11-20',
        },
      }
    if (path.includes('/bank_entries'))
      return {
        body: [entry('sure'), entry('maybe', { amount: '50.00' }), entry('unknown', { amount: '132.00' }), ...debits],
      }
    if (path.includes('/contacts') && path.includes('select=currency')) return { body: { currency: clientCurrency } }
    if (path.includes('/exchange_rates')) return { body: [] }
    if (path.includes('/invoices')) return { body: openInvoices }
    if (path.includes('/payments'))
      return {
        body: [
          { id: 'newer', payment_number: 'RCPT-2026-0014', amount: '50.00', received_on: '2026-11-14' },
          { id: 'receipt', payment_number: 'RCPT-2026-0012', amount: '118.00', received_on: '2026-11-12' },
        ],
      }
    if (path.includes('ignore_bank_entries')) return { body: 2 }
    if (path.includes('/orders'))
      return {
        body: [
          {
            id: 'order',
            order_number: 'SO-2026-0098',
            deposit_amount: '132.00',
            deposit_paid: '0.00',
            quotation: null,
            asked: [],
          },
        ],
      }
    if (path.includes('confirm_shown_entries'))
      return { body: stale ? { confirmed: 0, left: 1 } : { confirmed: 1, left: 0 } }
    if (path.includes('preview_bank_file')) {
      const { p_entries, p_file } = call.body as {
        p_entries: unknown[]
        p_file: { repeated?: string; account_iban?: string | null }
      }
      const entries = p_entries.length - (p_file.repeated === 'leave out' ? 1 : 0)
      return { body: { entries, known, imported: null, accounts: p_file.account_iban ? [] : ourAccounts } }
    }
    if (path.includes('import_bank_file') && ourAccounts.length > 0)
      return asksFirst(call, 'new_account', 'MT84 is none of your accounts so far. Import it as an account of yours?', {
        id: 'file',
        entries: 1,
        known: 0,
      })
    if (path.includes('import_bank_file') && refusal)
      return { status: 409, body: { code: 'PT409', message: refusal, details: null, hint: null } }
    if (path.includes('import_bank_file')) return { body: { id: 'file', entries: 1, known: 0 } }
    return { body: path.includes('/rpc/') ? 'payment' : [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const called = (name: string) => calls.filter(({ path }) => path.endsWith(`/rpc/${name}`)).map(({ body }) => body)
const show = (role: 'admin' | 'team_member' = 'admin') =>
  showTo(
    role,
    <MemoryRouter>
      <BankScreen />
    </MemoryRouter>,
  )
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Entries of bank statements' })).getAllByRole('listitem')

test('only the sure ones are confirmed together; one by one, what is shown is what is sent', async () => {
  const user = show()
  const [, maybe] = await rows()
  await user.click(screen.getByRole('button', { name: 'Confirm the sure one' }))
  const question = within(await screen.findByRole('dialog', { name: 'Book this entry?' }))
  expect(question.getByText('1 in, €118.00. Each entry is booked as its line says.')).toBeTruthy()
  expect(question.getByText('20 Nov 2026 · Bakery Ltd pays INV-2026-0120')).toBeTruthy()
  expect(called('confirm_shown_entries')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Book 1 entry' }))
  await waitFor(() => expect(called('confirm_shown_entries')).toHaveLength(1))
  expect(called('confirm_shown_entries')[0]).toEqual({ p_shown: { sure: 'seen of the invoice' }, p_whole: true })
  await user.click(within(maybe!).getByRole('button', { name: 'Or Bakery Ltd?' }))
  stale = true
  await user.click(within(maybe!).getByRole('button', { name: /^Confirm: Bakery Ltd/ }))
  expect(await screen.findByText('The entry has changed: nothing was booked. Please look again.')).toBeTruthy()
  expect(Object.keys(Object(called('confirm_shown_entries')[1]).p_shown)).toEqual(['maybe'])
})

test('of a closed day the question says on which day the entry is booked', async () => {
  booksOn = '2026-12-01'
  const user = show()
  await rows()
  await user.click(screen.getByRole('button', { name: 'Confirm the sure one' }))
  const question = within(await screen.findByRole('dialog', { name: 'Book this entry?' }))
  expect(question.getByText('20 Nov 2026, booked on 1 Dec 2026 · Bakery Ltd pays INV-2026-0120')).toBeTruthy()
})

test('an entry that nobody knows has no button to confirm, and is ignored with a reason only', async () => {
  const user = show()
  const unknown = (await rows())[2]!
  expect(within(unknown).queryByRole('button', { name: /^Confirm/ })).toBeNull()
  await user.click(within(unknown).getByRole('button', { name: 'Ignore' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Ignore entry' }))
  expect(called('ignore_bank_entry')).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'Interest')
  await user.click(within(dialog).getByRole('button', { name: 'Ignore entry' }))
  await waitFor(() => expect(called('ignore_bank_entry')).toEqual([{ p_id: 'unknown', p_reason: 'Interest' }]))
})

test('a file is shown before it is imported; a refusal stands in the dialog, and what is no statement is refused here', async () => {
  const user = show()
  await rows()
  await user.click(screen.getByRole('button', { name: 'Import statement' }))
  const dialog = await screen.findByRole('dialog')
  const choose = (text: string, name: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no file input')
    return user.upload(input, new File([text], name))
  }
  await choose('<!DOCTYPE a><Document/>', 'evil.xml')
  expect(await within(dialog).findByText(/declares a document type/)).toBeTruthy()
  await choose(':20:STARTUMS\n:25:DE89370400440532013000\n:60F:C261120EUR10,00\n', 'november.sta')
  expect(
    await within(dialog).findByText(
      'This is a SWIFT statement (MT940 or MT942). Please export the statement as camt.053 (XML) or CSV.',
    ),
  ).toBeTruthy()
  const own = 'DE89370400440532013000'
  await choose(
    `Date;Name;Currency;Amount;Account\n20.11.2026;Sirocco;USD;60,00;${own}\n20.11.2026;Telecom;USD;40,00;${own}\n`,
    'dollars.csv',
  )
  expect(await within(dialog).findByText(/^Our account DE89 3704 0044 0532 0130 00 · /)).toBeTruthy()
  expect(within(dialog).getByText('2 in, $100.00 · 0 out, €0.00')).toBeTruthy()
  await choose('Date;Amount;Words\n20.11.2026;12,50;Sign\n', 'november.csv')
  expect(await within(dialog).findByText(/1 in, €12.50/)).toBeTruthy()
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  await choose(
    `<Document><BkToCstmrStmt><Stmt>${balance('OPBD', '10.00')}${balance('CLBD', '30.00')}<Ntry><Amt Ccy="EUR">12.50</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`,
    'cut.xml',
  )
  expect(await within(dialog).findByText(/they come to €22\.50, and the statement ends at €30\.00\./)).toBeTruthy()
  await choose('Date;Amount;Words\n20.11.2026;12,50;Sign\n', 'november.csv')
  expect(await within(dialog).findByText(/1 in, €12.50/)).toBeTruthy()
  expect(within(dialog).queryByText(/do not lead to the closing balance/)).toBeNull()
  refusal = 'This bank statement was imported already'
  await user.click(await within(dialog).findByRole('button', { name: 'Import 1 entry' }))
  expect(await within(dialog).findByText('This bank statement was imported already')).toBeTruthy()
  refusal = null
  await user.click(within(dialog).getByRole('button', { name: 'Import 1 entry' }))
  await waitFor(() => expect(called('import_bank_file')).toHaveLength(2))
  expect(called('import_bank_file')[1]).toMatchObject({
    p_file: { file_name: 'november.csv', format: 'csv' },
    p_entries: [{ booked_on: '2026-11-20', amount: '12.50', direction: 'in' }],
  })
})

test('a file says before the import how many of its entries are already imported, and offers only the rest', async () => {
  const user = show()
  await rows()
  await user.click(screen.getByRole('button', { name: 'Import statement' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = (name: string) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['Date;Amount;Words\n20.11.2026;12,50;Sign\n20.11.2026;13,50;Sign\n20.11.2026;14,50;Sign\n'], name),
    )
  known = 2
  await choose('part.csv')
  expect(await dialog.findByText('2 of 3 are already imported and are left out.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Import 1 entry' })).toBeTruthy()
  known = 3
  await choose('again.csv')
  expect(await dialog.findByText('All 3 entries are already imported.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
  expect(called('import_bank_file')).toEqual([])
})

test('of a table without an account several of ours are asked about once, and the next one of these columns is of it', async () => {
  ourAccounts = ['DE89370400440532013000', 'MT84MALT011000012345MTLCAST001S']
  const user = show()
  await rows()
  await user.click(screen.getByRole('button', { name: 'Import statement' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = (name: string) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File([`Buchungstag;Betrag;Text\n20.11.2026;12,50;Sign ${name.slice(0, 3)}\n`], name),
    )
  await choose('one.csv')
  expect(await dialog.findByRole('button', { name: 'Import 1 entry' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('combobox', { name: 'Our account of this file' }))
  await user.click(await screen.findByRole('option', { name: /^MT84/ }))
  expect(await dialog.findByText(/^Our account MT84 MALT/)).toBeTruthy()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Import 1 entry' })).toHaveProperty('disabled', false))
  await choose('two.csv')
  await dialog.findByText('two.csv')
  await user.click(await dialog.findByRole('button', { name: 'Import 1 entry' }))
  // The database asks before an account that nobody knew is ours.
  await user.click(await screen.findByRole('button', { name: 'Import it as an account of yours' }))
  await waitFor(() => expect(calls.findLast(({ path }) => path.includes('import_bank_file'))?.yes).toBe('new_account'))
  await waitFor(() =>
    expect(called('import_bank_file').slice(1)).toMatchObject([
      { p_file: { account_iban: ourAccounts[1], file_name: 'two.csv' } },
    ]),
  )
})

test('entries whose suggestions take too long are shown without them, and can be decided by hand', async () => {
  isSlow = true
  show()
  const [row] = await rows()
  const entry = within(row ?? document.body)
  expect(entry.getByText(/^Its suggestions could not be read/)).toBeTruthy()
  expect(entry.getByRole('button', { name: 'Ignore' })).toBeTruthy()
  expect(screen.queryByText('The entries could not be read')).toBeNull()
})

test('who may only look has no buttons', async () => {
  show('team_member')
  await rows()
  expect(screen.queryByRole('button', { name: /Confirm|Ignore|Import/ })).toBeNull()
})

test('a debit says what it pays and deducts; what is not approved is named and has no button to confirm', async () => {
  debits = [
    entry('debit', { direction: 'out', amount: '231.28' }),
    entry('blocked', { direction: 'out', amount: '59.00' }),
  ]
  const user = show()
  const [, , , debit, blocked] = await rows()
  expect(debit!.textContent).toContain('PS-1002 €231.28 and deducts €4.72 for paying early')
  await user.click(within(debit!).getByRole('button', { name: /^(Confirm|Link): Sheets Ltd/ }))
  // The shown state is sent with the confirmation. When the entry has changed, nothing is booked.
  await waitFor(() => expect(called('confirm_shown_entries')).toEqual([{ p_shown: { debit: 'seen of PS-1002' } }]))
  expect(called('confirm_bank_payout')).toEqual([])
  stale = true
  await user.click(within(debit!).getByRole('button', { name: /^(Confirm|Link): Sheets Ltd/ }))
  expect(await screen.findByText('The entry has changed: nothing was booked. Please look again.')).toBeTruthy()
  expect(blocked!.textContent).toContain('PS-1003 is not approved yet: approve it first.')
  expect(within(blocked!).queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test('a returned payment is named, says what is open again, and is never among the sure ones', async () => {
  debits = [entry('back', { amount: '236.00' })]
  const user = show()
  const back = (await rows())[3]!
  expect(back.textContent).toContain('A returned payment of Sheets Ltd')
  expect(back.textContent).toContain('AC04, the account is closed')
  expect(back.textContent).toContain('Open again: PS-1002 €236.00.')
  expect(screen.getByRole('button', { name: 'Confirm the sure one' })).toBeTruthy()
  await user.click(within(back).getByRole('button', { name: 'It came back: €236.00' }))
  await waitFor(() => expect(called('confirm_shown_entries')).toEqual([{ p_shown: { back: 'seen of the return' } }]))
  await user.click(within(back).getByRole('button', { name: 'Or something else?' }))
  expect(within(back).getByRole('button', { name: /^Confirm: Bakery Ltd/ })).toBeTruthy()
})

test('a debit that gives a payment of a client back says which invoices are open again, which deposit is credited, and the fee; by hand the payment is chosen', async () => {
  debits = [entry('came-back', { direction: 'out', amount: '123.50' })]
  const user = show()
  const back = (await rows())[3]!
  expect(back.textContent).toContain(
    'Gives back RCPT-2026-0012 of 12 Nov 2026. Open again: INV-2026-0120 €108.00. Is credited: INV-2026-0119 €10.00.',
  )
  expect(back.textContent).toContain('€5.50 of it is a fee of the bank.')
  await user.click(within(back).getByRole('button', { name: 'Choose otherwise' }))
  const dialog = await screen.findByRole('dialog')
  const chosen = await within(dialog).findByRole('combobox', { name: /Payment that came back/ })
  expect(chosen).toHaveProperty('value', 'RCPT-2026-0012 of 12 Nov 2026, €118.00')
  expect(within(dialog).getByText(/€5.50 of the debit is a fee/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(called('confirm_bank_payout')).toEqual([
      { p_id: 'came-back', p_choice: { kind: 'client_return', payment_id: 'receipt', fee: '5.50' } },
    ]),
  )
})

test('money in another currency is booked by what a person says it is worth, or by what the bank says', async () => {
  debits = [
    entry('dollars', { amount: '130.00', currency: 'USD' }),
    entry('said', { amount: '130.00', currency: 'USD', other_amount: '59.00', other_currency: 'EUR' }),
  ]
  const user = show()
  const [, , , dollars, said] = await rows()
  expect(dollars!.textContent).toContain('Please choose the client, and book it in EUR.')
  const pick = async (row: HTMLElement) => {
    await user.click(within(row).getByRole('button', { name: 'Choose the client' }))
    return screen.findByRole('dialog')
  }
  const dialog = await pick(dollars!)
  expect(within(dialog).getByRole('textbox', { name: /Worth in EUR/ })).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Confirm' })).toBeNull()
  await user.keyboard('{Escape}')
  const other = await pick(said!)
  expect(await within(other).findByText('The bank says that it is worth €59.00.')).toBeTruthy()
  expect(within(other).queryByRole('textbox', { name: /Worth/ })).toBeNull()
})

test('a transfer of what the credit leaves says that it uses the credit', async () => {
  debits = [entry('less')]
  show()
  expect((await rows())[3]!.textContent).toContain('Settles INV-2026-0120 €118.00. Uses €20.00 of credit.')
})

test('several are ignored with one reason, and taken back at once; another currency is in no sum', async () => {
  const user = show()
  const [, maybe, unknown] = await rows()
  expect(screen.getByText(/3 in, €300.00 and .*75.00; 1 out/)).toBeTruthy()
  await user.click(within(maybe!).getByRole('checkbox', { name: /^Choose/ }))
  await user.click(within(unknown!).getByRole('checkbox', { name: /^Choose/ }))
  const chosen = screen.getByRole('group', { name: 'Chosen entries' })
  expect(chosen.textContent).toContain('2 entries chosen€182.00')
  await user.click(within(chosen).getByRole('button', { name: 'Ignore' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'Interest')
  await user.click(within(dialog).getByRole('button', { name: 'Ignore entries' }))
  await waitFor(() =>
    expect(called('ignore_bank_entries')).toEqual([{ p_ids: ['maybe', 'unknown'], p_reason: 'Interest' }]),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(called('notice_bank_entries')).toEqual([{ p_ids: ['maybe', 'unknown'] }]))
})

test('a search asks the database, an amount as it is written there, and its order is sent', async () => {
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/?search=1%2C180.00&order=largest']}>
      <BankScreen />
    </MemoryRouter>,
  )
  await rows()
  const asked = JSON.stringify(calls.find(({ path }) => path.includes('/bank_entries')))
  expect(asked).toMatch(/search_text=ilike\.%(25)?1180/)
  expect(asked).toContain('order=amount.desc')
  expect(screen.queryByRole('button', { name: /sure/ })).toBeNull()
})

test('an entry from before its invoice is no sure one; the list says how many, and the database asks', async () => {
  isEarly = true
  const user = show()
  const [early, maybe] = await rows()
  expect(screen.getByText("1 more needs a look: paid before the invoice's date.")).toBeTruthy()
  expect(screen.queryByRole('button', { name: /sure/ })).toBeNull()
  await user.click(within(early!).getByRole('button', { name: /^Confirm: Bakery Ltd/ }))
  await user.click(await screen.findByRole('button', { name: 'Record it anyway' }))
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path.includes('confirm_shown_entries'))?.yes).toBe('paid_before'),
  )
  await user.click(within(maybe!).getByRole('button', { name: 'Choose otherwise' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
  await user.click(await screen.findByRole('button', { name: 'Record it anyway' }))
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path.includes('confirm_bank_entry'))?.yes).toBe('paid_before'),
  )
})

test('open deposits of the client are offered beside the invoices, and paid ahead', async () => {
  debits = [entry('deposit', { amount: '132.00', remittance: 'SO-2026-0098' })]
  const user = show()
  const all = await rows()
  await user.click(within(all[1]!).getByRole('button', { name: 'Choose otherwise' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('combobox', { name: /Settles/ })).toHaveProperty('value', 'Oldest due first')
  await user.click(within(dialog).getByRole('combobox', { name: /Settles/ }))
  await user.click(await screen.findByRole('option', { name: 'Deposit of SO-2026-0098, €132.00 due' }))
  expect(within(dialog).getByText(/^Pays SO-2026-0098 ahead/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(called('confirm_bank_entry')).toEqual([{ p_id: 'maybe', p_contact_id: 'grill', p_order_id: 'order' }]),
  )
})

test('another choice begins with the invoices that were proposed, not with the oldest', async () => {
  debits = [entry('second', { amount: '50.00' })]
  openInvoices = ['one', 'two'].map((id) => ({
    id,
    invoice_number: id === 'one' ? 'INV-2026-0120' : 'INV-2026-0261',
    due_date: id === 'one' ? '2026-11-01' : '2026-12-01',
    balance: '60.00',
    gross: '60.00',
  }))
  const user = show()
  await user.click(within((await rows())[3]!).getByRole('button', { name: 'Choose otherwise' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Settles €50.00 of INV-2026-0261.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(called('confirm_bank_entry')).toMatchObject([{ p_allocations: [{ invoice_id: 'two', amount: '50.00' }] }]),
  )
})

test('a reference of the bank that comes twice is asked about before anything is imported', async () => {
  const user = show()
  await rows()
  await user.click(screen.getByRole('button', { name: 'Import statement' }))
  const dialog = await screen.findByRole('dialog')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  const file = 'Date;Amount;Words;Reference\n20.11.2026;12,50;Sign;A1\n20.11.2026;12,50;Sign;A1\n'
  await user.upload(input, new File([file], 'twice.csv'))
  expect(await within(dialog).findByText("1 entry has the bank's reference of another one")).toBeTruthy()
  expect(await within(dialog).findByRole('button', { name: 'Import 2 entries' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('radio', { name: 'Yes: leave the repeated ones out' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Import 1 entry' }))
  await waitFor(() =>
    expect(called('import_bank_file')).toMatchObject([{ p_file: { repeated: 'leave out', file_name: 'twice.csv' } }]),
  )
})

test('what a client who pays in dollars settles is in dollars, of which the bank says how many came', async () => {
  debits = [entry('in-dollars', { amount: '118.00', other_amount: '130.00', other_currency: 'USD' })]
  clientCurrency = 'USD'
  openInvoices = [
    { id: 'two', invoice_number: 'INV-2026-0261', due_date: '2026-12-01', balance: '120.00', currency: 'USD' },
  ]
  const user = show()
  const row = (await rows())[3]!
  expect(row.textContent).toContain('Settles INV-2026-0120 $118.00')
  await user.click(within(row).getByRole('button', { name: 'Choose otherwise' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: /Settles/ }))
  await user.click(await screen.findByRole('option', { name: 'Oldest due first' }))
  expect(await dialog.findByText('Settles $120.00 of INV-2026-0261. $10.00 stays credit of the client.')).toBeTruthy()
})

test('where the bank does not say the amount in the currency of the client, the person says it, and what came in is the bank’s', async () => {
  debits = [entry('in-dollars', { amount: '118.00' })]
  clientCurrency = 'USD'
  openInvoices = [
    { id: 'two', invoice_number: 'INV-2026-0261', due_date: '2026-12-01', balance: '120.00', currency: 'USD' },
  ]
  const user = show()
  await user.click(within((await rows())[3]!).getByRole('button', { name: 'Choose otherwise' }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = await dialog.findByRole('textbox', { name: /How much was it in USD/ })
  expect(amount).toHaveProperty('value', '120.00')
  await user.clear(amount)
  expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull()
  await user.type(amount, '125')
  await user.click(await dialog.findByRole('combobox', { name: /Settles/ }))
  await user.click(await screen.findByRole('option', { name: 'Oldest due first' }))
  await user.click(await dialog.findByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(called('confirm_bank_entry')).toMatchObject([
      { p_amount: '125.00', p_allocations: [{ invoice_id: 'two', amount: '120.00' }] },
    ]),
  )
})
