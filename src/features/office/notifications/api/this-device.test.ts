import { afterEach, expect, test, vi } from 'vitest'
import { nameOfBrowser, showNoticesHere } from './this-device'

vi.mock('@/shared/db/client', () => ({
  db: { functions: { invoke: async () => ({ data: { key: 'k' }, error: null }) } },
}))
afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    'AbortError',
    'Registration failed - push service error',
    /^The push service of this browser cannot be reached\. Check/,
  ],
  [
    'NotAllowedError',
    'Registration failed - permission denied',
    /^This browser refuses notices of this site\. Allow them/,
  ],
  ['SecurityError', 'The operation is insecure.', /^This browser could not be prepared for notices\. A private window/],
])('a subscription that fails with %s says what to do', async (name, words, said) => {
  const registration = {
    active: {},
    installing: null,
    waiting: null,
    pushManager: { getSubscription: async () => null, subscribe: () => Promise.reject(new DOMException(words, name)) },
  }
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async () => registration, getRegistration: async () => registration },
  })
  await expect(showNoticesHere()).rejects.toThrow(said)
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile Safari/604',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge on Windows'],
  ['something else', 'Browser'],
])('%s is called %s', (userAgent, name) => {
  expect(nameOfBrowser(userAgent)).toBe(name)
})
