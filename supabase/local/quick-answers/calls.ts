import type { Statement } from '../contracts.ts'
import { quoted } from '../engine/quoted-name.ts'
import { mostRows } from '../rest-auth/request-size.ts'
import type { CalledFunction, Catalogue } from './catalogue.ts'
import { readPosted, wantsSingle } from './posted.ts'
import { read } from './read-request.ts'
import { answerStatement } from './read-statement.ts'

export type Call = { called: CalledFunction; statement: Statement; single: boolean }

/**
 * A call of a function by names of arguments, as supabase-js writes it, with columns, conditions, order and limit of the
 * rows that it answers; null for any other, and for a function with several bodies.
 */
export async function readCall(request: Request, catalogue: Catalogue): Promise<Call | null> {
  const named = namedBy(request, catalogue)
  const posted = named && (await readPosted(request))
  if (!posted) return null
  const { called } = named
  const { text, names, single } = posted
  if (names.some((one) => !called.parameters.has(one)) || called.required.some((one) => !names.includes(one)))
    return null
  return callOf(request, named, { names, parameters: names.length > 0 ? [text] : [], single }, catalogue)
}

/** The same by `GET`, of a function that changes nothing, without arguments. */
export function readQuery(request: Request, catalogue: Catalogue): Call | null {
  const named = namedBy(request, catalogue)
  const { headers } = request
  const single = wantsSingle(headers.get('accept'))
  const schema = headers.get('accept-profile') ?? 'public'
  if (!named?.called.isStable || named.called.required.length > 0) return null
  if (single === null || schema !== 'public' || headers.has('range')) return null
  // A parameter of the address can be an argument.
  if (named.parameters.some(([name]) => named.called.parameters.has(name))) return null
  return callOf(request, named, { names: [], parameters: [], single }, catalogue)
}

type Named = { name: string; called: CalledFunction; parameters: [string, string][] }

function namedBy({ url, headers }: Request, { functions }: Catalogue): Named | null {
  const { pathname, searchParams } = new URL(url)
  const [, name = ''] = /^\/rest\/v1\/rpc\/([a-z_][a-z0-9_]*)$/.exec(pathname) ?? []
  const called = functions.get(name)
  const prefer = headers.get('prefer') ?? ''
  if (!called || (prefer !== '' && prefer !== 'return=representation')) return null
  return { name, called, parameters: [...searchParams].filter(([one]) => one !== 'apikey') }
}

type Given = { names: readonly string[]; parameters: readonly string[]; single: boolean }

function callOf(
  { method, headers }: Request,
  { name, called, parameters: chosen }: Named,
  { names, parameters, single }: Given,
  catalogue: Catalogue,
): Call | null {
  // One row of several is refused, and what the function did is undone.
  if (single && (called.answers === 'rows' || called.answers === 'values')) return null
  const written = chosen.length === 0 ? whole(name, called, names, parameters) : null
  const asked = chosen.length > 0 && called.answers === 'rows' ? read(chosen) : null
  const call = { before: argumentsOf(called, names), text: textOf(name, names), given: parameters }
  const statement =
    written ?? (asked?.offset === 0 ? answerStatement({ ...called, name }, call, asked, catalogue) : null)
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

/** The arguments, taken out of one JSON value, before what uses them. */
const argumentsOf = ({ parameters }: CalledFunction, given: readonly string[]): string => {
  const typed = given.map((one) => `${quoted(one)} ${parameters.get(one) ?? ''}`)
  return given.length > 0 ? `json_to_record($1::json) as a(${typed.join(', ')}), ` : ''
}

const textOf = (name: string, given: readonly string[]): string =>
  `public.${quoted(name)}(${given.map((one) => `${quoted(one)} => a.${quoted(one)}`).join(', ')})`

/** `select json from function`, all that it answers. */
function whole(
  name: string,
  called: CalledFunction,
  given: readonly string[],
  parameters: readonly string[],
): Statement {
  return { sql: wholeAnswer(called, argumentsOf(called, given), textOf(name, given)), parameters }
}

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
