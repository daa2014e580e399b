import { expect, type Page, type Request } from '@playwright/test'

/** For how long, in real ms, a second of the page waits for the work it started. */
const patience = 5_000

/**
 * Lets time pass second by second, each once what the one before has asked for is answered: reads that are on their way
 * must not see their ten seconds of patience fly by at once. All tabs of a context have one clock.
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
