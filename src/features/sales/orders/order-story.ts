import { usualDetail } from '@/kit/record/document-story'
import { isDay } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'

/** The words for each type of event in the story of an order. */
export const orderStory = {
  created: 'Ordered',
  held: 'Put on hold',
  released: 'Goes on',
  cancelled: 'Cancelled',
  rest_ended: 'The rest ended',
  fewer_taken: 'Lowered to what was made',
  job_cancelled: 'Job cancelled',
  amendment_begun: 'Extra work quoted',
  amended: 'Extra work added',
  transfer_told: 'Transfer announced',
  transfer_withdrawn: 'Announced transfer was not sent',
  deposit_invoiced: 'Deposit invoice issued',
  deposit_lowered: 'Deposit invoice lowered',
  deposit_paid: 'Deposit paid',
  deposit_ended: 'Deposit is not asked for again',
  deposit_asked_again: 'Deposit is asked for again',
  promised: 'Day promised by the lead time',
  promised_later: 'Day promised by the plan',
  promised_by_terms: 'Day promised by the terms',
  promised_by_note: 'Day promised by the note to the client',
  days_moved: 'Days moved',
  deposit_freed: 'Deposit is credit of the client',
  credited: 'Everything invoiced was credited',
}

/** What an event of an order was about, behind its words: `: promised 12 Dec 2026, was 14 Dec 2026`. */
export function orderEventDetail(meta: unknown, type: string, currency?: string): string {
  if (type !== 'days_moved') return usualDetail(meta, type, currency)
  const day = (name: string): string | null => {
    const said: unknown = Reflect.get(Object(meta), name)
    return typeof said !== 'string' ? null : isDay(said) ? calendarDayText(said) : said
  }
  const moved = (['promised', 'due'] as const).flatMap((which) => {
    const [to, from] = [day(`${which}_to`), day(`${which}_from`)]
    return to === null ? [] : [`${which} ${to}${from === null ? '' : `, was ${from}`}`]
  })
  return moved.length === 0 ? '' : `: ${moved.join('; ')}`
}
