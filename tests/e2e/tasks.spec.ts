import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { seriousProblemsInDialog } from './accessibility.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

type Wanted = { title: string; by: Person; to?: Person[]; status?: string; due_at?: string }

const makeTasks = async (...tasks: Wanted[]) => {
  const rows = tasks.map(({ title, by, to = [by], status = 'pending', due_at }) => ({
    title,
    status,
    created_by: by.id,
    assignees: to.map(({ id }) => id),
    due_at: due_at ?? null,
  }))
  await admin().from('tasks').insert(rows).throwOnError()
}
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string, title: string) =>
  column(page, name).getByRole('listitem').filter({ hasText: title })

test('spec 2 §2: a card dragged on one board moves on the other, and in the list', async ({ browser }) => {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  const title = `Laminate the posters of ${author.name}`
  await makeTasks({ title, by: author, to: [author, colleague] })
  const [his, hers] = [await browser.newContext(), await browser.newContext()]
  await signIn(his, author)
  await signIn(hers, colleague)
  const writer = new StaffPage(await his.newPage())
  const reader = new StaffPage(await hers.newPage())
  const list = new StaffPage(await hers.newPage())
  await writer.open('/tasks?view=board')
  await reader.openLive('/tasks?view=board')
  await list.openLive('/tasks')
  await expect(card(reader.page, 'Pending', title)).toBeVisible()

  await card(writer.page, 'Pending', title).dragTo(column(writer.page, 'In progress'))
  await expect(card(writer.page, 'In progress', title)).toBeVisible()
  await expect(card(reader.page, 'In progress', title)).toBeVisible()
  await expect(card(reader.page, 'Pending', title)).toBeHidden()
  await expect(row(list.page, title)).toContainText('In progress')
})

test('a card is moved by the keyboard alone', async ({ context }) => {
  const person = await newPerson('sales', 'Keys')
  const title = `Cut the reveals for ${person.name}`
  await makeTasks({ title, by: person })
  await signIn(context, person)
  const { page } = await opened(new StaffPage(await context.newPage()), '/tasks?view=board')
  await card(page, 'Pending', title)
    .getByRole('button', { name: `Actions for ${title}` })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to Completed' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'Completed', title)).toBeVisible()
  await expect(page.getByText(`${title} moved to Completed`)).toBeAttached()
  await expect(page.getByRole('button', { name: `Actions for ${title}` })).toBeFocused()
})

test('a move that cannot be saved goes back and says so', async ({ context }) => {
  const person = await newPerson('sales', 'Offline')
  const title = `Drill the standoffs for ${person.name}`
  await makeTasks({ title, by: person })
  await signIn(context, person)
  const { page } = await opened(new StaffPage(await context.newPage()), '/tasks?view=board')
  await page.route('**/rest/v1/tasks*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'broken' } })
      : route.fallback(),
  )
  await card(page, 'Pending', title).dragTo(column(page, 'Completed'))
  await expect(page.getByText('Failed to update task')).toBeVisible()
  await expect(card(page, 'Pending', title)).toBeVisible()
  await expect(card(page, 'Completed', title)).toBeHidden()
})

test('what is being read does not move: changes show in place, new tasks wait', async ({ context }) => {
  const person = await newPerson('sales', 'Reader')
  const [first, second] = [`First of ${person.name}`, `Second of ${person.name}`]
  await makeTasks({ title: first, by: person })
  await signIn(context, person)
  const { page } = await opened(new StaffPage(await context.newPage()), '/tasks')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await row(page, first).hover()
  await admin().from('tasks').update({ status: 'completed' }).eq('title', first).throwOnError()
  await makeTasks({ title: second, by: person })
  await expect(row(page, first)).toContainText('Completed')
  await expect(page.getByRole('button', { name: 'Show 1 new task' })).toBeVisible()
  await expect(row(page, second)).toBeHidden()
  await page.getByRole('button', { name: 'Show 1 new task' }).click()
  await expect(row(page, second)).toBeVisible()
})

test('spec 2 §2: filters stand in the address and survive a reload; the file holds what they show', async ({
  context,
}) => {
  const person = await newPerson('sales', 'Filter')
  const [late, later] = [`=Neon of ${person.name}`, `Banner of ${person.name}`]
  await makeTasks(
    { title: late, by: person, due_at: new Date(Date.now() - 3_600_000).toISOString() },
    { title: later, by: person },
  )
  await signIn(context, person)
  const { page } = await opened(new StaffPage(await context.newPage()), '/tasks')
  await page.getByRole('textbox', { name: 'Search tasks' }).fill('neon')
  await expect(row(page, later)).toBeHidden()
  await expect(page).toHaveURL(/q=neon/)
  await page.goto('/tasks?due=late')
  await expect(row(page, late)).toContainText('late')
  await expect(row(page, later)).toBeHidden()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await file).path(), 'utf8')
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['\ufeffTitle', `'${late}`, ''])
})

test('a due date is set, and a task is deleted after a question', async ({ context }) => {
  const person = await newPerson('admin', 'Owner')
  const title = `Order vinyl for ${person.name}`
  await makeTasks({ title, by: person })
  await signIn(context, person)
  const { page } = await opened(new StaffPage(await context.newPage()), '/tasks')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Due date…')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await page.getByRole('textbox', { name: 'is due by the end of' }).fill(today)
  expect(await seriousProblemsInDialog(page)).toEqual([])
  await page.getByRole('button', { name: 'Set due date' }).click()
  await expect(row(page, title)).toContainText('Today')
  await choose('Delete…')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  expect(await seriousProblemsInDialog(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(row(page, title)).toBeVisible()
  await choose('Delete…')
  await page.getByRole('button', { name: 'Delete task' }).click()
  await expect(page.getByText(`“${title}” was deleted`)).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(row(page, title)).toBeHidden()
})

test('spec 2 §2: task locations ask a visitor to sign in and read nothing', async ({ page, context }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/rest\/v1\/(tasks|locations)/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/tasks/locations')
  await expect(page.getByText('Please sign in to see where tasks are done.')).toBeVisible()
  expect(asked).toEqual([])

  await signIn(context, await newPerson('sales', 'Places'))
  const staff = await context.newPage()
  await staff.goto('/tasks/locations')
  await expect(staff.getByRole('group', { name: 'Map of open tasks' })).toBeVisible()
  await staff.goto('/tasks/locations?task=x')
  await expect(staff.getByText('Task not found')).toBeVisible()
})

async function opened(staff: StaffPage, path: string): Promise<StaffPage> {
  await staff.open(path)
  return staff
}
