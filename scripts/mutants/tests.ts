import { readdir, readFile } from 'node:fs/promises'
import type { Queryable } from '../../supabase/local/contracts.ts'
import type { Fault } from './fault.ts'

/** The text of each test file by its path from the root. */
export type Tests = ReadonlyMap<string, string>

/** Rules over the whole catalogue: quick, and first for every fault. */
export const lints = ['supabase/tests/lints.test.ts', 'supabase/tests/rights-of-rows.test.ts']
/** What columns refuse, what there is once, and what points where: for faults of constraints. */
export const constraints = ['supabase/tests/constraints.test.ts']
export const matrix = 'supabase/tests/permission-matrix.test.ts'
/** What a colleague without rights does: slow, for faults of policies that nothing else notices. */
export const fewRights = 'supabase/tests/few-rights.test.ts'
/** A change without a condition: no policy of reading hides what the one of changing lets through. */
export const blindWrites = 'supabase/tests/blind-writes.test.ts'
/** What a colleague loses without one right: of rows, for faults of policies and files, and of functions, for faults of rights. */
export const rightsOfLines = 'supabase/tests/rights-of-lines.test.ts'
export const rightsOfFunctions = 'supabase/tests/rights-of-functions.test.ts'
/** What functions say of records that are not there, of values at their edges, and of each state: for faults of bodies. */
export const answersOfFunctions = 'supabase/tests/answers-of-functions.test.ts'
/** What each bucket takes. */
export const buckets = 'supabase/tests/buckets.test.ts'
/** Rows that functions lock before they look. */
export const locks = 'supabase/tests/locks.test.ts'
/** Who hears which topic. */
export const topics = 'supabase/tests/topics.test.ts'
/** What tables tell is what screens listen to: for faults of triggers. */
export const told = 'tests/contract/topics.db.test.ts'
/** The comparison with supabase/schemas notices every fault, and protects no rule. */
const never = [
  'supabase/tests/sources.test.ts',
  ...lints,
  ...constraints,
  matrix,
  fewRights,
  rightsOfLines,
  rightsOfFunctions,
  answersOfFunctions,
  buckets,
  locks,
]
export const races = ['money', 'sales', 'trade', 'workshop'].map((of) => `supabase/tests/${of}-races.test.ts`)

const folders = ['supabase/tests', 'tests/contract', 'supabase/local', 'supabase/functions']

export async function readTests(root: string): Promise<Tests> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(`${root}${folder}`, { recursive: true })
      return names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`)
    }),
  )
  const paths = found.flat().filter((path) => !path.startsWith('tests/contract/') || path.endsWith('.db.test.ts'))
  const texts = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, await readFile(`${root}${path}`, 'utf8')]),
  )
  return new Map(
    texts.filter(([path, text]) => !path.startsWith('supabase/local/') || text.includes('openTestDatabase')),
  )
}

/** Which functions and triggers call which function, by its name. */
export type Callers = ReadonlyMap<string, readonly string[]>

export async function readCallers(db: Queryable): Promise<Callers> {
  const { rows } = await db.query<{ name: string; body: string; tables: string[] }>(`
    select p.proname::text as name, p.prosrc as body,
           array(select c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgfoid = p.oid) as tables
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`)
  const callers = new Map<string, Set<string>>(rows.map(({ name, tables }) => [name, new Set(tables)]))
  for (const { name, body } of rows)
    for (const [, called = ''] of body.matchAll(/\b(?:private|public)\.(\w+)\s*\(/g))
      if (called !== name) callers.get(called)?.add(name)
  return new Map([...callers].map(([name, found]) => [name, [...found]]))
}

/** Words by which tests may speak of a fault, and how much each says: who calls a function says less than its name. */
function wordsOf({ subjects }: Fault, callers: Callers): Map<string, number> {
  const words = new Map<string, number>()
  let weight = 8
  let now = subjects.flatMap((subject) => subject.split(' '))
  while (now.length > 0 && weight >= 1) {
    const fresh = now.filter((word) => !words.has(word))
    for (const word of fresh) words.set(word, weight)
    now = fresh.flatMap((word) => callers.get(word) ?? [])
    weight /= 2
  }
  return words
}

/** Minutes each: they come last. */
const slow = [
  'foreign-ids.test.ts',
  'year.test.ts',
  'ledgers.test.ts',
  'money-properties.test.ts',
  'seed.test.ts',
  'function-input.test.ts',
  '-races.test.ts',
]

/** Test files that speak of the fault, those first that say most. */
export function relevant(fault: Fault, tests: Tests, callers: Callers): string[] {
  const words = [...wordsOf(fault, callers)]
  const parts = fault.subjects.flatMap((subject) => subject.split(/[ _]/)).filter((part) => part.length > 4)
  const scored: { path: string; score: number }[] = []
  for (const [path, text] of tests) {
    if (never.includes(path)) continue
    const file = path.split('/').at(-1) ?? path
    // `margin-floor` is about `guard_margin`, however seldom it names the table.
    let score = parts.some((part) => file.split(/[-.]/).includes(part)) ? 64 : 0
    for (const [word, weight] of words) {
      const times = text.match(new RegExp(`\\b${word.replaceAll(/\W/g, '.')}\\b`, 'g'))?.length ?? 0
      score += weight * Math.min(times, 8)
      if (file.replaceAll('-', '_').startsWith(word)) score += weight * 2
    }
    if (score > 0) scored.push({ path, score: slow.some((name) => path.endsWith(name)) ? score / 20 : score })
  }
  return scored.sort((one, other) => other.score - one.score).map(({ path }) => path)
}
