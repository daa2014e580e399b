// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part'

afterEach(cleanup)

const Dialog = ({ opened }: { opened: boolean; onClose: () => void }) => (opened ? <p>The dialog</p> : null)

function open(load: () => Promise<typeof Dialog>) {
  const Part = lazyPart(load)
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
