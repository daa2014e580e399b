import { expect, type Page } from '@playwright/test'
import { startProduct, type Product } from '../product.ts'
import { combobox, signUp, step } from './pages/first-steps.ts'
import { test } from './test.ts'

const anna = 'anna@example.com'
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

test('a company in Lisbon: from the question for the country to its settings with IVA', async ({ browser }) => {
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
})

test('a company in Austin: dollars, sales tax, Letter and a routing number', async ({ browser }) => {
  const page = await signUp(browser, company, anna)
  await step(page, 'Country')
  await combobox(page, 'In which country is the company?').fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await combobox(page, 'State').fill('Tex')
  await page.getByRole('option', { name: 'Texas' }).click()
  await expect(page.getByText('rates by the place where goods go are not computed yet')).toBeVisible()
  await page.getByRole('textbox', { name: 'Rate of Sales tax, Texas' }).fill('8.25')
  await picture(page, 'austin')
  await page.getByRole('button', { name: 'Set up the company' }).click()
  await expect(page).toHaveURL('/settings/company')
  await expect(page.getByRole('table', { name: 'Sales tax rates' })).toContainText('8.25')
  await fill(page, {
    'Company name': 'Lone Star Signs',
    Address: '500 Congress Avenue',
    Postcode: '78701',
    Town: 'Austin, TX',
    'Routing number': '021000021',
    'Account number': '123456789',
  })
  await picture(page, 'austin-company')
})
