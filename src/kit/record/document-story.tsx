import { Skeleton, Text } from '@mantine/core'
import { IconPoint, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { statusOf } from '@/documents/statuses'
import { momentText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { StoryEvent } from '@/shared/ui/page/story-event'
import { capital } from '../words'
import { type StoryKind, storyOf } from './story.query'
import { TrailLink } from './trail-link'

type DocumentStoryProps = {
  kind: StoryKind
  id: string
  /** The key of the queries of the page: the story is read again with them. */
  queryKey: readonly unknown[]
  /** The words for each type of event. */
  words: Readonly<Record<string, string>>
  icons?: Readonly<Record<string, TablerIcon>>
  /** The detail after the words, usually a reason, a step or an amount. */
  detailOf?: (meta: unknown, type: string) => string
}

/** The events of a document, newest first. */
export function DocumentStory({ kind, id, queryKey, words, icons = {}, detailOf = usualDetail }: DocumentStoryProps) {
  const { data: events = [], isPending, isError, refetch } = useQuery(storyOf(kind, id, queryKey))
  if (isError) return <Problem onRetry={() => void refetch()}>The story could not be read</Problem>
  if (isPending) return <Skeleton height={48} />
  return (
    <>
      {events.length === 0 ? (
        <Text c="dimmed">Nothing happened yet.</Text>
      ) : (
        <ol className={page.story}>
          {events.map(({ id: event, type, meta, actor_name, at }) => (
            <StoryEvent key={event} icon={icons[type] ?? IconPoint}>
              <div>
                {type === 'status' ? moved(kind, meta) : (words[type] ?? capital(type.replaceAll('_', ' ')))}
                {detailOf(meta, type)}
                <Text size="xs" c="dimmed">
                  {actor_name ?? (type === 'viewed' ? 'By the link' : 'System')} · {momentText(at)}
                </Text>
              </div>
            </StoryEvent>
          ))}
        </ol>
      )}
      <TrailLink id={id} />
    </>
  )
}

const wordOf = (meta: unknown, name: string): string | null => {
  const said: unknown = Reflect.get(Object(meta), name)
  return typeof said === 'string' && said !== '' ? said : null
}

const moved = (kind: StoryKind, meta: unknown): string => {
  const to = wordOf(meta, 'to') ?? ''
  return (kind === 'statement' ? undefined : statusOf(kind, to))?.label ?? to
}

/** The reason, step, amount or words of an event, behind its name. `currency`: that of the document. */
export const usualDetail = (meta: unknown, _type?: string, currency?: string): string => {
  const amount = wordOf(meta, 'amount')
  const said =
    wordOf(meta, 'reason') ??
    wordOf(meta, 'step') ??
    (amount === null ? wordOf(meta, 'words') : formatMoney(amount, currency))
  return said === null ? '' : `: ${said}`
}
