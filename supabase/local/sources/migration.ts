import type { Engine, Queryable } from '../contracts.ts'
import { differences, readCatalogue, type CatalogueEntry } from './catalogue.ts'
import { rightStatements, rowStatements } from './migration-values.ts'
import { inBuildOrder } from './order.ts'
import type { SourceStatement } from './source-kinds.ts'

/** The text of a migration, and the changes that a person must complete. */
export type Draft = { sql: string; left: string[] }

type Change = { had: CatalogueEntry | undefined; wanted: CatalogueEntry | undefined }

/**
 * Writes the difference between the migrations' database and the sources', applying it to `before` on the way: effects
 * of the first half (a call in the sources that gives a new table its rules, comments and rights) are not written
 * twice.
 */
export async function draftMigration(
  before: Engine,
  wanted: readonly CatalogueEntry[],
  sources: readonly SourceStatement[],
): Promise<Draft> {
  const ordered = inBuildOrder(sources)
  const had = await readCatalogue(before)
  const changes = differences(had, wanted)
  const first = [...triggersInTheWay(had, changes), ...structure(changes, ordered)]
  await apply(before, first)
  const second = rules(differences(await readCatalogue(before), wanted), ordered)
  await apply(before, second)
  const third = values(differences(await readCatalogue(before), wanted))
  await apply(before, third)
  const left = differences(await readCatalogue(before), wanted).map(nameOf)
  const statements = [...first, ...second, ...third]
  return {
    sql:
      statements.length === 0
        ? ''
        : `${[bodiesUnchecked, ...statements, 'reset check_function_bodies;'].join('\n\n')}\n`,
    left,
  }
}

const bodiesUnchecked = 'set check_function_bodies = off;'

async function apply(db: Queryable, statements: readonly string[]): Promise<void> {
  await db.exec(bodiesUnchecked)
  for (const statement of statements)
    await db.exec(statement).catch((cause: unknown) => {
      throw new Error(`The drafted statement fails: ${statement.slice(0, 300)}`, { cause })
    })
  await db.exec('reset check_function_bodies')
}

const nameOf = ({ had, wanted }: Change) => {
  const { kind, on, name } = (wanted ?? had) as CatalogueEntry
  return [kind, name, on && `of ${on}`].filter(Boolean).join(' ')
}

/** A column that a trigger watches takes no other type: the trigger goes, and the rules bring it back. */
function triggersInTheWay(catalogue: readonly CatalogueEntry[], changes: readonly Change[]): string[] {
  const retyped = changes.filter(
    ({ had, wanted }) =>
      had?.kind === 'column' &&
      wanted !== undefined &&
      partsOf(had.definition).type !== partsOf(wanted.definition).type,
  )
  const changed = new Set(changes.flatMap(({ had }) => (had?.kind === 'trigger' ? [`${had.name} on ${had.on}`] : [])))
  return catalogue
    .filter(
      ({ kind, on, name, definition }) =>
        kind === 'trigger' &&
        !changed.has(`${name} on ${on}`) &&
        retyped.some(({ had }) => had!.on === on && new RegExp(`\\b${had!.name}\\b`).test(definition)),
    )
    .map(({ on, name }) => `drop trigger ${quoted(name)} on ${on};`)
}

