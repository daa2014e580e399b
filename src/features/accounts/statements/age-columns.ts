import type { ClientBalance } from './api/statements.query'

const amount = (name: 'not_due' | 'days_30' | 'days_60' | 'days_90' | 'older' | 'credit', label: string) =>
  ({
    name,
    label,
    sort: name,
    align: 'right',
    card: 'none',
    currency: ({ currency }: ClientBalance) => currency,
  }) as const

/** What a client owes by its age, and the credit, as columns of a list. */
export const ageColumns = [
  { ...amount('not_due', 'Not due'), from: 'lg', money: (row: ClientBalance) => row.not_due },
  { ...amount('days_30', '1–30'), from: 'lg', money: (row: ClientBalance) => row.days_30 },
  { ...amount('days_60', '31–60'), from: 'lg', money: (row: ClientBalance) => row.days_60 },
  { ...amount('days_90', '61–90'), from: 'lg', money: (row: ClientBalance) => row.days_90 },
  { ...amount('older', 'Over 90'), from: 'md', money: (row: ClientBalance) => row.older },
  { ...amount('credit', 'Credit'), from: 'md', money: (row: ClientBalance) => row.credit },
] as const
