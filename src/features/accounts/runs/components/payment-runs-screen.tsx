import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { AccountsBar } from '../../shared/accounts-bar'
import { readRuns, type RunLine, runsKey } from '../api/runs.query'
import { runFilters } from '../run-filters'
import { NewRun } from './new-run'
import { RunPage } from './run-page'

const runList = defineList({
  name: 'payment-runs',
  one: 'payment run',
  many: 'payment runs',
  key: runsKey,
  live: [{ page: 'payments', tables: ['payment_runs', 'payment_run_items'] }],
  filters: runFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'run_number', text: (row: RunLine) => row.run_number },
    { name: 'status', label: 'Status', kind: 'payment_run', status: (row) => row.status },
    { name: 'pay_on', label: 'To be paid on', sort: 'pay_on', day: (row) => row.pay_on },
    { name: 'payments', label: 'Payments', align: 'right', from: 'sm', text: (row) => row.payments },
    { name: 'total', label: 'Total', sort: 'total', card: 'end', money: (row) => row.total },
  ],
  sort: { by: 'run_number', down: true },
  read: readRuns,
})

const address = (search: string) => `${linkTo('/payment-prepared')}?${search}`

/** /payment-prepared: payments to suppliers that one person prepares and a second one approves (spec 1 §2.2). */
export function PaymentRunsScreen() {
  const [search] = useSearchParams()
  const rights = useRights()
  const open = uuidOf(search.get('run'))
  if (open) return <RunPage key={open} id={open} />
  if (search.get('new') === 'yes') return <NewRun />
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Prepared Payments"
      lead="One person prepares a run, a second person approves it, the bank pays it."
      width="full"
      actions={
        can(rights, 'payments', 'create') ? (
          <Button component={Link} to={address('new=yes')} leftSection={<IconPlus size={18} aria-hidden />}>
            Prepare payments
          </Button>
        ) : null
      }
    >
      <RecordList
        list={runList}
        href={(row) => address(`run=${row.id}`)}
        empty={{
          icon: <IconBuildingBank stroke={1.5} />,
          title: 'No payments are prepared',
          children: 'A run pays approved invoices of suppliers with one file for the bank.',
        }}
      />
    </PageFrame>
  )
}
