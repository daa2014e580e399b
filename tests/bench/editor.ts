import type { Page } from '@playwright/test'
import { admin as service, newPerson, workingAs } from '../e2e/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { inBrowser } from './browsers.ts'
import { milliseconds, type Row } from './row.ts'

const lines = 300
const openings = 10
const presses = 60
const cells = 40
/** Between two keys, in ms: as a key that is held repeats. Faster ones would share a frame, and each count it as its own. */
const repeats = 33
/** The pause after both pages are drawn, in ms, during which topics are joined and people's pictures load. */
const rest = 2_000

/** A quotation of 300 lines: how soon it opens, is drawn after a key, and shows a colleague's cell. */
export const measureEditor = (product: Product): Promise<Row[]> =>
  inBrowser(product, async (open) => {
    const [maria, luke] = [await newPerson('sales', 'Maria'), await newPerson('sales', 'Luke')]
    const { data: client } = await service()
      .from('contacts')
      .insert({ type: 'Business', company: 'Marina Hotels Ltd' })
      .select('id')
      .single()
      .throwOnError()
    const asMaria = await workingAs(maria)
    const { data: id } = await asMaria
      .rpc('create_quotation', { p_contact_id: client.id, p_project_title: 'Signs for all floors' })
      .throwOnError()
    const rows = Array.from({ length: lines }, (_, n) => ({
      quotation_id: String(id),
      position: `a${String(n).padStart(4, '0')}V`,
      description: `Door sign ${n}, engraved`,
      qty: String(1 + (n % 7)),
      unit_price: (12 + (n % 90) / 8).toFixed(3),
      vat_rate: '18',
    }))
    await asMaria.from('quotation_items').insert(rows).throwOnError()

    const writer = await open(maria)
    const opened: number[] = []
    await writer.goto('/quotations')
    for (let nth = 0; nth <= openings; nth += 1) {
      await writer
        .getByRole('row', { name: /Signs for all floors/ })
        .getByRole('link')
        .first()
        .waitFor()
      const took = await untilDrawn(writer, lines)
      // The first one also loads the code of the editor.
      if (nth > 0) opened.push(took)
      await writer.goBack()
    }

    await writer.goto(`/quotations/${id}`)
    const reader = await open(luke)
    await reader.goto(`/quotations/${id}`)
    for (const page of [writer, reader]) await cell(page, 150, 'description').waitFor()
    await writer.waitForTimeout(rest)
    await notePaints(writer)
    await cell(writer, 150, 'description').click()
    const walked = await paintsOf(writer, async () => {
      for (let nth = 0; nth < presses; nth += 1) {
        await writer.keyboard.press(nth % 3 === 2 ? 'ArrowRight' : nth % 2 === 0 ? 'ArrowDown' : 'ArrowUp')
        await writer.waitForTimeout(repeats)
      }
    })
    await cell(writer, 140, 'description').click()
    const typed = await paintsOf(writer, async () => {
      for (let nth = 0; nth < presses; nth += 1) {
        await writer.keyboard.press('abcdefgh'.charAt(nth % 8))
        await writer.waitForTimeout(repeats)
      }
    })
    await writer.keyboard.press('Escape')

    const seen: number[] = []
    const kept = await paintsOf(writer, async () => {
      for (let nth = 0; nth < cells; nth += 1) {
        const place = 120 + nth
        await cell(writer, place, 'qty').click()
        await writer.keyboard.type(String(20 + nth))
        const shown = shownAt(reader, place, String(20 + nth))
        const pressed = await writer.evaluate(() => Date.now())
        await writer.keyboard.press('Enter')
        seen.push((await shown) - pressed)
      }
    })
    const enters = kept.filter(({ key }) => key === 'Enter')
    return [
      {
        measure: `click on a quotation of ${lines} lines → all drawn`,
        result: milliseconds(spreadOf(opened)),
        aim: '≤ 500 ms',
      },
      ...[
        ['arrow key → painted', walked] as const,
        ['letter → painted', typed] as const,
        ['Enter after a changed cell → painted', enters] as const,
      ].map(([measure, paints]) => ({
        measure: `${measure}, among ${lines} lines`,
        result: milliseconds(spreadOf(paints.map(({ took }) => took))),
        aim: 'p95 ≤ 50 ms',
      })),
      {
        measure: `a cell kept → drawn at a colleague’s, among ${lines} lines`,
        result: milliseconds(spreadOf(seen)),
        aim: 'p95 ≤ 150 ms',
      },
    ]
  })

const cell = (page: Page, row: number, column: string) =>
  page.locator(`[role=grid][aria-label=Lines] [role=row]:nth-child(${row}) [data-column=${column}]`)

/** Clicks the quotation in the list; returns the ms until so many lines were painted. */
const untilDrawn = (page: Page, count: number): Promise<number> =>
  page.evaluate(async (wanted) => {
    const rows = [...document.querySelectorAll('tr, [role=row]')]
    const link = rows.find((one) => one.textContent?.includes('Signs for all floors'))?.querySelector('a')
    if (!link) throw new Error('The quotation is not in the list.')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const began = performance.now()
    link.click()
    while (document.querySelectorAll('[role=grid][aria-label=Lines] [data-row]').length < wanted) {
      if (performance.now() - began > 20_000) throw new Error('The lines were not drawn.')
      await frame()
    }
    await frame()
    return performance.now() - began
  }, count)

type Paint = { key: string; took: number }

/** From now on the page notes how long each key takes until the frame with its effect is done, in ms. */
const notePaints = (page: Page) =>
  page.evaluate(() => {
    const noted: Paint[] = []
    Object.assign(window, { notedPaints: noted })
    document.addEventListener(
      'keydown',
      ({ key, timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => noted.push({ key, took: performance.now() - timeStamp })
          port2.postMessage(null)
        }),
      { capture: true },
    )
  })

async function paintsOf(page: Page, work: () => Promise<void>): Promise<Paint[]> {
  const noted = (): Promise<Paint[]> =>
    page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return (Reflect.get(window, 'notedPaints') as Paint[]).splice(0)
    })
  await noted()
  await work()
  return noted()
}

/**
 * The clock time, in ms, at which the quantity in this row has this text. The name of a person in the cell may follow
 * it.
 */
const shownAt = (page: Page, row: number, text: string): Promise<number> =>
  page.evaluate(
    async ([place, wanted]) => {
      const end = Date.now() + 20_000
      const there = () =>
        document.querySelector(`[role=grid][aria-label=Lines] [role=row]:nth-child(${place}) [data-column=qty]`)
          ?.textContent
      while (!there()?.startsWith(wanted)) {
        if (Date.now() > end) throw new Error(`Row ${place} says ${there()}, not ${wanted}.`)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return Date.now()
    },
    [row, text] as const,
  )
