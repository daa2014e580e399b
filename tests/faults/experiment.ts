import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { notificationSources } from '../../src/shared/domain/records/notification.ts'
import { startProduct } from '../product.ts'
import { openBareClient } from './bare-client.ts'
import { startHistory, type History } from './history.ts'
import { judge, type Verdict, type Written } from './judge.ts'
import { drawFaults } from './nemesis.ts'
import { noticeWriter, noticesOf } from './notice-writer.ts'
import { admin, newPerson, type Person } from './people.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { seeded } from './random.ts'
import type * as Tabs from './tab.ts'

export type Plan = {
  seed: number
  notices: number
  people: number
  /** Inserts a second, at most. */
  pace: number
  /** Most ms of writing under faults: a slow machine writes fewer notices instead of taking longer. */
  writeFor: number
  /** The longest time, in ms, until everything is right after the last fault. */
  patience: number
  heeds?: NonNullable<Tabs.TabOptions['heeds']>
}

const tabLines = 4
const writers = 8
/** After an insert without an answer a writer waits so long, in ms. */
const backOff = 400
/**
 * This share of the notices comes last, while half of the tabs have no socket: for those no later nudge hides a lost
 * one, and for the others no reconnection hides a read that went wrong before.
 */
const unheardShare = 0.04

/**
 * Writes notices to people through faults that follow from the seed, and judges the tabs' final state. Needs
 * `importAppModules` first. `security.md` §3.4.
 */
export async function runExperiment(plan: Plan): Promise<{ verdict: Verdict; history: History }> {
  const random = seeded(plan.seed)
  const history = startHistory()
  const product = await startProduct({ SIGNWRIGHT_SEED: 'empty' })
  const closing: (() => Promise<void>)[] = [product.remove]
  try {
    const lines: Proxy[] = []
    for (let line = 0; line <= tabLines; line += 1) {
      const proxy = await startProxy(product.url, plan.seed * 100 + line)
      lines.push(proxy)
      closing.push(proxy.close)
    }
    const [writersLine, ...tabsLines] = lines
    if (!writersLine) throw new Error('There is no line for the writers.')

    const service = admin(product)
    const people: Person[] = []
    for (let count = 0; count < plan.people; count += 1) people.push(await newPerson(product, 'team_member'))
    const [author] = people
    if (!author) throw new Error('The experiment wants people.')
    const notices = await noticeWriter(
      { directly: service, through: admin({ ...product, url: writersLine.url }) },
      { author, comments: Math.ceil(plan.notices / plan.people) },
    )

    let easedAt = performance.now()
    const watched = await Promise.all(
      people.map(async (person, index) => {
        const { openTab }: typeof Tabs = await import(`./tab.ts?${index}`)
        const seen = { rows: new Set<string>(), nudges: new Set<string>(), backAfter: new Array<number>() }
        let lostAt: number | null = null
        const tab = await openTab({
          person,
          url: tabsLines[index % tabsLines.length]?.url ?? product.url,
          publishableKey: product.keys.publishableKey,
          ...(plan.heeds ? { heeds: plan.heeds } : {}),
          onRow: (id) => seen.rows.add(id),
          onNudge: (id) => seen.nudges.add(id),
          onCount: (count) => history.note('badge', { person: index, count }),
          onLive: (live) => {
            history.note(live ? 'live' : 'lost', { person: index })
            if (live && lostAt !== null) seen.backAfter.push(performance.now() - Math.max(lostAt, easedAt))
            lostAt = live ? null : performance.now()
          },
        })
        closing.push(tab.close)
        const line = tabsLines[(index + 1) % tabsLines.length] ?? product
        const bare = await openBareClient({ ...product, url: line.url }, person)
        closing.push(bare.close)
        return { person, tab, seen, bare: bare.heard }
      }),
    )
    await until(() => watched.every(({ tab }) => tab.isLive() && tab.badge() === 0), 30_000)

    const written: Written[] = []
    const write = async (due: number) => {
      const wait = due - performance.now()
      if (wait > 0) await pause(wait)
      const notice = { id: randomUUID(), source: random.pick(notificationSources), to: random.pick(people) }
      history.note('invoke', { id: notice.id })
      const outcome = await notices.write(notice)
      history.note(outcome, { id: notice.id })
      written.push({ id: notice.id, to: notice.to.id, outcome })
      if (outcome === 'info') await pause(backOff)
    }
    const writeMany = (count: number, until: number) => {
      const began = performance.now()
      let next = 0
      const work = async () => {
        while (next < count && performance.now() < until) await write(began + (next++ * 1000) / plan.pace)
      }
      return Promise.all(Array.from({ length: writers }, work))
    }

    const unheard = Math.ceil(plan.notices * unheardShare)
    const draw = drawFaults(random, {
      proxies: lines,
      killServer: async () => {
        await product.end('SIGKILL')
        await pause(random.between(100, 1500))
        await product.restart()
      },
    })
    let writing = true
    const nemesis = async () => {
      while (writing) {
        await pause(random.between(200, 1200))
        const fault = draw()
        history.note('fault', { name: fault.name })
        await fault.begin()
        await pause(fault.lasts)
        await fault.end()
        easedAt = performance.now()
        history.note('fault over', { name: fault.name })
      }
    }
    const raging = nemesis()
    await writeMany(plan.notices - unheard, performance.now() + plan.writeFor)
    writing = false
    await raging
    for (const line of tabsLines.slice(0, tabLines / 2)) line.suffer({ sockets: { kind: 'refuse' } })
    // On a slow machine a running read would include the notices that its tab should miss.
    await settled(() => watched.some(({ tab }) => tab.isReading()), plan.patience)
    await writeMany(unheard, performance.now() + plan.patience)
    for (const line of lines) line.heal()
    easedAt = performance.now()
    history.note('healed')

    const truth = await Promise.all(people.map((person) => noticesOf(service, person)))
    const isRight = ({ tab }: (typeof watched)[number], index: number) => {
      const rows = truth[index] ?? new Map<string, unknown>()
      const listed = tab.listed()
      return tab.badge() === rows.size && listed.length === rows.size && listed.every(({ id }) => rows.has(id))
    }
    const rightAfter = new Map<number, number>()
    await until(() => {
      watched.forEach((one, index) => {
        if (!isRight(one, index)) rightAfter.delete(index)
        else if (!rightAfter.has(index)) rightAfter.set(index, performance.now() - easedAt)
      })
      return rightAfter.size === watched.length
    }, plan.patience)
    await pause(500)

    return { history, verdict: judge({ plan, history, written, truth, watched, rightAfter: [...rightAfter.values()] }) }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Waits for something to be true, at most `most` ms; does not complain if it never is. */
async function until(isTrue: () => boolean, most: number): Promise<void> {
  const end = performance.now() + most
  while (!isTrue() && performance.now() < end) await pause(50)
}

const quietFor = 1000
/** Waits until nothing was under way for a second, at most `most` ms. */
async function settled(isBusy: () => boolean, most: number): Promise<void> {
  const end = performance.now() + most
  let busyAt = performance.now()
  while (performance.now() < end && performance.now() - busyAt < quietFor) {
    if (isBusy()) busyAt = performance.now()
    await pause(50)
  }
}
