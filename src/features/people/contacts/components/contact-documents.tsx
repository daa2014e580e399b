import { Badge, Skeleton, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { StatusBadge } from '@/kit/record/status-badge'
import { momentText } from '@/shared/domain/text/formats'
import { statusLabels } from '@/shared/domain/tasks/task'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import { ShowMore } from '@/shared/ui/page/show-more'
import { timelineQuery } from '../api/contact.query'
import { RecordLink } from '@/shared/ui/page/record-links'

const names = {
  quotation: 'quotations',
  order: 'orders',
  delivery: 'deliveries',
  invoice: 'invoices',
  task: 'tasks',
} as const

type PapersProps = { id: string; kind: keyof typeof names }

/** The papers of one kind, or the tasks, of a contact, newest first, a page at a time. */
export function Papers({ id: contactId, kind }: PapersProps) {
  const papers = useInfiniteQuery(timelineQuery(contactId, [kind]))
  const rows = papers.data?.pages.flat()
  if (!rows && papers.isError)
    return <Problem onRetry={() => void papers.refetch()}>The {names[kind]} could not be read</Problem>
  if (!rows) return <Skeleton height={120} aria-hidden />
  if (rows.length === 0) return <Text c="dimmed">No {names[kind]} yet.</Text>
  return (
    <>
      <Table aria-label={names[kind]} className={list.table}>
        <Table.Tbody>
          {rows.map(({ id, title, detail, at }) => (
            <Table.Tr key={id} className={list.line}>
              <Table.Td>
                <RecordLink kind={kind} id={id} className={list.name}>
                  {title}
                </RecordLink>
                <Text component="span" hiddenFrom="sm" className={list.below}>
                  {momentText(at)}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                {detail === null ? null : kind === 'task' ? (
                  <Badge variant="default" miw="max-content">
                    {statusLabels[detail] ?? detail}
                  </Badge>
                ) : (
                  <StatusBadge kind={kind} status={detail} />
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm" ta="right" w={180} c="dimmed">
                {momentText(at)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ShowMore of={papers}>Show older</ShowMore>
    </>
  )
}
