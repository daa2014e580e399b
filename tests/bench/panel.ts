import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { noticesPerSource, notificationSources } from '../../src/shared/domain/records/notification.ts'
import { newPerson as newBrowserPerson, type Person } from '../e2e/people.ts'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { noticeWriter } from '../faults/notice-writer.ts'
import { admin, newPerson } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { inBrowser } from './browsers.ts'
import { milliseconds, type Row } from './row.ts'
import { noticeFor } from './tabs.ts'

const unread = 10_000
const openings = 10
/** A frame that takes longer than this, in ms, is seen as a stutter. */
const slowFrame = 50

/** The wait of a person with ten thousand unread notices when the panel opens, and how smoothly it scrolls. */
export async function measurePanel(product: Product): Promise<Row[]> {
  return inBrowser(product, async (open) => {
    const person = await newBrowserPerson('team_member', 'Reader')
    await fill(product, person)
    const staff = new StaffPage(await open(person))
    await staff.openLive()
    const first = await openOnce(staff.page)
    const again: Opening[] = []
    for (let nth = 0; nth < openings; nth += 1) again.push(await openOnce(staff.page))

    const frames = again.flatMap(({ frames }) => frames)
    const slow = frames.filter((ms) => ms > slowFrame)
    return [
      {
        measure: '10,000 unread: click on the bell → first line, first time',
        result: `${first.firstLine} ms`,
        aim: '',
      },
      { measure: '→ all 250 lines, first time', result: `${first.lastLine} ms`, aim: '≤ 1,000 ms' },
      {
        measure: '→ first line, again',
        result: milliseconds(spreadOf(again.map(({ firstLine }) => firstLine))),
        aim: 'median ≤ 100 ms',
      },
      {
        measure: `frames over ${slowFrame} ms while it opens and is scrolled to its end`,
        result: `${slow.length} of ${frames.length}, longest ${Math.max(...frames)} ms, ${openings} times`,
        aim: '≤ 1 each time',
      },
    ]
  })
}

/** Fifty notices of each source, and the rest of the ten thousand in the general one. */
async function fill(product: Product, to: Person): Promise<void> {
  const service = admin(product)
  const author = await newPerson(product, 'sales')
  const { write } = await noticeWriter({ directly: service, through: service }, { author, comments: noticesPerSource })
  for (const source of notificationSources)
    for (let nth = 0; nth < noticesPerSource; nth += 1) await write({ id: randomUUID(), source, to })
  const left = unread - notificationSources.length * noticesPerSource
  for (let written = 0; written < left; written += 1000) {
    const rows = Array.from({ length: Math.min(1000, left - written) }, () => noticeFor(to))
    await service.from('notifications').insert(rows).throwOnError()
  }
}

/** All in ms: from the click to the first and the last line, and how long each frame took until its end was seen. */
type Opening = { firstLine: number; lastLine: number; frames: number[] }

async function openOnce(page: Page): Promise<Opening> {
  const opening = await page.evaluate(async (wanted) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const lines = () => document.querySelectorAll('[role=dialog] li').length
    const frames: number[] = []
    let last = await frame()
    const next = async () => {
      const at = await frame()
      frames.push(Math.round(at - last))
      last = at
    }
    const until = async (isDone: () => boolean) => {
      const end = performance.now() + 20_000
      while (!isDone()) {
        if (performance.now() > end) throw new Error(`The panel shows ${lines()} lines.`)
        await next()
      }
    }
    const clicked = performance.now()
    document.querySelector<HTMLElement>('button[aria-label^="Notifications, "]')?.click()
    await until(() => lines() > 0)
    const firstLine = Math.round(performance.now() - clicked)
    await until(() => lines() === wanted)
    const lastLine = Math.round(performance.now() - clicked)

    const list = [...document.querySelectorAll('[role=dialog]')].find(
      (part) => part.scrollHeight > part.clientHeight + 100,
    )
    if (!list) throw new Error('The panel cannot be scrolled.')
    while (list.scrollTop + list.clientHeight < list.scrollHeight - 1) {
      list.scrollTop += 200
      await next()
    }
    return { firstLine, lastLine, frames }
  }, noticesPerSource * notificationSources.length)
  await page.getByRole('button', { name: 'Close notifications' }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor({ state: 'hidden' })
  return opening
}
