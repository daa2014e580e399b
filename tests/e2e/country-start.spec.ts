import { expect, type Browser, type Page } from '@playwright/test'
import { startProduct, type Product } from '../product.ts'
import { newestMail } from './mail.ts'
import { choose, combobox, signUp, step } from './pages/first-steps.ts'
import { test } from './test.ts'

const [anna, maria] = ['anna@example.com', 'maria@sunset.example']
const pictures = process.env.SIGNWRIGHT_PICTURES

const picture = async (page: Page, name: string) => {
  if (!pictures) return
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${pictures}/country-${name}-${colorScheme}-${width}.png`, fullPage: true })
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}

test.describe.configure({ timeout: 180_000 })

let company: Product
test.beforeEach(async () => {
  company = await startProduct({ SIGNWRIGHT_SEED: 'empty', SIGNWRIGHT_ADMIN: anna })
})
test.afterEach(() => company.remove())

/** Fills the settings that no country knows. */
async function fill(page: Page, values: Record<string, string>) {
  await page.goto('/settings/company')
  for (const [label, value] of Object.entries(values))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The company is saved.')).toBeVisible()
}

/** A quotation of one hour of fitting for 100.00 is sent; the answer is its link. */
async function quote(page: Page, client: Record<string, string>): Promise<string> {
  await step(page, 'First service')
  const service = page.getByRole('dialog', { name: 'New service' })
  await service.getByLabel('Name').fill('Fitting')
  await choose(page, service, 'Unit', 'hour')
  await service.getByLabel('Base price').fill('100')
  await service.getByRole('button', { name: 'Add service' }).click()
  await expect(page).toHaveURL('/services/fitting')
  await step(page, 'A test quotation')
  await page.getByRole('dialog').getByRole('link', { name: 'Register a new client' }).click()
  await page.getByRole('textbox', { name: 'Business name' }).fill('Sunset Hotel')
  await page.getByRole('textbox', { name: 'Email' }).first().fill(maria)
  const business = page.getByRole('region', { name: 'Business' })
  for (const [label, value] of Object.entries(client))
    await business.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('button', { name: 'Register client' }).click()
  const begins = page.getByRole('dialog', { name: 'New quotation' })
  await expect(combobox(begins, 'Client')).toHaveValue(/^Sunset Hotel/)
  await begins.getByLabel('Title').fill('Fitting of a sign')
  await begins.getByRole('button', { name: 'Write the lines' }).click()
  await page.getByRole('button', { name: 'Add line' }).click()
  const description = page.getByRole('grid', { name: 'Lines' }).locator('[data-column=description]').last()
  await description.click()
  await page.keyboard.type('fitting')
  await page.getByRole('option', { name: /Fitting/ }).click()
  await expect(page.getByText('All saved')).toBeVisible()
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: /^(Send quotation|Send all the same)$/ }).click()
  await expect(page.getByRole('heading', { name: 'Q-2026-0001 was sent' })).toBeVisible()
  const { text } = await newestMail(page.request, maria, company.mailKey)
  return /http\S+\/client-quotations\/\S+/.exec(text)?.[0] ?? ''
}

/** Takes the samples of a trade from the first steps; the answer is how many records came. */
async function takeSamples(page: Page, trade: string, name: string): Promise<number> {
  await step(page, 'Samples of your trade')
  await page.getByText(trade, { exact: true }).click()
  const offered = await page.getByText(/^\d+ records will be added/).textContent()
  await picture(page, `samples-${name}-offered`)
  await page.getByRole('button', { name: 'Take the samples' }).click()
  await expect(page.getByText(/^\d+ records of these samples are in use$/)).toHaveText(
    `${parseInt(offered ?? '')} records of these samples are in use`,
  )
  await picture(page, `samples-${name}-taken`)
  return parseInt(offered ?? '')
}

/** The paper as the client reads it, and the MediaBox of its PDF. */
async function read(browser: Browser, link: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /Q-2026-0001/ }).first()).toBeVisible()
  const answer = await page.request.post(`${company.url}/functions/v1/document-pdf`, {
    headers: { apikey: company.keys.publishableKey },
    data: { kind: 'quotation', uuid: link.split('/').at(-1) },
  })
  const pdf = (await answer.body()).toString('latin1')
  return { page, size: /MediaBox \[([^\]]*)\]/.exec(pdf)?.[1] }
}

test('a company in Lisbon: from the question for the country to the first paper with IVA', async ({ browser }) => {
  const page = await signUp(browser, company, anna)
  await step(page, 'Country')
  await combobox(page, 'In which country is the company?').fill('Portu')
  await page.getByRole('option', { name: 'Portugal' }).click()
  await expect(page.getByRole('textbox', { name: 'The tax is called' })).toHaveValue('IVA')
  await expect(page.getByRole('textbox', { name: 'Time zone' })).toHaveValue('Europe/Lisbon')
  await expect(page.getByText(/: Portugal Day$/).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Rate of IVA 23 %' })).toHaveValue('23')
  await picture(page, 'lisbon')
  await page.getByRole('button', { name: 'Set up the company' }).click()
  await expect(page).toHaveURL('/settings/company')
  await expect(page.getByRole('table', { name: 'IVA rates' })).toContainText('IVA 23 %')
  await picture(page, 'lisbon-company')
  await fill(page, {
    'Company name': 'Letreiros do Tejo',
    NIF: 'PT501442600',
    Address: 'Rua do Ouro 1',
    Postcode: '1100-001',
    Town: 'Lisboa',
  })
  const taken = await takeSamples(page, 'Sign maker', 'lisbon')
  await expect(page.getByText(/^Vinil imprimível, polimérico, 1\W?370 mm$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the samples' }).click()
  await expect(page.getByText(`${taken} records were removed`)).toBeVisible()
  await expect(page.getByText(/^105,00\s€ \/ m²/).first()).toBeVisible()
  const link = await quote(page, {
    Address: 'Rua Augusta 2',
    Postcode: '1100-048',
    Town: 'Lisboa',
    Country: 'Portugal',
  })
  const paper = await read(browser, link)
  await expect(
    paper.page
      .getByText(/^Total (with|com) IVA$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(
    paper.page
      .getByText(/123,00\s€/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(paper.page.getByText('VAT')).toHaveCount(0)
  await picture(paper.page, 'lisbon-paper')
  expect(paper.size).toBe('0 0 595.28 841.89')
})

test('a company in Austin: dollars, sales tax, Letter and a routing number', async ({ browser }) => {
  const page = await signUp(browser, company, anna)
  await step(page, 'Country')
  await combobox(page, 'In which country is the company?').fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await combobox(page, 'State').fill('Tex')
  await page.getByRole('option', { name: 'Texas' }).click()
  await expect(page.getByText('Where goods go decides the rate')).toBeVisible()
  await page.getByRole('textbox', { name: 'Rate of Sales tax, Texas' }).fill('8.25')
  await picture(page, 'austin')
  await page.getByRole('button', { name: 'Set up the company' }).click()
  await expect(page).toHaveURL('/settings/company')
  await expect(page.getByRole('table', { name: 'Sales tax rates' })).toContainText('8.25')
  await expect(page.getByRole('textbox', { name: 'State' })).toHaveValue('TX')
  await fill(page, {
    'Company name': 'Lone Star Signs',
    Address: '500 Congress Avenue',
    'ZIP code': '78701',
    City: 'Austin',
    'Routing number': '021000021',
    'Account number': '123456789',
  })
  await picture(page, 'austin-company')
  const taken = await takeSamples(page, 'Printer', 'austin')
  await page.goto('/services/poster')
  await page.getByRole('textbox', { name: 'Base price' }).fill('31')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await saved
  await page.goto('/settings/samples')
  await page.getByRole('button', { name: 'Remove the samples' }).click()
  await expect(page.getByText('Poster: somebody changed it')).toBeVisible()
  await picture(page, 'samples-austin-removed')
  expect(taken).toBeGreaterThan(30)
  const link = await quote(page, {
    Address: '1 Main Street',
    'ZIP code': '78702',
    City: 'Austin',
    State: 'TX',
    Country: 'United States',
  })
  const paper = await read(browser, link)
  await expect(paper.page.getByText('Total with sales tax').filter({ visible: true }).first()).toBeVisible()
  for (const town of ['Austin, TX 78701', 'Austin, TX 78702'])
    await expect(paper.page.getByText(town).filter({ visible: true }).first()).toBeVisible()
  await expect(paper.page.getByText('$108.25').filter({ visible: true }).first()).toBeVisible()
  await expect(paper.page.getByText('VAT')).toHaveCount(0)
  await picture(paper.page, 'austin-paper')
  expect(paper.size).toBe('0 0 612 792')
})
