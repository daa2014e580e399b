// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { serve, showTo } from '@/shared/ui/testing'
import { TaxPlaceNote } from './vat-proposal'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  setFormats(firstFormats)
})

const austin = {
  name: 'Austin, TX',
  rate: '8.2500',
  parts: [
    { level: 'state', name: 'TX', rate: '6.2500' },
    { level: 'city', name: 'Austin', rate: '1.0000' },
    { level: 'district', name: 'Transit', rate: '1.0000' },
  ],
}
const note = (place: object | null, exemption: object | null = null) => {
  const calls = serve(() => ({
    body: [
      {
        ...{ rate: '8.2500', treatment: 'standard', work_rate: '8.2500', work_treatment: 'standard' },
        ...{ site_rate: '8.2500', site_treatment: 'standard', abroad: null, goods_stay: false, place, exemption },
      },
    ],
  }))
  showTo('sales', <TaxPlaceNote contactId="c1" paper={{ kind: 'quotation', id: 'q1', site: null }} />)
  return calls
}
const salesTax = { ...firstFormats, tax_kind: 'sales_tax', tax_name: 'sales tax' } as const

test('beside the sales tax stands the place where it goes, with its parts', async () => {
  setFormats(salesTax)
  const calls = note(austin)
  expect(await screen.findByText('Austin, TX: 8.25 % = state 6.25, city 1, Transit 1')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('vat_proposal'))?.body).toEqual({
    p_contact: 'c1',
    p_kind: 'quotation',
    p_paper: 'q1',
  })
})

test('a place that is not known is said', async () => {
  setFormats(salesTax)
  note(null)
  expect(await screen.findByText(/has no sales tax rate here, so the usual rate is proposed/)).toBeTruthy()
})

const resale = { number: '123-456', reason: 'resale', state: 'Texas', valid_from: '2026-01-01', valid_to: '2026-10-31' }
test.each([
  ['holds', 'No sales tax: resale certificate 123-456, Texas. Its last day is 31 Oct 2026.'],
  ['ended', 'Certificate 123-456 ended on 31 Oct 2026: sales tax is charged.'],
  ['begins', 'Certificate 123-456 begins on 1 Jan 2026: sales tax is charged until then.'],
  ['for_another_sale', 'Certificate 123-456 is for another sale: sales tax is charged.'],
  ['elsewhere', 'This client has no certificate for Texas: sales tax is charged.'],
])('a certificate of the client is said: %s', async (says, words) => {
  setFormats(salesTax)
  note(austin, { ...resale, says })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText(/^Austin, TX/) === null).toBe(says === 'holds')
})

test('another tax has no place', async () => {
  const calls = note(austin)
  await waitFor(() => expect(screen.queryByText(/Austin/)).toBeNull())
  expect(calls.some(({ path }) => path.includes('vat_proposal'))).toBe(false)
})
