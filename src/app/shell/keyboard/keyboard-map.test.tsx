// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { QuickAccessItem } from '../navigation/quick-access-item'
import { topNavigation } from '../navigation/menu'
import { KeyboardMap } from './keyboard-map'

afterEach(cleanup)

test('the keyboard map names the screens that keys lead to', () => {
  showTo('admin', <KeyboardMap opened onClose={() => {}} />)
  const group = within(screen.getByRole('region', { name: 'Go to' }))
  const words = group.getAllByRole('definition').map(({ textContent }) => textContent.trim())
  expect(words).toContain('Tasks')
  expect(words).toContain('Calendar')
})

test('the menu leads to every screen that is built', () => {
  showTo(
    'admin',
    <MemoryRouter>
      {topNavigation.flat().map((item) => (
        <QuickAccessItem key={item.to} item={item} path="/" onLeave={() => {}} onAction={() => {}} />
      ))}
    </MemoryRouter>,
  )
  const words = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(words).toContain('Tasks')
  expect(words).toContain('Panel Assembly')
})
