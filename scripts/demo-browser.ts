// A browser with the demo company, for pictures and for axe.
import { spawnSync } from 'node:child_process'
import { chromium, type Browser, type Page } from '@playwright/test'
import { type Product, startProduct } from '../tests/product.ts'
import { findBrowser } from './browser.ts'

/** A host that no setting names as the back office's: there the product shows the public site. */
const publicHost = 'www.signwright.test'

/**
 * Runs with a browser and the address of a product with the demo's data: the one at `url`, or one that is built and
 * started with `settings`, whose keys are known. `isBuilt`: uses the existing build. Throws when the build fails.
 */
export async function withDemo(
  url: string | undefined,
  run: (browser: Browser, url: string, keys: Product['keys'] | null) => Promise<void>,
  settings: Record<string, string> = {},
  { isBuilt = false } = {},
) {
  if (!url && !isBuilt && spawnSync(process.execPath, ['scripts/build-web.mjs'], { stdio: 'inherit' }).status !== 0)
    throw new Error('The product was not built')
  const product = url ? null : await startProduct({ SIGNWRIGHT_SEED: 'year', ...settings })
  const browser = await chromium.launch({
    executablePath: await findBrowser({ lean: true }),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${publicHost} 127.0.0.1`],
  })
  try {
    await run(browser, url ?? product?.url ?? '', product?.keys ?? null)
  } finally {
    await browser.close()
    await product?.remove()
  }
}

/** The address of the same product for visitors. */
export const publicUrl = (url: string) => Object.assign(new URL(url), { hostname: publicHost }).origin

/** Signs a person of the demo in, by first name, through the form. */
export async function signIn(page: Page, firstName: string) {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: false }).first().fill(`${firstName}@example.com`)
  await page.getByLabel('Password', { exact: false }).first().fill('signwright')
  await page
    .getByRole('button', { name: 'Sign In', exact: true })
    .or(page.locator('button[type=submit]'))
    .first()
    .click()
  await page.waitForURL((place) => !place.pathname.startsWith('/auth'))
}

/** Opens an address and waits until its screen is complete. Returns what is missing, or null. */
export async function openScreen(page: Page, address: string): Promise<string | null> {
  await page.goto(address)
  const heading = page.getByRole('heading', { level: 1 }).first()
  if (!(await heading.waitFor({ timeout: 15_000 }).then(...said))) return 'no heading'
  // Skeletons and spinners leave when the last read is answered.
  const isLoaded = page.waitForFunction(
    () => !document.querySelector('.mantine-Skeleton-root, [aria-busy=true]'),
    null,
    { timeout: 8_000 },
  )
  if (!(await isLoaded.then(...said))) return 'still loading after 8 s'
  // Later reads draw more, so it waits until no element was added for half a second.
  await page.evaluate(async () => {
    await document.fonts.ready
    let [count, calm] = [0, 0]
    for (let left = 40; left > 0 && calm < 5; left--) {
      await new Promise((later) => setTimeout(later, 100))
      const now = document.querySelectorAll('*').length
      calm = now === count ? calm + 1 : 0
      count = now
    }
  })
  return null
}

const said = [() => true, () => false] as const
