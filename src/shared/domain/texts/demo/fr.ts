import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in French. */
export const french: Translation<typeof english, 'fr'> = {
  demo: 'Personnes de la démo',
  demo_lead: 'Voici l’entreprise de démonstration. Entrez comme l’une de ces personnes :',
  as_admin: 'Se connecter comme {name}, administration',
  as_team_member: 'Se connecter comme {name}, atelier',
  as_sales: 'Se connecter comme {name}, ventes',
  as_accounts: 'Se connecter comme {name}, comptabilité',
  as_account_manager: 'Se connecter comme {name}, suivi des clients',
  as_client: 'Se connecter comme {name}, client',
  as_pending: 'Se connecter comme {name}, en attente',
}
