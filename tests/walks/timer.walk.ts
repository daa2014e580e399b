import { type BrowserContext, expect, type Page } from '@playwright/test'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { admin, newPerson, type Person, signIn, workingAs } from '../e2e/people.ts'
import { breakServer, test, type Watch } from './walk.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const rows = '**/rest/v1/time_entries*'

/** A timer of that person after an hour of work, which is paused, or runs again. */
async function given(person: Person, status: 'active' | 'paused') {
  const closed = {
    startTime: hoursAgo(3),
    endTime: hoursAgo(2),
    duration: '01:00:00',
    isPaused: true,
    pausedAt: hoursAgo(2),
  }
  const open = { startTime: hoursAgo(1), endTime: null, duration: '00:00:00', isPaused: false, pausedAt: null }
  const { data } = await admin()
    .from('time_entries')
    .insert({
      user_id: person.id,
      user_email: person.email,
      status,
      client_name: 'Anna Bakery',
      sessions: status === 'active' ? [closed, open] : [closed],
      total_duration: '01:00:00',
    })
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

/** The bar of a person who has such a timer. */
async function atWork(context: BrowserContext, watch: Watch, status: 'active' | 'paused') {
  const person = await newPerson('team_member', 'Worker')
  const id = await given(person, status)
  await signIn(context, person)
  const one = await tabOf(context, watch)
  await expect(one.bar).toBeVisible()
  return { person, id, one, two: () => tabOf(context, watch) }
}

async function tabOf(context: BrowserContext, watch: Watch) {
  const page = await context.newPage()
  const bar = page.getByRole('region', { name: 'Work timer' })
  const question = page.getByRole('dialog', { name: 'Complete order' })
  const press = (name: 'Pause' | 'Resume' | 'Stop' | 'Hide timer') => bar.getByRole('button', { name }).click()
  await new StaffPage(page).openLive()
  return {
    page,
    bar,
    question,
    press,
    says: (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible(),
    shows: (state: 'Paused' | 'Running' | 'Not updated') => expect(bar).toContainText(state),
    complete: async () => {
      await press('Stop')
      await question.getByRole('button', { name: 'Yes, Complete Order' }).click()
    },
    took: (transition: string) => watch.took('timer', transition),
  }
}

/** The row was written again, as by a correction in another place: the page is told and reads it. */
const touch = (
  id: string,
  change: object = { business_name: `Bakery ${Date.now()}`, touched_at: new Date().toISOString() },
) => admin().from('time_entries').update(change).eq('id', id).throwOnError()

/** The read of the bar. */
const isRead = /\/rest\/v1\/time_entries\?.*touched_at/

/** Opens the page again. What it reads now can arrive once more, late: as from a read that was under way for long. */
async function holdOldAnswer(page: Page) {
  let [body, isLate] = ['', false]
  await page.route(isRead, async (route) => {
    if (isLate) return route.fulfill({ status: 200, contentType: 'application/json', body })
    const response = await route.fetch()
    body ||= await response.text()
    await route.fulfill({ response })
  })
  await page.reload()
  await expect.poll(() => body).not.toBe('')
  return {
    arrives: () => {
      isLate = true
    },
  }
}

type Tab = Awaited<ReturnType<typeof tabOf>>

test('a timer is resumed, paused, hidden in both tabs, and completed', async ({ context, watch }) => {
  const { one, two } = await atWork(context, watch, 'paused')
  const other = await two()
  await one.shows('Paused')
  await one.press('Stop')
  await one.question.getByRole('button', { name: 'Cancel' }).click()
  await one.took('confirmingStop: stop.cancel → settling')
  await one.press('Hide timer')
  await one.took('paused: bar.dismiss → dismissed')
  await one.took('paused: dismissal.heard → dismissed')
  await expect(other.bar).toBeHidden()
  await one.page.reload()
  await one.took('settling: always 3/4 → dismissed')
})

test('a timer moves: resumed, paused, stopped', async ({ context, watch }) => {
  const { one } = await atWork(context, watch, 'paused')
  await one.press('Resume')
  await one.says('Timer Resumed')
  await one.shows('Running')
  await one.press('Pause')
  await one.says('Timer Paused')
  await one.shows('Paused')
  await one.press('Resume')
  await one.shows('Running')
  await one.complete()
  await one.says('Timer Completed')
  await expect(one.bar).toBeHidden()
})

test('the server refuses each move', async ({ context, watch }) => {
  const { one } = await atWork(context, watch, 'active')
  const refused = async (move: string, press: () => Promise<void>, says: string) => {
    const server = await breakServer(one.page, `**/rest/v1/rpc/${move}_timer*`, 'refuses')
    await press()
    await one.says(says)
    await server.mended()
  }
  await refused('pause', () => one.press('Pause'), 'Failed to pause timer')
  await refused('stop', one.complete, 'Failed to stop timer')
  await one.press('Pause')
  await one.shows('Paused')
  await refused('resume', () => one.press('Resume'), 'Failed to resume timer')
})

/** Each move from the button to the machine's state, from a timer that runs or is paused. */
const moves = [
  { move: 'pause', state: 'pausing', from: 'active', begin: ({ press }: Tab) => press('Pause') },
  { move: 'resume', state: 'resuming', from: 'paused', begin: ({ press }: Tab) => press('Resume') },
  { move: 'stop', state: 'stopping', from: 'active', begin: ({ complete }: Tab) => complete() },
] as const

for (const { move, state, from, begin } of moves)
  test(`nobody answers for fifteen seconds while the timer is ${state}, and it changes in another place`, async ({
    context,
    watch,
  }) => {
    const { one, id } = await atWork(context, watch, from)
    await one.page.clock.install()
    await breakServer(one.page, `**/rest/v1/rpc/${move}_timer*`, 'is silent')
    await begin(one)
    await touch(id)
    await one.took(`${state}: row.read 2/2 → no change of state`)
    await one.page.clock.fastForward(15_000)
    await one.took(`${state}: after(moveTimeout) → settling`)
  })

/** Another timer of the person runs: the server refuses to resume this one. */
async function refuseToResume(page: Page) {
  await page.route('**/rest/v1/rpc/resume_timer*', (route) =>
    route.fulfill({
      status: 409,
      json: { code: '23505', message: 'duplicate key value violates unique constraint', details: null, hint: null },
    }),
  )
}

test('another timer runs: the bar says so, and each of its buttons works', async ({ context, watch }) => {
  const { one, two } = await atWork(context, watch, 'paused')
  await refuseToResume(one.page)
  const resume = async () => {
    await one.press('Resume')
    await one.says('Please pause or stop your active timer before resuming another one.')
  }
  await resume()
  await resume()
  await one.took('refused: timer.resume → resuming')
  await one.press('Stop')
  await one.question.getByRole('button', { name: 'Cancel' }).click()
  await resume()
  await one.press('Hide timer')
  await one.took('refused: bar.dismiss → dismissed')

  const other = await two()
  await expect(other.bar).toBeHidden()
})

test('another timer runs, and the bar is hidden in a second tab', async ({ context, watch }) => {
  const { one, two } = await atWork(context, watch, 'paused')
  const other = await two()
  await refuseToResume(one.page)
  await one.press('Resume')
  await one.says('Please pause or stop your active timer before resuming another one.')
  await other.press('Hide timer')
  await one.took('refused: dismissal.heard → dismissed')
})

test('the bar is hidden in a second tab while this one asks', async ({ context, watch }) => {
  const { one, two } = await atWork(context, watch, 'paused')
  const other = await two()
  await one.press('Stop')
  await expect(one.question).toBeVisible()
  await other.press('Hide timer')
  await one.took('*: dismissal.heard → no change of state')
})

test('the server asks when the work ended', async ({ context, watch }) => {
  const { one } = await atWork(context, watch, 'active')
  await one.page.route('**/rest/v1/rpc/stop_timer*', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'PT400', message: 'When did it end?', details: 'long session', hint: null },
    }),
  )
  await one.complete()
  await one.took('stopping: error(stopTimer) 1/2 → confirmingStop')
  await expect(one.question.getByText('When did the work end?')).toBeVisible()
})

