import { expect, type BrowserContext } from '@playwright/test'
import { cannotWaitWords, waitingWords } from '../../src/shared/domain/web/network-words.ts'
import { TaskPage } from './pages/task-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

async function taskWithTimer(person: Person): Promise<string> {
  const checklist = `<ul class="todo-list" data-list="todo"><li data-list="unchecked" data-id="a">Cut the vinyl</li></ul>`
  const { data } = await admin()
    .from('tasks')
    .insert({ title: 'Van wrap', created_by: person.id, assignees: [person.id], description: checklist })
    .select('id')
    .single()
    .throwOnError()
  const session = {
    startTime: new Date().toISOString(),
    endTime: null,
    duration: '00:00:00',
    isPaused: false,
    pausedAt: null,
  }
  await admin()
    .from('time_entries')
    .insert({
      user_id: person.id,
      user_email: person.email,
      status: 'active',
      client_name: 'Bakery',
      sessions: [session],
    })
    .throwOnError()
  return String(data.id)
}

/** The task and the person's work in the database. */
async function stored(taskId: string, person: Person) {
  const [task, comments, ready, timer] = await Promise.all([
    admin().from('tasks').select('title, status, description').eq('id', taskId).single().throwOnError(),
    admin().from('task_comments').select('content').eq('task_id', taskId).order('created_at').throwOnError(),
    admin().from('task_ready').select('ready').eq('task_id', taskId).throwOnError(),
    admin().from('time_entries').select('status').eq('user_id', person.id).single().throwOnError(),
  ])
  return {
    status: task.data.status,
    ticked: String(task.data.description).includes('data-list="checked"'),
    comments: comments.data.map(({ content }) => String(content).replaceAll(/<[^>]*>/g, '')),
    ready: ready.data.some((mark) => mark.ready),
    timer: timer.data.status,
  }
}
const untouched = { status: 'pending', ticked: false, comments: [], ready: false, timer: 'active' }

/** The next comment goes out over a line that breaks: before it arrives, or when it is stored and the answer is on its way. */
async function breakOnce(context: BrowserContext, when: 'before' | 'after'): Promise<void> {
  let isBroken = false
  await context.route(/\/rest\/v1\/task_comments/, async (route) => {
    if (isBroken || route.request().method() !== 'POST') return route.continue()
    isBroken = true
    if (when === 'after') await route.fetch()
    await route.abort('connectionreset')
  })
}

test('the network is cut at eight moments: what can wait is kept and says so, what cannot says so, nothing is done twice', async ({
  context,
}) => {
  const maria = await newPerson('sales', 'Maria')
  const taskId = await taskWithTimer(maria)
  await signIn(context, maria)
  const task = new TaskPage(await context.newPage())
  await task.open(taskId)
  const { page, dialog } = task
  const waiting = dialog.getByText(waitingWords)
  const timer = page.getByRole('region', { name: 'Work timer' })

  // Toasts come after the first screen.
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  await context.setOffline(true)
  // 1. A status.
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'In Progress' }).click()
  await expect(waiting).toHaveCount(1)
  // 2. A tick.
  await task.line('Cut the vinyl').click()
  await expect(waiting).toHaveCount(2)
  // 3. A ready mark.
  await dialog.getByRole('button', { name: 'Mark me Ready' }).click()
  await expect(waiting).toHaveCount(3)
  // 4. A comment, and one more that is withdrawn again.
  await task.say('Kept for later')
  await expect(waiting).toHaveCount(4)
  await task.say('Better not')
  await expect(waiting).toHaveCount(5)
  await dialog
    .getByRole('button', { name: /^Withdraw Comment/ })
    .last()
    .click()
  await expect(waiting).toHaveCount(4)
  await expect(dialog.getByText('Better not')).toBeHidden()
  // 5. A text that is saved: it cannot wait, and it is not lost.
  await dialog.getByRole('button', { name: 'Edit title' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Van wrap, both sides')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(cannotWaitWords).first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Van wrap, both sides')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored(taskId, maria)).toEqual(untouched)

  await context.setOffline(false)
  await expect(waiting).toHaveCount(0, { timeout: 30_000 })
  const after = { status: 'in_progress', ticked: true, comments: ['Kept for later'], ready: true, timer: 'active' }
  // A sent entry is stored a moment later.
  await expect.poll(() => stored(taskId, maria), { timeout: 30_000 }).toEqual(after)

  // 6. While a comment is sent. 7. When it is stored and the answer is lost.
  await breakOnce(context, 'before')
  await task.say('Cut on the way')
  await expect(task.said('Cut on the way')).toHaveCount(1)
  await expect(waiting).toHaveCount(0, { timeout: 30_000 })
  await context.unroute(/\/rest\/v1\/task_comments/)
  await breakOnce(context, 'after')
  await task.say('Stored without an answer')
  await expect(waiting).toHaveCount(0, { timeout: 30_000 })
  const comments = ['Kept for later', 'Cut on the way', 'Stored without an answer']
  await expect.poll(async () => (await stored(taskId, maria)).comments, { timeout: 30_000 }).toEqual(comments)

  // 8. The timer: the moment counts, so it cannot wait.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await context.setOffline(true)
  await timer.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(cannotWaitWords).first()).toBeVisible()
  await expect(timer.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await expect(timer.getByText('Paused')).toBeHidden()
  await context.setOffline(false)
  expect(await stored(taskId, maria)).toEqual({ ...after, comments })
})
