import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { connectOnce } from '../api/testing'

export type Sent = { method: string; path: string; search: string; body: unknown }
type Answer = { status?: number; body?: unknown } | 'never'

/** A fake backend: answers by method and path, `GET /rest/v1/locations`. Returns the requests. */
export function serve(answer: (sent: Sent) => Answer | undefined): Sent[] {
  connectOnce()
  const all: Sent[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input))
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const sent = { method: init?.method ?? 'GET', path: url.pathname, search: decodeURIComponent(url.search), body }
    all.push(sent)
    const given = answer(sent) ?? { body: [] }
    if (given === 'never') return new Promise<Response>(() => {})
    const { status = 200, body: content = null } = given
    return new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } })
  })
  return all
}

export function show(children: ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>,
  )
}

/** Adds the browser functions that Mantine needs and happy-dom lacks. */
export function completeBrowser(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
