// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { NewRun } from './new-run'
import { RunPage } from './run-page'

const id = 'e9000000-0000-4000-a000-000000000001'
const payment = {
  id: 'payment-1',
  supplier_invoice_id: 'invoice-1',
  supplier_id: 'supplier-1',
  status: 'open',
  amount: '118.00',
  discount: '0.00',
  creditor: 'Plastika Sheets',
  iban: 'MT84MALT011000012345MTLCAST001S',
  reference: 'A-1',
  end_to_end_id: 'PR-2026-0001-001',
  is_known_account: true,
  account_changed_at: null as string | null,
  changed_iban: null as string | null,
  failure: null,
  accepted_at: null as string | null,
  invoice: { supplier_number: 'A-1', due_date: '2026-11-20' },
}
const run = {
  id,
  run_number: 'PR-2026-0001',
  status: 'prepared',
  pay_on: '2026-11-23',
  total: '118.00',
  payments: 1,
  debtor_name: 'Signs',
  debtor_iban: 'DE89370400440532013000',
  message_id: null as string | null,
  note: null,
  prepared_by: 'somebody else',
  changed_by: null,
  approved_by: null,
  exported_at: null,
  paid_on: null,
  cancel_reason: null,
  row_version: 3,
  items: [payment],
}
const candidate = (number: string, more: object = {}) => ({
  id: `id-${number}`,
  supplier: 'Verra Films',
  supplier_number: number,
  due_date: '2026-11-25',
  scheduled_for: null,
  currency: 'EUR',
  open: '100.10',
  amount: '100.10',
  discount: '0.00',
  discount_until: null,
  iban: payment.iban,
  is_known_account: true,
  why: null,
  bank_note: null,
  is_suggested: true,
  ...more,
})

