import { isRelation, relations } from '@/shared/domain/contact'
import { contactKind, type RecordKind } from '@/shared/domain/record-kind'

const recordKinds: Record<string, RecordKind> = {
  quotation: 'quotation',
  delivery: 'delivery',
  task: 'task',
  site: 'location',
  credit: 'credit_application',
}

type StoryItem = { kind: string; id: string; other_id: string | null; other_type: string | null }

/** The record that an item of a contact's story speaks of; null for one that speaks of the contact alone. */
export function storyRecord({ kind, id, other_id, other_type }: StoryItem): { kind: RecordKind; id: string } | null {
  if (other_id !== null && other_type !== null) return { kind: contactKind(other_type), id: other_id }
  const record = recordKinds[kind]
  return record ? { kind: record, id } : null
}

const words: Record<string, string> = {
  stop: 'Put on stop: ',
  release: 'Released: ',
  quotation: 'Quotation: ',
  delivery: 'Delivery: ',
  task: 'Task: ',
  site: 'Site: ',
  bank: 'Bank account: ',
}

/** What stands before the title of an item: `Works for`, `Quotation:`. */
export function storyWords({ kind, detail }: { kind: string; detail: string | null }): string {
  if (detail === null || !isRelation(detail)) return words[kind] ?? ''
  const sentence = relations[detail][kind === 'relation_back' ? 'back' : 'forth']
  return kind.startsWith('relation') ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} ` : (words[kind] ?? '')
}

/** What stands below it: the state of a paper, the address of a site, that a note was edited. */
export const storyDetail = ({ kind, detail }: { kind: string; detail: string | null }): string | null =>
  detail === null || kind.startsWith('relation') ? null : detail.replaceAll('_', ' ')
