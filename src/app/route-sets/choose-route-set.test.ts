import { describe, expect, test } from 'vitest'
import { chooseRouteSet, type Visit } from './choose-route-set'
import { isPreviewHost } from './hosts'
import type { RouteSetName } from './route'

const visit = (host: string, address: string, more: Partial<Visit> = {}): Visit => {
  const { pathname, search } = new URL(address, 'https://any.example')
  return { host, path: pathname, search, staffSession: false, companyDomain: 'bright.example', ...more }
}

describe('by host (spec 1 §2.5, rule 3)', () => {
  test.each<[string, RouteSetName]>([
    ['client.bright.example', 'staff'],
    ['www.bright.example', 'marketing'],
    ['www.another.example', 'marketing'],
    ['bright.example', 'marketing'],
    ['BRIGHT.example:443', 'marketing'],
    ['system.bright.example', 'staff'],
    ['portal.bright.example', 'staff'],
    ['preview.bright.example', 'staff'],
    ['localhost', 'staff'],
    ['localhost:3000', 'staff'],
    ['bright.localhost:5173', 'staff'],
    ['127.0.0.1:3000', 'staff'],
    ['[::1]:3000', 'staff'],
    ['abc.lovable.app', 'staff'],
    ['shop.bright.example', 'marketing'],
    ['anything.example', 'marketing'],
    ['192.168.1.10', 'marketing'],
    ['mysystem.example', 'marketing'],
  ])('%s shows the %s set', (host, set) => {
    expect(chooseRouteSet(visit(host, '/'))).toBe(set)
    expect(chooseRouteSet(visit(host, '/dashboard', { staffSession: true }))).toBe(set)
  })

  test('an embedding builder is a staff host whatever its name', () =>
    expect(chooseRouteSet(visit('anything.example', '/', { embedded: true }))).toBe('staff'))

  test.each(['192.168.1.10', 'Printer:3000', 'office.bright.example', '[fd00::7]:3000'])(
    '%s is a staff host where the server says so',
    (host) => {
      const staffHosts = ['192.168.1.10', 'printer', 'office.bright.example:8443', '[fd00::7]']
      expect(chooseRouteSet(visit(host, '/'))).toBe('marketing')
      expect(chooseRouteSet(visit(host, '/', { staffHosts }))).toBe('staff')
    },
  )

  test('without a configured company domain an unknown host is still the public site', () =>
    expect(chooseRouteSet(visit('', '/', { companyDomain: '' }))).toBe('marketing'))
})

describe('by path, for visitors (rules 1 and 2)', () => {
  const hosts = ['system.bright.example', 'client.bright.example', 'www.bright.example', 'localhost:3000']

  test.each<[string, RouteSetName]>([
    ['/statements/42', 'marketing'],
    ['/statements', 'marketing'],
    ['/statements/payment-success', 'marketing'],
    ['/products/manufactured', 'marketing'],
    ['/products/manufactured/7/settings', 'marketing'],
    ['/mockups/b5e5', 'marketing'],
    ['/delivery-notes', 'marketing'],
    ['/my-account', 'marketing'],
    ['/client-invoices/9', 'marketing'],
    ['/client-credit-notes/9', 'marketing'],
    ['/delivery-note/9', 'marketing'],
    ['/partial-delivery-note/9', 'marketing'],
    ['/schedule-appointment', 'marketing'],
    ['/appointment-confirmed', 'marketing'],
    ['/services', 'marketing'],
    ['/services/led-signs', 'marketing'],
    ['/client-registration', 'marketing'],
    ['/new-business-registration', 'marketing'],
    ['/tips-advice/vinyl', 'marketing'],
    ['/payments/deposit/3', 'client'],
    ['/payments/success', 'client'],
    ['/payments/failed', 'client'],
    ['/payments/manual-process', 'client'],
    ['/payments/recurring', 'client'],
    ['/invoices/payment/3', 'client'],
    ['/invoices/payment-success', 'client'],
    ['/test-viva-auth', 'client'],
    ['/client-quotations/3', 'client'],
    ['/quotations/client/3', 'client'],
    ['/quotation-confirmed', 'client'],
    ['/designer-interview', 'client'],
  ])('%s shows the %s set on every host', (path, set) => {
    for (const host of hosts) expect([host, chooseRouteSet(visit(host, path))]).toEqual([host, set])
  })

  test.each([
    '/statements-activity',
    '/designer-interview/saved',
    '/service-parameters',
    '/payment-prepared',
    '/quotations/12',
    '/invoices/12',
  ])('%s only looks like one of them and follows the host', (path) => {
    expect(chooseRouteSet(visit('system.bright.example', path))).toBe('staff')
    expect(chooseRouteSet(visit('www.bright.example', path))).toBe('marketing')
  })
})

describe('signed-in staff', () => {
  test.each([
    '/statements',
    '/statements/42',
    '/services',
    '/delivery-notes',
    '/products/manufactured',
    '/payments/recurring',
    '/designer-interview',
  ])('keep %s in the back office on a staff host, not on the public one', (path) => {
    expect(chooseRouteSet(visit('system.bright.example', path, { staffSession: true }))).toBe('staff')
    expect(chooseRouteSet(visit('client.bright.example', path, { staffSession: true }))).toBe('staff')
    expect(chooseRouteSet(visit('www.bright.example', path, { staffSession: true }))).not.toBe('staff')
  })

  test.each<[string, RouteSetName]>([
    ['/tips-advice', 'marketing'],
    ['/delivery-note/9', 'marketing'],
    ['/client-invoices/9', 'marketing'],
    ['/client-credit-notes/9', 'marketing'],
    ['/client-quotations/3', 'client'],
    ['/payments/deposit/3', 'client'],
  ])('see %s, which the back office lacks, as visitors do', (path, set) =>
    expect(chooseRouteSet(visit('system.bright.example', path, { staffSession: true }))).toBe(set),
  )
})

describe('preview=public', () => {
  test.each(['/dashboard?preview=public', '/?a=b&preview=public', '/payments/success?preview=public'])(
    'shows the public site at %s, whoever looks',
    (address) =>
      expect(chooseRouteSet(visit('system.bright.example', address, { staffSession: true }))).toBe('marketing'),
  )

  test('another value means nothing', () =>
    expect(chooseRouteSet(visit('system.bright.example', '/dashboard?preview=private'))).toBe('staff'))
})

test.each([
  ['preview.bright.example', true],
  ['x.lovable.app', true],
  ['system.bright.example', false],
  ['localhost:3000', false],
  ['bright.example', false],
])('the session check on %s is skipped: %s', (host, skipped) => expect(isPreviewHost(host)).toBe(skipped))
