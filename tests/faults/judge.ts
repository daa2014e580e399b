import type { History } from './history.ts'
import type { Outcome } from './notice-writer.ts'
import type { Person } from './people.ts'
import { type Spread, spreadOf } from './spread.ts'
import type { Tab } from './tab.ts'

export type Written = { id: string; to: string; outcome: Outcome }

type Watched = {
  person: Pick<Person, 'id'>
  tab: Pick<Tab, 'badge'> & { listed: () => readonly { id: string }[] }
  seen: { rows: ReadonlySet<string>; nudges: ReadonlySet<string>; backAfter: readonly number[] }
  /** The ids of all nudges that a bare client of that person received; it does not catch up. */
  bare: ReadonlySet<string>
}

type Evidence = {
  plan: { seed: number }
  history: Pick<History, 'count'>
  written: readonly Written[]
  /** The rows in the database, person by person in the order of `watched`. */
  truth: readonly ReadonlyMap<string, { unread: boolean }>[]
  watched: readonly Watched[]
  rightAfter: readonly number[]
}

export type Verdict = {
  holds: boolean
  seed: number
  faults: number
  written: Record<Outcome, number>
  /** Acknowledged notices that are not in the database, and that the tab of their recipient does not list. */
  gone: number
  lost: number
  /** Rows that a tab lists twice. */
  duplicates: number
  /** Notices of others, in any row or any nudge that a tab ever got. */
  foreign: number
  /** Badges that are not the count of the database. */
  wrongBadges: number
  /** Notices that the database refused and yet holds; unanswered ones that it holds. */
  refusedButThere: number
  unansweredButThere: number
  /** Nudges of rows in the database that no socket carried to the tab, and to the bare client, of their recipient. */
  nudges: { sent: number; unheard: number; unheardByBare: number }
  /** From the end of the fault, or the loss if that came later, to live again; in ms. */
  backAfter: Spread
  /** From the end of the last fault until a tab was right, in ms; tabs that never were are not counted. */
  rightAfter: Spread
}

/** Compares the written notices and the database with the tabs' views. */
export function judge({ plan, history, written, truth, watched, rightAfter }: Evidence): Verdict {
  const ownerOf = new Map(written.map(({ id, to }) => [id, to]))
  const stored = new Set(truth.flatMap((rows) => [...rows.keys()]))
  const ids = (outcome: Outcome) => written.filter((one) => one.outcome === outcome).map(({ id }) => id)
  const [ok, fail, info] = [ids('ok'), ids('fail'), ids('info')]

  const listed = watched.map(({ tab }) => tab.listed().map(({ id }) => id))
  const listedAnywhere = new Set(listed.flat())
  const isForeign = (person: Pick<Person, 'id'>) => (id: string) => (ownerOf.get(id) ?? person.id) !== person.id
  const heard = new Set(watched.flatMap(({ seen }) => [...seen.nudges]))
  const heardByBare = new Set(watched.flatMap(({ bare }) => [...bare]))
  const unreadOf = (index: number) => [...(truth[index]?.values() ?? [])].filter(({ unread }) => unread).length

  const faultless = {
    gone: ok.filter((id) => !stored.has(id)).length,
    lost: ok.filter((id) => !listedAnywhere.has(id)).length,
    duplicates: listed.reduce((sum, rows) => sum + rows.length - new Set(rows).size, 0),
    foreign: watched.reduce(
      (sum, { person, seen, bare }) => sum + [...seen.rows, ...seen.nudges, ...bare].filter(isForeign(person)).length,
      0,
    ),
    wrongBadges: watched.filter(({ tab }, index) => tab.badge() !== unreadOf(index)).length,
    refusedButThere: fail.filter((id) => stored.has(id)).length,
  }
  return {
    holds: Object.values(faultless).every((count) => count === 0),
    seed: plan.seed,
    faults: history.count('fault'),
    written: { ok: ok.length, fail: fail.length, info: info.length },
    ...faultless,
    unansweredButThere: info.filter((id) => stored.has(id)).length,
    nudges: {
      sent: stored.size,
      unheard: [...stored].filter((id) => !heard.has(id)).length,
      unheardByBare: [...stored].filter((id) => !heardByBare.has(id)).length,
    },
    backAfter: spreadOf(watched.flatMap(({ seen }) => seen.backAfter)),
    rightAfter: spreadOf(rightAfter),
  }
}
