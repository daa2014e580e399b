import type { RouteSet, RouteSetName } from './route.ts'
import { clientSet } from './client.ts'
import { marketingSet } from './marketing.ts'
import { findRoute } from './find-route.ts'
import { staffSet } from './staff.ts'

export const routeSets: Record<RouteSetName, RouteSet> = { staff: staffSet, client: clientSet, marketing: marketingSet }

export type Visit = {
  /** Host name, with or without a port. */
  host: string
  path: string
  /** The query, with its question mark or without. */
  search: string
  /** Whether a staff member is signed in, as far as the browser knows. */
  staffSession: boolean
  /** The bare domain of the public site; empty when it is not configured. */
  companyDomain: string
  /** Shown inside an embedding builder: then any host is a staff host. */
  embedded?: boolean
}

/**
 * Which of the three experiences a visit gets (spec 1 §2.5). `preview=public` always shows the public site. Staff on a
 * staff host keep the back office for every path it has. Otherwise the path decides, and then the host.
 */
export function chooseRouteSet(visit: Visit): RouteSetName {
  if (new URLSearchParams(visit.search).get('preview') === 'public') return 'marketing'
  if (visit.staffSession && isStaffHost(visit) && findRoute(staffSet, visit.path)) return 'staff'
  if (isBelow(visit.path, marketingPaths)) return 'marketing'
  if (isBelow(visit.path, clientPaths)) return 'client'
  return isStaffHost(visit) ? 'staff' : 'marketing'
}

/** Whether the back office lives here: `client.` has it too, and the loopback addresses are localhost by number. */
export function isStaffHost({ host, companyDomain, embedded }: Pick<Visit, 'host' | 'companyDomain' | 'embedded'>) {
  const name = hostName(host)
  if (name.startsWith('client.')) return true
  if (name.startsWith('www.') || (companyDomain !== '' && name === companyDomain.toLowerCase())) return false
  return (
    embedded === true ||
    staffHostPrefixes.some((prefix) => name.startsWith(prefix)) ||
    name.includes('localhost') ||
    loopbackAddresses.includes(name) ||
    isBuilderHost(name)
  )
}

/** Hosts where the session check is skipped: they show frames, and the database answers nobody without a session. */
export const isPreviewHost = (host: string): boolean =>
  hostName(host).startsWith('preview.') || isBuilderHost(hostName(host))

const staffHostPrefixes = ['system.', 'portal.', 'preview.']
const loopbackAddresses = ['127.0.0.1', '[::1]']
const embeddingBuilders = ['lovable', 'webcontainer', 'stackblitz', 'codesandbox']

const marketingPaths = [
  '/statements',
  '/products',
  '/mockups',
  '/delivery-note',
  '/partial-delivery-note',
  '/delivery-notes',
  '/schedule-appointment',
  '/appointment-confirmed',
  '/services',
  '/client-registration',
  '/new-business-registration',
  '/tips-advice',
]

const clientPaths = [
  '/payments',
  '/invoices/payment',
  '/invoices/payment-success',
  '/test-viva-auth',
  '/client-quotations',
  '/quotations/client',
  '/quotation-confirmed',
]

const isBuilderHost = (name: string) => embeddingBuilders.some((builder) => name.includes(builder))
const hostName = (host: string) => host.toLowerCase().replace(/:\d+$/, '')
const isBelow = (path: string, families: readonly string[]) =>
  families.some((family) => path === family || path.startsWith(`${family}/`))
