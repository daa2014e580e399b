import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The people of the demo company, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  demo: 'Osoby z wersji demonstracyjnej',
  demo_lead: 'To firma demonstracyjna. Można wejść jako jedna z tych osób:',
  as_admin: 'Zaloguj jako {name}, administracja',
  as_team_member: 'Zaloguj jako {name}, warsztat',
  as_sales: 'Zaloguj jako {name}, sprzedaż',
  as_accounts: 'Zaloguj jako {name}, księgowość',
  as_account_manager: 'Zaloguj jako {name}, opieka nad klientami',
  as_client: 'Zaloguj jako {name}, klient',
  as_pending: 'Zaloguj jako {name}, czeka na akceptację',
}
