import { Button, Text } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { choiceFilter, flagFilter, searchFilter } from '@/kit/list/filters'
import { ListFilters } from '@/kit/list/list-filters'
import { useFilters } from '@/kit/list/use-filters'
import { useLive } from '@/kit/live/use-live'
import { countText } from '@/shared/domain/formats'
import { type Account, matchesAccount } from '@/shared/domain/account'
import { hasPermission } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { accountsKey, accountsLive, accountsQuery } from '../api/accounts.query'
import { roleOptions } from '../role-choice'
import { InviteDialog } from './invite-dialog'
import { StaffPerson } from './staff-person'

const staffRoles = ['admin', 'team_member', 'sales', 'accounts', 'account_manager'] as const
const search = searchFilter('Search people', 'Search by name, email or phone')
const colleagues = { q: search, role: choiceFilter('Role', roleOptions(staffRoles), 'Every role') }
const everybody = {
  q: search,
  role: choiceFilter('Role', roleOptions([...staffRoles, 'client']), 'Every role'),
  deactivated: flagFilter('Show deactivated'),
}

/** /staff: who works here. Holders of manage_user_roles also see clients and who was deactivated, and change both. */
export function StaffScreen() {
  useLive(accountsKey, accountsLive)
  const rights = useRights()
  const accounts = useQuery(accountsQuery)
  const invite = useDialog('invite')
  const isManager = hasPermission(rights, 'manage_user_roles')
  const filters: typeof colleagues & Partial<typeof everybody> = isManager ? everybody : colleagues
  const { filter, set, change, showAll } = useFilters(filters)
  const isShown = (account: Account) =>
    account.role !== 'pending' &&
    (filter.role ? account.role === filter.role : account.role !== 'client') &&
    (filter.deactivated === true || !account.is_deactivated) &&
    matchesAccount(account, filter.q)
  const listed = (accounts.data ?? []).filter(isShown)

  return (
    <PageFrame
      title="Staff"
      lead="The people who work here and their roles."
      width="full"
      actions={
        isManager ? (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => invite.open()}>
            Invite
          </Button>
        ) : null
      }
    >
      <ListFilters filters={filters} values={filter} set={set} onChange={change}>
        <Text size="sm" c="dimmed" role="status">
          {accounts.data ? `${countText(listed.length)} ${listed.length === 1 ? 'person' : 'people'}` : ''}
        </Text>
      </ListFilters>
      {accounts.isPending ? (
        <LineSkeletons count={4} height={68} />
      ) : !accounts.data ? (
        <Problem onRetry={() => void accounts.refetch()}>The people could not be read</Problem>
      ) : listed.length === 0 ? (
        <EmptyScreen
          icon={<IconUsers stroke={1.5} />}
          title="No people match these filters"
          actions={
            <Button variant="default" onClick={showAll}>
              Show all
            </Button>
          }
        />
      ) : (
        <ul className={list.lines} aria-label="Staff">
          {listed.map((account) => (
            <StaffPerson key={account.user_id} account={account} isManager={isManager} />
          ))}
        </ul>
      )}
      {invite.isOpen && isManager ? <InviteDialog onClose={invite.close} /> : null}
    </PageFrame>
  )
}
