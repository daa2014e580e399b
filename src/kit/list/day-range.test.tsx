// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { dayRangeFilter } from './day-range'

const due = dayRangeFilter('Due')
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['2026-11-01..2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
  ['..2026-11-30', { from: null, to: '2026-11-30' }],
])('the address %s is read and written again', (text, range) => {
  expect(due.read(text)).toEqual(range)
  expect(due.write(range)).toBe(text)
})

test.each(['2026-13-01..x', '', null])('the address %s is no range', (text) => {
  expect(due.write(due.read(text))).toBeNull()
})

function Screen() {
  const [value, setValue] = useState(due.read(null))
  return (
    <>
      <due.Control label={due.label} value={value} onChange={setValue} />
      <output>{due.write(value)}</output>
    </>
  )
}

test('a range is typed, said on its button, and cleared', async () => {
  serve(() => ({ body: [] }))
  const user = showTo('admin', <Screen />)
  await user.click(screen.getByRole('button', { name: 'Due' }))
  await user.type(await screen.findByLabelText('From'), '1 Nov 2026{Enter}')
  await user.type(screen.getByLabelText('To'), '30.11.2026{Enter}')
  expect(screen.getByRole('status').textContent).toBe('2026-11-01..2026-11-30')
  expect(screen.getByText('Due: 1 Nov 2026 – 30 Nov 2026')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear Due' }))
  expect(screen.getByRole('status').textContent).toBe('')
})
