import { expect, type Page, test } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import { admin, newPerson } from './people.ts'

const pictures = process.env.SIGNWRIGHT_PICTURES

async function picture(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

async function expectNoAxeProblems(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** A sent quotation with an option and a choice between two; 40 % deposit. */
async function sentQuotation() {
  const db = admin()
  const owner = await newPerson('sales', 'Maria')
  const { data: client } = await db
    .from('contacts')
    .insert({ type: 'Business', company: 'Għadira Hotels Ltd', city: 'Mellieħa' })
    .select('id')
    .single()
    .throwOnError()
  const { data: quotation } = await db
    .from('quotations')
    .insert({
      quotation_number: `Q-E2E-${Date.now()}`,
      contact_id: client.id,
      project_title: 'Signs for the new wing',
      deposit_kind: 'percent',
      deposit_value: 40,
      terms: 'Prices hold for 30 days.\n\nWe begin when the deposit is here.',
      client_note: 'Thank you for showing us the building.',
      created_by: owner.id,
    })
    .select('id, public_uuid, quotation_number')
    .single()
    .throwOnError()
  const line = (position: string, description: string, unit_price: number, more: object = {}) => ({
    quotation_id: quotation.id,
    position,
    description,
    qty: 1,
    unit: 'piece',
    unit_price,
    vat_rate: 18,
    is_optional: false,
    is_selected: false,
    option_group: null as string | null,
    details: null as string | null,
    ...more,
  })
  await db
    .from('quotation_items')
    .insert([
      line('a0', 'Tray panel, aluminium composite', 142.375, {
        qty: 6,
        details: '900 × 700 mm, printed and laminated',
      }),
      line('a1', 'Stand-off, brass', 18.333, { qty: 12 }),
      line('a2', 'Plain finish', 20, { is_optional: true, option_group: 'Finish', is_selected: true }),
      line('a3', 'Anti-graffiti finish', 60, { is_optional: true, option_group: 'Finish' }),
      line('a4', 'Night installation', 250, { is_optional: true }),
    ])
    .throwOnError()
  await db.rpc('send_quotation', { p_id: quotation.id }).throwOnError()
  return quotation
}

test('a client on a phone chooses, asks, approves and pays the deposit; the order stands in the office', async ({
  browser,
}) => {
  const quotation = await sentQuotation()
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  const page = await context.newPage()
  await page.goto(`/client-quotations/${quotation.public_uuid}`)
  await expect(page.getByRole('heading', { name: 'Signs for the new wing' })).toBeVisible()
  await picture(page, 'client-quotation-360')
  await expectNoAxeProblems(page)

  const total = page.getByText('€1,291.20')
  await expect(total.first()).toBeVisible()
  await page.getByRole('radio', { name: /Anti-graffiti/ }).check()
  await expect(page.getByText('€1,338.40').first()).toBeVisible()
  await page.getByRole('checkbox', { name: /Night installation/ }).check()
  await expect(page.getByText('€1,633.40').first()).toBeVisible()

  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your name').fill('Anna Vella')
  await page.getByLabel('Your question').fill('Does the price include VAT?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your question is with us.')).toBeVisible()

  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('Anna Vella')
  await picture(page, 'client-approval-360')
  await page.getByRole('checkbox', { name: 'I accept the terms of this quotation' }).check()
  await page.getByRole('button', { name: 'Approve · €1,633.40' }).dblclick()
  await expect(page.getByText('Approved by Anna Vella')).toBeVisible()
  await expect(page.getByText('A deposit of €653.36 is due before we begin.')).toBeVisible()

  await page.getByRole('link', { name: 'Pay the deposit' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for your order' })).toBeVisible()
  await picture(page, 'client-payment-360')
  await expectNoAxeProblems(page)
  await page.getByRole('button', { name: 'Pay €653.36 by card' }).click()
  await expect(page.getByRole('heading', { name: 'Pay €653.36' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay €653.36' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, your payment is here' })).toBeVisible()
  await picture(page, 'client-paid-360')

  const { data: order } = await admin()
    .from('orders')
    .select('status, deposit_paid::text, order_items(description)')
    .eq('quotation_id', quotation.id)
    .single()
    .throwOnError()
  expect(order).toMatchObject({ deposit_paid: '653.36' })
  expect(order.order_items.map(({ description }) => description).toSorted()).toEqual([
    'Anti-graffiti finish',
    'Night installation',
    'Stand-off, brass',
    'Tray panel, aluminium composite',
  ])
  await page.getByRole('link', { name: 'Back to your quotation' }).click()
  await expect(page.getByText('We received your deposit of €653.36.')).toBeVisible()
  await context.close()
})

test('two tabs: what one approves, the other shows by itself; a revoked link opens nothing', async ({ browser }) => {
  const quotation = await sentQuotation()
  const context = await browser.newContext()
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const page of [first, second]) await page.goto(`/quotations/client/${quotation.public_uuid}`)
  await second.getByRole('button', { name: 'Approve' }).click()
  await second.getByLabel('Your name').fill('Second tab')
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByLabel('Your name').fill('Anna Vella')
  await first.getByRole('checkbox', { name: 'I accept the terms of this quotation' }).check()
  await first.getByRole('button', { name: /^Approve ·/ }).click()
  await expect(first.getByText('Approved by Anna Vella')).toBeVisible()
  await expect(second.getByText('Approved by Anna Vella')).toBeVisible()
  await picture(first, 'client-approved-1440')

  await admin()
    .from('quotations')
    .update({ link_revoked_at: new Date().toISOString() })
    .eq('id', quotation.id)
    .throwOnError()
  await first.reload()
  await expect(first.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible()
  await context.close()
})
