// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Notice } from './new-version-notice'
import { watchTyping } from './unsaved'

let stop = () => {}
beforeEach(() => {
  stop = watchTyping()
})
afterEach(() => {
  stop()
  cleanup()
})

function show(page: ReactNode) {
  const reload = vi.fn()
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        {page}
        <Notice reload={reload} />
      </ModalsProvider>
    </MantineProvider>,
  )
  return { reload, user: userEvent.setup() }
}
const press = (name: string) => screen.getByRole('button', { name })
const form = (isKept: boolean) => (
  <form data-kept={isKept || undefined}>
    <input aria-label="Name" />
  </form>
)

test('a page where nothing was typed is reloaded at once', async () => {
  const { reload, user } = show(form(false))
  await user.click(press('Reload'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what is typed and not kept is not lost without asking', async () => {
  const { reload, user } = show(form(false))
  await user.type(screen.getByLabelText('Name'), 'Maria')
  await user.click(press('Reload'))
  expect(reload).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Reload and lose it' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what is kept over a reload, and what was emptied again, is not asked about', async () => {
  const { reload, user } = show(form(true))
  await user.type(screen.getByLabelText('Name'), 'Maria')
  await user.click(press('Reload'))
  expect(reload).toHaveBeenCalledTimes(1)
  cleanup()
  const emptied = show(form(false))
  await emptied.user.type(screen.getByLabelText('Name'), 'M{Backspace}')
  await emptied.user.click(press('Reload'))
  expect(emptied.reload).toHaveBeenCalledTimes(1)
})

test('later means not now', async () => {
  const { user } = show(null)
  await user.click(press('Later'))
  expect(screen.queryByText('A new version is ready.')).toBeNull()
})
