import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  prices: 'Preços',
  people: 'A equipa',
  before_after: 'Antes e depois',
  how_made: 'Como se faz',
  where: 'Onde estamos',
  clients_say: 'O que dizem os clientes',
  review_so_far: 'Uma opinião até agora. Deixe a sua',
  reviews_so_far: {
    by: 'count',
    one: '{count} opinião até agora. Deixe a sua',
    other: '{count} opiniões até agora. Deixe a sua',
  },
  all_tips: 'Todas as dicas',
  before: 'Antes',
  after: 'Depois',
  how_much_before: 'Quanto se vê da fotografia anterior',
  the_way: 'Como chegar',
  where_is: 'Onde fica {name}',
  hours: 'Horário',
  closed: 'Fechado',
  span: '{opens} às {closes}',
}
