import { expect } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test('tasks are found, chosen, changed and changed back by keys alone', async ({ context }) => {
  const person = await newPerson('sales', 'Quick')
  const titles = ['First', 'Second', 'Third'].map((word) => `${word} of ${person.name}`)
  const rows = titles.map((title, n) => ({
    title,
    created_by: person.id,
    assignees: [person.id],
    created_at: `2026-11-20T1${9 - n}:00:00Z`,
  }))
  await admin().from('tasks').insert(rows).throwOnError()
  await signIn(context, person)
  const staff = new StaffPage(await context.newPage())
  await staff.openLive('/tasks')
  const { page } = staff
  const line = (title: string | undefined) => page.getByRole('row').filter({ hasText: title ?? '' })
  const link = (title: string | undefined) => page.getByRole('link', { name: title ?? '', exact: true })
  await expect(link(titles[2])).toBeVisible()

  // Several at once, with one undo.
  await page.keyboard.press('j')
  await expect(link(titles[0])).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Set to Completed' }).focus()
  await page.keyboard.press('Enter')
  await expect(line(titles[1])).toContainText('Completed')
  await expect(line(titles[2])).toContainText('Completed')
  await expect(line(titles[0])).toContainText('Pending')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(titles[1])).toContainText('Pending')
  await expect(line(titles[2])).toContainText('Pending')
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 chosen')).toBeHidden()

  // One by its own keys: status, due date, title.
  await link(titles[0]).focus()
  await page.keyboard.press('s')
  await expect(page.getByRole('menuitem', { name: 'Set to In progress' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Set to In progress' }).focus()
  await page.keyboard.press('Enter')
  await expect(line(titles[0])).toContainText('In progress')
  await link(titles[0]).focus()
  await page.keyboard.press('d')
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).focus()
  await page.keyboard.press('Enter')
  await expect(line(titles[0])).toContainText('Tomorrow')
  await link(titles[0]).focus()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Title' }).fill(`Last of ${person.name}`)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: `Last of ${person.name}` })
    .waitFor()
  await page.keyboard.press('Escape')
  // Keys belong to a dialog until it is gone.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link(`Last of ${person.name}`)).toBeVisible()

  // In a field, keys are letters.
  await page.keyboard.press('/')
  const search = page.getByRole('textbox', { name: 'Search tasks' })
  await expect(search).toBeFocused()
  await page.keyboard.type('sxd')
  await expect(search).toHaveValue('sxd')
  await expect(page.getByText(/chosen$/)).toBeHidden()
  await search.fill('last')
  await expect(link(titles[1])).toBeHidden()
  await expect(link(`Last of ${person.name}`)).toBeVisible()

  // The keyboard map names the keys of this screen.
  await search.press('Escape')
  await search.blur()
  // Held, the key shows the others in their places.
  await page.keyboard.down('?')
  await expect(page.locator('[data-keys-in-place]')).toContainText('Choose none')
  await page.keyboard.up('?')
  await expect(page.locator('[data-keys-in-place]')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('Choose the task, or no longer')
})
