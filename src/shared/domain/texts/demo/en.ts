/** The people of the demo company, in English. */
export const english = {
  demo: 'Demo people',
  demo_lead: 'This is the demo company. Come in as one of its people:',
  as_admin: 'Sign in as {name}, admin',
  as_team_member: 'Sign in as {name}, team member',
  as_sales: 'Sign in as {name}, sales',
  as_accounts: 'Sign in as {name}, accounts',
  as_account_manager: 'Sign in as {name}, account manager',
  as_client: 'Sign in as {name}, client',
  as_pending: 'Sign in as {name}, pending',
} as const
