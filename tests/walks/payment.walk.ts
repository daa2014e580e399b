import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { admin, newPerson, visitor, workingAs } from '../e2e/people.ts'
import { breakServer, test, type Watch } from './walk.ts'

const line = { position: 'a0', kind: 'item', description: 'Lettering', qty: 1, unit_price: 600, vat_rate: 18 }

async function newClient() {
  const seller = await workingAs(await newPerson('account_manager', 'Seller'))
  const { data } = await admin()
    .from('contacts')
    .insert({ type: 'Person', name: 'Anna', last_name: randomUUID().slice(0, 8) })
    .select('id')
    .single()
    .throwOnError()
  return { seller, contact: data.id }
}

/** The payment page of a quotation that the client approved. */
async function depositToPay() {
  const { seller, contact } = await newClient()
  const { data: id } = await seller
    .rpc('create_quotation', { p_contact_id: contact, p_project_title: 'Shop front' })
    .throwOnError()
  await seller
    .from('quotation_items')
    .insert({ quotation_id: id, ...line })
    .throwOnError()
  await seller.rpc('send_quotation', { p_id: id }).throwOnError()
  const { data } = await seller.from('quotations').select('public_uuid, version').eq('id', id).single().throwOnError()
  await visitor()
    .rpc('approve_quotation', {
      p_uuid: data.public_uuid,
      p_version: data.version,
      p_name: 'Anna Vella',
      p_terms_accepted: true,
    })
    .throwOnError()
  return `/payments/deposit/${data.public_uuid}`
}

/** The payment page of an issued invoice. */
async function invoiceToPay() {
  const { seller, contact } = await newClient()
  const { data: id } = await seller
    .rpc('create_invoice', { p_contact_id: contact, p_project_title: 'Lettering' })
    .throwOnError()
  await seller
    .from('invoice_items')
    .insert({ invoice_id: id, ...line })
    .throwOnError()
  await seller.rpc('issue_invoice', { p_id: id }).throwOnError()
  const { data } = await admin().from('invoices').select('public_uuid').eq('id', id).single().throwOnError()
  return `/invoices/payment/${data.public_uuid}`
}

async function visit(page: Page, watch: Watch, address: string) {
  await page.goto(address)
  const payer = {
    card: () => page.getByRole('button', { name: /^Pay .* by card$/ }).click(),
    tell: () => page.getByRole('button', { name: 'I have paid' }).click(),
    /** After an announced transfer the ways to pay are hidden. */
    otherWay: () => page.getByRole('button', { name: 'Pay in another way' }).click(),
    told: async () => {
      await payer.tell()
      await watch.took('payment', 'telling: done(tell) → told')
      await payer.otherWay()
    },
    took: (transition: string) => watch.took('payment', transition),
  }
  await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible()
  return payer
}

const functions = '**/functions/v1/card-payment'

/** The bank's page is not opened: the browser stays, and shows this page as the Back key does. */
async function stayAtBank(page: Page) {
  await page.route('**/web/checkout*', (route) => route.fulfill({ status: 204 }))
  return {
    back: () => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  }
}

test('a client pays the deposit or all of it, by card and by transfer', async ({ page, watch }) => {
  const payer = await visit(page, watch, await depositToPay())
  const bank = await stayAtBank(page)
  await page.getByRole('radio', { name: /^All of it/ }).check()
  await payer.took('choosing: whole.choose → no change of state')
  await payer.card()
  await payer.took('beginning: done(begin) → atBank')
  await bank.back()
  await payer.took('turnedBack: done(leave) → choosing')

  await page.getByRole('radio', { name: /^The deposit/ }).check()
  await payer.told()
  await page.getByRole('radio', { name: /^All of it/ }).check()
  await payer.took('told: whole.choose → choosing')
  await payer.told()
  await payer.tell()
  await payer.took('told: transfer.tell → telling')
  await payer.otherWay()
  await payer.card()
  await payer.took('told: card.pay → beginning')
})

test('a client pays a part of an invoice', async ({ page, watch }) => {
  const payer = await visit(page, watch, await invoiceToPay())
  await page.getByRole('radio', { name: 'Another amount' }).check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await payer.took('choosing: amount.choose → no change of state')
  await payer.tell()
  await payer.took('telling: done(tell) → told')
  await page.getByRole('button', { name: /^Pay (another amount|in another way)$/ }).click()
  await page.getByRole('radio', { name: 'Another amount' }).check()
  await payer.took('told: amount.choose → choosing')
})

test('the bank and the office do not answer', async ({ page, watch }) => {
  const payer = await visit(page, watch, await depositToPay())
  const bank = await stayAtBank(page)
  const refused = await breakServer(page, functions, 'refuses')
  await payer.card()
  await payer.took('beginning: error(begin) → choosing')
  await refused.mended()
  await payer.card()
  await payer.took('beginning: done(begin) → atBank')
  const again = await breakServer(page, functions, 'refuses')
  await bank.back()
  await payer.took('turnedBack: error(leave) → choosing')
  await again.mended()
  await breakServer(page, '**/rest/v1/rpc/tell_bank_transfer*', 'refuses')
  await payer.tell()
  await payer.took('telling: error(tell) → choosing')
})
