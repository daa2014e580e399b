import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn, visitor } from './people.ts'
import { test } from './test.ts'

/** An approved quotation of one sign, and its order with one job. */
async function anOrder() {
  const db = admin()
  const mark = randomUUID().slice(0, 8)
  const service = randomUUID()
  const { data: client } = await db
    .from('contacts')
    .insert({ type: 'Business', company: `Promise ${mark}`, email: `promise-${mark}@example.com` })
    .select('id')
    .single()
    .throwOnError()
  await db
    .from('services')
    .insert({ id: service, slug: `promise-${mark}`, name: `Sign ${mark}` })
    .throwOnError()
  await db
    .from('job_step_templates')
    .insert({ service_id: service, position: 'a0', name: 'Cut', minutes_fixed: 30 })
    .throwOnError()
  const { data: quotation } = await db
    .rpc('create_quotation', { p_contact_id: client.id, p_project_title: `Shop ${mark}` })
    .throwOnError()
  await db
    .from('quotation_items')
    .insert({
      quotation_id: quotation,
      position: 'a0',
      description: `Sign ${mark}`,
      service_id: service,
      qty: 1,
      unit_price: 480,
      vat_rate: 18,
    })
    .throwOnError()
  await db.from('quotations').update({ deposit_kind: 'none' }).eq('id', quotation).throwOnError()
  await db.rpc('send_quotation', { p_id: quotation }).throwOnError()
  const { data: sent } = await db.from('quotations').select('public_uuid').eq('id', quotation).single().throwOnError()
  await visitor()
    .rpc('approve_quotation', { p_uuid: sent.public_uuid, p_version: 1, p_name: 'Anna Vella', p_terms_accepted: true })
    .throwOnError()
  const { data: order } = await db
    .from('orders')
    .select('id, jobs:jobs!jobs_order_id_fkey(id, job_number)')
    .eq('quotation_id', quotation)
    .single()
    .throwOnError()
  const [job] = order.jobs
  if (!job) throw new Error('The order has no job')
  return { mark, order: String(order.id), job: { id: job.id, number: job.job_number }, uuid: String(sent.public_uuid) }
}

/** `3 Dec 2026`, as far as every way of writing a month agrees. */
const shown = (day: Date) =>
  new RegExp(
    `(?<!\\d)${day.getDate()} ${day.toLocaleString('en-GB', { month: 'short' }).slice(0, 3)}\\w* ${day.getFullYear()}`,
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const iso = (day: Date) => day.toLocaleDateString('sv-SE')

test('a promise that is moved on the order shows at once on the board, the wall, the ticket and the page of the client', async ({
  browser,
}) => {
  const { mark, order, job, uuid } = await anOrder()
  const office = await browser.newContext()
  await signIn(office, await newPerson('sales', 'Promiser'))
  const workshop = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  await signIn(workshop, await newPerson('team_member', 'Maker'))
  const open = async (context: typeof office, path: string): Promise<Page> => {
    const staff = new StaffPage(await context.newPage())
    await staff.openLive(path)
    return staff.page
  }
  const desk = await open(office, `/orders/${order}`)
  const board = await open(workshop, `/production?q=${job.number}`)
  const ticket = await open(workshop, `/jobs?job=${job.id}`)
  const wall = await workshop.newPage()
  await wall.goto(`/production?tv=1&q=${job.number}`)
  const client = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await client.goto(`/client-quotations/${uuid}`)

  for (const day of [inDays(40), inDays(3)]) {
    await desk.getByRole('button', { name: 'More actions' }).click()
    await desk.getByRole('menuitem', { name: 'Change order' }).click()
    const form = desk.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Promised' }).fill(iso(day))
    await form.getByRole('textbox', { name: 'Due' }).fill(iso(day))
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toBeHidden()

    await expect(desk.getByRole('region', { name: 'About this order' })).toContainText(shown(day), {
      useInnerText: true,
    })
    await expect(board.getByRole('article').filter({ hasText: job.number })).toContainText(shown(day), {
      useInnerText: true,
    })
    const wallRow = wall.getByRole('region', { name: 'Production board for the wall' }).getByRole('article')
    await expect(wallRow.filter({ hasText: `Sign ${mark}` })).toContainText(shown(day), { useInnerText: true })
    await ticket.emulateMedia({ media: 'print' })
    await expect(ticket.getByText(/^Job ticket/).first()).toBeVisible()
    await expect.poll(() => ticket.locator('body').innerText()).toMatch(shown(day))
    await ticket.emulateMedia({ media: 'screen' })
    await expect(client.getByText(shown(day)).first()).toBeVisible()
  }
})
