// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { sessionKey } from '../stored-session'
import { type Answers, grant, leave, maria, open, serve, storeSession } from '../testing'
import { AuthCallbackScreen } from './auth-callback-screen'
import { EmailConfirmedScreen } from './email-confirmed-screen'
import { ResetPasswordScreen } from './reset-password-screen'

let links = 0

/** Every test uses its own link, because a link is verified once. */
function openCallback(answers: Answers, query: (token: string) => string) {
  links += 1
  const search = query(`token-${links}`)
  const sent = serve(answers)
  window.history.replaceState(null, '', `/auth/callback${search}`)
  const view = open(<AuthCallbackScreen />, `/auth/callback${search}`)
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

const base64 = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
const accessToken = (links: number) =>
  `${base64({ alg: 'HS256' })}.${base64({ sub: maria.id, exp: Math.floor(Date.now() / 1000) + 3600, links })}.c2ln`

describe('A8: the default mails of Supabase', () => {
  const opened = (screen: ReactNode, path: string, answers: Answers = {}) => {
    const sent = serve({ 'GET /auth/v1/user': { body: grant().user }, ...accepted, ...answers })
    window.history.replaceState(null, '', path)
    return { ...open(screen, path), sent }
  }
  const session = (type: string) =>
    `#access_token=${accessToken((links += 1))}&expires_in=3600&refresh_token=fresh-${links}&token_type=bearer&type=${type}`

  test('bring a session, with which the new password is set', async () => {
    const { where } = opened(<ResetPasswordScreen />, `/auth/reset-password${session('recovery')}`)
    expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy()
    expect(screen.getByText(`For ${maria.email}`)).toBeTruthy()
    expect([where(), window.location.hash]).toEqual(['/auth/reset-password', ''])
  })

  test('or a token, which is followed on the very page', async () => {
    const { sent } = opened(
      <ResetPasswordScreen />,
      `/auth/reset-password?token_hash=direct-${(links += 1)}&type=recovery`,
    )
    expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy()
    expect(sent.map(({ path }) => path)).toContain('/auth/v1/verify')
    expect(window.location.search).toBe('')
  })

  test('confirm an address', async () => {
    opened(<EmailConfirmedScreen />, `/auth/email-confirmed${session('signup')}`)
    expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeTruthy()
  })

  const refused = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'
  test.each([
    ['/auth/reset-password', <ResetPasswordScreen key="reset" />],
    ['/auth/email-confirmed', <EmailConfirmedScreen key="confirmed" />],
    ['/auth/callback', <AuthCallbackScreen key="callback" />],
  ])('that were too old say so at %s, and confirm nothing', async (path, page) => {
    const { where } = opened(page, `${path}${refused}`)
    await waitFor(() => expect(where()).toContain('/auth?error=verification_failed'))
    expect(screen.queryByText('Email confirmed')).toBeNull()
  })

  test('T24: replace no live session silently', async () => {
    storeSession({ id: maria.id, email: 'another@signwright.test' })
    const { sent } = opened(<ResetPasswordScreen />, `/auth/reset-password${session('recovery')}`)
    expect(await screen.findByText(/You are signed in as another@signwright.test/)).toBeTruthy()
    expect(sent.filter(({ path }) => path === '/auth/v1/user')).toEqual([])
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
