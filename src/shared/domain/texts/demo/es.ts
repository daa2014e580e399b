import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  demo: 'Personas de la demostración',
  demo_lead: 'Esta es la empresa de demostración. Entre como una de estas personas:',
  as_admin: 'Entrar como {name}, administración',
  as_team_member: 'Entrar como {name}, taller',
  as_sales: 'Entrar como {name}, ventas',
  as_accounts: 'Entrar como {name}, contabilidad',
  as_account_manager: 'Entrar como {name}, atención a clientes',
  as_client: 'Entrar como {name}, cliente',
  as_pending: 'Entrar como {name}, en espera',
}
