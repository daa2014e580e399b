import { steps, type SourceStatement } from './source-kinds.ts'
import { withoutQuotes } from './statements.ts'

/**
 * Sorts the statements for building: by step (`source-kinds.ts`), and within tables and functions each after those it
 * names outside its body. Bodies are ignored, because the build checks them only at the end. The comment of a table,
 * column or function follows it at once, because `private.offer` and `like … including all` copy it.
 */
export function inBuildOrder(statements: readonly SourceStatement[]): SourceStatement[] {
  return steps.flatMap((kinds) => byNeed(statements.filter(({ kind }) => kinds.includes(kind))))
}

function byNeed(statements: readonly SourceStatement[]): SourceStatement[] {
  const makers = grouped(
    statements.filter(({ kind }) => kind !== 'constraint' && kind !== 'comment'),
    ({ name }) => name,
  )
  const comments = grouped(
    statements.filter(({ kind }) => kind === 'comment'),
    subjectOf,
  )
  const ordered = new Set<SourceStatement>()
  const begun = new Set<SourceStatement>()
  const add = (one: SourceStatement) => {
    if (ordered.has(one)) return
    if (begun.has(one)) throw new Error(`${one.file}: ${one.name} needs itself, by way of another`)
    begun.add(one)
    for (const name of needsOf(one)) if (name !== one.name) for (const maker of makers.get(name) ?? []) add(maker)
    ordered.add(one)
    if (one.kind === 'comment' || makers.get(one.name)?.some((maker) => !ordered.has(maker))) return
    for (const comment of comments.get(one.name) ?? []) if (!begun.has(comment)) add(comment)
  }
  for (const one of statements) add(one)
  return [...ordered]
}

function grouped(statements: readonly SourceStatement[], keyOf: (one: SourceStatement) => string) {
  const groups = new Map<string, SourceStatement[]>()
  for (const one of statements) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** The object of a comment: `column public.jobs.title` → `public.jobs`, `function private.must` → `private.must`. */
function subjectOf({ name }: SourceStatement): string {
  return /^\w+ ((?:\w+\.)?\w+)/.exec(name)?.[1] ?? ''
}

function needsOf(one: SourceStatement): string[] {
  if (one.kind === 'comment') return [subjectOf(one)]
  const names = withoutQuotes(one.text).match(/\b(?:public|private)\.\w+/g) ?? []
  return ['type', 'table', 'constraint', 'function', 'view'].includes(one.kind) ? names : []
}
