import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

/** A sent quotation with one job that needs a mockup, one step, and one panel of two parts. */
async function arrange() {
  const db = admin()
  const [contactId, quotationId, uuid, jobId, panelId] = Array.from({ length: 5 }, () => randomUUID())
  const mark = randomUUID().slice(0, 8)
  await db.from('contacts').insert({ id: contactId, type: 'Person', name: 'Anna', last_name: mark }).throwOnError()
  await db
    .from('quotations')
    .insert({
      id: quotationId,
      quotation_number: `Q-${mark}`,
      status: 'sent',
      contact_id: contactId,
      public_uuid: uuid,
    })
    .throwOnError()
  const number = `JOB-${mark}`
  await db
    .from('jobs')
    .insert({
      id: jobId,
      job_number: number,
      title: 'Tray fascia',
      quotation_id: quotationId,
      mockup_required: true,
    })
    .throwOnError()
  await db.from('job_steps').insert({ job_id: jobId, position: 'a0', name: 'Print' }).throwOnError()
  await db
    .rpc('add_panel', {
      p_id: panelId,
      p_job_id: jobId,
      p_kind: 'flat',
      p_title: 'Left side',
      p_width_mm: 1200,
      p_height_mm: 600,
      p_depth_mm: 0,
      p_parts: [{ name: 'Face', needs_cut: true }, { name: 'Fixings' }],
    })
    .throwOnError()
  return { uuid, jobId, panelId, number }
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

test('a proof is changed and approved on a phone, two tablets finish the panel and move the board, and what fails is made again', async ({
  browser,
}, info) => {
  const { uuid, jobId, panelId, number } = await arrange()
  const [seller, karl, tony] = [
    await newPerson('sales', 'Seller'),
    await newPerson('team_member', 'Karl'),
    await newPerson('team_member', 'Tony'),
  ]
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
  await client.getByRole('button', { name: 'Ask for changes' }).click()
  await client.getByRole('textbox', { name: 'What should we change?' }).fill('A lighter yellow')
  await client.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(client.getByText(/Changes asked by Anna Vella/)).toBeVisible()
  await expect(desk.getByText(/Changes requested by Anna Vella/)).toBeVisible()

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
  await expect(bench.getByRole('button', { name: 'Start', exact: true })).toBeEnabled()
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
  await bench.getByRole('button', { name: `Move ${number}`, exact: true }).click()
  await bench.getByRole('menuitem', { name: 'In production' }).click()
  for (const page of [bench, other]) await expect(cardIn(page, 'In production', number)).toBeVisible()

  await bench.goto(`/jobs?job=${jobId}`)
  await bench.getByRole('button', { name: 'Start', exact: true }).click()
  await bench.getByRole('button', { name: 'Done', exact: true }).click()
  await bench.getByRole('dialog', { name: 'Print is done' }).getByRole('button', { name: 'Done' }).click()
  await expect(cardIn(other, 'Quality control', number)).toBeVisible()
  await bench.getByRole('button', { name: 'More actions' }).click()
  await bench.getByRole('menuitem', { name: 'Did not pass' }).click()
  const failed = bench.getByRole('dialog', { name: `${number} did not pass` })
  await failed.getByRole('textbox', { name: /What is wrong/ }).fill('Bubbles at the lower edge')
  await failed.getByRole('textbox', { name: /made again/ }).fill('1')
  await failed.getByRole('button', { name: 'Save' }).click()
  await expect(cardIn(other, 'Approved', `${number}-R1`)).toBeVisible()
  await expect(cardIn(other, 'Ready', number)).toBeVisible()
  await picture(other, 'remake-on-the-board')
})
