import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { admin, newPerson, type Person, signIn, visitor, workingAs } from './people.ts'
import { test } from './test.ts'

/** A quotation that the client approved by its link: its order has one job with a mockup to approve, one step and one panel. */
async function approvedOrder(seller: Person) {
  const db = admin()
  const [contactId, serviceId, panelId] = [randomUUID(), randomUUID(), randomUUID()]
  const mark = randomUUID().slice(0, 8)
  await db.from('contacts').insert({ id: contactId, type: 'Person', name: 'Anna', last_name: mark }).throwOnError()
  await db
    .from('services')
    .insert({ id: serviceId, slug: `fascia-${mark}`, name: `Fascia ${mark}`, mockup_required: true })
    .throwOnError()
  await db
    .from('job_step_templates')
    .insert({ service_id: serviceId, position: 'a0', name: 'Print', minutes_fixed: 30 })
    .throwOnError()
  const sales = await workingAs(seller)
  const { data: quotation } = await sales
    .rpc('create_quotation', { p_contact_id: contactId, p_project_title: 'Shop front' })
    .throwOnError()
  const line = { quotation_id: quotation, position: 'a0', description: 'Tray fascia', service_id: serviceId }
  await sales
    .from('quotation_items')
    .insert({ ...line, qty: 1, unit_price: 480, vat_rate: 18 })
    .throwOnError()
  await sales.rpc('send_quotation', { p_id: quotation }).throwOnError()
  const { data: sent } = await sales
    .from('quotations')
    .select('public_uuid')
    .eq('id', quotation)
    .single()
    .throwOnError()
  const uuid = String(sent.public_uuid)
  await visitor()
    .rpc('approve_quotation', { p_uuid: uuid, p_version: 1, p_name: 'Anna Vella', p_terms_accepted: true })
    .throwOnError()
  const { data: job } = await db
    .from('jobs')
    .select('id, job_number')
    .eq('quotation_id', quotation)
    .single()
    .throwOnError()
  await db
    .rpc('add_panel', {
      p_id: panelId,
      p_job_id: job.id,
      p_kind: 'flat',
      p_title: 'Left side',
      p_width_mm: 1200,
      p_height_mm: 600,
      p_depth_mm: 0,
      p_parts: [{ name: 'Face', needs_cut: true }, { name: 'Fixings' }],
    })
    .throwOnError()
  return { uuid, jobId: String(job.id), panelId, number: String(job.job_number) }
}

