// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetFirstScreen, watchFirstScreen } from '@/shared/lib/first-screen'
import { lazyPart } from './lazy-part'

afterEach(() => {
  cleanup()
  forgetFirstScreen()
  Reflect.deleteProperty(navigator, 'connection')
})

const Dialog = ({ opened }: { opened: boolean; onClose: () => void }) => (opened ? <p>The dialog</p> : null)

function open(load: () => Promise<typeof Dialog>, how: Parameters<typeof lazyPart>[1] = {}) {
  const Part = lazyPart(load, how)
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <MantineProvider env="test">
        <Notifications />
        <input aria-label="Note" />
        <button onClick={() => setOpened(true)}>Open</button>
        <Part opened={opened} onClose={() => setOpened(false)} />
      </MantineProvider>
    )
  }
  render(<Page />)
  return userEvent.setup()
}

test('a dialog whose code cannot be fetched leaves the page as it is, and can be tried again', async () => {
  const load = vi
    .fn<() => Promise<typeof Dialog>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Dialog)
  const user = open(load)
  await user.type(screen.getByLabelText('Note'), 'Half a note')
  await user.click(screen.getByText('Open'))
  expect(await screen.findByText('This could not be opened')).toBeTruthy()
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Half a note')

  await user.click(screen.getByText('Open'))
  expect(await screen.findByText('The dialog')).toBeTruthy()
})

test('the code is not fetched before it is wanted, and once for all', async () => {
  const load = vi.fn(() => Promise.resolve(Dialog))
  const user = open(load)
  expect(load).not.toHaveBeenCalled()
  await user.click(screen.getByText('Open'))
  expect(await screen.findByText('The dialog')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('the code of a dialog that most people open comes after the first screen', async () => {
  const load = vi.fn(() => Promise.resolve(Dialog))
  open(load, { isLikely: true })
  expect(load).not.toHaveBeenCalled()
  watchFirstScreen(() => true)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1), 4_000)
})

test('a browser that saves data fetches it only when it opens', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  const load = vi.fn(() => Promise.resolve(Dialog))
  const soon = vi.fn(() => Promise.resolve(Dialog))
  const user = open(load, { isLikely: true })
  open(soon, { isSoon: true })
  watchFirstScreen(() => true)
  await vi.waitFor(() => expect(soon).toHaveBeenCalledTimes(1), 4_000)
  expect(load).not.toHaveBeenCalled()
  await user.click(screen.getAllByText('Open')[0] as HTMLElement)
  expect(await screen.findByText('The dialog')).toBeTruthy()
})
