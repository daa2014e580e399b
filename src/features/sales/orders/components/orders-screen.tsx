import { Button } from '@mantine/core'
import { IconPlus, IconShoppingCart } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { DueMark, useTimings } from '@/kit/record/due-mark'
import { ShareBar } from '@/kit/record/share-bar'
import { Invoiced } from './invoiced'
import { contactOf } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { type OrderLine, ordersKey, ordersLive, readOrders, stepsOf } from '../api/orders.query'
import { dayOf } from '../day-of-order'
import { depositWords } from '../deposit'
import { orderFilters } from '../order-filters'

const made = (row: OrderLine): string => {
  const { done, total } = stepsOf(row)
  return total === 0 ? '' : `${done} of ${total}`
}

function Made({ of }: { of: OrderLine }) {
  const { done, total } = stepsOf(of)
  return total === 0 ? null : <ShareBar label="Steps done" share={(100 * done) / total} words={made(of)} width={40} />
}

const orderList = defineList({
  name: 'orders',
  one: 'order',
  many: 'orders',
  key: ordersKey,
  live: ordersLive,
  filters: orderFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'order_number', text: (row) => row.order_number },
    {
      name: 'client',
      label: 'Client',
      cell: (row) => (
        <>
          {contactOf(row)} {row.contact?.on_stop ? <OnStopBadge size="xs" /> : null}
        </>
      ),
      csv: contactOf,
    },
    { name: 'title', label: 'Title', from: 'md', card: 'line', text: (row) => row.project_title },
    { name: 'status', label: 'Status', sort: 'status', kind: 'order', status: (row) => row.status },
    {
      name: 'due',
      label: 'Due',
      sort: 'due_date',
      cell: (row) => <DueMark kind="order" id={row.id} day={dayOf(row)} />,
      csv: dayOf,
    },
    {
      name: 'steps',
      label: 'Made',
      from: 'md',
      cell: (row) => <Made of={row} />,
      csv: (row) => made(row),
    },
    {
      name: 'delivered',
      label: 'Delivered',
      sort: 'delivered_pct',
      from: 'lg',
      cell: (row) => <ShareBar label="Delivered" share={Number(row.delivered_pct)} width={40} />,
      csv: (row) => row.delivered_pct,
    },
    {
      name: 'invoiced',
      label: 'Invoiced',
      sort: 'invoiced_pct',
      from: 'xl',
      cell: (row) => <Invoiced of={row} width={40} />,
      csv: (row) => row.invoiced_pct,
    },
    { name: 'drafted', label: 'In a draft invoice, %', isExtra: true, text: (row) => row.drafted_pct },
    { name: 'deposit', label: 'Deposit', from: 'md', text: depositWords },
    {
      name: 'gross',
      label: 'Total',
      sort: 'gross',
      card: 'end',
      money: (row) => row.gross,
      currency: (row) => row.currency,
    },
    { name: 'currency', label: 'Currency', isExtra: true, text: (row) => row.currency },
    { name: 'ordered', label: 'Ordered', sort: 'ordered_at', isExtra: true, day: (row) => row.ordered_at },
  ],
  sort: { by: 'ordered_at', down: true },
  read: readOrders,
})

/** /orders: the clients' orders, and how much of each is made, delivered and invoiced (spec 1 §2.2). */
export function OrdersScreen() {
  const rights = useRights()
  const href = useRecordHref()
  useTimings()
  return (
    <PageFrame
      title="Orders"
      width="full"
      actions={
        can(rights, 'quotations', 'create') && can(rights, 'quotations', 'edit') ? (
          <Button
            component={Link}
            to="/quotations?dialog=new.order"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            New order
          </Button>
        ) : null
      }
    >
      <ReadLateByPlan />
      <RecordList
        list={orderList}
        href={(row) => href('order', row.id)}
        empty={{
          icon: <IconShoppingCart stroke={1.5} />,
          title: 'No orders yet',
          children: 'An order is made when a client approves a quotation, or says yes without one.',
        }}
      />
    </PageFrame>
  )
}
