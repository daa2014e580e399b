import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { undone } from './act.ts'
import { answerOf, type Called, callsOf, functionsOf, type Hidden, hiddenRows } from './calls.ts'
import { moreCalls, rightsOfFunctions } from './cases/rights-of-functions.ts'
import { actAsColleague as act, openWithColleague } from './colleague.ts'
import { bodiesOf, lossesOf, rightsAskedBy, withoutRight } from './rights-in-use.ts'

// A function that runs as its owner must check rights itself. Each is called on demo records by a colleague with every
// right, and by the same without one right that the function names: a different answer shows that the right is needed.

let engine: Engine
beforeAll(async () => {
  engine = await openWithColleague()
})
afterAll(() => engine.close())

/** Those calls that do something say most; of the others some are refused for the state of the record. */
async function telling(tx: Queryable, calls: readonly string[]): Promise<string[]> {
  const answers: { call: string; answer: string; rank: number }[] = []
  for (const call of calls) {
    const { answer, isRefused } = await answerOf(tx, call, '')
    const isEmpty = answer === '[]' || answer === '[{"answer":null}]'
    answers.push({ call, answer, rank: isRefused ? 2 : isEmpty ? 1 : 0 })
  }
  return answers
    .toSorted((one, other) => one.rank - other.rank)
    .filter(({ answer }, at, all) => all.findIndex((other) => other.answer === answer) === at)
    .slice(0, 3)
    .map(({ call }) => call)
}

/** What these show depends on what there is today: the rights show on some days only. */
const ofToday = ['my_day', 'vat_boxes']

const letters = 'abc'

async function neededBy(
  tx: Queryable,
  called: Called,
  records: Hidden,
  bodies: ReadonlyMap<string, string>,
): Promise<string[]> {
  const more = moreCalls[called.name]
  const rights = [...rightsAskedBy(` public.${called.name}( private.${called.name}(`, bodies), ...(more?.rights ?? [])]
  if (rights.length === 0) return []
  const one = (table: string) => records.get(table)?.ids[0] ?? ''
  const calls = more
    ? more.values(one).map((values) => `select public.${called.name}(${values}) as answer`)
    : await telling(tx, callsOf(called, records))
  const answers = async () => {
    const found: string[] = []
    for (const call of calls) found.push((await answerOf(tx, call, '')).answer)
    return found
  }
  const usual = await answers()
  const again = await answers()
  const left = async (without: readonly string[]) => {
    await tx.exec('savepoint rights; reset role')
    for (const right of without) await tx.exec(withoutRight(right))
    await act(tx)
    const now = await answers()
    await tx.exec('rollback to savepoint rights; release savepoint rights')
    // An answer that changes with time alone does not depend on the right.
    const since = now.every((answer, at) => answer === usual[at]) ? usual : await answers()
    return [...letters]
      .slice(0, calls.length)
      .filter((_, at) => now[at] === usual[at] || usual[at] !== again[at] || since[at] !== usual[at])
      .join('')
  }
  return (await lossesOf(rights, left)).map((loss) => loss.replace(/: \w+$/, ''))
}

// The policies are the same text on both engines; trying each right takes its minute on PostgreSQL alone.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'each function needs the rights that are written here',
  { timeout: 1_800_000 },
  async () => {
    const found: Record<string, string> = {}
    await undone(engine, async (tx) => {
      const records = await hiddenRows(tx, () => actAs(tx, { role: 'anon', userId: null, claims: null }))
      await tx.exec('reset role')
      const bodies = await bodiesOf(tx)
      for (const called of await functionsOf(tx, 'authenticated', '%', false)) {
        await act(tx)
        const needed = await neededBy(tx, called, records, bodies)
        if (needed.length > 0)
          found[called.name] = [...new Set([...(found[called.name]?.split(', ') ?? []), ...needed])].join(', ')
      }
    })
    for (const name of ofToday) delete found[name]
    expect(found).toEqual(rightsOfFunctions)
  },
)
