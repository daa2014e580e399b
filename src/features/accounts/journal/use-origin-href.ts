import { isRecordKind } from '@/shared/domain/records/record-kind'
import { linkTo } from '@/shared/lib/address'
import { useRecordHref } from '@/shared/ui/page/record-links'

type Line = { kind: string; id: string; number: string | null }

/** Where a line of the journal leads: to its paper or payment, or to the booked entry of the bank, which its number finds. */
export function useOriginHref(): (line: Line) => string | null {
  const href = useRecordHref()
  return ({ kind, id, number }) => {
    if (isRecordKind(kind)) return href(kind, id)
    return kind === 'bank_entry'
      ? `${linkTo('/payments/bank-import')}?show=confirmed&search=${encodeURIComponent(number ?? '')}`
      : null
  }
}
