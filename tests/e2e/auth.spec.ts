import { expect } from '@playwright/test'
import { mailedLink } from './mail.ts'
import { AuthPage } from './pages/auth-page.ts'
import { StaffPage } from './pages/staff-page.ts'
import { newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test('a visitor of a staff page signs in first', async ({ page }) => {
  await page.goto('/quotations')
  await expect(page).toHaveURL(/^[^?]*\/auth/)
})

test('a return address brings its notice, and the person back', async ({ page }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open('/auth?returnUrl=%2Fdelivery-notes')
  await expect(page.getByText('Access Required: Please log in to access Delivery Notes')).toBeVisible()
  await auth.signIn(person.email, person.password)
  await expect(page).toHaveURL('/delivery-notes')
})

test('a forgotten password is replaced through the mailed link', async ({ page, request }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open()
  await auth.switchTo('Forgot your password?')
  await auth.askForReset(person.email)
  await expect(page.getByText('Check your email for the password reset link')).toBeVisible()

  await page.goto(await mailedLink(request, person.email))
  await expect(page).toHaveURL('/auth/reset-password')
  const [first, second] = await page.locator('input[autocomplete=new-password]').all()
  await first?.fill('a new one')
  await second?.fill('another')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await second?.fill('a new one')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByText('Password updated successfully. Please sign in with your new password.')).toBeVisible()
  await auth.signIn(person.email, 'a new one')
  await expect(page).toHaveURL('/dashboard')
})

test('T26: signing out in one tab signs out the other and leaves no token', async ({ context }) => {
  await signIn(context, await newPerson('sales'))
  const [first, second] = [new StaffPage(await context.newPage()), new StaffPage(await context.newPage())]
  await first.open()
  await second.open()
  await first.logOut()
  await expect(new AuthPage(first.page).email).toBeVisible()
  await expect(new AuthPage(second.page).email).toBeVisible()
  await expect(second.page).toHaveURL('/auth')
  const left = await first.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))
  expect(left).toEqual([])
})
