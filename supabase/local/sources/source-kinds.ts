import type { Statement } from './statements.ts'

/** A statement of a source: the kind and name of the created object, and its file. */
export type SourceStatement = Statement & { file: string; kind: SourceKind; name: string }

/**
 * Every kind of statement in the sources, in the order that a database needs. Statements of one kind are ordered by
 * their references (`order.ts`), all others as in the files.
 */
const kinds = {
  schema: /^create (?:schema|extension)(?: if not exists)? "?(\w+)"?|^grant usage on (schema \w+)/,
  type: /^create type ([\w.]+)/,
  table: /^create table ([\w.]+)/,
  constraint: /^alter table ([\w.]+)\s+add constraint (\w+)/,
  function: /^create (?:function|procedure) ([\w.]+)/,
  view: /^create view ([\w.]+)/,
  closing: /^(revoke execute on all routines in schema \w+)/,
  index: /^create (?:unique )?index (\w+)/,
  comment: /^comment on ((?:table|column|view|function|procedure|type|schema) [\w.]+(?:\([^)]*\))?)/,
  remark: /^comment on (\w+ (?:"[^"]*"|[\w.]+)(?: on [\w.]+)?)/,
  call: /^call ([\w.]+\s*\(\s*'[^']*'(?:, '[^']*')?)/,
  security: /^alter table ([\w.]+) enable row level security/,
  trigger: /^create (?:or replace |constraint )?trigger (\w+)\s[^;]*?\son ([\w.]+)/,
  policy: /^create policy ("[^"]+"|\w+) on ([\w.]+)/,
  right: /^((?:grant|revoke) [^;]+)/,
  row: /^(insert into [\w.]+)/,
} as const

export type SourceKind = keyof typeof kinds

/** The steps of a build. */
export const steps: readonly (readonly SourceKind[])[] = [
  ['schema'],
  ['type', 'table', 'constraint', 'function', 'view', 'comment'],
  ['closing'],
  ['index'],
  ['call', 'security'],
  ['trigger'],
  ['policy'],
  ['right'],
  ['remark'],
  ['row'],
]

/**
 * The kind and name of a statement's object. Throws for a statement that does not belong in a source, such as `update`
 * or `drop`.
 */
export function sourceStatement(file: string, statement: Statement): SourceStatement {
  const text = statement.text.replaceAll(/\s+/g, ' ')
  for (const [kind, pattern] of Object.entries(kinds) as [SourceKind, RegExp][]) {
    const found = pattern.exec(text)
    if (found) return { ...statement, file, kind, name: found.slice(1).filter(Boolean).join(' on ') }
  }
  throw new Error(`${file}: a source holds no such statement: ${statement.text.slice(0, 80)}`)
}
