import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  demo: 'Pessoas da demonstração',
  demo_lead: 'Esta é a empresa de demonstração. Entre como uma destas pessoas:',
  as_admin: 'Entrar como {name}, administração',
  as_team_member: 'Entrar como {name}, oficina',
  as_sales: 'Entrar como {name}, vendas',
  as_accounts: 'Entrar como {name}, contabilidade',
  as_account_manager: 'Entrar como {name}, gestão de clientes',
  as_client: 'Entrar como {name}, cliente',
  as_pending: 'Entrar como {name}, em espera',
}
