import { describe, expect, test } from 'vitest'
import { purposeOf } from '../areas/purposes'
import { routeSets } from './choose-route-set'
import { findRoute, routesOf } from './find-route'
import type { Guard, RouteSetName } from './route'

/**
 * spec 1 §2.1 to §2.4, plus: the imprint beside the legal texts, the two menu targets of §2.6 without a route of their own, our three screens below
 * /settings, the health of the server, bank statements and VAT beside the money screens of §2.2, a client's own
 * quotations and orders, and clients' invoices and credit notes at an address that no office screen uses.
 */
const shared =
  '/auth /auth/reset-password /auth/email-confirmed /auth/callback /invoices/payment/{invoiceId} /invoices/payment-success ' +
  '/payments/success /payments/failed /tasks/locations /mockups/{uuid} /terms /privacy-policy /imprint /new-business-registration'
const specified: Record<RouteSetName, string> = {
  staff:
    `/ ${shared} ` +
    '/dashboard /demo /demo/brand-elements /product-v3/{id} /product-group/{id} /markup-demo /pricing-ranges /settings /types ' +
    '/types/{categoryId} /modify-stock /inventory /inventory/bulk-edit /inventory/groups /inventory/{id} /inventory/archived ' +
    '/locations /my-day /share-target /tasks /tasks/presets /contacts /contacts/types /contacts/permissions /contacts/add-person /contacts/add-business ' +
    '/contacts/business/{id} /contacts/business/{id}/add-bank-account /contacts/people/{id} ' +
    '/contacts/people/{id}/add-bank-account /contacts/search /contacts/add-relation/{id} ' +
    '/contacts/add-business-relation/{id} /admin/user-verification /admin/unused-components /admin/fix-quotation-status ' +
    '/time-tracking /time-tracking/summary /staff-activities /staff /designer-commissions /duplicate-item /deduct-item ' +
    '/google-location /wage-rates /brands /material-types /bit-types /variant-colors /api-test /test-pages /quotations ' +
    '/quotations/{id} /quotations/history/{id} /quotations/send/{id} /quotations-activity /orders /orders/{id} /all-jobs ' +
    '/audit-logs/{id} /to-invoice /vat /ec-sales-list /cash-book /fixed-assets /fixed-assets/{id} /journal /journal/{id} /hand-over /trial-balance /trial-balance/{id} /open-items /profit-and-loss /balance-sheet /chart-of-accounts /closing /invoices /invoices/{id} /credit-notes /credit-notes/{id} /statements /statements/{id} ' +
    '/statements-activity /payments /public/invoices/{id} /deliveries /deliveries/{id} /delivery-notes /payments/recurring /jobs ' +
    '/jobs/create /jobs/create/{quotationId} /jobs/job-panel-demo /services /services/{slug} /jobs/job-types ' +
    '/jobs/job-types/{id} /jobs/job-types/{id}/edit /laser-parameters /cnc-parameters /eco-solvent-parameters ' +
    '/human-service-parameters /service-parameters /production-settings /calculator /calculator/{id} /coming-soon ' +
    '/new-version /my-profile /open /designer-interview /designer-interview/saved /requests /products/manufactured ' +
    '/products/manufactured/{id} /email-templates /email-templates/edit/{id} /email-templates/demo /reviews /banners ' +
    '/system-notes /scheduled-emails /supplier-invoices /cost-accounts /exchange-rates /new-client-internal /payment-prepared /calendar ' +
    '/staff-scheduling /booking-list /production /production/plan /panel-assembly /analytics /fetch-order-data /staff-time-summary /blog ' +
    '/website-analytics /site /exemption-certificates /credit-application /booking-analytics /settings/books /settings/company /settings/country /settings/export /settings/network /settings/samples /settings/sign-in /settings/texts /admin/health /settings/website /payments/bank-import',
  client:
    `/ ${shared} ` +
    '/client-quotations/{id} /quotations/client/{id} /quotation-confirmed /payments/deposit/{quotationId} ' +
    '/payments/manual-process /test-viva-auth /designer-interview',
  marketing:
    `/ ${shared} ` +
    '/coming-soon /new-version /schedule-appointment /appointment-confirmed /leave-review /client-quotations/{id} ' +
    '/invoices/{id} /credit-notes/{id} /statements /statements/{id} /statements/payment-success /delivery-note/{id} ' +
    '/partial-delivery-note/{id} /delivery-notes /products/manufactured /products/manufactured/{id} ' +
    '/products/manufactured/{id}/settings /about /work /our-work /jobs/job-types /jobs/job-types/{id} /services /services/{slug} ' +
    '/tips-advice /tips-advice/{slug} /client-registration /contacts/add-person /quotations /orders /my-account ' +
    '/client-invoices/{id} /client-credit-notes/{id} /my-account/orders/{id}',
}

