// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { AccountsBar } from './accounts-bar'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a bar that is wider than the window says on which side more follows', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  showTo('admin', <MemoryRouter initialEntries={['/to-invoice']} children={<AccountsBar />} />)
  const bar = await screen.findByRole('navigation', { name: 'Accounts' })
  const more = () => [bar.hasAttribute('data-before'), bar.hasAttribute('data-after')]
  bar.scrollLeft = 0
  fireEvent.scroll(bar)
  expect(more()).toEqual([false, true])
  bar.scrollLeft = 200
  fireEvent.scroll(bar)
  expect(more()).toEqual([true, true])
  bar.scrollLeft = 540
  fireEvent.scroll(bar)
  expect(more()).toEqual([true, false])
})
