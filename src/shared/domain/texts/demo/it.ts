import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  demo: 'Persone della demo',
  demo_lead: 'Questa è l’azienda dimostrativa. Entri come una di queste persone:',
  as_admin: 'Accedi come {name}, amministrazione',
  as_team_member: 'Accedi come {name}, officina',
  as_sales: 'Accedi come {name}, vendite',
  as_accounts: 'Accedi come {name}, contabilità',
  as_account_manager: 'Accedi come {name}, gestione clienti',
  as_client: 'Accedi come {name}, cliente',
  as_pending: 'Accedi come {name}, in attesa',
}
