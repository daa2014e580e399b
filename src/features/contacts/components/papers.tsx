import { Anchor, Badge, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { fullTime } from '@/shared/domain/relative-time'
import type { timelineQuery } from '../api/contact.query'
import type { ContactLinks } from '../links'
import classes from './contacts.module.css'
import { Problem } from './problem'
import { hrefOf } from './timeline'

const names = { quotation: 'quotations', delivery: 'deliveries', task: 'tasks' } as const

type PapersProps = { query: ReturnType<typeof timelineQuery>; kind: keyof typeof names; links: ContactLinks }

/** The quotations, deliveries or tasks of a contact, newest first. */
export function Papers({ query, kind, links }: PapersProps) {
  const story = useQuery(query)
  const rows = story.data?.filter((row) => row.kind === kind)
  if (story.isError) return <Problem onRetry={() => void story.refetch()}>The {names[kind]} could not be read</Problem>
  if (!rows) return <Skeleton height={120} aria-hidden />
  if (rows.length === 0) return <Text c="dimmed">No {names[kind]} yet.</Text>
  return (
    <Table aria-label={names[kind]} className={classes.table}>
      <Table.Tbody>
        {rows.map(({ id, title, detail, at }) => (
          <Table.Tr key={id} className={classes.line}>
            <Table.Td>
              <Anchor component={Link} to={hrefOf(links, kind, id) ?? ''} className={classes.name}>
                {title}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Badge variant="default">{detail.replaceAll('_', ' ')}</Badge>
            </Table.Td>
            <Table.Td visibleFrom="sm">{fullTime(at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
