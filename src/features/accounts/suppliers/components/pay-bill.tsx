import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { compared, exact } from '@/shared/domain/money/decimal'
import { amountWords, readDecimal } from '@/shared/domain/money/money'
import { methods } from '@/shared/domain/money/payment-methods'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { discountWords } from '../../shared/payment/cash-discount'
import { paySupplierInvoice } from '../api/suppliers.mutation'
import { type BillDiscount, billDiscountQuery, type SupplierInvoice, suppliersKey } from '../api/suppliers.query'
import { costBy, paperOpen } from '../bill-worth'
import { withoutSign } from '../supplier-credit'

type PayBillProps = { row: SupplierInvoice; onClose: () => void }

/** Money that went to a supplier, with the cash discount where the terms of its bill give one, or that came back for a credit note. */
export function PayBill({ row, onClose }: PayBillProps) {
  const discount = useQuery({ ...billDiscountQuery(row.id), enabled: row.discount_pct !== null })
  if (discount.isLoading) return <Skeleton height={280} />
  if (discount.isError) return <Problem onRetry={() => void discount.refetch()}>The discount could not be read</Problem>
  return <PayForm row={row} early={discount.data ?? null} onClose={onClose} />
}

function PayForm({ row, early, onClose }: PayBillProps & { early: BillDiscount | null }) {
  const [paymentId] = useState(newId)
  const { paper_currency } = row
  const fields = useMemo(() => fieldsOf(early, row, paperOpen(row)), [early, row])
  const form = useRecordForm({
    fields,
    name: `pay-supplier-${row.id}`,
    isNew: true,
    stored: {
      amount: early && !early.is_late ? early.pays : paperOpen(row),
      method: 'bank',
      reference: row.payment_reference,
      takes_discount: true,
    },
    queryKey: suppliersKey,
    check: ({ cost }) =>
      paper_currency !== null && cost === '' ? { cost: `Please enter what it cost in ${row.currency}` } : {},
    save: ({ cost, amount, method, paid_on, reference, takes_discount }) =>
      paySupplierInvoice({
        id: row.id,
        paymentId,
        amount,
        method,
        paidOn: paid_on,
        reference,
        cost: paper_currency === null ? null : cost,
        discount: takes_discount === true && isDiscounted(amount, early) ? early.amount : null,
      }),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label="Payment"
      submitLabel={row.is_credit ? 'Record' : 'Record payment'}
      onCancel={onClose}
    />
  )
}

/** Whether this amount is exactly what is to be paid with the cash discount. */
function isDiscounted(amount: string, early: BillDiscount | null): early is BillDiscount {
  const whole = readDecimal(amount)
  return early !== null && 'value' in whole && compared(exact(whole.value), exact(early.pays)) === 0
}

const fieldsOf = (early: BillDiscount | null, row: SupplierInvoice, whole: string) =>
  defineFields({
    amount: money('Amount', {
      required: true,
      currency: row.paper_currency ?? row.currency,
      ...(early ? { help: discountWords(early, row.paper_currency ?? row.currency) } : {}),
    }),
    cost: money(`${row.is_credit ? 'What came in' : 'What it cost'} in ${row.currency}`, {
      currency: row.currency,
      about: ({ amount = '' }) => amountWords(amount, row.paper_currency ?? row.currency),
      proposed: ({ amount = '' }) => costBy(amount, whole, withoutSign(row.open)),
      help: 'As the bank booked it. What it differs from the worth of the bill is an exchange gain or loss.',
      hiddenUnless: () => row.paper_currency !== null,
    }),
    method: choice('Method', methods, { required: true }),
    paid_on: date('Paid on', { help: 'Empty: today.' }),
    reference: text('Reference', { max: 200 }),
    takes_discount: checkbox('What is left is the cash discount', {
      wide: true,
      hiddenUnless: ({ amount = '' }) => isDiscounted(amount, early),
    }),
  })
