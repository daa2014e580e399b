import { linkTo } from '@/shared/lib/address'

/** The parts of a client's own place, in their order. */
export const tabs = ['overview', 'quotations', 'orders', 'invoices', 'deliveries', 'statements'] as const
export type Tab = (typeof tabs)[number]

export const tabLabels: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  quotations: 'Quotations',
  orders: 'Orders',
  invoices: 'Invoices',
  deliveries: 'Deliveries',
  statements: 'Statements',
}

/** The tab in the address; any other text is the overview. */
export const tabOf = (value: string | null): Tab => tabs.find((tab) => tab === value) ?? 'overview'

export const tabPath = (tab: Tab): string =>
  tab === 'overview' ? linkTo('/my-account') : `${linkTo('/my-account')}?tab=${tab}`
