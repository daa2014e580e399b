import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The Supabase project that this server stands for. */
export const projectConfig = fileURLToPath(new URL('../config.toml', import.meta.url))

/** Values of one section of a TOML file by their keys, as they are written there: `true`, `"text"`, `["a", "b"]`. */
export type Section = ReadonlyMap<string, string>

/**
 * Reads a section of the project's `config.toml`: `[name]` with a value a line, and lists over several lines. Comments are left
 * out. Without the file or the section it is empty.
 */
export async function readSection(file: string, names: readonly string[]): Promise<Section> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').map(withoutComment)
  const start = lines.findIndex((line) => names.some((name) => line === `[${name}]`))
  const after = start < 0 ? [] : lines.slice(start + 1)
  const next = after.findIndex((line) => /^\[{1,2}[^[\],]+\]{1,2}$/.test(line))
  const section = new Map<string, string>()
  let open: string | null = null
  for (const line of next < 0 ? after : after.slice(0, next)) {
    const [, key, begun = ''] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? []
    const name: string | null = open ?? key ?? null
    if (name === null) continue
    const value: string = open === null ? begun : `${section.get(name) ?? ''} ${line}`.trim()
    section.set(name, value)
    open = value.startsWith('[') && !value.endsWith(']') ? name : null
  }
  return section
}

/** The texts of a list: `["public", 'shop',]`. */
export const listOf = (value: string): string[] =>
  [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '')

/** A `#` begins a comment outside of quotes. */
const withoutComment = (line: string): string =>
  (/^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"'])*/.exec(line)?.[0] ?? line).trim()
