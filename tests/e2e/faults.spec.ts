import { expect, type Page } from '@playwright/test'
import { letPass } from './let-pass.ts'
import { AuthPage } from './pages/auth-page.ts'
import { QuickAddDialog } from './pages/quick-add-dialog.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn, type Person } from './people.ts'
import { test } from './test.ts'

const tell = async (person: Person) => {
  const notice = { user_id: person.id, type: 'logistics_update', title: 'The van has left' }
  await admin().from('notifications').insert(notice).throwOnError()
}

/** The socket stays open, but nothing comes through, without an error. */
async function blackHole(page: Page): Promise<{ begin: () => void; end: () => void }> {
  let swallows = false
  await page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!swallows) server.send(message)
    })
    server.onMessage((message) => {
      if (!swallows) socket.send(message)
    })
  })
  return { begin: () => void (swallows = true), end: () => void (swallows = false) }
}

test('R3: a dead line shows within 20 seconds, and everything is right at once', async ({ page, context }) => {
  const person = await newPerson('team_member', 'Dead')
  await signIn(context, person)
  const line = await blackHole(page)
  await page.clock.install()
  const staff = new StaffPage(page)
  await staff.openLive()

  line.begin()
  await tell(person)
  await letPass(page, 21_000)
  await expect(page.getByText('Polling', { exact: true })).toBeVisible()
  await letPass(page, 2_000)
  await staff.showsUnread(1)
})

test('R11: a laptop that slept for eight hours is right when it wakes, and renews its token once', async ({
  page,
  context,
}) => {
  const person = await newPerson('team_member', 'Sleeper')
  await signIn(context, person)
  const line = await blackHole(page)
  await page.clock.install()
  const staff = new StaffPage(page)
  await staff.openLive()

  line.begin()
  await tell(person)
  line.end()
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url())
  })
  await page.clock.fastForward('08:00:00')
  await letPass(page, 3000)
  await staff.showsUnread(1)
  await letPass(page, 60_000)
  expect(renewals.length).toBe(1)
})

test('R12: a session that the server ended leads to sign-in, back to the screen, and what was typed is there', async ({
  page,
  context,
}) => {
  const person = await newPerson('team_member', 'Ended')
  await signIn(context, person)
  const staff = new StaffPage(page)
  await staff.openLive('/tasks?show=all')
  const quickAdd = new QuickAddDialog(page)
  await quickAdd.open()
  await quickAdd.title.fill('Shop front for the bakery')
  await quickAdd.assign(person.name)
  await page.keyboard.press('Tab')

  const refused = { status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }
  const unknown = { status: 400, json: { error_code: 'refresh_token_not_found', msg: 'Refresh Token Not Found' } }
  await page.route('**/rest/v1/**', (route) => route.fulfill(refused))
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => route.fulfill(unknown))
  await quickAdd.create.click()
  await expect(page).toHaveURL('/auth?returnUrl=%2Ftasks%3Fshow%3Dall%26beside%3Dadd-task')
  await expect(page.getByText('Access Required: Please log in to access the page you opened')).toBeVisible()

  await page.unrouteAll()
  await new AuthPage(page).signIn(person.email, person.password)
  await expect(page).toHaveURL('/tasks?show=all&beside=add-task')
  await page.getByRole('button', { name: 'Restore what you typed' }).click()
  await expect(quickAdd.title).toHaveValue('Shop front for the bakery')
})

test('a clock that is a day behind shows no time from the future', async ({ page, context }) => {
  const person = await newPerson('team_member', 'Clock')
  await signIn(context, person)
  await page.clock.install({ time: Date.now() - 86_400_000 })
  const staff = new StaffPage(page)
  await staff.openLive()
  await tell(person)
  await staff.showsUnread(1)
  const panel = await staff.openPanel()
  await expect(panel.getByText('The van has left')).toBeVisible()
  await expect(panel).not.toContainText(/\bin \d|\bin an? |-\d/)
})
