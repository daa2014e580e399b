import { expect, type Page } from '@playwright/test'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const pictures = process.env.SIGNWRIGHT_PICTURES

const sheet = (page: Page) => page.getByRole('grid', { name: 'Lines' })
const cell = (page: Page, row: number, column: string) =>
  sheet(page).getByRole('row').nth(row).locator(`[data-column=${column}]`)

/** Texts of cells, with Tab behind each. */
async function write(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

async function newClient(): Promise<string> {
  const { data } = await admin()
    .from('contacts')
    .insert({ type: 'Business', company: 'Blue Harbour Hotel', city: 'Sliema' })
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

test('ten lines are written by keyboard alone at 1280 px, and all that counts stays in view', async ({ browser }) => {
  const person = await newPerson('sales', 'Rita')
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  await signIn(context, person)
  const page = await context.newPage()
  await page.goto(`/quotations?dialog=new&client=${await newClient()}`)
  await page.getByLabel('Title').focus()
  const keys = page.keyboard
  await keys.type('Hotel entrance\n')
  await expect(page).toHaveURL(/\/quotations\/[0-9a-f-]{36}/)
  await expect(sheet(page)).toBeFocused()

  // Description, width, height, pieces, unit by its name, price.
  await write(page, 'Frosted film', '1200', '2100', '3', 'm2')
  await expect(cell(page, 1, 'charged')).toHaveText('7.56 m²')
  await write(page, '58')
  await keys.press('Shift+Enter')
  await write(page, 'Fitting', '', '', '6', 'h', '45')
  await keys.press('Shift+Enter')
  // The arrow takes the suggestion, and the next digits go into the next cell.
  await keys.type('frosted')
  await expect(page.getByRole('option', { name: /Window vinyl and frosted film.*Service/ })).toBeVisible()
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await write(page, '600', '400', '2')
  for (let place = 4; place <= 10; place += 1) {
    await keys.press('Shift+Enter')
    await write(page, `Letter ${place}`, '', '', String(place), 's', '10')
  }
  await expect(sheet(page).getByRole('row')).toHaveCount(11)
  await expect(page.getByText('All saved')).toBeVisible()
  await expect(cell(page, 1, 'net')).toHaveText('€438.48')
  await expect(cell(page, 2, 'net')).toHaveText('€270.00')

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { data: stored } = await admin()
    .from('quotation_items')
    .select('description, qty::text, unit, charged_qty::text, net::text')
    .eq('quotation_id', id)
    .order('position')
    .throwOnError()
  expect(stored).toHaveLength(10)
  expect(stored.slice(0, 3)).toEqual([
    { description: 'Frosted film', qty: '3.0000', unit: 'm2', charged_qty: '7.5600', net: '438.48' },
    { description: 'Fitting', qty: '6.0000', unit: 'hour', charged_qty: '6.0000', net: '270.00' },
    // At least half a square metre a piece.
    { description: 'Window vinyl and frosted film', qty: '2.0000', unit: 'm2', charged_qty: '1.0000', net: '58.00' },
  ])
  expect(stored[3]).toMatchObject({ description: 'Letter 4', qty: '4.0000', unit: 'set', net: '40.00' })

  // The whole Net column is in the window, beside the save state and the total; the line below a cell may be cut.
  await expect(cell(page, 10, 'net')).toBeInViewport({ ratio: 0.97 })
  await expect(page.getByText('All saved')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^Total €/)).toBeInViewport({ ratio: 1 })
  await expect(sheet(page).getByRole('columnheader', { name: 'Net' })).toBeInViewport({ ratio: 1 })

  if (pictures) await page.screenshot({ path: `${pictures}/ten-lines-1280.png` })

  // Escape and Tab leave the sheet, and the keyboard map lists its keys.
  await keys.press('Escape')
  await keys.press('Tab')
  await expect(sheet(page)).not.toBeFocused()
  await keys.press('?')
  await expect(page.getByRole('region', { name: 'Lines of a quotation' })).toContainText('Add a line below')
})

test('a minute without network, while a colleague edits: what was typed is sent by itself, and both are told', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [maria, luke] = [await newPerson('sales', 'Maria'), await newPerson('sales', 'Luke')]
  const { data: made } = await admin()
    .from('quotations')
    .insert({ contact_id: await newClient(), quotation_number: `Q-T-${Date.now()}`, project_title: 'Shop front' })
    .select('id')
    .single()
    .throwOnError()
  await admin()
    .from('quotation_items')
    .insert(
      ['Banner', 'Letters', 'Frame'].map((description, place) => ({
        quotation_id: made.id,
        position: `a${place}`,
        description,
        qty: 2,
        unit: 'piece',
        unit_price: 45,
        vat_rate: 18,
      })),
    )
    .throwOnError()
  const open = async (person: typeof maria) => {
    const context = await browser.newContext()
    await signIn(context, person)
    const page = await context.newPage()
    await page.goto(`/quotations/${made.id}`)
    await expect(sheet(page).getByRole('row')).toHaveCount(4)
    return { context, page }
  }
  const [writer, colleague] = [await open(maria), await open(luke)]

  // The network goes, and Maria goes on typing: a price that Luke changes too, and two cells of her own.
  await writer.context.setOffline(true)
  await cell(writer.page, 1, 'unit_price').click()
  await write(writer.page, '48')
  await cell(writer.page, 2, 'qty').click()
  await write(writer.page, '5')
  await cell(writer.page, 3, 'description').click()
  await write(writer.page, 'Frame, black')
  await expect(writer.page.getByText('3 changes not saved yet, sent when the line is back')).toBeVisible()
  await cell(colleague.page, 1, 'unit_price').click()
  await write(colleague.page, '50')
  await cell(colleague.page, 2, 'unit_price').click()
  await write(colleague.page, '60')
  await expect(colleague.page.getByText('All saved')).toBeVisible()
  await expect(cell(colleague.page, 2, 'net')).toHaveText('€120.00')

  // The connection is back: her cells are stored without a button, his are shown, and the conflict is asked about.
  await writer.context.setOffline(false)
  await expect(cell(writer.page, 2, 'net')).toHaveText('€300.00')
  await expect(cell(colleague.page, 3, 'description')).toHaveText('Frame, black')
  await expect(writer.page.getByText(`${luke.name} changed the price of “Banner” meanwhile`)).toBeVisible()
  await expect(writer.page.getByText('It is “50.00” now. You wrote “48.00”.')).toBeVisible()
  if (pictures) await writer.page.screenshot({ path: `${pictures}/written-by-two-1440.png` })
  await writer.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(writer.page.getByText('All saved')).toBeVisible()
  await expect(
    colleague.page.getByText(`${maria.name} changed the price of “Banner”: you wrote “50.00”, it is “48.00” now.`),
  ).toBeVisible()
  await expect(cell(colleague.page, 1, 'net')).toHaveText('€96.00')

  // She signs out in another tab in the middle of a cell, and finds it when she is back.
  await cell(writer.page, 3, 'unit_price').click()
  await writer.page.keyboard.type('7')
  const other = await writer.context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Settings menu' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await writer.page.getByLabel('Email').fill(maria.email)
  await writer.page.getByLabel('Password', { exact: true }).fill(maria.password)
  await writer.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(sheet(writer.page).getByRole('textbox', { name: 'Price' })).toHaveValue('7')
  await writer.page.keyboard.type('5\n')
  await expect(cell(writer.page, 3, 'net')).toHaveText('€150.00')
})

