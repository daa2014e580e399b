import { linkTo } from '@/shared/lib/address'

/** The parts of a client's own place, in their order. */
export const tabs = [
  'overview',
  'quotations',
  'orders',
  'invoices',
  'deliveries',
  'statements',
  'proofs',
  'payments',
  'messages',
] as const
export type Tab = (typeof tabs)[number]

/** The texts of their titles. */
export const tabTitles = {
  overview: 'your_account',
  quotations: 'your_quotations',
  orders: 'your_orders',
  invoices: 'your_invoices',
  deliveries: 'your_deliveries',
  statements: 'your_statements',
  proofs: 'your_proofs',
  payments: 'your_payments',
  messages: 'your_messages',
} as const satisfies Record<Tab, string>

/** The tab in the address; any other text is the overview. */
export const tabOf = (value: string | null): Tab => tabs.find((tab) => tab === value) ?? 'overview'

export const tabPath = (tab: Tab): string =>
  tab === 'overview' ? linkTo('/my-account') : `${linkTo('/my-account')}?tab=${tab}`
