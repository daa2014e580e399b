import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  prices: 'Precios',
  people: 'El equipo',
  before_after: 'Antes y después',
  how_made: 'Cómo se hace',
  where: 'Dónde estamos',
  clients_say: 'Qué dicen los clientes',
  review_so_far: 'Una opinión hasta ahora. Deje la suya',
  reviews_so_far: {
    by: 'count',
    one: '{count} opinión hasta ahora. Deje la suya',
    other: '{count} opiniones hasta ahora. Deje la suya',
  },
  all_tips: 'Todos los consejos',
  before: 'Antes',
  after: 'Después',
  how_much_before: 'Cuánto se ve de la foto anterior',
  the_way: 'Cómo llegar',
  where_is: 'Dónde está {name}',
  hours: 'Horario',
  closed: 'Cerrado',
  span: '{opens} a {closes}',
}
