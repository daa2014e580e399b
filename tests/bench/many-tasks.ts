import type { Page } from '@playwright/test'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { newPerson } from '../e2e/people.ts'
import type { Product } from '../product.ts'
import { inBrowser } from './browsers.ts'
import { insertTasks, openWhole, tasksOf } from './long-lists.ts'
import type { Row } from './row.ts'

/** `BENCH_TASKS=2000` measures fewer. */
const tasks = Number(process.env['BENCH_TASKS'] ?? 10_000)
/** In px for each frame: a quick turn of the wheel, and a fling. */
const speeds = { wheel: 100, fling: 400 }
const flights = 4

/** Frames, in ms, and tasks of the page's scripts over 50 ms, in ms, of one stretch of time. */
type Watched = { frames: readonly number[]; long: readonly number[] }

/** 10,000 tasks on the board, in the list and in a month of the calendar: frames while they are scrolled and dragged. */
export const measureManyTasks = (product: Product): Promise<Row[]> =>
  inBrowser(product, async (open) => {
    const maria = await newPerson('sales', 'Maria')
    await insertTasks(product, inAYear(tasksOf(maria, tasks)))
    const staff = new StaffPage(await open(maria))
    await staff.page.addInitScript(watchFrames)
    const rows: Row[] = []
    const say = (what: string, watched: Watched) => rows.push(asRow(`${tasks} tasks ${what}`, watched))

    await openWhole(staff, '/tasks?view=board', '[data-task]')
    say('on the board, the wheel turned', await scrolled(staff.page, speeds.wheel))
    say('on the board, flung', await scrolled(staff.page, speeds.fling))
    say('on the board, a card dragged over the columns and back', await cardDragged(staff.page))
    await openWhole(staff, '/tasks', '[data-task]')
    say('in the list, the wheel turned', await scrolled(staff.page, speeds.wheel))
    say('in the list, flung', await scrolled(staff.page, speeds.fling))
    say('in the list, 40 rows walked by J and chosen by X', await walked(staff.page))
    await staff.open('/calendar?view=month')
    await staff.page.locator('[data-entry^=task]').first().waitFor()
    say('in a year, one month, an entry dragged over the weeks', await entryDragged(staff.page))
    return rows
  })

/** Their days are spread over a year, for the calendar. */
const inAYear = (rows: ReturnType<typeof tasksOf>) =>
  rows.map((row, n) => ({
    ...row,
    due_at: new Date(Date.now() + ((n % 360) - 180) * 24 * 60 * 60 * 1000).toISOString(),
  }))

const scrolled = (page: Page, step: number): Promise<Watched> =>
  watching(page, () =>
    page.evaluate(
      async ([px, times]) => {
        for (let flight = 0; flight < times; flight += 1)
          for (let frame = 0; frame < 150; frame += 1) {
            window.scrollBy(0, flight % 2 === 0 ? px : -px)
            await new Promise((resolve) => requestAnimationFrame(resolve))
          }
      },
      [step, flights] as const,
    ),
  )

async function cardDragged(page: Page): Promise<Watched> {
  const card = page.locator('section [data-task]').first()
  const columns = await page.locator('section:has([data-task])').all()
  const [from, ...boxes] = await Promise.all([card, ...columns].map((part) => part.boundingBox()))
  if (!from) throw new Error('There is no card')
  return watching(page, async () => {
    await page.mouse.move(from.x + 40, from.y + 12)
    await page.mouse.down()
    for (const box of [...boxes, ...boxes.toReversed()])
      if (box) await page.mouse.move(box.x + 100, from.y + 60, { steps: 20 })
    await page.mouse.up()
  })
}

async function entryDragged(page: Page): Promise<Watched> {
  const entry = page.locator('[data-entry^=task]').first()
  const cells = await page.locator('[data-drop=cell]').all()
  const [from, ...boxes] = await Promise.all(
    [entry, ...cells.filter((_, n) => n % 5 === 0)].map((part) => part.boundingBox()),
  )
  if (!from) throw new Error('There is no entry')
  return watching(page, async () => {
    await page.mouse.move(from.x + 20, from.y + 8)
    await page.mouse.down()
    for (const box of boxes) if (box) await page.mouse.move(box.x + 60, box.y + 40, { steps: 20 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })
}

const walked = (page: Page): Promise<Watched> =>
  watching(page, async () => {
    for (let row = 0; row < 40; row += 1) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
    }
    await page.keyboard.press('Escape')
  })

type Frames = { begin: () => void; end: () => Watched }
declare global {
  interface Window {
    watchedFrames: Frames
  }
}

/** Runs in the page: counts its frames and its long tasks from `begin` to `end`. */
function watchFrames(): void {
  let frames: number[] = []
  const long: number[] = []
  let on = false
  new PerformanceObserver((list) => {
    if (on) long.push(...list.getEntries().map(({ duration }) => Math.round(duration)))
  }).observe({ type: 'longtask' })
  window.watchedFrames = {
    begin: () => {
      ;[frames, on, long.length] = [[], true, 0]
      let last = performance.now()
      const next = (at: number) => {
        frames.push(at - last)
        last = at
        if (on) requestAnimationFrame(next)
      }
      requestAnimationFrame((at) => {
        last = at
        requestAnimationFrame(next)
      })
    },
    end: () => {
      on = false
      return { frames, long }
    },
  }
}

async function watching(page: Page, act: () => Promise<unknown>): Promise<Watched> {
  await page.waitForTimeout(1000)
  await page.evaluate(() => window.watchedFrames.begin())
  await act()
  // What the act began is drawn, and the observer of long tasks has told.
  await page.waitForTimeout(300)
  return page.evaluate(() => window.watchedFrames.end())
}

/** A frame of 60 in a second takes 16.7 ms; the clock of the browser rounds, so one over 18 is late. */
const late = 18
const asRow = (measure: string, { frames, long }: Watched): Row => {
  const share = (most: number) => Math.round((frames.filter((ms) => ms > most).length / frames.length) * 1000) / 10
  return {
    measure,
    result: `${share(late)} % over 16.7 ms, ${share(34)} % over 33 ms of ${frames.length}, longest ${Math.round(Math.max(...frames))} ms; tasks over 50 ms: ${long.length}, longest ${Math.max(0, ...long)} ms`,
    aim: '≤ 5 % over 16.7 ms, no task over 50 ms',
  }
}
