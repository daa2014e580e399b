// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { SamplesScreen } from './samples-screen'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const centre = { key: 'cnc-router', trades: ['sign_maker'], kind: 'work_centres', record_id: 'a1', name: 'CNC router' }

function open(company: { currency: string; length_unit: string; language?: string }, refusal?: string) {
  let taken: object[] = []
  const calls = serve(({ path }) => {
    if (path.includes('/company_settings')) return { body: { language: 'en', ...company } }
    if (path.includes('/rpc/trade_samples')) return { body: taken }
    if (path.includes('/rpc/take_trade_sample')) {
      if (refusal) return { status: 403, body: { code: '42501', message: refusal } }
      taken = [{ ...centre, is_changed: true }]
      return { body: { added: 1, there: 0 } }
    }
    if (path.includes('/rpc/remove_trade_sample')) {
      taken = []
      return {
        body: {
          removed: 41,
          shared: 0,
          kept: [{ kind: 'work_centres', id: 'a1', name: 'CNC router', why: 'changed' }],
        },
      }
    }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <SamplesScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('shows what comes in, takes it in one click, and names what stays when it is removed', async () => {
  const { user, calls } = open({ currency: 'EUR', length_unit: 'mm' })
  const services = await screen.findByRole('region', { name: 'Services' })
  expect(
    within(services).getByText(/^€105\.00 \/ m², at least €75\.00, 6 steps, 2 questions, 2 price breaks, recipe$/),
  ).toBeTruthy()
  expect(screen.getByText('Printable vinyl, polymeric, 1,370 mm')).toBeTruthy()
  expect(screen.queryByLabelText(/for one euro/)).toBeNull()
  expect(screen.queryByText(/the language of your clients/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take the samples' }))
  expect(await screen.findByText('1 record of these samples is in use')).toBeTruthy()
  expect(screen.getByText('Changed')).toBeTruthy()
  const sent = calls.find(({ path }) => path.includes('take_trade_sample'))
  expect(sent?.body).toMatchObject({
    p_trade: 'sign_maker',
    p_records: expect.arrayContaining([expect.objectContaining({ key: 'panel-sign' })]),
  })
  await user.click(screen.getByRole('button', { name: 'Remove the samples' }))
  expect(await screen.findByText('41 records were removed')).toBeTruthy()
  expect(screen.getByText('CNC router: somebody changed it')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take the samples' })).toBeTruthy()
})

test('sizes follow the unit of the company, prices its currency, and names the language of its clients', async () => {
  const { user } = open({ currency: 'PLN', length_unit: 'in', language: 'pl' })
  expect(await screen.findByText('Folia do druku, polimerowa, 54"')).toBeTruthy()
  expect(screen.getByText(/Names are in Polish, the language of your clients/)).toBeTruthy()
  expect(screen.getByText(/^PLN\s39\.00 \/ sq ft, at least PLN\s300\.00/)).toBeTruthy()
  const factor = screen.getByRole('textbox', { name: 'PLN for one euro' })
  await user.clear(factor)
  expect(screen.queryByRole('button', { name: 'Take the samples' })).toBeNull()
  await user.type(factor, '2')
  expect(screen.getByText(/^PLN\s19\.50 \/ sq ft, at least PLN\s150\.00/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Printer' }))
  expect(screen.getByText('Ulotki, pół letter, 1,000')).toBeTruthy()
})

test('a refusal is said, and nothing is shown as taken', async () => {
  const { user } = open({ currency: 'USD', length_unit: 'in' }, 'Only an administrator sets up the company')
  await user.click(await screen.findByRole('button', { name: 'Take the samples' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Only an administrator sets up the company'),
  )
  expect(screen.getByRole('button', { name: 'Take the samples' })).toBeTruthy()
})
