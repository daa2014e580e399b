import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { compared, exact } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { deductCredit } from '../api/suppliers.mutation'
import { type BillForCredit, billsForCreditQuery, type SupplierInvoice, suppliersKey } from '../api/suppliers.query'
import { withoutSign } from '../supplier-credit'

type DeductCreditProps = { row: SupplierInvoice; onClose: () => void }

/** Deducts a credit note from an approved invoice of its supplier. */
export function DeductCredit({ row, onClose }: DeductCreditProps) {
  const bills = useQuery(billsForCreditQuery(row.id))
  const [offered, setOffered] = useState<readonly BillForCredit[] | null>(null)
  if (bills.isPending) return <Skeleton height={160} />
  if (bills.isError)
    return <Problem onRetry={() => void bills.refetch()}>The invoices of this supplier could not be read</Problem>
  // What was offered stays while it is deducted: the form says its end, and closes.
  if (offered === null) setOffered(bills.data)
  const shown = offered ?? bills.data
  const [first] = shown
  if (!first)
    return <Text>No approved invoice of this supplier is open. Approve one, or record that the money came back.</Text>
  return <DeductForm row={row} bills={shown} first={first} onClose={onClose} />
}

type DeductFormProps = DeductCreditProps & { bills: readonly BillForCredit[]; first: BillForCredit }

function DeductForm({ row, bills, first, onClose }: DeductFormProps) {
  const [id] = useState(newId)
  const left = withoutSign(row.open)
  const fields = useMemo(() => {
    const mostOf = (invoice: string | undefined) => {
      const open = bills.find((bill) => bill.id === invoice)?.open ?? left
      return compared(exact(open), exact(left)) < 0 ? open : left
    }
    return defineFields({
      invoice: choice(
        'Invoice',
        bills.map((bill) => ({ value: bill.id, label: wordsOf(bill, row.currency) })),
        { required: true },
      ),
      amount: money('Amount', {
        required: true,
        currency: row.currency,
        proposed: ({ invoice }) => mostOf(invoice),
        help: `${formatMoney(left, row.currency)} is left of the credit note.`,
      }),
    })
  }, [bills, left, row.currency])
  const form = useRecordForm({
    fields,
    name: `deduct-${row.id}`,
    isNew: true,
    stored: { invoice: first.id },
    queryKey: suppliersKey,
    save: ({ invoice, amount }) => deductCredit({ id, creditId: row.id, invoiceId: invoice, amount }),
    onSaved: onClose,
  })
  return <RecordForm form={form} isPlain autoFocus label="Deduction" submitLabel="Deduct" onCancel={onClose} />
}

const wordsOf = ({ number, open, due_date, is_named }: BillForCredit, currency: string) =>
  `${number}: ${formatMoney(open, currency)}${due_date ? `, due ${calendarDayText(due_date)}` : ''}${is_named ? ' (named)' : ''}`
