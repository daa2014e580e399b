// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Role } from '@/shared/domain/people/role'
import { useFirstSteps } from '../use-first-steps'
import { FirstSteps } from './first-steps'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const fresh = {
  name: true,
  logo: false,
  country: true,
  address: false,
  time_zone: false,
  colleagues: false,
  contacts: false,
  vat: false,
  vat_number: false,
  bank: false,
  terms: false,
  legal: false,
  samples: false,
  service: false,
  hours: false,
  mail: false,
  quotation: false,
  put_away: false,
}

function Start() {
  const { done, isLoading } = useFirstSteps()
  if (isLoading) return <p>Reading</p>
  return done ? <FirstSteps done={done} /> : <p>The day</p>
}

function open(role: Role, company = fresh) {
  const stored = { ...company }
  const calls = serve(({ method, path, body }) => {
    if (path.includes('/first_steps')) return { body: [stored] }
    if (method === 'PATCH') Object.assign(stored, { put_away: Reflect.get(Object(body), 'first_steps_put_away') })
    return { body: [{ id: 1 }] }
  })
  const user = showTo(
    role,
    <MemoryRouter>
      <Start />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('a new company sees what it has done and what is left, and its admin can put the list away', async () => {
  const { user } = open('admin')
  expect(await screen.findByText('2 of 17 are done')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Logo' }).getAttribute('href')).toBe('/settings/company#logo')
  expect(screen.getByRole('link', { name: 'Bank account' }).getAttribute('href')).toBe('/settings/company#iban')
  expect(screen.getByRole('link', { name: 'VAT number' }).getAttribute('href')).toBe('/settings/company#vat_number')
  expect(screen.getByRole('link', { name: 'Opening hours' }).getAttribute('href')).toMatch(/tab=hours#opening-hours$/)
  expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Put away' }))
  expect(await screen.findByText('The day')).toBeTruthy()
})

test('a settled company is asked once in each browser, and other roles never ask', async () => {
  const settled = Object.fromEntries(Object.keys(fresh).map((step) => [step, step !== 'put_away'])) as typeof fresh
  open('admin', settled)
  expect(await screen.findByText('The day')).toBeTruthy()
  cleanup()
  const again = open('admin', settled)
  await waitFor(() => expect(screen.getByText('The day')).toBeTruthy())
  expect(again.calls.filter(({ path }) => path.includes('/first_steps'))).toEqual([])
  cleanup()
  localStorage.clear()
  const sales = open('sales')
  expect(await screen.findByText('The day')).toBeTruthy()
  expect(sales.calls.filter(({ path }) => path.includes('/first_steps'))).toEqual([])
})
