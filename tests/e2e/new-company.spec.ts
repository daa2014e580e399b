import { expect, type Browser, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { startProduct, type Product } from '../product.ts'
import { mailedLink } from './mail.ts'
import { AuthPage } from './pages/auth-page.ts'
import { StaffPage } from './pages/staff-page.ts'
import { test } from './test.ts'

const [anna, bruno, carla] = ['anna@example.com', 'bruno@example.com', 'carla@example.com']
const password = 'a-good-password'

let company: Product
test.beforeAll(async () => {
  company = await startProduct({ SIGNWRIGHT_SEED: 'empty', SIGNWRIGHT_ADMIN: anna })
})
test.afterAll(() => company.remove())

/** A separate browser at the company's sign-in page. */
async function browserOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: company.url })
  const page = await context.newPage()
  await new AuthPage(page).open()
  return page
}

async function registers(page: Page, email: string) {
  const auth = new AuthPage(page)
  await auth.switchTo('Create an account')
  await auth.signUp(email, password)
  await expect(page.getByText('Please check your email to confirm your account')).toBeVisible()
  await page.goto(await mailedLink(page.request, email, company.mailKey))
  await page.getByText('Go to Sign In').click()
  await auth.signIn(email, password)
}

test('an empty company grows: first admin, invitation, approval, rights and a company that change live, and a farewell', async ({
  browser,
}, info) => {
  test.setTimeout(180_000)
  const picture = (page: Page, name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) })

  const boss = await browserOf(browser)
  await registers(boss, anna)
  const office = new StaffPage(boss)
  await expect(office.bell).toBeVisible()
  await expect(boss).toHaveURL('/dashboard')
  await expect(boss.getByRole('banner').getByRole('link', { name: 'Production', exact: true })).toBeVisible()
  await picture(boss, '1 the first admin on an empty dashboard')

  await office.openLive('/staff')
  await boss.getByRole('button', { name: 'Invite', exact: true }).click()
  const invitation = boss.getByRole('dialog', { name: 'Invite a colleague' })
  await invitation.getByLabel('Email').fill(bruno)
  await invitation.getByLabel('First name').fill('Bruno')
  await invitation.getByLabel('Last name').fill('Vella')
  await invitation
    .getByRole('combobox', { name: 'Role' })
    .or(invitation.getByRole('textbox', { name: 'Role' }))
    .click()
  await boss.getByRole('option', { name: 'Sales' }).click()
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invitation).toBeHidden()
  await expect(boss.getByText('Bruno Vella')).toBeVisible()
  await picture(boss, '2 invited')

  const salesman = await browserOf(browser)
  await salesman.goto(await mailedLink(salesman.request, bruno, company.mailKey))
  await expect(salesman).toHaveURL('/auth/reset-password')
  await picture(salesman, '3 the invited person chooses a password')
  for (const field of await salesman.locator('input[autocomplete=new-password]').all()) await field.fill(password)
  await salesman.getByRole('button', { name: 'Update password' }).click()
  await new AuthPage(salesman).signIn(bruno, password)
  const desk = new StaffPage(salesman)
  await expect(desk.bell).toBeVisible()

  const newcomer = await browserOf(browser)
  await registers(newcomer, carla)
  await expect(newcomer.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  await picture(newcomer, '4 a newcomer waits')

  const knownAlready = { name: 'Carla', last_name: 'Zammit', type: 'Person', profile: 'verified' }
  const service = createClient(company.url, company.keys.secretKey)
  await service.from('contacts').insert(knownAlready).throwOnError()
  await office.openLive('/admin/user-verification')
  await boss.getByRole('button', { name: 'Approve carla' }).click()
  const approval = boss.getByRole('dialog', { name: 'Approve carla' })
  await approval
    .getByRole('combobox', { name: 'Role' })
    .or(approval.getByRole('textbox', { name: 'Role' }))
    .click()
  await boss.getByRole('option', { name: 'Team member' }).click()
  await approval
    .getByRole('combobox', { name: 'Contact' })
    .or(approval.getByRole('textbox', { name: 'Contact' }))
    .fill('zammit')
  await boss.getByRole('option', { name: 'Carla Zammit' }).click()
  await picture(boss, '5 approval with a role and a contact')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(approval).toBeHidden()
  await expect(newcomer.getByRole('button', { name: /^Notifications, / })).toBeVisible({ timeout: 5_000 })
  await picture(newcomer, '6 the waiting screen turned by itself')

  await desk.openLive('/dashboard')
  const quotations = salesman.getByRole('banner').getByRole('link', { name: 'Quotations', exact: true })
  await expect(quotations).toBeVisible()
  await office.openLive('/contacts/permissions')
  await boss.getByRole('tab', { name: 'Sales' }).click()
  const view = boss.getByRole('checkbox', { name: 'View Quotations' })
  await view.click()
  await expect(view).not.toBeChecked()
  await expect(quotations).toBeHidden({ timeout: 5_000 })
  await picture(boss, '7 a right is taken')
  await picture(salesman, '8 and the menu of whoever looks has changed')
  await view.click()
  await expect(view).toBeChecked()
  await expect(quotations).toBeVisible({ timeout: 5_000 })

  await office.openLive('/settings/company')
  await boss.getByRole('textbox', { name: 'Company name' }).fill('Bright Signs')
  await boss.getByRole('textbox', { name: 'Brand colour' }).fill('#8A1538')
  await boss.getByRole('button', { name: 'Save changes' }).click()
  await expect(boss.getByText('The company is saved.')).toBeVisible()
  await expect(salesman.getByRole('link', { name: 'Bright Signs: start' })).toBeVisible({ timeout: 5_000 })
  await expect(salesman.getByRole('button', { name: 'Add New Task' })).toHaveCSS('background-color', 'rgb(138, 21, 56)')
  const sign = { name: 'sign.png', mimeType: 'image/png', buffer: await boss.screenshot() }
  await boss.locator('input[type=file]').setInputFiles(sign)
  await expect(boss.getByText('The logo is saved.')).toBeVisible()
  await expect(salesman.getByRole('link', { name: 'Bright Signs: start' }).locator('img')).toBeVisible()
  await picture(salesman, '9 the company has a name, a logo and a colour, for everybody at once')

  const phone = await browserOf(browser)
  await new AuthPage(phone).signIn(bruno, password)
  await expect(new StaffPage(phone).bell).toBeVisible()
  await office.openLive('/staff')
  await expect(boss.getByText('Carla Zammit')).toBeVisible()
  await boss.getByRole('button', { name: 'More about Bruno Vella' }).click()
  await boss.getByRole('menuitem', { name: 'Deactivate' }).click()
  await boss.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(boss.getByText('Bruno Vella is signed out everywhere')).toBeVisible()
  for (const elsewhere of [salesman, phone]) {
    await expect(elsewhere).toHaveURL(/\/auth/, { timeout: 15_000 })
    await expect(new AuthPage(elsewhere).email).toBeVisible()
  }
  await picture(boss, '10 deactivated')
  await new AuthPage(phone).signIn(bruno, password)
  await expect(phone.getByText('Your access was ended. Ask an administrator if this is a mistake.')).toBeVisible()
  await picture(phone, '11 the door stays closed')

  const { data: leaver } = await service.from('contacts').select('user_id').eq('email', bruno).single().throwOnError()
  await boss.goto(`/audit-logs/${leaver.user_id}`)
  await expect(boss.getByRole('listitem').filter({ hasText: 'Account deactivated' })).toContainText('anna')
})
