import { type Random, seeded } from '../../tests/faults/random.ts'
import type { Engine } from '../local/contracts.ts'
import { become } from './act.ts'
import { beforeFirstSchedule } from './nightly-seed.ts'
import type { Person } from './people.ts'

/** One request of a schedule. `act`: its kind. */
export type Request = { act: string; person: Person | 'server'; sql: string }
/** Null for a successful request, else the refusal. */
export type Answer = { code: string; words: string } | null

/** The first value that a statement returns, as text, in a transaction of that person. */
export async function valueOf(engine: Engine, person: Person | 'server', sql: string): Promise<string> {
  return engine.transaction(async (tx) => {
    if (person !== 'server') await become(tx, person)
    const { rows } = await tx.query<Record<string, unknown>>(sql)
    return String(Object.values(rows[0] ?? {})[0])
  })
}

/**
 * Sends the requests of a schedule at once. On PostgreSQL each has its own connection; PGlite runs them one after
 * another, in the order of the schedule. The answers are in the order of the requests.
 */
export const answersOf = (engine: Engine, schedule: readonly Request[]): Promise<Answer[]> =>
  Promise.all(
    schedule.map(async ({ person, sql }) => {
      try {
        await valueOf(engine, person, sql)
        return null
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        return { code, words: error instanceof Error ? error.message : String(error) }
      }
    }),
  )

/** A refusal in words. Anything else, a deadlock above all, is a fault. */
export const isInWords = ({ code }: { code: string }): boolean => /^(PT4\d\d|22023)$/.test(code)

/**
 * `count` requests of some of the kinds in `kinds`, over the same papers, so that each kind meets each other one in
 * some schedule. `kinds` is called for each request with its place from 1.
 */
export function swarm(random: Random, kinds: (place: number) => (() => Request)[], count: number): Request[] {
  const chosen = random.shuffle([...kinds(0).keys()]).slice(0, 5)
  return Array.from({ length: count }, (_, at) => {
    const request = kinds(at + 1)[random.pick(chosen)]
    if (!request) throw new Error('There is no such kind of request')
    return request()
  })
}

/** The seeds of `cases` schedules; RACE_SEED and each night begin elsewhere, so that other schedules are played. */
export const schedules = (cases: number): { seed: number; place: number; random: Random }[] =>
  Array.from({ length: cases }, (_, at) => {
    const seed = beforeFirstSchedule() + at + 1
    return { seed, place: at + 1, random: seeded(seed) }
  })
