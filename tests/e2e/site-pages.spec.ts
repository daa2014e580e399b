import { expect } from '@playwright/test'
import { newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test('the office writes the home page with a photograph, looks at it, publishes it, and a visitor sees it at once', async ({
  browser,
}) => {
  const words = `Letters that light up ${Date.now()}`
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/?preview=public')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()

  const context = await browser.newContext()
  await signIn(context, await newPerson('admin', 'Owner'))
  const office = await context.newPage()
  await office.goto('/site')
  const saved = office.getByRole('status').filter({ hasText: 'Draft saved' })
  await expect(saved).toBeVisible()
  await office.getByRole('textbox', { name: 'The first words of your site' }).fill(words)
  await office.getByRole('button', { name: 'Another photograph' }).first().click()
  await office
    .getByRole('dialog', { name: 'Choose a photograph' })
    .locator('input[type=file]')
    .setInputFiles('supabase/demo/site-van-960.webp')
  const shown = office.getByRole('textbox', { name: 'What the photograph shows' }).first()
  await expect(shown).toHaveValue('')
  await shown.fill('A lettered van')
  await shown.blur()
  await expect(saved).toBeVisible()

  const opening = office.waitForEvent('popup')
  await office.getByRole('button', { name: 'On a phone' }).click()
  const preview = await opening
  await expect(preview.getByRole('heading', { level: 1, name: words })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1, name: words })).toBeHidden()
  await preview.close()

  await office.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: words })).toBeVisible({ timeout: 20_000 })
  const picture = visitor.getByRole('img', { name: 'A lettered van' })
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => (img.complete ? img.naturalWidth : 0)))
    .toBeGreaterThan(0)
  await expect(picture).toHaveAttribute('width', '960')
})
