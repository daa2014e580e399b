/** The root of everything that is read about accounts: one payment moves an invoice, a statement and the balances. */
export const accountsKey = ['accounts'] as const
export const invoicesKey = [...accountsKey, 'invoices'] as const
export const creditNotesKey = [...accountsKey, 'credit-notes'] as const
export const statementsKey = [...accountsKey, 'statements'] as const
export const activityKey = [...accountsKey, 'activity'] as const
export const toInvoiceKey = [...accountsKey, 'to-invoice'] as const
