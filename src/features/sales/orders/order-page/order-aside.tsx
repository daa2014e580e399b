import { Stack, Title } from '@mantine/core'
import { MailPanel } from '@/kit/mail/mail-panel'
import { OrderInTime } from '@/kit/planning/fits-in-time'
import { DocumentStory } from '@/kit/record/document-story'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { StaffThread } from '@/kit/thread/staff-thread'
import { can, hasPermission } from '@/shared/domain/people/permission'
import page from '@/shared/ui/page/record-page.module.css'
import { InternalNote } from '../../shared/internal-note'
import { type Order, orderKey } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { OrderMargin } from '../components/order-margin'
import { dayOf } from '../day-of-order'
import { depositOpenWords } from '../deposit'
import { orderEventDetail, orderStory } from '../order-story'
import { OrderFacts, OrderProgress } from './order-facts'
import type { OrderPage } from './use-order-page'

/** The right column of an order: its progress and facts, what was written about it, and its story. */
export const OrderAside = ({ of }: { of: OrderPage }) => (
  <Stack gap="md">
    <section className={page.panel} aria-label="Progress">
      <OrderProgress of={of} />
    </section>
    {of.isEnded || of.row.status === 'delivered' ? null : (
      <OrderInTime orderId={of.row.id} day={dayOf(of.row)} deposit={depositOpenWords(of.row)} />
    )}
    <section className={page.panel} aria-label="About this order">
      <OrderFacts row={of.row} />
    </section>
    <RecordTasks kind="order" id={of.row.id} />
    {of.row.quotation ? (
      <StaffThread
        kind="quotation"
        id={of.row.quotation.id}
        page="quotations"
        mayEdit={can(of.rights, 'quotations', 'edit')}
      />
    ) : null}
    <MailPanel
      kind="order"
      what="confirmation"
      id={of.row.id}
      page="orders"
      queryKey={ordersKey}
      maySend={of.mayChange}
    />
    {hasPermission(of.rights, 'view_financial_data') ? <OrderMargin id={of.row.id} paper={of.row.currency} /> : null}
    <section className={page.panel} aria-label="Note inside" data-no-print>
      <Title order={2} size="h4" mb="xs">
        Note inside
      </Title>
      <InternalNote kind="order" id={of.row.id} page="orders" mayEdit={of.mayEdit} />
    </section>
    <Story row={of.row} />
  </Stack>
)

const Story = ({ row }: { row: Order }) => (
  <section className={page.panel} aria-label="Story">
    <Title order={2} size="h4" mb="sm">
      Story
    </Title>
    <DocumentStory
      kind="order"
      id={row.id}
      queryKey={orderKey(row.id)}
      words={orderStory}
      detailOf={(meta, type) => orderEventDetail(meta, type, row.currency)}
    />
  </section>
)
