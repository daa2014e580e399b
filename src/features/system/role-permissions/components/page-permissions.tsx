import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pageActions, rightsOn } from '@/shared/domain/people/page-right'
import { type PageAction, pageNames } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import { CellCheckbox } from '@/shared/ui/parts/cell-checkbox'
import { Problem } from '@/shared/ui/page/problem'
import { pagePermissionsQuery } from '../api/role-permissions.query'
import { useSavePagePermission } from '../use-save-permissions'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import classes from './role-permissions.module.css'

const actionLabel: Record<PageAction, string> = { view: 'View', create: 'Create', edit: 'Edit', delete: 'Delete' }

const pageLabel = (page: string): string => {
  const words = page.replaceAll('-', ' ').replace('cnc', 'CNC').replace('api', 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type PagePermissionsProps = { role: Role; search: string; isLocked: boolean }

/** One role: every page with its four rights. */
export function PagePermissions({ role, search, isLocked }: PagePermissionsProps) {
  const pages = useQuery(pagePermissionsQuery(role))
  const save = useSavePagePermission(role)
  const shown = pageNames.filter((page) => pageLabel(page).toLowerCase().includes(search.trim().toLowerCase()))

  if (pages.isPending) return <NamedSkeleton height={480} label="Reading the rights" />
  if (pages.isError && !pages.data)
    return <Problem onRetry={() => void pages.refetch()}>The rights could not be read</Problem>
  if (shown.length === 0) return <Text c="dimmed">No page holds these words.</Text>

  return (
    <Table aria-label="Rights on pages" className={classes.table} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Page</Table.Th>
          {pageActions.map((action) => (
            <Table.Th key={action} className={classes.right}>
              {actionLabel[action]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((page) => {
          const rights = rightsOn(pages.data, page)
          return (
            <Table.Tr key={page}>
              <Table.Th scope="row" className={classes.page}>
                {pageLabel(page)}
              </Table.Th>
              {pageActions.map((action) => (
                <Table.Td key={action} className={classes.right}>
                  <CellCheckbox
                    aria-label={`${actionLabel[action]} ${pageLabel(page)}`}
                    checked={rights[`can_${action}`]}
                    disabled={isLocked}
                    onChange={(event) => save(page, action, event.currentTarget.checked)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
