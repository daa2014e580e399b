import { Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { IconMap2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import { sitesQuery } from '../api/contact.query'
import { linkTo } from '@/shared/lib/address'
import { RecordLink } from '@/shared/ui/page/record-links'

/** The sites of a contact: where things are delivered or put up. */
export function Sites({ id }: { id: string }) {
  const rights = useRights()
  const sites = useQuery(sitesQuery(id))
  if (sites.isError) return <Problem onRetry={() => void sites.refetch()}>The sites could not be read</Problem>
  if (!sites.data) return <Skeleton height={120} aria-hidden />
  const opens = can(rights, 'locations', 'view')
  return (
    <>
      <Group mb="md" gap="xs">
        {can(rights, 'locations', 'create') ? (
          <Button
            component={Link}
            to={`${linkTo('/locations')}?add=yes&client=${id}`}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add a site
          </Button>
        ) : null}
        {opens && sites.data.length > 0 ? (
          <Button
            component={Link}
            to={`${linkTo('/locations')}?client=${id}`}
            variant="default"
            size="xs"
            leftSection={<IconMap2 size={16} aria-hidden />}
          >
            On the map
          </Button>
        ) : null}
      </Group>
      {sites.data.length === 0 ? <Text c="dimmed">No sites yet.</Text> : null}
      {sites.data.length > 0 ? (
        <Table aria-label="Sites" className={list.table}>
          <Table.Tbody>
            {sites.data.map(({ id: siteId, label, address, city, country }) => (
              <Table.Tr key={siteId} className={list.line}>
                <Table.Td>
                  {opens ? (
                    <RecordLink kind="location" id={siteId} className={list.name}>
                      {label}
                    </RecordLink>
                  ) : (
                    <span className={list.name}>{label}</span>
                  )}
                  <span className={list.below}>{[address, city, country].filter(Boolean).join(', ')}</span>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </>
  )
}
