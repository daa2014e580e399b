// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import type { ContactCardRow } from '@/features/people/contacts/api/contact.query'
import { MergeForm } from './merge-form'
import { testCard } from '../testing'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(other: Partial<ContactCardRow>, merged: Answer = {}) {
  const calls = serve(({ path, body }) => {
    if (path.endsWith('/rpc/contact_belongings'))
      return { body: JSON.stringify(body) === '{"p_contact_id":"ann"}' ? [] : [{ thing: 'quotations', count: 2 }] }
    return path.endsWith('/rpc/merge_contacts') ? merged : {}
  })
  const cards = { one: testCard(), other: testCard({ id: 'anna', row_version: 4, ...other }) }
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/merge']}>
      <Routes>
        <Route path="/merge" element={<MergeForm cards={cards} />} />
        <Route path="/contacts/people/:id" element={<p>The card</p>} />
      </Routes>
    </MemoryRouter>,
  )
  return { user, calls: () => calls.filter(({ path }) => path.endsWith('/rpc/merge_contacts')).map(({ body }) => body) }
}
const merge = () => screen.getByRole('button', { name: 'Merge into one contact' })

test('the kept card, the chosen values and the versions that were looked at are sent', async () => {
  const { user, calls } = show({ name: 'Anna', phone: '9999', city: null })
  expect(await screen.findByText(/move 2 quotations/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '9999' }))
  await user.click(merge())
  expect(await screen.findByText('The card')).toBeTruthy()
  expect(calls()).toEqual([
    {
      p_keep: 'ann',
      p_gone: 'anna',
      p_keep_version: 1,
      p_gone_version: 4,
      p_values: { name: 'Ann', last_name: 'Borg', email: 'ann@borg.example', phone: '9999', city: 'Mosta' },
    },
  ])
})

test('a card with an account cannot go, and stays by itself', async () => {
  show({ user_id: 'somebody', name: 'Anna' })
  expect(screen.getByRole('radio', { name: /Anna Borg/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: /Ann Borg/ })).toHaveProperty('disabled', true)
})

test('two kinds do not become one', () => {
  show({ type: 'Business' })
  expect(screen.getByText('A person and a business cannot become one contact.')).toBeTruthy()
  expect(merge()).toHaveProperty('disabled', true)
})

test('what changed meanwhile is told, and the choices stay', async () => {
  const message = 'Somebody changed one of the two contacts meanwhile: please look again'
  const { user } = show({ phone: '9999' }, { status: 400, body: { code: '40001', message } })
  await user.click(screen.getByRole('radio', { name: '9999' }))
  await user.click(merge())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(screen.getByRole('radio', { name: '9999' })).toHaveProperty('checked', true)
})
