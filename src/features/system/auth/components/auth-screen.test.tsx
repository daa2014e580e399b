// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Suspense } from 'react'
import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { useOpenRecord } from '@/shared/hooks/record-title'
import { type Answers, grant, leave, open, serve } from '../testing'
import { AuthScreen } from './auth-screen'

const letIn: Answers = { 'POST /auth/v1/token': { body: grant() } }

function openAuth(answers: Answers, search = '', demo = false) {
  const sent = serve(answers)
  const view = open(<AuthScreen search={search} demo={demo} />, `/auth${search}`)
  return { ...view, sent, user: userEvent.setup() }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => screen.getByRole('button', { name })

async function fill(user: ReturnType<typeof userEvent.setup>, email: string, password?: string) {
  await user.type(field('Email'), email)
  if (password !== undefined) await user.type(field('Password'), password)
}

afterEach(() => {
  vi.useRealTimers()
  leave()
})

describe('signing in', () => {
  test('sends trimmed credentials and leads to the dashboard', async () => {
    const { user, sent, where } = openAuth(letIn)
    await fill(user, ' Maria@Signwright.TEST ', ' signwright ')
    await user.click(press('Sign in'))
    await waitFor(() => expect(where()).toBe('/dashboard'))
    const bodies = sent.filter((request) => request.path === '/auth/v1/token').map((request) => request.body)
    expect(bodies).toEqual([{ email: 'maria@signwright.test', password: 'signwright', gotrue_meta_security: {} }])
  })

  test('a refusal is told in words, and nothing typed is lost', async () => {
    const { user } = openAuth({
      'POST /auth/v1/token': {
        status: 400,
        body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      },
    })
    await fill(user, 'maria@signwright.test', 'signwrong')
    await user.click(press('Sign in'))
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password')
    expect([field('Email').value, field('Password').value]).toEqual(['maria@signwright.test', 'signwrong'])
  })

  test('an unconfirmed address is asked to confirm', async () => {
    const { user } = openAuth({
      'POST /auth/v1/token': { status: 400, body: { error_code: 'email_not_confirmed', msg: 'Email not confirmed' } },
    })
    await fill(user, 'maria@signwright.test', 'signwright')
    await user.click(press('Sign in'))
    expect((await screen.findByRole('alert')).textContent).toBe('Please check your email to confirm your account')
  })

  test('an empty form and a short password are told under their fields, and nothing is sent', async () => {
    const { user, sent } = openAuth(letIn)
    await user.click(press('Sign in'))
    expect(screen.getByText('Enter your email address')).toBeTruthy()
    expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await user.keyboard('maria@signwright.test{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(sent).toEqual([])
  })

  test('twenty clicks are one request', async () => {
    const { user, sent } = openAuth({ 'POST /auth/v1/token': 'hang' })
    await fill(user, 'maria@signwright.test', 'signwright')
    const form = press('Sign in').closest('form')
    act(() => {
      for (let i = 0; i < 20; i += 1) form?.requestSubmit()
    })
    await waitFor(() => expect(sent).not.toEqual([]))
    expect(sent.filter((request) => request.path === '/auth/v1/token')).toHaveLength(1)
  })

  test('a temporary password is welcomed and led to its change', async () => {
    const { user, where } = openAuth({
      ...letIn,
      'GET /rest/v1/contacts': { body: { id: 'contact-1', has_temporary_password: true } },
    })
    await fill(user, 'maria@signwright.test', 'signwright')
    await user.click(press('Sign in'))
    await waitFor(() => expect(where()).toBe('/my-profile?change-password=true'))
    expect(await screen.findByText('Welcome!')).toBeTruthy()
  })

  test('the welcome is in the language of the page', async () => {
    document.documentElement.lang = 'de'
    const { user } = openAuth({
      ...letIn,
      'GET /rest/v1/contacts': { body: { id: 'contact-1', has_temporary_password: true } },
    })
    await fill(user, 'maria@signwright.test', 'signwright')
    await user.click(press('Sign in'))
    expect(await screen.findByText('Willkommen!')).toBeTruthy()
    document.documentElement.lang = 'en'
  })
})

describe('a return address', () => {
  test('is explained in sign-in mode only, and followed', async () => {
    const { user, where } = openAuth(letIn, '?returnUrl=%2Fdelivery-notes')
    expect(screen.getByRole('status').textContent).toBe('Access Required: Please log in to access Delivery Notes')
    await user.click(press('Create an account'))
    expect(screen.queryByText('Access Required:')).toBeNull()
    await user.click(press('Sign in'))
    await fill(user, 'maria@signwright.test', 'signwright')
    await user.click(press('Sign in'))
    await waitFor(() => expect(where()).toBe('/delivery-notes'))
  })

  test('is not said to be Delivery Notes where it is another page', () => {
    openAuth(letIn, '?returnUrl=%2Ftasks%3Ftask%3D1')
    expect(screen.getByRole('status').textContent).toBe('Access Required: Please log in to access the page you opened')
  })

  test('of the office’s own view of an invoice tells a client where his is', () => {
    openAuth(letIn, '?returnUrl=%2Fpublic%2Finvoices%2F1')
    expect(screen.getByRole('status').textContent).toContain('Clients open it with the link of their mail')
  })

  test('T20: one that leads away is neither explained nor followed', async () => {
    const { user, where } = openAuth(letIn, '?returnUrl=%2F%2Fevil.example')
    expect(screen.queryByText('Access Required:')).toBeNull()
    await fill(user, 'maria@signwright.test', 'signwright')
    await user.click(press('Sign in'))
    await waitFor(() => expect(where()).toBe('/dashboard'))
  })
})

describe('signing up', () => {
  test('asks for the confirmation mail, which leads to /auth/email-confirmed', async () => {
    const { user, sent } = openAuth({ 'POST /auth/v1/signup': { body: { id: 'new', email: 'new@signwright.test' } } })
    document.documentElement.lang = 'en'
    await user.click(press('Create an account'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create your account')
    await fill(user, 'New@signwright.test', 'signwright')
    await user.click(press('Create account'))
    expect((await screen.findByRole('status')).textContent).toBe('Please check your email to confirm your account')
    const signUp = sent.find((request) => request.path === '/auth/v1/signup')
    expect(signUp?.query.get('redirect_to')).toBe(`${window.location.origin}/auth/email-confirmed`)
    expect(signUp?.body).toMatchObject({
      email: 'new@signwright.test',
      password: 'signwright',
      data: { language: 'en' },
    })
  })

  test('refused credentials make no account', async () => {
    const { user } = openAuth({
      'POST /auth/v1/signup': { status: 400, body: { error_code: 'invalid_credentials', msg: 'no' } },
    })
    await user.click(press('Create an account'))
    await fill(user, 'new@signwright.test', 'signwright')
    await user.click(press('Create account'))
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to create account')
  })
})

describe('asking for a reset', () => {
  test.each([
    [{ status: 200 }, 'status', 'Check your email for the password reset link'],
    [
      { status: 404, body: { error_code: 'user_not_found', msg: 'User not found' } },
      'alert',
      'User not found or you need to register first',
    ],
  ])('%j says %s: %s', async (answer, role, text) => {
    const { user, sent } = openAuth({ 'POST /auth/v1/recover': answer })
    await user.click(press('Forgot your password?'))
    await fill(user, 'maria@signwright.test')
    await user.click(press('Send reset link'))
    expect((await screen.findByRole(role)).textContent).toBe(text)
    expect(sent.find((request) => request.path === '/auth/v1/recover')?.query.get('redirect_to')).toBe(
      `${window.location.origin}/auth/reset-password`,
    )
  })

  test('keeps the address that was typed for signing in', async () => {
    const { user } = openAuth({})
    await fill(user, 'maria@signwright.test')
    await user.click(press('Forgot your password?'))
    expect(field('Email').value).toBe('maria@signwright.test')
  })
})

describe('the error of a mailed link', () => {
  test('is told in our words, never in those of the address, and goes after 8 seconds', () => {
    vi.useFakeTimers()
    openAuth({}, `?error=verification_failed&message=${encodeURIComponent('Call 555-0199 to unlock your account')}`)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Email verification failed. The link may have expired.')
    act(() => vi.advanceTimersByTime(7_999))
    expect(screen.queryByRole('alert')).not.toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an unknown one is told in general words', () => {
    openAuth({}, '?error=teapot&message=Call%20555-0199')
    expect(screen.getByRole('alert').textContent).toBe('An authentication error occurred')
  })
})

describe('the demo people', () => {
  const people: Answers = {
    ...letIn,
    'GET /local/demo-accounts': { body: [{ email: 'maria@signwright.test', name: 'Maria Silva', role: 'sales' }] },
  }

  test('sign in with one click', async () => {
    const { user, where, sent } = openAuth(people, '', true)
    await user.click(await screen.findByRole('button', { name: 'Sign in as Maria, sales' }))
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(sent.find((request) => request.path === '/auth/v1/token')?.body).toMatchObject({ password: 'signwright' })
  })

  test('are offered in the language of the page', async () => {
    serve(people)
    open(
      <PageLanguageContext value="de">
        <Suspense>
          <AuthScreen search="" demo />
        </Suspense>
      </PageLanguageContext>,
      '/auth',
    )
    await screen.findByRole('button', { name: 'Anmelden als Maria, Verkauf' })
    screen.getByText(/^Dies ist das Demo-Unternehmen/)
  })

  test('are asked for only where the backend is a demo', async () => {
    const { user, sent } = openAuth(people)
    await user.click(press('Create an account'))
    expect(sent).toEqual([])
  })
})

test('the window is named after what is asked', async () => {
  const Named = () => (
    <>
      <output>{useOpenRecord()}</output>
      <AuthScreen search="" demo={false} />
    </>
  )
  serve({})
  open(<Named />)
  await userEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
  expect(screen.getByRole('status').textContent).toBe('Create your account')
  await userEvent.click(press('Sign in'))
  expect(screen.getByRole('status').textContent).toBe('Sign in')
  await userEvent.click(press('Forgot your password?'))
  expect(screen.getByRole('status').textContent).toBe('Reset your password')
})

test('Back and a reload keep the mode of the page', async () => {
  const { user, sent } = openAuth({})
  await user.click(press('Create an account'))
  expect(press('Create account')).toBeTruthy()
  leave()
  openAuth({}, '?mode=sign-up')
  expect(press('Create account')).toBeTruthy()
  expect(sent).toEqual([])
})

test('after a password was updated the page says so', () => {
  openAuth({}, '?updated=password')
  expect(screen.getByRole('status').textContent).toBe(
    'Password updated successfully. Please sign in with your new password.',
  )
})
