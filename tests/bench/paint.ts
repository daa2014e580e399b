import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.ts'
import { newPerson, signIn, type Person } from '../e2e/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import type { Row } from './row.ts'

const visits = 5
/** As slow as an old telephone, by the browser's own throttling. */
const slowdown = 4
/** A task of the page that takes longer than this, in ms, keeps people from using it. */
const longTask = 50

const screens = [
  { path: '/auth', isStaff: false },
  { path: '/dashboard', isStaff: true },
  { path: '/tasks?show=all', isStaff: true },
  { path: '/contacts', isStaff: true },
] as const

/** All in ms but `shift` (a share of the window), `requests` and `kilobytes` (as they came over the line). */
type Paint = { first: number; largest: number; blocked: number; shift: number; requests: number; kilobytes: number }

/** The cost of a screen's first visit with an empty cache, and of the second one. */
export async function measurePaint(product: Product): Promise<Row[]> {
  process.env.SIGNWRIGHT_E2E_URL = product.url
  process.env.SIGNWRIGHT_E2E_PUBLISHABLE_KEY = product.keys.publishableKey
  process.env.SIGNWRIGHT_E2E_SECRET_KEY = product.keys.secretKey
  const person = await newPerson('admin', 'Painter')
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  const rows: Row[] = []
  try {
    await visit(browser, product, '/auth', person)
    for (const { path, isStaff } of screens) {
      const first: Paint[] = []
      const again: Paint[] = []
      for (let nth = 0; nth < visits; nth += 1) {
        const [cold, warm] = await visit(browser, product, path, isStaff ? person : null)
        first.push(cold)
        again.push(warm)
      }
      rows.push({ measure: `${path}, first visit`, result: inWords(first), aim: aims })
      rows.push({ measure: `${path}, again`, result: inWords(again), aim: aims })
    }
  } finally {
    await browser.close()
  }
  return rows
}

const aims = 'paint ≤ 1,800 ms, largest ≤ 2,500 ms, shift ≤ 0.05'

function inWords(paints: readonly Paint[]): string {
  const middle = (of: (paint: Paint) => number) => spreadOf(paints.map(of)).p50
  const whole = (of: (paint: Paint) => number) => Math.round(middle(of)).toLocaleString('en')
  const shift = paints.map((paint) => paint.shift).toSorted((a, b) => a - b)[Math.floor(paints.length / 2)] ?? 0
  return [
    `paint ${whole(({ first }) => first)} ms`,
    `largest ${whole(({ largest }) => largest)} ms`,
    `blocked ${whole(({ blocked }) => blocked)} ms`,
    `shift ${shift.toFixed(3)}`,
    `${whole(({ requests }) => requests)} requests, ${whole(({ kilobytes }) => kilobytes)} kB`,
  ].join(', ')
}

async function visit(
  browser: Browser,
  product: Product,
  path: string,
  person: Person | null,
): Promise<readonly [Paint, Paint]> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  try {
    if (person) await signIn(context, person)
    return [await open(context, path), await open(context, path)]
  } finally {
    await context.close()
  }
}

async function open(context: BrowserContext, path: string): Promise<Paint> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await devtools.send('Network.enable')
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { requests, ...paint } = await settled(page)
  await page.close()
  return { ...paint, requests, kilobytes: bytes / 1000 }
}

/** The page's own measurements, after two idle seconds. */
const settled = (page: Page): Promise<Omit<Paint, 'kilobytes'>> =>
  page.evaluate(async (limit) => {
    const numberIn = (entry: PerformanceEntry, name: string) => Number(Reflect.get(entry, name) ?? 0)
    const noted: Record<string, PerformanceEntry[]> = {}
    const kinds = ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift']
    let lastBusy = performance.now()
    for (const type of kinds)
      new PerformanceObserver((list) => {
        noted[type] = [...(noted[type] ?? []), ...list.getEntries()]
        if (type === 'longtask') lastBusy = performance.now()
      }).observe({ type, buffered: true })
    while (performance.now() - lastBusy < 2000) await new Promise((resolve) => setTimeout(resolve, 100))
    const all = (type: string) => noted[type] ?? []
    const first = all('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0
    return {
      first,
      largest: all('largest-contentful-paint').at(-1)?.startTime ?? 0,
      blocked: all('longtask')
        .filter(({ startTime }) => startTime >= first)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - limit), 0),
      shift: all('layout-shift').reduce((sum, entry) => sum + numberIn(entry, 'value'), 0),
      requests: performance.getEntriesByType('resource').length + 1,
    }
  }, longTask)
