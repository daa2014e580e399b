import type { SupabaseClient } from '@supabase/supabase-js'
import { routeSets } from '../../src/app/route-sets/choose-route-set.ts'
import { routesOf } from '../../src/app/route-sets/find-route.ts'
import type { RouteSetName } from '../../src/app/route-sets/route.ts'

/** A stop of the crawl: the path of its route, and that path with a record of the demo in it. */
export type Stop = { path: string; address: string }

/** One row of the demo: its table, the column for the address, and conditions on it. `without`: excluded statuses. */
type Sample = {
  table: string
  column?: string
  where?: Record<string, string | boolean>
  filled?: string
  without?: readonly string[]
}

const link = 'public_uuid'
const quotation: Sample = { table: 'quotations', where: { status: 'sent' } }
const quotationLink: Sample = { ...quotation, column: link }
const invoiceLink: Sample = { table: 'invoices', column: link, without: ['draft', 'void'] }
const creditNoteLink: Sample = { table: 'credit_notes', column: link, without: ['draft', 'void'] }
const person: Sample = { table: 'contacts', where: { type: 'Person' } }
const business: Sample = { table: 'contacts', where: { type: 'Business' } }

/** By path. A path with different records in two sets has the name of the set before it. */
const samples: Record<string, Sample> = {
  '/audit-logs/:id': { table: 'audit_logs' },
  '/calculator/:id': { table: 'price_calculations' },
  '/client-credit-notes/:id': creditNoteLink,
  '/client-invoices/:id': invoiceLink,
  '/client-quotations/:id': quotationLink,
  '/contacts/add-business-relation/:id': business,
  '/contacts/add-relation/:id': person,
  '/contacts/business/:id': business,
  '/contacts/business/:id/add-bank-account': business,
  '/contacts/people/:id': person,
  '/contacts/people/:id/add-bank-account': person,
  '/credit-notes/:id': { table: 'credit_notes' },
  'marketing /credit-notes/:id': creditNoteLink,
  '/deliveries/:id': { table: 'deliveries' },
  '/delivery-note/:id': { table: 'deliveries', column: link, where: { status: 'delivered' } },
  '/email-templates/edit/:id': { table: 'email_templates' },
  '/inventory/:id': { table: 'inventory_items' },
  '/fixed-assets/:id': { table: 'fixed_assets' },
  '/invoices/:id': { table: 'invoices' },
  'marketing /invoices/:id': invoiceLink,
  '/invoices/payment/:invoiceId': invoiceLink,
  '/journal/:id': { table: 'book_entries' },
  '/jobs/create/:quotationId': { table: 'quotations', where: { status: 'converted' } },
  '/my-account/orders/:id': { table: 'orders', column: link },
  '/mockups/:uuid': { table: 'mockups', column: 'jobs(quotations(public_uuid))', filled: 'sent_at' },
  '/orders/:id': { table: 'orders' },
  '/partial-delivery-note/:id': { table: 'partial_deliveries', filled: 'delivered_at' },
  '/payments/deposit/:quotationId': { table: 'quotations', column: link, where: { status: 'converted' } },
  '/product-group/:id': { table: 'inventory_groups' },
  '/product-v3/:id': { table: 'manufactured_products' },
  '/products/manufactured/:id': { table: 'manufactured_products', where: { is_public: true } },
  '/products/manufactured/:id/settings': { table: 'manufactured_products', where: { is_public: true } },
  '/public/invoices/:id': { table: 'invoices', without: ['draft', 'void'] },
  '/quotations/:id': quotation,
  '/quotations/client/:id': quotationLink,
  '/quotations/history/:id': quotation,
  '/quotations/send/:id': { table: 'quotations', where: { status: 'draft' } },
  '/services/:slug': { table: 'services', column: 'slug', where: { is_public: true } },
  '/statements/:id': { table: 'contacts', where: { type: 'Business' } },
  'marketing /statements/:id': { table: 'statements', column: link },
  '/tips-advice/:slug': { table: 'blog_posts', column: 'slug', where: { kind: 'tip', status: 'published' } },
  '/trial-balance/:id': { table: 'ledger_accounts' },
  '/types/:categoryId': { table: 'item_categories' },
}

/** The query that a path needs to show its purpose. */
const queries: Record<string, Sample & { name: string }> = {
  '/payments/manual-process': { name: 'id', table: 'quotations', column: link, where: { status: 'converted' } },
  '/appointment-confirmed': { name: 'booking', table: 'bookings', column: link, where: { status: 'confirmed' } },
}

/** This address signs the person out, so it is opened last. */
const last = '/auth/email-confirmed'

/** Every address of a route set, parameters filled from the demo's records; throws where the demo has no such record. */
export async function stopsOf(set: RouteSetName, database: SupabaseClient): Promise<Stop[]> {
  const paths = routesOf(routeSets[set])
    .map(({ path }) => path)
    .sort((a, b) => Number(a === last) - Number(b === last) || (a < b ? -1 : 1))
  const stops: Stop[] = []
  for (const path of paths) stops.push({ path, address: await addressOf(set, path, database) })
  return stops
}

/** Paths with a parameter for which no record is named: the crawl could not open them. */
export const unnamedPaths = (set: RouteSetName): string[] =>
  routesOf(routeSets[set])
    .map(({ path }) => path)
    .filter((path) => path.includes(':') && !samples[`${set} ${path}`] && !samples[path] && !queries[path])

async function addressOf(set: RouteSetName, path: string, database: SupabaseClient): Promise<string> {
  const query = queries[path]
  if (query) return `${path}?${query.name}=${await valueOf(query, path, database)}`
  if (path.endsWith('/*')) return path.replace('*', 'anything')
  if (!path.includes(':')) return path
  const sample = samples[`${set} ${path}`] ?? samples[path]
  if (!sample) throw new Error(`scripts/crawl/addresses.ts names no record for ${path}.`)
  return path.replace(/:\w+/, await valueOf(sample, path, database))
}

async function valueOf(sample: Sample, path: string, database: SupabaseClient): Promise<string> {
  const { table, column = 'id', where = {}, filled, without } = sample
  let rows = database.from(table).select(`wanted:${column}`).match(where)
  if (without) rows = rows.not('status', 'in', `(${without.join()})`)
  if (filled) rows = rows.not(filled, 'is', null)
  const { data, error } = await rows.limit(1).returns<{ wanted: unknown }[]>()
  if (error) throw new Error(`${path}: ${error.message}`)
  const value = innermost(data[0]?.wanted)
  if (value === null) throw new Error(`The demo has no record for ${path}: ${table}, ${JSON.stringify(where)}.`)
  return value
}

/** The value at the end of a row of a row. */
function innermost(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null ? innermost(Object.values(value)[0]) : null
}
