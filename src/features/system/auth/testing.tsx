import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { connectOnce } from './api/testing'
import { SessionProvider } from './session-provider'
import { clearStoredSession, sessionKey } from './stored-session'
import { SilentSocket } from '@/shared/ui/testing'

/** Typing into real components takes its time on a busy machine; nothing here waits without a reason. */
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

export type Sent = { method: string; path: string; query: URLSearchParams; body: unknown }
type Answer = { status?: number; body?: unknown } | 'hang' | 'unreachable'
/** Answers by `METHOD /path`; a list is used up one by one, and its last answer stays. */
export type Answers = Record<string, Answer | Answer[]>

export const maria = { id: '5a1d2c5e-1111-4111-8111-111111111111', email: 'maria@signwright.test' }

/** The auth server's answer to a successful sign-in. */
export const grant = (user: { id: string; email: string } = maria) => ({
  access_token: `token-of-${user.id}`,
  refresh_token: `refresh-of-${user.id}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { ...user, aud: 'authenticated', role: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
})

export const noRow = { status: 406, body: { code: 'PGRST116', message: 'no rows', details: '', hint: null } }

const knownPerson: Answers = {
  'GET /rest/v1/contacts': { body: { id: 'contact-1', has_temporary_password: false } },
  'GET /rest/v1/user_roles': { body: { role: 'sales' } },
  'POST /auth/v1/logout': { status: 204 },
}

/** A fake backend. Returns the requests. */
export function serve(answers: Answers): Sent[] {
  const sent: Sent[] = []
  const all: Answers = { ...knownPerson, ...answers }
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new URL(input instanceof Request ? input.url : input, 'http://backend.test')
    const method = init?.method ?? 'GET'
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    sent.push({ method, path: request.pathname, query: request.searchParams, body })
    const prepared = all[`${method} ${request.pathname}`] ?? { status: 404, body: { message: 'no such path' } }
    const answer = Array.isArray(prepared) ? (prepared.length > 1 ? prepared.shift() : prepared[0]) : prepared
    if (answer === 'hang') return new Promise<Response>(() => {})
    if (!answer || answer === 'unreachable') throw new TypeError('Failed to fetch')
    const status = answer.status ?? 200
    return new Response(status === 204 ? null : JSON.stringify(answer.body ?? {}), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  connectOnce()
  return sent
}

export const storeSession = (user = maria): void => window.localStorage.setItem(sessionKey, JSON.stringify(grant(user)))

/** Opens one screen in the product's surroundings; every other address shows itself. */
export function open(screen: ReactNode, at = '/auth') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const here = new URL(at, 'http://app.test')
  const router = createMemoryRouter(
    [
      { path: here.pathname, element: screen },
      { path: '*', element: <Elsewhere /> },
    ],
    { initialEntries: [at] },
  )
  const view = render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...view, queryClient, where: () => router.state.location.pathname + router.state.location.search }
}

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

/** Leaves nothing behind for the next test. */
export function leave(): void {
  cleanup()
  notifications.clean()
  clearStoredSession()
  vi.unstubAllGlobals()
}
