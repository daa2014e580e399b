import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  prices: 'Prezzi',
  people: 'Persone',
  before_after: 'Prima e dopo',
  how_made: 'Come nasce',
  where: 'Dove siamo',
  clients_say: 'Che cosa dicono i clienti',
  review_so_far: 'Finora una recensione. Lasci la Sua',
  reviews_so_far: {
    by: 'count',
    one: 'Finora {count} recensione. Lasci la Sua',
    other: 'Finora {count} recensioni. Lasci la Sua',
  },
  all_tips: 'Tutti i consigli',
  before: 'Prima',
  after: 'Dopo',
  how_much_before: 'Quanto si vede della foto di prima',
  the_way: 'Mi mostri la strada',
  where_is: 'Dove si trova {name}',
  hours: 'Orari',
  closed: 'Chiuso',
  span: '{opens}–{closes}',
}
