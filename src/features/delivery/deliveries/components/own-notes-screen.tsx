import { Anchor, Stack, Text } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { StatusBadge } from '@/kit/record/status-badge'
import { topics } from '@/shared/domain/nudge'
import { previewed } from '@/shared/domain/site-preview'
import { useCompanyMoment } from '@/shared/ui/company-moment'
import { useCurrentUser } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { OwnPapers } from '@/shared/ui/own-papers'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { ownNotesQuery } from '../api/own-notes.query'
import { methodLabel } from '@/shared/domain/delivery-method'

/** /delivery-notes for clients who are signed in: their own notes, newest first (spec 1 §2.4). */
export const OwnNotesScreen = () => (
  <OwnPapers title="Delivery notes" icon={<IconFileCheck stroke={1.5} />}>
    <Notes />
  </OwnPapers>
)

function Notes() {
  const notes = useQuery(ownNotesQuery)
  useLive(ownNotesQuery.queryKey, [{ topic: topics.user(useCurrentUser().id), tables: ['deliveries'] }])
  const moment = useCompanyMoment()
  if (notes.isPending) return <LineSkeletons count={4} height={72} />
  if (notes.isError)
    return <Problem onRetry={() => void notes.refetch()}>Your delivery notes could not be read</Problem>
  if (notes.data.length === 0)
    return (
      <EmptyScreen icon={<IconFileCheck stroke={1.5} />} title="Nothing was delivered to you yet">
        Each delivery has its note here, as a page and as a PDF.
      </EmptyScreen>
    )
  return (
    <Stack gap="md">
      {notes.data.map((note) => (
        <article key={note.id} className={page.panel} aria-label={note.delivery_number}>
          <Anchor href={previewed(`/delivery-note/${note.public_uuid}`)} fw={600}>
            {note.delivery_number}
          </Anchor>{' '}
          <StatusBadge kind="delivery" status={note.status} />
          <Text>{note.project_title}</Text>
          <Text size="sm" c="dimmed">
            {[
              methodLabel(note.method),
              note.delivered_at
                ? moment(note.delivered_at)
                : note.scheduled_at
                  ? `planned for ${moment(note.scheduled_at)}`
                  : null,
              note.received_by ? `received by ${note.received_by}` : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {note.drops
            .filter(({ status }) => status === 'delivered')
            .map((drop) => (
              <Text key={drop.id} size="sm">
                <Anchor href={previewed(`/partial-delivery-note/${drop.id}`)}>{drop.partial_number}</Anchor>
                {drop.delivered_at ? ` · ${moment(drop.delivered_at)}` : ''}
                {drop.received_by ? ` · received by ${drop.received_by}` : ''}
              </Text>
            ))}
        </article>
      ))}
    </Stack>
  )
}
