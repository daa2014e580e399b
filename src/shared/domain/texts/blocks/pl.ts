import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  prices: 'Ceny',
  people: 'Ludzie',
  before_after: 'Przed i po',
  how_made: 'Jak powstaje',
  where: 'Gdzie jesteśmy',
  clients_say: 'Co mówią klienci',
  review_so_far: 'Dotąd jedna opinia. Napisz swoją',
  reviews_so_far: {
    by: 'count',
    one: 'Dotąd {count} opinia. Napisz swoją',
    few: 'Dotąd {count} opinie. Napisz swoją',
    many: 'Dotąd {count} opinii. Napisz swoją',
    other: 'Dotąd {count} opinii. Napisz swoją',
  },
  all_tips: 'Wszystkie porady',
  before: 'Przed',
  after: 'Po',
  how_much_before: 'Ile widać ze zdjęcia sprzed zmiany',
  the_way: 'Pokaż drogę',
  where_is: 'Gdzie jest {name}',
  hours: 'Godziny otwarcia',
  closed: 'Zamknięte',
  span: '{opens}–{closes}',
}
