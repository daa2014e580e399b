import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { draw, vanOfToday } from './driver.ts'
import { admin, newPerson, type Person, signIn, visitor, workingAs } from './people.ts'
import { waitingWords } from '../../src/shared/domain/web/network-words.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const pictures = process.env.SIGNWRIGHT_PICTURES

async function picture(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

/** Cents as people read them. Everything that is expected below is counted here, in whole cents, and nowhere else. */
const euro = (cents: number) =>
  `€${Math.floor(cents / 100).toLocaleString('en-GB')}.${String(cents % 100).padStart(2, '0')}`
const fascia = { description: 'Tray fascia', qty: 6, cents: 142_50 }
const banner = { description: 'Mesh banner', qty: 12, cents: 18_50 }
const vatOf = (net: number) => Math.round((net * 18) / 100)
const withVat = (net: number) => net + vatOf(net)
const order = withVat(fascia.qty * fascia.cents + banner.qty * banner.cents)
const deposit = order / 2
const depositNet = Math.round((deposit * 100) / 118)
const firstNet = fascia.qty * fascia.cents + 4 * banner.cents
/** The signed quantity, minus the deposit with its paid VAT. */
const first = withVat(firstNet) - deposit
const secondNet = 8 * banner.cents
const second = withVat(secondNet)
const torn = withVat(2 * banner.cents)

async function pageOf(browser: Browser, person: Person, isPhone = false): Promise<Page> {
  const context = await browser.newContext(isPhone ? { viewport: { width: 360, height: 740 }, hasTouch: true } : {})
  await signIn(context, person)
  return context.newPage()
}

/** An order whose deposit is paid, on a van of today with this driver. */
async function orderOnVan(seller: Person, driver: Person) {
  const name = `Marsa Dental ${driver.name.split(' ').at(-1)}`
  const client = (
    await admin()
      .from('contacts')
      .insert({
        type: 'Business',
        company: name,
        address_line: '4 Triq is-Suq',
        city: 'Marsa',
        postcode: 'MRS 1001',
        country: 'MT',
      })
      .select('id')
      .single()
      .throwOnError()
  ).data.id
  const sales = await workingAs(seller)
  const { data: quotation } = await sales
    .rpc('create_quotation', { p_contact_id: client, p_project_title: 'Clinic front' })
    .throwOnError()
  await sales
    .from('quotation_items')
    .insert(
      [fascia, banner].map(({ description, qty, cents }, place) => ({
        quotation_id: quotation,
        position: `a${place}`,
        kind: 'item',
        description,
        qty,
        unit_price: cents / 100,
        vat_rate: 18,
        makes_job: false,
      })),
    )
    .throwOnError()
  await sales.rpc('send_quotation', { p_id: quotation }).throwOnError()
  const { data: sent } = await sales
    .from('quotations')
    .select('public_uuid, version')
    .eq('id', quotation)
    .single()
    .throwOnError()
  const asked = { p_uuid: sent.public_uuid, p_version: sent.version, p_name: 'Rita Grech', p_terms_accepted: true }
  await visitor().rpc('approve_quotation', asked).throwOnError()
  const { data: request } = await visitor().rpc('open_payment_request', { p_uuid: sent.public_uuid }).throwOnError()
  expect(request.amount).toBe((deposit / 100).toFixed(2))
  await admin()
    .rpc('settle_payment_request', {
      p_request_id: request.id,
      p_provider: 'viva',
      p_provider_ref: request.id,
      p_amount: deposit / 100,
    })
    .throwOnError()
  const { data: made } = await admin()
    .from('orders')
    .select('id, order_number')
    .eq('quotation_id', quotation)
    .single()
    .throwOnError()

  const { today, crew, van } = await vanOfToday(driver)
  const { data: delivery } = await crew.rpc('plan_delivery', { p_order_id: made.id }).throwOnError()
  await crew.rpc('route_delivery', { p_id: delivery, p_day: today, p_van_id: van.id }).throwOnError()
  return { client, name, today, number: String(made.order_number) }
}

/** Makes a draft of a waiting order with one click, and checks the amounts on the paper and its number. */
async function invoice(page: Page, waiting: Locator, number: string, amounts: readonly number[]) {
  await waiting.click()
  await page.getByRole('button', { name: `Invoice ${number}` }).click()
  await expect(waiting).toHaveCount(0)
  await page.getByText('Drafts made:').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Draft invoice' })).toBeVisible()
  for (const amount of amounts) await expect(page.getByRole('article')).toContainText(euro(amount))
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByRole('button', { name: 'Issue invoice' }).click()
  const heading = page.getByRole('heading', { name: /^INV-/ })
  await expect(heading).toBeVisible()
  return { number: await heading.innerText(), url: page.url() }
}

test('what a driver hands over, also without a network, is invoiced less the deposit and settled in front of the client', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const [seller, driver, clerk] = await Promise.all([
    newPerson('sales', 'Maria'),
    newPerson('team_member', 'Dan'),
    newPerson('accounts', 'Anna'),
  ])
  const { client, name, today, number } = await orderOnVan(seller, driver)

  const office = await pageOf(browser, clerk)
  await office.goto('/to-invoice')
  const phone = await pageOf(browser, driver, true)
  await phone.goto('/deliveries')
  const stop = phone.getByRole('listitem').filter({ hasText: 'Clinic front' }).first()
  const waiting = office.getByRole('option', { name })
  await expect(office.getByRole('heading', { name: 'To Invoice' })).toBeVisible()
  await expect(waiting).toHaveCount(0)

  const handed = stop.getByLabel(`How many of ${banner.description}`)
  // Read whole in its box at 360 px, also with decimals.
  await handed.fill('12.75')
  expect(await handed.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
  await handed.fill('4')
  await stop.getByLabel('Received by').fill('Rita Grech')
  await draw(phone, stop)
  await picture(phone, 'hand-over-360')
  await stop.getByRole('button', { name: 'Hand over' }).click()
  await expect(stop.getByText('Part delivered')).toBeVisible()
  await expect(waiting).toContainText(euro(firstNet))
  await expect(waiting).toContainText(`deposit of ${euro(deposit)} with VAT is paid and deducted`)
  const progress = await invoice(office, waiting, number, [
    firstNet - depositNet,
    vatOf(firstNet) - (deposit - depositNet),
    first,
  ])

  await phone.context().setOffline(true)
  await stop.getByLabel('Received by').fill('Rita Grech')
  await draw(phone, stop)
  await stop.getByRole('button', { name: 'Hand over' }).click()
  await expect(stop.getByText(waitingWords)).toBeVisible()
  await picture(phone, 'hand-over-offline-360')
  await office.goto('/to-invoice')
  await expect(office.getByRole('heading', { name: 'To Invoice' })).toBeVisible()
  await phone.context().setOffline(false)
  await expect(waiting).toContainText(euro(secondNet))
  await expect(stop.getByText('Received by Rita Grech')).toBeVisible()
  const final = await invoice(office, waiting, number, [secondNet, vatOf(secondNet), second])

  await office.goto(`/statements/${client}`)
  await expect(office.getByRole('heading', { name: new RegExp(`^${euro(first + second)} on `) })).toBeVisible()
  await office.getByRole('button', { name: 'Make statement to send' }).click()
  await expect(office.getByRole('heading', { name: /^ST-/ })).toBeVisible()
  const { data: kept } = await admin()
    .from('statements')
    .select('public_uuid')
    .eq('contact_id', client)
    .single()
    .throwOnError()
  const reader = await (await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })).newPage()
  await reader.goto(`/statements/${kept.public_uuid}`)
  const open = reader.getByRole('region', { name: 'Pay open invoices' })
  await expect(open.getByRole('strong')).toHaveText(euro(first + second))
  // On a phone what is to pay stands on the first screen, above the account.
  await expect(reader.getByRole('link', { name: `Pay ${euro(first + second)}` })).toBeInViewport({ ratio: 1 })
  await open.getByRole('checkbox', { name: final.number }).uncheck()
  await picture(reader, 'statement-part-360')
  await open.getByRole('button', { name: `Pay ${euro(first)} by card` }).click()
  await reader.getByRole('button', { name: `Pay ${euro(first)}`, exact: true }).click()
  await expect(reader.getByText(`received ${euro(first)} for`)).toBeVisible()
  await reader.getByRole('link', { name: 'Back to your statement' }).click()
  await expect(open.getByText(progress.number)).toHaveCount(0)
  await expect(open.getByRole('strong')).toHaveText(euro(second))

  await office.goto('/payments/bank-import?dialog=import')
  const transferred = second - torn
  await office.locator('input[type=file]').setInputFiles({
    name: 'today.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Booking date;Payer;Text;Reference;Amount\n${today};${name};${final.number} less two torn banners;BOV-${kept.public_uuid};${(transferred / 100).toFixed(2)}\n`,
    ),
  })
  await expect(office.getByText(`1 in, ${euro(transferred)}`)).toBeVisible()
  await picture(office, 'bank-import-1440')
  await office.getByRole('button', { name: 'Import 1 entry' }).click()
  const entries = office.getByRole('list', { name: 'Entries of bank statements' })
  const entry = entries.locator('> li').filter({ hasText: `${final.number} less` })
  await expect(entry).toContainText(`${euro(transferred)} of ${euro(second)}`)
  await picture(office, 'bank-match-1440')
  const tick = entry.getByRole('checkbox', { name: `Choose ${name}, ${euro(transferred)}` })
  await tick.check()
  await expect(office.getByRole('group', { name: 'Chosen entries' })).toContainText('1 entry chosen')
  await tick.uncheck()
  await entry.getByRole('button', { name: `Confirm: ${name} for ${euro(transferred)}` }).click()
  await expect(entry).toHaveCount(0)
  await expect(open.getByRole('strong')).toHaveText(euro(torn))

  await office.goto(final.url)
  await office.getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Credit' }).click()
  const credit = office.getByRole('dialog', { name: 'Credit this invoice' })
  await credit.getByLabel('Why').fill('Two banners came torn')
  await credit.getByRole('combobox', { name: 'Credit' }).click()
  await office.getByRole('option', { name: 'Some lines or quantities' }).click()
  await credit.getByLabel(`Quantity of ${banner.description}`).fill('2')
  await credit.getByRole('combobox', { name: 'What becomes of it' }).click()
  await office.getByRole('option', { name: 'It is not charged' }).click()
  await credit.getByRole('button', { name: 'Make credit note' }).click()
  await office.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(open.getByRole('strong')).toHaveText(euro(torn))
  await office.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(office.getByRole('heading', { name: /^CN-/ })).toBeVisible()
  await expect(reader.getByText('Everything is paid. There is nothing left to pay.')).toBeVisible()
  await picture(reader, 'statement-settled-360')

  await office.goto(`/statements/${client}`)
  await expect(office.getByRole('heading', { name: /^€0\.00 on / })).toBeVisible()
  const account = office.getByRole('table')
  for (const amount of [deposit, first, second, transferred, torn]) await expect(account).toContainText(euro(amount))
  await picture(office, 'account-1440')
})
