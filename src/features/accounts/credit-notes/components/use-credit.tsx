import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { smaller } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { type OpenInvoice, openInvoicesQuery } from '../../shared/api/open-invoices.query'
import { accountsKey } from '../../shared/keys'
import { allocateCredit } from '../api/credit-note.mutation'
import type { CreditNote } from '../api/credit-note.query'

/** Uses the rest of a credit note for another open invoice of the client. */
export function UseCredit({ row, onClose }: { row: CreditNote; onClose: () => void }) {
  const { data: open, isPending } = useQuery(openInvoicesQuery(row.contact_id))
  if (isPending) return <Skeleton height={200} />
  const [first] = open ?? []
  if (!open || !first) return <Text>This client has no open invoice. The credit stays on the account.</Text>
  return <UseForm row={row} open={open} first={first} onClose={onClose} />
}

type UseFormProps = { row: CreditNote; open: readonly OpenInvoice[]; first: OpenInvoice; onClose: () => void }

function UseForm({ row, open, first, onClose }: UseFormProps) {
  const fields = useMemo(
    () =>
      defineFields({
        invoice: choice(
          'Invoice',
          open.map(({ id, number, balance }) => ({
            value: id,
            label: `${number}, ${formatMoney(balance, row.currency)} open`,
          })),
          { required: true },
        ),
        amount: money('Amount', { required: true, aboveZero: true, most: row.open, currency: row.currency }),
      }),
    [open, row.open, row.currency],
  )
  const form = useRecordForm({
    fields,
    name: `use-credit-${row.id}`,
    isNew: true,
    stored: { invoice: first.id, amount: smaller(row.open, first.balance) },
    queryKey: accountsKey,
    save: ({ invoice, amount }) => allocateCredit(row.id, invoice, amount),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Credit" submitLabel="Use credit" onCancel={onClose} isPlain />
}
