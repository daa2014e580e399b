import { expect, test } from '@playwright/test'
import { mailedLink } from './mail.ts'
import { AuthPage } from './pages/auth-page.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'

test('a wrong password is told, and what was typed stays', async ({ page }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open()
  await auth.signIn(person.email, 'not this one')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(auth.email).toHaveValue(person.email)
})

test('an address in capitals and with spaces signs in, to the dashboard', async ({ page }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open()
  await auth.signIn(`  ${person.email.toUpperCase()} `, ` ${person.password} `)
  await expect(page).toHaveURL('/dashboard')
  await expect(new StaffPage(page).bell).toBeVisible()
})

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

test('T20: a return address of another site leads to the dashboard', async ({ page }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open('/auth?returnUrl=%2F%2Fevil.example%2Fphish')
  await auth.signIn(person.email, person.password)
  await expect(page).toHaveURL('/dashboard')
})

test('somebody new confirms by mail, waits, and is let in by an approval without a reload', async ({
  page,
  request,
}) => {
  const email = `newcomer.${Date.now().toString(36)}@example.com`
  const auth = new AuthPage(page)
  await auth.open()
  await auth.switchTo('Create an account')
  await auth.signUp(email, 'signwright')
  await expect(page.getByText('Please check your email to confirm your account')).toBeVisible()

  await page.goto(await mailedLink(request, email))
  await expect(page).toHaveURL('/auth/email-confirmed')
  await page.getByText('Go to Sign In').click()
  await auth.signIn(email, 'signwright')
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()

  const { data: contact } = await admin()
    .from('contacts')
    .select('user_id, name, type, profile')
    .eq('email', email)
    .single()
    .throwOnError()
  expect(contact).toEqual({
    user_id: expect.any(String),
    name: email.split('@')[0],
    type: 'Person',
    profile: 'pending_verification',
  })
  await admin().from('user_roles').update({ role: 'sales' }).eq('user_id', contact.user_id).throwOnError()
  await expect(new StaffPage(page).bell).toBeVisible()
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

test('a used link is refused in words', async ({ page, request }) => {
  const person = await newPerson('sales')
  const auth = new AuthPage(page)
  await auth.open()
  await auth.switchTo('Forgot your password?')
  await auth.askForReset(person.email)
  const link = await mailedLink(request, person.email)
  await page.goto(link)
  await expect(page).toHaveURL('/auth/reset-password')
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await expect(page.getByText('Email verification failed. The link may have expired.')).toBeVisible()
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

test('rights that are taken away leave the menu by themselves', async ({ context }) => {
  const person = await newPerson('sales')
  await signIn(context, person)
  const staff = new StaffPage(await context.newPage())
  await staff.openLive()
  const quotations = staff.page.getByRole('banner').getByRole('link', { name: 'Quotations' })
  await expect(quotations).toBeVisible()
  await admin().from('user_roles').update({ role: 'team_member' }).eq('user_id', person.id).throwOnError()
  await expect(quotations).toBeHidden()
})
