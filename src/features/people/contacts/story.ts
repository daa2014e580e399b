import { isDocumentKind, statusOf } from '@/documents/statuses'
import { isRelation, relations } from '@/shared/domain/people/contact'
import { contactKind, isRecordKind, type RecordKind } from '@/shared/domain/records/record-kind'
import { statusLabels } from '@/shared/domain/tasks/task'

/** Kinds of lines that have another name than their record. */
const recordOf: Record<string, RecordKind> = { site: 'location', credit: 'credit_application' }

type StoryItem = { kind: string; id: string; other_id: string | null; other_type: string | null }

/** The record of an item in a contact's story; null for an item about the contact itself. */
export function storyRecord({ kind, id, other_id, other_type }: StoryItem): { kind: RecordKind; id: string } | null {
  if (other_id !== null && other_type !== null) return { kind: contactKind(other_type), id: other_id }
  const record = recordOf[kind] ?? kind
  return isRecordKind(record) ? { kind: record, id } : null
}

const words: Record<string, string> = {
  stop: 'Put on stop: ',
  release: 'Released: ',
  site: 'Site: ',
  bank: 'Bank account: ',
  request: 'Asked on the website: ',
}

/** The words before an item's title: `Works for`, `Quotation:`. `name`: the name of its kind. */
export function storyWords({ kind, detail }: { kind: string; detail: string | null }, name: string | null): string {
  const usual = words[kind] ?? (isRecordKind(kind) && name !== null ? `${name}: ` : '')
  if (detail === null || !isRelation(detail)) return usual
  const sentence = relations[detail][kind === 'relation_back' ? 'back' : 'forth']
  return kind.startsWith('relation') ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} ` : usual
}

/** The status that a record has today. Its line stands at the time when it was made, so the status is said as one of now. */
export function storyStatus({ kind, detail }: { kind: string; detail: string | null }): string | null {
  if (detail === null) return null
  const label = isDocumentKind(kind)
    ? statusOf(kind, detail)?.label
    : kind === 'task'
      ? statusLabels[detail]
      : undefined
  return label === undefined ? null : `now: ${label}`
}

/** The details below it: a site's address, or that a note was edited. */
export function storyDetail(item: { kind: string; detail: string | null }): string | null {
  const { kind, detail } = item
  if (detail === null || kind.startsWith('relation') || storyStatus(item) !== null) return null
  return /^[a-z_]+$/.test(detail) ? detail.replaceAll('_', ' ') : detail
}
