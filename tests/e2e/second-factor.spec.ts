import { expect, type Page } from '@playwright/test'
import { codeAt, fromBase32, stepAt } from '../../supabase/local/rest-auth/auth/totp.ts'
import { mailedLink } from './mail.ts'
import { AuthPage } from './pages/auth-page.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

/** The code that an app shows so many steps of 30 s from now. Each counts once, and the one before and after count too. */
const codeOf = (secret: string, steps: -1 | 0 | 1) => codeAt(fromBase32(secret), stepAt(Date.now()) + steps)

const shownSecret = async (page: Page) => ((await page.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '')
const typeCode = async (page: Page, code: string, button: string) => {
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: button, exact: true }).click()
}

async function withPassword(page: Page, person: Person) {
  const auth = new AuthPage(page)
  await auth.open()
  await auth.signIn(person.email, person.password)
}

async function addDevice(page: Page): Promise<string> {
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/my-profile')
  await page.getByRole('button', { name: 'Add a second factor' }).click()
  await page.getByLabel('Name of the device').fill('Work phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await shownSecret(page)
  await typeCode(page, codeOf(secret, -1), 'Add the device')
  await expect(page.getByText('Work phone', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Added /)).toBeVisible()
  return secret
}

test('a person adds a second factor, signs in with its code, and removes it', async ({ page }) => {
  const person = await newPerson('sales')
  await withPassword(page, person)
  const secret = await addDevice(page)
  await new StaffPage(page).logOut()

  await withPassword(page, person)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByText('From the app on “Work phone”')).toBeVisible()
  await typeCode(page, '000000', 'Continue')
  await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible()
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await typeCode(page, codeOf(secret, 0), 'Continue')
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()

  await page.goto('/my-profile')
  await page.getByRole('button', { name: 'Remove Work phone' }).click()
  await page.getByLabel('Code of Work phone').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add a second factor' })).toBeVisible()
  await new StaffPage(page).logOut()
  await withPassword(page, person)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('an admin removes the second factor of a colleague who lost the device', async ({ page, browser }) => {
  const person = await newPerson('team_member', 'Lost')
  await withPassword(page, person)
  await addDevice(page)
  await new StaffPage(page).logOut()
  await withPassword(page, person)
  await page.getByRole('button', { name: 'I lost my device' }).click()
  await expect(page.getByText('Ask an administrator to remove your second factor at Staff.')).toBeVisible()

  const office = await browser.newContext()
  await signIn(office, await newPerson('admin'))
  const staff = await office.newPage()
  await staff.goto(`/staff?q=${encodeURIComponent(person.email)}`)
  await staff.getByRole('button', { name: `More about ${person.name}` }).click()
  await staff.getByRole('menuitem', { name: 'Remove the second factor' }).click()
  await staff.getByRole('button', { name: 'Remove the second factor' }).click()
  await expect(staff.getByText(`${person.name} signs in with the password alone`)).toBeVisible()

  await withPassword(page, person)
  await expect(page).toHaveURL('/dashboard')
  const { data } = await admin()
    .from('audit_logs')
    .select('action')
    .eq('record_id', person.id)
    .eq('table_name', 'accounts')
    .throwOnError()
  expect(data).toEqual([{ action: 'second_factor_removed' }])
})

test('a forgotten password of an account with a second factor is replaced after its code', async ({
  page,
  request,
}) => {
  const person = await newPerson('sales')
  await withPassword(page, person)
  const secret = await addDevice(page)
  await new StaffPage(page).logOut()
  const auth = new AuthPage(page)
  await auth.open()
  await auth.switchTo('Forgot your password?')
  await auth.askForReset(person.email)
  await expect(page.getByText('Check your email for the password reset link')).toBeVisible()
  await page.goto(await mailedLink(request, person.email))
  await expect(page.getByText('Show it before you set a new password.')).toBeVisible()
  await typeCode(page, codeOf(secret, 0), 'Continue')
  await page.getByLabel('New password').fill('a new one')
  await page.getByLabel('Confirm password').fill('a new one')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password updated successfully. Please sign in with your new password.')).toBeVisible()
})

test('a person signs in by a mailed link', async ({ page, request }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open()
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByText('Enter your email address')).toBeVisible()
  await auth.email.fill(person.email)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByText('If this address has an account, a link to sign in is on its way.')).toBeVisible()
  await page.goto(await mailedLink(request, person.email))
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('a client signs in by a mailed link, and gets their own place', async ({ page, request }) => {
  const person = await newPerson('client')
  const auth = new AuthPage(page)
  await auth.open()
  await auth.email.fill(person.email)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.goto(await mailedLink(request, person.email))
  await expect(page).toHaveURL('/my-account')
})
