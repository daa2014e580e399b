import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { letPass } from './let-pass.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

type Told = { to: Person; title?: string; at?: Date; isRead?: boolean }

/** A notice as the service writes it. */
async function tell(...notices: Told[]) {
  const rows = notices.map(({ to, title = 'On its way', at = new Date(), isRead = false }) => ({
    user_id: to.id,
    type: 'logistics_update',
    title,
    is_read: isRead,
    created_at: at.toISOString(),
  }))
  await admin().from('notifications').insert(rows).throwOnError()
}

/** A quotation with one job, and a notice of its mockup. */
async function tellOfMockup(to: Person): Promise<string> {
  const [mark, publicUuid] = [randomUUID().slice(0, 8), randomUUID()]
  const db = admin()
  const { data: contact } = await db.from('contacts').insert({ name: mark }).select('id').single().throwOnError()
  const { data: quotation } = await db
    .from('quotations')
    .insert({ quotation_number: `Q-${mark}`, contact_id: contact.id, public_uuid: publicUuid, status: 'sent' })
    .select('id')
    .single()
    .throwOnError()
  const { data: job } = await db
    .from('jobs')
    .insert({ job_number: mark, title: 'Van', quotation_id: quotation.id })
    .select('id')
    .single()
    .throwOnError()
  await db
    .from('mockup_notifications')
    .insert({ notified_user_id: to.id, job_id: job.id, action_type: 'approved', file_name: `${mark}.pdf` })
    .throwOnError()
  return publicUuid
}

async function tabOf(context: BrowserContext): Promise<StaffPage> {
  return new StaffPage(await context.newPage())
}

/** A first read waits shortly for its topics: after a second it is sent and answered. */
const opened = (tab: StaffPage) => letPass(tab.page, 1_000)

/** Counts a page's reads of the badge from now on. */
function countReads(page: Page): () => number {
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/unread_counts')) reads += 1
  })
  return () => reads
}

