import { useLive } from '@/kit/live/use-live'
import { auditKey } from './api/audit-trail.query'

/** The pages whose topics carry the changes of the trail. */
const pages = [
  'contacts',
  'locations',
  'quotations',
  'orders',
  'jobs',
  'deliveries',
  'invoices',
  'statements',
  'payments',
  'supplier-invoices',
  'inventory',
]
const sources = pages.map((page) => ({ page }))

/** The trail grows while it is looked at. */
export const useLiveTrail = (): void => useLive(auditKey, sources, { pollEvery: 30_000, settle: 300 })