const contacts =
  '/contacts /contacts/add-person /contacts/add-business /contacts/business/{id} /contacts/business/{id}/add-bank-account ' +
  '/contacts/people/{id} /contacts/people/{id}/add-bank-account /contacts/search /contacts/add-relation/{id} ' +
  '/contacts/add-business-relation/{id} /new-client-internal /exemption-certificates /credit-application /requests'

/** The guard of each back-office screen. A path missing here is open to everybody. */
const guarded: Record<string, string> = {
  staff:
    '/dashboard /demo /demo/brand-elements /settings /time-tracking /staff /new-version /my-profile /open /designer-interview ' +
    '/designer-interview/saved /reviews /banners /my-day /share-target /calendar /staff-scheduling /booking-list /analytics /blog ' +
    '/website-analytics /site /booking-analytics /settings/texts',
  admin:
    '/admin/user-verification /admin/unused-components /admin/fix-quotation-status /test-pages /audit-logs/{id} ' +
    '/settings/books /settings/company /settings/country /settings/export /settings/network /settings/samples /settings/sign-in /admin/health /settings/website',
  'pages contacts': contacts,
  'pages quotations':
    '/quotations /quotations/{id} /quotations/history/{id} /quotations/send/{id} /quotations-activity /calculator ' +
    '/calculator/{id}',
  'pages orders': '/orders /orders/{id} /all-jobs /fetch-order-data',
  'pages production': '/production /production/plan /panel-assembly /production-settings',
  'pages jobs': '/jobs /jobs/create /jobs/create/{quotationId} /jobs/job-panel-demo',
  'pages cnc-parameters': '/cnc-parameters /laser-parameters /eco-solvent-parameters /service-parameters',
  'pages tasks': '/tasks /tasks/presets',
  'pages deliveries': '/deliveries /deliveries/{id} /delivery-notes',
  'pages invoices statements supplier-invoices payments deliveries': '/to-invoice /statements-activity',
  'pages invoices':
    '/vat /ec-sales-list /invoices /invoices/{id} /public/invoices/{id} /credit-notes /credit-notes/{id}',
  'pages invoices quotations': '/exchange-rates',
  'pages statements': '/statements /statements/{id}',
  'pages payments':
    '/payments/recurring /payment-prepared /payments/bank-import /closing /cash-book /fixed-assets /fixed-assets/{id} /journal /journal/{id} /hand-over /trial-balance /trial-balance/{id} /open-items /profit-and-loss /balance-sheet /chart-of-accounts',
  'pages supplier-invoices': '/supplier-invoices /cost-accounts',
  'pages inventory':
    '/inventory /inventory/bulk-edit /inventory/groups /inventory/{id} /inventory/archived /modify-stock /deduct-item ' +
    '/duplicate-item /product-v3/{id} /product-group/{id}',
  'pages inventory quotations': '/services /services/{slug} /products/manufactured /products/manufactured/{id}',
  'pages types': '/types /types/{categoryId}',
  'pages markup-demo': '/markup-demo',
  'pages locations': '/locations /google-location',
  'pages system-notes': '/system-notes',
  'pages email-templates': '/email-templates /email-templates/edit/{id} /email-templates/demo',
  'pages scheduled-emails': '/scheduled-emails',
  'pages api-test': '/api-test',
  'permission manage_permissions': '/contacts/permissions',
  'permission manage_contact_types': '/contacts/types',
  'permission manage_time_tracking': '/time-tracking/summary /staff-time-summary',
  'permission manage_wage_rates': '/wage-rates',
  'permission access_staff_activities': '/staff-activities',
  'permission view_financial_data': '/designer-commissions /human-service-parameters',
  'permission view_brands': '/brands',
  'permission view_material_types': '/material-types',
  'permission view_bit_types': '/bit-types',
  'permission view_variant_colors': '/variant-colors',
  'permission view_pricing_ranges': '/pricing-ranges',
}

