import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in German. */
export const german: Translation<typeof english, 'de'> = {
  demo: 'Personen der Demo',
  demo_lead: 'Dies ist das Demo-Unternehmen. Melden Sie sich als eine dieser Personen an:',
  as_admin: 'Anmelden als {name}, Administration',
  as_team_member: 'Anmelden als {name}, Werkstatt',
  as_sales: 'Anmelden als {name}, Verkauf',
  as_accounts: 'Anmelden als {name}, Buchhaltung',
  as_account_manager: 'Anmelden als {name}, Kundenbetreuung',
  as_client: 'Anmelden als {name}, Kunde',
  as_pending: 'Anmelden als {name}, wartet auf Freigabe',
}
