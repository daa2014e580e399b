// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { expectNoEnglish } from '@/kit/client-page/testing'
import type { Part } from '@/shared/domain/texts/part'
import { portalPart } from '@/shared/domain/texts/portal/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { serve, showTo } from '@/shared/ui/testing'
import { tabs } from '../tabs'
import { MyAccountScreen } from './my-account-screen'
import { OwnOrderScreen } from './own-order-screen'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
const parts = [portalPart as unknown as Part<Catalogue>]
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const told = [{ id: 'r', amount: '1.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: [] }]
const quotation = (status: string, more: object = {}) => ({
  public_uuid: `q-${status}-${JSON.stringify(more).length}`,
  number: null,
  project_title: 'Xsigns',
  status,
  valid_until: null,
  sent_at: '2026-11-20T08:00:00Z',
  currency: 'EUR',
  gross: '118.00',
  order: null,
  ...more,
})
const order = (status: string, more: object = {}) => ({
  public_uuid: uuid,
  order_number: `SO-${status}`,
  project_title: 'Xfascia',
  status,
  ordered_at: '2026-11-20T08:00:00Z',
  due_date: '2020-01-01',
  client_po: 'PO-1',
  currency: 'EUR',
  gross: '118.00',
  deposit_amount: '59.00',
  deposit_paid: status === 'awaiting_deposit' ? '20.00' : '59.00',
  delivered_pct: '40.00',
  quotation: { public_uuid: 'u-2', number_with_version: null },
  ...more,
})
const invoice = (state: string, more: object = {}) => ({
  id: state,
  public_uuid: state,
  has_link: true,
  number: `INV-${state}`,
  kind: 'standard',
  status: 'issued',
  project_title: null,
  client_po: 'PO-1',
  issue_date: '2026-11-20',
  due_date: '2026-12-20',
  is_overdue: state === 'issued',
  currency: 'EUR',
  gross: '20.00',
  balance: '10.00',
  state,
  ...more,
})
const delivery = (status: string, method: string, more: object = {}) => ({
  public_uuid: status,
  number: `DN-${status}`,
  project_title: null,
  method,
  status,
  scheduled_at: '2026-12-01T08:00:00Z',
  scheduled_has_time: true,
  delivered_at: null,
  received_by: 'Xann',
  drops: [{ id: `${status}-1`, number: 'DN-1/1', delivered_at: '2026-12-01T08:00:00Z', received_by: 'Xann' }],
  ...more,
})
const orderStates =
  'confirmed awaiting_deposit in_production ready part_delivered delivered completed on_hold cancelled'.split(' ')
const portal = {
  name: 'Xclient',
  currency: 'EUR',
  company: { ...company, name: 'Xcompany' },
  money: { balance: '30.40', overdue: '12.00', credit: '10.00' },
  credit_limit: '100.00',
  terms_days: 30,
  quotations: [
    ...'sent change_requested approved converted rejected expired cancelled'.split(' ').map((each) => quotation(each)),
    quotation('sent', { valid_until: '2020-01-01' }),
    quotation('sent', { valid_until: '2999-01-01', number: 'Q-1' }),
    quotation('converted', { order: { ...order('awaiting_deposit'), announced: told } }),
  ],
  orders: [...orderStates.map((each) => order(each)), order('confirmed', { due_date: '2999-01-01' })],
  invoices: [
    ...'issued partly_paid paid credited void written_off part_written_off'.split(' ').map((each) => invoice(each)),
    invoice('paid', { id: 'zero', gross: '0.00', balance: '0.00' }),
  ],
  credit_notes: [
    { public_uuid: 'c', number: 'CN-1', issue_date: '2026-11-20', currency: 'EUR', gross: '9.00', open: '1.00' },
  ],
  deliveries: [
    delivery('planned', 'pickup'),
    delivery('ready', 'delivery', { scheduled_has_time: false }),
    delivery('out', 'installation'),
    delivery('partially_delivered', 'courier'),
    delivery('delivered', 'electronic', { delivered_at: '2026-12-01T08:00:00Z' }),
    delivery('failed', 'delivery'),
    delivery('cancelled', 'delivery'),
  ],
  statements: [
    {
      public_uuid: 's',
      number: 'ST-1',
      date_from: '2026-11-01',
      date_to: '2026-11-30',
      currency: 'EUR',
      closing: '1.00',
    },
  ],
}
const more = {
  proofs: [
    { public_uuid: 'u', job_id: 'j1', number: 'Q-1', title: 'Xsign', version: 2, waits: true, is_approved: false },
    { public_uuid: 'u', job_id: 'j2', number: null, title: 'Xsign', version: 3, waits: false, is_approved: true },
    { public_uuid: 'u', job_id: 'j3', number: null, title: 'Xsign', version: 4, waits: false, is_approved: false },
  ].map((each) => ({
    ...each,
    sent_at: '2026-11-20T08:00:00Z',
    decided_at: each.waits ? null : '2026-11-21T08:00:00Z',
  })),
  messages: [
    { kind: 'quotation', public_uuid: 'm1', number: null, is_ours: true, is_new: true },
    { kind: 'order', public_uuid: 'm2', number: 'SO-1', is_ours: true, is_new: false },
    { kind: 'invoice', public_uuid: 'm3', number: 'INV-1', is_ours: false, is_new: false },
  ].map((each) => ({ ...each, name: null, words: 'Xwords', at: '2026-11-20T08:00:00Z' })),
  payments: ['card', 'bank', 'cash', 'cheque', 'other'].map((method) => ({
    number: `R-${method}`,
    received_on: '2026-11-20',
    method,
    currency: 'EUR',
    amount: '10.00',
    refunded: '1.00',
    open: '2.00',
    order_number: 'SO-1',
    invoices: [
      { number: 'INV-1', public_uuid: 'u' },
      { number: 'INV-2', public_uuid: null },
    ],
  })),
  briefs: [{ public_uuid: 'b', reference: null, sent_at: '2026-11-20T08:00:00Z', what: 'Xsign', pictures: ['x.png'] }],
}
const empty = {
  ...{ proofs: [], messages: [], payments: [], briefs: [] },
  quotations: [],
  orders: [],
  invoices: [],
  credit_notes: [],
  deliveries: [],
  statements: [],
}
const line = {
  id: 'l1',
  kind: 'item',
  description: 'Xpanel',
  details: null,
  qty: '2.0000',
  unit: 'm2',
  width_mm: '2100.00',
  height_mm: '1200.00',
  unit_price: '58.0000',
  discount_pct: '0.00',
  charged_qty: '5.0400',
  net: '292.32',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  qty_delivered: '1.0000',
}
const stage = {
  is_held: true,
  ready: 1,
  of: 3,
  works: [
    { work: 'artwork', done: 2, running: 0, of: 3 },
    { work: 'printing', done: 1, running: 1, of: 3 },
    { work: 'finishing', done: 0, running: 0, of: 2 },
  ],
}
const ownOrder = {
  ...order('part_delivered'),
  stage,
  company: { ...company, name: 'Xcompany' },
  net: '100.00',
  vat: '18.00',
  paid: '0.00',
  paid_on: null,
  announced: [],
  site: null,
  quotation: { public_uuid: 'u-2', number_with_version: null, has_proofs: true },
  lines: [line, { ...line, id: 'l2', unit: 'hour', width_mm: null, height_mm: null, qty_delivered: '2.0000' }],
  deliveries: [delivery('planned', 'pickup')],
  invoices: [invoice('issued')],
}

describe.each(['de', 'pl'] as const)('the account of a client in %s has no English', (language) => {
  async function show(page: ReactNode, body: object | null, status = 200) {
    serve(({ path }) => ({
      status,
      body: path.includes('/rpc/own_order') || path.includes('client_portal') ? body : [],
    }))
    showTo('client', <MemoryRouter>{page}</MemoryRouter>)
    await screen.findByRole('combobox')
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    await expectNoEnglish(language, parts)
  }
  const reader = { client_language: language, language: 'en' }
  test.each(tabs)('on its page of %s, full and empty', async (tab) => {
    await show(<MyAccountScreen tab={tab} pay={() => null} />, { ...portal, ...more, ...reader })
    cleanup()
    await show(<MyAccountScreen tab={tab} pay={() => null} />, { ...portal, ...reader, ...empty, terms_days: 0 })
  })
  test('with credit, without a client and while nothing can be read', async () => {
    const pages = <MyAccountScreen pay={() => null} />
    const money = { balance: '-3.00', overdue: '0.00', credit: '0.00' }
    await show(pages, { ...portal, ...reader, money })
    cleanup()
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    await show(pages, null)
    cleanup()
    await show(pages, {}, 500)
  })
  test('on the page of an order, of none and of one that cannot be read', async () => {
    const pages = <OwnOrderScreen id={uuid} pay={() => null} />
    await show(pages, { ...ownOrder, ...reader })
    cleanup()
    await show(pages, { ...ownOrder, ...reader, again: { net: '10.00', asked_at: null } })
    cleanup()
    await show(pages, { ...ownOrder, ...reader, again: { net: null, asked_at: '2026-11-20T08:00:00Z' } })
    cleanup()
    await show(pages, {
      ...ownOrder,
      again: { net: null, asked_at: null },
      ...reader,
      status: 'in_production',
      stage: { ...stage, of: 1 },
      deliveries: [delivery('planned', 'installation')],
    })
    cleanup()
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    await show(pages, null)
    cleanup()
    await show(pages, {}, 500)
  })
})
