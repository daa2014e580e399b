import { expect, type Page } from '@playwright/test'
import { newPerson, type Person } from '../e2e/people.ts'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { TaskPage } from '../e2e/pages/task-page.ts'
import { admin } from '../faults/people.ts'
import { type Spread, spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { inBrowser, type Open } from './browsers.ts'
import { insertTasks, openWhole, tasksOf } from './long-lists.ts'
import { milliseconds, type Row } from './row.ts'

const times = 20
/** `BENCH_TASKS=10000` measures more of them. */
const tasks = Number(process.env.BENCH_TASKS ?? 1000)
const comments = 500
const openings = 10
/** A frame that takes longer than this, in ms, is seen as a stutter. */
const slowFrame = 50

/** The delay between two people on one task, and the speed of a long list and a long discussion. */
export const measureTasks = (product: Product): Promise<Row[]> =>
  inBrowser(product, async (open) => {
    const [maria, mark] = [await newPerson('sales', 'Maria'), await newPerson('team_member', 'Mark')]
    const seen = await measureTogether(product, open, maria, mark)
    const together = Object.entries(seen).map(([what, spread]) => ({
      measure: `${what} in one browser → seen in another`,
      result: milliseconds(spread),
      aim: 'median ≤ 500 ms',
    }))
    const lists = await measureLists(product, open, maria)
    return [...together, ...lists, await measureDiscussion(product, open, maria, mark)]
  })

async function newTask(product: Product, creator: Person, assignees: Person[], description: string): Promise<string> {
  const task = { title: 'Van wrap', description, created_by: creator.id, assignees: assignees.map(({ id }) => id) }
  const { data } = await admin(product).from('tasks').insert(task).select('id').single().throwOnError()
  return data.id
}

async function measureTogether(product: Product, open: Open, maria: Person, mark: Person) {
  const lines = Array.from({ length: times }, (_, n) => `<li data-list="unchecked" data-id="l${n}">Line ${n}.</li>`)
  const checklist = `<ul class="todo-list" data-list="todo">${lines.join('')}</ul>`
  const taskId = await newTask(product, maria, [mark], checklist)
  const [her, him] = [new TaskPage(await open(maria)), new TaskPage(await open(mark))]
  await her.open(taskId)
  await him.open(taskId)
  const actedAt = await clockOf(him.page)
  const took = async (act: () => Promise<unknown>, text: string, isThere = true) => {
    const shown = shownAt(her.page, text, isThere)
    await act()
    return (await shown) - (await actedAt())
  }
  const say = async (spreads: number[], measure: () => Promise<number>) => {
    for (let nth = 0; nth < times; nth += 1) spreads.push(await measure())
    return spreadOf(spreads)
  }

  let nth = 0
  const comment = await say([], async () => {
    nth += 1
    await expect(him.comment).toHaveAttribute('contenteditable', 'true')
    await him.write(`Comment number ${nth}.`)
    await expect(him.comment).toHaveText(`Comment number ${nth}.`)
    const measured = await took(() => him.addButton.click(), `Comment number ${nth}.`)
    await expect(him.comment).toHaveText('')
    return measured
  })
  nth = 0
  const tick = await say([], async () => {
    const line = him.line(`Line ${nth}.`)
    nth += 1
    return took(() => line.click(), `${nth} of ${times}`)
  })
  let isReady = false
  const ready = await say([], async () => {
    isReady = !isReady
    const button = him.dialog.getByRole('button', { name: isReady ? 'Mark me Ready' : 'Undo Ready' })
    return took(() => button.click(), 'Ready', isReady)
  })
  await him.comment.click()
  const typing = await say([], async () => {
    const measured = await took(() => him.page.keyboard.press('x'), `${mark.name} is typing…`)
    await shownAt(her.page, `${mark.name} is typing…`, false)
    return measured
  })
  await her.page.close()
  await him.page.close()
  const spreads: Record<string, Spread> = { comment, tick, 'ready mark, undo': ready, typing }
  return spreads
}

/** A thousand tasks, all shown, scrolled from end to end while one more arrives; then one is opened. */
async function measureLists(product: Product, open: Open, maria: Person): Promise<Row[]> {
  const service = admin(product)
  const rows = tasksOf(maria, tasks)
  await insertTasks(product, rows)
  const oneMore = async () => {
    await service
      .from('tasks')
      .insert({ ...rows[0], title: 'One more' })
      .throwOnError()
  }
  const staff = new StaffPage(await open(maria))
  const shown = async (screen: string, all: string) => {
    await openWhole(staff, screen, all)
    return scroll(staff.page, null, oneMore)
  }
  const board = await shown('/tasks?view=board', 'section [data-task]')
  const list = await shown('/tasks', 'table[aria-label=Tasks] [data-task]')
  const opened: number[] = []
  const dialog = staff.page.getByRole('dialog', { name: 'Task' })
  for (let nth = 0; nth < openings; nth += 1) {
    const row = staff.page.locator('table[aria-label=Tasks] tbody a').nth(nth * 9)
    await row.scrollIntoViewIfNeeded()
    const began = performance.now()
    await row.click()
    await dialog.getByRole('textbox', { name: 'Comment' }).waitFor()
    opened.push(performance.now() - began)
    await staff.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await staff.page.close()
  return [
    asRow(`${tasks} tasks in the list, scrolled from end to end while one more arrives`, list),
    asRow(`${tasks} tasks on the board, scrolled from end to end while one more arrives`, board),
    {
      measure: `click on one of ${tasks} tasks → its comment field`,
      result: milliseconds(spreadOf(opened)),
      aim: 'median ≤ 500 ms',
    },
  ]
}

/** A task with five hundred comments, all shown, scrolled from end to end while one more arrives. */
async function measureDiscussion(product: Product, open: Open, maria: Person, mark: Person): Promise<Row> {
  const service = admin(product)
  const taskId = await newTask(product, maria, [mark], '<p>Both sides.</p>')
  const said = Array.from({ length: comments }, (_, n) => ({
    ...{ task_id: taskId, user_id: n % 2 === 0 ? maria.id : mark.id },
    ...{ content: `<p>Comment <strong>number ${n}</strong>: https://example.com/${'path/'.repeat(12)}</p>` },
  }))
  await service.from('task_comments').insert(said).throwOnError()
  const task = new TaskPage(await open(maria))
  await task.open(taskId)
  const earlier = task.dialog.getByRole('button', { name: 'Show earlier comments' })
  const shown = task.dialog.locator('ol > li')
  while ((await shown.count()) < comments) {
    const known = await shown.count()
    await earlier.click()
    await shown.nth(known).waitFor()
  }
  const frames = await scroll(task.page, '[role=dialog]', async () => {
    await service
      .from('task_comments')
      .insert({ task_id: taskId, user_id: mark.id, content: 'And one more' })
      .throwOnError()
  })
  await task.dialog.getByText('And one more').waitFor()
  await task.page.close()
  return asRow(`${comments} comments, scrolled from end to end while one more arrives`, frames)
}

const asRow = (measure: string, frames: readonly number[]): Row => ({
  measure: `frames over ${slowFrame} ms: ${measure}`,
  result: `${frames.filter((ms) => ms > slowFrame).length} of ${frames.length}, longest ${Math.max(...frames)} ms`,
  aim: '≤ 5',
})

/** The duration of each frame, in ms, while the page or the dialog is scrolled twice from end to end. */
async function scroll(page: Page, inside: string | null, meanwhile: () => Promise<void>): Promise<number[]> {
  const frames = page.evaluate(async (selector) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const parts = selector ? [...document.querySelectorAll(`${selector}, ${selector} *, ${selector} ~ *`)] : []
    const scrollable = (part: Element) =>
      part.scrollHeight > part.clientHeight + 400 && getComputedStyle(part).overflowY !== 'visible'
    const around = selector ? document.querySelector(selector)?.parentElement : null
    const area = [...parts, ...(around ? [around] : [])].find(scrollable) ?? document.scrollingElement
    if (!area) throw new Error('There is nothing to scroll.')
    const took: number[] = []
    let last = await frame()
    for (const direction of [1, -1, 1, -1]) {
      for (let way = 0; way < area.scrollHeight; way += 400) {
        area.scrollTop += direction * 400
        const at = await frame()
        took.push(Math.round(at - last))
        last = at
      }
    }
    return took
  }, inside)
  await meanwhile()
  return frames
}

/** Notes when the mouse or a key was last pressed in a page; the answer reads it, in ms of the clock. */
async function clockOf(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    for (const kind of ['click', 'keydown'])
      document.addEventListener(kind, () => (document.body.dataset.actedAt = String(Date.now())), { capture: true })
  })
  return async () => Number(await page.evaluate(() => document.body.dataset.actedAt))
}

/** The clock time, in ms, at which a part of the dialog has exactly this text, or no longer has it. */
const shownAt = (page: Page, text: string, isThere = true): Promise<number> =>
  page.evaluate(
    async ([wanted, there]) => {
      const says = () =>
        [...document.querySelectorAll('[role=dialog] *')].some(
          (part) => part.childElementCount === 0 && part.textContent === wanted && !part.closest('[contenteditable]'),
        )
      const end = Date.now() + 30_000
      while (says() !== there) {
        if (Date.now() > end) throw new Error(`Not seen: ${wanted}`)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return Date.now()
    },
    [text, isThere] as const,
  )
