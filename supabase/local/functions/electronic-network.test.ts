import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readInvoiceXml } from '../../../src/documents/supplier/read-invoice.ts'
import { type MessageBook, openMessageBook } from '../access-point/message-book.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let backend: TestServer
let book: MessageBook
beforeAll(async () => {
  book = await openMessageBook()
  backend = await startTestServer({ accessPoint: { book, times: { usual: 60, slow: 600_000, webhookRetry: 20 } } })
  await backend.engine.exec(`
    update public.company_settings set name = 'Signs Ltd', address = '1 Strait Street', city = 'Valletta', postcode = 'VLT 1000', country = 'Malta',
      vat_number = 'MT12345678';
    select private.connect_network('Test access point', true)`)
})
beforeEach(() => backend.engine.exec(`delete from public.network_papers`))
afterAll(() => backend.close())

const work = async (key = backend.keys.secretKey) => {
  const answer = await fetch(`${backend.url}/functions/v1/electronic-network`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/json' },
    body: '{}',
  })
  return [answer.status, await answer.json()]
}

/** An invoice that was issued to a client with that address in the network. Its id. */
async function issued(address: string, profile = 'peppol'): Promise<string> {
  const [client, id] = [randomUUID(), randomUUID()]
  await backend.engine.exec(`
    insert into public.contacts (id, type, company, address_line, city, country, vat_number)
      values ('${client}', 'Business', 'Hotel', '2 Sea Road', 'Mellieħa', 'Malta', 'MT23456789');
    insert into public.electronic_receivers (contact_id, address, profile) values ('${client}', '${address}', '${profile}');
    insert into public.invoices (id, contact_id, project_title) values ('${id}', '${client}', 'Letters');
    insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'item', 'Letters', 1, 100, 18);
    select private.issue_invoice('${id}')`)
  return id
}

const paperOf = async (id: string) => {
  const { rows } = await backend.engine.query<Record<string, unknown>>(
    `select p.id, p.version, p.status, p.reason, p.document, i.network_status, i.sent_at is not null as is_sent, i.invoice_number as number
       from public.network_papers p join public.invoices i on i.id = p.record_id where i.id = $1 order by p.version desc limit 1`,
    [id],
  )
  return rows[0]
}
const story = async (id: string) => {
  const { rows } = await backend.engine.query<{ type: string }>(
    `select type from public.document_events where record_id = $1 and type like 'network%' order by id`,
    [id],
  )
  return rows.map(({ type }) => type)
}
const settled = (id: string, status: string) =>
  vi.waitFor(async () => expect(await paperOf(id)).toMatchObject({ status, network_status: status }), {
    timeout: 5000,
    interval: 30,
  })

test('an issued invoice goes out by itself, and the access point tells when it was accepted', async () => {
  const id = await issued('9943:MT23456789')
  expect(await paperOf(id)).toMatchObject({ version: 1, status: 'waiting', network_status: 'waiting', is_sent: false })
  expect(await work()).toEqual([200, { sent: 1, held: 0, asked: 0, received: 0 }])
  const sent = await paperOf(id)
  expect(sent).toMatchObject({ is_sent: true })
  expect(readInvoiceXml(String(sent?.document))).toMatchObject({ number: sent?.number })
  await settled(id, 'accepted')
  expect(await story(id)).toEqual(['network_sent', 'network_accepted'])
}, 30_000)

