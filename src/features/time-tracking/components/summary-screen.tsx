import { Button, SegmentedControl, Select, Skeleton, Table, Text, TextInput, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDuration } from '@/shared/domain/duration'
import { PageFrame } from '@/shared/ui/page-frame'
import { hoursQuery } from '../api/hours.query'
import { type Grouping, groupHours, groupingLabels, groupings, spanAround, spanLabels, spans, sumOf } from '../hours'
import { hoursCsv } from '../hours-csv'
import { saveFile } from '../save-file'
import { useGrowth } from '../use-growth'
import { useLiveTimeOfAll } from '../use-live-time'
import { RunningNow } from './running-now'
import classes from './time-tracking.module.css'
import { Unread } from './unread'

/** Two fields beside each other on a phone. */
const fieldWidth = { base: 'calc(50% - 0.375rem)', sm: 160 }

const isSpan = (value: string | null) => spans.find((span) => span === value)
const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** /time-tracking/summary: everybody's hours by day, week, person and client. */
export function SummaryScreen({ actions }: { actions?: ReactNode }) {
  const [range, setRange] = useState(() => spanAround('this-week', new Date()))
  const [by, setBy] = useState<Grouping>('day')
  const [userId, setUserId] = useState<string | null>(null)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isRange = range.from !== '' && range.to !== '' && range.from <= range.to
  const hours = useQuery({ ...hoursQuery({ ...range, zone, userId: null }), enabled: isRange })
  const all = useGrowth(hours.data)
  useLiveTimeOfAll()

  const people = Object.entries(Object.fromEntries((all ?? []).map((row) => [row.userId, row.person])))
  const rows = userId === null ? all : all?.filter((row) => row.userId === userId)
  const groups = groupHours(rows ?? [], by)
  const most = Math.max(1, ...groups.map(({ seconds }) => seconds))
  const span = spans.find((name) => {
    const { from, to } = spanAround(name, new Date())
    return from === range.from && to === range.to
  })

  return (
    <PageFrame
      title="Time Tracking Summary"
      lead="Hours by day, week, person and client, as they are worked."
      actions={
        <>
          {actions}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!rows?.length}
            onClick={() => rows && saveFile(`hours-${range.from}-${range.to}.csv`, 'text/csv', hoursCsv(rows))}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <RunningNow />
      <Title order={2} mt="xl" mb="xs">
        Hours
      </Title>
      <div className={classes.filters}>
        <Select
          label="Span"
          w={fieldWidth}
          placeholder="Own dates"
          value={span ?? null}
          data={spans.map((value) => ({ value, label: spanLabels[value] }))}
          onChange={(value) => {
            const chosen = isSpan(value)
            if (chosen) setRange(spanAround(chosen, new Date()))
          }}
        />
        <TextInput
          type="date"
          label="From"
          w={fieldWidth}
          value={range.from}
          onChange={(event) => setRange({ ...range, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          w={fieldWidth}
          value={range.to}
          error={isRange ? null : 'Choose a day after the first.'}
          onChange={(event) => setRange({ ...range, to: event.currentTarget.value })}
        />
        <Select
          label="Person"
          w={fieldWidth}
          placeholder="Everybody"
          clearable
          value={userId}
          data={people.map(([value, label]) => ({ value, label }))}
          onChange={setUserId}
        />
        <SegmentedControl
          aria-label="Group by"
          value={by}
          onChange={setBy}
          data={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
        />
      </div>
      {rows === undefined ? (
        hours.isError ? (
          <Unread what={`The hours (${hours.error.message})`} onRetry={() => void hours.refetch()} />
        ) : (
          <Skeleton height={240} />
        )
      ) : rows.length === 0 ? (
        <p className={classes.note}>Nobody worked on a timer in these days.</p>
      ) : (
        <Table className={classes.table} aria-label="Hours">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{groupingLabels[by]}</Table.Th>
              <Table.Th className={classes.number}>Hours</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => (
              <Table.Tr key={group.key}>
                <Table.Td>
                  {by === 'day'
                    ? dayLabel(group.label)
                    : by === 'week'
                      ? `Week of ${dayLabel(group.label)}`
                      : group.label}
                  {group.running > 0 ? (
                    <Text span size="sm" c="dimmed">
                      {` · ${group.running} running`}
                    </Text>
                  ) : null}
                  <div className={classes.bar} style={{ width: `${(group.seconds / most) * 100}%` }} />
                </Table.Td>
                <Table.Td className={classes.number}>{formatDuration(group.seconds)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>Total</Table.Th>
              <Table.Th className={classes.number}>{formatDuration(sumOf(rows))}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      )}
    </PageFrame>
  )
}

const dayLabel = (day: string) => longDay.format(Date.parse(`${day}T00:00:00Z`))
