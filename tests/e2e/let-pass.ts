import { expect, type Page, type Request } from '@playwright/test'

/** For how long, in real ms, a second of the page waits for the work it started. */
const patience = 5_000

/**
 * Advances the page's clock second by second, each after the requests of the second before were answered, so that
 * running reads do not reach their ten-second limit at once. All tabs of a context share the clock.
 */
export async function letPass(page: Page, ms: number) {
  const underway = new Set<Request>()
  const context = page.context()
  const over = (request: Request) => void underway.delete(request)
  const begun = (request: Request) => void underway.add(request)
  context.on('request', begun).on('requestfinished', over).on('requestfailed', over)
  for (let passed = 0; passed < ms; passed += 1_000) {
    await page.clock.runFor(1_000)
    await expect
      .poll(() => underway.size, { timeout: patience, intervals: [10, 20, 50] })
      .toBe(0)
      .catch(() => {})
  }
  context.off('request', begun).off('requestfinished', over).off('requestfailed', over)
}
