import { z } from 'zod'

const changesSchema = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))

export type Change = { column: string; before: string; after: string }

/** Columns that say nothing to a person: keys, and when a row was made. */
const silent = new Set(['id', 'user_id', 'created_at', 'contact_id'])

/** `{column: [before, after]}` as lines to read, by column. What has no value is a dash. */
export function changesOf(changed: unknown): Change[] {
  const parsed = changesSchema.safeParse(changed)
  if (!parsed.success) return []
  return Object.entries(parsed.data)
    .filter(([column]) => !silent.has(column))
    .map(([column, [before, after]]) => ({
      column: inWords(column),
      before: valueText(before),
      after: valueText(after),
    }))
    .toSorted((a, b) => a.column.localeCompare(b.column))
}

const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const things: Record<string, string> = {
  user_roles: 'Role',
  page_permissions: 'Page rights',
  permissions: 'Named right',
  role_permissions: 'Named right of a role',
  contacts: 'Contact',
  accounts: 'Account',
}
const happenings: Record<string, string> = {
  INSERT: 'added',
  UPDATE: 'changed',
  DELETE: 'removed',
  temporary_password: 'given a temporary password',
}

/** What happened, in words: `Role changed`. */
export const happeningText = (tableName: string, action: string): string =>
  `${things[tableName] ?? inWords(tableName)} ${happenings[action] ?? action}`
