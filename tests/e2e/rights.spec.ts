import { expect } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

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
