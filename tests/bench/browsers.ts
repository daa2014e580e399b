import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.ts'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { newPerson, signIn, type Person } from '../e2e/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { milliseconds, type Row } from './row.ts'

const clicks = 50
const idleFor = 60_000

/** From the click on “Create task” in one browser to the number on the bell in another. */
export async function measureClicks(product: Product, times = clicks): Promise<Row[]> {
  return inBrowser(product, async (open) => {
    const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
    const reader = new StaffPage(await open(colleague))
    const writer = new StaffPage(await open(author))
    await reader.openLive()
    await writer.openLive()
    const clickedAt = await clockOfClicks(writer.page)
    const took: number[] = []
    for (let count = 1; count <= times; count += 1) {
      const shown = unreadAt(reader.page, count)
      const [at] = await Promise.all([shown, writer.addTask({ title: `Task ${count}`, assignee: colleague.name })])
      took.push(at - (await clickedAt()))
      if (count % 10 === 0) console.log(`  ${count} clicks: ${milliseconds(spreadOf(took))}`)
    }
    return [{ measure: 'click on “Create task” → bell of a colleague', result: milliseconds(spreadOf(took)), aim: '' }]
  })
}

/** The requests and frames of an idle live tab. */
export async function measureIdle(product: Product): Promise<Row[]> {
  return inBrowser(product, async (open) => {
    const staff = new StaffPage(await open(await newPerson('team_member', 'Idle')))
    let frames = 0
    const requests: string[] = []
    staff.page.on('websocket', (socket) => socket.on('framesent', () => (frames += 1)))
    await staff.openLive()
    // The first screen's late requests do not count as idle.
    await staff.page.waitForTimeout(5000)
    frames = 0
    staff.page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await staff.page.waitForTimeout(idleFor)
    const what = requests.length > 0 ? `: ${[...new Set(requests)].join(', ')}` : ''
    return [
      {
        measure: 'HTTP requests of an idle live tab in a minute',
        result: `${requests.length}${what}; ${frames} socket frames`,
        aim: '0',
      },
    ]
  })
}

export type Open = (person: Person) => Promise<Page>

/** Runs work in a browser, signed in as the person given to `open`. */
export async function inBrowser(product: Product, work: (open: Open) => Promise<Row[]>): Promise<Row[]> {
  process.env.SIGNWRIGHT_E2E_URL = product.url
  process.env.SIGNWRIGHT_E2E_PUBLISHABLE_KEY = product.keys.publishableKey
  process.env.SIGNWRIGHT_E2E_SECRET_KEY = product.keys.secretKey
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser: Browser = await chromium.launch({ executablePath: await findBrowser(), args })
  try {
    return await work(async (person) => {
      const context: BrowserContext = await browser.newContext({
        baseURL: product.url,
        viewport: { width: 1440, height: 900 },
      })
      await signIn(context, person)
      return context.newPage()
    })
  } finally {
    await browser.close()
  }
}

/** Notes each click on “Create task” in the page itself; the answer reads the last one. */
async function clockOfClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null
        if (button?.textContent?.startsWith('Create')) document.body.dataset.clickedAt = String(Date.now())
      },
      { capture: true },
    )
  })
  return async () => Number(await page.evaluate(() => document.body.dataset.clickedAt))
}

/** The clock time, in ms, at which a page's bell shows so many unread notices. */
const unreadAt = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    (label) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(`button[aria-label="${label}"]`)) return
          seen.disconnect()
          resolve(Date.now())
        }
        const seen = new MutationObserver(look)
        seen.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['aria-label'],
        })
        look()
      }),
    `Notifications, ${count} unread`,
  )
