// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import type { Quotation } from '../api/quotation.query'
import { ValidUntil } from './valid-until'

const draft = {
  id: '5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11',
  row_version: 1,
  valid_until: null,
  decided_at: null,
  deposit_kind: 'none',
  deposit_value: '0.00',
  gross: '118.00',
  currency: 'EUR',
}
let calls: Call[]

function open(changes: Partial<Quotation>, isOpen = true) {
  calls = serve(({ path, method }) =>
    path.includes('/company_settings')
      ? { body: { quotation_valid_days: 14, deposit_percent: '50', lead_days: 5 } }
      : { body: method === 'PATCH' ? [{ id: draft.id }] : [] },
  )
  const row = { ...draft, ...changes } as unknown as Quotation
  return showTo('admin', <MemoryRouter children={<ValidUntil row={row} isOpen={isOpen} />} />)
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a draft without a last day says how long it will be valid, and a press chooses the day', async () => {
  const user = open({})
  await user.click(await screen.findByRole('button', { name: 'Valid for 14 days once sent' }))
  await user.type(await screen.findByRole('textbox', { name: 'Valid until' }), '31 Dec 2999')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { valid_until: '2999-12-31' },
    ]),
  )
})

test('a day that has passed is said as such, and one to come as the last valid day', async () => {
  open({ valid_until: '2020-01-31' })
  expect(await screen.findByRole('button', { name: 'Was valid until 31 Jan 2020' })).toBeTruthy()
  cleanup()
  open({ valid_until: '2999-12-31' })
  expect(await screen.findByRole('button', { name: 'Valid until 31 Dec 2999' })).toBeTruthy()
})

test('what was sent says its day and does not change it; after the answer it says nothing', () => {
  open({ valid_until: '2999-12-31' }, false)
  expect(screen.getByText('Valid until 31 Dec 2999')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  open({ valid_until: '2999-12-31', decided_at: '2026-10-01T08:00:00Z' }, false)
  expect(screen.queryByText(/alid until/)).toBeNull()
})
