import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUserCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { searchFilter, segmentFilter } from '@/kit/list/filters'
import { ListFilters } from '@/kit/list/list-filters'
import { useFilters } from '@/kit/list/use-filters'
import { useLive } from '@/kit/live/use-live'
import { type Account, accountName, matchesAccount } from '@/shared/domain/account'
import { fullTime } from '@/shared/domain/relative-time'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { accountsKey, accountsLive, accountsQuery } from '../api/accounts.query'
import { rejectNewcomer } from '../api/decide-newcomer.mutation'
import { ApproveDialog } from './approve-dialog'
import classes from './people.module.css'

const search = searchFilter('Search people', 'Search by name or email')

const filtersOf = (waiting: number, rejected: number) => ({
  show: segmentFilter(
    'Which people',
    [
      { value: 'waiting', label: `Waiting (${waiting})` },
      { value: 'rejected', label: `Rejected (${rejected})` },
    ],
    { isPlace: true },
  ),
  q: search,
})

/** /admin/user-verification: people who signed up and wait; they see the decision at once. */
export function UserVerificationScreen() {
  useLive(accountsKey, accountsLive)
  const accounts = useQuery(accountsQuery)
  const approve = useDialog('approve')
  const people = (accounts.data ?? []).filter(({ role }) => role === 'pending')
  const approving = approve.isOpen ? people.find(({ user_id }) => user_id === approve.subject) : undefined
  const waiting = people.filter(({ profile }) => profile !== 'rejected')
  const rejected = people.filter(({ profile }) => profile === 'rejected')
  const filters = useMemo(() => filtersOf(waiting.length, rejected.length), [waiting.length, rejected.length])
  const { filter, set, change } = useFilters(filters)
  const isSearching = filter.q.trim() !== ''
  const listed = (filter.show === 'waiting' ? waiting : rejected).filter((account) => matchesAccount(account, filter.q))

  return (
    <PageFrame
      title="User Verification"
      lead="People who signed up. Until you give them a role they see nothing but a waiting screen."
    >
      <ListFilters filters={filters} values={filter} set={set} onChange={change} />
      {accounts.isPending ? (
        <LineSkeletons count={2} height={76} />
      ) : accounts.isError && !accounts.data ? (
        <Problem onRetry={() => void accounts.refetch()}>The people could not be read</Problem>
      ) : listed.length === 0 ? (
        <EmptyScreen
          icon={<IconUserCheck stroke={1.5} />}
          title={
            isSearching
              ? 'No people match these words'
              : filter.show === 'waiting'
                ? 'Nobody waits'
                : 'Nobody was rejected'
          }
        >
          {isSearching ? null : 'New sign-ups appear here by themselves.'}
        </EmptyScreen>
      ) : (
        <ul className={list.lines} aria-label="People">
          {listed.map((account) => (
            <Newcomer key={account.user_id} account={account} onApprove={() => approve.open(account.user_id)} />
          ))}
        </ul>
      )}
      {approving ? <ApproveDialog account={approving} onClose={approve.close} /> : null}
    </PageFrame>
  )
}

function Newcomer({ account, onApprove }: { account: Account; onApprove: () => void }) {
  const queryClient = useQueryClient()
  const name = accountName(account)
  const reject = useMutation({
    mutationFn: rejectNewcomer,
    onSuccess: () => notifications.show({ message: `${name} was rejected` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: `${name} was not rejected`, message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const ask = () =>
    confirmRemoval({
      title: `Reject ${name}?`,
      text: 'They are told at once. You can still approve them later.',
      confirm: 'Reject',
      onConfirm: () => reject.mutate({ userId: account.user_id }),
    })

  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {account.email}
        </Text>
        <Text size="sm" c="dimmed">
          {`Signed up on ${fullTime(account.registered_at)}`}
        </Text>
        {account.is_confirmed === false ? (
          <Badge variant="light" color="yellow" size="sm">
            Address not confirmed
          </Badge>
        ) : null}
      </div>
      <Group gap="xs">
        {account.profile === 'rejected' ? null : (
          <Button variant="default" loading={reject.isPending} onClick={ask} aria-label={`Reject ${name}`}>
            Reject
          </Button>
        )}
        <Button onClick={onApprove} aria-label={`Approve ${name}`}>
          Approve
        </Button>
      </Group>
    </li>
  )
}
