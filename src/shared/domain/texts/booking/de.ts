import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Booking of a visit, in German. */
export const german: Translation<typeof english, 'de'> = {
  book: 'Termin buchen',
  not_online: 'Termine können gerade nicht online gebucht werden. Bitte rufen Sie uns an.',
  what_like: 'Was wünschen Sie?',
  at_workshop: 'In unserer Werkstatt',
  at_yours: 'Bei Ihnen',
  by_phone: 'Telefonisch',
  loading_times: 'Freie Zeiten werden geladen',
  not_offered: 'Dieser Termin wird nicht mehr angeboten.',
  free_times: 'Freie Zeiten',
  earlier: 'Früher',
  later: 'Später',
  times_of: 'Zeiten von {place}',
  times_of_abroad: 'Zeiten von {place}. Ihre eigene Uhr zeigt eine andere Zeit.',
  none_free: 'In diesen zwei Wochen ist nichts frei. Sehen Sie spätere an.',
  your_details: 'Ihre Angaben',
  book_time: 'Diese Zeit buchen',
  booking_now: 'Wird gebucht …',
  give_back: 'Zeit zurückgeben',
  chosen: '{type}, {minutes} Minuten.',
  we_call: 'Wir rufen Sie an.',
  we_come: 'Wir kommen zu Ihnen.',
  number_missing: 'Bitte geben Sie die Nummer ein, die wir anrufen sollen',
  address: 'Adresse',
  address_missing: 'Bitte geben Sie die Adresse ein, zu der wir kommen sollen',
  about_what: 'Worum es geht',
  over: 'Die fünf Minuten sind vorbei. Die Zeit gehört noch Ihnen, solange niemand anderes sie nimmt.',
  held_for: 'Für Sie reserviert für',
  minutes_left: { by: 'count', one: '{count} Minute', other: '{count} Minuten' },
}
