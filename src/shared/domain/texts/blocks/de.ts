import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in German. */
export const german: Translation<typeof english, 'de'> = {
  prices: 'Preise',
  people: 'Menschen',
  before_after: 'Vorher und nachher',
  how_made: 'Wie es entsteht',
  where: 'Wo Sie uns finden',
  clients_say: 'Was Kunden sagen',
  review_so_far: 'Bisher eine Bewertung. Schreiben Sie Ihre',
  reviews_so_far: {
    by: 'count',
    one: 'Bisher {count} Bewertung. Schreiben Sie Ihre',
    other: 'Bisher {count} Bewertungen. Schreiben Sie Ihre',
  },
  all_tips: 'Alle Tipps',
  before: 'Vorher',
  after: 'Nachher',
  how_much_before: 'Wie viel vom Bild vorher zu sehen ist',
  the_way: 'Route anzeigen',
  where_is: 'Wo {name} ist',
  hours: 'Öffnungszeiten',
  closed: 'Geschlossen',
  span: '{opens} bis {closes}',
}
