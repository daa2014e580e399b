import { Skeleton, Text, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconCheck,
  IconFilePlus,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@/shared/domain/money/money'
import { momentText } from '@/shared/domain/text/formats'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { StoryEvent } from '@/shared/ui/page/story-event'
import { creditStoryQuery } from '../api/credit.query'

const kinds: Record<string, { Icon: typeof IconCheck; words: string; hasAmount?: boolean }> = {
  created: { Icon: IconFilePlus, words: 'Started' },
  changed: { Icon: IconPencil, words: 'Changed' },
  submitted: { Icon: IconSend, words: 'Submitted', hasAmount: true },
  returned: { Icon: IconArrowBackUp, words: 'Sent back' },
  approved: { Icon: IconCheck, words: 'Approved', hasAmount: true },
  declined: { Icon: IconX, words: 'Refused' },
  withdrawn: { Icon: IconArrowBackUp, words: 'Withdrawn' },
  moved: { Icon: IconArrowMerge, words: 'Came here with a merged contact' },
}

/** Everything that happened to an application, newest first. Nothing in it ever changes. */
export function CreditStory({ id, currency }: { id: string; currency: string | null }) {
  const story = useQuery(creditStoryQuery(id))
  return (
    <section className={page.panel} aria-labelledby="credit-story-heading">
      <Title order={2} id="credit-story-heading" mb="md">
        History
      </Title>
      {story.isPending ? <Skeleton height={120} aria-hidden /> : null}
      {story.isError ? <Problem onRetry={() => void story.refetch()}>The history could not be read</Problem> : null}
      <ol className={page.story}>
        {story.data?.map(({ id: event, at, actor_label: actor, kind, amount, days, note }) => {
          const { Icon, words, hasAmount } = kinds[kind] ?? { Icon: IconPencil, words: kind, hasAmount: false }
          return (
            <StoryEvent key={event} icon={Icon}>
              <div>
                <Text component="div">
                  {words}
                  {hasAmount && amount !== null ? ` ${formatMoney(amount, currency ?? undefined)}` : null}
                  {hasAmount && days !== null ? ` at ${days} days` : null}
                </Text>
                {note ? <Text className={page.said}>“{note}”</Text> : null}
                <Text size="sm" c="dimmed">
                  {[actor, momentText(at)].filter(Boolean).join(' · ')}
                </Text>
              </div>
            </StoryEvent>
          )
        })}
      </ol>
    </section>
  )
}
