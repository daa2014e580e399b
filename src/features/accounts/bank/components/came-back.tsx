import { formatMoney } from '@/shared/domain/money/money'
import { RecordLink } from '@/shared/ui/page/record-links'
import type { ReturnedPart } from '../api/bank.query'

type CameBackProps = {
  parts: readonly ReturnedPart[]
  kind: 'invoice' | 'supplier_invoice'
  currency?: string | undefined
}

/** What a returned payment had settled: the invoices that are open again, and the deposit invoices that are credited. */
export const CameBack = ({ parts, kind, currency }: CameBackProps) =>
  [
    { label: 'Open again', of: parts.filter((part) => !part.is_credited) },
    { label: 'Is credited', of: parts.filter((part) => part.is_credited) },
  ].map(({ label, of }) =>
    of.length > 0 ? (
      <span key={label}>
        {` ${label}: `}
        {of.map((part, place) => (
          <span key={`${part.invoice_id} ${part.amount}`}>
            {place === 0 ? '' : ', '}
            <RecordLink kind={kind} id={part.invoice_id}>
              {part.number}
            </RecordLink>{' '}
            {formatMoney(part.amount, currency)}
            {part.discount ? ` and its cash discount of ${formatMoney(part.discount, currency)}` : ''}
          </span>
        ))}
        .
      </span>
    ) : null,
  )

/** What a confirmed return did, in words. `name`: whose payment it was. */
export const cameBackWords = (parts: readonly ReturnedPart[], kind: CameBackProps['kind'], name: string): string => {
  const what = kind === 'supplier_invoice' ? 'supplier invoices' : 'invoices'
  return parts.some((part) => part.is_credited)
    ? `The payment of ${name} came back: the deposit invoice is credited, and its order waits for the deposit.`
    : parts.length === 0
      ? `The payment of ${name} came back.`
      : `The payment ${kind === 'supplier_invoice' ? 'to' : 'of'} ${name} came back: the ${what} it paid are open again.`
}
