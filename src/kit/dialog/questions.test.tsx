// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmRemoval } from '../confirm'
import { guardSecondClicks } from '../second-clicks'
import { Questions } from './questions'

// As in the app, for the whole page.
let endGuard: () => void
beforeEach(() => {
  endGuard = guardSecondClicks(document)
})
afterEach(() => {
  endGuard()
  cleanup()
})

function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [nos, setNos] = useState(0)
  return (
    <>
      <button
        onClick={() =>
          confirmRemoval({
            title: 'Remove this note?',
            text: 'It is gone for everybody.',
            confirm: 'Remove note',
            onConfirm: () => void navigate('/notes'),
            onCancel: () => setNos((count) => count + 1),
          })
        }
      >
        Remove
      </button>
      <output data-testid="address">{pathname + search}</output>
      <output data-testid="nos">{nos}</output>
      <Questions />
    </>
  )
}

function open(entries: string[]) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: entries,
    initialIndex: entries.length - 1,
  })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return { router, user: userEvent.setup() }
}
const address = () => screen.getByTestId('address').textContent

test('a no is told once, however it is said; a yes is none', async () => {
  const { router, user } = open(['/notes/1'])
  const nos = () => screen.getByTestId('nos').textContent
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(nos()).toBe('0')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(nos()).toBe('1'))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('button', { name: 'Remove note' })
  await act(() => router.navigate(-1))
  await waitFor(() => expect(nos()).toBe('2'))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove note' }))
  await waitFor(() => expect(address()).toBe('/notes'))
  expect(nos()).toBe('2')
})

test('Back answers a question with no, and keeps the page and the dialog under it', async () => {
  const { router, user } = open(['/', '/notes/1?dialog=edit'])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('dialog', { name: 'Remove this note?' })).toBeTruthy()
  await router.navigate(-1)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/notes/1?dialog=edit')
})

test('the second click of a double click does not close or confirm the question that the first one opened', async () => {
  const { user } = open(['/', '/notes/1'])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('dialog', { name: 'Remove this note?' })
  const ground = document.querySelector('.mantine-Modal-overlay') ?? expect.fail('There is no ground')
  fireEvent.click(screen.getByRole('button', { name: 'Remove', hidden: true }), { detail: 1 })
  fireEvent.click(ground, { detail: 2 })
  fireEvent.click(screen.getByRole('button', { name: 'Remove note' }), { detail: 2 })
  expect(screen.getByRole('dialog', { name: 'Remove this note?' })).toBeTruthy()
  expect(address()).toContain('asked=question')
  // A separate click closes it.
  fireEvent.click(ground, { detail: 1 })
  await expect.poll(address).toBe('/notes/1')
})

test('confirming it twice leads where it leads once', async () => {
  const { router, user } = open(['/', '/notes/1'])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const button = await screen.findByRole('button', { name: 'Remove note' })
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(button, { detail: 2 })
  await expect.poll(address).toBe('/notes')
  await router.navigate(-1)
  await expect.poll(address).toBe('/notes/1')
})

test('what was confirmed may lead elsewhere, and Back from there finds no question', async () => {
  const { router, user } = open(['/', '/notes/1'])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove note' }))
  await expect.poll(address).toBe('/notes')
  await router.navigate(-1)
  await expect.poll(address).toBe('/notes/1')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an address that was kept from a question asks nothing', async () => {
  open(['/', '/notes/1?asked=question'])
  await expect.poll(address).toBe('/notes/1')
})
