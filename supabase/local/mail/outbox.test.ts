import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuthMails } from '../rest-auth/auth/auth-mails.ts'
import { createOutbox } from './outbox.ts'

const mail = { to: 'anna@example.com', subject: 'Reset your password', text: 'A link', html: '<p>A link</p>' }
const service = { url: 'https://mail.example/emails', key: 'secret', from: 'Office <office@example.com>' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An outbox whose service gives these answers one after the other, the last one for ever. */
function outboxThatHears(...answers: (() => Promise<Response>)[]) {
  const asked: unknown[] = []
  const given: string[] = []
  vi.stubGlobal('fetch', (url: string, { headers, body }: RequestInit) => {
    asked.push({ url, headers, body: JSON.parse(String(body)) })
    return (answers.length > 1 ? answers.shift() : answers[0])?.()
  })
  const outbox = createOutbox(service, (failure) => given.push(failure))
  return { outbox, asked, given }
}
const taken = async () => new Response('{}')
const refused = async () => new Response('busy', { status: 503 })
const unreachable = () => Promise.reject(new TypeError('fetch failed'))

test('a mail goes to the service as the functions send theirs', async () => {
  const { outbox, asked } = outboxThatHears(taken)
  await outbox.send(mail)
  expect(asked).toEqual([
    {
      url: service.url,
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: { from: service.from, ...mail },
    },
  ])
})

test('an invitation comes from the company, at the address that is set', async () => {
  const { outbox, asked } = outboxThatHears(taken)
  const site = { siteUrl: () => 'https://sign.example', origins: () => [] }
  const mails = createAuthMails({
    mailer: outbox,
    ...site,
    companyName: () => Promise.resolve('Tramuntana Signs'),
    languageOf: () => Promise.resolve('en'),
  })
  await mails.sendInvitation('anna@example.com', 'hash')
  expect(asked).toMatchObject([{ body: { from: '"Tramuntana Signs" <office@example.com>', to: 'anna@example.com' } }])
  expect(asked).not.toMatchObject([{ body: { company: expect.anything() } }])
})

test('a service that hangs makes nobody wait', async () => {
  const { outbox } = outboxThatHears(() => new Promise(() => {}))
  await expect(outbox.send(mail)).resolves.toBeUndefined()
})

test('a service that is down for a while gets the mail once it is back, and once only', async () => {
  const { outbox, asked, given } = outboxThatHears(refused, unreachable, taken)
  await outbox.send(mail)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([asked.length, given]).toEqual([3, []])
})

test('what cannot be sent for eleven minutes is reported with its reason', async () => {
  const { outbox, asked, given } = outboxThatHears(refused)
  await outbox.send(mail)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([asked.length, given]).toEqual([
    5,
    ['The mail “Reset your password” to anna@example.com was not sent: the mail service answered 503'],
  ])
})
