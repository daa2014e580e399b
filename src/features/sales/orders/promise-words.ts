import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import type { OrderPromise } from './api/promise.query'

/** Who set the promised day of an order; null where nothing says it. */
export function setByWords({ by, name }: OrderPromise): string | null {
  switch (by) {
    case 'note':
      return 'By the accepted note to the client.'
    case 'terms':
      return 'By the accepted terms.'
    case 'lead_time':
      return 'By the lead time.'
    case 'plan':
      return 'By hours and material: the lead time was too short.'
    case 'person':
      return name ? `Set by ${name}.` : 'Set by a person.'
    case null:
      return null
  }
}

/** How the client was told the promised day first, since it is that day. */
export function toldWords({ told }: OrderPromise): string {
  if (told === null) return 'No confirmation with it was sent yet.'
  return told.how === 'mail'
    ? `The client has it in the mail of ${dayText(told.at)}.`
    : `The client’s page shows it since ${dayText(told.at)}.`
}

/** What to do where a person takes another day than the one that the client was told; null where they were told none. */
export function newDayWords(promise: OrderPromise | null | undefined, was: string | null, is: string | null) {
  if (!promise?.told || was === null || was === is) return null
  return `The client was told ${calendarDayText(was)}. Please send the confirmation again: it says the new day.`
}
