// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Quotation } from '../api/quotation.query'
import type { LineChange, QuotationItem } from './line'
import type { Lines } from './use-lines'
import { AbroadNote } from './abroad-note'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quotation = { id: 'q1', contact_id: 'c1', location_id: null, amends: null } as unknown as Quotation
const line = (id: string, vat_rate: string, unit = 'piece', service_id: string | null = null) =>
  ({ id, kind: 'item', unit, vat_rate, vat_treatment: 'standard', service_id }) as unknown as QuotationItem
const lines = [line('a', '18.00'), line('b', '18.00'), line('reduced', '7.00')]
const rate = (of: string, treatment: string, is_default = false) => ({
  ...{ id: `${treatment} ${of}`, label: treatment, rate: of, treatment, is_default },
})

function show(proposed: object, role: 'admin' | 'sales' = 'admin', of = lines) {
  const done: (readonly LineChange[])[] = []
  serve(({ path }) => {
    if (path.includes('vat_proposal'))
      return {
        body: [
          {
            abroad: 'union',
            goods_stay: false,
            work_rate: '0.00',
            work_treatment: 'outside',
            site_rate: '0.00',
            site_treatment: 'outside',
            supplies: {},
            place: null,
            ...proposed,
          },
        ],
      }
    if (path.includes('/vat_rates'))
      return {
        body: [
          rate('18.00', 'standard', true),
          rate('0.00', 'reverse_charge'),
          rate('0.00', 'intra_community'),
          rate('0.00', 'export'),
          rate('0.00', 'outside'),
          rate('7.00', 'standard'),
        ],
      }
    return {
      body: {
        type: 'Business',
        name: null,
        last_name: null,
        company: 'Blitzschild GmbH',
        vat_number: 'DE811907980',
        country: 'Schweiz',
      },
    }
  })
  const sheet = { lines: of, perform: (changes: readonly LineChange[]) => done.push(changes) } as unknown as Lines
  const user = showTo(
    role,
    <MemoryRouter>
      <AbroadNote quotation={quotation} lines={sheet} />
    </MemoryRouter>,
  )
  return { user, done }
}

test('a business of another EU country without a rate for it is named, with the way to make one', async () => {
  show({ rate: '18.00', treatment: 'standard' })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Blitzschild GmbH has a VAT number of Germany. Goods that go there are an intra-Community supply, and services are reverse charge. You have no rate for it. Add a VAT rate',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/company#vat-rates')
})

test('who cannot make a rate is told who can', async () => {
  show({ rate: '18.00', treatment: 'standard' }, 'sales')
  expect((await screen.findByRole('status')).textContent).toContain('You have no rate for it. An admin can add it.')
  expect(screen.queryByRole('link')).toBeNull()
})

const usualRate = { rate: '18.00', treatment: 'standard', work_rate: '18.00', work_treatment: 'standard' }
const usual = { vat_rate: '18.00', vat_treatment: 'standard' }
const union = {
  ...{ rate: '0.00', treatment: 'intra_community', work_rate: '0.00', work_treatment: 'reverse_charge' },
  ...{ site_rate: '0.00', site_treatment: 'reverse_charge' },
}
const goodsTo = '“goods to another EU country”'

test('goods are set to a supply to the Union, and hours and what its service calls an installation to reverse charge', async () => {
  const of = [...lines, line('hours', '18.00', 'hour'), line('fitted', '18.00', 'piece', 'fit')]
  const { user, done } = show({ ...union, supplies: { fit: 'installation' } }, 'admin', of)
  await user.click(await screen.findByRole('button', { name: `Set ${goodsTo} on all 2 lines` }))
  await user.click(screen.getByRole('button', { name: 'Set reverse charge on all 2 lines' }))
  const set = (ids: string[], vat_treatment: string) =>
    ids.map((id) => ({ kind: 'set', id, from: usual, to: { vat_rate: '0.00', vat_treatment } }))
  expect(done).toEqual([set(['a', 'b'], 'intra_community'), set(['hours', 'fitted'], 'reverse_charge')])
})

test('goods that are collected here have the usual VAT, and a word says why', async () => {
  show({ ...union, rate: '18.00', treatment: 'standard', goods_stay: true }, 'admin', lines)
  expect(await screen.findByText(/collected here or stay here, so they have the usual VAT/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('of a business there without a valid number it is said that it has the usual VAT', async () => {
  show({ ...usualRate, abroad: 'union_unnumbered' })
  expect((await screen.findByRole('status')).textContent).toContain('whose VAT number is not a valid one, so it has')
  expect(screen.queryByRole('button')).toBeNull()
})

const beyond = { rate: '0.00', treatment: 'export', abroad: 'beyond' }
const withHours = [...lines.slice(0, 1), line('hours', '18.00', 'hour')]

test('for a business beyond the border goods are set to export, and hours to work that is not taxable here', async () => {
  const { user, done } = show(beyond, 'admin', withHours)
  await user.click(await screen.findByRole('button', { name: 'Set export on the line' }))
  await user.click(screen.getByRole('button', { name: 'Set “not taxable here” on the line' }))
  expect(done).toEqual([
    [{ kind: 'set', id: 'a', from: usual, to: { vat_rate: '0.00', vat_treatment: 'export' } }],
    [{ kind: 'set', id: 'hours', from: usual, to: { vat_rate: '0.00', vat_treatment: 'outside' } }],
  ])
})

test('for a client at home goods and an installation at a site beyond the border are set together, and a word says why', async () => {
  const supplies = { fit: 'installation' }
  const fitted = [...lines.slice(0, 1), line('fitted', '18.00', 'piece', 'fit'), line('hours', '18.00', 'hour')]
  const { user, done } = show({ ...beyond, abroad: null, goods_leave: true, supplies }, 'admin', fitted)
  expect(await screen.findByText(/The site is beyond the customs border/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Set export on the line' }))
  await user.click(screen.getByRole('button', { name: 'Set “not taxable here” on the line' }))
  expect(done.flat().map((change) => 'id' in change && change.id)).toEqual(['a', 'fitted'])
})

test('of a business beyond the border without such a rate it is said what applies', async () => {
  show({ ...usualRate, abroad: 'beyond' }, 'admin', withHours)
  expect((await screen.findByRole('status')).textContent).toBe(
    'Blitzschild GmbH is in Switzerland. Goods that go there are an export, and work for a business there is not taxable here. You have no rate for it. Add a VAT rate',
  )
})

test.each([
  ['hours for a private person stay taxed', { ...beyond, abroad: 'beyond_person' }, [line('hours', '18.00', 'hour')]],
  ['goods that stay here are no export', { ...usualRate, abroad: 'beyond', goods_stay: true }, lines],
])('%s', async (_, proposed, of) => {
  show(proposed, 'admin', of)
  if (of === lines) await screen.findByText(/stay on this side of the border/)
  else await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
