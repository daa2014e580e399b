import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeRedirectTo, safeReturnUrl } from './return-url'

const origin = 'https://desk.example.com'

describe('a return address inside the product is kept', () => {
  test.each([
    '/delivery-notes',
    '/delivery-notes/',
    '/delivery-note/0b7c1f6e-6d0b-4a55-9a7a-8c2f7d7d3c11',
    '/my-profile?change-password=true',
    '/tasks?task=7&q=a%20b%2Fc',
    '/services/shop-fronts#prices',
    '/authors',
    '/time-tracking?entry=0b7c1f6e-6d0b-4a55-9a7a-8c2f7d7d3c11',
    '/time-tracking/summary?from=2026-11-16&to=2026-11-22&by=person',
    '/contacts/business/0b7c1f6e-6d0b-4a55-9a7a-8c2f7d7d3c11',
    '/settings/company',
    '/tasks?q=M%C3%BCller+%26+S%C3%B6hne',
  ])('%s', (path) => expect(safeReturnUrl(path)).toBe(path))
})

/** T20, and the redirect cases that GoTrue tests for itself. */
const hostile: [name: string, value: unknown][] = [
  ['another host without a scheme', '//evil.example'],
  ['another host by three slashes', '///evil.example'],
  ['a backslash for a slash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a tab in front', '\t//evil.example'],
  ['a tab between the slashes', '/\t/evil.example'],
  ['a newline between the slashes', '/\n/evil.example'],
  ['a scheme without slashes', 'https:evil.example'],
  ['another site', 'https://evil.example/dashboard'],
  ['our own origin in full', `${origin}/dashboard`],
  ['encoded slashes', '/%2f%2fevil.example'],
  ['double-encoded slashes', '/%252f%252fevil.example'],
  ['an encoded backslash', '/%5cevil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a script in disguise', 'JaVaScRiPt://%0aalert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['user info', '/@evil.example'],
  ['user info before a host', '//desk.example.com@evil.example'],
  ['a dot segment before two slashes', '/.//evil.example'],
  ['parent segments', '/tasks/../../evil'],
  ['two slashes later', '/tasks//evil.example'],
  ['a fullwidth slash', '/\uff0fevil.example'],
  ['a division slash', '/\u2215\u2215evil.example'],
  ['an ideographic full stop', '/evil\u3002example'],
  ['right-to-left override', '/\u202etasks'],
  ['a NUL', '/tasks\0'],
  ['a relative path', 'tasks'],
  ['nothing', ''],
  ['a space', ' /tasks'],
  ['no string', null],
  ['several values', ['/tasks']],
  ['ten thousand characters', `/${'a'.repeat(10_000)}`],
  ['a return address in a return address', '/delivery-notes?returnUrl=%2Ftasks'],
  ['sign-in, which would loop', '/auth'],
  ['sign-in with a query', '/auth?returnUrl=/auth'],
  ['a page of sign-in', '/auth/callback?token_hash=x'],
  ['the front door', '/'],
]

test.each(hostile)('a return address is refused: %s', (_, value) => expect(safeReturnUrl(value)).toBeNull())

describe('where a mailed link leads', () => {
  test.each([
    ['/auth/email-confirmed', '/auth/email-confirmed'],
    ['/auth/reset-password', '/auth/reset-password'],
    [`${origin}/auth/reset-password`, '/auth/reset-password'],
    [`${origin}/delivery-notes`, '/delivery-notes'],
    ['/auth/reset-password?error=x', '/auth/reset-password'],
  ])('%s is followed', (value, path) => expect(safeRedirectTo(value, origin)).toBe(path))

  test.each([
    ...hostile.filter(([name]) => name !== 'our own origin in full'),
    ['our origin as a prefix of another host', `${origin}.evil.example/dashboard`],
    ['our origin as user info', `${origin}@evil.example/`],
    ['our origin, then another host', `${origin}//evil.example`],
  ])('a redirect is refused: %s', (_, value) => expect(safeRedirectTo(value, origin)).toBeNull())
})

test('whatever is accepted stays on the origin and is not sign-in', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '%2f',
    '@',
    ':',
    '?',
    '#',
    'auth',
    'tasks',
    'evil.example',
    '\t',
    'https',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
      const accepted = safeReturnUrl(parts.join(''))
      if (accepted === null) return
      const url = new URL(accepted, origin)
      expect(url.origin).toBe(origin)
      expect(url.pathname).not.toBe('/auth')
      expect(accepted).toMatch(/^\/[^/\\]/)
    }),
    { numRuns: 20_000 },
  )
})
