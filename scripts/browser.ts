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

const known = () => [process.env.CHROME_BIN, ...systemBrowsers].find((path) => path !== undefined && existsSync(path))

const playwrights = async () => {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

const quietly = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 240_000 }).status === 0

/** The path of a Chromium; throws a sentence when there is none to be had. */
export async function findBrowser(): Promise<string> {
  const present = known() ?? (await playwrights())
  if (present) return present
  console.error('No browser found: fetching one…')
  if (quietly('npx', ['playwright', 'install', 'chromium'])) {
    const fetched = await playwrights()
    if (fetched) return fetched
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    quietly('apt-get', ['update'])
    quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
    const installed = known()
    if (installed) return installed
  }
  throw new Error('No Chromium found. Install Chromium or Chrome, or set CHROME_BIN to one.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await findBrowser())
