// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { sessionKey } from '../stored-session'
import { type Answers, leave, maria, open, serve, storeSession } from '../testing'
import { ResetPasswordScreen } from './reset-password-screen'

function openReset(answers: Answers = {}) {
  const sent = serve(answers)
  const view = open(<ResetPasswordScreen />, '/auth/reset-password')
  return { ...view, sent, user: userEvent.setup() }
}

const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

afterEach(leave)

describe('without a session', () => {
  test('the address is asked for, and a link is sent', async () => {
    const { user, sent } = openReset({ 'POST /auth/v1/recover': { body: {} } })
    expect(press('Send reset link').disabled).toBe(true)
    await user.type(screen.getByLabelText('Email'), 'Maria@signwright.test')
    await user.click(press('Send reset link'))
    expect((await screen.findByRole('status')).textContent).toBe('Check your email for the password reset link')
    expect(sent.map(({ body }) => body)).toMatchObject([{ email: 'maria@signwright.test' }])
  })

  test('a failure is told, and the address stays', async () => {
    const { user } = openReset({ 'POST /auth/v1/recover': { status: 500, body: { msg: 'mail is down' } } })
    await user.type(screen.getByLabelText('Email'), 'maria@signwright.test')
    await user.click(press('Send reset link'))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to send reset email')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maria@signwright.test')
  })
})

describe('with a session', () => {
  async function openWithSession(answers: Answers = {}) {
    storeSession()
    const opened = openReset(answers)
    await screen.findByRole('heading', { name: 'Set a new password' })
    return opened
  }
  const fill = async (user: ReturnType<typeof userEvent.setup>, password: string, confirmation: string) => {
    await user.type(screen.getByLabelText('New password'), password)
    await user.type(screen.getByLabelText('Confirm password'), confirmation)
  }

  test('it says whose password it is', async () => {
    await openWithSession()
    expect(screen.getByText(`For ${maria.email}`)).toBeTruthy()
  })

  test('a short or different password cannot be sent', async () => {
    const { user } = await openWithSession()
    expect(press('Update password').disabled).toBe(true)
    await fill(user, '12345', '1234')
    expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy()
    expect(screen.getByText('Passwords do not match')).toBeTruthy()
    expect(press('Update password').disabled).toBe(true)
    await user.type(screen.getByLabelText('New password'), '6')
    await user.type(screen.getByLabelText('Confirm password'), '56')
    expect(press('Update password').disabled).toBe(false)
  })

  test('the new password is stored, the person signed out and asked to sign in with it', async () => {
    const { user, sent, where } = await openWithSession({ 'PUT /auth/v1/user': { body: { ...maria } } })
    await fill(user, 'new signwright', 'new signwright')
    await user.click(press('Update password'))
    await waitFor(() => expect(where()).toBe('/auth?updated=password'))
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ password: 'new signwright' })
    expect(window.localStorage.getItem(sessionKey)).toBeNull()
  })

  test('a refusal says why and keeps what was typed', async () => {
    const { user } = await openWithSession({
      'PUT /auth/v1/user': { status: 422, body: { error_code: 'same_password', msg: 'Choose a different one.' } },
    })
    await fill(user, 'signwright', 'signwright')
    await user.click(press('Update password'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Failed to reset passwordChoose a different one.')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('signwright')
  })
})
