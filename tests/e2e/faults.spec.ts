import { expect, test, type Page } from '@playwright/test'
import { letPass } from './let-pass.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn, type Person } from './people.ts'

const tell = async (person: Person) => {
  const notice = { user_id: person.id, type: 'logistics_update', title: 'The van has left' }
  await admin().from('notifications').insert(notice).throwOnError()
}

/** The socket stays open, but from then on nothing comes out of it and nobody is told. */
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

test('a dead line shows within 20 seconds, and the poll takes over', async ({ page, context }) => {
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
  await letPass(page, 31_000)
  await staff.showsUnread(1)
})

test('a laptop that slept for eight hours is right when it wakes', async ({ page, context }) => {
  const person = await newPerson('team_member', 'Sleeper')
  await signIn(context, person)
  const line = await blackHole(page)
  await page.clock.install()
  const staff = new StaffPage(page)
  await staff.openLive()

  line.begin()
  await tell(person)
  line.end()
  await page.clock.fastForward('08:00:00')
  await page.clock.runFor(3000)
  await staff.showsUnread(1)
})

for (const days of [-1, 1]) {
  test(`a clock that is ${Math.abs(days)} day ${days < 0 ? 'behind' : 'ahead'} shows no time from the future`, async ({
    page,
    context,
  }) => {
    const person = await newPerson('team_member', 'Clock')
    await signIn(context, person)
    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    const staff = new StaffPage(page)
    await staff.openLive()
    await tell(person)
    await staff.showsUnread(1)
    const panel = await staff.openPanel()
    await expect(panel.getByText('The van has left')).toBeVisible()
    await expect(panel).not.toContainText(/\bin \d|\bin an? |-\d/)
  })
}
