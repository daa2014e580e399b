// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { sessionKey } from '../stored-session'
import { leave, maria, open, serve, storeSession } from '../testing'
import { WaitingForApprovalScreen } from './waiting-for-approval-screen'

afterEach(leave)

test('a newcomer is asked for their name once: the beginning of an address is none', async () => {
  storeSession()
  const own = {
    name: 'maria',
    last_name: null,
    phone: '+49 89 1',
    logo_url: null,
    profile: 'pending_verification',
    has_temporary_password: false,
  }
  const named = { ...own, name: 'Maria', last_name: 'Huber' }
  const sent = serve({
    'GET /rest/v1/contacts': [{ body: own }, { body: own }, { body: named }],
    'GET /rest/v1/rpc/own_contact': { body: own },
    'POST /rest/v1/rpc/save_my_profile': { status: 204 },
  })
  open(<WaitingForApprovalScreen />, '/dashboard')
  await userEvent.type(await screen.findByLabelText('First name'), 'Maria')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your first and last name.')
  await userEvent.type(screen.getByLabelText('Last name'), 'Huber')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByLabelText('First name')).toBeNull())
  expect(sent.find(({ path }) => path.endsWith('save_my_profile'))?.body).toEqual({
    p_name: 'Maria',
    p_last_name: 'Huber',
    p_phone: '+49 89 1',
  })
})

test('a newcomer sees which account waits, and can leave', async () => {
  storeSession()
  serve({})
  open(<WaitingForApprovalScreen />, '/dashboard')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Waiting for approval')
  await screen.findByText(new RegExp(maria.email))
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(window.localStorage.getItem(sessionKey)).toBeNull())
})
