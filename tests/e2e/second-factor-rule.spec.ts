import { expect, type Browser, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { codeAt, fromBase32, stepAt } from '../../supabase/local/rest-auth/auth/totp.ts'
import { type Product, startProduct } from '../product.ts'
import { AuthPage } from './pages/auth-page.ts'
import { test } from './test.ts'

const [boss, maria] = ['victor@example.com', 'maria@example.com']
const password = 'signwright'

/** A company of its own: the rule holds for everybody in it. */
let company: Product
test.beforeAll(async () => {
  company = await startProduct()
})
test.afterAll(() => company.remove())

const firstCode = async (page: Page): Promise<string> => {
  const secret = ((await page.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '')
  return codeAt(fromBase32(secret), stepAt(Date.now()))
}

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: company.url })
  const page = await context.newPage()
  const auth = new AuthPage(page)
  await auth.open()
  await auth.signIn(email, password)
  return page
}

const askAllStaff = async (page: Page) => {
  await page.goto('/settings/sign-in')
  await page.getByRole('combobox', { name: 'Second factor required for' }).click()
  await page.getByRole('option', { name: 'All staff' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
}

test('a company asks all staff for a second factor: nothing else opens until they have one', async ({ browser }) => {
  test.setTimeout(180_000)
  const colleague = await signedIn(browser, maria)
  await expect(colleague).toHaveURL('/dashboard')
  await colleague.goto('/contacts')
  await expect(colleague.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()

  const admin = await signedIn(browser, boss)
  await expect(admin).toHaveURL('/dashboard')
  await askAllStaff(admin)
  await expect(admin.getByText('Add a second factor to your own account first.')).toBeVisible()
  await admin.goto('/my-profile')
  await admin.getByRole('button', { name: 'Add a second factor' }).click()
  await admin.getByRole('button', { name: 'Continue' }).click()
  await admin.getByLabel('Six-digit code').fill(await firstCode(admin))
  await admin.getByRole('button', { name: 'Add the device' }).click()
  await expect(admin.getByText(/^Added /)).toBeVisible()
  await askAllStaff(admin)
  await expect(admin.getByText(/^1 of \d+ people have a second factor$/)).toBeVisible()

  // The colleague who was at work is led to it at once.
  await expect(colleague.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
  await expect(colleague.getByText('Your company asks for it.')).toBeVisible()

  const program = createClient(company.url, company.keys.publishableKey, { auth: { persistSession: false } })
  await program.auth.signInWithPassword({ email: maria, password })
  const { data: read } = await program.from('contacts').select('id')
  const { error: written } = await program.from('tasks').insert({ title: 'Past the screen' })
  expect([read, written?.code]).toEqual([[], '42501'])

  await colleague.getByLabel('Six-digit code').fill(await firstCode(colleague))
  await colleague.getByRole('button', { name: 'Add and continue' }).click()
  await expect(colleague.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await admin.reload()
  await expect(admin.getByText(/^2 of \d+ people have a second factor$/)).toBeVisible()
})
