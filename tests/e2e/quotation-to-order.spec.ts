import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

const pictures = process.env.SIGNWRIGHT_PICTURES

async function picture(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

async function expectNoAxeProblems(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

async function office(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext()
  await signIn(context, person)
  return context.newPage()
}

const cell = (page: Page, row: string, column: string) =>
  page.getByRole('grid', { name: 'Lines' }).getByRole('row', { name: row }).locator(`[data-column=${column}]`)

/** Rows of a spreadsheet into the marked cell. */
const paste = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Lines' }).evaluate((grid, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('a quotation that two people write is chosen, approved and paid on a phone, and the order stands in the office', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const [maria, luke] = [await newPerson('sales', 'Maria'), await newPerson('sales', 'Luke')]
  const { data: client } = await admin()
    .from('contacts')
    .insert({ type: 'Business', company: 'Għadira Hotels Ltd', city: 'Mellieħa' })
    .select('id')
    .single()
    .throwOnError()

  const writer = await office(browser, maria)
  await writer.goto(`/quotations?dialog=new&client=${client.id}`)
  await writer.getByLabel('Title').fill('Signs for the new wing')
  await writer.getByRole('button', { name: 'Write the lines' }).click()
  await expect(writer).toHaveURL(/\/quotations\/[0-9a-f-]{36}/)
  await expect(writer.getByRole('grid', { name: 'Lines' })).toBeFocused()
  await paste(
    writer,
    [
      'Tray panel\t900\t700\t6\tpiece\t142.375',
      'Stand-off, brass\t\t\t12\tpiece\t18.333',
      'Plain finish\t\t\t1\tpiece\t20\t\t\tFinish',
      'Anti-graffiti finish\t\t\t1\tpiece\t60\t\t\tFinish',
      'Night installation\t\t\t1\tpiece\t250\t\t\tyes',
    ].join('\n'),
  )
  await expect(writer.getByText('All saved')).toBeVisible()

  const colleague = await office(browser, luke)
  await colleague.goto(writer.url())
  await cell(colleague, 'Tray panel', 'unit_price').click()
  await expect(cell(writer, 'Tray panel', 'unit_price')).toContainText(luke.name)
  await picture(writer, 'two-editors-1440')
  await expectNoAxeProblems(writer)
  await cell(writer, 'Tray panel', 'qty').click()
  await Promise.all([colleague.keyboard.type('150\n'), writer.keyboard.type('8\n')])
  for (const page of [writer, colleague]) await expect(cell(page, 'Tray panel', 'net')).toHaveText('€1,200.00')

  await writer.getByRole('link', { name: 'Send', exact: true }).click()
  await writer.getByRole('button', { name: 'Only open the link' }).click()
  await writer.getByRole('button', { name: 'Open the link', exact: true }).click()
  await expect(writer.getByRole('heading', { name: / was sent$/ })).toBeVisible()
  const id = new URL(colleague.url()).pathname.split('/').at(-1) ?? ''
  const { data: sent } = await admin().from('quotations').select('public_uuid').eq('id', id).single().throwOnError()
  const link = `/client-quotations/${sent.public_uuid}`
  await writer.getByRole('button', { name: 'Back to the quotation' }).click()
  await colleague.goto('/orders')

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  const page = await phone.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Signs for the new wing' })).toBeVisible()
  await expect(writer.getByText('The client has it open now')).toBeVisible()
  await picture(page, 'client-quotation-360')
  await expectNoAxeProblems(page)
  await page.getByRole('button', { name: 'Choose Finish first' }).click()
  await page.getByRole('radio', { name: /Anti-graffiti/ }).check()
  await expect(page.getByText('€1,746.38').first()).toBeVisible()
  await page.getByRole('checkbox', { name: /Night installation/ }).check()
  await expect(page.getByText('€2,041.38').first()).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await desk.goto(link)
  await expect(desk.getByRole('button', { name: 'Approve' })).toBeVisible()

  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your name').fill('Anna Vella')
  await page.getByLabel('Your question').fill('Does the price include VAT?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your question is with us.')).toBeVisible()
  await expect(writer.getByText('Question: Does the price include VAT?')).toBeVisible()

  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('Anna Vella')
  await picture(page, 'client-approval-360')
  await page.getByRole('checkbox', { name: /I (accept|order)/ }).check()
  await page.getByRole('button', { name: 'Approve · €2,041.38' }).dblclick()
  await expect(page.getByText('Approved by Anna Vella').first()).toBeVisible()
  await expect(desk.getByText('Approved by Anna Vella').first()).toBeVisible()
  const row = colleague.getByRole('row', { name: /Għadira Hotels Ltd/ })
  await expect(row).toContainText('€1,020.69 due')

  await page.getByRole('link', { name: 'Pay the deposit' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for your order' })).toBeVisible()
  await expect(writer.getByText('The client is on the payment page now')).toBeVisible()
  await picture(page, 'client-payment-360')
  await expectNoAxeProblems(page)
  await page.getByRole('button', { name: 'Pay €1,020.69 by card' }).click()
  await page.getByRole('button', { name: 'Pay €1,020.69', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, your payment is here' })).toBeVisible()
  await picture(page, 'client-paid-360')
  await expect(row).toContainText(/€[\d,.]+ paid/)

  await row.getByRole('link').click()
  await expect(colleague.getByRole('heading', { name: /^SO-/ })).toBeVisible()
  const lines = colleague.getByRole('region', { name: 'Lines' })
  for (const chosen of ['Tray panel', 'Stand-off, brass', 'Anti-graffiti finish', 'Night installation'])
    await expect(lines).toContainText(chosen)
  await expect(lines).not.toContainText('Plain finish')
  await picture(colleague, 'order-1440')

  await page.getByRole('link', { name: 'Back to your quotation' }).click()
  await expect(page.getByText(/We received €1,020.69 on /)).toBeVisible()
})