test('the timer changes in another place while this tab asks, and is gone', async ({ context, watch }) => {
  const { one, id } = await atWork(context, watch, 'active')
  await one.press('Stop')
  await expect(one.question).toBeVisible()
  await touch(id)
  await one.took('confirmingStop: row.read 2/3 → no change of state')
  await touch(id, { status: 'completed', touched_at: new Date().toISOString() })
  await one.took('confirmingStop: row.read 3/3 → settling')
  await expect(one.bar).toBeHidden()
})

/** Moves the timer in another browser, so that what this tab read before is old. */
async function moveElsewhere({ person, id }: { person: Person; id: string }, status: 'active' | 'paused') {
  const db = await workingAs(person)
  const [first, second] = status === 'active' ? (['pause', 'resume'] as const) : (['resume', 'pause'] as const)
  for (const move of [first, second]) await db.rpc(`${move}_timer`, { p_entry: id }).throwOnError()
}

const states = [
  { state: '*', of: 3, move: null, from: 'active', begin: async () => {} },
  { state: 'confirmingStop', of: 3, move: null, from: 'active', begin: ({ press }: Tab) => press('Stop') },
  ...moves.map((one) => ({ ...one, of: 2 })),
] as const

for (const { state, of, move, from, begin } of states)
  test(`an old answer arrives late while the timer is ${state === '*' ? 'shown' : state}`, async ({
    context,
    watch,
  }) => {
    const work = await atWork(context, watch, from)
    const { one, id } = work
    const old = await holdOldAnswer(one.page)
    await expect(one.page.getByText('Live', { exact: true })).toBeVisible()
    await moveElsewhere(work, from)
    await touch(id, { business_name: 'Newest' })
    await expect(one.bar).toContainText('Newest')
    if (move) await breakServer(one.page, `**/rest/v1/rpc/${move}_timer*`, 'is silent')
    await begin(one)
    old.arrives()
    await touch(id)
    await one.took(`${state}: row.read 1/${of} → no change of state`)
  })

test('reads fail and the bar says so', async ({ context, watch }) => {
  const { one, id } = await atWork(context, watch, 'active')
  await breakServer(one.page, rows, 'refuses')
  await touch(id)
  await one.took('*: row.unreadable → no change of state')
  await one.shows('Not updated')
})
