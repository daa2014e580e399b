import { expect, type Browser, type Page } from '@playwright/test'
import { startProduct, type Product } from '../product.ts'
import { newestMail } from './mail.ts'
import { choose, combobox, signUp, step } from './pages/first-steps.ts'
import { StaffPage } from './pages/staff-page.ts'
import { test } from './test.ts'

const [anna, maria] = ['anna@example.com', 'maria@sunset.example']
const pictures = process.env.SIGNWRIGHT_PICTURES

let company: Product
test.beforeAll(async () => {
  company = await startProduct({ SIGNWRIGHT_SEED: 'empty', SIGNWRIGHT_ADMIN: anna })
})
test.afterAll(() => company.remove())

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

/** The company's name, colour, place and bank account, its VAT, terms, hours and first service. */
async function setUp(page: Page) {
  await step(page, 'Name of the company')
  await expect(page.getByRole('textbox', { name: 'Company name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Company name' }).fill('Bright Signs')
  await page.getByRole('textbox', { name: 'Brand colour' }).fill('#8A1538')
  await page.getByRole('textbox', { name: 'Email' }).fill('office@brightsigns.example')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street')
  await page.getByRole('textbox', { name: 'Country' }).fill('Malta')
  await combobox(page, 'Time zone').fill('Malta')
  await page.getByRole('option', { name: 'Europe/Malta' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The company is saved.')).toBeVisible()
  // Name and colour are everywhere at once, without a reload.
  await expect(page.getByRole('link', { name: 'Bright Signs: start' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add New Task' })).toHaveCSS('background-color', 'rgb(138, 21, 56)')

  await step(page, 'Bank account')
  await expect(page.getByRole('textbox', { name: 'IBAN' })).toBeFocused()
  await page.getByRole('textbox', { name: 'IBAN' }).fill('MT84MALT011000012345MTLCAST001S')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()

  await step(page, 'VAT number')
  await expect(page.getByRole('textbox', { name: 'VAT number' })).toBeFocused()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('MT12345634')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()

  await step(page, 'VAT rates')
  await page.getByRole('button', { name: 'Add VAT rate' }).click()
  const vat = page.getByRole('form', { name: 'New VAT rate' })
  await vat.getByLabel('Name').fill('VAT 18 %')
  await expect(vat.getByLabel('Code')).toHaveValue('vat-18')
  await vat.getByRole('textbox', { name: 'Rate', exact: true }).fill('18')
  await vat.getByLabel('Rate of new lines').check()
  await vat.getByRole('button', { name: 'Add VAT rate' }).click()
  await expect(page.getByRole('table', { name: 'VAT rates' })).toContainText('VAT 18 %')

  await step(page, 'Terms')
  await page.getByRole('button', { name: 'Add template' }).click()
  const terms = page.getByRole('form', { name: 'New template' })
  await terms.getByLabel('Name').fill('Our terms')
  await terms.getByRole('textbox', { name: 'Terms' }).fill('Half with the order, half on delivery.')
  await terms.getByLabel('Usual terms of new quotations').check()
  await terms.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByRole('table', { name: 'Templates' })).toContainText('Half with the order')

  await step(page, 'Opening hours')
  await page.getByRole('button', { name: 'Add opening' }).click()
  const hours = page.getByRole('form', { name: 'New opening' })
  for (const day of ['Monday', 'Tuesday', 'Friday']) await hours.getByLabel(day, { exact: true }).check()
  await hours.getByLabel('From').fill('8')
  await hours.getByLabel('To').fill('17:00')
  await hours.getByRole('button', { name: 'Add opening' }).click()
  await expect(page.getByRole('table', { name: 'Opening hours' }).getByText('17:00')).toHaveCount(3)

  await step(page, 'Privacy policy and terms')
  await expect(page.getByText('Nothing is published yet')).toBeVisible()
  await page.getByRole('button', { name: 'Publish this version' }).click()
  await expect(page.getByText(/Version 1 holds since/)).toBeVisible()
  await page.getByRole('tab', { name: 'Terms' }).click()
  await page.getByRole('button', { name: 'Publish this version' }).click()
  await expect(page.getByText(/Version 1 holds since/)).toBeVisible()

  await step(page, 'First service')
  const service = page.getByRole('dialog', { name: 'New service' })
  await service.getByLabel('Name').fill('Printed banner')
  await expect(service.getByLabel('Address')).toHaveValue('printed-banner')
  await choose(page, service, 'Unit', 'm²')
  await service.getByLabel('Base price').fill('58')
  await service.getByRole('button', { name: 'Add service' }).click()
  await expect(page).toHaveURL('/services/printed-banner')
}

/** A new client, and a quotation to it with one line from the catalogue, sized in inches and feet. */
async function quote(page: Page) {
  await step(page, 'A test quotation')
  await page.getByRole('dialog').getByRole('link', { name: 'Register a new client' }).click()
  await page.getByRole('textbox', { name: 'Business name' }).fill('Sunset Hotel')
  await page.getByRole('textbox', { name: 'Email' }).first().fill(maria)
  await page.getByRole('button', { name: 'Register client' }).click()
  const begins = page.getByRole('dialog', { name: 'New quotation' })
  await expect(combobox(begins, 'Client')).toHaveValue('Sunset Hotel')
  await begins.getByLabel('Title').fill('Banner for the pool bar')
  await begins.getByRole('button', { name: 'Write the lines' }).click()

  await page.getByRole('button', { name: 'Add line' }).click()
  const cell = (column: string) => page.getByRole('grid', { name: 'Lines' }).locator(`[data-column=${column}]`).last()
  await cell('description').click()
  await page.keyboard.type('banner')
  await page.getByRole('option', { name: /Printed banner/ }).click()
  await cell('width_mm').click()
  for (const typed of ['96"', '4ft', '2']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  // 2 × 2.4384 m × 1.2192 m = 5.9457 m², at 58.00.
  await expect(cell('net')).toHaveText('€344.85')
  await expect(page.getByText('All saved')).toBeVisible()
  await picture(page, 'first-deposit-lines-1440')
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Half with the order, half on delivery.')).toBeVisible()
  await page.getByRole('button', { name: 'Send quotation' }).click()
  await expect(page.getByRole('heading', { name: 'Q-2026-0001 was sent' })).toBeVisible()
}

/** The client approves on a phone and announces the transfer. */
async function approve(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText('€406.92').first()).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByLabel('Your name').fill('Maria Borg')
  await page.getByRole('checkbox', { name: /accept/ }).check()
  await page.getByRole('button', { name: 'Approve · €406.92' }).click()
  await page.getByRole('link', { name: 'Pay the deposit' }).click()
  await expect(page.getByText('MT84 MALT 0110 0001 2345 MTLC AST0 01S')).toBeVisible()
  // No card provider is set up: cards are not offered.
  await expect(page.getByRole('button', { name: /by card/ })).toHaveCount(0)
  await picture(page, 'first-deposit-pay-360')
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText('You announced a transfer of €203.46')).toBeVisible()
  // The request is not repeated after a reload, nor on the quotation.
  await page.reload()
  await expect(page.getByRole('button', { name: 'I have not sent it' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I have paid' })).toHaveCount(0)
  await picture(page, 'first-deposit-announced-360')
  await page.getByRole('link', { name: 'Back to your quotation' }).click()
  await expect(page.getByText('You announced a transfer of €203.46')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay the deposit' })).toHaveCount(0)
}

test('an empty company is set up by its first steps, sells, and is paid its first deposit', async ({ browser }) => {
  const office = await signUp(browser, company, anna)
  await picture(office, 'first-deposit-steps-1440')
  await setUp(office)
  await quote(office)
  const { text } = await newestMail(office.request, maria, company.mailKey)
  await approve(browser, /http\S+\/client-quotations\/\S+/.exec(text)?.[0] ?? '')

  // A notice reports it; the order links to its deposit with all fields filled.
  const notices = await new StaffPage(office).openPanel()
  await expect(notices.getByText('Transfer announced for SO-2026-0001')).toBeVisible()
  await office.goto('/orders')
  await office.getByRole('link', { name: 'SO-2026-0001' }).click()
  await office.getByRole('link', { name: 'Record €203.46' }).click()
  const payment = office.getByRole('dialog', { name: 'Payment' })
  await expect(payment.getByLabel('Amount')).toHaveValue('203.46')
  await expect(payment.getByText('Pays SO-2026-0001 ahead')).toBeVisible()
  await payment.getByRole('button', { name: 'Record payment' }).click()

  await expect(office.getByRole('heading', { name: 'SO-2026-0001' })).toBeVisible()
  await expect(office.getByText('Awaiting deposit', { exact: true }).first()).toBeHidden()
  await expect(office.getByText('INV-2026-0001').first()).toBeVisible()
  await picture(office, 'first-deposit-order-1440')
  await office.getByRole('link', { name: 'Bright Signs: start' }).click()
  await expect(office.getByText('15 of 17 are done')).toBeVisible()
  for (const left of ['Logo', 'Colleagues']) await expect(office.getByRole('link', { name: left })).toBeVisible()
})
