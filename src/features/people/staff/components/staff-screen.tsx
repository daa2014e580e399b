import { Button, Group, Select, Switch } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, matchesAccount } from '@/shared/domain/account'
import { hasPermission } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { FilterField } from '@/shared/ui/filter-field'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { accountsQuery } from '../api/accounts.query'
import { type GivenRole, readRole, roleOptions } from '../role-choice'
import { useLiveAccounts } from '../use-live-accounts'
import { InviteDialog } from './invite-dialog'
import classes from './people.module.css'
import { StaffPerson } from './staff-person'

const shownRoles = ['admin', 'team_member', 'sales', 'accounts', 'account_manager', 'client'] as const

/** /staff: who works here. Holders of manage_user_roles also see clients and who was deactivated, and change both. */
export function StaffScreen() {
  useLiveAccounts()
  const rights = useRights()
  const accounts = useQuery(accountsQuery)
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<GivenRole | null>(null)
  const [withDeactivated, setWithDeactivated] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const isManager = hasPermission(rights, 'manage_user_roles')
  const isShown = (account: Account) =>
    account.role !== 'pending' &&
    (role ? account.role === role : account.role !== 'client') &&
    (withDeactivated || !account.is_deactivated) &&
    matchesAccount(account, search)
  const listed = (accounts.data ?? []).filter(isShown)

  return (
    <PageFrame
      title="Staff"
      lead="The people who work here and their roles."
      actions={
        isManager ? (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        ) : null
      }
    >
      <Group gap="sm" mb="md">
        <FilterField
          label="Search people"
          placeholder="Search by name, email or phone"
          className={classes.search}
          text={search}
          onFilter={setSearch}
        />
        <Select
          aria-label="Role"
          placeholder="Every role"
          clearable
          w={180}
          data={roleOptions(shownRoles.filter((shown) => isManager || shown !== 'client'))}
          value={role}
          onChange={(value) => setRole(readRole(value))}
        />
        {isManager ? (
          <Switch
            label="Show deactivated"
            checked={withDeactivated}
            onChange={(event) => setWithDeactivated(event.currentTarget.checked)}
          />
        ) : null}
      </Group>
      {accounts.isPending ? (
        <LineSkeletons count={4} height={68} />
      ) : !accounts.data ? (
        <Problem onRetry={() => void accounts.refetch()}>The people could not be read</Problem>
      ) : listed.length === 0 ? (
        <EmptyScreen icon={<IconUsers stroke={1.5} />} title="Nobody found">
          No colleague fits these words and this role.
        </EmptyScreen>
      ) : (
        <ul className={list.lines} aria-label="Staff">
          {listed.map((account) => (
            <StaffPerson key={account.user_id} account={account} isManager={isManager} />
          ))}
        </ul>
      )}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </PageFrame>
  )
}
