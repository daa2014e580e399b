import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  demo: 'Mensen van de demo',
  demo_lead: 'Dit is het demobedrijf. Kom binnen als een van deze mensen:',
  as_admin: 'Inloggen als {name}, beheer',
  as_team_member: 'Inloggen als {name}, werkplaats',
  as_sales: 'Inloggen als {name}, verkoop',
  as_accounts: 'Inloggen als {name}, boekhouding',
  as_account_manager: 'Inloggen als {name}, accountbeheer',
  as_client: 'Inloggen als {name}, klant',
  as_pending: 'Inloggen als {name}, wacht op goedkeuring',
}
