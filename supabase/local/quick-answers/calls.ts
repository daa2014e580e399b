import type { Statement } from '../contracts.ts'
import { quoted } from '../engine/quoted-name.ts'
import { mostRows } from '../rest-auth/request-size.ts'
import type { CalledFunction, Catalogue } from './catalogue.ts'
import { readPosted, wantsSingle } from './posted.ts'
import { read } from './read-request.ts'
import { answerStatement, arrayOf } from './read-statement.ts'

export type Call = { called: CalledFunction; statement: Statement; single: boolean }

/**
 * A call of a function by names of arguments, as supabase-js writes it, with columns, conditions, order and limit of the
 * rows that it answers; null for any other. Of several functions of one name it is the one that takes those arguments.
 */
export async function readCall(request: Request, catalogue: Catalogue): Promise<Call | null> {
  const named = namedBy(request, catalogue)
  const posted = named && (await readPosted(request))
  if (!posted) return null
  const { text, names, single } = posted
  const called = theOneThatTakes(named.candidates, names)
  if (!called) return null
  const typed = names.map((one) => `${quoted(one)} ${called.parameters.get(one) ?? ''}`)
  const from = names.length > 0 ? `json_to_record($1::json) as a(${typed.join(', ')}), ` : ''
  return callOf(request, named, { called, names, from, parameters: names.length > 0 ? [text] : [], single }, catalogue)
}

/** The same by `GET`, of a function that changes nothing: parameters of the address are its arguments, as text. */
export function readQuery(request: Request, catalogue: Catalogue): Call | null {
  const named = namedBy(request, catalogue)
  const single = wantsSingle(request.headers.get('accept'))
  if (!named || single === null || request.headers.has('range')) return null
  const isArgument = (name: string) => named.candidates.some(({ parameters }) => parameters.has(name))
  const given = Map.groupBy(
    named.parameters.filter(([name]) => isArgument(name)),
    ([name]) => name,
  )
  const names = [...given.keys()].toSorted()
  const called = theOneThatTakes(named.candidates, names)
  if (!called?.isStable) return null
  const parameters: string[] = []
  for (const name of names) {
    const values = (given.get(name) ?? []).map(([, value]) => value)
    // What looks like a condition is one, and the last of several is taken.
    if (values.some((value) => looksLikeCondition.test(value) || value.includes('\0'))) return null
    if (called.variadic !== name && values.length > 1) return null
    parameters.push(called.variadic === name ? arrayOf(values) : (values[0] ?? ''))
  }
  const typed = names.map((one, at) => `$${at + 1}::${called.parameters.get(one) ?? ''} as ${quoted(one)}`)
  const from = names.length > 0 ? `(select ${typed.join(', ')}) a, ` : ''
  const chosen = named.parameters.filter(([name]) => !isArgument(name))
  return callOf(request, { ...named, parameters: chosen }, { called, names, from, parameters, single }, catalogue)
}

const looksLikeCondition = /^(?:not\.)?[a-z]+(?:\([^)]*\))?\./

type Named = { name: string; candidates: readonly CalledFunction[]; parameters: [string, string][] }

function namedBy({ url, headers }: Request, { functions }: Catalogue): Named | null {
  const { pathname, searchParams } = new URL(url)
  const [, name = ''] = /^\/rest\/v1\/rpc\/([a-z_][a-z0-9_]*)$/.exec(pathname) ?? []
  const candidates = functions.get(name)
  const prefer = headers.get('prefer') ?? ''
  if (!candidates || (prefer !== '' && prefer !== 'return=representation')) return null
  return { name, candidates, parameters: [...searchParams].filter(([one]) => one !== 'apikey') }
}

/** Null where none takes exactly these arguments, or several do. */
function theOneThatTakes(candidates: readonly CalledFunction[], names: readonly string[]): CalledFunction | null {
  const fitting = candidates.filter(
    ({ parameters, required }) =>
      names.every((one) => parameters.has(one)) && required.every((one) => names.includes(one)),
  )
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

type Given = {
  called: CalledFunction
  names: readonly string[]
  /** Where the arguments come from: `… a, `, with a column for each. */
  from: string
  parameters: readonly string[]
  single: boolean
}

function callOf(
  { method, headers }: Request,
  { name, parameters: chosen }: Named,
  { called, names, from, parameters, single }: Given,
  catalogue: Catalogue,
): Call | null {
  // One row of several is refused, and what the function did is undone.
  if (single && (called.answers === 'rows' || called.answers === 'values')) return null
  const text = textOf(catalogue.schema, name, called, names)
  const asked = chosen.length > 0 && called.answers === 'rows' ? read(chosen) : null
  const statement =
    chosen.length === 0
      ? { sql: wholeAnswer(called, from, text), parameters }
      : asked?.offset === 0
        ? answerStatement({ ...called, name }, { before: from, text, given: parameters }, asked, catalogue)
        : null
  if (!statement) return null
  const settings = {
    'response.status': '',
    'response.headers': '',
    'request.method': method,
    'request.path': `/rpc/${name}`,
    'request.headers': JSON.stringify(Object.fromEntries([...headers].filter(([one]) => one !== 'authorization'))),
  }
  return { called, single, statement: { ...statement, settings } }
}

/** The call; what stands for any number of arguments comes last. */
function textOf(schema: string, name: string, { variadic }: CalledFunction, given: readonly string[]): string {
  const others = given.filter((one) => one !== variadic)
  const values = others.map((one) => `${quoted(one)} => a.${quoted(one)}`)
  if (variadic !== null && given.includes(variadic))
    values.push(`variadic ${quoted(variadic)} => a.${quoted(variadic)}`)
  return `${quoted(schema)}.${quoted(name)}(${values.join(', ')})`
}

/** `select json from function`, all that it answers. */
function wholeAnswer({ answers }: CalledFunction, from: string, call: string): string {
  switch (answers) {
    case 'nothing':
      return `select f.v::text, '1' from ${from}lateral (select ${call} as v) f`
    case 'value':
      return `select to_json(f.v)::text, '1' from ${from}lateral (select ${call} as v) f`
    case 'row':
      return `select row_to_json(f.*)::text, '1' from ${from}lateral ${call} f`
    case 'values':
      return `select coalesce(json_agg(l.v), '[]')::text, count(*)::text from (select f.v from ${from}lateral ${call} f(v) limit ${mostRows}) l`
    case 'rows':
      return `select coalesce(json_agg(l.*), '[]')::text, count(*)::text from (select f.* from ${from}lateral ${call} f limit ${mostRows}) l`
  }
}