describe('what can go wrong', () => {
  test('a rejection is said with its reason, and the corrected paper goes out as its next version', async () => {
    const id = await issued('9943:MT-REJECT')
    await work()
    await settled(id, 'rejected')
    expect(await paperOf(id)).toMatchObject({ reason: 'The order number is not known to the receiver.' })
    await backend.engine.exec(`
      update public.electronic_receivers r set address = '9943:MT23456780' from public.invoices i where i.id = '${id}' and i.contact_id = r.contact_id;
      select private.send_over_network('invoice', '${id}')`)
    await work()
    await settled(id, 'accepted')
    expect(await paperOf(id)).toMatchObject({ version: 2 })
  })

  test('a receiver that the network does not know is rejected before anything is sent', async () => {
    const id = await issued('9943:UNKNOWN')
    const before = book.messages().length
    expect(await work()).toEqual([200, { sent: 0, held: 1, asked: 0, received: 0 }])
    expect(await paperOf(id)).toMatchObject({ status: 'rejected', is_sent: false })
    expect(book.messages()).toHaveLength(before)
  })

  test('a lost answer, or a sender that died after it sent, never sends twice', async () => {
    const id = await issued('9943:MT-SILENT')
    expect(await work()).toEqual([200, { sent: 0, held: 1, asked: 0, received: 0 }])
    expect(await paperOf(id)).toMatchObject({ status: 'waiting', reason: 'The access point answered 504' })
    // Killed between sending and the answer: claimed, and never settled.
    await backend.engine.exec(
      `update public.network_papers set status = 'sending', claimed_at = now() - interval '6 minutes' where record_id = '${id}'`,
    )
    expect(await work()).toMatchObject([200, { sent: 1, held: 0 }])
    await settled(id, 'accepted')
    expect(book.messages().filter(({ key }) => key === `${id}/1`)).toHaveLength(1)
  })

  test('a slow receiver is asked about until it has decided', async () => {
    const id = await issued('9943:MT-SLOW')
    await work()
    expect(await paperOf(id)).toMatchObject({ status: 'sent', network_status: 'sent' })
    const ask = async () => {
      await backend.engine.exec(`update public.network_papers set next_try_at = now() where record_id = '${id}'`)
      expect(await work()).toMatchObject([200, { sent: 0, asked: 1 }])
      return (await paperOf(id))?.['status']
    }
    expect(await ask()).toBe('sent')
    const message = book.byKey(`${id}/1`)
    if (message) await book.put({ ...message, decidedAt: 0 })
    expect(await ask()).toBe('accepted')
  })

  test('a paper that the receiver has already is a duplicate', async () => {
    const id = await issued('9943:MT23456781')
    await work()
    await settled(id, 'accepted')
    await backend.engine.exec(
      `update public.network_papers set status = 'failed' where record_id = '${id}'; select private.send_over_network('invoice', '${id}')`,
    )
    await work()
    await settled(id, 'rejected')
    expect(await paperOf(id)).toMatchObject({
      version: 2,
      reason: 'The receiver has a paper with this number already.',
    })
  })

  test('what breaks a rule of the profile is not sent, and says which', async () => {
    const id = await issued('0204:991-12345-73', 'xrechnung')
    await work()
    expect(await paperOf(id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('Leitweg-ID') })
  })
})

describe('what comes over the network', () => {
  const bring = (fields: Record<string, string>) =>
    fetch(`${backend.url}/access-point`, { method: 'POST', body: new URLSearchParams(fields) })
  const receipts = async () =>
    (
      await backend.engine.query<Record<string, unknown>>(
        `select r.status, r.reason, r.file_path like '%/invoice.xml' as has_file, i.gross::text, c.company, o.purchase_number
           from public.network_receipts r left join public.supplier_invoices i on i.id = r.supplier_invoice_id
           left join public.contacts c on c.id = i.supplier_id left join public.purchase_orders o on o.id = i.purchase_order_id order by r.received_at`,
      )
    ).rows
  const supplier = randomUUID()
  beforeAll(() =>
    backend.engine.exec(`
      insert into public.contacts (id, type, company, vat_number) values ('${supplier}', 'Business', 'Sheets Ltd', 'MT55555555');
      insert into public.purchase_orders (purchase_number, supplier_id, status) values ('PO-2026-0007', '${supplier}', 'sent')`),
  )
  beforeEach(() => backend.engine.exec('delete from public.network_receipts'))

  test('an invoice of a known supplier is entered with its file and its purchase order; the same message twice is one', async () => {
    await bring({ delivery: 'good', vat: 'MT 5555 5555', order: 'po-2026-0007' })
    await work()
    const entered = {
      ...{ status: 'entered', reason: null, has_file: true, gross: '118.00', company: 'Sheets Ltd' },
      purchase_number: 'PO-2026-0007',
    }
    await vi.waitFor(async () => expect(await receipts()).toEqual([entered]))
    await bring({ delivery: 'again', vat: 'MT55555555' })
    await vi.waitFor(() => expect(book.waiting()).toHaveLength(0), { timeout: 5000 })
    expect(await receipts()).toEqual([entered])
  })

  test('a broken file, and one of an unknown supplier, are kept and say why', async () => {
    await bring({ delivery: 'broken', vat: 'MT55555555' })
    await bring({ delivery: 'good', vat: 'MT00000000' })
    await work()
    await vi.waitFor(async () => expect(await receipts()).toHaveLength(2))
    const kept = await receipts()
    expect(kept).toMatchObject([
      { status: 'waiting', has_file: true, gross: null },
      { status: 'waiting', has_file: true, gross: null },
    ])
    expect(kept.map(({ reason }) => reason).toSorted()).toEqual([
      'No supplier, or more than one, has the VAT number MT00000000.',
      'The number of the invoice is missing in this file.',
    ])
  })
})
