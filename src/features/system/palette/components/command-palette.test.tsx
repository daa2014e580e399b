// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { listenAhead } from '@/shared/hooks/typed-ahead'
import type { PaletteItem } from '../palette-item'
import { CommandPalette } from './command-palette'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Opened({ onClose, ...palette }: Omit<ComponentProps<typeof CommandPalette>, 'opened'>) {
  const [opened, setOpened] = useState(true)
  return (
    <CommandPalette
      {...palette}
      opened={opened}
      onClose={() => {
        onClose()
        setOpened(false)
      }}
    />
  )
}

const Here = () => <p>{`At ${useLocation().pathname}`}</p>

function open(answer: () => Answer = () => ({ body: [] })) {
  const calls = serve(() => answer())
  const logout = vi.fn()
  const onClose = vi.fn<() => void>()
  const items: PaletteItem[] = [
    { id: 'action logout', group: 'Actions', label: 'Logout', icon: null, run: logout },
    { id: 'screen /tasks', group: 'Screens', label: 'Tasks', icon: null, href: '/tasks' },
    { id: 'screen /żebbuġ', group: 'Screens', label: 'Żebbuġ site', icon: null, href: '/sites' },
  ]
  const user = showTo(
    'admin',
    <MemoryRouter>
      <Here />
      <Opened
        onClose={onClose}
        groups={['Actions', 'Screens', 'Contacts']}
        items={items}
        itemOfRecord={({ kind, id, title }) => ({
          id: `${kind} ${id}`,
          group: 'Contacts',
          label: title,
          icon: null,
          href: `/contacts/${id}`,
        })}
        itemOfRecent={({ id }) => items.find((item) => item.id === id) ?? null}
      />
    </MemoryRouter>,
  )
  const searches = () => calls.filter(({ path }) => path.includes('find_records')).map(({ body }) => body)
  return { user, logout, onClose, searches }
}

const field = () => screen.getByRole('combobox', { name: 'Search and commands' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

test('everything is reached by the keyboard, and the ends meet', async () => {
  const { user, onClose } = open()
  await user.click(field())
  expect(chosen()).toBe('Logout')
  await user.keyboard('{ArrowDown}')
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Tasks' }).id)
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen()).toBe('Żebbuġ site')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(await screen.findByText('At /tasks')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('what is typed before the field is there stands in it', async () => {
  listenAhead()
  await userEvent.keyboard('tas')
  const { user } = open()
  await user.click(field())
  expect(field()).toHaveProperty('value', 'tas')
  await user.keyboard('k')
  expect(field()).toHaveProperty('value', 'task')
})

test('accents need not be typed, and what was chosen is offered first the next time', async () => {
  const { user } = open()
  await user.type(field(), 'z')
  expect(options()).toEqual(['Żebbuġ site'])
  await user.keyboard('{Enter}')
  cleanup()
  open()
  expect(options()).toEqual(['Żebbuġ site', 'Logout', 'Tasks'])
})

test('the server is asked from two letters on, once typing pauses', async () => {
  const { user, searches } = open(() => ({ body: [{ kind: 'person', id: '7', title: 'Tarcisio', detail: null }] }))
  await user.type(field(), 'tarc')
  expect(await screen.findByRole('option', { name: 'Tarcisio' })).toBeTruthy()
  expect(searches()).toEqual([{ p_text: 'tarc' }])
})

test('an action is done, and leads nowhere', async () => {
  const { user, logout } = open()
  await user.click(screen.getByRole('option', { name: 'Logout' }))
  expect(logout).toHaveBeenCalledTimes(1)
  expect(screen.getByText('At /')).toBeTruthy()
})

test('what is not found is said', async () => {
  const { user } = open()
  await user.type(field(), 'qqqq')
  expect(await screen.findByText('Nothing is called “qqqq”. Try fewer letters, or another word.')).toBeTruthy()
})

test('a search that fails is told, can be repeated, and leaves the screens', async () => {
  let isBroken = true
  const { user } = open(() =>
    isBroken
      ? { status: 500, body: { message: 'down' } }
      : { body: [{ kind: 'person', id: '7', title: 'Tasha', detail: null }] },
  )
  await user.type(field(), 'tas')
  expect(await screen.findByText(/could not be searched/)).toBeTruthy()
  expect(options()).toEqual(['Tasks'])
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'Tasha' })).toBeTruthy()
})
