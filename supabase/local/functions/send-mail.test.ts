import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/documents/pdf/testing.ts'
import { readInvoiceXml } from '../../../src/documents/supplier/read-invoice.ts'
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

/** An issued invoice over 118.00, of a client with or without a VAT number. Returns its id and number. */
async function issuedInvoice(
  vatNumber: string | null,
  electronic = 'en16931',
): Promise<{ id: string; number: string }> {
  const [client, id] = [randomUUID(), randomUUID()]
  await backend.engine.exec(`
    update public.company_settings set name = 'Signs Ltd', address = '1 Strait Street', city = 'Valletta', postcode = 'VLT 1000', country = 'Malta',
      vat_number = 'MT12345678', electronic_invoices = '${electronic}',
      phone = '+356 2123 4567', email = 'office@signs.example', iban = 'MT84MALT011000012345MTLCAST001S';
    insert into public.contacts (id, type, company, address_line, city, postcode, country, vat_number)
      values ('${client}', 'Business', 'Hotel', '2 Sea Road', 'Mellieħa', 'MLH 1000', 'Malta', ${vatNumber === null ? 'null' : `'${vatNumber}'`});
    insert into public.invoices (id, contact_id, project_title) values ('${id}', '${client}', 'Letters');
    insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'item', 'Letters', 1, 100, 18);
    select private.issue_invoice('${id}')`)
  const { rows } = await backend.engine.query<{ number: string }>(
    'select invoice_number as number from public.invoices where id = $1',
    [id],
  )
  return { id, number: rows[0]?.number ?? '' }
}

test('a mailed invoice holds its data in the PDF; a business with a VAT number gets them as a file beside it', async () => {
  const business = await issuedInvoice('MT23456789')
  const person = await issuedInvoice(null)
  await backend.engine.exec(`
    select private.queue_mail('invoice', '{ann@client.example}', 'invoice', '${business.id}', 'to a business');
    select private.queue_mail('invoice', '{bob@client.example}', 'invoice', '${person.id}', 'to a person')`)
  expect(await call(backend.keys.secretKey)).toEqual([200, { sent: 2, failed: 0 }])
  const filesOf = (number: string) => backend.mails().find(({ subject }) => subject.includes(number))?.attachments ?? []
  const bytes = (file: { content: string } | undefined) => Buffer.from(file?.content ?? '', 'base64')

  const [pdf, xml] = filesOf(business.number)
  expect([pdf?.content_type, xml?.filename, xml?.content_type]).toEqual([
    'application/pdf',
    `${business.number}.xml`,
    'application/xml',
  ])
  expect(bytes(pdf).toString('latin1')).toContain('factur-x.xml')
  expect(readInvoiceXml(bytes(xml).toString())).toMatchObject({ number: business.number })
  const alone = filesOf(person.number)
  expect(alone.map(({ filename }) => filename)).toEqual([`${person.number}.pdf`])
  expect(bytes(alone[0]).toString('latin1')).toContain('factur-x.xml')

  const without = await issuedInvoice('MT23456789', 'none')
  await backend.engine.exec(
    `select private.queue_mail('invoice', '{eve@client.example}', 'invoice', '${without.id}', 'without')`,
  )
  await call(backend.keys.secretKey)
  const last = filesOf(without.number)
  expect(last.map(({ filename }) => filename)).toEqual([`${without.number}.pdf`])
  expect(bytes(last[0]).toString('latin1')).not.toContain('factur-x.xml')

  const authority = await issuedInvoice(null)
  await backend.engine.exec(`
    insert into public.electronic_receivers (contact_id, profile, buyer_reference)
      select contact_id, 'xrechnung', '04011000-1234512345-06' from public.invoices where id = '${authority.id}';
    select private.queue_mail('invoice', '{amt@client.example}', 'invoice', '${authority.id}', 'to an authority')`)
  await call(backend.keys.secretKey)
  const [, xrechnung] = filesOf(authority.number)
  expect(xrechnung?.filename).toBe(`${authority.number}.xml`)
  expect(bytes(xrechnung).toString()).toMatch(/xrechnung_3\.0[^]*<cbc:BuyerReference>04011000-1234512345-06</)
}, 60_000)
