// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { RecordPicker } from './record-picker'
import { stockItems } from './stock-items'

afterEach(cleanup)

function Screen() {
  const [id, setId] = useState<string | null>(null)
  return <RecordPicker label="Item" source={stockItems} value={id} onChange={setId} />
}

test('an item says beside it what is available, and its name alone stands in the field', async () => {
  const acrylic = { id: 'a', name: 'Acrylic 3 mm', sku: 'ACR-1', available: '4.0000', stock_unit: 'sheet' }
  const vinyl = { id: 'v', name: 'Vinyl', sku: 'VIN-1', available: '0.0000', stock_unit: 'm2' }
  serve(() => ({ body: [acrylic, vinyl] }))
  const user = showTo('admin', <Screen />)
  await user.click(screen.getByRole('combobox', { name: 'Item' }))
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Acrylic 3 mm · ACR-1 4 sheets available',
    'Vinyl · VIN-1 None available',
  ])
  await user.click(screen.getByText('Acrylic 3 mm · ACR-1'))
  expect(screen.getByRole('combobox', { name: 'Item' })).toHaveProperty('value', 'Acrylic 3 mm · ACR-1')
})
