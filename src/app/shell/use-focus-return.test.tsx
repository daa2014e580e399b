// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusReturn } from './use-focus-return'

afterEach(cleanup)

function Page() {
  useFocusReturn()
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open the task</button>
      {isOpen ? (
        <div role="dialog" aria-modal="true" aria-label="Task">
          <input key={String(isAsked)} aria-label="Title" data-autofocus autoFocus={!isAsked} />
          {isAsked ? null : <button onClick={() => setAsked(true)}>Restore</button>}
          <button onClick={() => setOpen(false)}>Close</button>
        </div>
      ) : null}
    </>
  )
}

test('whoever closes a dialog is back where they opened it', async () => {
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Open the task' })
  await userEvent.click(opener)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a button that vanishes with the fields that it fills leaves the focus where the dialog begins', async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Open the task' }))
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' })))
})
