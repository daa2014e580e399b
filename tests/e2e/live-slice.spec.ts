import { expect } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test('a task for a colleague raises her bell in both tabs, and reading it in one lowers both', async ({ browser }) => {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, colleague)
  await signIn(his, author)
  const first = new StaffPage(await hers.newPage())
  const second = new StaffPage(await hers.newPage())
  const writer = new StaffPage(await his.newPage())
  await first.openLive()
  await second.openLive()
  await writer.open()
  await first.showsUnread(0)

  const title = `Fold the tray fascia for ${colleague.name}`
  await writer.addTask({ title, assignee: colleague.name })
  await first.showsUnread(1)
  await second.showsUnread(1)

  const panel = await first.openPanel()
  await panel.getByText(title).first().click()
  await expect(first.page).toHaveURL(/task=/)
  await first.showsUnread(0)
  await second.showsUnread(0)
})

test('spec 2 §7: twenty clicks on Create make one task', async ({ context }) => {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  await signIn(context, author)
  const writer = new StaffPage(await context.newPage())
  await writer.open()
  const inserts: string[] = []
  writer.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/tasks')) inserts.push(request.url())
  })
  await writer.page.getByRole('banner').getByRole('button', { name: 'Add New Task' }).click()
  const dialog = writer.page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Cut the letters')
  await dialog
    .getByRole('textbox', { name: 'Assignees' })
    .or(dialog.getByRole('combobox', { name: 'Assignees' }))
    .fill(colleague.name)
  await writer.page.getByRole('option', { name: colleague.name }).click()
  await dialog.getByRole('button', { name: 'Create task' }).evaluate((button) => {
    for (let click = 0; click < 20; click++) if (button instanceof HTMLElement) button.click()
  })
  await expect(dialog).toBeHidden()
  expect(inserts).toHaveLength(1)
})
