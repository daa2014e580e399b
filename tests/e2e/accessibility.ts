import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The findings of axe that are serious or worse inside the topmost dialog. */
export async function seriousProblemsInDialog(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
