import { Badge, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconUserCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, accountName, matchesAccount } from '@/shared/domain/account'
import { fullTime } from '@/shared/domain/relative-time'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { FilterField } from '@/shared/ui/filter-field'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { accountsKey, accountsQuery } from '../api/accounts.query'
import { rejectNewcomer } from '../api/decide-newcomer.mutation'
import { useLiveAccounts } from '../use-live-accounts'
import { ApproveDialog } from './approve-dialog'
import classes from './people.module.css'

type Shown = 'waiting' | 'rejected'

/** /admin/user-verification: people who signed up and wait; they see the decision at once. */
export function UserVerificationScreen() {
  useLiveAccounts()
  const accounts = useQuery(accountsQuery)
  const [shown, setShown] = useState<Shown>('waiting')
  const [search, setSearch] = useState('')
  const [approving, setApproving] = useState<Account | null>(null)
  const people = (accounts.data ?? []).filter(({ role }) => role === 'pending')
  const waiting = people.filter(({ profile }) => profile !== 'rejected')
  const rejected = people.filter(({ profile }) => profile === 'rejected')
  const listed = (shown === 'waiting' ? waiting : rejected).filter((account) => matchesAccount(account, search))

  return (
    <PageFrame
      title="User Verification"
      lead="People who signed up. Until you give them a role they see nothing but a waiting screen."
    >
      <Group gap="sm" mb="md">
        <SegmentedControl
          aria-label="Which people"
          value={shown}
          onChange={(value) => setShown(value === 'rejected' ? 'rejected' : 'waiting')}
          data={[
            { value: 'waiting', label: `Waiting (${waiting.length})` },
            { value: 'rejected', label: `Rejected (${rejected.length})` },
          ]}
        />
        <FilterField
          label="Search people"
          placeholder="Search by name or email"
          className={classes.search}
          text={search}
          onFilter={setSearch}
        />
      </Group>
      {accounts.isPending ? (
        <LineSkeletons count={2} height={76} />
      ) : accounts.isError && !accounts.data ? (
        <Problem onRetry={() => void accounts.refetch()}>The people could not be read</Problem>
      ) : listed.length === 0 ? (
        <EmptyScreen
          icon={<IconUserCheck stroke={1.5} />}
          title={search.trim() ? 'Nobody found' : shown === 'waiting' ? 'Nobody waits' : 'Nobody was rejected'}
        >
          {search.trim()
            ? 'No name and no address holds these words.'
            : 'As soon as somebody signs up, they appear here by themselves.'}
        </EmptyScreen>
      ) : (
        <ul className={list.lines} aria-label="People">
          {listed.map((account) => (
            <Newcomer key={account.user_id} account={account} onApprove={() => setApproving(account)} />
          ))}
        </ul>
      )}
      {approving ? <ApproveDialog account={approving} onClose={() => setApproving(null)} /> : null}
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
    modals.openConfirmModal({
      title: `Reject ${name}?`,
      children: <Text size="sm">They are told at once. You can still approve them later.</Text>,
      labels: { confirm: 'Reject', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
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
