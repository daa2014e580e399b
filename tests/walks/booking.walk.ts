import { expect, type Page } from '@playwright/test'
import { breakServer, test, type Watch } from './walk.ts'

/** A visitor at the free times. Each walk takes times of its own day: the walks share the company's calendar. */
async function visit(page: Page, watch: Watch, day: number) {
  await page.goto('/schedule-appointment')
  const times = page.getByRole('region', { name: 'Free times' }).getByRole('listitem').nth(day).getByRole('button')
  const details = page.getByRole('form', { name: 'Your details' })
  const write = async () => {
    await details.getByRole('textbox', { name: 'Name' }).fill('Rita Zahra')
    await details.getByRole('textbox', { name: 'E-mail' }).fill('rita.zahra@example.com')
    await details.getByRole('textbox', { name: 'Telephone' }).fill('+356 9900 1122')
  }
  return {
    details,
    choose: async (place: number) => {
      await times.nth(place).click()
    },
    send: async () => {
      await write()
      await details.getByRole('button', { name: 'Book this time' }).click()
    },
    giveBack: () => details.getByRole('button', { name: 'Give the time back' }).click(),
    took: (transition: string) => watch.took('booking', transition),
    confirmed: () => expect(page.getByRole('heading', { name: 'See you then' })).toBeVisible(),
  }
}

const rpc = (name: string) => `**/rest/v1/rpc/${name}*`

test('a visitor takes a time, another one, gives it back, takes one and books it', async ({ page, watch }) => {
  const visitor = await visit(page, watch, 1)
  await visitor.choose(0)
  await expect(visitor.details).toBeVisible()
  await visitor.choose(1)
  await visitor.took('filling: slot.choose → holding')
  await expect(visitor.details).toBeVisible()
  await page.reload()
  await visitor.took('looking: done(look) 2/3 → filling')
  await visitor.giveBack()
  await visitor.took('releasing: done(release) → choosing')
  await visitor.choose(0)
  await visitor.send()
  await visitor.confirmed()
})

test('the server refuses the time, the next one, the booking, and to take the time back', async ({ page, watch }) => {
  const visitor = await visit(page, watch, 2)
  const hold = await breakServer(page, rpc('hold_slot'), 'refuses')
  await visitor.choose(0)
  await visitor.took('holding: error(hold) 2/2 → choosing')
  await expect(page.getByRole('alert')).toBeVisible()
  await hold.mended()
  await visitor.choose(0)
  await expect(visitor.details).toBeVisible()
  await breakServer(page, rpc('hold_slot'), 'refuses')
  await visitor.choose(1)
  await visitor.took('holding: error(hold) 1/2 → filling')
  await breakServer(page, rpc('confirm_booking'), 'refuses')
  await visitor.send()
  await visitor.took('confirming: error(confirm) 2/2 → filling')
  await breakServer(page, rpc('release_slot'), 'refuses')
  await visitor.giveBack()
  await visitor.took('releasing: error(release) → choosing')
})

/** "Duplicate tab": the new tab has the old one's storage. */
async function duplicate(page: Page): Promise<Page> {
  const kept = await page.evaluate(() => Object.entries(sessionStorage))
  const tab = await page.context().newPage()
  await tab.addInitScript((entries) => {
    for (const [key, value] of entries) if (!sessionStorage.getItem('duplicated')) sessionStorage.setItem(key, value)
    sessionStorage.setItem('duplicated', 'yes')
  }, kept)
  return tab
}

test('the five minutes are over, and the time was given back in a second tab', async ({ page, watch }) => {
  const visitor = await visit(page, watch, 3)
  await visitor.choose(0)
  await expect(visitor.details).toBeVisible()
  const second = await duplicate(page)
  await second.goto('/schedule-appointment')
  await second.getByRole('button', { name: 'Give the time back' }).click()
  await visitor.took('releasing: done(release) → choosing')
  const third = await duplicate(page)
  await third.goto('/schedule-appointment')
  await visitor.took('looking: done(look) 3/3 → choosing')
  await visitor.send()
  await visitor.took('confirming: error(confirm) 1/2 → choosing')
})

test('the five minutes are over, and the time is still had', async ({ page, watch }) => {
  await page.clock.install()
  const visitor = await visit(page, watch, 4)
  await visitor.choose(0)
  await expect(visitor.details).toBeVisible()
  await page.clock.fastForward('05:30')
  await visitor.took('filling.inTime: after(holdEnds) → filling.overtime')
  await page.clock.resume()
  await visitor.send()
  await visitor.confirmed()
})

test('a visitor opens a second tab of a time that cannot be read, and of one that was booked', async ({
  page,
  watch,
}) => {
  const visitor = await visit(page, watch, 5)
  await visitor.choose(0)
  await expect(visitor.details).toBeVisible()
  const [unread, late] = [await duplicate(page), await duplicate(page)]
  await breakServer(unread, /\/rpc\/get_booking(\?|$)/, 'refuses')
  await unread.goto('/schedule-appointment')
  await visitor.took('looking: error(look) → choosing')
  await visitor.send()
  await visitor.confirmed()
  await late.goto('/schedule-appointment')
  await visitor.took('looking: done(look) 1/3 → booked')
})
