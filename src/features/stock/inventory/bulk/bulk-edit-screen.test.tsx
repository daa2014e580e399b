// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { BulkEditScreen } from './bulk-edit-screen'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const row = (sku: string) => ({
  id: `id-${sku}`,
  row_version: 4,
  sku,
  name: `Item ${sku}`,
  bin: null,
  min_qty: null,
  reorder_qty: null,
  supplier_sku: null,
  sell_price: '10',
  price_follows_cost: false,
})

function open(save: () => Answer) {
  const calls = serve(({ path }) => {
    if (path.includes('change_items')) return save()
    if (path.includes('/inventory_items')) return { body: [row('A'), row('B')] }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/inventory/bulk-edit']}>
      <BulkEditScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}

async function type(user: ReturnType<typeof showTo>, sku: string, column: string, text: string) {
  const grid = await screen.findByRole('grid', { name: 'Items' })
  const cell = grid.querySelector<HTMLElement>(`[data-row="id-${sku}"] [data-column="${column}"]`)
  if (!cell) throw new Error('no such cell')
  await user.dblClick(cell)
  await user.keyboard(`${text}{Enter}`)
}

test('changes are looked at and sent together, over the versions that were seen', async () => {
  const { user, calls } = open(() => ({ body: 2 }))
  await type(user, 'A', 'bin', 'Rack 1')
  await type(user, 'B', 'min_qty', '5')
  await user.click(screen.getByRole('button', { name: 'Look at 2 changed items' }))
  const preview = await screen.findByRole('dialog')
  expect(within(preview).getByText('Rack 1')).toBeTruthy()
  await user.click(within(preview).getByRole('button', { name: 'Save 2 items, all or none' }))
  expect(await screen.findByText('2 items are saved.')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('change_items'))?.body).toEqual({
    p_changes: [
      { id: 'id-A', row_version: 4, values: { bin: 'Rack 1' } },
      { id: 'id-B', row_version: 4, values: { min_qty: '5.0000' } },
    ],
  })
})

test('a refusal keeps everything that was typed, and says why', async () => {
  const words = 'Item B was changed by somebody else meanwhile. Nothing was saved.'
  const { user } = open(() => ({ status: 409, body: { code: 'PT409', message: words } }))
  await type(user, 'B', 'bin', 'Rack 2')
  await user.click(screen.getByRole('button', { name: 'Look at 1 changed item' }))
  await user.click(await screen.findByRole('button', { name: 'Save 1 item' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Look at 1 changed item' })).toBeTruthy()
})