/** Drops removed and changed objects, then creates tables, columns, constraints and functions. */
function structure(changes: readonly Change[], sources: readonly SourceStatement[]): string[] {
  const of = (...kinds: CatalogueEntry['kind'][]) =>
    changes.filter(({ had, wanted }) => kinds.includes((wanted ?? had)!.kind))
  const goneTables = new Set(
    of('table')
      .filter(({ wanted }) => !wanted)
      .map(({ had }) => had!.name),
  )
  const newTables = new Set(
    of('table')
      .filter(({ had }) => !had)
      .map(({ wanted }) => wanted!.name),
  )
  const stays = ({ had }: Change) => had !== undefined && !goneTables.has(had.on)
  const drops = [
    ...of('trigger', 'policy')
      .filter(stays)
      .map(({ had }) => `drop ${had!.kind} ${quoted(had!.name)} on ${had!.on};`),
    ...of('index')
      .filter(stays)
      .map(({ had }) => `drop index ${had!.on.split('.')[0]}.${quoted(had!.name)};`),
    ...of('view')
      .filter(stays)
      .map(({ had }) => `drop view ${had!.name};`),
    ...of('constraint')
      .filter(stays)
      .map(({ had }) => `alter table ${had!.on} drop constraint ${quoted(had!.name)};`),
    ...of('function')
      .filter((one) => one.had && (!one.wanted || head(one.had) !== head(one.wanted)))
      .map(({ had }) => `drop routine ${had!.name};`),
    ...[...goneTables].map((name) => `drop table ${name};`),
  ]
  const changed = new Set(of('function', 'view').map(({ wanted }) => wanted?.name.replace(/\(.*/s, '')))
  const made = sources.flatMap((one) => {
    if (one.kind === 'function')
      return changed.has(one.name)
        ? [withComment(one).replace(/^create (function|procedure)/m, 'create or replace $1')]
        : []
    if (one.kind === 'view') return changed.has(one.name) ? [withComment(one)] : []
    if (one.kind === 'type')
      return of('type').some(({ wanted, had }) => !had && wanted?.name === one.name) ? [one.text] : []
    if (one.kind === 'schema')
      return of('extension').some(({ wanted }) => wanted && one.text.includes(wanted.name)) ? [one.text] : []
    return one.kind === 'table' && newTables.has(one.name) ? [withComment(one)] : []
  })
  const old = (one: Change) =>
    !newTables.has((one.wanted ?? one.had)!.on) && !goneTables.has((one.wanted ?? one.had)!.on)
  const columns = of('column').filter(old).sort(generatedFirst).flatMap(columnStatements)
  const constraints = of('constraint')
    .filter((one) => one.wanted && old(one))
    .map(({ wanted }) => wanted!.definition)
  return [
    ...drops,
    ...columns.filter(isForColumns),
    ...made,
    ...columns.filter((one) => !isForColumns(one)),
    ...constraints,
  ]
}

const hadGenerated = ({ had }: Change) => had !== undefined && !isForColumns(had.definition)

/** A generated column goes before the columns that it is computed of. */
const generatedFirst = (one: Change, other: Change) => Number(!hadGenerated(one)) - Number(!hadGenerated(other))

const isForColumns = (statement: string) => !statement.includes('generated always as (')

/** The part of a function that `create or replace` cannot change. */
const head = ({ definition }: CatalogueEntry) => definition.split(/\n LANGUAGE /)[0]

/** A proposal: only a person knows the values for existing rows. */
function columnStatements({ had, wanted }: Change): string[] {
  const { on, name } = (wanted ?? had) as CatalogueEntry
  if (!wanted) return [`alter table ${on} drop column ${quoted(name)};`]
  const column = wanted.definition.replace(/^\d+ /, '')
  if (!had)
    return [
      `${/ not null(?!.* (default|generated))/.test(column) ? '-- The rows that are there need a value.\n' : ''}alter table ${on} add column ${column};`,
    ]
  if (had.definition.replace(/^\d+ /, '') === column) return []
  // The expression of a generated column cannot be changed: the column is created again and its values are computed.
  if (!isForColumns(column) || !isForColumns(had.definition))
    return [`alter table ${on} drop column ${quoted(name)};`, `alter table ${on} add column ${column};`]
  return [changeOfColumn(on, name, had.definition, wanted.definition)]
}

function partsOf(definition: string) {
  const [, type = '', rest = ''] =
    /^\d+ (?:"[^"]+"|\w+) (.*?)((?: not null)?(?: default .*| generated .*)?)$/s.exec(definition) ?? []
  return { type, needed: rest.startsWith(' not null'), value: / default (.*)$/s.exec(rest)?.[1] }
}

function changeOfColumn(on: string, name: string, had: string, wanted: string): string {
  const before = partsOf(had)
  const after = partsOf(wanted)
  const actions = [
    before.type !== after.type && `alter column ${quoted(name)} type ${after.type}`,
    before.value !== after.value &&
      `alter column ${quoted(name)} ${after.value === undefined ? 'drop default' : `set default ${after.value}`}`,
    before.needed !== after.needed && `alter column ${quoted(name)} ${after.needed ? 'set' : 'drop'} not null`,
  ].filter(Boolean)
  return `alter table ${on} ${actions.join(', ')};`
}

/** Offers and the calls that give a new table its rules; then indexes, row level security, triggers and policies. */
function rules(changes: readonly Change[], sources: readonly SourceStatement[]): string[] {
  const wanted = changes.flatMap((one) => (one.wanted ? [one.wanted] : []))
  const offered = new Set(
    wanted
      .filter(({ kind, name }) => kind === 'function' && name.startsWith('public.'))
      .map(({ name }) => name.replace(/^public\.(\w+).*/s, '$1')),
  )
  const unsecured = new Set(wanted.filter(({ kind }) => kind === 'security').map(({ name }) => name))
  const calls = sources.flatMap(({ kind, name, text }) => {
    const about = /'(?:\w+\.)?(\w+)/.exec(name)?.[1] ?? ''
    if (kind === 'call' && name.startsWith('private.offer') && offered.has(about)) return [text]
    if (
      kind !== 'call' ||
      !/^private\.(borrow_rules|refuse_hostile_values|after_each_statement|follow_transitions)/.test(name)
    )
      return []
    return [...unsecured].some((table) => name.includes(`'${table}'`)) ? [text] : []
  })
  const borrowed = (one: CatalogueEntry) =>
    unsecured.has(one.on) &&
    !sources.some(
      ({ kind, name }) =>
        kind === one.kind && (name === `${one.name} on ${one.on}` || name === `"${one.name}" on ${one.on}`),
    )
  const rest = wanted
    .filter(
      (one) =>
        ['index', 'security', 'trigger', 'policy'].includes(one.kind) &&
        !(['trigger', 'policy'].includes(one.kind) && borrowed(one)),
    )
    .filter(({ kind, name }) => kind !== 'security' || !calls.some((call) => call.includes(`borrow_rules('${name}'`)))
    .map((one) => written(one, sources))
  const dropped = changes.flatMap(({ had, wanted: next }) =>
    had?.kind === 'security' && !next ? [`alter table ${had.name} disable row level security;`] : [],
  )
  const closing = sources.filter(({ kind }) => kind === 'closing').map(({ text }) => text)
  const functions = wanted.some(({ kind }) => kind === 'right' || kind === 'function')
  return [...(functions ? closing : []), ...calls, ...dropped, ...rest]
}

/** The statement from the sources; the effect of a call is printed from the catalogue. */
function written({ kind, on, name, definition }: CatalogueEntry, sources: readonly SourceStatement[]): string {
  const same = sources.find(
    (one) =>
      one.kind === kind && (one.name === name || one.name === `${name} on ${on}` || one.name === `"${name}" on ${on}`),
  )
  if (!same) return definition
  return withComment(same).replace(/^create trigger/m, 'create or replace trigger')
}

function values(changes: readonly Change[]): string[] {
  // Revoking a table's rights revokes those of its columns.
  const columnsLast = [...changes].sort((one, other) => Number(isOfColumn(one)) - Number(isOfColumn(other)))
  return columnsLast.flatMap(({ had, wanted }) => {
    const { kind, name } = (wanted ?? had) as CatalogueEntry
    if (kind === 'comment') return [`comment on ${commented(name)} is ${wanted ? literal(wanted.definition) : 'null'};`]
    if (kind === 'right') return rightStatements(name, had?.definition, wanted?.definition)
    return kind === 'row' ? rowStatements(had, wanted) : []
  })
}

const isOfColumn = ({ had, wanted }: Change) =>
  (wanted ?? had)!.kind === 'right' && (wanted ?? had)!.name.startsWith('column ')

/** `table column public.jobs.title` → `column public.jobs.title`. */
const commented = (name: string) => name.replace(/^table (column|constraint) /, '$1 ')

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
const withComment = ({ comment, text }: SourceStatement) => (comment ? `${comment}\n${text}` : text)
