import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentText } from '@/shared/domain/text/formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { FilterField } from '@/shared/ui/parts/filter-field'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import { ShowMore } from '@/shared/ui/page/show-more'
import { auditTrailQuery } from '../api/audit-trail.query'
import { type AuditLine, changesOf, happeningText, subjectOf } from '../audit-line'
import { useLiveTrail } from '../use-live-trail'
import classes from './audit-log.module.css'

/** /audit-logs/{id}: the changes of one record: who, when, the old and the new value. */
export function AuditLogScreen({ id }: { id: string }) {
  useLiveTrail()
  const trail = useInfiniteQuery(auditTrailQuery(id))
  const [search, setSearch] = useState('')
  const lines = trail.data?.pages.flat() ?? []
  const wanted = search.trim().toLowerCase()
  const subject = subjectOf(lines, id)
  const shown = lines.filter((line) => textOf(line).includes(wanted))

  return (
    <PageFrame
      title="Audit Log"
      lead={`${subject ? `${subject}. ` : ''}Every change, the newest first. Nobody can edit or remove a line.`}
      width="text"
    >
      {trail.isPending ? (
        <LineSkeletons count={3} height={92} />
      ) : trail.isError && lines.length === 0 ? (
        <Problem onRetry={() => void trail.refetch()}>The trail could not be read</Problem>
      ) : lines.length === 0 ? (
        <EmptyScreen icon={<IconHistory stroke={1.5} />} title="Nothing is written down about this record">
          The trail covers people and their rights, clients, papers, money and settings, from the day that each was
          added.
        </EmptyScreen>
      ) : (
        <>
          <FilterField
            mb="md"
            label="Search the trail"
            placeholder="Search by person, column or value"
            text={search}
            onFilter={setSearch}
          />
          {shown.length === 0 ? <Text c="dimmed">No line holds these words.</Text> : null}
          <ol className={list.lines}>
            {shown.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
          <ShowMore of={trail}>Show older</ShowMore>
        </>
      )}
    </PageFrame>
  )
}

const actorOf = ({ actor_label }: AuditLine): string => actor_label ?? 'The system'

const textOf = (line: AuditLine): string =>
  [
    actorOf(line),
    happeningText(line),
    ...changesOf(line).flatMap(({ column, before, after }) => [column, before, after]),
  ]
    .join(' ')
    .toLowerCase()

function Line({ line }: { line: AuditLine }) {
  const changes = changesOf(line)
  return (
    <li className={classes.line}>
      <Text fw={600}>{happeningText(line)}</Text>
      <Text size="sm" c="dimmed">
        {actorOf(line)}
        {' · '}
        <time dateTime={line.at}>{momentText(line.at)}</time>
      </Text>
      {changes.length > 0 ? (
        <dl className={classes.changes}>
          {changes.map(({ column, before, after }) => (
            <div key={column} className={classes.change}>
              <dt>{column}</dt>
              <dd>
                <del>{before}</del>
                <span aria-hidden="true">→</span>
                <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  )
}
