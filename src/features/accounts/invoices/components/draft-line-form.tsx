import { useQuery } from '@tanstack/react-query'
import { generateKeyBetween } from 'fractional-indexing'
import { useState } from 'react'
import { vatKey } from '@/documents/totals'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, quantity } from '@/kit/fields/number-fields'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { ReverseChargeNote, type TaxedPaper, TaxPlaceNote, vatProposalQuery } from '@/kit/record/vat-proposal'
import { insertRow, saveVersioned } from '@/kit/save/save-row'
import { readDecimal } from '@/shared/domain/money/money'
import { isWholeUnit } from '@/shared/domain/money/quantity-text'
import { newId } from '@/shared/lib/new-id'
import { invoicesKey } from '../../shared/keys'
import { type DraftLine, lineVatQuery, vatColumns } from '../api/draft-lines.query'

const isFree = ({ of_order }: Readonly<Record<string, string>>) => of_order !== 'yes'
const useVatChoices = () => useQuery(lineVatQuery).data ?? []

const fields = defineFields({
  /** Hidden: a line of an order keeps the order's price. */
  of_order: { ...text('Of an order'), hiddenUnless: () => false },
  description: text('Description', { required: true, max: 2000 }),
  details: longText('Details', { max: 10_000 }),
  qty: quantity('Quantity', { required: true, least: '0.0001', most: '1000000' }),
  unit: text('Unit', { max: 20, placeholder: 'piece', hiddenUnless: isFree }),
  unit_price: { ...money('Unit price, net', { required: true, most: '100000000' }), hiddenUnless: isFree },
  vat: { ...choice('{Tax}', useVatChoices, { required: true }), hiddenUnless: isFree },
})

const wholeOnly = (qty: string) => {
  const read = readDecimal(qty, { places: 4, isWhole: true })
  return 'problem' in read ? { qty: read.problem } : {}
}

type DraftLineFormProps = {
  invoiceId: string
  contactId: string
  /** Null for a new line. */
  line: DraftLine | null
  lines: readonly DraftLine[]
  onClose: () => void
}

/**
 * One line of a draft. On a line of an order the price is fixed; the text can be changed, and the quantity up to the
 * rest.
 */
export function DraftLineForm({ invoiceId, contactId, line, lines, onClose }: DraftLineFormProps) {
  const [id] = useState(newId)
  const paper: TaxedPaper = { kind: 'invoice', id: invoiceId }
  const usual = useQuery(vatProposalQuery(contactId, paper)).data?.value
  const isOfOrder = (line?.order_item_id ?? null) !== null
  const form = useRecordForm({
    fields,
    name: `invoice-line-${line?.id ?? invoiceId}`,
    isNew: line === null,
    stored: line
      ? {
          ...line,
          of_order: isOfOrder ? 'yes' : '',
          vat: line.vat_rate === null ? '' : vatKey(line.vat_rate, line.vat_treatment ?? 'standard'),
        }
      : { of_order: '', qty: '1', unit: 'piece', vat: usual ?? '' },
    queryKey: invoicesKey,
    check: ({ qty, unit }) => (!isOfOrder && isWholeUnit(unit) ? wholeOnly(qty) : {}),
    save: async ({ description, details, qty, unit, unit_price, vat }) => {
      const words = { description, details, qty }
      if (line) {
        const values = isOfOrder ? words : { ...words, unit, unit_price, ...vatColumns(vat) }
        return saveVersioned({ table: 'invoice_items', what: 'this line', row: line, values })
      }
      const last = lines.reduce<string | null>(
        (most, { position }) => (most && most > position ? most : position),
        null,
      )
      await insertRow({
        table: 'invoice_items',
        what: 'lines',
        values: {
          id,
          invoice_id: invoiceId,
          kind: 'item',
          position: generateKeyBetween(last, null),
          ...words,
          unit,
          unit_price,
          ...vatColumns(vat),
        },
      })
    },
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label={line ? 'Edit line' : 'New line'}
      submitLabel={line ? 'Save line' : 'Add line'}
      onCancel={onClose}
      isPlain
      autoFocus
    >
      <ReverseChargeNote contactId={contactId} isReverse={!isOfOrder && form.drafts.vat.endsWith(' reverse_charge')} />
      {isOfOrder ? null : <TaxPlaceNote contactId={contactId} paper={paper} />}
    </RecordForm>
  )
}
