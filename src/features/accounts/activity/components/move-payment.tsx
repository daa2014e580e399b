import { Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { exact, minus, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { type OpenInvoice, openInvoicesQuery } from '../../shared/api/open-invoices.query'
import { accountsKey } from '../../shared/keys'
import { isAbove, sumOf } from '../../shared/payment/allocation'
import { allocationField } from '../../shared/payment/allocation-field'
import { keptOf } from '../../shared/payment/kept-of'
import { movePayment } from '../api/payment.mutation'
import type { Payment } from '../api/payment.query'
import { staysPaid } from '../stays-paid'

type MoveProps = { payment: Payment; onClose: () => void }

/** Moves a payment to another client, or to other invoices: its number, day and amount keep. */
export function MovePayment({ payment, onClose }: MoveProps) {
  const [client, setClient] = useState<string | null>(payment.contact_id)
  return (
    <Stack gap="sm">
      <Text size="sm">
        Its number, day and amount stay. The invoices that it settles are open again. A deposit invoice that was issued
        with its payment, is deducted or is credited stays paid.
      </Text>
      <ContactPicker label="Client" value={client} onChange={setClient} />
      {client ? <Invoices key={client} payment={payment} client={client} onClose={onClose} /> : null}
    </Stack>
  )
}

type InvoicesProps = MoveProps & { client: string }

function Invoices(props: InvoicesProps) {
  const open = useQuery(openInvoicesQuery(props.client))
  if (open.isPending) return <Skeleton height={160} />
  if (open.isError) return <Problem onRetry={() => void open.refetch()}>The open invoices could not be read</Problem>
  return <MoveForm {...props} open={openWithout(props.payment, props.client, open.data)} />
}

const movable = ({ parts }: Payment) => parts.filter(({ invoice }) => invoice && !staysPaid(invoice))

/** The open invoices as if this payment settled nothing. */
function openWithout(payment: Payment, client: string, open: readonly OpenInvoice[]): OpenInvoice[] {
  if (client !== payment.contact_id) return [...open]
  const all = new Map(open.map((invoice) => [invoice.id, invoice]))
  for (const { amount, invoice } of movable(payment)) {
    if (!invoice) continue
    const known = all.get(invoice.id)
    all.set(
      invoice.id,
      known
        ? { ...known, balance: sumOf([{ amount: known.balance }, { amount }]) }
        : {
            id: invoice.id,
            number: invoice.invoice_number ?? '',
            due_date: null,
            balance: amount,
            currency: payment.currency,
          },
    )
  }
  return [...all.values()]
}

/** The part of the payment that may settle invoices: without refunds, the part of a deposit invoice and what is kept for orders. */
function availableOf(payment: Payment, client: string): string {
  const kept =
    client === payment.contact_id
      ? [...payment.parts.filter((part) => !movable(payment).includes(part)), ...keptOf(payment.holds)]
      : []
  return written(
    minus(
      minus(exact(payment.amount), exact(payment.refunded)),
      sum([exact('0.00'), ...kept.map(({ amount }) => exact(amount))]),
    ),
  )
}

function MoveForm({ payment, client, open, onClose }: InvoicesProps & { open: readonly OpenInvoice[] }) {
  const isSame = client === payment.contact_id
  const available = availableOf(payment, client)
  const fields = useMemo(() => fieldsOf(open), [open])
  const form = useRecordForm({
    fields,
    name: `move-payment-${payment.id}-${client}`,
    isNew: true,
    stored: {
      settles: isSame ? 'chosen' : 'oldest',
      allocation: isSame ? settledNow(payment) : {},
    },
    queryKey: accountsKey,
    check: ({ settles, allocation }) => {
      const chosen = sumOf(fields.allocation.valueOf(allocation))
      return settles === 'chosen' && isAbove(chosen, available)
        ? {
            allocation: `The invoices come to ${formatMoney(chosen, payment.currency)}, and ${formatMoney(available, payment.currency)} can settle them`,
          }
        : {}
    },
    save: ({ settles, allocation, reason }) =>
      movePayment({
        id: payment.id,
        contactId: client,
        reason,
        allocations:
          settles === 'oldest'
            ? null
            : settles === 'nothing'
              ? []
              : allocation.map((part) => ({ invoice_id: part.id, amount: part.amount })),
      }),
    onSaved: () => {
      notifications.show({ message: `${payment.payment_number ?? 'The payment'} is moved.` })
      onClose()
    },
  })
  return <RecordForm form={form} label="Move payment" submitLabel="Move payment" onCancel={onClose} isPlain />
}

/** The settled amount of each invoice; two parts for one invoice are added. */
const settledNow = (payment: Payment): Record<string, string> => {
  const now: Record<string, string> = {}
  for (const { amount, invoice } of movable(payment))
    if (invoice) now[invoice.id] = sumOf([{ amount: now[invoice.id] ?? '0.00' }, { amount }])
  return now
}

const fieldsOf = (open: readonly OpenInvoice[]) =>
  defineFields({
    settles: choice(
      'Settles',
      [
        { value: 'oldest', label: 'Oldest due first' },
        { value: 'chosen', label: 'As I choose' },
        { value: 'nothing', label: 'Nothing: it is credit' },
      ],
      { required: true },
    ),
    allocation: allocationField(open),
    reason: longText('Why', { required: true, max: 2000, empty: '', wide: true, missing: 'Please say why' }),
  })
