// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { OnStopNotice } from './on-stop-notice'

afterEach(cleanup)

const stopped = { at: '2026-11-20T09:00:00Z', title: 'Two invoices of May are open' }

function show(onStop: boolean, story: object[] | null = [stopped]) {
  const calls = serve(({ path }) =>
    path.includes('/rpc/contact_timeline')
      ? story === null
        ? { status: 403, body: { code: '42501', message: 'You may not see contacts' } }
        : { body: story }
      : { body: { on_stop: onStop } },
  )
  showTo('admin', <OnStopNotice contactId="c1" />)
  return calls
}

test('a client on stop is said with the reason and the day', async () => {
  show(true)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Two invoices of May are open · 20 Nov 2026')
  expect(notice.textContent).toContain('Ask accounts before you go on')
})

test('it is said without the reason to who may not read it', async () => {
  show(true, null)
  expect((await screen.findByRole('alert')).textContent).toContain('no more work on account')
})

test('nothing is said of another client, and its story is not read', async () => {
  const calls = show(false)
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls.some(({ path }) => path.includes('contact_timeline'))).toBe(false)
})
