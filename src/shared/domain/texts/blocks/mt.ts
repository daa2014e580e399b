import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  prices: 'Prezzijiet',
  people: 'In-nies tagħna',
  before_after: 'Qabel u wara',
  how_made: 'Kif isir',
  where: 'Fejn qegħdin',
  clients_say: 'X’jgħidu l-klijenti',
  review_so_far: 'S’issa reċensjoni waħda. Ħalli tiegħek',
  reviews_so_far: {
    by: 'count',
    one: 'S’issa {count} reċensjoni. Ħalli tiegħek',
    two: 'S’issa {count} reċensjonijiet. Ħalli tiegħek',
    few: 'S’issa {count} reċensjonijiet. Ħalli tiegħek',
    many: 'S’issa {count}-il reċensjoni. Ħalli tiegħek',
    other: 'S’issa {count} reċensjoni. Ħalli tiegħek',
  },
  all_tips: 'Il-pariri kollha',
  before: 'Qabel',
  after: 'Wara',
  how_much_before: 'Kemm jidher mir-ritratt ta’ qabel',
  the_way: 'Urini t-triq',
  where_is: 'Fejn hu {name}',
  hours: 'Ħinijiet',
  closed: 'Magħluq',
  span: '{opens} sa {closes}',
}
