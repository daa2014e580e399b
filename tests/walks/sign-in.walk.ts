import { expect, type Page } from '@playwright/test'
import { AuthPage } from '../e2e/pages/auth-page.ts'
import { admin, newPerson } from '../e2e/people.ts'
import { breakServer, test } from './walk.ts'

type Mode = 'signIn' | 'signUp' | 'reset'

const button: Record<Mode, string> = { signIn: 'Sign in', signUp: 'Create account', reset: 'Send reset link' }
const path: Record<Mode, string> = {
  signIn: '**/auth/v1/token*',
  signUp: '**/auth/v1/signup*',
  reset: '**/auth/v1/recover*',
}
const done = {
  signUp: 'Please check your email to confirm your account',
  reset: 'Check your email for the password reset link',
  link: 'If this address has an account, a link to sign in is on its way. It works for one hour.',
}
const links = '**/auth/v1/otp*'

/** The sign-in page with each mode in the list of the Back button, from which a person takes any of them. */
async function arrive(page: Page) {
  const auth = new AuthPage(page)
  await auth.open()
  await auth.switchTo('Forgot your password?')
  await auth.switchTo('Back to sign in')
  await auth.switchTo('Create an account')
  await shows(page, 'signUp')
  const place: Record<Mode, number> = { reset: 1, signIn: 2, signUp: 3 }
  let at = place.signUp
  const walk = {
    to: async (mode: Mode) => {
      if (at !== place[mode]) await page.evaluate((steps) => history.go(steps), place[mode] - at)
      at = place[mode]
      await shows(page, mode)
    },
    write: async (email: string, password: string) => {
      await walk.to('signIn')
      await auth.email.fill(email)
      await auth.password.fill(password)
    },
    send: (mode: Mode) => page.getByRole('button', { name: button[mode], exact: true }).click(),
    link: () => page.getByRole('button', { name: 'Mail me a link' }).click(),
    says: (text: string) => expect(page.getByText(text)).toBeVisible(),
  }
  return walk
}

const shows = (page: Page, mode: Mode) =>
  expect(page.getByRole('button', { name: button[mode], exact: true }).and(page.locator('[type=submit]'))).toBeVisible()

const others = (mode: Mode) => (['signIn', 'signUp', 'reset'] as const).filter((other) => other !== mode)

test('each mode leads to each other, by its links and by the list of Back', async ({ page }) => {
  const walk = await arrive(page)
  for (const mode of ['reset', 'signUp', 'signIn', 'reset', 'signIn', 'signUp'] as const) await walk.to(mode)
  await new AuthPage(page).switchTo('Sign in')
  await shows(page, 'signIn')
})

for (const mode of ['signIn', 'signUp', 'reset'] as const)
  test(`a refusal in the mode ${mode} is said, and every other mode begins clean`, async ({ page }) => {
    const walk = await arrive(page)
    await walk.write('somebody@example.com', 'signwright')
    const server = await breakServer(page, path[mode], 'refuses')
    const refused = mode === 'reset' ? 'Failed to send reset email' : 'refused'
    for (const other of others(mode)) {
      await walk.to(mode)
      await walk.send(mode)
      await walk.says(refused)
      await walk.to(other)
      await expect(page.getByText(refused)).toBeHidden()
    }
    await walk.to(mode)
    await walk.send(mode)
    await walk.says(refused)
    await walk.send(mode)
    await walk.says(refused)
    await server.mended()
  })

for (const mode of ['signUp', 'reset'] as const)
  test(`after a success in the mode ${mode} every other mode begins clean, and it can be sent again`, async ({
    page,
  }) => {
    const person = await newPerson('sales')
    const walk = await arrive(page)
    const write = (count: number) =>
      walk.write(mode === 'signUp' ? person.email.replace('@', `.${count}@`) : person.email, person.password)
    for (const [count, other] of others(mode).entries()) {
      await write(count)
      await walk.to(mode)
      await walk.send(mode)
      await walk.says(done[mode])
      await walk.to(other)
      await expect(page.getByText(done[mode])).toBeHidden()
    }
    await write(2)
    await walk.to(mode)
    await walk.send(mode)
    await walk.says(done[mode])
    await walk.send(mode)
    await walk.says(done[mode])
  })

test('a mailed link: refused, asked for again, and given up for each other way in', async ({ page }) => {
  const person = await newPerson('sales')
  const walk = await arrive(page)
  await walk.write(person.email, 'not the one')
  const server = await breakServer(page, links, 'refuses')
  await walk.link()
  await walk.says('The link could not be sent')
  await walk.link()
  await walk.says('The link could not be sent')
  await server.mended()
  for (const other of others('signIn')) {
    await walk.to('signIn')
    await walk.link()
    await walk.says(done.link)
    await walk.to(other)
    await expect(page.getByText(done.link)).toBeHidden()
  }
  await walk.to('signIn')
  await walk.link()
  await walk.says(done.link)
  await walk.link()
  await walk.says(done.link)
  await walk.send('signIn')
  await walk.says('Invalid email or password')
})

test('a person with a password of their own gets to the dashboard, one with a temporary password to its change', async ({
  page,
  browser,
  watch,
}) => {
  const [own, temporary] = [await newPerson('sales'), await newPerson('sales')]
  await admin().from('contacts').update({ has_temporary_password: true }).eq('user_id', temporary.id).throwOnError()
  const auth = new AuthPage(page)
  await auth.open()
  await auth.signIn(own.email, own.password)
  await expect(page).toHaveURL('/dashboard')

  const context = await browser.newContext()
  await watch.alsoIn(context)
  const second = await context.newPage()
  const again = new AuthPage(second)
  await again.open()
  await again.signIn(temporary.email, temporary.password)
  await expect(second).toHaveURL(/my-profile\?change-password=true/)
  await expect(second.getByText('You signed in with a temporary password.')).toBeVisible()
})

test('the error of a mailed link leaves after eight seconds', async ({ page, watch }) => {
  await page.clock.install()
  await page.goto('/auth?error=verification_failed')
  const alert = page.getByText('Email verification failed. The link may have expired.')
  await expect(alert).toBeVisible()
  await page.clock.runFor(7_000)
  await expect(alert).toBeVisible()
  await page.clock.runFor(1_000)
  await watch.took('authMode', 'arrival.showing: after(callbackErrorDisplay) → arrival.quiet')
  await expect(alert).toBeHidden()
})
