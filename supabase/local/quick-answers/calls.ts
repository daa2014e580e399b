import type { Statement } from '../contracts.ts'
import { mostRows } from '../rest-auth/request-size.ts'
import type { CalledFunction, Catalogue } from './catalogue.ts'
import { readPosted } from './posted.ts'

export type Call = { called: CalledFunction; statement: Statement; single: boolean }

/**
 * A call of a function by names of arguments, as supabase-js writes it, or null for any other: of functions with several
 * bodies, with columns to choose or conditions on the answer, and by `GET`.
 */
export async function readCall(request: Request, catalogue: Catalogue): Promise<Call | null> {
  const { pathname, search } = new URL(request.url)
  const [, name = ''] = /^\/rest\/v1\/rpc\/([a-z_][a-z0-9_]*)$/.exec(pathname) ?? []
  const called = catalogue.functions.get(name)
  const { headers } = request
  if (!called || search !== '' || headers.has('prefer')) return null
  const posted = await readPosted(request)
  if (!posted) return null
  const { text, names, single } = posted
  // One row of several is refused, and what the function did is undone.
  if (single && (called.answers === 'rows' || called.answers === 'values')) return null
  if (names.some((one) => !called.parameters.has(one)) || called.required.some((one) => !names.includes(one)))
    return null
  return {
    called,
    single,
    statement: {
      sql: callOf(name, called, names),
      parameters: names.length > 0 ? [text] : [],
      settings: {
        'response.status': '',
        'response.headers': '',
        'request.method': 'POST',
        'request.path': `/rpc/${name}`,
        'request.headers': JSON.stringify(Object.fromEntries([...headers].filter(([one]) => one !== 'authorization'))),
      },
    },
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `select json from function`, with the arguments taken out of one JSON value. */
function callOf(name: string, { parameters, answers }: CalledFunction, given: readonly string[]): string {
  const typed = given.map((one) => `${quote(one)} ${parameters.get(one) ?? ''}`)
  const from = given.length > 0 ? `json_to_record($1::json) as a(${typed.join(', ')}), ` : ''
  const call = `public.${quote(name)}(${given.map((one) => `${quote(one)} => a.${quote(one)}`).join(', ')})`
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