/** A small picture of one colour, drawn by the page itself. */
const pictureOf = async (page: Page, colour: string) =>
  Buffer.from(
    await page.evaluate(async (fill) => {
      const canvas = document.createElement('canvas')
      canvas.width = 800
      canvas.height = 400
      const context = canvas.getContext('2d')
      if (context) {
        context.fillStyle = fill
        context.fillRect(0, 0, 800, 400)
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    }, colour),
    'base64',
  )

async function sendsVersion(page: Page, number: number, colour: string) {
  await page.getByRole('button', { name: number === 1 ? 'Upload mockup' : 'New version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `fascia-v${number}.png`, mimeType: 'image/png', buffer: await pictureOf(page, colour) })
  await dialog.getByRole('button', { name: `Add version ${number}` }).click()
  await page.getByRole('button', { name: 'Send to client' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Send|Open the link/ })
    .click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
}

test('an approved order: its proof is rejected, then approved on a phone, two people move the board and finish the panel, and what fails is made again', async ({
  browser,
}, info) => {
  const [seller, karl, tony] = [
    await newPerson('sales', 'Seller'),
    await newPerson('team_member', 'Karl'),
    await newPerson('team_member', 'Tony'),
  ]
  const { uuid, jobId, panelId, number } = await approvedOrder(seller)
  const [office, phone, first, second] = [
    await browser.newContext(),
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
    await browser.newContext({ viewport: { width: 1024, height: 768 } }),
    await browser.newContext({ viewport: { width: 1024, height: 768 } }),
  ]
  const picture = (page: Page, name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) })
  await signIn(office, seller)
  await signIn(first, karl)
  await signIn(second, tony)

  const desk = await office.newPage()
  await desk.goto(`/mockups/${jobId}`)
  await sendsVersion(desk, 1, '#f59e0b')

  const client = await phone.newPage()
  await client.goto(`/mockups/${uuid}`)
  await expect(client.getByRole('img', { name: /Page 1, Version 1/ })).toBeVisible()
  await client.getByRole('textbox', { name: 'Your name' }).fill('Anna Vella')
  await client.getByRole('button', { name: 'Put a pin' }).click()
  await client.getByRole('button', { name: /Put the pin/ }).click({ position: { x: 60, y: 40 } })
  await client.getByRole('textbox', { name: 'What about this place?' }).fill('Lighter, please')
  await client.getByRole('button', { name: 'Send comment' }).click()
  await expect(desk.getByText('Lighter, please')).toBeVisible()
  await picture(client, 'pin-on-a-phone')
  await client.getByRole('button', { name: 'Reject' }).click()
  await client.getByRole('textbox', { name: 'Why do you reject it?' }).fill('This is not our yellow')
  await client.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(client.getByText(/Rejected by Anna Vella/)).toBeVisible()
  await expect(desk.getByText(/Rejected by Anna Vella/)).toBeVisible()

  await sendsVersion(desk, 2, '#fde68a')
  await expect(client.getByText(/Version 2 has just arrived/)).toBeVisible()
  await client.getByRole('button', { name: 'Approve' }).click()
  for (const point of ['Spelling', 'Size', 'Colour', 'Quantity'])
    await client.getByRole('checkbox', { name: point }).check()
  await client.getByRole('button', { name: 'Approve version 2' }).click()
  await expect(client.getByText(/Approved by Anna Vella/)).toBeVisible()
  await picture(desk, 'approved')

  const bench = await first.newPage()
  await bench.goto(`/jobs?job=${jobId}`)
  await expect(
    bench.getByRole('region', { name: 'At the bench' }).getByRole('button', { name: 'Start', exact: true }),
  ).toBeEnabled()
  await bench.goto(`/panel-assembly?panel=${panelId}`)
  const other = await second.newPage()
  await other.goto(`/panel-assembly?panel=${panelId}`)
  await bench.getByRole('button', { name: 'Cut: Face' }).click()
  await expect(bench.getByRole('button', { name: 'Undo cut: Face' })).toBeVisible()
  await other.getByRole('button', { name: 'Fitted: Face' }).click()
  await bench.getByRole('button', { name: 'Fitted: Fixings' }).click()
  for (const page of [bench, other]) await expect(page.getByText('All 2 parts are fitted.')).toBeVisible()
  await picture(other, 'panel-ready')

  const cardIn = (page: Page, column: string, job: string) =>
    page.getByRole('region', { name: column, exact: true }).getByRole('article', { name: `${job} Tray fascia` })
  await other.goto('/production')
  await bench.goto('/production')
  const moves = async (page: Page, to: string) => {
    await page.getByRole('button', { name: `Move ${number}`, exact: true }).click()
    await page.getByRole('menuitem', { name: to }).click()
    for (const board of [bench, other]) await expect(cardIn(board, to, number)).toBeVisible()
  }
  await moves(bench, 'In production')

  await bench.goto(`/jobs?job=${jobId}`)
  await bench.getByRole('region', { name: 'At the bench' }).getByRole('button', { name: 'Start', exact: true }).click()
  await bench.getByRole('region', { name: 'At the bench' }).getByRole('button', { name: 'Done', exact: true }).click()
  await bench.getByRole('dialog', { name: 'Print is done' }).getByRole('button', { name: 'Done' }).click()
  await expect(cardIn(other, 'Quality control', number)).toBeVisible()
  await bench.getByRole('button', { name: 'More actions' }).click()
  await bench.getByRole('menuitem', { name: 'Did not pass' }).click()
  const failed = bench.getByRole('dialog', { name: `${number} did not pass` })
  await failed.getByRole('combobox', { name: /Reason/ }).click()
  await bench.getByRole('option', { name: 'Print or colour' }).click()
  await failed.getByRole('combobox', { name: /Begin again with/ }).click()
  await bench.getByRole('option', { name: 'Print' }).last().click()
  await failed.getByRole('textbox', { name: /What is wrong/ }).fill('Bubbles at the lower edge')
  await failed.getByRole('combobox', { name: /What happens now/ }).click()
  await bench.getByRole('option', { name: /A remake makes them again/ }).click()
  await failed.getByRole('textbox', { name: /made again/ }).fill('1')
  await failed.getByRole('button', { name: 'Save' }).click()
  await expect(cardIn(other, 'Approved', `${number}-R1`)).toBeVisible()
  await expect(cardIn(other, 'Ready', number)).toBeVisible()
  await picture(other, 'remake-on-the-board')
})
