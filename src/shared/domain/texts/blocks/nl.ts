import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  prices: 'Prijzen',
  people: 'Mensen',
  before_after: 'Voor en na',
  how_made: 'Hoe het wordt gemaakt',
  where: 'Waar wij zijn',
  clients_say: 'Wat klanten zeggen',
  review_so_far: 'Tot nu toe één beoordeling. Schrijf de uwe',
  reviews_so_far: {
    by: 'count',
    one: 'Tot nu toe {count} beoordeling. Schrijf de uwe',
    other: 'Tot nu toe {count} beoordelingen. Schrijf de uwe',
  },
  all_tips: 'Alle tips en adviezen',
  before: 'Voor',
  after: 'Na',
  how_much_before: 'Hoeveel van de foto ervoor te zien is',
  the_way: 'Route tonen',
  where_is: 'Waar {name} is',
  hours: 'Openingstijden',
  closed: 'Gesloten',
  span: '{opens} tot {closes}',
}
