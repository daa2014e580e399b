import { Badge, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCoin } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { percent } from '@/kit/fields/number-fields'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { RecordTabs } from '@/kit/record/record-page'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { exact, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { decideCommissions } from '../api/commissions.mutation'
import { type Commission, readCommissions } from '../api/commissions.query'
import { commissionFilters, commissionsKey } from '../commissions'

const live = [{ page: 'orders', tables: ['designer_commissions', 'commission_rules'] }] as const
const looks: Readonly<Record<string, { label: string; color: string }>> = {
  open: { label: 'Open', color: 'yellow' },
  approved: { label: 'Approved', color: 'cyan' },
  paid: { label: 'Paid', color: 'green' },
}

function Designer({ id }: { id: string }) {
  const { data: staff = [] } = useQuery(staffQuery)
  return <>{staff.find(({ value }) => value === id)?.label ?? 'A former colleague'}</>
}

const list = defineList({
  name: 'commissions',
  one: 'commission',
  many: 'commissions',
  key: commissionsKey,
  live,
  filters: commissionFilters,
  columns: [
    {
      name: 'order',
      label: 'Order',
      cell: (row) => [row.order.order_number, row.order.project_title].filter(Boolean).join(' · '),
      csv: (row) => row.order.order_number,
    },
    { name: 'designer', label: 'Designer', cell: (row) => <Designer id={row.user_id} />, csv: (row) => row.user_id },
    { name: 'basis', label: 'Designed for', from: 'sm', money: (row) => row.basis },
    {
      name: 'pct',
      label: 'Share',
      align: 'right',
      from: 'sm',
      cell: (row) => `${shortDecimalText(row.pct)} %`,
      csv: (row) => row.pct,
    },
    { name: 'amount', label: 'Commission', card: 'end', sort: 'amount', money: (row) => row.amount },
    {
      name: 'status',
      label: 'Status',
      cell: (row) => (
        <Badge component="span" variant="light" color={looks[row.status]?.color ?? 'gray'}>
          {looks[row.status]?.label ?? row.status}
        </Badge>
      ),
      csv: (row) => row.status,
    },
    { name: 'paid', label: 'Paid on', from: 'md', day: (row) => row.paid_on },
    { name: 'since', label: 'Since', sort: 'created_at', from: 'lg', day: (row) => row.created_at.slice(0, 10) },
  ],
  sort: { by: 'created_at', down: true },
  read: readCommissions,
})

const mayDecide = (rights: Parameters<typeof hasPermission>[0]) => hasPermission(rights, 'manage_wage_rates')

const rules = defineSmallTable({
  table: 'commission_rules',
  one: 'rule',
  many: 'rules',
  fields: defineFields({
    user_id: choice('Designer', () => useQuery(staffQuery).data ?? [], { required: true }),
    pct: percent('Share of what they designed', { required: true, aboveZero: true }),
    valid_from: date('From', { required: true }),
  }),
  key: commissionsKey,
  live,
  order: 'valid_from',
  rights: { add: mayDecide, change: mayDecide, remove: mayDecide },
  about:
    'A designer earns this share of the net of each line whose design steps they finished, when the order is delivered.',
})

/** /designer-commissions: the designers' commissions of delivered orders, and the rules. */
export const DesignerCommissionsScreen = () => (
  <PageFrame
    title="Designer Commissions"
    lead="Computed when an order is delivered; then approved, then paid."
    width="full"
  >
    <RecordTabs
      tabs={[
        { name: 'commissions', label: 'Commissions', content: <Commissions /> },
        { name: 'rules', label: 'Rules', content: <SmallTable of={rules} /> },
      ]}
    />
  </PageFrame>
)

function Commissions() {
  const rights = useRights()
  const href = useRecordHref()
  return (
    <RecordList
      list={list}
      href={(row) => href('order', row.order.id)}
      {...(mayDecide(rights)
        ? { bulk: (rows: readonly Commission[], clear: () => void) => <Decide rows={rows} clear={clear} /> }
        : {})}
      empty={{
        icon: <IconCoin stroke={1.5} />,
        title: 'No commissions here',
        children: 'They are made when an order is delivered, for the person with a rule who finished its design.',
      }}
    />
  )
}

function Decide({ rows, clear }: { rows: readonly Commission[]; clear: () => void }) {
  const queryClient = useQueryClient()
  const deciding = useActMutation({
    mutationFn: (to: 'open' | 'approved' | 'paid') =>
      decideCommissions(
        rows.map(({ id }) => id),
        to,
      ),
    onSuccess: (count, to) => {
      clear()
      notifications.show({ message: `${count} ${count === 1 ? 'commission is' : 'commissions are'} ${to} now.` })
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not changed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commissionsKey }),
  })
  const all = (status: string) => rows.length > 0 && rows.every((row) => row.status === status)
  const total = formatMoney(written(sum(rows.map(({ amount }) => exact(amount)))))
  return (
    <>
      {all('open') ? (
        <Button size="sm" loading={deciding.isPending} onClick={() => deciding.mutate('approved')}>
          {`Approve ${total}`}
        </Button>
      ) : null}
      {all('approved') ? (
        <>
          <Button size="sm" loading={deciding.isPending} onClick={() => deciding.mutate('paid')}>
            {`Mark ${total} as paid`}
          </Button>
          <Button size="sm" variant="default" disabled={deciding.isPending} onClick={() => deciding.mutate('open')}>
            Open again
          </Button>
        </>
      ) : null}
    </>
  )
}
