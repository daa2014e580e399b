import { Anchor, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Problem } from '@/shared/ui/problem'
import { sitesQuery } from '../api/contact.query'
import type { ContactLinks } from '../links'
import classes from './contacts.module.css'

/** The sites of a contact: where things are delivered or put up. */
export function Sites({ id, links }: { id: string; links: ContactLinks }) {
  const sites = useQuery(sitesQuery(id))
  if (sites.isError) return <Problem onRetry={() => void sites.refetch()}>The sites could not be read</Problem>
  if (!sites.data) return <Skeleton height={120} aria-hidden />
  return (
    <>
      {sites.data.length === 0 ? <Text c="dimmed">No sites yet.</Text> : null}
      {sites.data.length > 0 ? (
        <Table aria-label="Sites" className={classes.table}>
          <Table.Tbody>
            {sites.data.map(({ id: siteId, label, address, city, country }) => (
              <Table.Tr key={siteId}>
                <Table.Td fw={550}>{label}</Table.Td>
                <Table.Td>{[address, city, country].filter(Boolean).join(', ') || '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
      <Anchor component={Link} to={links.locations} mt="md" display="inline-block">
        All locations
      </Anchor>
    </>
  )
}
