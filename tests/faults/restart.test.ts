import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProduct, type Product } from '../product.ts'
import { admin, browserOf, newPerson } from './people.ts'
import { openTab } from './tab.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ SIGNWRIGHT_SEED: 'empty' })
})
afterAll(() => product.remove())

test('R1: a killed server that comes back finds every notice and every bell again', async () => {
  const person = await newPerson(product, 'team_member')
  const { url, keys } = product
  const tab = await openTab({ person, url, publishableKey: keys.publishableKey })
  const tell = async () => {
    const notice = { user_id: person.id, type: 'logistics_update', title: 'On its way' }
    await admin(product).from('notifications').insert(notice).throwOnError()
  }
  await tell()
  await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 1]), 10_000)

  await tell()
  await product.end('SIGKILL')
  await vi.waitFor(() => expect(tab.isLive()).toBe(false), 5000)
  expect(tab.badge()).toBeGreaterThan(0)
  await product.restart()
  await tell()
  await vi.waitFor(() => expect(tab.isLive()).toBe(true), 12_000)
  await vi.waitFor(() => expect([tab.badge(), tab.listed().length]).toEqual([3, 3]), 2000)
  await tab.close()
})

const drafts = 24

test('R2: killed while it issues invoices, a number is used once or not at all', async () => {
  const maria = await newPerson(product, 'admin')
  const server = admin(product)
  await server
    .from('company_settings')
    .update({ name: 'Plain Signs', address: '1 Main Street', country: 'Malta', vat_number: 'MT12345634' })
    .eq('id', 1)
    .throwOnError()
  const { data: client } = await server
    .from('contacts')
    .insert({ type: 'Business', company: 'Nova Signs' })
    .select('id')
    .single()
    .throwOnError()
  const browser = await browserOf(product, maria)
  const ids = await Promise.all(
    Array.from({ length: drafts }, async (_, place) => {
      const { data } = await browser
        .rpc('create_invoice', { p_contact_id: client.id, p_project_title: `Panels ${place}` })
        .throwOnError()
      return data
    }),
  )
  await browser
    .from('invoice_items')
    .insert(
      ids.map((id) => ({
        invoice_id: id,
        position: 'a0',
        description: 'Panels',
        qty: 3,
        unit_price: 40,
        vat_rate: 18,
      })),
    )
    .throwOnError()

  const answered = new Map<string, string>()
  const issue = async (person: typeof browser, id: string) => {
    const { data } = await person.rpc('issue_invoice', { p_id: id })
    if (data) answered.set(id, data)
  }
  const all = Promise.allSettled(ids.map((id) => issue(browser, id)))
  await vi.waitFor(() => expect(answered.size).toBeGreaterThan(3), { timeout: 5000, interval: 1 })
  await product.end('SIGKILL')
  await all
  const beforeTheEnd = new Map(answered)
  await product.restart()

  const stored = async () => {
    const { data } = await admin(product)
      .from('invoices')
      .select('id, status, invoice_number')
      .in('id', ids)
      .throwOnError()
    return data
  }
  const found = await stored()
  const issued = found.filter(({ status }) => status === 'issued')
  for (const [id, number] of beforeTheEnd)
    expect(issued).toContainEqual({ id, status: 'issued', invoice_number: number })
  expect(
    found
      .filter(({ status }) => status !== 'issued')
      .every((row) => row.status === 'draft' && row.invoice_number === null),
  ).toBe(true)
  expect(issued.length).toBeLessThan(drafts)

  const again = await browserOf(product, maria)
  await Promise.all(ids.map((id) => issue(again, id)))
  const numbers = (await stored())
    .map(({ invoice_number }) => Number(invoice_number?.slice(-4)))
    .toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: drafts }, (_, place) => place + 1))
  for (const { id, invoice_number } of issued) expect(answered.get(id)).toBe(invoice_number)
})
