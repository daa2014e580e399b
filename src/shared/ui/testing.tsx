import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import type { PageName } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import { CurrentUserContext } from '@/shared/hooks/current-user'
import { IconFile } from '@tabler/icons-react'
import { type RecordLooks, RecordLooksContext } from '@/shared/ui/page/record-links'
import { themeIn } from '@/shared/ui/theme'

/** A socket that never opens, for tests without a live line. */
export class SilentSocket {
  readyState = 0
  send() {}
  close() {}
  addEventListener() {}
  removeEventListener() {}
}

/** `yes`: the questions of the database that the request says yes to. */
export type Call = { method: string; path: string; body: unknown; yes?: string }
/** `until`: the answer comes when this is done. */
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; until?: Promise<void> }

let isConnected = false

/** Answers every request at the edge of the network; the calls that were made, in order. */
export function serve(answer: (call: Call) => Answer): Call[] {
  vi.stubGlobal('WebSocket', SilentSocket)
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input))
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const yes = new Headers(init.headers).get('x-yes')
    const call = {
      method: init.method ?? 'GET',
      path: decodeURIComponent(url.pathname + url.search),
      body,
      ...(yes ? { yes } : {}),
    }
    calls.push(call)
    const { status = 200, body: answered = [], headers = {}, until } = answer(call)
    await until
    return new Response(JSON.stringify(answered), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  })
  if (!isConnected)
    connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
  isConnected = true
  return calls
}

/** The answer of the database that asks first; a request that says yes is answered with `body`. */
export const asksFirst = (call: Call, question: string, words: string, body: unknown): Answer =>
  call.yes?.split(', ').includes(question)
    ? { body }
    : { status: 409, body: { code: 'PT409', message: words, details: `asks: ${question}`, hint: null } }

/** Links of test records: `/kind/id`. */
export const testLooks: RecordLooks = (kind) => ({
  icon: IconFile,
  one: kind,
  many: kind,
  group: kind,
  maySee: () => true,
  address: (id) => `/${kind}/${id}`,
})

/** Shows a screen to a person of that role. */
/** `viewed`: the pages that the role may look at; an admin may do everything without them. */
export function showTo(role: Role, screen: ReactNode, viewed: readonly PageName[] = []) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const person = {
    id: 'me',
    email: 'me@company.test',
    name: 'Me',
    avatarUrl: null,
    rights: {
      role,
      pages: viewed.map((page_name) => ({
        page_name,
        can_view: true,
        can_create: false,
        can_edit: false,
        can_delete: false,
      })),
      named: [],
    },
  }
  render(
    <MantineProvider env="test" theme={themeIn(null)}>
      <QueryClientProvider client={queries}>
        <CurrentUserContext value={person}>
          <RecordLooksContext value={testLooks}>
            <ModalsProvider>
              <Notifications />
              {screen}
            </ModalsProvider>
          </RecordLooksContext>
        </CurrentUserContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}
