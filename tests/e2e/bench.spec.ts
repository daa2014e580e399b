import { expect, type Page } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

// A bench tablet.
test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })

/** A job of four panels in two steps, for which two of ten sheets are kept. */
async function aJob() {
  const db = admin()
  const mark = crypto.randomUUID()
  const [service, item, job] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await db
    .from('services')
    .insert({ id: service, slug: `bench-${mark}`, name: `Panel ${mark}` })
    .throwOnError()
  await db
    .from('job_step_templates')
    .insert(
      [
        { name: 'Print', position: 'a0', minutes_fixed: 20, after_previous: false },
        { name: 'Cut', position: 'a1', minutes_fixed: 10, after_previous: true },
      ].map((step) => ({ ...step, service_id: service, unit: 'piece' })),
    )
    .throwOnError()
  await db
    .from('inventory_items')
    .insert({
      id: item,
      sku: `B-${mark}`,
      name: `Dibond ${mark}`,
      form: 'sheet',
      buy_unit: 'sheet',
      sell_unit: 'sheet',
      width_mm: 1500,
      length_mm: 3000,
    })
    .throwOnError()
  await db.from('stock_movements').insert({ item_id: item, reason: 'count', qty: 10 }).throwOnError()
  await db.rpc('create_job', { p_id: job, p_title: 'Four panels', p_service_id: service, p_qty: 4 }).throwOnError()
  await db.rpc('plan_material', { p_job_id: job, p_item_id: item, p_qty: 2 }).throwOnError()
  return { job, item }
}

const stepOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

async function make(page: Page, name: string, pieces: { good: string; wasted: string }) {
  const step = stepOf(page, name)
  await step.getByRole('button', { name: /^Start/ }).tap()
  await step.getByRole('button', { name: 'Done', exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: `${name} is done` })
  await dialog.getByRole('textbox', { name: 'Good pieces' }).fill(pieces.good)
  await dialog.getByRole('textbox', { name: 'Wasted pieces' }).fill(pieces.wasted)
  await dialog.getByRole('button', { name: 'Done', exact: true }).tap()
  await expect(dialog).toBeHidden()
  await expect(step).toContainText(`${pieces.good} good`)
}

test('a job goes from New to Ready at the bench: its steps are made, its pieces carry and its material is booked', async ({
  context,
}) => {
  const { job, item } = await aJob()
  await signIn(context, await newPerson('team_member', 'Bench'))
  const staff = new StaffPage(await context.newPage())
  const { page } = staff
  await staff.openLive(`/jobs?job=${job}`)
  await expect(page.getByRole('region', { name: 'Materials' })).toContainText('2 sheet')

  // Nobody made it: three taps do not make it ready.
  await page.getByRole('button', { name: 'Start production' }).tap()
  await page.getByRole('button', { name: 'Hand to quality control' }).tap()
  const asked = page.getByRole('dialog', { name: /to quality control$/ })
  await expect(asked).toContainText('Print')
  await asked.getByRole('button', { name: 'Hand to quality control' }).tap()
  await expect(asked.getByText('Please choose its result').first()).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).tap()

  await make(page, 'Print', { good: '3', wasted: '1' })
  await stepOf(page, 'Cut')
    .getByRole('button', { name: /^Start/ })
    .tap()
  await stepOf(page, 'Cut').getByRole('button', { name: 'Done', exact: true }).tap()
  const cut = page.getByRole('dialog', { name: 'Cut is done' })
  await expect(cut.getByRole('textbox', { name: 'Good pieces' })).toHaveValue('3')
  await cut.getByRole('button', { name: 'Done', exact: true }).tap()

  await page.getByRole('button', { name: 'Passed' }).tap()
  const passed = page.getByRole('dialog', { name: /passed$/ })
  await expect(passed).toContainText('1 of 4 are short.')
  await passed.getByRole('combobox', { name: /Pieces are short/ }).tap()
  await page.getByRole('option', { name: 'Have them made again' }).tap()
  await expect(passed.getByRole('combobox', { name: /2 sheets are kept/ })).toHaveValue('Used 2 sheets')
  await passed.getByRole('button', { name: 'Passed' }).tap()
  await expect(passed).toBeHidden()
  await expect(page.getByRole('region', { name: 'Quality control' })).toContainText('made again as')

  const { data: left } = await admin()
    .from('inventory_items')
    .select('on_hand, reserved')
    .eq('id', item)
    .single()
    .throwOnError()
  // One sheet is kept for the piece that is made again.
  expect(left).toEqual({ on_hand: 8, reserved: 1 })
  const { data: made } = await admin().from('jobs').select('status').eq('id', job).single().throwOnError()
  expect(made.status).toBe('ready')
})

test('the heads of the board stay in view while its cards scroll, and a card that is held at the edge does not run away', async ({
  context,
}) => {
  const db = admin()
  const mark = crypto.randomUUID().slice(0, 8)
  for (let at = 0; at < 12; at += 1)
    await db.rpc('create_job', { p_id: crypto.randomUUID(), p_title: `Held ${mark} ${at}`, p_qty: 1 }).throwOnError()
  await signIn(context, await newPerson('admin', 'Board'))
  const staff = new StaffPage(await context.newPage())
  const { page } = staff
  await staff.open('/production')
  const board = page.getByRole('group', { name: 'Board' })
  const head = board.getByRole('heading', { name: 'New' })
  const card = board.getByRole('article').filter({ hasText: mark }).first()
  await expect(card).toBeVisible()

  const place = await head.boundingBox()
  await board.evaluate((it) => it.scrollTo(0, 400))
  expect(await board.evaluate((it) => it.scrollTop)).toBe(400)
  expect((await head.boundingBox())?.y).toBe(place?.y)
  await board.evaluate((it) => it.scrollTo(0, 0))

  const [grip, edges] = [
    await board
      .getByRole('button', { name: /^Lift / })
      .first()
      .boundingBox(),
    await board.boundingBox(),
  ]
  if (!grip || !edges) throw new Error('The board shows no card')
  await page.mouse.move(grip.x + 4, grip.y + 4)
  await page.mouse.down()
  await page.mouse.move(grip.x + 40, grip.y + 20, { steps: 4 })
  await page.mouse.move(edges.x + edges.width - 12, edges.y + 200, { steps: 6 })
  await expect.poll(() => board.evaluate((it) => it.scrollLeft)).toBeGreaterThan(20)
  // By its own clock: pixels in a second, however slow the machine is.
  const speed = await board.evaluate(async (it) => {
    const [from, began] = [it.scrollLeft, performance.now()]
    await new Promise((later) => setTimeout(later, 400))
    return ((it.scrollLeft - from) / (performance.now() - began)) * 1000
  })
  expect(speed).toBeGreaterThan(0)
  expect(speed).toBeLessThan(500)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})
