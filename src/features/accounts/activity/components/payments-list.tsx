import { IconCoins } from '@tabler/icons-react'
import { statusOf } from '@/documents/statuses'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contactOf } from '@/shared/domain/people/contact'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { activityKey } from '../../shared/keys'
import { isAbove } from '../../shared/payment/allocation'
import { methodText } from '@/shared/domain/money/payment-methods'
import { readPayments } from '../api/payments.query'
import { paymentFilters } from '../payment-filters'
import { isTakenBack, PaymentStatus } from './payment-status'

const paymentList = defineList({
  name: 'payments',
  one: 'payment',
  many: 'payments',
  key: activityKey,
  live: [{ page: 'payments', tables: ['payments', 'payment_allocations', 'payment_refunds'] }],
  filters: paymentFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'payment_number', text: (row) => row.payment_number },
    { name: 'client', label: 'Client', text: contactOf },
    { name: 'received', label: 'Received', sort: 'received_on', day: (row) => row.received_on },
    { name: 'method', label: 'Method', from: 'sm', cell: (row) => methodText(row.method), csv: (row) => row.method },
    { name: 'reference', label: 'Reference', from: 'lg', text: (row) => row.reference },
    {
      name: 'status',
      label: 'Status',
      card: 'none',
      cell: (row) => <PaymentStatus of={row} />,
      csv: (row) => (isTakenBack(row) ? 'Taken back' : (statusOf('payment', row.status)?.label ?? row.status)),
    },
    {
      name: 'amount',
      label: 'Amount',
      sort: 'amount',
      card: 'end',
      money: (row) => row.amount,
      currency: (row) => row.currency,
    },
    {
      name: 'open',
      label: 'Credit left',
      sort: 'open',
      align: 'right',
      card: 'none',
      cell: (row) => (isAbove(row.open, '0') ? formatMoney(row.open, row.currency) : ''),
      csv: (row) => row.open,
    },
  ],
  sort: { by: 'received_on', down: true },
  read: readPayments,
})

/** Every payment that came in. */
export const PaymentsList = () => (
  <RecordList
    list={paymentList}
    href={(row) => `${linkTo('/statements-activity')}?tab=payments&dialog=paid.${row.id}`}
    empty={{ icon: <IconCoins stroke={1.5} />, title: 'No payments yet', children: 'Record the first one above.' }}
  />
)
