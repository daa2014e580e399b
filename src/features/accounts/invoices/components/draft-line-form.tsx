import { useQuery } from '@tanstack/react-query'
import { generateKeyBetween } from 'fractional-indexing'
import { useMemo, useState } from 'react'
import { vatKey } from '@/documents/totals'
import { isWork } from '@/documents/units'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, quantity } from '@/kit/fields/number-fields'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { ProposedVatNote } from '@/kit/record/vat/proposed-vat-note'
import { type TaxedPaper, TaxPlaceNote, vatProposalQuery } from '@/kit/record/vat/vat-proposal'
import { insertRow, saveVersioned } from '@/kit/save/save-row'
import { readDecimal } from '@/shared/domain/money/money'
import { isWholeUnit } from '@/shared/domain/money/quantity-text'
import { newId } from '@/shared/lib/new-id'
import { invoicesKey } from '../../shared/keys'
import { type DraftLine, lineVatQuery, vatColumns } from '../api/draft-lines.query'

const isFree = ({ of_order }: Readonly<Record<string, string>>) => of_order !== 'yes'
const useVatChoices = () => useQuery(lineVatQuery).data ?? []

const fieldsIn = (currency: string) =>
  defineFields({
    /** Hidden: a line of an order keeps the order's price. */
    of_order: { ...text('Of an order'), hiddenUnless: () => false },
    /** Hidden: what is proposed for goods and for work. */
    of_goods: { ...text('{Tax} of goods'), hiddenUnless: () => false },
    of_work: { ...text('{Tax} of work'), hiddenUnless: () => false },
    description: text('Description', { required: true, max: 2000 }),
    details: longText('Details', { max: 10_000 }),
    qty: quantity('Quantity', { required: true, places: 4, least: '0.0001', most: '1000000' }),
    unit: text('Unit', { max: 20, placeholder: 'piece', hiddenUnless: isFree }),
    unit_price: {
      ...money('Unit price, net', { required: true, places: 4, most: '100000000', currency }),
      hiddenUnless: isFree,
    },
    vat: {
      ...choice('{Tax}', useVatChoices, { required: true }),
      hiddenUnless: isFree,
      proposed: ({ unit, of_goods, of_work }) => (isWork(unit ?? '') ? of_work : of_goods) ?? '',
    },
  })

const wholeOnly = (qty: string) => {
  const read = readDecimal(qty, { places: 4, isWhole: true })
  return 'problem' in read ? { qty: read.problem } : {}
}

const lastOf = (lines: readonly DraftLine[]) =>
  lines.reduce<string | null>((most, { position }) => (most && most > position ? most : position), null)

type DraftLineFormProps = {
  invoiceId: string
  contactId: string
  currency: string
  /** Null for a new line. */
  line: DraftLine | null
  lines: readonly DraftLine[]
  onClose: () => void
}

/**
 * One line of a draft. On a line of an order the price is fixed; the text can be changed, and the quantity up to the
 * rest.
 */
export function DraftLineForm({ invoiceId, contactId, currency, line, lines, onClose }: DraftLineFormProps) {
  const [id] = useState(newId)
  const fields = useMemo(() => fieldsIn(currency), [currency])
  const paper: TaxedPaper = { kind: 'invoice', id: invoiceId }
  const { value: goods = '', workValue: work = '' } = useQuery(vatProposalQuery(contactId, paper)).data ?? {}
  const isOfOrder = (line?.order_item_id ?? null) !== null
  const form = useRecordForm({
    fields,
    name: `invoice-line-${line?.id ?? invoiceId}`,
    isNew: line === null,
    stored: line
      ? {
          ...line,
          of_order: isOfOrder ? 'yes' : '',
          ...{ of_goods: '', of_work: '' },
          vat: line.vat_rate === null ? '' : vatKey(line.vat_rate, line.vat_treatment ?? 'standard'),
        }
      : { of_order: '', of_goods: goods, of_work: work, qty: '1', unit: 'piece', vat: '' },
    queryKey: invoicesKey,
    check: ({ qty, unit }) => (!isOfOrder && isWholeUnit(unit) ? wholeOnly(qty) : {}),
    save: async ({ description, details, qty, unit, unit_price, vat }) => {
      const words = { description, details, qty }
      if (line) {
        const values = isOfOrder ? words : { ...words, unit, unit_price, ...vatColumns(vat) }
        return saveVersioned({ table: 'invoice_items', what: 'this line', row: line, values })
      }
      await insertRow({
        table: 'invoice_items',
        what: 'lines',
        values: {
          id,
          invoice_id: invoiceId,
          kind: 'item',
          position: generateKeyBetween(lastOf(lines), null),
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
      <ProposedVatNote
        contactId={contactId}
        treatments={isOfOrder ? [] : [vatColumns(form.drafts.vat).vat_treatment]}
      />
      {isOfOrder ? null : <TaxPlaceNote contactId={contactId} paper={paper} />}
    </RecordForm>
  )
}
