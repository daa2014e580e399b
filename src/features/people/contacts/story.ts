import { isRelation, relations } from '@/shared/domain/contact'
import { cardLink, type ContactLinks } from './links'

/** Where an item of a contact's story leads, if anywhere. */
export const hrefOf = (links: ContactLinks, kind: string, id: string): string | null => {
  if (kind === 'quotation') return links.quotation(id)
  if (kind === 'delivery') return links.delivery(id)
  if (kind === 'site') return links.location(id)
  if (kind === 'credit') return links.credit(id)
  return kind === 'task' ? links.task(id) : null
}

type StoryItem = { kind: string; id: string; other_id: string | null; other_type: string | null }

export const storyHref = (links: ContactLinks, { kind, id, other_id, other_type }: StoryItem): string | null =>
  other_id !== null && other_type !== null
    ? cardLink(links, { type: other_type, id: other_id })
    : hrefOf(links, kind, id)

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
