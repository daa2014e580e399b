import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { mailedLink } from '../e2e/mail.ts'
import { AuthPage } from '../e2e/pages/auth-page.ts'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { admin, newPerson, type Person, signIn, visitor } from '../e2e/people.ts'
import { breakServer, test } from './walk.ts'

const key = 'sb-signwright-auth'
const refresh = /\/auth\/v1\/token\?grant_type=refresh_token/
const signInCode = '**/assets/sign-in-*'

/** The token of this browser is over, as after a night: the next use renews it. */
const letTokenExpire = (page: Page) =>
  page.evaluate((name) => {
    const session: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    localStorage.setItem(name, JSON.stringify({ ...Object(session), expires_at: Math.floor(Date.now() / 1000) - 60 }))
  }, key)

/** The page is left, and opened again when the token is over; the server refuses to renew it or never answers. */
async function reopen(page: Page, how: 'refuses late' | 'is silent') {
  await page.goto('/favicon.svg')
  const server = await loseToken(page, how)
  await page.goto('/dashboard')
  return server
}

/** The token is over, and the server refuses to renew it or never answers. */
async function loseToken(page: Page, how: 'refuses' | 'refuses late' | 'is silent') {
  const server = await breakServer(page, refresh, how)
  await letTokenExpire(page)
  return server
}

/** The answer about the account arrives; then the token is over, and nobody renews it. */
async function loseTokenAfterAnswer(page: Page) {
  await page.route('**/auth/v1/user', async (route) => {
    const response = await route.fetch()
    await letTokenExpire(page)
    await route.fulfill({ response })
  })
  await breakServer(page, refresh, 'is silent')
}

/** The person comes back to the tab. */
const returnTo = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const withPassword = async (page: Page, { email, password }: Person) => {
  const auth = new AuthPage(page)
  await auth.open()
  await auth.signIn(email, password)
}

/** A link that signs this person in, from their mail. */
async function linkOf(request: APIRequestContext, { email }: Person): Promise<string> {
  await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  return mailedLink(request, email)
}

/** A tab in which a person works, settled. */
async function atWork(context: BrowserContext, person: Person, path?: string) {
  await signIn(context, person)
  const staff = new StaffPage(await context.newPage())
  await staff.open(path)
  return staff
}

/** Somebody who is signed in is asked first. */
async function follow(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Follow the link' })).toBeVisible()
  // The new tab told the others who is signed in; they look again for two seconds.
  await page.waitForTimeout(2_500)
  await page.getByRole('button', { name: 'Follow the link' }).click()
}

const settled = 'signedIn.guarded: after(bootstrapGuardRelease) → signedIn.settled'
const showsSignIn = (page: Page) => expect(new AuthPage(page).email).toBeVisible()

test('a new person gets a contact, a role and a mail; when the mail fails they come in all the same', async ({
  page,
  browser,
  watch,
}) => {
  await withPassword(page, await newPerson(null))
  await watch.took('session', 'signedIn.bootstrapping: done 1/2 → signedIn.guarded')

  const context = await browser.newContext()
  await watch.alsoIn(context)
  const second = await context.newPage()
  await breakServer(second, '**/functions/v1/send-verification-email', 'refuses')
  await withPassword(second, await newPerson(null))
  await watch.took(
    'session',
    'signedIn.bootstrapping.askingToVerify: error(sendVerificationEmail) → signedIn.bootstrapping.finished',
  )
})

test('a person comes in while contact and role cannot be read, comes back to the tab at once and later', async ({
  page,
  watch,
}) => {
  const person = await newPerson('sales')
  const server = await breakServer(
    page,
    /\/rest\/v1\/(contacts|user_roles)\?select=(id%2Chas_temporary|role)/,
    'refuses',
  )
  await withPassword(page, person)
  await watch.took(
    'session',
    'signedIn.bootstrapping.ensuringRole: error(ensureRole) → signedIn.bootstrapping.welcoming',
  )
  await returnTo(page)
  await watch.took('session', 'signedIn: session.signedIn 2/2 → no change of state')
  await server.mended()
  await watch.took('session', settled)
  await returnTo(page)
  await watch.took('session', 'signedIn.settled: session.signedIn 2/2 → signedIn.bootstrapping')
})

test('a mailed link of another person, opened in a second tab, changes the person of the first', async ({
  context,
  request,
  watch,
}) => {
  const [maria, petra, rita] = [
    await newPerson('sales'),
    await newPerson('sales', 'Petra'),
    await newPerson('sales', 'Rita'),
  ]
  const links = [await linkOf(request, petra), await linkOf(request, rita)] as const
  const staff = await atWork(context, maria)
  await watch.took('session', settled)
  const second = await context.newPage()
  await follow(second, links[0])
  await watch.took('session', 'signedIn.settled: session.signedIn 1/2 → signedIn.bootstrapping')
  await expect(staff.page.getByText(petra.name).first()).toBeAttached()

  await breakServer(staff.page, /\/rest\/v1\/contacts\?select=id%2Chas_temporary/, 'is silent')
  await staff.page.reload()
  await watch.took('session', 'deciding: always 1/2 → loading')
  await follow(second, links[1])
  await watch.took('session', 'signedIn: session.signedIn 1/2 → signedIn.bootstrapping')
})

