// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { WaitingPeople } from './waiting-people'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shown = (waiting: number) => {
  const calls = serve(() => ({ body: waiting }))
  showTo(
    'admin',
    <MemoryRouter>
      <WaitingPeople />
    </MemoryRouter>,
  )
  return calls
}

test('people who wait are counted, and the count leads to them', async () => {
  shown(3)
  const tile = await screen.findByRole('link', { name: /Waiting for verification/ })
  expect(tile.textContent).toContain('3')
  expect(tile.getAttribute('href')).toBe('/admin/user-verification')
})

test('while nobody waits nothing is shown', async () => {
  const calls = shown(0)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText('Waiting for verification')).toBeNull()
})
