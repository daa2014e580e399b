// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useSession } from './session-provider'
import { leavingName, sessionKey } from './stored-session'
import { type Answers, leave, maria, noRow, open, type Sent, serve, storeSession } from './testing'

function Who() {
  const { status, hasEnded, user, signOut, close } = useSession()
  return (
    <>
      <p data-testid="who">{`${status} ${user?.email ?? '-'} ${user?.hasTemporaryPassword ?? '-'}`}</p>
      <p data-testid="ended">{String(hasEnded)}</p>
      <button onClick={() => void signOut()}>Leave</button>
      <button onClick={close}>Close</button>
    </>
  )
}

function openTab(answers: Answers = {}) {
  const sent = serve(answers)
  return { sent, ...open(<Who />, '/desk') }
}

const who = () => screen.getByTestId('who').textContent
const signedIn = (temporary = false) => waitFor(() => expect(who()).toBe(`signedIn ${maria.email} ${temporary}`))
const signedOut = () => waitFor(() => expect(who()).toBe('signedOut - -'))
const hasEnded = () => screen.getByTestId('ended').textContent
const removedElsewhere = () => {
  window.localStorage.removeItem(sessionKey)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null })))
}
const written = (sent: Sent[]) => sent.filter(({ method, path }) => method === 'POST' && !path.startsWith('/auth'))

afterEach(leave)

describe('on arrival', () => {
  test('a visitor is signed out in the first paint, and the backend hears nothing', () => {
    const { sent } = openTab()
    expect(who()).toBe('signedOut - -')
    expect(sent).toEqual([])
  })

  test('a stored session is picked up, and a known person is written nowhere', async () => {
    storeSession()
    const { sent } = openTab()
    expect(who()).toBe('loading - -')
    await signedIn()
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/rest/v1/user_roles'))
    expect(written(sent)).toEqual([])
  })

  test('a stored token that is no session is removed', async () => {
    window.localStorage.setItem(sessionKey, '{"access_token": 7}')
    openTab()
    await signedOut()
    expect(window.localStorage.getItem(sessionKey)).toBeNull()
  })

  test('a temporary password is known', async () => {
    storeSession()
    openTab({ 'GET /rest/v1/contacts': { body: [{ id: 'contact-1', has_temporary_password: true }] } })
    await signedIn(true)
  })
})

test('a client, who reads no row of contacts, is known all the same and written nowhere', async () => {
  storeSession()
  const facts = { name: 'Maria', last_name: null, phone: null, logo_url: null, profile: 'verified' }
  const { sent } = openTab({
    'GET /rest/v1/contacts': { body: [] },
    'GET /rest/v1/rpc/own_contact': { body: { ...facts, has_temporary_password: true } },
  })
  await signedIn(true)
  expect(written(sent)).toEqual([])
})

describe('a newcomer', () => {
  const unknown: Answers = {
    'GET /rest/v1/contacts': { body: [] },
    'GET /rest/v1/user_roles': noRow,
    'POST /rest/v1/contacts': { status: 201 },
    'POST /rest/v1/user_roles': { status: 201 },
    'POST /functions/v1/send-verification-email': { body: {} },
  }

  test('gets a contact, the role pending, and then the verification mail', async () => {
    storeSession()
    const { sent } = openTab(unknown)
    await waitFor(() => expect(written(sent)).toHaveLength(3))
    expect(written(sent).map(({ path, body }) => [path, body])).toEqual([
      [
        '/rest/v1/contacts',
        {
          user_id: maria.id,
          name: 'maria',
          email: maria.email,
          type: 'Person',
          profile: 'pending_verification',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ],
      ['/rest/v1/user_roles', { user_id: maria.id, role: 'pending' }],
      ['/functions/v1/send-verification-email', { userEmail: maria.email, userName: 'maria', userId: maria.id }],
    ])
  })

  test('whose contact another tab just made gets no second mail', async () => {
    storeSession()
    const { sent } = openTab({
      ...unknown,
      'POST /rest/v1/contacts': { status: 409, body: { code: '23505', message: 'duplicate key', details: '' } },
    })
    await waitFor(() => expect(written(sent)).toHaveLength(2))
    expect(written(sent).map(({ path }) => path)).toEqual(['/rest/v1/contacts', '/rest/v1/user_roles'])
    await signedIn()
  })

  test('is signed in although everything after it fails', async () => {
    storeSession()
    const broken = { status: 500, body: { code: 'XX000', message: 'broken', details: '' } }
    openTab({ 'GET /rest/v1/contacts': broken, 'GET /rest/v1/user_roles': 'unreachable' })
    await signedIn()
  })
})

describe('signing out (T26)', () => {
  test('leaves no token and no cached row', async () => {
    storeSession()
    window.localStorage.setItem(`${sessionKey}-code-verifier`, 'x')
    const { queryClient, sent } = openTab()
    await signedIn()
    queryClient.setQueryData(['tasks'], ['Shop front for Rossi'])
    await userEvent.click(screen.getByText('Leave'))
    await signedOut()
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('sb-'))).toEqual([])
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/auth/v1/logout'))
  })

  test('does not wait for a backend that hangs', async () => {
    storeSession()
    openTab({ 'POST /auth/v1/logout': 'hang' })
    await signedIn()
    await userEvent.click(screen.getByText('Leave'))
    await signedOut()
    expect(window.localStorage.getItem(sessionKey)).toBeNull()
  })

  test('in another tab signs this one out and empties its cache', async () => {
    storeSession()
    const { queryClient } = openTab()
    await signedIn()
    queryClient.setQueryData(['tasks'], ['Shop front for Rossi'])
    const tab = new BroadcastChannel(leavingName)
    tab.postMessage(null)
    await signedOut()
    tab.close()
    removedElsewhere()
    expect(hasEnded()).toBe('false')
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('is told to the other tabs, also by one whose backend hangs', async () => {
    storeSession()
    const heard = vi.fn()
    const tab = new BroadcastChannel(leavingName)
    tab.onmessage = heard
    openTab({ 'POST /auth/v1/logout': 'hang' })
    await signedIn()
    await userEvent.click(screen.getByText('Leave'))
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
    tab.close()
    await signedOut()
    expect(hasEnded()).toBe('false')
  })

  test('news of a sign-out that was followed by a sign-in is old news', async () => {
    storeSession()
    openTab()
    await signedIn()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null })))
    expect(who()).toBe(`signedIn ${maria.email} false`)
  })
})

describe('R12: a session that ends under the person', () => {
  test('elsewhere has ended here, and its cache is empty', async () => {
    storeSession()
    const { queryClient } = openTab()
    await signedIn()
    queryClient.setQueryData(['tasks'], ['Shop front for Rossi'])
    removedElsewhere()
    await signedOut()
    expect(hasEnded()).toBe('true')
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('because the account was closed leaves no token', async () => {
    storeSession()
    openTab()
    await signedIn()
    await userEvent.click(screen.getByText('Close'))
    await signedOut()
    expect(hasEnded()).toBe('true')
    expect(window.localStorage.getItem(sessionKey)).toBeNull()
  })
})
