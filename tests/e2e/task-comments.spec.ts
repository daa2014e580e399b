import { type Browser, expect } from '@playwright/test'
import { TaskPage } from './pages/task-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

async function openTask(browser: Browser, change: Record<string, unknown> = {}) {
  const [maria, mark] = [await newPerson('sales', 'Maria'), await newPerson('team_member', 'Mark')]
  const { data } = await admin()
    .from('tasks')
    .insert({ title: 'Van wrap', created_by: maria.id, assignees: [mark.id], ...change })
    .select('id')
    .single()
    .throwOnError()
  const context = await browser.newContext()
  await signIn(context, maria)
  const page = new TaskPage(await context.newPage())
  await page.open(data.id)
  return { maria, mark, taskId: String(data.id), page }
}

const noticesOf = async (table: 'notifications' | 'task_reply_notifications', person: Person) => {
  const { data } = await admin().from(table).select('message').eq('user_id', person.id).throwOnError()
  return data.map(({ message }) => String(message))
}

test('spec 2 §7: a comment tells the assignees, and whoever it mentions becomes one and is told', async ({
  browser,
}) => {
  const tony = await newPerson('team_member', 'Tony')
  const { maria, mark, taskId, page } = await openTask(browser)
  await page.write(`Ask @${tony.name.slice(0, -2).toUpperCase()}`)
  await page.page.getByRole('option', { name: `@${tony.name}` }).click()
  await page.page.keyboard.type('for the film')
  await page.addButton.click()
  await page.toasts('Comment added successfully')
  expect(await noticesOf('task_reply_notifications', mark)).toEqual([`${maria.name} replied to "Van wrap"`])
  await expect.poll(() => noticesOf('notifications', tony)).toEqual([`${maria.name} mentioned you in "Van wrap"`])
  const { data } = await admin().from('tasks').select('assignees').eq('id', taskId).single().throwOnError()
  expect(data.assignees).toEqual([mark.id, tony.id])
  await expect(page.said('for the film').locator('.mention')).toHaveText(`@${tony.name}`)
})

test('spec 2 §5, §8: a reply is improved, and reverted', async ({ browser }) => {
  const { page } = await openTask(browser)
  const improve = page.dialog.getByRole('button', { name: 'Improve with AI' })
  await improve.click()
  await page.toasts('No content to improve')
  await page.toasts('Please enter some reply text first.')

  await page.page.route('**/functions/v1/improve-grammar', (route) =>
    route.fulfill({ json: { improvedText: '<p>It is ready.<img src=x onerror="window.owned=1"></p>', by: 'AI' } }),
  )
  await page.write('it are ready')
  await improve.click()
  await page.toasts('Reply improved!')
  await page.toasts('AI has enhanced your reply for clarity and grammar')
  await expect(page.comment).toHaveText('It is ready.')
  expect(await page.page.evaluate(() => 'owned' in window)).toBe(false)
  await page.dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.toasts('Reply reverted')
  await expect(page.comment).toHaveText('it are ready')

  await page.page.unroute('**/functions/v1/improve-grammar')
  await page.page.route('**/functions/v1/improve-grammar', (route) => route.abort())
  await improve.click()
  await page.toasts('Improvement failed')
  await expect(page.comment).toHaveText('it are ready')
})

test('spec 2 §5, §8: a file that fails says why and is tried again; a strange one is not taken; one is removed', async ({
  browser,
}) => {
  const { page } = await openTask(browser)
  await page.attach('run.exe', 'application/x-msdownload', Buffer.from('x'))
  await page.toasts('File upload failed: run.exe: This type of file is not accepted')
  await page.attach('empty.pdf', 'application/pdf', Buffer.alloc(0))
  await page.toasts('File upload failed: empty.pdf: The file is empty')

  await page.page.route('**/object/upload/sign/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.attach('plan.pdf', 'application/pdf', Buffer.from('%PDF-1.4'))
  await page.toasts('File upload failed: The connection was lost')
  await expect(page.addButton).toBeDisabled()
  await page.page.unroute('**/object/upload/sign/**')
  await page.dialog.getByRole('button', { name: 'Try plan.pdf again' }).click()
  await expect(page.dialog.getByText('Uploaded')).toBeVisible()
  await expect(page.addButton).toBeEnabled()
  await page.dialog.getByRole('button', { name: 'Remove plan.pdf' }).click()
  await expect(page.addButton).toBeDisabled()
})

test(
  'T14: a page that calls itself a picture, and a drawing with a script, run nothing',
  { tag: '@whole' },
  async ({ browser }) => {
    const { page } = await openTask(browser)
    const hack = 'window.top.owned=1;window.owned=1'
    await page.attach('page.png', 'image/png', Buffer.from(`<script>${hack}</script>`))
    await page.attach(
      'drawing.svg',
      'image/svg+xml',
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${hack}"><script>${hack}</script></svg>`,
      ),
    )
    await page.attach('notes.pdf', 'application/pdf', Buffer.from(`<script>${hack}</script>`))
    await expect(page.dialog.getByText('Uploaded')).toHaveCount(3)
    await page.addButton.click()
    await page.toasts('Comment added successfully')
    await expect(page.dialog.getByRole('button', { name: 'Download page.png' })).toBeVisible()
    for (const name of ['drawing.svg', 'notes.pdf']) {
      await page.dialog.getByRole('button', { name: `Show ${name}` }).click()
      const viewer = page.page.getByRole('dialog', { name })
      await expect(viewer.locator('img, iframe').first()).toBeAttached()
      await viewer.getByRole('button', { name: 'Close' }).click()
      await expect(viewer).toBeHidden()
    }
    expect(await page.page.evaluate(() => 'owned' in window)).toBe(false)
  },
)

test('spec 2 §7: a task with 500 comments shows the newest at once', async ({ browser }) => {
  const { maria, taskId, page } = await openTask(browser)
  const rows = Array.from({ length: 500 }, (_, place) => ({
    task_id: taskId,
    user_id: maria.id,
    content: `<p>Comment ${place + 1}</p>`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString(),
  }))
  await admin().from('task_comments').insert(rows).throwOnError()
  await expect(page.dialog.getByText('Comment 500', { exact: true })).toBeVisible()
  const shown = page.dialog.locator('ol > li')
  await expect(shown).toHaveCount(30)
  const earlier = page.dialog.getByRole('button', { name: 'Show earlier comments' })
  for (let count = 60; count <= 150; count += 30) {
    await earlier.click()
    await expect(shown).toHaveCount(count)
  }
  const slowest = await page.page.evaluate(async () => {
    const list = document.querySelector('[role=dialog] ol')
    let slow = 0
    let last = performance.now()
    for (let step = 0; step < 60; step += 1) {
      list?.children[step * 2]?.scrollIntoView()
      await new Promise(requestAnimationFrame)
      slow = Math.max(slow, performance.now() - last)
      last = performance.now()
    }
    return Math.round(slow)
  })
  test.info().annotations.push({ type: 'slowest frame of 150 comments, ms', description: String(slowest) })
  await page.write('Typing stays quick')
  await expect(page.comment).toHaveText('Typing stays quick')
})
