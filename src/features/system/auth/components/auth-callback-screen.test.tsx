// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { sessionKey } from '../stored-session'
import { type Answers, grant, leave, open, serve, storeSession } from '../testing'
import { AuthCallbackScreen } from './auth-callback-screen'
import { EmailConfirmedScreen } from './email-confirmed-screen'

let links = 0

/** Every test follows a link of its own: one link is verified once. */
function openCallback(answers: Answers, query: (token: string) => string) {
  links += 1
  const search = query(`token-${links}`)
  const sent = serve(answers)
  window.history.replaceState(null, '', `/auth/callback${search}`)
  const view = open(<AuthCallbackScreen search={search} />, `/auth/callback${search}`)
  return { ...view, sent, token: `token-${links}` }
}

const accepted: Answers = { 'POST /auth/v1/verify': { body: grant() } }
const signup = (token: string) => `?token_hash=${token}&type=signup&redirect_to=/auth/email-confirmed`

afterEach(leave)

describe('a mailed link', () => {
  test('is verified, and leads where it says', async () => {
    const { sent, token, where } = openCallback(accepted, signup)
    expect(screen.getByRole('heading').textContent).toBe('Verifying your email')
    await waitFor(() => expect(where()).toBe('/auth/email-confirmed'))
    expect(sent.find(({ path }) => path === '/auth/v1/verify')?.body).toMatchObject({
      token_hash: token,
      type: 'signup',
    })
  })

  test('leaves no token in the address bar', async () => {
    const { where } = openCallback(accepted, signup)
    await waitFor(() => expect(where()).toBe('/auth/email-confirmed'))
    expect(window.location.href).not.toContain('token')
  })

  test('for a forgotten password leads to the new one', async () => {
    const { where } = openCallback(accepted, (token) => `?token_hash=${token}&type=recovery`)
    await waitFor(() => expect(where()).toBe('/auth/reset-password'))
  })

  test('T20: is not followed out of the product', async () => {
    const { where } = openCallback(accepted, (token) => `?token_hash=${token}&type=signup&redirect_to=//evil.example`)
    await waitFor(() => expect(where()).toBe('/auth/email-confirmed'))
  })

  test.each([
    ['without a token', () => '?type=signup'],
    ['with two tokens', (token: string) => `?token_hash=${token}&token_hash=b&type=signup`],
    ['of an unknown type', (token: string) => `?token_hash=${token}&type=__proto__`],
    ['with an endless token', () => `?token_hash=${'x'.repeat(10_000)}&type=signup`],
  ])('%s is invalid, and nobody is asked', async (_, query) => {
    const { sent, where } = openCallback(accepted, query)
    const message = 'Invalid authentication link. Please try requesting a new one.'
    await waitFor(() =>
      expect(where()).toBe(`/auth?${new URLSearchParams({ error: 'invalid_callback', message }).toString()}`),
    )
    expect(sent).toEqual([])
  })

  test.each([
    [
      { status: 403, body: { error_code: 'otp_expired', msg: 'Token has expired' } },
      'verification_failed',
      'Email verification failed. The link may have expired.',
    ],
    ['unreachable' as const, 'callback_error', 'Authentication processing failed. Please try again.'],
    [{ status: 503, body: {} }, 'callback_error', 'Authentication processing failed. Please try again.'],
  ])('answered by %j is %s', async (answer, error, message) => {
    const { where } = openCallback({ 'POST /auth/v1/verify': answer }, signup)
    await waitFor(() => expect(where()).toBe(`/auth?${new URLSearchParams({ error, message }).toString()}`))
  })
})

describe('T24: while somebody is signed in', () => {
  test('a link is not followed without asking', async () => {
    storeSession()
    const { sent, where } = openCallback(accepted, signup)
    const before = window.localStorage.getItem(sessionKey)
    await screen.findByRole('heading', { name: 'Follow this link?' })
    expect(sent.filter(({ path }) => path === '/auth/v1/verify')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(window.localStorage.getItem(sessionKey)).toBe(before)
  })

  test('a link is followed with consent', async () => {
    storeSession()
    const { where } = openCallback(accepted, signup)
    await userEvent.click(await screen.findByRole('button', { name: 'Follow the link' }))
    await waitFor(() => expect(where()).toBe('/auth/email-confirmed'))
  })
})

test('the confirmed page signs out on arrival and leads to sign-in', async () => {
  serve({})
  storeSession()
  const { where } = open(<EmailConfirmedScreen />, '/auth/email-confirmed')
  await waitFor(() => expect(window.localStorage.getItem(sessionKey)).toBeNull())
  await userEvent.click(screen.getByRole('link', { name: 'Go to Sign In' }))
  expect(where()).toBe('/auth')
})
