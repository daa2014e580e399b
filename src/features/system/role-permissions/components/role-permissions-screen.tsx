import { Alert, Button, Group, Tabs } from '@mantine/core'
import { IconHistory, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { searchFilter, segmentFilter } from '@/kit/list/filters'
import { useFilters } from '@/kit/list/use-filters'
import type { Role } from '@/shared/domain/people/role'
import { useRights } from '@/shared/hooks/current-user'
import { SearchField } from '@/shared/ui/parts/search-field'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useLiveRolePermissions } from '../use-live-role-permissions'
import { NamedPermissions } from './named-permissions'
import { PagePermissions } from './page-permissions'
import classes from './role-permissions.module.css'
import { linkTo } from '@/shared/lib/address'

/** Admins have all rights whatever the rows say; newcomers and clients have none. These are the other roles. */
const settable = ['team_member', 'sales', 'accounts', 'account_manager'] as const satisfies readonly Role[]
type Settable = (typeof settable)[number]

const label: Record<Settable, string> = {
  team_member: 'Team member',
  sales: 'Sales',
  accounts: 'Accounts',
  account_manager: 'Account manager',
}

const filters = {
  role: segmentFilter(
    'Role',
    settable.map((role) => ({ value: role, label: label[role] })),
    { isPlace: true },
  ),
  q: searchFilter('Search rights', 'Search pages and rights'),
}

/** /contacts/permissions: the rights of each role. A change is saved at once and is valid for everybody. */
export function RolePermissionsScreen() {
  useLiveRolePermissions()
  const rights = useRights()
  const {
    filter: { role, q: search },
    change,
  } = useFilters(filters)
  const isOwn = rights.role === role

  return (
    <PageFrame
      title="Permissions"
      lead="What each role may do. A change is saved at once and reaches everybody while they work. Admins may do everything; newcomers and clients have none of these rights."
    >
      <Tabs
        value={role}
        onChange={(value) => change({ role: settable.find((candidate) => candidate === value) ?? role })}
        keepMounted={false}
      >
        <Tabs.List className={classes.roles} aria-label="Role">
          {settable.map((candidate) => (
            <Tabs.Tab key={candidate} value={candidate}>
              {label[candidate]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Group my="md">
          <SearchField
            label="Search rights"
            placeholder="Search pages and rights"
            className={classes.search}
            text={search}
            onSearch={(q) => change({ q })}
          />
          {rights.role === 'admin' ? (
            <Button
              component={Link}
              to={linkTo('/audit-logs/:id', { id: role })}
              variant="default"
              leftSection={<IconHistory size={16} />}
            >
              {`Changes for ${label[role]}`}
            </Button>
          ) : null}
        </Group>
        {isOwn ? (
          <Alert icon={<IconLock />} color="gray" mb="md" title="This is your own role">
            Nobody changes the rights of their own role. Please ask an admin.
          </Alert>
        ) : null}
        {settable.map((candidate) => (
          <Tabs.Panel key={candidate} value={candidate}>
            <div className={classes.rights}>
              <PagePermissions role={candidate} search={search} isLocked={isOwn} />
              <NamedPermissions role={candidate} search={search} isLocked={rights.role !== 'admin'} />
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageFrame>
  )
}
