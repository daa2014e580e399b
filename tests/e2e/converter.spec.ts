import { expect } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test.beforeEach(async ({ context }) => {
  await signIn(context, await newPerson('sales', 'Trader'))
})

test('the converter opens by its button and by the menu, converts, swaps, and says of which day the rates are', async ({
  page,
}) => {
  await new StaffPage(page).open()
  const open = page.getByRole('button', { name: 'Currency Converter' })
  await open.click()
  const converter = page.getByRole('dialog', { name: 'Currency Converter' })
  await expect(converter.getByText('€0.96', { exact: true })).toBeVisible()
  await expect(converter.getByText('Rates of 28 Feb 2025')).toBeVisible()
  await converter.getByRole('button', { name: '1000', exact: true }).click()
  await expect(converter.getByText('€960.52', { exact: true })).toBeVisible()
  await converter.getByRole('button', { name: 'Swap the currencies' }).click()
  await expect(converter.getByText('$1,041.10', { exact: true })).toBeVisible()
  await converter.getByRole('textbox', { name: 'Amount' }).fill('1.000,50')
  await expect(converter.getByText('$1,041.62', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(converter).toBeHidden()
})

test('rates are asked for once an hour', async ({ page }) => {
  let asked = 0
  await page.route('**/rates/latest/*', (route) => {
    asked++
    return route.continue()
  })
  // The hour passes before the session's own: a new session on its way is lost by the next step, and on a slow machine it
  // cannot be asked for again.
  await page.clock.install({ time: Date.now() - 1_800_000 })
  const frame = new StaffPage(page)
  for (const [passed, expected] of [
    [0, 1],
    [3_000_000, 1],
    [700_000, 2],
  ] as const) {
    if (passed > 0) await page.clock.fastForward(passed)
    await frame.open()
    await page.getByRole('button', { name: 'Currency Converter' }).click()
    await expect(page.getByText('Rates of 28 Feb 2025')).toBeVisible()
    expect(asked).toBe(expected)
    // An open converter reads new rates after an hour, and a reload would cancel that.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Currency Converter' })).toBeHidden()
  }
})

test('on a phone the tab takes the taps of the margin of the page, and none of the boxes beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await new StaffPage(page).open('/dashboard')
  const tab = page.getByRole('button', { name: 'Currency Converter' })
  await expect(tab).toBeVisible()
  const box = await tab.boundingBox()
  if (!box) throw new Error('The tab has no place')
  const takes = (x: number, y: number) =>
    tab.evaluate((button, [x, y]) => button.contains(document.elementFromPoint(x, y)), [x, y] as const)
  // The margin of a page is 16 px wide.
  const middle = box.y + box.height / 2
  expect(await takes(342, middle)).toBe(false)
  expect(await takes(346, middle)).toBe(true)
  expect(await takes(346, box.y - 3)).toBe(true)
  expect(await takes(342, box.y - 3)).toBe(false)
})