/** The texts of cells that are cut, broken into two lines, or covered by another cell. */
const notWhole = (page: Page) =>
  sheet(page).evaluate((grid) => {
    const box = grid.getBoundingClientRect()
    return [...grid.querySelectorAll<HTMLElement>('[role=gridcell]')].flatMap((cell) => {
      const text = cell.textContent ?? ''
      if (text === '' || cell.dataset['column'] === 'description' || cell.getClientRects().length === 0) return []
      const range = document.createRange()
      range.selectNodeContents(cell)
      const { left, right, top, height } = range.getBoundingClientRect()
      const own = cell.getBoundingClientRect()
      const isInside = left >= own.left - 1 && right <= own.right + 1 && left >= box.left && right <= box.right
      const inFront = document.elementFromPoint((left + right) / 2, top + height / 2)
      const isSeen = inFront !== null && (cell.contains(inFront) || inFront.contains(cell))
      return isInside && isSeen && height < 30 ? [] : [`${cell.dataset['column']} ${text}`]
    })
  })

test('every figure of a line is whole at 768, 1024 and 1280 px, and nothing moves under the hand', async ({
  browser,
}) => {
  const person = await newPerson('admin', 'Odette')
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await signIn(context, person)
  const page = await context.newPage()
  await page.goto(`/quotations?dialog=new&client=${await newClient()}`)
  await page.getByLabel('Title').focus()
  const keys = page.keyboard
  await keys.type('Fascia\n')
  await expect(sheet(page)).toBeFocused()
  const place = async () => (await sheet(page).boundingBox())?.y
  await keys.type('Fascia sign, ACM 3 mm')
  const before = await place()
  await keys.press('Tab')
  await expect(page.getByRole('note')).toHaveText(
    /^This line has no price: it is offered for nothing\.\s*Calculate the price$/,
  )
  expect(await place()).toBe(before)
  await write(page, '96"', '4ft', '10000', 'p')
  await write(page, '1155.25')
  await expect(page.getByRole('note')).toHaveCount(0)
  expect(await place()).toBe(before)
  await write(page, '7.5', '', 'Extra', '820.1255')
  await expect(page.getByText('All saved')).toBeVisible()
  await expect(cell(page, 1, 'discount_pct')).toHaveText('7.5')
  for (const width of [1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => notWhole(page), `at ${width} px`).toEqual([])
  }
  await context.close()
})
