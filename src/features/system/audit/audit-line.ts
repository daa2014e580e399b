import { z } from 'zod'
import { calendarDayText, momentText, withTax } from '@/shared/domain/text/formats'
import { decimal, written } from '@/shared/domain/money/decimal'
import { bareLength } from '@/shared/domain/text/length'
import { roles } from '@/shared/domain/people/role'
import { codeColumns, codeWords, columnText, inWords, isLengthColumn, silentColumns, things } from './audit-words'

/** One line of the trail, as the database keeps it. */
export type AuditLine = {
  id: number
  at: string
  actor_label: string | null
  table_name: string
  record_id: string
  record_label: string | null
  action: string
  /** `{column: [before, after]}` */
  changed: unknown
  /** `{key: name}` of the people, contacts and rights among the values. */
  labels: unknown
}

export type Change = { column: string; before: string; after: string }

const changesSchema = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
const labelsSchema = z.record(z.string(), z.string()).catch({})

/** The key of these is in the heading of the line, so it is not repeated below. */
const inHeading: Record<string, readonly string[]> = {
  page_permissions: ['role', 'page_name'],
  role_permissions: ['role', 'permission_id'],
  quotation_items: ['quotation_id', 'position'],
  invoice_items: ['invoice_id', 'position'],
}

/** The changes of a line by column. Empty values are a dash; ids are shown as the names at that time. */
export function changesOf({
  table_name,
  changed,
  labels,
}: Pick<AuditLine, 'table_name' | 'changed' | 'labels'>): Change[] {
  const parsed = changesSchema.safeParse(changed)
  if (!parsed.success) return []
  const names = labelsSchema.parse(labels)
  const hidden = new Set([...silentColumns, ...(inHeading[table_name] ?? [])])
  return Object.entries(parsed.data)
    .filter(([column]) => !hidden.has(column))
    .map(([column, [before, after]]) => {
      const text = (value: unknown) =>
        (isLengthColumn(column) && lengthOf(value)) || valueText(value, names, codeColumns.has(column))
      return { column: columnText(column), before: text(before), after: text(after) }
    })
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => a.column.localeCompare(b.column))
}

/** The text of stored millimetres; null for anything else. */
function lengthOf(value: unknown): string | null {
  const mm = typeof value === 'number' || typeof value === 'string' ? decimal(value) : null
  return mm && bareLength(written(mm))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}(:?\d{2})?)$/
const calendarDay = /^\d{4}-\d{2}-\d{2}$/
function valueText(value: unknown, names: Readonly<Record<string, string>>, isCode = false): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((one) => valueText(one, names, isCode)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, part]) => `${inWords(key)}: ${valueText(part, names)}`)
    return parts.length === 0 ? '–' : parts.join('; ')
  }
  const text = String(value)
  if (moment.test(text)) return momentText(text)
  if (calendarDay.test(text)) return calendarDayText(text)
  if (uuid.test(text)) return names[text] ?? 'no longer known'
  return isCode || codeWords.has(text) ? inWords(text) : text
}

const happenings: Record<string, string> = {
  INSERT: 'added',
  UPDATE: 'changed',
  DELETE: 'removed',
  invited_again: 'invited again',
  temporary_password: 'given a temporary password',
  second_factor_removed: 'freed of the second factor',
  exported: 'made',
}
const rightHappenings: Record<string, string> = { INSERT: 'given', UPDATE: 'changed', DELETE: 'taken' }

/** An event in words: `Role changed`, `Sales: rights on Quotations changed`. */
export function happeningText({
  table_name,
  action,
  record_label,
}: Pick<AuditLine, 'table_name' | 'action' | 'record_label'>): string {
  const [role = '', right = 'no longer known'] = record_label?.split(' · ') ?? []
  if (table_name === 'page_permissions')
    return `${inWords(role)}: rights on ${inWords(right)} ${rightHappenings[action] ?? action}`
  if (table_name === 'role_permissions')
    return `${inWords(role)}: the right “${inWords(right)}” ${rightHappenings[action] ?? action}`
  // The trail of a document includes its lines, each named by its text: `Line “Fascia” changed`.
  const words = table_name.endsWith('_items') ? record_label?.split(', ').slice(1).join(', ') : undefined
  if (words) return `Line “${words}” ${happenings[action] ?? action}`
  return `${withTax(things[table_name] ?? inWords(table_name))} ${happenings[action] ?? action}`
}

/** The subject of a record's trail, by its last name. */
export function subjectOf(lines: readonly AuditLine[], id: string): string | null {
  if (isRole(id)) return `${inWords(id)}: all rights`
  const isOwn = ({ record_id }: AuditLine) => record_id === id || !record_id.startsWith(`${id}/`)
  const label = lines.find((line) => line.record_label !== null && isOwn(line))?.record_label
  // A name of ours is read as words; a number keeps its hyphens: INV-2026-0270.
  const isOurs = (part: string) => /^[a-z]+([_-][a-z]+)*$/.test(part)
  return label
    ? label
        .split(' · ')
        .map((part) => (isOurs(part) ? inWords(part) : part))
        .join(' · ')
    : null
}

/** A role has a trail too: of every right that it was given and lost. */
export const isRole = (id: string): boolean => roles.some((role) => role === id)
