import { SegmentedControl, Text } from '@mantine/core'
import { IconEye, IconPoint } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { momentText } from '@/shared/domain/text/formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { ShowMore } from '@/shared/ui/page/show-more'
import { StoryEvent } from '@/shared/ui/page/story-event'
import open from '../../shared/open-now.module.css'
import { eventIcons, eventWords, readingTime } from '../../shared/quotation-events'
import { activityKey, activityQuery, type QuotationEvent } from '../api/activity.query'

/** /quotations-activity: who opened which quotation, when and for how long, and other events (spec 1 §2.2). */
export function QuotationActivityScreen() {
  const [search, setSearch] = useSearchParams()
  const clientsOnly = search.get('show') !== 'all'
  return (
    <PageFrame
      title="Quotation Views"
      lead="Which client opened which quotation, when, and how long they read it."
      actions={
        <SegmentedControl
          aria-label="Events"
          value={clientsOnly ? 'clients' : 'all'}
          onChange={(show) => setSearch(show === 'all' ? { show } : {}, { replace: true })}
          data={[
            { value: 'clients', label: 'Clients' },
            { value: 'all', label: 'Everything' },
          ]}
        />
      }
    >
      <Feed clientsOnly={clientsOnly} />
    </PageFrame>
  )
}

function Feed({ clientsOnly }: { clientsOnly: boolean }) {
  const feed = useInfiniteQuery(activityQuery(clientsOnly))
  useLive(activityKey, [{ page: 'quotations', tables: ['document_events', 'quotation_visits'] }])
  if (feed.isPending) return <LineSkeletons count={8} height={40} />
  if (feed.isError) return <Problem onRetry={() => void feed.refetch()}>The activity could not be read</Problem>
  const events = feed.data.pages.flat()
  if (events.length === 0)
    return (
      <EmptyScreen icon={<IconEye stroke={1.5} />} title="No client opened a quotation yet">
        Quotations that clients open and answer appear here as it happens.
      </EmptyScreen>
    )
  return (
    <section className={page.panel}>
      <ol className={page.story} aria-live="polite" aria-relevant="additions">
        {events.map((event) => (
          <StoryEvent key={event.id} icon={eventIcons[event.type] ?? IconPoint}>
            <Event event={event} />
          </StoryEvent>
        ))}
      </ol>
      <ShowMore of={feed} />
    </section>
  )
}

const Event = ({ event }: { event: QuotationEvent }) => (
  <div>
    <strong>{event.client_name}</strong>{' '}
    <RecordLink kind="quotation" id={event.record_id}>
      {event.number}
    </RecordLink>{' '}
    {(eventWords[event.type] ?? event.type.replaceAll('_', ' ')).toLowerCase()}
    {event.words ? `: ${event.words}` : ''}
    {event.is_open ? (
      <>
        {' '}
        <span className={open.open}>open now</span>
      </>
    ) : null}
    <Text size="xs" c="dimmed">
      {[
        event.project_title,
        event.actor_name ?? (event.type === 'viewed' ? 'By the link' : 'System'),
        momentText(event.at),
        event.seconds === null ? null : `read for ${readingTime(event.seconds)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  </div>
)
