import { Text } from '@mantine/core'
import {
  IconBuildingBank,
  IconCheck,
  IconCoins,
  IconEraser,
  IconEye,
  IconPoint,
  IconReceiptRefund,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { clockText, dayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { ShowMore } from '@/shared/ui/page/show-more'
import { StoryEvent } from '@/shared/ui/page/story-event'
import { activityKey } from '../../shared/keys'
import { type Activity, activityQuery } from '../api/activity.query'

const icons: Readonly<Record<string, TablerIcon>> = {
  received: IconCoins,
  transfer_told: IconBuildingBank,
  refunded: IconReceiptRefund,
  taken_back: IconReceiptRefund,
  written_off: IconEraser,
  issued: IconCheck,
  sent: IconSend,
  viewed: IconEye,
}
const kinds = {
  payment: 'Payment',
  payment_request: 'Transfer for',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  statement: 'Statement',
} as const
const words: Readonly<Record<string, string>> = {
  received: 'received',
  refunded: 'refunded',
  taken_back: 'taken back, recorded by mistake',
  written_off: 'written off',
  credit_used: 'lowered by credit',
  transfer_told: 'announced by the client',
  transfer_withdrawn: 'not sent after all',
  issued: 'issued',
  sent: 'sent',
  viewed: 'opened by the client',
}

const isByLink = ({ kind, type }: Activity): boolean => type === 'viewed' || kind === 'payment_request'

/** The events of accounts, newest first. A new event slides in at the top. */
export function ActivityFeed() {
  const feed = useInfiniteQuery(activityQuery)
  const tables = ['document_events']
  useLive(activityKey, [
    { page: 'payments', tables },
    { page: 'invoices', tables },
    { page: 'statements', tables },
  ])
  if (feed.isPending) return <LineSkeletons count={8} height={40} />
  if (feed.isError) return <Problem onRetry={() => void feed.refetch()}>The activity could not be read</Problem>
  const events = feed.data.pages.flat()
  if (events.length === 0)
    return (
      <EmptyScreen icon={<IconCoins stroke={1.5} />} title="Nothing happened yet">
        Payments, transfers that clients announce, and invoices and statements that they open, appear here as they
        happen.
      </EmptyScreen>
    )
  return (
    <section className={page.panel}>
      <ol className={page.story} aria-live="polite" aria-relevant="additions">
        {events.map((event) => (
          <StoryEvent key={event.id} icon={icons[event.type] ?? IconPoint}>
            <div>
              <strong>{event.client_name}</strong> <About event={event} /> {words[event.type] ?? event.type}
              {event.amount ? `, ${formatMoney(event.amount, event.currency)}` : ''}
              <Text size="xs" c="dimmed">
                {event.actor_name ?? (isByLink(event) ? 'By the link' : 'System')} · {dayText(event.at)},{' '}
                {clockText(event.at)}
              </Text>
            </div>
          </StoryEvent>
        ))}
      </ol>
      <ShowMore of={feed} />
    </section>
  )
}

// An announced transfer opens the payment that it asks for, as its notice does.
const About = ({ event: { kind, record_id, number } }: { event: Activity }) => (
  <RecordLink kind={kind === 'payment_request' ? 'payment' : kind} id={record_id}>
    {kind === 'payment' ? number : `${kinds[kind]} ${number ?? ''}`}
  </RecordLink>
)
