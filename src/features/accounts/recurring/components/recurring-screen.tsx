import { Button } from '@mantine/core'
import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contactOf } from '@/shared/domain/people/contact'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { AccountsBar } from '../../shared/accounts-bar'
import { readRules, recurringKey, type Rule } from '../api/recurring.query'
import { grossOf, nextText, scheduleText, stateOf, stateWords } from '../recurring'
import { recurringFilters } from '../recurring-filters'
import { NewRule } from './new-rule'
import { RulePage } from './rule-page'
import { RuleState } from './rule-state'

const directionOf = ({ direction }: Rule) => (direction === 'in' ? 'In' : 'Out')
const signed = (rule: Rule) =>
  `${rule.direction === 'in' ? '+' : '−'} ${formatMoney(grossOf(rule.amount, rule.vat?.rate ?? '0'))}`

const ruleList = defineList({
  name: 'recurring-payments',
  one: 'recurring payment',
  many: 'recurring payments',
  key: recurringKey,
  live: [{ page: 'payments', tables: ['recurring_payments', 'recurring_periods'] }],
  filters: recurringFilters,
  columns: [
    { name: 'title', label: 'What for', sort: 'title', text: (rule: Rule) => rule.title },
    { name: 'contact', label: 'Client or supplier', sort: 'contact', text: contactOf },
    { name: 'direction', label: 'Direction', from: 'sm', text: directionOf },
    { name: 'schedule', label: 'When', from: 'md', text: scheduleText },
    { name: 'next', label: 'Next', sort: 'next', cell: nextText, csv: (rule) => rule.next_on },
    {
      name: 'state',
      label: 'State',
      cell: (rule) => <RuleState rule={rule} />,
      csv: (rule) => stateWords[stateOf(rule)],
    },
    { name: 'amount', label: 'With {tax}', align: 'right', card: 'end', cell: signed, csv: (rule) => rule.amount },
  ],
  sort: { by: 'next', down: false },
  all: readRules,
  matches: (rule, { q, show }) =>
    (show === 'all' || rule.direction === show) &&
    `${rule.title} ${contactOf(rule)}`.toLowerCase().includes(q.trim().toLowerCase()),
  sortValue: (rule, by) => (by === 'next' ? rule.next_on : by === 'contact' ? contactOf(rule) : rule.title),
})

const address = (search: string) => `${linkTo('/payments/recurring')}?${search}`

/** /payments/recurring: regular income and expenses, with the next day of each (spec 1 §2.2). */
export function RecurringScreen() {
  const [search] = useSearchParams()
  const rights = useRights()
  const open = uuidOf(search.get('rule'))
  if (open) return <RulePage key={open} id={open} />
  if (search.get('new') === 'yes') return <NewRule />
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Recurring Payments"
      lead="Invoices are made automatically on their day, each once."
      width="full"
      actions={
        can(rights, 'payments', 'create') ? (
          <Button component={Link} to={address('new=yes')} leftSection={<IconPlus size={18} aria-hidden />}>
            Add recurring payment
          </Button>
        ) : null
      }
    >
      <RecordList
        list={ruleList}
        href={(rule) => address(`rule=${rule.id}`)}
        empty={{
          icon: <IconRepeat stroke={1.5} />,
          title: 'No recurring payments yet',
          children: 'Rent, electricity, leases, and what clients pay for maintenance.',
        }}
      />
    </PageFrame>
  )
}
