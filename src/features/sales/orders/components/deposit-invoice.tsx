import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import type { RecordAction } from '@/kit/record/record-page'
import { leftOf } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import type { Rights } from '@/shared/domain/people/permission'
import { withTax } from '@/shared/domain/text/formats'
import { RecordLink } from '@/shared/ui/page/record-links'
import { depositInvoiceAction, mayInvoiceDeposit } from '../../shared/deposit-invoice-action'
import { issueDepositInvoice } from '../api/order.mutation'
import type { Order, OrderRecords } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { openDepositInvoice } from '../deposit'

/** Sends the invoice over the open deposit, or leads to the one that is open. */
export function depositInvoiceActions(
  row: Order,
  invoices: OrderRecords['invoices'] | undefined,
  { rights, onOpen }: { rights: Rights; onOpen: () => void },
): RecordAction[] {
  if (!mayInvoiceDeposit(rights, row) || !invoices) return []
  const open = openDepositInvoice(invoices)
  return [
    open
      ? depositInvoiceAction({ href: `/invoices/${open.id}` }, `Deposit invoice ${open.invoice_number ?? ''}`)
      : depositInvoiceAction({ onClick: onOpen }),
  ]
}

const fields = defineFields({
  due: date('Due on', { help: 'Left empty, it is due at once.' }),
})

/** Asks for the day by which the deposit is due, issues its invoice, and leads to its mail. */
export function DepositInvoiceDialog({ row, invoices, onClose }: DepositInvoiceProps) {
  // As it was at the opening: the form stays until it has led to the mail of the new invoice.
  const [open] = useState(() => openDepositInvoice(invoices))
  return (
    <Modal opened onClose={onClose} title={`Deposit invoice for ${row.order_number}`}>
      {open ? (
        <Text>
          <RecordLink kind="invoice" id={open.id}>
            {open.invoice_number}
          </RecordLink>{' '}
          asks for {formatMoney(open.balance, row.currency)} already.
        </Text>
      ) : (
        <DepositInvoiceForm row={row} onClose={onClose} />
      )}
    </Modal>
  )
}

type DepositInvoiceProps = { row: Order; invoices: OrderRecords['invoices']; onClose: () => void }

function DepositInvoiceForm({ row, onClose }: Omit<DepositInvoiceProps, 'invoices'>) {
  const navigate = useNavigate()
  const amount = formatMoney(leftOf(row.deposit_amount, row.deposit_paid), row.currency)
  const form = useRecordForm({
    fields,
    name: `deposit-invoice-${row.id}`,
    isNew: true,
    queryKey: ordersKey,
    save: ({ due }) => issueDepositInvoice(row.id, due),
    onSaved: (id) => navigate(`/invoices/${id}?dialog=mail`, { replace: true }),
  })
  return (
    <RecordForm
      form={form}
      label="Deposit invoice"
      submitLabel="Issue and write the mail"
      onCancel={onClose}
      hint={withTax(
        `It asks for ${amount} and gets its number now. {Tax} is due when the money comes. The invoice of the order deducts what was paid.`,
      )}
      isPlain
      autoFocus
    />
  )
}
