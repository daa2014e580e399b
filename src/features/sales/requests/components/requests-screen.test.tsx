// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { RequestsScreen } from './requests-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '00000000-0000-4000-8000-000000000001'
const request = {
  id,
  form: 'client',
  reference: null,
  name: 'Anna Vella',
  company: 'Vella Ltd',
  email: 'anna@example.com',
  phone: null,
  words: 'A lit fascia\nby May',
  status: 'open',
  settled_by: null,
  settled_at: null,
  created_at: '2026-11-30T09:00:00Z',
  brief_id: null,
  quotation_id: null,
  contact_id: 'c1',
  contact: { id: 'c1', type: 'Business' },
}

/** The list with this request in it; a refusal of what is done with it in these words. */
function open(address: string, refusal?: string) {
  let row = request
  const calls = serve(({ path, body }) => {
    if (path.includes('/rpc/settle_request')) {
      if (refusal) return { status: 403, body: { code: '42501', message: refusal } }
      row = { ...row, status: String(Object(body).p_status) }
      return { body: null }
    }
    if (path.includes('/rest/v1/visitor_requests')) return { body: path.includes('id=eq') ? row : [row] }
    return { body: [] }
  })
  const user = showTo('admin', <MemoryRouter initialEntries={[address]} children={<RequestsScreen />} />)
  return { calls, user }
}
const asked = (calls: Call[]) => calls.filter(({ path }) => path.includes('/visitor_requests')).map(({ path }) => path)

test('open requests are asked for first, all by the filter, and words are searched one by one', async () => {
  const { calls, user } = open('/requests?q=lit fascia')
  expect(await screen.findByText('Vella Ltd, Anna Vella')).toBeTruthy()
  expect(asked(calls)[0]).toContain('status=eq.open')
  expect(asked(calls)[0]?.match(/words\.ilike/g)).toHaveLength(2)
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(asked(calls).at(-1)).not.toContain('status=eq.open'))
})

test('a request shows all of its words, and is marked as answered once', async () => {
  const { calls, user } = open(`/requests?request=${id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Request' }))
  expect((await dialog.findByText(/A lit fascia/)).textContent).toBe('A lit fascia\nby May')
  expect(dialog.getByRole('link', { name: 'anna@example.com' }).getAttribute('href')).toBe('mailto:anna%40example.com')
  await user.dblClick(dialog.getByRole('button', { name: 'Mark as answered' }))
  expect(await dialog.findByRole('button', { name: 'Open again' })).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('settle_request')).map(({ body }) => body)).toEqual([
    { p_id: id, p_status: 'answered' },
  ])
})

test('a refusal is said, and the request stays open', async () => {
  const { user } = open(`/requests?request=${id}`, 'You may not answer requests of visitors')
  const dialog = within(await screen.findByRole('dialog', { name: 'Request' }))
  await user.click(await dialog.findByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText(/You may not answer requests of visitors/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Decline' })).toBeTruthy()
})
