import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { searchFilter, segmentFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { type Account, accountName, matchesAccount } from '@/shared/domain/people/account'
import { topics } from '@/shared/domain/records/nudge'
import { momentText } from '@/shared/domain/text/formats'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { saveProblem } from '@/shared/hooks/save-problem'
import { accountsKey, accountsLive, accountsQuery } from '../api/accounts.query'
import { rejectNewcomer } from '../api/decide-newcomer.mutation'
import { type Newcomer, readNewcomers } from '../api/newcomers.query'
import { ApproveDialog } from './approve-dialog'
import classes from './people.module.css'

/** People who signed up: those who wait, and those who were rejected. */
const newcomerList = (waiting: number, rejected: number) =>
  defineList({
    name: 'newcomers',
    one: 'person',
    many: 'people',
    key: accountsKey,
    live: [...accountsLive, { topic: topics.page('contacts'), tables: ['visitor_requests'] }],
    idOf: ({ user_id }: Newcomer) => user_id,
    filters: {
      show: segmentFilter(
        'Which people',
        [
          { value: 'waiting', label: `Waiting (${waiting})` },
          { value: 'rejected', label: `Rejected (${rejected})` },
        ],
        { isPlace: true },
      ),
      q: searchFilter('Search people', 'Search by name or email'),
    },
    columns: [
      {
        name: 'name',
        label: 'Name',
        sort: 'name',
        cell: (account: Newcomer) => (
          <span className={classes.named}>
            {accountName(account)}
            {account.is_confirmed === false ? (
              <Badge component="span" variant="light" color="yellow" size="sm" flex="none">
                Address not confirmed
              </Badge>
            ) : null}
          </span>
        ),
        csv: accountName,
      },
      { name: 'email', label: 'Email', sort: 'email', text: ({ email }) => email },
      {
        name: 'words',
        label: 'Asked for on the website',
        from: 'md',
        card: 'line',
        cell: ({ words }) =>
          words === null ? null : (
            <Text span inherit lineClamp={3} title={words}>
              {words}
            </Text>
          ),
        csv: ({ words }) => words,
      },
      {
        name: 'registered',
        label: 'Signed up',
        sort: 'registered_at',
        cell: ({ registered_at }) => momentText(registered_at),
        csv: ({ registered_at }) => registered_at,
      },
    ],
    sort: { by: 'registered_at', down: true },
    all: readNewcomers,
    matches: (account, { show, q }) =>
      (account.profile === 'rejected') === (show === 'rejected') &&
      (matchesAccount(account, q) || (account.words ?? '').toLowerCase().includes(q.trim().toLowerCase())),
    sortValue: (account, by) => (by === 'email' || by === 'registered_at' ? account[by] : accountName(account)),
  })

/** /admin/user-verification: people who signed up and wait; they see the decision at once. */
export function UserVerificationScreen() {
  const accounts = useQuery(accountsQuery)
  const approve = useDialog('approve')
  const people = (accounts.data ?? []).filter(({ role }) => role === 'pending')
  const approving = approve.isOpen ? people.find(({ user_id }) => user_id === approve.subject) : undefined
  const rejected = people.filter(({ profile }) => profile === 'rejected').length
  const waiting = people.length - rejected
  const list = useMemo(() => newcomerList(waiting, rejected), [waiting, rejected])
  const { filter } = useFilters(list.filters)

  return (
    <PageFrame
      title="User Verification"
      lead="People who signed up. Until you give them a role they see nothing but a waiting screen."
      width="full"
    >
      <RecordList
        list={list}
        empty={{
          icon: <IconUserCheck stroke={1.5} />,
          title: filter.show === 'waiting' ? 'Nobody waits' : 'No rejected accounts',
          children: 'New sign-ups appear here automatically.',
        }}
        rowActions={(account) => <Decision account={account} onApprove={() => approve.open(account.user_id)} />}
      />
      {approving ? <ApproveDialog account={approving} onClose={approve.close} /> : null}
    </PageFrame>
  )
}

/** The two decisions on a new account. */
function Decision({ account, onApprove }: { account: Account; onApprove: () => void }) {
  const queryClient = useQueryClient()
  const name = accountName(account)
  const reject = useActMutation({
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
    <Group gap="xs" wrap="nowrap" className={classes.decision}>
      {account.profile === 'rejected' ? null : (
        <Button variant="default" loading={reject.isPending} onClick={ask} aria-label={`Reject ${name}`}>
          Reject
        </Button>
      )}
      <Button onClick={onApprove} aria-label={`Approve ${name}`}>
        Approve
      </Button>
    </Group>
  )
}
