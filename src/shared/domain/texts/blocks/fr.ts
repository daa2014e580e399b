import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in French. */
export const french: Translation<typeof english, 'fr'> = {
  prices: 'Tarifs',
  people: 'L’équipe',
  before_after: 'Avant et après',
  how_made: 'Comment c’est fait',
  where: 'Où nous trouver',
  clients_say: 'Ce que disent nos clients',
  review_so_far: 'Un avis pour l’instant. Donnez le vôtre',
  reviews_so_far: {
    by: 'count',
    one: '{count} avis pour l’instant. Donnez le vôtre',
    other: '{count} avis pour l’instant. Donnez le vôtre',
  },
  all_tips: 'Tous les conseils',
  before: 'Avant',
  after: 'Après',
  how_much_before: 'Part visible de la photo d’avant',
  the_way: 'Voir l’itinéraire',
  where_is: 'Où se trouve {name}',
  hours: 'Horaires',
  closed: 'Fermé',
  span: '{opens} à {closes}',
}
