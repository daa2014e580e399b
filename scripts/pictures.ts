// Takes pictures of screens of the demo company: `npm run pictures -- /contacts /orders`. For each address a PNG at each
// width and in both themes, and one line with its problems: errors in the console, failed requests, a page wider than
// the window.
//
//   --as maria        the signed-in person (a first name of the demo), or `nobody`; default: the demo's admin
//   --widths 1440,360 widths in pixels
//   --themes light    light, dark, or both (default)
//   --out DIRECTORY   folder of the pictures; default test-results/pictures
//   --url ADDRESS     a running product with the demo's data; default: the built product is started
//   --whole           the whole page instead of the first window
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { openScreen, signIn, withDemo } from './demo-browser.ts'

const { values: options, positionals: addresses } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string', default: 'victor' },
    widths: { type: 'string', default: '1440,360' },
    themes: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: join('test-results', 'pictures') },
    url: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
})

const heights: Record<number, number> = { 360: 740, 768: 1024, 820: 1180, 1180: 820, 1920: 1080 }
const sizeOf = (width: number) => ({ width, height: heights[width] ?? 900 })

async function takeAll(browser: Browser, url: string, theme: string, width: number) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizeOf(width),
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Malta',
    hasTouch: width < 500,
    isMobile: width < 500,
  })
  const page = await context.newPage()
  if (options.as !== 'nobody') await signIn(page, options.as)
  for (const address of addresses) await take(page, address, theme, width)
  await context.close()
}

async function take(page: Page, address: string, theme: string, width: number) {
  const trouble: string[] = []
  const note = (text: string) => trouble.push(text.slice(0, 200))
  page.removeAllListeners('console').removeAllListeners('pageerror').removeAllListeners('response')
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()}`))
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('response', (answer) => answer.status() >= 400 && note(`${answer.status()} ${answer.url()}`))
  const missing = await openScreen(page, address)
  if (missing) note(missing)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) note(`the page is ${overflow} px wider than the window`)
  const name = address.replace(/^\//, '').replace(/[^a-z0-9]+/gi, '-') || 'home'
  const path = join(options.out, `${name}-${width}-${theme}.png`)
  await page.screenshot({ path, fullPage: options.whole })
  console.log(`${path}${trouble.length > 0 ? `\n   ${trouble.join('\n   ')}` : ''}`)
}

if (addresses.length === 0) throw new Error('Which addresses? `npm run pictures -- /contacts /orders`')
mkdirSync(options.out, { recursive: true })
await withDemo(options.url, async (browser, url) => {
  for (const theme of options.themes.split(',')) {
    for (const width of options.widths.split(',').map(Number)) await takeAll(browser, url, theme, width)
  }
})
