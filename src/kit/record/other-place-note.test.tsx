// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { serve, showTo } from '@/shared/ui/testing'
import { OtherPlaceNote } from './other-place-note'

beforeEach(() => setFormats({ ...firstFormats, tax_kind: 'sales_tax', tax_name: 'sales tax' }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  setFormats(firstFormats)
})

const line = (id: string, vat_rate: string, vat_treatment = 'standard') => ({ id, vat_rate, vat_treatment })
const lines = [
  line('former', '8.25'),
  line('usual', '8'),
  line('own', '7.7500'),
  line('chosen', '2'),
  line('labour', '0', 'exempt'),
  line('of order', '8.25'),
]
const rates = [
  { value: '8 standard', isDefault: true, isOfPlace: false },
  { value: '2 standard', isDefault: false, isOfPlace: false },
  { value: '8.25 standard', isDefault: false, isOfPlace: true },
]

function show(of: readonly (typeof lines)[number][], proposed: object = {}) {
  const set: object[] = []
  const calls = serve(() => ({
    body: [
      {
        ...{ rate: '7.7500', treatment: 'standard', abroad: null, exemption: null },
        ...{ work_rate: '7.7500', work_treatment: 'standard', goods_stay: false },
        ...{ site_rate: '7.7500', site_treatment: 'standard' },
        place: { name: 'Round Rock, TX', rate: '7.7500', parts: [] },
        ...proposed,
      },
    ],
  }))
  const user = showTo(
    'sales',
    <OtherPlaceNote
      contactId="c1"
      paper={{ kind: 'invoice', id: 'i1' }}
      lines={of}
      rates={rates}
      isFree={({ id }) => id !== 'of order'}
      set={(meant, to) => set.push({ ids: meant.map(({ id }) => id), ...to })}
    />,
  )
  return { user, set, calls }
}

test('lines with the tax of a former place are named, and one act sets that of the place where it goes', async () => {
  const { user, set } = show(lines)
  expect((await screen.findByRole('status')).textContent).toBe(
    '2 lines have the sales tax of another place. This goes to Round Rock, TX: 7.75 %.',
  )
  await user.click(screen.getByRole('button', { name: 'Set 7.75 % on all 2 lines' }))
  expect(set).toEqual([{ ids: ['former', 'usual'], rate: '7.75', treatment: 'standard' }])
})

test('where no place is known the usual rate is offered', async () => {
  show([line('former', '8.25')], { rate: '8.0000', place: null })
  expect((await screen.findByRole('status')).textContent).toBe(
    'One line has the sales tax of another place. The usual rate is: 8 %.',
  )
  expect(screen.getByRole('button').textContent).toBe('Set 8 % on the line')
})

test.each([
  ['every line has the tax of its place', lines.slice(2), {}],
  ['no sales tax is charged', lines, { rate: '0.0000', treatment: 'exempt' }],
])('nothing is said where %s', async (_, of, proposed) => {
  const { calls } = show(of, proposed)
  await waitFor(() => expect(calls.some(({ path }) => path.includes('vat_proposal'))).toBe(true))
  await new Promise((done) => setTimeout(done, 20))
  expect(screen.queryByRole('status')).toBeNull()
})

test('another tax is not asked for its place', () => {
  setFormats(firstFormats)
  const { calls } = show(lines)
  expect(calls).toEqual([])
  expect(screen.queryByRole('status')).toBeNull()
})
