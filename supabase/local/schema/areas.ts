import type { SchemaObject } from './read.ts'

type Migration = { name: string; sql: string }

const head =
  '-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.\n'

/** Where a table of Supabase itself, or what no migration names, is printed. */
const elsewhere = 'supabase'

/**
 * The schema as text, a file an area: area to content. The area of an object is the migration that made it, so two
 * people who add migrations change different files.
 */
export function printAreas(objects: readonly SchemaObject[], migrations: readonly Migration[]): Map<string, string> {
  const parts = new Map<string, string[]>()
  for (const object of objects) {
    const area = migrations.find(({ sql }) => makes(object).test(sql))?.name ?? elsewhere
    parts.set(area, [...(parts.get(area) ?? []), object.statements.join('\n')])
  }
  return new Map(
    [...parts].map(([area, texts]) => [area, `${[head, ...texts].join('\n\n').replace('\n\n\n', '\n\n')}\n`]),
  )
}

/** Finds the statement of a migration that makes an object. */
function makes({ kind, name }: SchemaObject): RegExp {
  const plain = name
    .replace(/^(function|procedure) /, '')
    .replace(/\(.*$/s, '')
    .replaceAll('"', '')
  const noun = kind === 'function' ? 'function|procedure' : kind
  return new RegExp(`create (or replace )?(${noun}) (if not exists )?${plain.replaceAll('.', '\\.')}\\b(?!\\.)`)
}
