import type { CatalogueEntry } from './catalogue.ts'
import { registers } from './registers.ts'

/** Grants and revokes between two texts of rights, such as `anon: select; authenticated: insert, select`. */
export function rightStatements(name: string, had: string | undefined, wanted: string | undefined): string[] {
  const [, what = '', target = ''] = /^(\w+) ([\s\S]*)$/.exec(name) ?? []
  // The rights of a dropped object are dropped with it.
  if (wanted === undefined && what !== 'column') return []
  const before = byRole(had)
  const after = byRole(wanted)
  const on = what === 'column' ? target.slice(0, target.lastIndexOf('.')) : `${what} ${target}`
  const column = what === 'column' ? ` (${target.slice(target.lastIndexOf('.') + 1)})` : ''
  const listed = (rights: readonly string[]) => rights.map((right) => right + column).join(', ')
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((role) => {
    const old = before.get(role) ?? []
    const next = after.get(role) ?? []
    const less = old.filter((right) => !next.includes(right))
    const more = next.filter((right) => !old.includes(right))
    // More than reading and writing rows is only ever given and taken as a whole.
    if (what === 'table' && less.includes('truncate'))
      return [
        `revoke all on ${on} from ${role};`,
        ...(next.length > 0 ? [`grant ${listed(next)} on ${on} to ${role};`] : []),
      ]
    if (what === 'table' && more.includes('truncate')) return [`grant all on ${on} to ${role};`]
    return [
      ...(less.length > 0 ? [`revoke ${listed(less)} on ${on} from ${role};`] : []),
      ...(more.length > 0 ? [`grant ${listed(more)} on ${on} to ${role};`] : []),
    ]
  })
}

function byRole(rights: string | undefined): Map<string, string[]> {
  if (!rights || rights === 'none') return new Map()
  return new Map(
    rights.split('; ').map((one) => {
      const [role = '', list = ''] = one.split(': ')
      return [role, list.split(', ')]
    }),
  )
}

/** The statement that takes a row of a register from one state to the other: a proposal where people may have changed it. */
export function rowStatements(had: CatalogueEntry | undefined, wanted: CatalogueEntry | undefined): string[] {
  const { on } = (wanted ?? had) as CatalogueEntry
  const register = registers.find(({ table }) => table === on)
  if (!register) return []
  const before = had && (JSON.parse(had.definition) as Record<string, unknown>)
  const after = wanted && (JSON.parse(wanted.definition) as Record<string, unknown>)
  if (on === 'public.role_permissions') return rightOfRole(before, after)
  const same = (row: Record<string, unknown>) =>
    register.key.map((column) => `t.${column}::text = ${literal(String(row[column]))}`).join(' and ')
  if (!after) return before ? [`delete from ${on} as t where ${same(before)};`] : []
  const changed = Object.keys(after).filter(
    (column) => JSON.stringify(after[column]) !== JSON.stringify(before?.[column]),
  )
  const values = `jsonb_populate_record(null::${on}, ${literal(JSON.stringify(after))})`
  const names = (before ? changed : Object.keys(after)).map((column) => `"${column}"`).join(', ')
  return before
    ? [`update ${on} as t set (${names}) = (select ${names} from ${values}) where ${same(after)};`]
    : [`insert into ${on} (${names}) select ${names} from ${values};`]
}

function rightOfRole(
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): string[] {
  const { role, name } = (after ?? before) as { role: string; name: string }
  const permission = `(select id from public.permissions where name = ${literal(name)})`
  return after
    ? [`insert into public.role_permissions (role, permission_id) values (${literal(role)}, ${permission});`]
    : [`delete from public.role_permissions where role = ${literal(role)} and permission_id = ${permission};`]
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
