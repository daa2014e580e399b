import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  demo: 'In-nies tad-demo',
  demo_lead: 'Din hi l-kumpanija tad-demo. Idħol bħala wieħed minn dawn in-nies:',
  as_admin: 'Idħol bħala {name}, amministrazzjoni',
  as_team_member: 'Idħol bħala {name}, ħanut tax-xogħol',
  as_sales: 'Idħol bħala {name}, bejgħ',
  as_accounts: 'Idħol bħala {name}, kontijiet',
  as_account_manager: 'Idħol bħala {name}, kura tal-klijenti',
  as_client: 'Idħol bħala {name}, klijent',
  as_pending: 'Idħol bħala {name}, jistenna',
}
