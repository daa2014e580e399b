import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { PaperCurrency } from '@/kit/rates/paper-currency'
import { useTimings } from '@/kit/record/due-mark'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { QuestionMark } from '@/kit/thread/question-mark'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { OpenNow } from '../../shared/open-now'
import { type Order, orderKey, orderQuery } from '../api/order.query'
import { ordersLive } from '../api/orders.query'
import { OrderLines } from '../components/order-lines'
import { OrderParts } from '../components/order-records'
import { billedDiscounts, creditedQuantities } from '../money-of-order'
import { orderActions } from './order-actions'
import { OrderAside } from './order-aside'
import { OrderDialogs } from './order-dialogs'
import { OrderNotices } from './order-notices'
import { type OrderPage, useOrderPage } from './use-order-page'

/** /orders/:id: one order with all its records. */
export function OrderScreen({ id }: { id: string }) {
  const order = useQuery(orderQuery(id))
  useLive(orderKey(id), [
    ...ordersLive,
    { page: 'deliveries', tables: ['deliveries', 'partial_deliveries'] },
    { page: 'invoices', tables: ['invoices', 'credit_notes'] },
    { page: 'payments', tables: ['payments'] },
  ])
  useTimings()
  return (
    <RecordState of={order} what="order" back={{ label: 'Orders', href: '/orders' }}>
      {(row) => (
        <>
          <ReadLateByPlan />
          <OpenOrder key={row.id} row={row} />
        </>
      )}
    </RecordState>
  )
}

function OpenOrder({ row }: { row: Order }) {
  const of = useOrderPage(row)
  return (
    <RecordPage
      title={row.order_number}
      kind={row.project_title ?? 'Order'}
      status={
        <Group gap="xs">
          <StatusBadge kind="order" status={row.status} />
          {row.quotation ? <QuestionMark kind="quotation" id={row.quotation.id} /> : null}
          <PaperCurrency currency={row.currency} rate={row.rate} at={row.quotation?.sent_at ?? row.ordered_at} />
        </Group>
      }
      presence={row.quotation_id ? <OpenNow quotationId={row.quotation_id} /> : null}
      {...orderActions(of)}
      back={{ label: 'Orders', href: '/orders' }}
      width="full"
      notice={<OrderNotices of={of} />}
      aside={<OrderAside of={of} />}
    >
      <Stack gap="lg">
        <section className={page.panel} aria-label="Lines">
          <OrderLines
            row={row}
            credited={creditedQuantities(of.records.data?.invoices ?? [])}
            discounts={billedDiscounts(of.records.data?.invoices ?? [])}
          />
        </section>
        <Records of={of} />
      </Stack>
      <PrintedPaper of={['order', row.id]} version={row.row_version} read={of.printed} />
      <OrderDialogs of={of} />
    </RecordPage>
  )
}

/** The jobs and papers of an order, or that they could not be read. */
function Records({ of: { records } }: { of: OrderPage }) {
  if (records.isError)
    return <Problem onRetry={() => void records.refetch()}>The jobs and papers of this order could not be read</Problem>
  return records.data ? <OrderParts of={records.data} /> : null
}
