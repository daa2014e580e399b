import { expect, type Page } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Work timer' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** A timer of that person as it would be after some work. */
async function given(person: Person, status: 'active' | 'paused' | 'completed', client = 'Anna Bakery') {
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
      client_name: client,
      sessions: status === 'active' ? [closed, open] : [closed],
      total_duration: '01:00:00',
    })
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

test('a timer started in one tab runs, pauses, resumes and completes in both', async ({ context }) => {
  const person = await newPerson('team_member', 'Worker')
  await signIn(context, person)
  const [one, two] = [new StaffPage(await context.newPage()), new StaffPage(await context.newPage())]
  await one.openLive('/time-tracking')
  await two.openLive()

  await one.page
    .getByRole('form', { name: 'Start a timer' })
    .getByRole('textbox', { name: 'Business' })
    .fill('Bakery Ltd')
  await one.page.getByRole('button', { name: 'Start timer' }).click()
  await expect(bar(two.page)).toContainText('Bakery Ltd')
  await expect(bar(two.page).getByRole('timer')).toHaveText(/^00:00:0[1-9]$/)

  await bar(two.page).getByRole('button', { name: 'Pause' }).click()
  await expect(two.page.getByText('Timer Paused')).toBeVisible()
  await expect(bar(one.page)).toContainText('Paused')

  await bar(one.page).getByRole('button', { name: 'Resume' }).click()
  await expect(one.page.getByText('Timer Resumed')).toBeVisible()
  await expect(bar(two.page)).toContainText('Running')

  await bar(two.page).getByRole('button', { name: 'Stop' }).click()
  const question = two.page.getByRole('dialog', { name: 'Complete order' })
  await expect(question).toContainText(
    "Are you sure you have completed the order? Once you complete the order, the timer will be closed, and you won't be able to edit it. Do you want to proceed?",
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await bar(two.page).getByRole('button', { name: 'Stop' }).click()
  await question.getByRole('button', { name: 'Yes, Complete Order' }).click()
  await expect(two.page.getByText('Timer Completed')).toBeVisible()
  await expect(two.page.getByText(/^Total duration: 00:00:\d\d$/)).toBeVisible()
  await expect(bar(one.page)).toBeHidden()
  await expect(one.page.getByRole('list', { name: 'Completed timers' })).toContainText('Bakery Ltd')
})

test('spec 2 §4: a hidden paused bar stays hidden after a reload and reappears when the timer moves', async ({
  context,
}) => {
  const person = await newPerson('team_member', 'Worker')
  const id = await given(person, 'paused')
  await signIn(context, person)
  const staff = new StaffPage(await context.newPage())
  await staff.openLive()
  await expect(bar(staff.page).getByRole('timer')).toHaveText('01:00:00')
  await bar(staff.page).getByRole('button', { name: 'Hide timer' }).click()
  await expect(bar(staff.page)).toBeHidden()
  const read = staff.page.waitForResponse((response) => response.url().includes('/rest/v1/time_entries'))
  await staff.page.reload()
  await read
  await expect(staff.page.getByText('Live', { exact: true })).toBeVisible()
  await expect(bar(staff.page)).toBeHidden()

  const sessions = [{ startTime: hoursAgo(3), endTime: hoursAgo(2), duration: '01:00:00', isPaused: true }]
  const open = { startTime: hoursAgo(0), endTime: null, duration: '00:00:00', isPaused: false }
  await admin()
    .from('time_entries')
    .update({ status: 'active', sessions: [...sessions, open], touched_at: new Date().toISOString() })
    .eq('id', id)
    .throwOnError()
  await expect(bar(staff.page)).toContainText('Running')
})

test('the address names an entry; its owner corrects it, and nobody else finds it', async ({ context, browser }) => {
  const [owner, other] = [await newPerson('team_member', 'Owner'), await newPerson('team_member', 'Other')]
  const id = await given(owner, 'paused')
  await signIn(context, owner)
  const page = await context.newPage()
  await page.goto(`/time-tracking?entry=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Timer' })
  await dialog.getByRole('textbox', { name: 'Business' }).fill('Bakery Ltd')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByRole('list', { name: 'Open timers' })).toContainText('Anna Bakery · Bakery Ltd')

  const stranger = await browser.newContext()
  await signIn(stranger, other)
  const theirs = await stranger.newPage()
  await theirs.goto(`/time-tracking?entry=${id}`)
  await expect(theirs.getByRole('dialog', { name: 'Timer' })).toContainText('This timer was not found')
})

test('who manages time sees work as it begins and exports it; others are turned away', async ({ browser }) => {
  const [manager, worker] = [await newPerson('account_manager', 'Manager'), await newPerson('team_member', 'Worker')]
  const [office, bench] = [await browser.newContext(), await browser.newContext()]
  await signIn(office, manager)
  await signIn(bench, worker)
  const summary = new StaffPage(await office.newPage())
  await summary.openLive('/time-tracking/summary?by=person')
  await expect(summary.page.getByRole('heading', { name: 'Working now' })).toBeVisible()
  await given(worker, 'active', '=Formula Ltd')
  const now = summary.page.getByRole('region', { name: 'Working now' })
  await expect(now).toContainText(worker.name)

  // The file has the sums of the screen, which are a separate read.
  await expect(summary.page.getByRole('table', { name: 'Hours' })).toContainText(worker.name)
  const download = summary.page.waitForEvent('download')
  await summary.page.getByRole('button', { name: 'Export CSV' }).click()
  const stream = await (await download).createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  expect(Buffer.concat(parts).toString('utf8')).toContain(`${worker.name},'=Formula Ltd,`)

  const turnedAway = await bench.newPage()
  await turnedAway.goto('/time-tracking/summary')
  await expect(turnedAway.getByRole('heading', { name: 'Working now' })).toBeHidden()
  await expect(turnedAway.getByText(/access/i).first()).toBeVisible()
})
