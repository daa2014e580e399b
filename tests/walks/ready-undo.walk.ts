import { type BrowserContext, expect, type Page } from '@playwright/test'
import { TaskPage } from '../e2e/pages/task-page.ts'
import { admin, newPerson, signIn } from '../e2e/people.ts'
import { breakServer, test } from './walk.ts'

const marks = /\/rest\/v1\/task_ready\?on_conflict/
const button = (page: Page, name: 'Mark me Ready' | 'Undo Ready') => page.getByRole('button', { name })

/** Mark on a task of his and Maria's. */
async function onTask(context: BrowserContext) {
  const [maria, mark] = [await newPerson('sales', 'Maria'), await newPerson('team_member', 'Mark')]
  const { data } = await admin()
    .from('tasks')
    .insert({ title: 'Van wrap', description: '<p>Both sides.</p>', created_by: maria.id, assignees: [mark.id] })
    .select('id')
    .single()
    .throwOnError()
  await signIn(context, mark)
  const open = async () => {
    const task = new TaskPage(await context.newPage())
    await task.open(data.id)
    return task.page
  }
  /** The mark as it is set or taken back in another place. */
  const elsewhere = (ready: boolean) =>
    admin()
      .from('task_ready')
      .upsert({ task_id: data.id, user_id: mark.id, ready, updated_at: new Date().toISOString() })
      .throwOnError()
  return { page: await open(), open, elsewhere }
}

test('a person marks themselves ready and takes it back, in one tab and in the other', async ({ context, watch }) => {
  const { page, open } = await onTask(context)
  const second = await open()
  await button(page, 'Mark me Ready').click()
  await expect(button(page, 'Undo Ready')).toBeVisible()
  await expect(button(second, 'Undo Ready')).toBeVisible()
  await button(second, 'Undo Ready').click()
  await expect(button(second, 'Mark me Ready')).toBeVisible()
  await watch.took('readyUndo', 'unmarking: done(setReady) 2/2 → notReady')
  await expect(button(page, 'Mark me Ready')).toBeVisible()
  await watch.took('readyUndo', 'ready: mark.heard 2/2 → notReady')
})

test('a mark can be taken back for ten seconds, also after the task is opened again', async ({ context, watch }) => {
  const { page } = await onTask(context)
  await button(page, 'Mark me Ready').click()
  await expect(button(page, 'Undo Ready')).toBeVisible()
  // However slow the machine is, the page is opened again at once.
  await page.clock.setFixedTime(Date.now())
  await page.reload()
  await expect(button(page, 'Undo Ready')).toBeVisible()
  await expect(button(page, 'Undo Ready')).toBeHidden({ timeout: 15_000 })
  await watch.took('readyUndo', 'ready.undoable: after(restOfUndoWindow) → ready.settled')
  await page.clock.setFixedTime(Date.now() + 20_000)
  await page.reload()
  await watch.took('readyUndo', 'ready.choosing: always 2/2 → ready.settled')
})

test('the server refuses the mark, and its taking back', async ({ context }) => {
  const { page } = await onTask(context)
  const refused = await breakServer(page, marks, 'refuses')
  await button(page, 'Mark me Ready').click()
  await expect(page.getByText('Failed to mark as ready. Please try again.')).toBeVisible()
  await refused.mended()
  await button(page, 'Mark me Ready').click()
  await expect(button(page, 'Undo Ready')).toBeVisible()
  await breakServer(page, marks, 'refuses')
  await button(page, 'Undo Ready').click()
  await expect(page.getByText('Failed to unmark as ready. Please try again.')).toBeVisible()
})

test('without a network the mark waits, and so does its taking back', async ({ context, watch }) => {
  const { page } = await onTask(context)
  await context.setOffline(true)
  await button(page, 'Mark me Ready').click()
  await expect(page.getByText('You marked yourself ready')).toBeVisible()
  await watch.took('readyUndo', 'marking: done(setReady) 1/2 → choosing')
  await context.setOffline(false)
  await expect(button(page, 'Undo Ready')).toBeVisible()
  await context.setOffline(true)
  await button(page, 'Undo Ready').click()
  await expect(page.getByText('You took your ready mark back')).toBeVisible()
  await watch.took('readyUndo', 'unmarking: done(setReady) 1/2 → choosing')
  await context.setOffline(false)
  await expect(button(page, 'Mark me Ready')).toBeVisible()
})

test('the mark changes in another place while it is being saved', async ({ context, watch }) => {
  const { page, elsewhere } = await onTask(context)
  const silent = await breakServer(page, marks, 'is silent')
  await button(page, 'Mark me Ready').click()
  await elsewhere(false)
  await watch.took('readyUndo', 'marking: mark.heard → no change of state')
  await silent.mended()
  await elsewhere(true)
  await page.reload()
  await expect(button(page, 'Undo Ready')).toBeVisible()
  await breakServer(page, marks, 'is silent')
  await button(page, 'Undo Ready').click()
  await elsewhere(true)
  await watch.took('readyUndo', 'unmarking: mark.heard → no change of state')
})

test('a mark waits behind a comment that nobody answers: it is kept, and not said to have failed', async ({
  context,
  watch,
}) => {
  const { page } = await onTask(context)
  await page.clock.install()
  await breakServer(page, '**/rest/v1/task_comments*', 'is silent')
  await page.getByRole('textbox', { name: 'Comment' }).click()
  await page.keyboard.type('On my way')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await button(page, 'Mark me Ready').click()
  await page.clock.runFor(12_500)
  await watch.took('readyUndo', 'marking: done(setReady) 1/2 → choosing')
  await expect(page.getByText('You marked yourself ready')).toBeVisible()
})
