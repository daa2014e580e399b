import { expect, type Browser, type Page } from '@playwright/test'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

const pictures = process.env.SIGNWRIGHT_PICTURES

async function picture(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

async function pageOf(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext()
  await signIn(context, person)
  return context.newPage()
}

/** A client of January 2019, long before the other days of the company: an issued invoice over 118.00, and a draft. */
async function monthOf(person: Person) {
  const name = `January Ltd ${person.name.split(' ').at(-1)}`
  const number = `INV-2019-${person.name.slice(-6)}`
  const db = admin()
  const { data: client } = await db
    .from('contacts')
    .insert({ type: 'Business', company: name, country: 'MT', address_line: '4 Old Street', city: 'Marsa' })
    .select('id')
    .single()
    .throwOnError()
  const paper = { contact_id: client.id, kind: 'standard', project_title: 'Shop sign' }
  const { data: papers } = await db
    .from('invoices')
    .insert(['2019-01-10', '2019-01-20'].map((day) => ({ ...paper, created_at: `${day}T09:00:00Z` })))
    .select('id, created_at')
    .order('created_at')
    .throwOnError()
  const line = { position: 'a0', kind: 'item', description: 'Sign', qty: 1, unit_price: 100, vat_rate: 18 }
  await db
    .from('invoice_items')
    .insert(papers.map(({ id }) => ({ ...line, invoice_id: id })))
    .throwOnError()
  const [issued] = papers.toSorted((one, other) => one.created_at.localeCompare(other.created_at))
  await db
    .from('invoices')
    .update({
      ...{ status: 'issued', invoice_number: number, issued_at: '2019-01-10T09:00:00Z' },
      ...{ issue_date: '2019-01-10', supply_date: '2019-01-10', due_date: '2019-02-09' },
    })
    .eq('id', issued?.id)
    .throwOnError()
  return { client: client.id, name, number }
}
type Month = Awaited<ReturnType<typeof monthOf>>

const leftOf = (page: Page) => page.getByRole('list', { name: 'What is left to do' })

async function toJanuary(page: Page) {
  await page.goto('/closing')
  await page.getByRole('textbox', { name: 'Up to and including' }).fill('2019-01-31')
}

/** Imports the bank's file, confirms its payment and issues the draft, each from the list of what is left. */
async function clear(page: Page, { name, number }: Month) {
  const left = leftOf(page)
  const row = `2019-01-15;${name};${number};BOV-${number};118.00`
  await page.goto('/payments/bank-import?dialog=import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'january.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Booking date;Payer;Text;Reference;Amount\n${row}\n`),
  })
  await page.getByRole('button', { name: 'Import 1 entry' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await toJanuary(page)
  await expect(left).toContainText('1 · Bank entries without a booking')
  await expect(left).toContainText('1 · Draft invoices')
  await picture(page, 'closing-left')

  await left.getByRole('link', { name: '1 · Bank entries without a booking' }).click()
  const entries = page.getByRole('list', { name: 'Entries of bank statements' })
  const entry = entries.locator('> li').filter({ hasText: number })
  await entry.getByRole('button', { name: `Confirm: ${name} for €118.00` }).click()
  await expect(entry).toHaveCount(0)
  await toJanuary(page)
  await left.getByRole('link', { name: '1 · Draft invoices' }).click()
  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'Draft' }).click()
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByRole('button', { name: 'Issue invoice' }).click()
  await expect(page.getByRole('heading', { name: /^INV-/, level: 1 })).toBeVisible()
}

/** Records a payment of a closed day, which is refused. */
async function payTooLate(page: Page, { client }: Month) {
  await page.goto(`/statements/${client}`)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record a payment' })
  await payment.getByRole('textbox', { name: 'Amount' }).fill('5')
  await payment.getByRole('textbox', { name: 'Received on' }).fill('2019-01-20')
  const record = payment.getByRole('button', { name: 'Record payment' })
  await record.click()
  await payment.getByRole('checkbox', { name: 'It was paid before the day of its invoice' }).check()
  await record.click()
  await expect(page.getByText(/The books are closed up to 31 Jan 2019/).first()).toBeVisible()
  await picture(page, 'closing-refused')
}

/** Saves the return as filed, hands the journal over, and asks the client to confirm what it owed on the 12th. */
async function hand(page: Page, { name }: Month) {
  await page.goto('/vat?days=2019-01-01..2019-01-31')
  const filed = page.getByRole('region', { name: 'VAT return' })
  await filed.getByRole('button', { name: 'Save as filed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as filed' }).click()
  await expect(filed.getByRole('status')).toContainText('Nothing changed since')

  await page.goto('/hand-over?format=csv&days=2019-01-01..2019-01-31')
  const [journal] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Hand over 2 entries' }).click(),
  ])
  expect(journal.suggestedFilename()).toMatch(/^journal-2019-01-01-2019-01-31-\d+\.csv$/)

  await page.goto('/open-items?on=2019-01-12')
  const [asked] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Confirmations' }).click(),
  ])
  expect(asked.suggestedFilename()).toBe(`clients-${name.replaceAll(' ', '-')}-2019-01-12.pdf`)
}

test('a month is closed after its list is done, refuses what would change it, and is opened again by an admin with a reason', async ({
  browser,
}) => {
  // Half a minute on a calm machine.
  test.setTimeout(180_000)
  const [clerk, chief] = await Promise.all([newPerson('accounts', 'Anna'), newPerson('admin', 'Vera')])
  const month = await monthOf(clerk)
  const office = await pageOf(browser, clerk)
  await clear(office, month)

  await toJanuary(office)
  await expect(leftOf(office)).toContainText('No draft invoices')
  await expect(leftOf(office).getByRole('link')).toHaveCount(0)
  await office.getByRole('button', { name: 'Close up to 31 Jan 2019' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Close the days' }).click()
  await expect(office.getByRole('status').filter({ hasText: 'Closed up to 31 Jan 2019' })).toBeVisible()
  await picture(office, 'closing-closed')
  await payTooLate(office, month)
  await hand(office, month)

  const management = await pageOf(browser, chief)
  await management.goto('/closing')
  await management.getByRole('button', { name: 'Open days again…' }).click()
  const again = management.getByRole('dialog', { name: 'Open closed days again' })
  await again.getByRole('button', { name: 'Open again' }).click()
  await expect(again.getByText('Please say why the books are opened again')).toBeVisible()
  await again.getByRole('textbox', { name: 'Why' }).fill('The bank sent a correction')
  await again.getByRole('button', { name: 'Open again' }).click()
  await expect(management.getByText('All days are open')).toBeVisible()
  await expect(management.getByText(/The bank sent a correction/)).toBeVisible()
})
