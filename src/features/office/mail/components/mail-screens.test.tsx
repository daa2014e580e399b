// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { QueueScreen } from './queue-screen'
import { TemplateScreen } from './template-screen'

let calls: Call[]
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const called = (name: string) => calls.filter(({ path }) => path.includes(`/rpc/${name}`)).map(({ body }) => body)

const template = {
  id: 't1',
  key: 'invoice',
  kind: 'invoice',
  language: 'en',
  name: 'Invoice',
  subject: 'Invoice {{ number }}',
  body: '<p>Hello</p>',
  attaches_paper: true,
  is_active: true,
  sent_on: null,
  version: 2,
  row_version: 2,
  created_by: null,
  updated_at: '2026-11-20T08:00:00Z',
}
const openTemplate = () => {
  calls = serve(({ path }) => {
    if (path.includes('/rpc/mail_variables'))
      return { body: [{ name: 'number', label: 'Number', type: 'text', example: 'INV-1' }] }
    if (path.includes('/rpc/preview_mail'))
      return { body: { types: {}, company, time_zone: 'UTC', values: { number: 'INV-1' } } }
    if (path.includes('/email_template_versions'))
      return {
        body: [
          { id: 2, version: 2, subject: template.subject, body: template.body, created_at: template.updated_at },
          { id: 1, version: 1, subject: 'Old {{ number }}', body: '<p>Old</p>', created_at: template.updated_at },
        ],
      }
    if (path.includes('/email_templates')) return { body: [template] }
    return { body: [] }
  })
  return showTo(
    'admin',
    <MemoryRouter initialEntries={['/?tab=versions']}>
      <TemplateScreen id="t1" />
    </MemoryRouter>,
  )
}

test('a template has its name while its variables are read, and when they cannot be', async () => {
  calls = serve(({ path }) =>
    path.includes('/rpc/mail_variables')
      ? { status: 500 }
      : { body: path.includes('/email_templates') ? [template] : [] },
  )
  showTo(
    'admin',
    <MemoryRouter>
      <TemplateScreen id="t1" />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoice' })).toBeTruthy()
  expect(await screen.findByText('The variables could not be read')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Invoice' })).toBeTruthy()
})

test('an unknown variable is told at its field and in the preview; it is not saved or tested', async () => {
  const user = openTemplate()
  const subject = await screen.findByLabelText(/^Subject/)
  await user.type(subject, ' {{{{ ammount }}')
  expect(await screen.findByText('There is no variable “ammount” for this kind of mail')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  expect(screen.getByRole('button', { name: 'Send me a test' }).getAttribute('aria-disabled')).toBe('true')
})

test('the words of an old version come into the form and its preview, and a test of them can be sent', async () => {
  const user = openTemplate()
  await user.click(await screen.findByRole('button', { name: 'Take the words of version 1' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe('Old {{ number }}')
  expect(await screen.findByText('Old INV-1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send me a test' }))
  await waitFor(() =>
    expect(called('send_test_mail')).toEqual([
      { p_template_id: 't1', p_subject: 'Old {{ number }}', p_body: '<p>Old</p>' },
    ]),
  )
})

test('a mail that waits can be cancelled, one that failed can be sent again, one that is being sent neither', async () => {
  const mail = (id: string, status: string) => ({
    id,
    template_name: `Mail ${id}`,
    record_kind: 'invoice',
    record_id: 'r',
    record_label: 'INV-1',
    recipients: ['ann@client.example'],
    status,
    send_at: '2026-11-22T08:00:00Z',
    next_try_at: '2026-11-22T08:00:00Z',
    tries: 0,
    last_error: status === 'failed' ? 'The mail service answered 503' : null,
    sent_at: null,
    subject: null,
    is_reminder: false,
    stops_with_answer: true,
    created_by: null,
  })
  calls = serve(({ path }) => {
    if (path.includes('/scheduled_emails'))
      return { body: [mail('one', 'queued'), mail('two', 'failed'), mail('three', 'sending')] }
    return { body: null }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <QueueScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByText('The mail service answered 503')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Actions for Mail three' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for Mail one' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }))
  await waitFor(() => expect(called('cancel_mail')).toEqual([{ p_id: 'one' }]))
  await user.click(await screen.findByRole('button', { name: 'Actions for Mail two' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
  await waitFor(() => expect(called('resend_mail')).toMatchObject([{ p_id: 'two' }]))
})
