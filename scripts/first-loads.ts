// Measures the bytes that a first visit of a page transfers, in a browser: `npm run first-loads`. `--files` also names
// the files, `--only tasks` measures one page, `--built` uses the build in dist, `--url ADDRESS` uses a running product,
// `--slow` slows the processor four times.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { publicUrl, signIn, withDemo } from './demo-browser.ts'

/**
 * In kB (1000 bytes), gzipped. `before`: JavaScript requested before the largest paint; `whole`: until nothing was
 * requested for two seconds; `style`: CSS before the paint. docs/decisions/0711 names the aims where a budget is
 * larger.
 */
type Budget = {
  page: string
  path: string
  by: 'visitor' | 'stranger' | 'staff'
  before: number
  whole: number
  style: number
}

const budgets: Budget[] = [
  { page: 'home', path: '/', by: 'visitor', before: 176.5, whole: 176.5, style: 19 },
  { page: 'services', path: '/services', by: 'visitor', before: 176.5, whole: 176.5, style: 19 },
  { page: 'review', path: '/leave-review', by: 'visitor', before: 180, whole: 180, style: 19.5 },
  { page: 'booking', path: '/schedule-appointment', by: 'visitor', before: 198, whole: 198, style: 20 },
  { page: 'auth', path: '/auth', by: 'stranger', before: 231.5, whole: 271.5, style: 16 },
  { page: 'dashboard', path: '/dashboard', by: 'staff', before: 299, whole: 532.5, style: 19.5 },
  { page: 'quotations', path: '/quotations', by: 'staff', before: 364.7, whole: 520.5, style: 25.5 },
  { page: 'contacts', path: '/contacts', by: 'staff', before: 363.5, whole: 517.5, style: 25 },
  { page: 'tasks', path: '/tasks', by: 'staff', before: 379.2, whole: 532, style: 26.5 },
]

/** Nothing was asked for so long: the visit is over, in ms. */
const calm = 2_000

/** The largest share of the window that may move while a page loads. */
const mostShift = 0.02

/** A page is over its budget only when all of so many visits were. */
const visits = 3

const { values: asked } = parseArgs({
  options: {
    files: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    only: { type: 'string' },
    slow: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
})
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const sizes = new Map<string, number>()

/** Gzipped bytes of a file of the build. */
function sizeOf(path: string): number {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const size = gzipSync(readFileSync(dist + path), { level: 9 }).length
  sizes.set(path, size)
  return size
}

type Asked = { path: string; start: number }

/** Every request of a page with its start in ms since the navigation, and the time of the largest paint. */
async function visit(browser: Browser, address: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  try {
    await context.addInitScript(() => {
      const paints = { largest: 0, shift: 0 }
      Object.assign(window, { paints })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) paints.largest = entry.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) paints.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      performance.setResourceTimingBufferSize(2_000)
    })
    const page = await context.newPage()
    if (asked.slow) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let last = Date.now()
    page.on('request', () => (last = Date.now()))
    page.on('requestfinished', () => (last = Date.now()))
    await page.goto(address)
    while (Date.now() - last < calm) await new Promise((later) => setTimeout(later, 100))
    return await page.evaluate(() => ({
      ...(window as unknown as { paints: { largest: number; shift: number } }).paints,
      asked: performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({ path: new URL(name).pathname, start: startTime })),
    }))
  } finally {
    await context.close()
  }
}

/** The sum of the files with this ending in kB, each once. */
const kB = (files: readonly Asked[], ending: string): number =>
  [...new Set(files.map(({ path }) => path))]
    .filter((path) => path.endsWith(ending))
    .reduce((sum, path) => sum + sizeOf(path), 0) / 1000

let isOver = false
await withDemo(
  asked.url,
  async (browser, url) => {
    const signedIn = await browser.newContext({ baseURL: url })
    await signIn(await signedIn.newPage(), 'victor')
    const storageState = await signedIn.storageState()
    await signedIn.close()
    for (const { page, path, by, before, whole, style } of budgets.filter(
      ({ page }) => !asked.only || asked.only === page,
    )) {
      const address = (by === 'visitor' ? publicUrl(url) : url) + path
      const measure = async () => {
        const seen = await visit(browser, address, by === 'staff' ? { storageState } : {})
        const files = seen.asked.filter(({ path: file }) => /^\/assets\/.*\.(js|css)$/.test(file))
        const early = files.filter(({ start }) => start <= seen.largest)
        const figures = [
          { name: 'kB of JavaScript before the paint', is: kB(early, '.js'), most: before },
          { name: 'in all', is: kB(files, '.js'), most: whole },
          { name: 'kB of CSS before it', is: kB(early, '.css'), most: style },
        ]
        return { seen, files, figures, isOver: seen.shift > mostShift || figures.some(({ is, most }) => is > most) }
      }
      let measured = await measure()
      // A busy machine paints late, and prefetched files then count as before the paint. So it is measured again.
      for (let again = 1; measured.isOver && again < visits; again += 1) measured = await measure()
      const { seen, files, figures } = measured
      isOver ||= measured.isOver
      const said = figures.map(({ name, is, most }) => `${is.toFixed(1)} ${name} (${most})${is > most ? ' OVER' : ''}`)
      console.log(
        `${page.padEnd(10)} ${said.join(', ')}, ${seen.asked.length} requests, paint ${seen.largest.toFixed(0)} ms, shift ${seen.shift.toFixed(3)}${seen.shift > mostShift ? ' OVER' : ''}`,
      )
      if (asked.files)
        for (const { path: file, start } of files)
          console.log(
            `  ${start.toFixed(0).padStart(6)} ${(sizeOf(file) / 1000).toFixed(1).padStart(7)} ${file}${start <= seen.largest ? '' : '  later'}`,
          )
    }
  },
  {},
  { isBuilt: asked.built },
)
if (isOver) process.exitCode = 1