test('logging out: in both tabs, and when nobody renews the token', async ({ context, watch }) => {
  const person = await newPerson('sales')
  const one = await atWork(context, person)
  const two = new StaffPage(await context.newPage())
  await two.open()
  await one.logOut()
  await watch.took('session', 'signedIn: session.left → signedOut')
  await watch.took('session', 'signingOut: session.signedOut → signedOut')
  for (const { page } of [one, two]) await showsSignIn(page)

  // The token is over, and nobody answers who could renew it.
  await two.page.close()
  await withPassword(one.page, person)
  await expect(one.bell).toBeVisible()
  await loseToken(one.page, 'is silent')
  await one.logOut()
  await watch.took('session', 'signingOut: after(signOutPatience) → signedOut')
  await showsSignIn(one.page)
})

test('a person is signed out by the server, and comes in again', async ({ context, watch }) => {
  const person = await newPerson('sales')
  const { page } = await atWork(context, person)
  const server = await loseToken(page, 'refuses')
  await returnTo(page)
  await watch.took('session', 'signedIn: session.signedOut → ended')
  await watch.took('session', 'ended: person.askedToSignIn → signedOut')
  await server.mended()
  await showsSignIn(page)
  await new AuthPage(page).signIn(person.email, person.password)
  await expect(new StaffPage(page).bell).toBeVisible()
})

test('a temporary password is replaced', async ({ page, watch }) => {
  const person = await newPerson('sales')
  await admin().from('contacts').update({ has_temporary_password: true }).eq('user_id', person.id).throwOnError()
  await withPassword(page, person)
  await expect(page).toHaveURL(/change-password/)
  const fields = page.locator('input[autocomplete=new-password]')
  await fields.nth(0).fill('a password of my own')
  await fields.nth(1).fill('a password of my own')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
  await watch.took('session', 'signedIn: person.changedPassword → no change of state')
})

test('an account is closed while its person works: at once, and when nobody renews the token', async ({
  context,
  browser,
  watch,
}) => {
  for (const isSilent of [false, true]) {
    const one = isSilent ? await browser.newContext() : context
    if (isSilent) await watch.alsoIn(one)
    const person = await newPerson('sales')
    const staff = await atWork(one, person)
    await expect(staff.page.getByText('Live', { exact: true })).toBeVisible()
    if (isSilent) await loseTokenAfterAnswer(staff.page)
    await admin().auth.admin.updateUserById(person.id, { ban_duration: '100h' })
    await expect(staff.page.getByText('Your access was ended', { exact: true })).toBeVisible()
    await watch.took(
      'session',
      isSilent ? 'closing: after(signOutPatience) → ended' : 'closing: session.signedOut → ended',
    )
    await showsSignIn(staff.page)
  }
})

test('a session is read: in vain, without an answer, late, and while another tab acts', async ({ context, watch }) => {
  const person = await newPerson('sales')
  const { page } = await atWork(context, person)
  const refused = await reopen(page, 'refuses late')
  await showsSignIn(page)
  await refused.mended()

  await watch.took('session', 'loading: session.signedOut → signedOut')

  await withPassword(page, person)
  await expect(new StaffPage(page).bell).toBeVisible()
  const late = Promise.withResolvers<void>()
  await page.goto('/favicon.svg')
  await page.route(refresh, async (route) => {
    await late.promise
    await route.continue()
  })
  await letTokenExpire(page)
  await page.goto('/dashboard')
  await watch.took('session', 'loading: after(loadingLimit) → signedOut')
  await showsSignIn(page)
  late.resolve()
  await watch.took('session', 'signedOut: session.renewed → signedIn')
  await expect(new StaffPage(page).bell).toBeVisible()
  await page.unroute(refresh)

  const two = new StaffPage(await context.newPage())
  await two.open()
  await breakServer(two.page, refresh, 'is silent')
  await reopen(page, 'is silent')
  await two.logOut()
  await watch.took('session', 'loading: session.left → signedOut')
})

test('a session is being read while a second tab signs in', async ({ context, request, watch }) => {
  const [maria, petra] = [await newPerson('sales'), await newPerson('sales', 'Petra')]
  const link = await linkOf(request, petra)
  const { page } = await atWork(context, maria)
  const two = new StaffPage(await context.newPage())
  await two.open()
  await two.page.goto(link)
  await expect(two.page.getByRole('button', { name: 'Follow the link' })).toBeVisible()
  await reopen(page, 'is silent')
  await two.page.getByRole('button', { name: 'Follow the link' }).click()
  await watch.took('session', 'loading: session.signedIn → signedIn')
})

test('a person whose session ended comes in again in a second tab before this one shows the sign-in page', async ({
  context,
  watch,
}) => {
  const person = await newPerson('sales')
  const { page } = await atWork(context, person)
  const two = await context.newPage()
  const end = async () => {
    const server = await loseToken(page, 'refuses')
    await returnTo(page)
    await showsSignIn(two)
    await server.mended()
  }
  const code = await breakServer(page, signInCode, 'is silent')
  await two.goto('/dashboard')
  await end()
  await new AuthPage(two).signIn(person.email, person.password)
  await watch.took('session', 'ended: session.signedIn → signedIn')
  await code.mended()
})

test('a person logs out while their account is being closed', async ({ context, watch }) => {
  const person = await newPerson('sales')
  const staff = await atWork(context, person)
  await expect(staff.page.getByText('Live', { exact: true })).toBeVisible()
  await staff.page
    .getByRole('button', { name: /settings/i })
    .first()
    .click()
  const logOut = staff.page.getByRole('menuitem', { name: 'Logout' })
  await expect(logOut).toBeVisible()
  await loseTokenAfterAnswer(staff.page)
  await staff.page.clock.install()
  await staff.page.clock.pauseAt(Date.now() + 1_000)
  await admin().auth.admin.updateUserById(person.id, { ban_duration: '100h' })
  await watch.took('session', 'signedIn: session.close → closing')
  await logOut.click()
  await watch.took('session', 'closing: person.signOut → signingOut')
})
