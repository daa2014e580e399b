import { Text } from '@mantine/core'
import { IconPoint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '@/shared/ui/problem'
import { clockText, dayText } from '@/shared/domain/formats'
import { StoryEvent } from '@/shared/ui/story-event'
import page from '@/shared/ui/record-page.module.css'
import { eventIcons, eventWords } from '../../shared/quotation-events'
import { lostReason } from '../../shared/lost-reasons'
import { storyQuery } from '../api/quotation.query'

/** What happened to a quotation, newest first. */
export function QuotationStory({ id }: { id: string }) {
  const { data: events = [], isError, refetch } = useQuery(storyQuery(id))
  if (isError) return <Problem onRetry={() => void refetch()}>The story could not be read</Problem>
  if (events.length === 0) return <Text c="dimmed">Nothing happened yet.</Text>
  return (
    <ol className={page.story}>
      {events.map((event) => (
        <StoryEvent key={event.id} icon={eventIcons[event.type] ?? IconPoint}>
          <div>
            {eventWords[event.type] ?? event.type.replaceAll('_', ' ')}
            {wordsOf(event.meta)}
            <Text size="xs" c="dimmed">
              {event.actor_name ?? (event.type === 'viewed' ? 'By the link' : 'System')} · {dayText(event.at)},{' '}
              {clockText(event.at)}
            </Text>
          </div>
        </StoryEvent>
      ))}
    </ol>
  )
}

const wordsOf = (meta: unknown): string => {
  const lost: unknown = Reflect.get(Object(meta), 'lost')
  const said: unknown = Reflect.get(Object(meta), 'words') ?? Reflect.get(Object(meta), 'reason')
  const parts = [typeof lost === 'string' ? lostReason(lost) : null, typeof said === 'string' ? said : null]
  return parts.some(Boolean) ? `: ${parts.filter(Boolean).join(' – ')}` : ''
}
