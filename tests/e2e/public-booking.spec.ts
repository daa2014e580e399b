import { expect, type Page } from '@playwright/test'
import { newestMail } from './mail.ts'
import { newPerson, signIn } from './people.ts'
import { test } from './test.ts'

/** The start of the appointment on the page, as the server wrote it. */
const beginsAt = (page: Page) => page.locator('time[datetime]').first().getAttribute('datetime')
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const dayAndClock = (moment: string) =>
  new Date(moment)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Malta', dateStyle: 'short', timeStyle: 'short' })
    .split(' ')

test('a visitor reads, configures, books and moves a visit; the office drags it, and the visitor sees it', async ({
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/services/vehicle-graphics')
  const name = visitor.getByRole('heading', { level: 1, name: 'Vehicle lettering' })
  // The server wrote it: it is there before any code runs, and stays the same element after hydration. An early press is
  // not lost.
  await name.evaluate((heading) => heading.setAttribute('data-written', ''))
  await visitor.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect(visitor.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(name).toHaveAttribute('data-written')

  const menu = visitor.getByRole('navigation', { name: 'Site' })
  await menu.getByRole('link', { name: 'Products' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'What we make' })).toBeVisible()
  await visitor.getByRole('main').locator('a[href^="/products/manufactured/"]').first().click()
  await visitor.getByRole('link', { name: 'Choose options' }).click()
  const price = visitor.getByRole('status', { name: 'Price' })
  await expect(price).toHaveText(/^€/)
  const before = await price.textContent()
  await visitor.getByRole('textbox', { name: 'How many' }).fill('3')
  await expect(price).not.toHaveText(before ?? '')
  await visitor.getByRole('button', { name: 'Ask for this' }).click()
  await visitor.getByRole('textbox', { name: 'Name' }).fill('Rita Zahra')
  await visitor.getByRole('textbox', { name: 'E-mail' }).fill('rita.zahra@example.com')
  await visitor.getByRole('button', { name: 'Send the request' }).click()
  await expect(visitor.getByText('We have your request')).toBeVisible()

  await menu.getByRole('link', { name: 'Book a visit' }).click()
  const days = visitor.getByRole('region', { name: 'Free times' }).getByRole('listitem')
  await days.nth(1).getByRole('button').first().click()
  const details = visitor.getByRole('form', { name: 'Your details' })
  await details.getByRole('textbox', { name: 'Name' }).fill('Rita Zahra')
  await details.getByRole('textbox', { name: 'E-mail' }).fill('rita.zahra@example.com')
  await details.getByRole('textbox', { name: 'Telephone' }).fill('+356 9900 1122')
  await details.getByRole('button', { name: 'Book this time' }).click()
  await expect(visitor.getByRole('heading', { name: 'See you then' })).toBeVisible()
  const booked = await beginsAt(visitor)

  // Opened from its link, in another tab. The new time has a free hour after it, for the office.
  const again = await visitor.context().newPage()
  await again.goto(visitor.url())
  await again.getByRole('button', { name: 'Move', exact: true }).click()
  const times = again.getByRole('region', { name: 'Free times' }).getByRole('listitem').nth(2).getByRole('button')
  await expect(times.first()).toBeVisible()
  const free = (await times.allTextContents()).map(minutesOf)
  await times.nth(free.findIndex((at) => free.includes(at + 60))).click()
  await again.getByRole('button', { name: /^Move to / }).click()
  await expect(again.locator('time[datetime]').first()).not.toHaveAttribute('datetime', booked ?? '')
  const moved = (await beginsAt(again)) ?? ''
  const [day = '', clock = ''] = dayAndClock(moved)
  await expect(visitor.locator('time[datetime]').first()).toHaveAttribute('datetime', moved)

  const context = await browser.newContext()
  await signIn(context, await newPerson('admin', 'Maria'))
  const office = await context.newPage()
  await office.goto(`/calendar?view=day&day=${day}&kinds=booking`)
  const entry = office.getByRole('button', { name: /Rita Zahra/ })
  await expect(entry).toContainText(clock)
  const box = await entry.boundingBox()
  if (!box) throw new Error('The appointment is not on the screen')
  const at = { x: box.x + box.width / 2, y: box.y + 10 }
  await office.mouse.move(at.x, at.y)
  await office.mouse.down()
  await office.mouse.move(at.x, at.y + 24, { steps: 4 })
  await office.mouse.move(at.x, at.y + 48, { steps: 4 })
  await office.mouse.up()
  const later = new Date(Date.parse(moved) + 3_600_000)
  const [, laterClock = ''] = dayAndClock(later.toISOString())
  await expect(entry).toContainText(laterClock)

  // Without a touch: the page of the link follows the office.
  await expect(again.getByRole('heading', { name: 'See you then' })).toBeVisible()
  await expect(again.locator('time strong').first()).toContainText(laterClock)
})

test('a German reads the site in German from the first byte, books, and is written to in German', async ({
  browser,
}) => {
  const visitor = await (await browser.newContext({ locale: 'de-AT' })).newPage()
  const written = await visitor.request.get('/services', {
    headers: { 'accept-language': 'de-AT', accept: 'text/html' },
  })
  const page = await written.text()
  expect(page).toContain('<html lang="de">')
  expect(page).toMatch(/ab\s\d[\d.]*,\d\d\s€ pro m²/)
  await visitor.goto('/services')
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de')
  await visitor.getByRole('navigation', { name: 'Website' }).getByRole('link', { name: 'Termin buchen' }).click()
  await expect(visitor).toHaveTitle(/^Termin buchen/)
  await visitor
    .getByRole('region', { name: 'Freie Zeiten' })
    .getByRole('listitem')
    .nth(3)
    .getByRole('button')
    .last()
    .click()
  const details = visitor.getByRole('form', { name: 'Ihre Angaben' })
  await details.getByRole('textbox', { name: 'Ihr Name' }).fill('Jana Huber')
  await details.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('jana.huber@example.com')
  await details.getByRole('button', { name: 'Diese Zeit buchen' }).click()
  await expect(visitor.getByRole('heading', { name: 'Bis dann' })).toBeVisible()
  expect((await newestMail(visitor.request, 'jana.huber@example.com')).subject).toMatch(/^Ihr Termin am /)

  await visitor.getByRole('combobox', { name: 'Sprache' }).selectOption('pl')
  await expect(visitor.getByRole('heading', { name: 'Do zobaczenia' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Do zobaczenia' })).toBeVisible()
})