const list = (paths: string) => paths.split(' ')
const addressOf = (path: string) => path.replace(/\{\w+\}/g, '3f2b')

function words(guard: Guard): string {
  if (guard.kind === 'pages') return ['pages', ...guard.pages].join(' ')
  return guard.kind === 'permission' ? `permission ${guard.permission}` : guard.kind
}

const guardAt = (set: RouteSetName, path: string) => {
  const route = findRoute(routeSets[set], addressOf(path))
  return route ? words(route.guard) : 'nothing there'
}

test('every path of the back office resolves with its guard', () => {
  const expected = new Map(
    Object.entries(guarded).flatMap(([guard, paths]) => list(paths).map((path) => [path, guard] as const)),
  )
  for (const path of list(specified.staff))
    expect([path, guardAt('staff', path)]).toEqual([path, expected.get(path) ?? 'public'])
  expect([...expected.keys()].filter((path) => !list(specified.staff).includes(path))).toEqual([])
})

test('every path of the client set is open to whoever holds the link', () => {
  for (const path of list(specified.client)) expect([path, guardAt('client', path)]).toEqual([path, 'public'])
})

const ownPapers = ['/delivery-notes', '/quotations', '/orders', '/statements', '/my-account', '/my-account/orders/{id}']

test('of the public site only the papers of a client need a session', () => {
  for (const path of list(specified.marketing))
    expect([path, guardAt('marketing', path)]).toEqual([path, ownPapers.includes(path) ? 'session' : 'public'])
})

describe.each(['staff', 'client', 'marketing'] as const)('the %s set', (name) => {
  test('has no route that the specification does not name', () => {
    const known = new Set(list(specified[name]).map((path) => findRoute(routeSets[name], addressOf(path))?.path))
    expect(routesOf(routeSets[name]).flatMap(({ path }) => (known.has(path) ? [] : [path]))).toEqual([])
  })

  test('writes each path once and says of each screen what it is for', () => {
    const routes = routesOf(routeSets[name])
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
    for (const route of routes)
      if (route.kind === 'screen') expect(`${route.title}: ${purposeOf(route)}`).toMatch(/^\S.+: \S.+[.]$/)
  })
})

test('redirects and catch-alls', () => {
  const redirects = Object.values(routeSets).flatMap((set) =>
    routesOf(set).flatMap((route) => (route.kind === 'redirect' ? [`${set.name} ${route.path} → ${route.to}`] : [])),
  )
  expect(redirects.sort()).toEqual([
    'marketing /jobs/job-types → /services',
    'marketing /jobs/job-types/* → /services',
    'marketing /our-work → /services',
    'staff /jobs/job-types → /services',
    'staff /jobs/job-types/* → /services',
    'staff /payments → /statements-activity',
  ])
  expect(Object.values(routeSets).map((set) => `${set.name}: ${set.fallback}`)).toEqual([
    'staff: not-found',
    'client: /designer-interview',
    'marketing: not-found',
  ])
})

test('the start is sign-in, but a home page on the public site', () => {
  const titleAt = (set: RouteSetName) => {
    const route = findRoute(routeSets[set], '/')
    return route?.kind === 'screen' ? route.title : null
  }
  expect([titleAt('staff'), titleAt('client'), titleAt('marketing')]).toEqual(['Sign in', 'Sign in', 'Home'])
})

test('fixed words win over parameters', () => {
  const at = (set: RouteSetName, path: string) => findRoute(routeSets[set], path)?.path
  expect([
    at('staff', '/inventory/groups'),
    at('staff', '/jobs/create'),
    at('marketing', '/statements/payment-success'),
    at('client', '/invoices/payment-success'),
  ]).toEqual(['/inventory/groups', '/jobs/create', '/statements/payment-success', '/invoices/payment-success'])
})

test('an address that no set knows is found in none', () => {
  for (const set of Object.values(routeSets)) expect(findRoute(set, '/nowhere/at/all')).toBeNull()
})
