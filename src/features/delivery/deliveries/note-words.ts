import type { Note } from '@/documents/paper/delivery-note'
import { calendarDayText } from '@/shared/domain/text/formats'

/** The state of a delivery for its client, above the note, in one or two sentences. For a drop: that it arrived. */
export function noteWords({
  drop,
  drops,
  status,
  method,
  planned_on,
  delivered_on,
}: Pick<Note, 'drop' | 'drops' | 'status' | 'method' | 'planned_on' | 'delivered_on'>): string {
  const came = drops.find(({ id }) => id === drop)
  const onDay = (day: string | null | undefined) => (day ? ` on ${calendarDayText(day)}` : '')
  const collected = method === 'pickup'
  if (drop) return `This part was ${collected ? 'collected' : 'delivered'}${onDay(came?.delivered_on)}.`
  const planned = planned_on ? ` It is planned for ${calendarDayText(planned_on)}.` : ''
  switch (status) {
    case 'delivered':
      return `${collected ? 'Collected' : 'Delivered'}${onDay(delivered_on)}.`
    case 'partially_delivered':
      return 'A part was delivered. The rest follows.'
    case 'failed':
      return 'We could not deliver. We arrange a new day with you.'
    case 'out':
      return 'Not delivered yet: it is on its way to you.'
    case 'ready':
      return collected ? 'Not collected yet: it is ready for you.' : `Not delivered yet: it is ready.${planned}`
    default:
      return `Not ${collected ? 'collected' : 'delivered'} yet.${planned}`
  }
}
