import { Text } from '@mantine/core'
import {
  IconCheck,
  IconEye,
  IconHelp,
  IconPencil,
  IconPoint,
  IconSend,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '@/shared/ui/problem'
import { clockText, dayText } from '@/shared/domain/formats'
import { StoryEvent } from '@/shared/ui/story-event'
import page from '@/shared/ui/record-page.module.css'
import { storyQuery } from '../api/quotation.query'

const words: Readonly<Record<string, string>> = {
  created: 'Created',
  edited: 'Changed',
  sent: 'Sent',
  mailed: 'Mail sent',
  mail_planned: 'Mail planned',
  mail_failed: 'Mail failed',
  viewed: 'Opened by the client',
  question: 'Question',
  approved: 'Approved',
  rejected: 'Rejected',
  change_requested: 'Change requested',
  revised: 'Next version begun',
  expired: 'Expired',
  cancelled: 'Cancelled',
  reopened: 'Approval taken back',
  deposit_paid: 'Deposit paid',
  status_repaired: 'Status repaired by an admin',
}

const icons: Readonly<Record<string, TablerIcon>> = {
  created: IconPencil,
  sent: IconSend,
  viewed: IconEye,
  question: IconHelp,
  approved: IconCheck,
  rejected: IconX,
}

/** What happened to a quotation, newest first. */
export function QuotationStory({ id }: { id: string }) {
  const { data: events = [], isError, refetch } = useQuery(storyQuery(id))
  if (isError) return <Problem onRetry={() => void refetch()}>The story could not be read</Problem>
  if (events.length === 0) return <Text c="dimmed">Nothing happened yet.</Text>
  return (
    <ol className={page.story}>
      {events.map((event) => (
        <StoryEvent key={event.id} icon={icons[event.type] ?? IconPoint}>
          <div>
            {words[event.type] ?? event.type.replaceAll('_', ' ')}
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
  const said: unknown = Reflect.get(Object(meta), 'words') ?? Reflect.get(Object(meta), 'reason')
  return typeof said === 'string' ? `: ${said}` : ''
}
