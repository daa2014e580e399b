// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { useSession } from '../session-provider'
import { type Answers, leave, maria, open, serve, storeSession } from '../testing'
import { PasswordForm } from './password-form'

function Profile() {
  const { user } = useSession()
  return user ? (
    <>
      <p data-testid="flag">{user.hasTemporaryPassword ? 'temporary' : 'own'}</p>
      <PasswordForm />
    </>
  ) : null
}

async function openProfile(answers: Answers) {
  storeSession()
  const sent = serve({
    // The database ends the temporary password with the change of it; the renewed session reads it again.
    'GET /rest/v1/contacts': [true, false].map((has_temporary_password) => ({
      body: { id: 'contact-1', has_temporary_password },
    })),
    ...answers,
  })
  open(<Profile />, '/my-profile')
  await waitFor(() => expect(screen.getByTestId('flag').textContent).toBe('temporary'))
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('New password'), ' my own one ')
  await user.type(screen.getByLabelText('Confirm password'), ' my own one ')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  return sent
}

afterEach(leave)

test('a password of one’s own ends the temporary one and keeps the session', async () => {
  const sent = await openProfile({ 'PUT /auth/v1/user': { body: { ...maria } } })
  await waitFor(() => expect(screen.getByTestId('flag').textContent).toBe('own'))
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
    { password: 'my own one' },
  ])
  expect(await screen.findByText('Password updated successfully.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('a refusal says why and keeps what was typed', async () => {
  await openProfile({ 'PUT /auth/v1/user': { status: 422, body: { error_code: 'weak_password', msg: 'Too easy.' } } })
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to reset passwordToo easy.')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(' my own one ')
  expect(screen.getByTestId('flag').textContent).toBe('temporary')
})
