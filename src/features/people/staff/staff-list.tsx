import { Text } from '@mantine/core'
import { defineList } from '@/kit/list/define-list'
import type { Filters, FilterValues } from '@/kit/list/filter'
import { choiceFilter, flagFilter, searchFilter } from '@/kit/list/filters'
import { type Account, accountName, matchesAccount } from '@/shared/domain/people/account'
import { dayText } from '@/shared/domain/text/formats'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { accountsKey, accountsLive, readAccounts } from './api/accounts.query'
import { AccountInvitation } from './components/account-invitation'
import { AccountRole, AccountSigns } from './components/staff-person'
import classes from './components/people.module.css'
import { roleLabel, roleOptions } from './role-choice'

const staffRoles = ['admin', 'team_member', 'sales', 'accounts', 'account_manager'] as const

const colleagues = {
  q: searchFilter('Search people', 'Search by name, email or phone'),
  role: choiceFilter('Role', roleOptions(staffRoles), 'Every role'),
}
const everybody = {
  q: colleagues.q,
  role: choiceFilter('Role', roleOptions([...staffRoles, 'client']), 'Every role'),
  deactivated: flagFilter('Show deactivated'),
}

type Shown<F extends Filters> = {
  filters: F
  isManager: boolean
  /** Reads the filters from the address. */
  askedFor: (filter: FilterValues<F>) => { q: string; role: string | null; withGone: boolean }
}

const staffListOf = <F extends typeof colleagues>({ filters, isManager, askedFor }: Shown<F>) =>
  defineList<Account, F>({
    name: 'staff',
    one: 'person',
    many: 'people',
    key: accountsKey,
    live: accountsLive,
    idOf: ({ user_id }) => user_id,
    filters,
    columns: [
      {
        name: 'name',
        label: 'Name',
        sort: 'name',
        cell: (account) => (
          <>
            <span className={classes.named}>
              <PersonAvatar size={28} src={account.logo_url} name={accountName(account)} alt="" />
              <Text span inherit fw={550}>
                {accountName(account)}
              </Text>
              <AccountSigns account={account} />
            </span>
            <AccountInvitation account={account} />
          </>
        ),
        csv: accountName,
      },
      { name: 'email', label: 'Email', sort: 'email', text: ({ email }) => email },
      { name: 'phone', label: 'Phone', from: 'md', text: ({ phone }) => phone },
      {
        name: 'role',
        label: 'Role',
        sort: 'role',
        cell: (account) => <AccountRole account={account} isManager={isManager} />,
        csv: ({ role }) => roleLabel(role),
      },
      ...(isManager
        ? [
            {
              name: 'seen',
              label: 'Last signed in',
              sort: 'last_seen_at',
              from: 'md' as const,
              cell: ({ last_seen_at }: Account) => (last_seen_at === null ? 'Never' : dayText(last_seen_at)),
              csv: ({ last_seen_at }: Account) => last_seen_at,
            },
          ]
        : []),
    ],
    sort: { by: 'name', down: false },
    phoneOf: ({ phone }) => phone,
    all: readAccounts,
    matches: (account, filter) => {
      const { q, role, withGone } = askedFor(filter)
      return (
        account.role !== 'pending' &&
        (role ? account.role === role : account.role !== 'client') &&
        (withGone || !account.is_deactivated) &&
        matchesAccount(account, q)
      )
    },
    sortValue: (account, by) =>
      by === 'email' || by === 'last_seen_at'
        ? account[by]
        : by === 'role'
          ? roleLabel(account.role)
          : accountName(account),
  })

/** The list of staff. */
export const colleagueList = staffListOf({
  filters: colleagues,
  isManager: false,
  askedFor: ({ q, role }) => ({ q, role, withGone: false }),
})

/** The same for managers, who also find clients, and who was deactivated. */
export const managedList = staffListOf({
  filters: everybody,
  isManager: true,
  askedFor: ({ q, role, deactivated }) => ({ q, role, withGone: deactivated }),
})
