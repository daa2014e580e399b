import { expect, type Page } from '@playwright/test'
import { waitingWords } from '../../src/shared/domain/web/network-words.ts'
import { draw, vanOfToday } from './driver.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** A delivery of today without lines, on a van with this driver; its id. */
async function dropOf(driver: Person): Promise<string> {
  const { data: client } = await admin()
    .from('contacts')
    .insert({ type: 'Business', company: `Gozo Bakery ${driver.name.split(' ').at(-1)}`, phone: '+356 5550 1234' })
    .select('id')
    .single()
    .throwOnError()
  const { today, crew, van } = await vanOfToday(driver)
  const { data: delivery } = await admin()
    .from('deliveries')
    .insert({
      delivery_number: `DN-${driver.name.split(' ').at(-1)}`,
      contact_id: client.id,
      project_title: 'Shop front',
      method: 'delivery',
      created_by: driver.id,
    })
    .select('id')
    .single()
    .throwOnError()
  await crew.rpc('route_delivery', { p_id: delivery.id, p_day: today, p_van_id: van.id }).throwOnError()
  return String(delivery.id)
}

/** Names of the caches with which this browser opens the app without a network. */
const keptApps = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const files = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return files.filter((count) => count > 10).length
  })

test('a driver reloads without a network, hands over with a signature, and it is stored once; a sign-out forgets the app', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const driver = await newPerson('team_member', 'Dan')
  const id = await dropOf(driver)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await signIn(context, driver)
  const page = await context.newPage()
  await page.goto('/deliveries')
  await expect(page.getByText('Shop front').first()).toBeVisible()
  await expect.poll(() => keptApps(page), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  // Only what the worker keeps may be needed: what the browser happens to have loaded is forgotten.
  const browserCache = await context.newCDPSession(page)
  await browserCache.send('Network.clearBrowserCache')
  await browserCache.detach()
  await context.setOffline(true)
  const missing: string[] = []
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url())
    // A reload aborts running requests; a file that is not cached fails as disconnected.
    if (pathname.startsWith('/assets/') && request.failure()?.errorText !== 'net::ERR_ABORTED') missing.push(pathname)
  })
  await page.reload()
  await expect(page.getByText(/^There is no network\./)).toBeVisible()
  await expect(page.getByText('Shop front').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+356 5550 1234')
  await page.getByRole('textbox', { name: 'Received by' }).fill('Rita Grech')
  await draw(page)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(waitingWords).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(waitingWords).first()).toBeVisible()
  expect(missing).toEqual([])

  await context.setOffline(false)
  const stored = async () =>
    (await admin().from('document_signatures').select('signed_name, image').eq('record_id', id).throwOnError()).data
  await expect.poll(async () => (await stored()).length, { timeout: 30_000 }).toBe(1)
  await expect(page.getByText('Received by Rita Grech')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(page.getByText('Received by Rita Grech')).toBeVisible()
  const [signature, ...others] = await stored()
  expect(others).toEqual([])
  expect(signature?.signed_name).toBe('Rita Grech')
  expect(String(signature?.image)).toMatch(/^data:image\/png;base64,.{200}/)

  await page.getByRole('button', { name: 'Settings menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.poll(() => keptApps(page)).toBe(0)
  const visits = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('signwright-visit:')))
  expect(await visits()).toEqual([])
})

test('a driver who opened a drop by its address reloads it without a network', async ({ browser }) => {
  test.setTimeout(60_000)
  const driver = await newPerson('team_member', 'Dina')
  const id = await dropOf(driver)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await signIn(context, driver)
  const page = await context.newPage()
  await page.goto(`/deliveries/${id}`)
  await expect(page.getByRole('button', { name: 'Hand over' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`/deliveries\\?view=mine&stop=${id}$`))
  await expect(page.getByText(/^There is no network\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over' })).toBeVisible()
})

test('a driver whose session is over without a network keeps the app, the drops and what was typed, and hands over afterwards', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const driver = await newPerson('team_member', 'Dora')
  const id = await dropOf(driver)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await signIn(context, driver)
  const page = await context.newPage()
  await page.goto('/deliveries')
  await expect(page.getByText('Shop front').first()).toBeVisible()
  await expect.poll(() => keptApps(page), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const receiver = page.getByRole('textbox', { name: 'Received by' })
  await receiver.fill('Rita Grech')
  await context.setOffline(true)
  // Hours later: the token that the browser holds is over, and nobody can renew it.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.includes('auth'))) {
      const held = localStorage.getItem(key) ?? ''
      if (!held.includes('access_token')) continue
      const session = JSON.parse(held) as { expires_at: number; expires_in: number }
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 7200 }))
    }
  })
  await page.reload()
  await expect(page.getByText(/^There is no network\./)).toBeVisible()
  await expect(page.getByText('Shop front').first()).toBeVisible()
  await expect(receiver).toHaveValue('Rita Grech')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(waitingWords).first()).toBeVisible()

  await context.setOffline(false)
  const status = async () =>
    (await admin().from('deliveries').select('status').eq('id', id).single().throwOnError()).data?.status
  await expect.poll(status, { timeout: 30_000 }).toBe('delivered')
  await expect(page.getByText('Received by Rita Grech')).toBeVisible({ timeout: 30_000 })
})
