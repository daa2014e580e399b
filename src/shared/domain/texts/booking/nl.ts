import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Booking of a visit, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  book: 'Afspraak maken',
  not_online: 'Afspraken kunnen nu niet online worden gemaakt. Bel ons alstublieft.',
  what_like: 'Wat wenst u?',
  at_workshop: 'In onze werkplaats',
  at_yours: 'Bij u',
  by_phone: 'Telefonisch',
  loading_times: 'Vrije tijden worden geladen',
  not_offered: 'Deze afspraak wordt niet meer aangeboden.',
  free_times: 'Vrije tijden',
  earlier: 'Eerder',
  later: 'Later',
  times_of: 'Tijden van {place}',
  times_of_abroad: 'Tijden van {place}. Uw eigen klok toont een andere tijd.',
  none_free: 'Geen vrije tijd in deze twee weken. Kijk bij latere.',
  your_details: 'Uw gegevens',
  book_time: 'Deze tijd boeken',
  booking_now: 'Wordt geboekt…',
  give_back: 'Tijd teruggeven',
  chosen: '{type}, {minutes} minuten.',
  we_call: 'Wij bellen u.',
  we_come: 'Wij komen naar u toe.',
  number_missing: 'Vul het nummer in dat wij moeten bellen',
  address: 'Adres',
  address_missing: 'Vul het adres in dat wij moeten bezoeken',
  about_what: 'Waar het over gaat',
  over: 'De vijf minuten zijn voorbij. De tijd is nog van u zolang niemand anders hem neemt.',
  held_for: 'Voor u vastgehouden gedurende',
  minutes_left: { by: 'count', one: '{count} minuut', other: '{count} minuten' },
}
