import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/documents/pdf/testing.ts'
import { sentQuotation } from '../testing/sent-quotation.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let backend: TestServer
beforeAll(async () => {
  backend = await startTestServer({ siteUrl: 'https://office.company.test' })
})
afterAll(() => backend.close())

const call = async (key: string) => {
  const answer = await fetch(`${backend.url}/functions/v1/send-mail`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, apikey: key },
  })
  return [answer.status, await answer.json()]
}

test('a quotation that is due goes out with its link and PDF, an appointment with its file, each once', async () => {
  const quotation = await sentQuotation(backend.engine)
  await backend.engine.exec(`
    select private.queue_mail('quotation', '{Ann@client.example, bob@client.example}', 'quotation', '${quotation.id}', 'one',
      p_variables => '{"note": "Two lines\\nfor <you>"}');
    select private.queue_mail('booking_confirmed', '{ann@client.example}', 'booking', gen_random_uuid(), 'two',
      p_variables => '{"recipient": "Ann", "service": "Survey", "starts_at": "2026-12-03T09:00:00Z"}',
      p_attachments => '[{"type": "event", "uid": "b1", "starts_at": "2026-12-03T09:00:00Z", "ends_at": "2026-12-03T10:00:00Z", "summary": "Survey"}]');
    select private.queue_mail('statement', '{ann@client.example}', 'statement', gen_random_uuid(), 'three')`)
  expect(await call('not the key')).toMatchObject([401, {}])
  expect(await call(backend.keys.publishableKey)).toMatchObject([401, {}])
  expect(await call(backend.keys.secretKey)).toEqual([200, { sent: 2, failed: 1 }])
  expect(await call(backend.keys.secretKey)).toEqual([200, { sent: 0, failed: 0 }])

  const about = (words: string) => backend.mails().find(({ subject }) => subject.includes(words))
  const [booking, paper] = [about('appointment'), about(quotation.number)]
  expect(paper).toMatchObject({
    to: 'ann@client.example, bob@client.example',
    subject: `Quotation ${quotation.number}: Signs`,
    text: expect.stringContaining(
      `Open the quotation: https://office.company.test/client-quotations/${quotation.uuid}`,
    ),
    html: expect.stringContaining('Two lines<br>for &lt;you&gt;'),
    attachments: [{ filename: `${quotation.number}.pdf`, content_type: 'application/pdf' }],
  })
  const pdf = readPdf(Buffer.from(paper?.attachments?.[0]?.content ?? '', 'base64'))
  expect(pdf.pages.flat().join(' ')).toContain('€1,453.45')
  expect(Buffer.from(booking?.attachments?.[0]?.content ?? '', 'base64').toString()).toContain(
    'DTSTART:20261203T090000Z',
  )

  const { rows } = await backend.engine.query(
    `select dedupe_key, status, subject, last_error from public.scheduled_emails order by dedupe_key`,
  )
  expect(rows).toMatchObject([
    { dedupe_key: 'one', status: 'sent', subject: `Quotation ${quotation.number}: Signs` },
    { dedupe_key: 'three', status: 'failed', last_error: 'The record of this mail is not there any more' },
    { dedupe_key: 'two', status: 'sent' },
  ])
  const file = await fetch(`${backend.url}/mail/${paper?.id}/files/0?key=${backend.mailKey}`)
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  expect((await fetch(`${backend.url}/mail/${paper?.id}/files/0`)).status).toBe(403)

  const views = await backend.engine.query(`select 1 from public.document_events where type = 'viewed'`)
  expect(views.rows).toEqual([])
}, 60_000)
