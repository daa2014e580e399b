import { type BrowserContext, expect, type Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { admin, newPerson, signIn, visitor, workingAs } from './people.ts'
import { test } from './test.ts'

/** The words of each printed page. */
async function printed(page: Page): Promise<string[]> {
  const bytes = new Uint8Array(await page.pdf({ format: 'A4' }))
  const file = await getDocument({ data: bytes, useSystemFonts: true, verbosity: 0 }).promise
  const pages = Array.from({ length: file.numPages }, async (_, index) => {
    const { items } = await (await file.getPage(index + 1)).getTextContent()
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
  })
  return Promise.all(pages)
}

/** Opens an address and prints it once its paper was read. */
async function printOf(page: Page, path: string, title: RegExp): Promise<string[]> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  let pages: string[] = []
  await expect.poll(async () => (pages = await printed(page))[0], { timeout: 20_000 }).toMatch(title)
  return pages
}

const number = 290
const client = 'Dwejra Paper Mill'

type Made = Awaited<ReturnType<typeof newClient>>

/** A client of a member of staff who may do everything. */
async function newClient(context: BrowserContext) {
  const person = await newPerson('admin', 'Petra')
  await signIn(context, person)
  const { data: contact } = await admin()
    .from('contacts')
    .insert({ type: 'Business', company: client, city: 'Gharb', country: 'MT' })
    .select('id')
    .single()
    .throwOnError()
  return { db: await workingAs(person), contact: String(contact.id) }
}

/** A quotation of these lines that was sent. */
async function quote({ db, contact }: Made, lines: readonly object[]) {
  const { data: id } = await db
    .rpc('create_quotation', { p_contact_id: contact, p_project_title: 'Window film' })
    .throwOnError()
  const rows = lines.map((line, place) => ({
    quotation_id: id,
    position: `a${String(place).padStart(4, '0')}`,
    kind: 'item',
    vat_rate: 18,
    makes_job: false,
    ...line,
  }))
  for (let from = 0; from < rows.length; from += 50)
    await db
      .from('quotation_items')
      .insert(rows.slice(from, from + 50))
      .throwOnError()
  await db.rpc('send_quotation', { p_id: id }).throwOnError()
  const { data } = await db.from('quotations').select('id, public_uuid, version').eq('id', id).single().throwOnError()
  return data
}

/** An approved quotation with its order, its job and a delivery, an invoice and a purchase order. */
async function papersOf(made: Made) {
  const { db, contact } = made
  const film = { description: 'Frosted film', qty: 3, unit: 'm2', width_mm: 1200, height_mm: 2100, unit_price: 58 }
  const short = await quote(made, [{ ...film, makes_job: true }])
  const asked = { p_uuid: short.public_uuid, p_version: short.version, p_name: 'Rita Grech', p_terms_accepted: true }
  await visitor().rpc('approve_quotation', asked).throwOnError()
  const { data: order } = await admin()
    .from('orders')
    .select('id, jobs(id)')
    .eq('quotation_id', short.id)
    .single()
    .throwOnError()
  const { data: delivery } = await db.rpc('plan_delivery', { p_order_id: order.id }).throwOnError()
  const { data: invoice } = await db
    .rpc('create_invoice', { p_contact_id: contact, p_project_title: 'Lettering' })
    .throwOnError()
  const letters = { position: 'a', kind: 'item', description: 'Lettering', qty: 1, unit_price: 60, vat_rate: 18 }
  await db
    .from('invoice_items')
    .insert({ invoice_id: invoice, ...letters })
    .throwOnError()
  await db.rpc('issue_invoice', { p_id: invoice }).throwOnError()
  const { data: bill } = await db.from('invoices').select('public_uuid').eq('id', invoice).single().throwOnError()
  const { data: purchase } = await db.rpc('add_to_purchase', { p_supplier_id: contact }).throwOnError()
  return { contact, short, order, delivery, invoice, bill: bill.public_uuid, purchase }
}

test('every record and every page of a client prints its paper alone', async ({ browser }) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  const made = await papersOf(await newClient(context))
  const page = await context.newPage()
  const stranger = await (await browser.newContext()).newPage()
  const [job] = made.order.jobs
  const seen: [Page, string, RegExp][] = [
    [page, `/quotations/${made.short.id}`, /Quotation Q-\d+-\d+/],
    [stranger, `/client-quotations/${made.short.public_uuid}`, /Quotation Q-\d+-\d+/],
    [page, `/orders/${made.order.id}`, /Order confirmation SO-/],
    [page, `/jobs?job=${job?.id}`, /Job ticket JOB-/],
    [page, `/deliveries/${made.delivery}`, /Delivery note DN-/],
    [page, `/invoices/${made.invoice}`, /Invoice INV-/],
    [page, `/public/invoices/${made.invoice}`, /Invoice INV-/],
    [stranger, `/invoices/${made.bill}?preview=public`, /Invoice INV-/],
    [page, `/statements/${made.contact}`, /Statement .*Balance to pay/],
    [page, `/inventory?purchase=${made.purchase}`, /Purchase order PO-/],
  ]
  for (const [reader, path, title] of seen) {
    const pages = await printOf(reader, path, title)
    expect(pages.length, path).toBeLessThanOrEqual(2)
    const words = pages.join(' ')
    expect(words, path).toContain(client)
    expect(words, path).not.toMatch(/Dashboard|More actions|Ask a question|Story|Skip to/)
    for (const words of pages) expect(words.replace(/Page \d+ of \d+/, '').trim(), path).not.toBe('')
  }
})

test('290 lines print whole: the head stands on each page, no line is cut or lost', async ({ browser }) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  const pane = (_: unknown, place: number) => ({ description: `Pane ${place + 1}`, qty: 1, unit_price: 10 })
  const long = await quote(await newClient(context), Array.from({ length: number }, pane))
  const stranger = await (await browser.newContext()).newPage()
  const pages = await printOf(stranger, `/client-quotations/${long.public_uuid}`, /Quotation Q-/)
  const lines = pages.map((words) => words.match(/Pane \d+/g) ?? [])
  expect(lines.flat()).toEqual(Array.from({ length: number }, (_, place) => `Pane ${place + 1}`))
  pages.forEach((words, index) => {
    if (lines[index]?.length) expect(words).toMatch(/Description Quantity Unit price Net EUR/)
    expect(words).toContain(`Page ${index + 1} of ${pages.length}`)
  })
  expect(pages.join(' ')).toContain('€3,422.00')
})

test('the sums come to the next page with the last line, and each page says whose paper it is', async ({ browser }) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  const made = await newClient(context)
  const stranger = await (await browser.newContext()).newPage()
  for (const count of [11, 17, 18, 19]) {
    const pane = (_: unknown, place: number) => ({ description: `Pane ${place + 1}`, qty: 1, unit_price: 10 })
    const quoted = await quote(made, Array.from({ length: count }, pane))
    const pages = await printOf(stranger, `/client-quotations/${quoted.public_uuid}`, /Quotation Q-/)
    for (const words of pages) {
      expect(words, `${count} lines`).toMatch(/ · Quotation Q-\d+-\d+ · Dwejra Paper Mill/)
      if (words.includes('Total with VAT')) expect(words, `${count} lines`).toContain(`Pane ${count} `)
    }
  }
})
