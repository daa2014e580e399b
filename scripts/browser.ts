// Finds a Chromium, or fetches one: CHROME_BIN, the system's, Playwright's own, then (as root on Debian) apt.
// `node scripts/browser.ts` prints the path, `import { findBrowser }` gives it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Chromium without a window and all that belongs to one: a page costs it half as much. */
const leanBrowsers = ['/usr/bin/chromium-headless-shell']

const known = (isLean = false) =>
  [process.env.CHROME_BIN, ...(isLean ? leanBrowsers : []), ...systemBrowsers].find(
    (path) => path !== undefined && existsSync(path),
  )

const playwrights = async () => {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

const quietly = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 240_000 }).status === 0

/** Installs packages as root on Debian; elsewhere it does nothing. */
function install(names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  quietly('apt-get', ['update'])
  for (const name of names) quietly('apt-get', ['install', '-y', '--no-install-recommends', name])
}

/** Fetches the lean browser beside Debian's Chromium, once for this process and those that it starts. */
function fetchLean(): void {
  const isWanted = !process.env.CHROME_BIN && existsSync('/usr/bin/chromium') && !leanBrowsers.some(existsSync)
  if (!isWanted || process.env.LEAN_BROWSER_ASKED) return
  process.env.LEAN_BROWSER_ASKED = 'true'
  console.error('Fetching the lean browser, once…')
  install(['chromium-headless-shell'])
}

/** The path of a Chromium, by request of a lean one if it exists or can be fetched. Throws a sentence without one. */
export async function findBrowser({ lean = false } = {}): Promise<string> {
  if (lean) fetchLean()
  const present = known(lean) ?? (await playwrights())
  if (present) return present
  console.error('No browser found: fetching one…')
  if (quietly('npx', ['playwright', 'install', 'chromium'])) {
    const fetched = await playwrights()
    if (fetched) return fetched
  }
  install(['chromium', 'chromium-headless-shell'])
  const installed = known(lean)
  if (installed) return installed
  throw new Error('No Chromium found. Install Chromium or Chrome, or set CHROME_BIN to one.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await findBrowser())
