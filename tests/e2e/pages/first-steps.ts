import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import type { Product } from '../../product.ts'
import { mailedLink } from '../mail.ts'
import { AuthPage } from './auth-page.ts'
import { StaffPage } from './staff-page.ts'

const password = 'a-good-password'

export const combobox = (inside: Page | Locator, name: string) =>
  inside.getByRole('combobox', { name, exact: true }).or(inside.getByRole('textbox', { name, exact: true }))

export async function choose(page: Page, inside: Page | Locator, name: string, option: string) {
  await combobox(inside, name).click()
  await page.getByRole('option', { name: option }).click()
}

/** The first admin of an empty company, by the link in the mail. */
export async function signUp(browser: Browser, company: Product, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: company.url })).newPage()
  const auth = new AuthPage(page)
  await auth.open()
  await auth.switchTo('Create an account')
  await auth.signUp(email, password)
  await expect(page.getByText('Please check your email to confirm your account')).toBeVisible()
  await page.goto(await mailedLink(page.request, email, company.mailKey))
  await page.getByText('Go to Sign In').click()
  await auth.signIn(email, password)
  await expect(new StaffPage(page).bell).toBeVisible()
  return page
}

/** Opens one of the first steps from the dashboard. */
export async function step(page: Page, name: string) {
  await page.getByRole('link', { name: /: start$/ }).click()
  await page.getByRole('region', { name: 'First steps' }).getByRole('link', { name, exact: true }).click()
}
