// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { MailsOfRecord } from './mails-of-record'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mail = (id: string, more: object) => ({
  id,
  template_name: `Mail ${id}`,
  record_kind: 'quotation',
  record_id: 'q1',
  record_label: 'Q-2026-0142',
  recipients: ['client@example.com'],
  status: 'sent',
  send_at: '2026-11-02T08:00:00Z',
  next_try_at: '2026-11-02T08:00:00Z',
  tries: 1,
  last_error: null,
  sent_at: '2026-11-02T08:00:00Z',
  subject: 'Your quotation',
  is_reminder: false,
  stops_with_answer: true,
  created_by: null,
  ...more,
})

test('cancelled reminders are folded under the mails, and say why nobody gets them', async () => {
  serve(({ path }) => ({
    body: path.includes('mails_of_order')
      ? [
          mail('one', {}),
          mail('two', { status: 'cancelled', is_reminder: true }),
          mail('three', { status: 'cancelled', is_reminder: true, stops_with_answer: false }),
          mail('four', { status: 'cancelled' }),
        ]
      : [],
  }))
  showTo(
    'admin',
    <MemoryRouter>
      <MailsOfRecord kind="order" id="o1" page="orders" />
    </MemoryRouter>,
  )
  const fold = (await screen.findByText('2 cancelled reminders')).closest('details')!
  expect(fold.open).toBe(false)
  const inside = (words: RegExp) => fold.contains(screen.getByText(words))
  expect([/^Mail one/, /^Mail four/, /^Mail two/, /^Mail three/].map(inside)).toEqual([false, false, true, true])
  expect(screen.getByText('Cancelled: answered, paid, or replaced by a new version')).toBeTruthy()
  expect(screen.getByText('Cancelled by a person, or replaced by other reminders')).toBeTruthy()
})

test('a mail that waits is sent at once from its record', async () => {
  const calls = serve(({ path }) => ({
    body: path.includes('mails_of_order') ? [mail('one', { status: 'queued' })] : [],
  }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <MailsOfRecord kind="order" id="o1" page="orders" />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Actions for Mail one' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send now' }))
  const sent = () => calls.find(({ path }) => path.includes('reschedule_mail'))?.body
  await waitFor(() => expect(sent()).toMatchObject({ p_id: 'one' }))
})