/** Acts like a browser with a tab in the background. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('an arriving notice raises bell and title in two browsers, and is said aloud', async ({ browser }) => {
  const petra = await newPerson('team_member', 'Petra')
  const [desk, phone] = [await browser.newContext(), await browser.newContext()]
  await signIn(desk, petra)
  await signIn(phone, petra)
  const [first, second] = [await tabOf(desk), await tabOf(phone)]
  await first.openLive()
  await second.openLive()
  for (const { page } of [first, second])
    await expect(page.getByRole('status', { name: 'Arriving notices' })).toBeAttached()

  await tell({ to: petra, title: 'The van has left' })
  for (const tab of [first, second]) {
    await tab.showsUnread(1)
    await expect(tab.page).toHaveTitle(/^\(1\) /)
    await expect(tab.page.getByRole('status').filter({ hasText: 'New notification: The van has left' })).toHaveCount(1)
  }

  const panel = await first.openPanel()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await second.showsUnread(0)
  await expect(second.page).toHaveTitle(/^[^(]/)
  await expect(panel.getByRole('heading', { name: 'All caught up!' })).toBeVisible()
})

test('marking a hundred notices read is one request and one nudge', async ({ context }) => {
  const petra = await newPerson('team_member', 'Petra')
  await tell(...Array.from({ length: 100 }, (_, place) => ({ to: petra, title: `Drop ${place}` })))
  await signIn(context, petra)
  const tab = await tabOf(context)
  const said: string[] = []
  tab.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"table"')) said.push(String(payload))
    }),
  )
  const writes: string[] = []
  tab.page.on('request', (request) => {
    if (['POST', 'PATCH'].includes(request.method()) && /notif|notices/.test(request.url())) writes.push(request.url())
  })
  await tab.openLive()
  await expect(tab.bell).toHaveAccessibleName('Notifications, 99+ unread')
  const panel = await tab.openPanel()
  await expect(panel.getByRole('listitem')).toHaveCount(50)
  await expect(panel.getByText('50 more unread. They show here as these are read.')).toBeVisible()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await tab.showsUnread(0)
  await expect.poll(() => ({ writes: writes.length, nudges: said.length })).toEqual({ writes: 1, nudges: 1 })
})

test('spec 2 §4, §7: opening a task marks the notices of its replies read, and no others', async ({ context }) => {
  const [petra, mark] = [await newPerson('team_member', 'Petra'), await newPerson('team_member', 'Mark')]
  const db = admin()
  const taskIds = [randomUUID(), randomUUID()]
  const commentIds = [randomUUID(), randomUUID()]
  const tasks = taskIds.map((id) => ({ id, title: 'Van', created_by: mark.id, assignees: [petra.id] }))
  await db.from('tasks').insert(tasks).throwOnError()
  const comments = commentIds.map((id, nth) => ({ id, task_id: taskIds[nth], user_id: mark.id, content: 'Done' }))
  await db.from('task_comments').insert(comments).throwOnError()
  const replies = commentIds.map((id, nth) => ({
    user_id: petra.id,
    task_id: taskIds[nth],
    commenter_id: mark.id,
    comment_id: id,
    task_title: 'Van',
  }))
  await db.from('task_reply_notifications').insert(replies).throwOnError()
  await signIn(context, petra)
  const tab = await tabOf(context)
  await tab.openLive()
  await tab.showsUnread(2)
  await tab.page.goto(`/tasks?task=${taskIds[0]}`)
  const unread = async () => {
    const replies = db.from('task_reply_notifications').select('task_id').eq('user_id', petra.id)
    return (await replies.eq('is_read', false).throwOnError()).data
  }
  await expect.poll(unread).toEqual([{ task_id: taskIds[1] }])
})

test('a team member, who may not read quotations, opens the mockup of a notice', async ({ context }) => {
  const petra = await newPerson('team_member', 'Petra')
  const publicUuid = await tellOfMockup(petra)
  await signIn(context, petra)
  const tab = await tabOf(context)
  await tab.openLive()
  const panel = await tab.openPanel()
  await panel.getByRole('link', { name: /Mockup approved/ }).click()
  await expect(tab.page).toHaveURL(new RegExp(`/mockups/${publicUuid}$`))
})

test('spec 2 §7: read notices show only among all, up to 30 days, and can be marked unread', async ({ context }) => {
  const petra = await newPerson('team_member', 'Petra')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await tell(
    { to: petra, title: 'Read lately', at: daysAgo(29), isRead: true },
    { to: petra, title: 'Read long ago', at: daysAgo(31), isRead: true },
    { to: petra, title: 'Unread for long', at: daysAgo(40) },
  )
  await signIn(context, petra)
  const tab = await tabOf(context)
  await tab.openLive()
  const panel = await tab.openPanel()
  const titles = panel.getByRole('listitem')
  await expect(titles).toHaveText([/^Unread for long/])
  await panel.getByText('All', { exact: true }).click()
  await expect(titles).toHaveText([/^Unread for long/, /^Read lately/])
  await panel.getByRole('button', { name: 'Show newest first' }).click()
  await expect(titles).toHaveText([/^Read lately/, /^Unread for long/])
  await panel.getByRole('button', { name: 'Mark as unread: Read lately' }).click()
  await tab.showsUnread(2)
})

test('a toast shows an arriving notice to those who asked, once, and opens it', async ({ context }) => {
  const petra = await newPerson('team_member', 'Petra')
  await signIn(context, petra)
  const tab = await tabOf(context)
  await tab.openLive()
  const panel = await tab.openPanel()
  await panel.getByRole('switch', { name: /^Show new notifications/ }).click()
  await panel.getByRole('button', { name: 'Close notifications' }).click()
  await tell({ to: petra, title: 'Collect at four' })
  const toast = tab.page.getByRole('group', { name: 'New notification: Collect at four' })
  await expect(toast).toHaveCount(1)
  await toast.getByRole('button', { name: 'Open' }).press('Enter')
  await tab.showsUnread(0)
})

test('without a socket one of two shown tabs polls for both, and the other takes over within 3 s', async ({
  context,
}) => {
  const petra = await newPerson('team_member', 'Petra')
  await signIn(context, petra)
  const [first, second] = [await tabOf(context), await tabOf(context)]
  // All tabs of a context share one clock.
  await context.clock.install()
  for (const { page } of [first, second]) await page.routeWebSocket(/realtime/, (socket) => socket.close())
  await first.open()
  await second.open()
  await opened(second)
  const reads = [countReads(first.page), countReads(second.page)]

  await tell({ to: petra })
  await letPass(second.page, 31_000)
  await first.showsUnread(1)
  await second.showsUnread(1)
  expect(reads.map((count) => count())).toEqual([1, 0])

  await tell({ to: petra })
  await first.page.close()
  await letPass(second.page, 3_000)
  await second.showsUnread(2)
  expect(reads.map((count) => count())).toEqual([1, 1])
})

test('a hidden tab does not poll, and is right at once when it is shown', async ({ context }) => {
  const petra = await newPerson('team_member', 'Petra')
  await signIn(context, petra)
  const tab = await tabOf(context)
  await tab.page.routeWebSocket(/realtime/, (socket) => socket.close())
  await tab.page.clock.install()
  await tab.open()
  await opened(tab)
  await tab.showsUnread(0)
  const reads = countReads(tab.page)
  await hide(tab.page, true)
  await tell({ to: petra })
  await tab.page.clock.runFor(300_000)
  expect(reads()).toBe(0)
  await hide(tab.page, false)
  await tab.page.clock.runFor(100)
  await tab.showsUnread(1)
})

test('a live tab is read again after a sleep of ten minutes', async ({ context }) => {
  const petra = await newPerson('team_member', 'Petra')
  await signIn(context, petra)
  const tab = await tabOf(context)
  await tab.page.clock.install()
  await tab.openLive()
  await tab.showsUnread(0)
  const reads = countReads(tab.page)
  await tab.page.clock.fastForward('10:00')
  await expect.poll(reads).toBeGreaterThan(0)
})