let calls: Call[]
let stored: typeof run
let reported: { accepted: number; rejected: number }
let notes: { item_id: string; bank_note: string }[]
beforeEach(() => {
  localStorage.clear()
  stored = run
  notes = []
  reported = { accepted: 0, rejected: 1 }
  calls = serve(({ path }) => {
    if (path.includes('/payment_runs')) return { body: stored }
    if (path.includes('/rpc/payment_candidates'))
      return {
        body: [
          candidate('V-1'),
          candidate('V-2', { amount: '0.20', is_suggested: false, due_date: '2999-01-31' }),
          candidate('V-4', { is_suggested: false, due_date: '2020-01-31', bank_note: 'Perhaps paid on 2 Feb 2020.' }),
          candidate('V-3', { why: 'The supplier’s IBAN is missing.', iban: null, is_suggested: false }),
        ],
      }
    if (path.includes('/rpc/payment_run_notes')) return { body: notes }
    if (path.includes('/rpc/report_payment_run')) return { body: reported }
    if (path.includes('/rpc/prepare_payment_run')) return { body: id }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const sent = (name: string) => calls.filter(({ path }) => path.includes(`/rpc/${name}`)).map(({ body }) => body)
const show = (screenOf: 'run' | 'new') =>
  showTo('admin', <MemoryRouter>{screenOf === 'run' ? <RunPage id={id} /> : <NewRun />}</MemoryRouter>)

test('a run is approved in the version that is on the screen', async () => {
  const user = show('run')
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/^1 payment, €118\.00 out of DE89 3704 0044 0532 0130 00/)).toBeTruthy()
  expect(question.getByText('Plastika Sheets')).toBeTruthy()
  expect(sent('approve_payment_run')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Approve €118.00' }))
  await waitFor(() => expect(sent('approve_payment_run')).toEqual([{ p_id: id, p_row_version: 3 }]))
})

test('after a rejection the run counts what went and what did not apart', async () => {
  const other = { ...payment, id: 'payment-2', end_to_end_id: 'PR-2026-0001-002', amount: '50.00', status: 'failed' }
  stored = { ...run, status: 'exported', total: '168.00', payments: 2, items: [payment, other] }
  show('run')
  expect(await screen.findByText('1 payment · €118.00, and 1 rejected · €50.00')).toBeTruthy()
})

test('a payment that the bank seems to have made already says so before the run is approved', async () => {
  notes = [
    {
      item_id: 'payment-1',
      bank_note:
        'The bank paid €118.00 on 22 Nov, which seems to be this one. Take the payment out of this run, then book what the bank paid.',
    },
  ]
  show('run')
  expect(await screen.findByText(/^The bank paid €118.00 on 22 Nov/)).toBeTruthy()
})

test('a changed account is said above everything, keeps the run from approval, and asks which one is paid', async () => {
  const other = 'FR1420041010050500013M02606'
  stored = { ...run, items: [{ ...payment, account_changed_at: '2026-11-21T09:00:00Z', changed_iban: other }] }
  const user = show('run')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The bank account of Plastika Sheets changed after these payments were prepared')
  await user.click(screen.getByRole('button', { name: /Approve/ }))
  expect(sent('approve_payment_run')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Pay to the new account' }))
  await waitFor(() => expect(sent('decide_run_account')).toEqual([{ p_item_id: 'payment-1', p_iban: other }]))
})

test('the report of the bank is shown before it is kept, with the reason of what it rejects', async () => {
  stored = { ...run, status: 'exported', message_id: 'PR-2026-0001-AB' }
  const user = show('run')
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read the report of the bank' }))
  const dialog = await screen.findByRole('dialog')
  const xml = `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>PR-2026-0001-AB</OrgnlMsgId></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>PR-2026-0001-001</OrgnlEndToEndId><TxSts>RJCT</TxSts>
    <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file is asked for')
  await user.upload(input, new File([xml], 'report.xml', { type: 'text/xml' }))
  expect(await within(dialog).findByText('0 payments accepted, 1 rejected')).toBeTruthy()
  expect(within(dialog).getByText('AC04, the account is closed')).toBeTruthy()
  expect(sent('report_payment_run')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Keep the report' }))
  await waitFor(() =>
    expect(sent('report_payment_run')).toEqual([
      {
        p_id: id,
        p_report: {
          message_id: 'PR-2026-0001-AB',
          payments: [{ end_to_end_id: 'PR-2026-0001-001', answer: 'rejected', reason: 'AC04, the account is closed' }],
        },
      },
    ]),
  )
})

test('a report that was kept before says that nothing of it is new', async () => {
  reported = { accepted: 0, rejected: 0 }
  stored = { ...run, status: 'exported', message_id: 'PR-2026-0001-AB' }
  const user = show('run')
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read the report of the bank' }))
  const input = (await screen.findByRole('dialog')).querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file is asked for')
  const xml = `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>PR-2026-0001-AB</OrgnlMsgId><GrpSts>ACCP</GrpSts>
    </OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`
  await user.upload(input, new File([xml], 'report.xml', { type: 'text/xml' }))
  await user.click(await screen.findByRole('button', { name: 'Keep the report' }))
  expect(await screen.findByText('Nothing of this report is new.')).toBeTruthy()
})

test('a new run pays what is ticked: the suggested ones, and what somebody adds', async () => {
  const user = show('new')
  const later = await screen.findByRole('region', { name: 'Later' })
  // What is overdue stands so, and is not ticked where the bank seems to have paid it.
  const overdue = screen.getByRole('region', { name: 'Overdue' })
  expect(within(overdue).getByRole('checkbox', { name: 'Verra Films, V-4' })).toHaveProperty('checked', false)
  expect(within(later).queryByRole('checkbox', { name: 'Verra Films, V-4' })).toBeNull()
  expect(screen.getByText('€100.10', { selector: 'strong' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Verra Films, V-3' })).toHaveProperty('disabled', true)
  await user.click(within(later).getByRole('checkbox', { name: 'Verra Films, V-2' }))
  expect(screen.getByText('€100.30', { selector: 'strong' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Prepare for approval' }))
  await waitFor(() => expect(sent('prepare_payment_run')).toMatchObject([{ p_invoices: ['id-V-1', 'id-V-2'] }]))
})
