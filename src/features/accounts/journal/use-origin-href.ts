import { isRecordKind } from '@/shared/domain/records/record-kind'
import { linkTo } from '@/shared/lib/address'
import { useRecordHref } from '@/shared/ui/page/record-links'

type Line = { kind: string; id: string; number: string | null; on_date: string }

/** Where a line of the journal leads: to its paper or payment, to the booked entry of the bank, which its number finds, or to its day in the cash book. */
export function useOriginHref(): (line: Line) => string | null {
  const href = useRecordHref()
  return ({ kind, id, number, on_date }) => {
    if (isRecordKind(kind)) return href(kind, id)
    if (kind === 'cash_entry') return `${linkTo('/cash-book')}?days=${on_date}..${on_date}`
    return kind === 'bank_entry'
      ? `${linkTo('/payments/bank-import')}?show=confirmed&search=${encodeURIComponent(number ?? '')}`
      : null
  }
}
