import type { LiveSource } from '@/kit/live/use-live'

/** What moves the register: assets, the lines of their bills, and days that are closed. */
export const assetsLive: readonly LiveSource[] = [
  { page: 'payments', tables: ['fixed_assets', 'book_closings'] },
  { page: 'supplier-invoices', tables: ['supplier_invoices', 'supplier_invoice_items', 'cost_accounts'] },
]
