import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { isDocumentKind, statusOf } from '@/documents/statuses'
import { useLive } from '@/kit/live/use-live'
import { capital } from '@/kit/words'
import { isDay } from '@/shared/domain/time/days'
import { clockText } from '@/shared/domain/text/formats'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { todayOf } from '@/shared/domain/time/today'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { useNow } from '@/shared/hooks/use-now'
import { type Activities, activitiesQuery, staffWorkKey, staffWorkLive } from '../api/staff-work.query'
import { hoursText } from '../work'

/** /staff-activities: the running work of everybody, live, and the finished work of that day. */
export function StaffActivitiesScreen() {
  const [search, setSearch] = useSearchParams()
  const now = useNow(30_000)
  const today = todayOf(now)
  const asked = search.get('day')
  const day = isDay(asked) && asked < today ? asked : null
  const activities = useQuery(activitiesQuery(day))
  useLive(staffWorkKey, staffWorkLive)
  return (
    <PageFrame
      title="Staff Activities"
      width="full"
      actions={
        <DateInput
          aria-label="Day"
          value={day ?? today}
          maxDate={today}
          valueFormat="D MMM YYYY"
          w={160}
          onChange={(chosen) => setSearch(chosen && chosen !== today ? { day: chosen } : {}, { replace: true })}
        />
      }
    >
      {activities.isPending ? (
        <LineSkeletons count={6} height={72} />
      ) : !activities.data ? (
        <Problem onRetry={() => void activities.refetch()}>The activities could not be read</Problem>
      ) : (
        <div className={page.columns}>
          <section aria-label="People">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {activities.data.people.map((person) => (
                <Person
                  key={person.user_id}
                  of={person}
                  grown={person.status === 'active' ? Math.max(0, (now - activities.data.readAt) / 1000) : 0}
                />
              ))}
            </SimpleGrid>
          </section>
          <Story of={activities.data.story} />
        </div>
      )}
    </PageFrame>
  )
}

function Person({ of, grown }: { of: Activities['people'][number]; grown: number }) {
  const isActive = of.status === 'active'
  return (
    <Card withBorder padding="sm" component="article" aria-label={of.person ?? 'A colleague'}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text fw={600}>{of.person ?? 'A colleague'}</Text>
        <Badge component="span" variant="light" color={isActive ? 'green' : of.status ? 'yellow' : 'gray'}>
          {isActive ? 'Working' : of.status ? 'Paused' : 'No timer'}
        </Badge>
      </Group>
      {of.entry_id ? (
        <Text size="sm" lineClamp={2}>
          {of.job_id ? (
            <RecordLink kind="job" id={of.job_id}>
              {of.job}
            </RecordLink>
          ) : (
            (of.client ?? 'No client')
          )}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {[
          of.step,
          isActive && of.since ? `since ${clockText(of.since)}` : null,
          `${hoursText(of.seconds + grown)} that day`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Card>
  )
}

const Story = ({ of }: { of: Activities['story'] }) => (
  <section aria-label="Story of the day" className={page.panel}>
    <Title order={2} size="h4" mb="sm">
      Story of the day
    </Title>
    {of.length === 0 ? <Text c="dimmed">Nothing was done yet.</Text> : null}
    <Stack gap="xs">
      {of.map((event) => (
        <div key={`${event.at} ${event.record_id} ${event.type}`}>
          <Text size="sm">
            <Text span size="sm" c="dimmed">
              {clockText(event.at)}
            </Text>{' '}
            <Text span size="sm" fw={500}>
              {event.person ?? 'Somebody'}
            </Text>{' '}
            {doing(event)}{' '}
            {event.record && isRecordKind(event.kind) ? (
              <RecordLink kind={event.kind} id={event.record_id}>
                {event.record}
              </RecordLink>
            ) : (
              `a ${event.kind.replaceAll('_', ' ')}`
            )}
          </Text>
        </div>
      ))}
    </Stack>
  </section>
)

const verbs: Readonly<Record<string, string>> = {
  created: 'created',
  edited: 'changed',
  sent: 'sent',
  held: 'put on hold',
  step_started: 'started',
  step_done: 'finished',
  step_skipped: 'skipped',
  material_taken: 'took',
  material_returned: 'returned',
  check_passed: 'passed the quality control of',
  check_failed: 'failed the quality control of',
}

function doing({ type, meta, kind }: Activities['story'][number]): string {
  const said = (name: string) => (typeof meta[name] === 'string' ? meta[name] : null)
  const about = said('step') ?? [said('qty'), said('item')].filter(Boolean).join(' ')
  if (type === 'status') {
    const to = said('to') ?? ''
    const label = isDocumentKind(kind) ? statusOf(kind, to)?.label : null
    return `moved to ${label ?? to.replaceAll('_', ' ')}:`
  }
  const verb = verbs[type] ?? `${capital(type.replaceAll('_', ' '))}:`
  return about ? `${verb} ${about} ${kind === 'job' ? 'for' : 'of'}` : verb
}
