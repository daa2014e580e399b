import type { Page } from '@playwright/test'

/** Second by second: a read that is on its way must not see its ten seconds of patience fly by at once. */
export async function letPass(page: Page, ms: number) {
  for (let passed = 0; passed < ms; passed += 1_000) await page.clock.runFor(1_000)
}
