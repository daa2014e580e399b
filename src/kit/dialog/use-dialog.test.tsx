// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useDialog } from './use-dialog'

afterEach(() => {
  cleanup()
  seen = []
})

/** What the page drew of its dialog, without repetition. */
let seen: string[] = []

function Page() {
  const approve = useDialog('approve')
  useEffect(() => void seen.push(approve.isOpen ? 'open' : 'closed'), [approve.isOpen])
  const menu = useDialog('menu', 'beside')
  const notices = useDialog('notices', 'beside')
  const { pathname, search } = useLocation()
  return (
    <>
      <button onClick={() => approve.open('anna')}>Approve</button>
      {approve.isOpen ? (
        <section>
          <p>{`Approve ${approve.subject}`}</p>
          <button onClick={approve.close}>Close</button>
        </section>
      ) : null}
      <button onClick={() => menu.open()}>Menu</button>
      <button onClick={() => notices.open()}>Notices</button>
      <output data-testid="address">{pathname + search}</output>
    </>
  )
}

function open(entries: string[]) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>The start</p> },
      { path: '/people', element: <Page /> },
    ],
    { initialEntries: entries, initialIndex: entries.length - 1 },
  )
  render(<RouterProvider router={router} />)
  return { router, user: userEvent.setup() }
}
const address = () => screen.getByTestId('address').textContent

test('Back closes a dialog before it leaves the page', async () => {
  const { router, user } = open(['/', '/people?q=a'])
  await user.click(screen.getByText('Approve'))
  expect(address()).toBe('/people?q=a&dialog=approve.anna')
  await router.navigate(-1)
  await expect.poll(address).toBe('/people?q=a')
  expect(screen.queryByText('Approve anna')).toBeNull()
})

test('closing it leaves no step behind: the next Back leaves the page', async () => {
  const { router, user } = open(['/', '/people'])
  await user.click(screen.getByText('Approve'))
  await user.click(screen.getByText('Close'))
  await expect.poll(address).toBe('/people')
  await router.navigate(-1)
  expect(await screen.findByText('The start')).toBeTruthy()
})

/** Both clicks before the screen is drawn again. */
const clickTwice = (words: string) =>
  act(() => {
    const button = screen.getByText(words)
    fireEvent.click(button)
    fireEvent.click(button)
  })

test('closing it twice goes back once', async () => {
  const { router, user } = open(['/', '/people'])
  await user.click(screen.getByText('Approve'))
  clickTwice('Close')
  await expect.poll(() => router.state.location.search).toBe('')
  await expect.poll(address).toBe('/people')
  // And it can be opened and closed again.
  await user.click(screen.getByText('Approve'))
  await user.click(screen.getByText('Close'))
  await expect.poll(address).toBe('/people')
})

test('opened again while it is going, it is open: one Back closes it, and it is closed and opened as before', async () => {
  const { router, user } = open(['/', '/people'])
  await user.click(screen.getByText('Approve'))
  act(() => {
    const again = screen.getByText('Approve')
    fireEvent.click(screen.getByText('Close'))
    fireEvent.click(again)
  })
  await expect.poll(() => seen.at(-1)).toBe('open')
  expect(seen).toEqual(['closed', 'open', 'closed', 'open'])
  await act(() => router.navigate(-1))
  await expect.poll(address).toBe('/people')
  await user.click(screen.getByText('Approve'))
  expect(screen.getByText('Approve anna')).toBeTruthy()
})

test('opening it twice opens it once: one Back closes it', async () => {
  const { router } = open(['/', '/people'])
  clickTwice('Approve')
  expect(address()).toBe('/people?dialog=approve.anna')
  await act(() => router.navigate(-1))
  await expect.poll(address).toBe('/people')
})

test('an address that names the dialog opens it, and closing it stays on the page', async () => {
  const { user } = open(['/people?dialog=approve.anna'])
  expect(screen.getByText('Approve anna')).toBeTruthy()
  await user.click(screen.getByText('Close'))
  await expect.poll(address).toBe('/people')
})

test('one panel of the layout takes the place of another, above a dialog that stays: Back closes it alone', async () => {
  const { router, user } = open(['/', '/people'])
  await user.click(screen.getByText('Approve'))
  await user.click(screen.getByText('Menu'))
  expect(address()).toBe('/people?dialog=approve.anna&beside=menu')
  await user.click(screen.getByText('Notices'))
  expect(address()).toBe('/people?dialog=approve.anna&beside=notices')
  await router.navigate(-1)
  await expect.poll(address).toBe('/people?dialog=approve.anna')
})
