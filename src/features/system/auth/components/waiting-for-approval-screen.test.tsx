// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { sessionKey } from '../stored-session'
import { leave, maria, open, serve, storeSession } from '../testing'
import { WaitingForApprovalScreen } from './waiting-for-approval-screen'

afterEach(leave)

test('a newcomer sees which account waits, and can leave', async () => {
  storeSession()
  serve({})
  open(<WaitingForApprovalScreen />, '/dashboard')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Waiting for approval')
  await screen.findByText(new RegExp(maria.email))
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(window.localStorage.getItem(sessionKey)).toBeNull())
})
