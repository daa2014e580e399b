import { isPreview } from '../../shared/domain/web/site-preview.ts'
import { type Host, isStaffHost } from './hosts.ts'
import type { RouteSetName } from './route.ts'

export type Visit = Host & {
  path: string
  /** The query, with its question mark or without. */
  search: string
  /** True when a staff member is signed in, as far as the browser knows. */
  staffSession: boolean
}

/**
 * Which of the three experiences a visit gets (spec 1 §2.5). `preview=public` always shows the public site. Staff on a
 * staff host keep the back office for every path it has. Otherwise the path decides, and then the host.
 */
export function routeSetOf(visit: Visit, isStaffPath: (path: string) => boolean): RouteSetName {
  if (isPreview(visit.search)) return 'marketing'
  if (visit.staffSession && isStaffHost(visit) && isStaffPath(visit.path)) return 'staff'
  if (isBelow(visit.path, marketingPaths)) return 'marketing'
  if (isBelow(visit.path, clientPaths) || visit.path === clientStart) return 'client'
  return isStaffHost(visit) ? 'staff' : 'marketing'
}

const marketingPaths = [
  '/statements',
  '/products',
  '/mockups',
  '/delivery-note',
  '/partial-delivery-note',
  '/delivery-notes',
  '/my-account',
  '/client-invoices',
  '/client-credit-notes',
  '/schedule-appointment',
  '/appointment-confirmed',
  '/services',
  '/client-registration',
  '/new-business-registration',
  '/tips-advice',
]

/** The target of the client set's catch-all; the pages below it are for staff. */
const clientStart = '/designer-interview'

const clientPaths = [
  '/payments',
  '/invoices/payment',
  '/invoices/payment-success',
  '/test-viva-auth',
  '/client-quotations',
  '/quotations/client',
  '/quotation-confirmed',
]

const isBelow = (path: string, families: readonly string[]) =>
  families.some((family) => path === family || path.startsWith(`${family}/`))
