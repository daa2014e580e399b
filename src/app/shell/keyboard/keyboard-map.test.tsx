// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useScreenKeys } from '@/shared/hooks/screen-keys'
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

test('a screen’s own keys come first, and the furniture’s of the same letter are not listed', () => {
  const own = { title: 'Calendar', keys: [{ keys: 'M', label: 'Month' }] } as const
  function Screen() {
    useScreenKeys(own)
    return <KeyboardMap opened onClose={() => {}} />
  }
  showTo('admin', <Screen />)
  expect(screen.getByRole('region', { name: 'Calendar' }).textContent).toContain('Month')
  const everywhere = within(screen.getByRole('region', { name: 'Everywhere' }))
  expect(everywhere.queryByText('Quick Access')).toBeNull()
  expect(everywhere.getByText('Notifications')).toBeTruthy()
})

test('the menu leads to every screen that is built', () => {
  showTo(
    'admin',
    <MemoryRouter>
      {topNavigation.flat().map((item) => (
        <QuickAccessItem key={item.to} item={item} path="/" onAction={() => {}} />
      ))}
    </MemoryRouter>,
  )
  const words = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(words).toContain('Tasks')
  expect(words).toContain('Panel Assembly')
})
