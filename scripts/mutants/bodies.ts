import type { Queryable } from '../../supabase/local/contracts.ts'
import type { Fault, Kind } from './fault.ts'

/** A piece of a body and what stands there in the fault. */
type Edit = { at: number; length: number; to: string }
type Mutator = { kind: Kind; edits: (body: string, masked: string) => Edit[] }

const all = (text: string, pattern: RegExp): RegExpExecArray[] => [...text.matchAll(pattern)]
const whole = (match: RegExpExecArray, to: string): Edit => ({ at: match.index, length: match[0].length, to })

/** The same text, as long, with comments and texts in quotes blanked: what is left is code. */
export const masked = (body: string): string =>
  body.replace(/--[^\n]*|'(?:[^']|'')*'/g, (found) =>
    found.startsWith('--') ? ' '.repeat(found.length) : `'${'_'.repeat(found.length - 2)}'`,
  )

const balanced = (text: string): boolean => {
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** Conditions that fill the rest of a line, and after which no `or` follows. */
function conditions(code: string): Edit[] {
  return all(code, /\b(and|where) ([^\n;]+?)(?= then\b| loop\b|;|\n)(?!\s*\n?\s*or\b)/g)
    .filter(([, , rest = '']) => balanced(rest) && !/\b(or|then|and|order by|group by|union|returning)\b/.test(rest))
    .filter((match) => match[1] !== 'and' || !/\bbetween\s+[\w.()]+\s*$/.test(code.slice(0, match.index)))
    .map((match) => whole(match, `${match[1]} true`))
}

const otherComparison: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const money = /\b\w*(net|vat|gross|amount|price|paid|due|total|balance|cost|open|free|credit|discount)\w*\b/
const lineOf = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at) + 1, (text.indexOf('\n', at) + 1 || text.length + 1) - 1)

const mutators: readonly Mutator[] = [
  {
    kind: 'right',
    edits: (_, code) =>
      all(code, /\bprivate\.(can|named|is_staff|is_server)\([^()]*\)/g).map((match) => whole(match, 'true')),
  },
  {
    kind: 'refusal',
    edits: (_, code) => [
      ...all(code, /\b(els)?if\b((?:(?!\bthen\b)[^;])+?)\bthen\s+(?=perform private\.refuse\(|raise )/g).map((match) =>
        whole(match, `${match[1] ?? ''}if false then\n    `),
      ),
      ...all(code, /\bperform private\.must(?:_named)?\([^;]*\);/g).map((match) => whole(match, 'null;')),
    ],
  },
  {
    kind: 'comparison',
    edits: (_, code) =>
      all(code, / (<|<=|>|>=) /g).map((match) => whole(match, ` ${otherComparison[match[1] ?? ''] ?? ''} `)),
  },
  { kind: 'condition', edits: (_, code) => conditions(code) },
  {
    kind: 'amount',
    edits: (_, code) => [
      ...all(code, / ([-+]) /g)
        .filter((match) => money.test(lineOf(code, match.index)))
        .map((match) => whole(match, match[1] === '-' ? ' + ' : ' - ')),
      ...all(code, /\b(trunc|round)\((?!extract|epoch)/g)
        .filter((match) => money.test(lineOf(code, match.index)))
        .map((match) => whole(match, match[1] === 'trunc' ? 'round(' : 'trunc(')),
      ...all(code, /\b(least|greatest)\(/g)
        .filter((match) => money.test(lineOf(code, match.index)))
        .map((match) => whole(match, match[1] === 'least' ? 'greatest(' : 'least(')),
    ],
  },
  {
    kind: 'state',
    edits: (body) =>
      all(body, /\b(where|and|or|if|elsif|when|not|on)( \(?)([\w.]*status) (=|<>|in|not in) ('\w+'|\([^()]*\))/g).map(
        (match) => whole(match, `${match[1]}${match[2]}${match[3]} is not null`),
      ),
  },
  {
    kind: 'limit',
    edits: (_, code) => [
      ...all(code, /\blimit \d{2,}\b/g).map((match) => whole(match, '')),
      ...all(code, / (>|>=) (\d{2,})\b/g).map((match) => whole(match, ` ${match[1]} ${match[2]}0000`)),
      ...all(code, / (<|<=) (\d{2,})\b/g).map((match) => whole(match, ` ${match[1]} ${match[2]}0000`)),
      ...all(code, /, \d{2,}, \d{3,}\) > 0/g).map((match) => whole(match, ', 1000000, 1000000) > 0')),
    ],
  },
  {
    kind: 'lock',
    edits: (_, code) =>
      all(code, /\s+for (no key )?update( of \w+)?( skip locked| nowait)?/g)
        .filter((match) => !/^\s+(set|or)\b/.test(code.slice(match.index + match[0].length)))
        .map((match) => whole(match, '')),
  },
]

/** What runs by itself: a hosted database runs it by pg_cron, the embedded one by supabase/local/schedule. */
export const scheduled: readonly string[] = [
  'expire_quotations',
  'send_due_reminders',
  'make_recurring',
  'wake_mail_sender',
]

type Routine = { proname: string; schema: string; prosrc: string; definition: string }

/** Faults in the bodies of functions: one right, refusal, comparison, condition, amount, state, limit or lock each. */
export async function faultsOfBodies(db: Queryable): Promise<Fault[]> {
  const { rows } = await db.query<Routine>(`
    select p.proname::text, p.pronamespace::regnamespace::text as schema, p.prosrc, pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and l.lanname in ('sql', 'plpgsql')
       and p.prokind in ('f', 'p') and p.prosqlbody is null
     order by 2, 1, pg_get_function_identity_arguments(p.oid)`)
  return rows.flatMap((routine) => mutators.flatMap((mutator) => faultsOf(routine, mutator)))
}

function faultsOf({ proname, schema, prosrc, definition }: Routine, { kind, edits }: Mutator): Fault[] {
  const start = definition.indexOf(prosrc)
  const seen = new Map<string, number>()
  return edits(prosrc, masked(prosrc)).map(({ at, length, to }) => {
    const text = `${schema}.${proname}: “${shown(prosrc, at, length)}” is ${to.trim() ? `“${to.trim()}”` : 'gone'}`
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    const from = start + at
    return {
      name: times === 1 ? text : `${text}, place ${times}`,
      kind: scheduled.includes(proname) ? 'scheduled work' : kind,
      subjects: [proname],
      sql: definition.slice(0, from) + to + definition.slice(from + length),
    }
  })
}

/** The piece in its line, on one line. */
function shown(body: string, at: number, length: number): string {
  const begins = body.lastIndexOf('\n', at) + 1
  const before = body.slice(Math.max(begins, at - 40), at)
  const piece = body.slice(at, at + length)
  const rest = body.slice(at + length, at + length + 20).split('\n')[0] ?? ''
  return `${before}[${piece}]${rest}`.replaceAll(/\s+/g, ' ').trim()
}
