import type { Page } from '@playwright/test'
import type { Stop } from './addresses.ts'

type Manner = {
  /** A load for each address instead of a move inside the page. */
  byLoads: boolean
  /** Admins may open everything, so a refusal to an admin is a finding. */
  isAdmin: boolean
}

type Seen = { isBusy: boolean; text: string; wider: number; title: string; headings: number }

/** For how many ms no request may run before a page counts as settled, and the longest wait for that. */
const calm = 150
const patience = 12_000

/** One person's way through addresses in one tab; `found` are the troubles, one line each. */
export class Walk {
  readonly found: string[] = []
  private readonly page: Page
  private readonly manner: Manner
  private stop: Stop | null = null
  private readonly underway = new Set<unknown>()
  private quietSince = 0

  constructor(page: Page, manner: Manner) {
    this.page = page
    this.manner = manner
    page.on('console', (message) => this.note(`console ${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => this.note(`error: ${error.message}`))
    page.on('response', (answer) => {
      if (answer.status() >= 400) this.note(`${answer.status()} ${answer.request().method()} ${pathOf(answer.url())}`)
    })
    page.on('request', (request) => this.underway.add(request))
    page.on('requestfinished', (request) => this.over(request))
    page.on('requestfailed', (request) => {
      this.over(request)
      const reason = request.failure()?.errorText ?? ''
      // Leaving a screen aborts its reads.
      if (!reason.includes('ERR_ABORTED')) this.note(`${reason} ${pathOf(request.url())}`)
    })
  }

  async open(stop: Stop) {
    const isFirst = this.stop === null
    this.stop = stop
    const leavesPage = isFirst || this.manner.byLoads || stop.path.startsWith('/auth') || stop.path === '/'
    try {
      if (leavesPage) {
        // The end of a former page's request is not always reported.
        this.underway.clear()
        await this.page.goto(stop.address, { waitUntil: 'domcontentloaded' })
      } else await this.move(stop.address)
      for (const trouble of this.troublesOf(await this.settled())) this.note(trouble)
    } catch (error) {
      this.note(`could not be opened: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
    }
  }

  /** Navigates like a link inside the page, until the former screen is gone. A redirect may lead back to it. */
  private async move(address: string) {
    const before = await this.page.$('h1')
    await this.page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, address)
    await this.page.waitForFunction((heading) => !heading?.isConnected, before, { timeout: 1_000 }).catch(() => {})
  }

  private note(trouble: string) {
    const line = `${this.stop?.path ?? '?'}  ${trouble.replace(/\s+/g, ' ').slice(0, 240)}`
    if (!this.found.includes(line)) this.found.push(line)
  }

  private over(request: unknown) {
    this.underway.delete(request)
    this.quietSince = performance.now()
  }

  /**
   * The content of the page when loading has ended: no request is running, and the same look finds no skeleton or
   * spinner. A second look could already find the next loading part.
   */
  private async settled(): Promise<Seen> {
    const begun = performance.now()
    this.quietSince = begun
    let seen: Seen | null = null
    while (performance.now() - begun < patience) {
      await this.page.waitForTimeout(50)
      if (this.underway.size > 0 || performance.now() - this.quietSince < calm) continue
      seen = await this.look().catch(() => null)
      if (seen && !seen.isBusy) return seen
    }
    this.note(`still loading after ${patience / 1000} s`)
    return seen ?? (await this.look())
  }

  private look(): Promise<Seen> {
    return this.page.evaluate(() => {
      const text = (document.querySelector('main') ?? document.body).innerText.trim()
      return {
        isBusy:
          document.querySelector('.mantine-Skeleton-root, [aria-busy=true]') !== null ||
          ['', 'Loading...'].includes(text),
        text,
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        title: document.title,
        headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
      }
    })
  }

  private troublesOf(seen: Seen): string[] {
    const troubles: string[] = []
    if (/something went wrong|could not be loaded|stopped with this message/i.test(seen.text))
      troubles.push(`says: ${seen.text}`)
    if (this.manner.isAdmin && /no access|page not found|does not exist|does not open anything/i.test(seen.text))
      troubles.push(`says: ${seen.text}`)
    if (seen.text.length < 20) troubles.push(`is empty: “${seen.text}”`)
    if (seen.wider > 0) troubles.push(`is ${seen.wider} px wider than the window`)
    if (seen.title.trim() === '' || /undefined|null|\[object/.test(seen.title))
      troubles.push(`has the title “${seen.title}”`)
    if (seen.headings !== 1) troubles.push(`has ${seen.headings} visible first headings`)
    return troubles
  }
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
