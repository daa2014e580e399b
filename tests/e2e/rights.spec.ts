import { expect, test } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'

test('a newcomer who is approved sees the dashboard in place of the waiting screen, at once', async ({ browser }) => {
  const [boss, newcomer] = [await newPerson('admin', 'Boss'), await newPerson('pending', 'Newcomer')]
  const [his, hers] = [await browser.newContext(), await browser.newContext()]
  await signIn(his, boss)
  await signIn(hers, newcomer)
  const waiting = await hers.newPage()
  await waiting.goto('/dashboard')
  await expect(waiting.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()

  const office = new StaffPage(await his.newPage())
  await office.openLive('/admin/user-verification')
  await office.page.getByRole('searchbox', { name: 'Search people' }).fill(newcomer.name)
  await office.page.getByRole('button', { name: `Approve ${newcomer.name}` }).click()
  const dialog = office.page.getByRole('dialog', { name: `Approve ${newcomer.name}` })
  await dialog
    .getByRole('combobox', { name: 'Role' })
    .or(dialog.getByRole('textbox', { name: 'Role' }))
    .click()
  await office.page.getByRole('option', { name: 'Team member' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(office.page.getByRole('button', { name: `Approve ${newcomer.name}` })).toBeHidden()
  await expect(waiting.getByRole('button', { name: /^Notifications, / })).toBeVisible({ timeout: 5_000 })
})

test('a newcomer who is rejected is told at once', async ({ browser }) => {
  const [boss, newcomer] = [await newPerson('admin', 'Boss'), await newPerson('pending', 'Stranger')]
  const [his, hers] = [await browser.newContext(), await browser.newContext()]
  await signIn(his, boss)
  await signIn(hers, newcomer)
  const waiting = await hers.newPage()
  await waiting.goto('/dashboard')
  await expect(waiting.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()

  const office = new StaffPage(await his.newPage())
  await office.open('/admin/user-verification')
  await office.page.getByRole('button', { name: `Reject ${newcomer.name}` }).click()
  await office.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(waiting.getByRole('heading', { name: 'Your registration was not accepted' })).toBeVisible({
    timeout: 5_000,
  })
})

test('a right that is taken and given changes the menu of a colleague who is looking', async ({ browser }) => {
  const [boss, clerk] = [await newPerson('admin', 'Boss'), await newPerson('accounts', 'Clerk')]
  const [his, hers] = [await browser.newContext(), await browser.newContext()]
  await signIn(his, boss)
  await signIn(hers, clerk)
  const desk = new StaffPage(await hers.newPage())
  await desk.openLive()
  const link = desk.page.getByRole('link', { name: 'Quotations', exact: true }).first()
  await expect(link).toBeVisible()

  const office = new StaffPage(await his.newPage())
  await office.openLive('/contacts/permissions')
  await office.page.getByRole('tab', { name: 'Accounts' }).click()
  const view = office.page.getByRole('checkbox', { name: 'View Quotations' })
  await view.click()
  await expect(view).not.toBeChecked()
  await expect(link).toBeHidden({ timeout: 5_000 })
  await view.click()
  await expect(view).toBeChecked()
  await expect(link).toBeVisible({ timeout: 5_000 })
})

test('somebody who is deactivated is out at once, and the trail says by whom', async ({ browser }) => {
  const [boss, leaver] = [await newPerson('admin', 'Boss'), await newPerson('sales', 'Leaver')]
  const [his, hers] = [await browser.newContext(), await browser.newContext()]
  await signIn(his, boss)
  await signIn(hers, leaver)
  const desk = new StaffPage(await hers.newPage())
  await desk.openLive()

  const office = new StaffPage(await his.newPage())
  await office.open('/staff')
  await office.page.getByRole('searchbox', { name: 'Search people' }).fill(leaver.name)
  await office.page.getByRole('button', { name: `More about ${leaver.name}` }).click()
  await office.page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await office.page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(office.page.getByText(`${leaver.name} is signed out everywhere`)).toBeVisible()
  await expect(desk.page).toHaveURL(/\/auth/, { timeout: 15_000 })

  await office.page.goto(`/audit-logs/${leaver.id}`)
  const line = office.page.getByRole('listitem').filter({ hasText: 'Account deactivated' })
  await expect(line).toContainText(boss.name)
})

test('a picture is made small in the browser and shows in the top bar', async ({ context }) => {
  const person = await newPerson('team_member', 'Portrait')
  await signIn(context, person)
  const desk = new StaffPage(await context.newPage())
  await desk.openLive('/my-profile')
  const picture = await desk.page.screenshot()
  await desk.page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(desk.page.getByText('Your picture is saved.')).toBeVisible()
  const shown = desk.page.getByRole('banner').locator('img')
  await expect(shown).toHaveAttribute('src', new RegExp(`^/storage/v1/object/public/avatars/${person.id}/`))
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  const { data } = await admin().from('contacts').select('logo_url').eq('user_id', person.id).single()
  expect(data?.logo_url).toContain(person.id)
})
