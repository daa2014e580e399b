// Runs axe on every address of the built product: `npm run axe`, or `npm run axe -- /contacts /orders`.
//
// Opens every address of `npm run routes` that needs no data as an admin, as a client and as a visitor, and one record
// of each kind that a screen links to. All rules and all impacts; in the second theme only the contrast, because the
// rest of the page is the same. At the width it also finds what axe does not: a page that is wider than the window, and
// words that a button or a choice cuts off. Prints one line an address: `ok`, or the findings with their places. Exits with 1 after
// a finding.
//
//   --as admin        admin, client or visitor; default: all three
//   --themes light    light, dark, or both (default)
//   --width 1440      width of the window in pixels
//   --url ADDRESS     a running product with the demo's data; default: the built product is started
import { parseArgs } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { routeSets } from '../src/app/route-sets/choose-route-set.ts'
import { findRoute, routesOf } from '../src/app/route-sets/find-route.ts'
import type { RouteSetName } from '../src/app/route-sets/route.ts'
import { cutTexts } from './cut-texts.ts'
import { openScreen, publicUrl, signIn, withDemo } from './demo-browser.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string', default: 'admin,client,visitor' },
    themes: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '1440' },
    url: { type: 'string' },
  },
})

/** The viewers: a first name of the demo or none, the host, and the sets of screens. */
const people: Record<string, { firstName: string | null; isPublic: boolean; sets: RouteSetName[] }> = {
  admin: { firstName: 'victor', isPublic: false, sets: ['staff'] },
  client: { firstName: 'sarah', isPublic: true, sets: ['marketing', 'client'] },
  visitor: { firstName: null, isPublic: true, sets: ['marketing', 'client'] },
}

let findings = 0

async function lookAs(browser: Browser, url: string, name: string, theme: string, isFirst: boolean) {
  const person = people[name]
  if (!person) throw new Error(`Who is ${name}? admin, client or visitor.`)
  const context = await browser.newContext({
    baseURL: person.isPublic ? publicUrl(url) : url,
    viewport: { width: Number(options.width), height: 900 },
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Malta',
  })
  const page = await context.newPage()
  if (person.firstName) await signIn(page, person.firstName)

  const routes = person.sets.flatMap((set) => routesOf(routeSets[set])).filter(({ kind }) => kind === 'screen')
  const waiting = new Set(positionals.length > 0 ? positionals : routes.map(({ path }) => path).filter(isPlain))
  const opened = new Set<string>()
  for (const path of waiting) {
    await look(page, name, theme, path, isFirst)
    if (positionals.length > 0) continue
    for (const [kind, link] of await recordsLinked(page, person.sets)) {
      if (opened.has(kind)) continue
      opened.add(kind)
      waiting.add(link)
    }
  }
  await context.close()
}

const isPlain = (path: string) => !/[:*]/.test(path)

/** The first link to each kind of record on the page, by the pattern of its address. */
async function recordsLinked(page: Page, sets: readonly RouteSetName[]): Promise<Map<string, string>> {
  const links = await page.evaluate(() =>
    [...document.links].filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
  )
  const found = new Map<string, string>()
  for (const link of links) {
    for (const set of sets) {
      const pattern = findRoute(routeSets[set], link)?.path
      if (pattern && !isPlain(pattern) && !found.has(pattern)) found.set(pattern, link)
    }
  }
  return found
}

async function look(page: Page, name: string, theme: string, path: string, isFirst: boolean) {
  const missing = await openScreen(page, path)
  const axe = new AxeBuilder({ page })
  if (!isFirst) axe.withRules(['color-contrast'])
  const { violations } = await axe.analyze()
  const lines = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `   ${id} (${impact}): ${node.html.slice(0, 220)} ${node.any[0]?.message ?? ''}`),
  )
  lines.push(...(await page.evaluate(cutTexts)).map((cut) => `   ${cut}`))
  if (missing) lines.unshift(`   ${missing}`)
  findings += lines.length
  console.log(
    [`${name} ${theme} ${path}: ${lines.length === 0 ? 'ok' : `${lines.length} findings`}`, ...lines].join('\n'),
  )
}

await withDemo(options.url, async (browser, url) => {
  for (const [index, theme] of options.themes.split(',').entries()) {
    for (const name of options.as.split(',')) await lookAs(browser, url, name, theme, index === 0)
  }
})
console.log(`${findings} findings`)
process.exitCode = findings > 0 ? 1 : 0
