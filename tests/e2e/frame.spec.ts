import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const serious = async (axe: AxeBuilder) => {
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

const seriousProblems = (page: Page) => serious(new AxeBuilder({ page }))

/** A colour in a transition is neither that of before nor that of after. */
const colourSettled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/** Between light and dark only the contrast differs. */
async function problemsInBothSchemes(page: Page): Promise<string[]> {
  const scheme = page.locator('html')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await colourSettled(page)
  const problems = await seriousProblems(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await colourSettled(page)
  problems.push(...(await serious(new AxeBuilder({ page }).withRules(['color-contrast']))))
  await page.emulateMedia({ colorScheme: 'light' })
  return problems
}

test("nothing serious stands in anybody's way, in light and in dark", async ({ context }) => {
  test.setTimeout(120_000)
  const visitor = await context.newPage()
  for (const path of ['/auth', '/terms', '/privacy-policy', '/nowhere']) {
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(await problemsInBothSchemes(visitor), path).toEqual([])
  }

  await signIn(context, await newPerson('admin'))
  const staff = new StaffPage(await context.newPage())
  for (const path of ['/dashboard', '/tasks', '/quotations', '/my-profile', '/settings', '/settings/company']) {
    await staff.open(path)
    await expect(staff.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(await problemsInBothSchemes(staff.page), path).toEqual([])
  }
  await staff.open('/nowhere')
  await staff.openPanel()
  expect(await problemsInBothSchemes(staff.page), 'nowhere and the notifications panel').toEqual([])
})

test('the palette finds a colleague’s client, a task and a screen, by the keyboard alone', async ({ context }) => {
  const person = await newPerson('sales')
  const mark = person.name.split(' ').at(-1) ?? ''
  await admin()
    .from('contacts')
    .insert({ type: 'Business', company: `Żurrieq ${mark} Ltd`, profile: 'verified' })
    .throwOnError()
  await signIn(context, person)
  const staff = new StaffPage(await context.newPage())
  await staff.open()

  await staff.page.keyboard.press('Control+k')
  const field = staff.page.getByRole('combobox', { name: 'Search and commands' })
  await expect(field).toBeFocused()
  await field.fill(`zurrieq ${mark}`)
  await expect(staff.page.getByRole('option', { name: `Żurrieq ${mark} Ltd` })).toBeVisible()
  expect(await seriousProblems(staff.page), 'palette').toEqual([])
  await staff.page.keyboard.press('Enter')
  await expect(staff.page.getByRole('heading', { name: `Żurrieq ${mark} Ltd` })).toBeVisible()

  await staff.page.keyboard.press('g')
  await staff.page.keyboard.press('t')
  await expect(staff.page).toHaveURL('/tasks')
  await staff.page.keyboard.press('?')
  await expect(staff.page.getByRole('dialog', { name: 'Keyboard map' })).toContainText('Search and commands')
})

test('a new version offers itself, and what is being typed is there after the reload', async ({ context }) => {
  await signIn(context, await newPerson('admin'))
  const staff = new StaffPage(await context.newPage())
  await staff.openLive('/system-notes')
  await staff.page.getByRole('button', { name: 'Write a note' }).first().click()
  await staff.page.getByRole('textbox', { name: 'Title' }).fill('Half a note')

  let isUpdated = true
  await staff.page.route('**/index.html', async (route) => {
    const answer = await route.fetch()
    const page = await answer.text()
    await route.fulfill({
      response: answer,
      body: isUpdated ? page.replace(/\/assets\/index-[^"]+\.js/, '/assets/index-newer.js') : page,
    })
  })
  await staff.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const notice = staff.page.getByRole('complementary', { name: 'New version' })
  await expect(notice).toContainText('A new version is ready.')
  await expect(staff.page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a note')

  isUpdated = false
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toBeHidden()
  await expect(staff.page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a note')
})

test('the drawer leads to every screen of a group', async ({ context }) => {
  await signIn(context, await newPerson('admin'))
  const staff = new StaffPage(await context.newPage())
  await staff.open()
  await staff.page.getByRole('button', { name: /quick access/i }).click()
  const drawer = staff.page.getByRole('dialog', { name: 'Quick Access' })
  await drawer.getByRole('button', { name: 'Accounts' }).click()
  await drawer.getByRole('link', { name: 'Payment Activity' }).click()
  await expect(staff.page).toHaveURL('/statements-activity')
})

test('the footer leaves the calendar alone', async ({ context }) => {
  await signIn(context, await newPerson('admin'))
  const staff = new StaffPage(await context.newPage())
  await staff.open('/dashboard')
  await expect(staff.page.getByRole('contentinfo')).toBeVisible()
  await staff.open('/calendar')
  await expect(staff.page.getByRole('contentinfo')).toBeHidden()
})

test('no answer of the server lets a script run that is not ours', async ({ request }) => {
  const paths = ['/', '/auth', '/rest/v1/', '/auth/v1/health', '/mail', '/config.json', '/nowhere.js']
  for (const path of paths) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy.replace(/style-src [^;]*/, ''), path).not.toContain('unsafe')
  }
})

test('a wide logo and a long name of the company leave the menu of the person in the window', async ({ context }) => {
  await signIn(context, await newPerson('admin', 'Keeper'))
  const staff = new StaffPage(await context.newPage())
  const name = 'The Extraordinarily Long Print, Signage and Exhibition Manufacturing Company of the Islands'
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="60"><rect width="2400" height="60"/></svg>'
  await staff.page.route('**/wide.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: wide }))
  await staff.page.route('**/rest/v1/**', async (route) => {
    const answer = await route.fetch()
    const told = (await answer.text())
      .replaceAll('Tramuntana Signs', name)
      .replace(/"logo_url": ?null/g, '"logo_url":"/wide.svg"')
    await route.fulfill({ response: answer, body: told })
  })
  await staff.open('/dashboard')
  const bar = staff.page.getByRole('banner')
  await expect(bar.getByText(name)).toBeVisible()
  await expect(bar.locator('img[src*="wide.svg"]')).toBeVisible()
  for (const width of [1279, 1280, 1281, 1366, 1440]) {
    await staff.page.setViewportSize({ width, height: 500 })
    await expect(bar.getByRole('button', { name: 'Settings menu' })).toBeInViewport({ ratio: 1 })
    await expect(staff.bell).toBeInViewport({ ratio: 1 })
    expect(await staff.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await staff.page.unrouteAll({ behavior: 'ignoreErrors' })
})
