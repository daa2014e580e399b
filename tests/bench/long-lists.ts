import type { StaffPage } from '../e2e/pages/staff-page.ts'
import type { Person } from '../e2e/people.ts'
import { admin } from '../faults/people.ts'
import type { Product } from '../product.ts'

const statuses = ['pending', 'in_progress', 'completed', 'at the printer’s']

/** So many tasks of one person, in all columns of the board. */
export const tasksOf = ({ id }: Person, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    title: `Sign number ${n}`,
    description: '<p>Both sides.</p>',
    status: statuses[n % statuses.length] ?? 'pending',
    created_by: id,
    assignees: [id],
  }))

/** Writes tasks, 500 a request. */
export async function insertTasks(product: Product, rows: ReturnType<typeof tasksOf>): Promise<void> {
  const service = admin(product)
  for (let from = 0; from < rows.length; from += 500)
    await service
      .from('tasks')
      .insert(rows.slice(from, from + 500))
      .throwOnError()
}

/** Opens a screen of tasks, `lines` being its rows or cards, and scrolls until every page of it has come. */
export async function openWhole(staff: StaffPage, screen: string, lines: string): Promise<void> {
  await staff.openLive(screen)
  await staff.page.locator(lines).first().waitFor()
  // Pages come by themselves when the end is near.
  await staff.page.waitForFunction(
    () => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      return ![...document.querySelectorAll('button')].some(({ textContent }) => textContent.trim() === 'Show more')
    },
    undefined,
    { polling: 100, timeout: 900_000 },
  )
  await staff.page.evaluate(() => window.scrollTo(0, 0))
}
