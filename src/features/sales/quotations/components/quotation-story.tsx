import { useLive } from '@/kit/live/use-live'
import { DocumentStory } from '@/kit/record/document-story'
import { eventIcons, eventWords } from '../../shared/quotation-events'
import { lostReason } from '../../shared/lost-reasons'
import { quotationsKey } from '../api/quotations.query'

/**
 * The events of a quotation, newest first. Changes of lines are not events, so it is not read again while they are
 * edited.
 */
export function QuotationStory({ id }: { id: string }) {
  const queryKey = [...quotationsKey, 'told', id]
  useLive(queryKey, [{ page: 'quotations', tables: ['document_events'] }])
  return (
    <DocumentStory
      kind="quotation"
      id={id}
      queryKey={queryKey}
      words={eventWords}
      icons={eventIcons}
      detailOf={wordsOf}
    />
  )
}

const wordsOf = (meta: unknown): string => {
  const lost: unknown = Reflect.get(Object(meta), 'lost')
  const said: unknown = Reflect.get(Object(meta), 'words') ?? Reflect.get(Object(meta), 'reason')
  const parts = [typeof lost === 'string' ? lostReason(lost) : null, typeof said === 'string' ? said : null]
  return parts.some(Boolean) ? `: ${parts.filter(Boolean).join(' – ')}` : ''
}
