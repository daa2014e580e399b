// Opens every address of the specification as eight kinds of people: `npm run crawl`. It starts the built product with
// the demo's year, goes through the three route sets, and prints one line for each thing that a person would stumble
// over: errors and messages of the console, refused requests, screens that broke or stayed empty, pages wider than the
// window, titles that say nothing. It ends with 1 when there is any.
//
//   --as victor,nobody   who goes; default: all eight
//   --sets staff         staff, client, marketing; default: all three
//   --only /calendar     addresses whose path begins so
//   --widths 1440,360    widths in pixels; default 1440
//   --loads              each address by a load of its own, instead of a move inside the page
//   --url, --keys        a product that runs already with the demo's year, and its keys.json; it trusts one proxy
//                        (SIGNWRIGHT_TRUSTED_PROXIES=1), or refuses the many reads of one address
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import type { RouteSetName } from '../src/app/route-sets/route.ts'
import { stopsOf, type Stop } from './crawl/addresses.ts'
import { Walk } from './crawl/walk.ts'
import { withDemo } from './demo-browser.ts'

const { values: options } = parseArgs({
  options: {
    as: { type: 'string' },
    sets: { type: 'string', default: 'marketing,client,staff' },
    only: { type: 'string', default: '/' },
    widths: { type: 'string', default: '1440' },
    loads: { type: 'boolean', default: false },
    url: { type: 'string' },
    keys: { type: 'string' },
  },
})

/** First names of the demo, by kind. */
const people: Record<string, string> = {
  nobody: 'visitor',
  nadia: 'pending',
  sarah: 'client',
  elena: 'team_member',
  maria: 'sales',
  paul: 'accounts',
  rita: 'account_manager',
  victor: 'admin',
}

/** `www.` always has the public set; `client.` has the staff set unless a path says otherwise. */
const hosts: Record<RouteSetName, string> = {
  staff: 'localhost',
  client: 'client.localhost',
  marketing: 'www.localhost',
}

type Keys = { publishableKey: string; secretKey: string }
const quiet = { auth: { persistSession: false, autoRefreshToken: false } }

let opened = 0
let visitors = 0
let troubles = 0

async function crawlAll(browser: Browser, url: string, keys: Keys) {
  const database = createClient(url, keys.secretKey, quiet)
  for (const set of options.sets.split(',') as RouteSetName[]) {
    const stops = (await stopsOf(set, database)).filter(({ path }) => path.startsWith(options.only))
    for (const width of options.widths.split(',').map(Number)) {
      for (const name of options.as?.split(',') ?? Object.keys(people)) {
        const found = await crawl(browser, { url, keys, set, stops, width, name })
        opened += stops.length
        troubles += found.length
      }
    }
  }
}

type Tour = { url: string; keys: Keys; set: RouteSetName; stops: Stop[]; width: number; name: string }

async function crawl(browser: Browser, { url, keys, set, stops, width, name }: Tour): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: `http://${hosts[set]}:${new URL(url).port}`,
    viewport: { width, height: width < 500 ? 740 : 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Malta',
    hasTouch: width < 500,
    isMobile: width < 500,
  })
  const page = await context.newPage()
  if (name !== 'nobody') await keepSession(page, url, keys, `${name}@example.com`)
  const walk = new Walk(page, { byLoads: options.loads, isAdmin: name === 'victor' })
  let told = 0
  for (const stop of stops) {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() })
    await walk.open(stop)
    for (; told < walk.found.length; told += 1) console.log(`${people[name]} ${set} ${width}  ${walk.found[told]}`)
  }
  await context.close()
  return walk.found
}

/**
 * A visitor's address (198.18.0.0/15 is reserved for tests). Nobody opens every page of the site within a minute, so
 * each stop uses another visitor's address and the limits stay unchanged.
 */
function nextAddress() {
  visitors += 1
  return `198.18.${visitors >> 8}.${visitors & 255}`
}

/** Signed in as if the browser had been used before. */
async function keepSession(page: Page, url: string, keys: Keys, email: string) {
  const { data, error } = await createClient(url, keys.publishableKey, quiet).auth.signInWithPassword({
    email,
    password: 'signwright',
  })
  if (error) throw error
  await page.addInitScript((session) => {
    localStorage.setItem('sb-signwright-auth', session)
  }, JSON.stringify(data.session))
}

await withDemo(
  options.url,
  (browser, url, known) => {
    const keys: Keys = known ?? JSON.parse(readFileSync(options.keys ?? '.signwright/keys.json', 'utf8'))
    return crawlAll(browser, url, keys)
  },
  { SIGNWRIGHT_TRUSTED_PROXIES: '1' },
)
console.log(`\n${opened} addresses opened, ${troubles} troubles.`)
process.exitCode = troubles > 0 ? 1 : 0
