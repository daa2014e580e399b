import { Text } from '@mantine/core'
import {
  IconCheck,
  IconCoins,
  IconEye,
  IconPencil,
  IconPoint,
  IconSend,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { storyOf } from '@/kit/record/story.query'
import { TrailLink } from '@/kit/record/trail-link'
import { clockText, dayText } from '@/shared/domain/formats'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { StoryEvent } from '@/shared/ui/story-event'
import { accountsKey } from './keys'

const words: Readonly<Record<string, string>> = {
  created: 'Created',
  issued: 'Issued',
  sent: 'Sent',
  mailed: 'Mail sent',
  mail_planned: 'Mail planned',
  mail_failed: 'Mail failed',
  viewed: 'Opened by the client',
  paid: 'Paid in full',
  voided: 'Voided',
  credit_used: 'Credit used',
  written_off: 'Written off',
  write_off_taken_back: 'Write-off taken back',
}

const icons: Readonly<Record<string, TablerIcon>> = {
  created: IconPencil,
  issued: IconCheck,
  sent: IconSend,
  viewed: IconEye,
  paid: IconCoins,
  voided: IconX,
}

/** What happened to a paper, newest first. */
export function Story({ kind, id }: { kind: 'invoice' | 'credit_note' | 'statement'; id: string }) {
  const { data: events = [], isError, refetch } = useQuery(storyOf(kind, id, [...accountsKey, kind, id]))
  if (isError) return <Problem onRetry={() => void refetch()}>The story could not be read</Problem>
  return (
    <>
      {events.length === 0 ? <Text c="dimmed">Nothing happened yet.</Text> : null}
      <ol className={page.story}>
        {events.map((event) => (
          <StoryEvent key={event.id} icon={icons[event.type] ?? IconPoint}>
            <div>
              {words[event.type] ?? event.type.replaceAll('_', ' ')}
              <Text size="xs" c="dimmed">
                {event.actor_name ?? (event.type === 'viewed' ? 'By the link' : 'System')} · {dayText(event.at)},{' '}
                {clockText(event.at)}
              </Text>
            </div>
          </StoryEvent>
        ))}
      </ol>
      <TrailLink id={id} />
    </>
  )
}
