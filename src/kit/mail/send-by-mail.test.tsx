// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { SendByMail } from './send-by-mail'

let calls: Call[]
beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(answer: (call: Call) => { status?: number; body?: unknown } = () => ({ body: 'id' })) {
  calls = serve((call) => {
    if (call.path.includes('/rpc/mail_contacts'))
      return { body: [{ email: 'ann@client.example', name: 'Ann', is_first: true }] }
    if (call.path.includes('/email_templates'))
      return {
        body: [
          {
            key: 'invoice',
            name: 'Invoice',
            subject: 'Invoice {{ number }}',
            body: '<p>{{ note }}</p><p>{{ total }}</p>',
            attaches_paper: true,
            language: 'en',
          },
        ],
      }
    if (call.path.includes('/rpc/preview_mail'))
      return {
        body: {
          types: { total: 'money' },
          company,
          time_zone: 'UTC',
          values: { number: 'INV-1', total: '118.00', note: '', currency: 'EUR' },
        },
      }
    if (call.path.includes('/rpc/send_document')) return answer(call)
    if (call.path.includes('/rest/v1/invoices'))
      return { body: { order: { order_number: 'SO-2026-0226', promised_date: '2999-12-09' } } }
    return { body: [] }
  })
  const sent = vi.fn()
  const user = showTo(
    'accounts',
    <SendByMail kind="invoice" id="one" submitLabel="Send invoice" queryKey={['x']} onSent={sent} />,
  )
  return { user, sent }
}
const asked = () => calls.filter(({ path }) => path.includes('/rpc/send_document')).map(({ body }) => body)

test('a document goes to its first contact with the usual template and reminders; a double click asks for the same mail', async () => {
  const { user, sent } = open()
  await user.type(await screen.findByLabelText('Your words'), 'As agreed')
  expect(await screen.findByText('Invoice INV-1')).toBeTruthy()
  expect(screen.getByTitle('Preview: Invoice INV-1').getAttribute('srcdoc')).toContain('As agreed')
  await user.dblClick(screen.getByRole('button', { name: 'Send invoice' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const [first, ...others] = asked()
  for (const other of others) expect(other).toEqual(first)
  expect(first).toEqual({
    p_kind: 'invoice',
    p_id: 'one',
    p_mail_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    p_to: ['ann@client.example'],
    p_cc: [],
    p_template: 'invoice',
    p_reminders: [-3, 3, 14],
    p_note: 'As agreed',
  })
})

test('a wrong address is told at its field, and nothing is sent', async () => {
  const { user } = open()
  const [to] = await screen.findAllByLabelText(/^To/)
  await user.type(to!, 'bob at client{Enter}')
  expect((await screen.findAllByText(/is not an email address/)).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Send invoice' }))
  expect(asked()).toEqual([])
})

test('a refusal is told in its words, and what was typed stays', async () => {
  const { user, sent } = open(() => ({
    status: 409,
    body: { code: 'PT409', message: 'This was sent to the same people today. You can send that mail again.' },
  }))
  await user.type(await screen.findByLabelText('Your words'), 'As agreed')
  await user.click(screen.getByRole('button', { name: 'Send invoice' }))
  expect(await screen.findByText(/This was sent to the same people today/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your words').value).toBe('As agreed')
  expect(sent).not.toHaveBeenCalled()
})

test('own words that promise another day than the order, or a date on a wrong day of the week, are named before the mail goes', async () => {
  const { user } = open()
  const words = await screen.findByLabelText('Your words')
  for (const [said, doubt] of [
    ['It is ready on 10 December 2999.', /promise 10 Dec 2999 .* SO-2026-0226 is promised for 9 Dec 2999\.$/],
    ['Thank you for Friday 12 December 2026.', /^“Friday 12 December 2026”: 12 Dec 2026 is a Saturday\.$/],
  ] as const) {
    await user.clear(words)
    await user.click(words)
    await user.paste(said)
    const status = await screen.findByRole('status', { name: 'Please look at your words' })
    await waitFor(() => expect(status.querySelector('.mantine-Alert-message')?.textContent).toMatch(doubt))
    expect(screen.getByRole('button', { name: 'Send all the same' })).toBeTruthy()
  }
  await user.clear(words)
  await user.click(words)
  await user.paste('It is ready on 9 December 2999.')
  expect(await screen.findByRole('button', { name: 'Send invoice' })).toBeTruthy()
})
