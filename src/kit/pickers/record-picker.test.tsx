// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { RecordPicker } from './record-picker'
import type { RecordSource } from './record-source'

const all = ['Bakery', 'Bank', 'Quarry'].map((label) => ({ id: label.toLowerCase(), label }))
const sent = vi.fn()

function Screen({ wait }: { wait: number }) {
  const [id, setId] = useState<string | null>(null)
  const source: RecordSource = {
    one: 'client',
    many: 'clients',
    from: 2,
    found: (text) => ({
      queryKey: ['found', text],
      queryFn: async () => {
        await new Promise((resolve) => setTimeout(resolve, wait))
        return all.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
      },
    }),
    chosen: (chosen) => ({
      queryKey: ['chosen', chosen],
      enabled: chosen !== null,
      queryFn: () => all.find((one) => one.id === chosen) ?? null,
    }),
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <RecordPicker label="Client" source={source} value={id} onChange={setId} />
      <output data-testid="id">{id}</output>
    </form>
  )
}

const picked = () => screen.getByTestId('id').textContent
const open = (wait: number) => {
  serve(() => ({ body: [] }))
  return showTo('admin', <Screen wait={wait} />)
}
afterEach(() => {
  cleanup()
  sent.mockClear()
  vi.unstubAllGlobals()
})

test.each([
  ['before the matches are here', 30],
  ['at once when they are quick', 0],
])('Enter takes the first match, %s, and does not send the form', async (_, wait) => {
  const user = open(wait)
  await user.type(screen.getByRole('combobox', { name: 'Client' }), 'ban{Enter}')
  await waitFor(() => expect(picked()).toBe('bank'))
  expect(sent).not.toHaveBeenCalled()
})

test('Enter takes the match that is marked with the arrows', async () => {
  const user = open(0)
  const field = screen.getByRole('combobox', { name: 'Client' })
  await user.type(field, 'ba')
  await screen.findByRole('option', { name: 'Bank' })
  await waitFor(() => expect(screen.getAllByRole('option').length).toBe(2))
  await user.type(field, '{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(picked()).toBe('bank'))
})

test('words without a match say so, and Enter picks nothing', async () => {
  const user = open(0)
  await user.type(screen.getByRole('combobox', { name: 'Client' }), 'zzz{Enter}')
  expect(await screen.findByText('No clients match these words')).toBeTruthy()
  expect(picked()).toBe('')
})
