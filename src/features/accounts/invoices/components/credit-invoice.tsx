import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { shortDecimalText } from '@/shared/domain/money'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/problem'
import { amounts } from '../../shared/amounts-field'
import { accountsKey } from '../../shared/keys'
import { makeCreditNote } from '../api/invoice.mutation'
import { creditableQuery } from '../api/invoice.query'
import { type Creditable, creditableOf } from '../creditable'

/** Takes back all of an invoice, or some quantities of its lines. The credit note is a draft until it is issued. */
export function CreditInvoice({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const lines = useQuery(creditableQuery(invoiceId))
  if (lines.isPending) return <Skeleton height={240} />
  if (lines.isError) return <Problem onRetry={() => void lines.refetch()}>The lines could not be read</Problem>
  const creditable = creditableOf(lines.data)
  if (creditable.length === 0) return <Text>Everything of this invoice is credited already.</Text>
  return <CreditForm invoiceId={invoiceId} lines={creditable} onClose={onClose} />
}

const fieldsOf = (lines: readonly Creditable[]) =>
  defineFields({
    reason: longText('Why', {
      required: true,
      max: 2000,
      missing: 'Please say why',
      help: 'It stands on the credit note.',
    }),
    what: choice(
      'Credit',
      [
        { value: 'all', label: 'Everything that is not credited yet' },
        { value: 'lines', label: 'Some lines or quantities' },
      ],
      { required: true },
    ),
    lines: amounts(
      'Lines',
      lines.map(({ id, description, left, billed }) => ({
        id,
        label: description,
        detail: `${shortDecimalText(left)} of ${shortDecimalText(billed)} left to credit`,
        most: left,
      })),
      { places: 4, column: 'Quantity', hiddenUnless: ({ what }) => what === 'lines' },
    ),
  })

type CreditFormProps = { invoiceId: string; lines: readonly Creditable[]; onClose: () => void }

function CreditForm({ invoiceId, lines, onClose }: CreditFormProps) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const fields = useMemo(() => fieldsOf(lines), [lines])
  const form = useRecordForm({
    fields,
    name: `credit-${invoiceId}`,
    isNew: true,
    stored: { what: 'all' },
    queryKey: accountsKey,
    check: (drafts) =>
      drafts.what === 'lines' &&
      fields.lines.problem(drafts.lines) === null &&
      fields.lines.valueOf(drafts.lines).length === 0
        ? { lines: 'Please enter a quantity for at least one line' }
        : {},
    save: (values) =>
      makeCreditNote({
        id,
        invoiceId,
        reason: values.reason,
        lines:
          values.what === 'all' ? null : values.lines.map((line) => ({ invoice_item_id: line.id, qty: line.amount })),
      }),
    onSaved: (note) => navigate(`/credit-notes/${note}`, { replace: true }),
  })
  return <RecordForm form={form} label="Credit" submitLabel="Make credit note" onCancel={onClose} isPlain autoFocus />
}
