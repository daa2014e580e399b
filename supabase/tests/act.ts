import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { callerOf, type Person } from './people.ts'

/** The outcome of a statement: its rows and the number of touched rows, or the code and message of the refusal. */
export type Outcome = { rows: Record<string, unknown>[]; touched: number } | { refused: string; because: string }

/**
 * One statement as that person in a transaction that is always undone, so every case starts from the same database.
 * `given` runs before as the owner.
 */
export function tries(engine: Engine, person: Person, sql: string, given?: string): Promise<Outcome> {
  return undone(engine, async (tx) => {
    if (given) await tx.exec(given)
    await become(tx, person)
    return attempt(tx, sql)
  })
}

/** As `tries`, in the caller's transaction, for several independent statements: each is undone. */
export async function triesEach(
  tx: Queryable,
  person: Person,
  statements: readonly string[],
  given?: string,
): Promise<Outcome[]> {
  if (given) await tx.exec(given)
  await become(tx, person)
  const outcomes: Outcome[] = []
  for (const sql of statements) {
    await tx.exec('savepoint each')
    try {
      const { rows, affectedRows } = await tx.query(sql)
      outcomes.push({ rows, touched: Math.max(affectedRows ?? 0, rows.length) })
    } catch (error) {
      outcomes.push(refusal(error))
    }
    await tx.exec('rollback to savepoint each; release savepoint each')
  }
  return outcomes
}

/** As `tries`, for several statements in sequence; the first refusal ends them. */
export function triesAll(engine: Engine, person: Person, statements: readonly string[]): Promise<Outcome> {
  return undone(engine, async (tx) => {
    await become(tx, person)
    let outcome: Outcome = { rows: [], touched: 0 }
    for (const sql of statements) {
      outcome = await attempt(tx, sql)
      if ('refused' in outcome) return outcome
    }
    return outcome
  })
}

/** Everything that `work` did to the database is forgotten; its result is kept. */
export async function undone<Result>(engine: Engine, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  const undo = new Error('undo')
  let result: { value: Result } | undefined
  await engine
    .transaction(async (tx) => {
      result = { value: await work(tx) }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (!result) throw new Error('The transaction ended before its work')
  return result.value
}

/** From here on the transaction acts as that person. */
export async function become(tx: Queryable, person: Person): Promise<void> {
  await actAs(tx, callerOf(person))
}

/** From here on the transaction acts as the owner of the database again. */
export async function becomeOwner(tx: Queryable): Promise<void> {
  await tx.query(
    `select set_config('role', 'none', true), set_config('request.jwt.claims', '', true),
            set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true)`,
  )
}

/** One statement, its failure as a value: the transaction goes on after it. */
export async function attempt(tx: Queryable, sql: string): Promise<Outcome> {
  await tx.exec('savepoint attempt')
  try {
    const { rows, affectedRows } = await tx.query(sql)
    await tx.exec('release savepoint attempt')
    return { rows, touched: Math.max(affectedRows ?? 0, rows.length) }
  } catch (error) {
    await tx.exec('rollback to savepoint attempt')
    return refusal(error)
  }
}

export function refusal(error: unknown): Outcome {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (!(error instanceof Error) || typeof code !== 'string') throw error
  return { refused: code, because: error.message }
}

/** True when the statement was carried out and touched or returned something. */
export const worked = (outcome: Outcome): boolean => !('refused' in outcome) && outcome.touched > 0

/** The outcome in a word: 'done' with rows, 'no row' without, or the refusal's code. */
export const word = (outcome: Outcome): string =>
  'refused' in outcome ? outcome.refused : worked(outcome) ? 'done' : 'no row'
