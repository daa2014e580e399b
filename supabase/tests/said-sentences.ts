import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSources } from '../local/sources/build.ts'

const withoutRemarks = (text: string) => text.replaceAll(/--[^\n]*/g, '')

/** The bodies of the functions in `private` by their names, without remarks; `anyone`: what visitors may call. */
export async function privateFunctions(): Promise<{ bodies: Map<string, string>; anyone: string[] }> {
  const sources = await readSources()
  const bodies = new Map<string, string>()
  for (const { kind, name, text } of sources) {
    const body = /\$\$([\s\S]*)\$\$/.exec(text)?.[1]
    const short = name.replace('private.', '')
    if (kind === 'function' && body !== undefined)
      bodies.set(short, `${bodies.get(short) ?? ''}\n${withoutRemarks(body)}`)
  }
  const anyone = sources.flatMap(
    ({ kind, text }) => (kind === 'call' && /offer\(\s*'private\.(\w+)\([^;]*\{anon/.exec(text)?.[1]) || [],
  )
  return { bodies, anyone }
}

/** These functions and all that they call in `private`. */
export function calledFrom(roots: Iterable<string>, bodies: ReadonlyMap<string, string>): Set<string> {
  const called = new Set<string>()
  const next = [...roots]
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (called.has(name)) continue
    called.add(name)
    for (const [, callee = ''] of (bodies.get(name) ?? '').matchAll(/private\.(\w+)\s*\(/g)) next.push(callee)
  }
  return called
}

/** The text up to the bracket or semicolon that ends it, outside of quotes. */
function argumentsOf(text: string): string[] {
  const found = ['']
  let depth = 0
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    if (depth < 0 || token === ';') break
    if (token === ',' && depth === 0) found.push('')
    else found.push((found.pop() ?? '') + token)
  }
  return found
}

/** The whole sentences that a body refuses with, with `%s` for their places; an expression where it has none. */
export function refusedIn(body: string): string[] {
  const calls = [...body.matchAll(/private\.refuse\(/g)].map(
    ({ index, 0: call }) => argumentsOf(body.slice(index + call.length))[1] ?? '',
  )
  const raised = [...body.matchAll(/\braise\s+(?!exception using errcode = p_code)[\s\S]*?;/g)].map(([text]) => text)
  return [...calls, ...raised].flatMap((expression) => {
    const words = [...expression.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
    const sentences = words.filter((text) => /^(?!FM)\p{Lu}/u.test(text))
    return sentences.length === 0 ? [expression.trim()] : sentences
  })
}

/** The refusals of a server function and of the files that it imports; `${…}` is `%s`. */
export async function refusedByServer(file: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(file)) return []
  seen.add(file)
  const text = await readFile(file, 'utf8')
  const own = [...text.matchAll(/new Refusal\(\s*\d+,\s*'\w+',\s*(?:'([^']*)'|`([^`]*)`)/g)].map(
    ([, plain, filled]) => plain ?? (filled ?? '').replaceAll(/\$\{[^}]*\}/g, '%s'),
  )
  for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g))
    own.push(...(await refusedByServer(join(dirname(file), path), seen)))
  return own
}

/** The functions of the database that the files of these folders call. */
export async function calledByPages(folders: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
        .map((name) => join(folder, name)),
    ),
  )
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/rpc\(\s*'(\w+)'/g)].map(([, name = '']) => name))
}
