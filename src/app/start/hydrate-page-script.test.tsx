import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync('public/take-over.js', 'utf8')
const calls = vi.fn()

/** Loads a page that the server wrote, until it is there. */
async function open() {
  document.head.innerHTML = '<meta name="code-of-page" content="/assets/index.js">'
  window.history.replaceState(null, '', '/services/banners')
  vi.stubGlobal('fetch', (address: string, options?: { body: string; keepalive: boolean }) => {
    calls(address, options?.body, options?.keepalive)
    return Promise.resolve(new Response('{"supabaseUrl":"","publishableKey":"key"}'))
  })
  window.eval(script)
  await vi.waitFor(() => expect(calls).toHaveBeenCalledWith('/config.json', undefined, undefined))
  await new Promise((answered) => setTimeout(answered))
}
const visits = () => calls.mock.calls.filter(([address]) => String(address).endsWith('/rest/v1/rpc/note_visit'))

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
})
afterEach(() => {
  dispatchEvent(new Event('taken-over'))
  vi.unstubAllGlobals()
  calls.mockClear()
})

test('a visit that ends before the app runs is counted once, while the page is left', async () => {
  await open()
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  expect(visits()).toEqual([[`${location.origin}/rest/v1/rpc/note_visit`, '{"p_path":"/services/banners"}', true]])
})

test('a visit that the app has counted is not counted again', async () => {
  await open()
  dispatchEvent(new Event('taken-over'))
  dispatchEvent(new Event('pagehide'))
  expect(visits()).toEqual([])
})

test.each([
  ['pl', ['en'], '"pl"'],
  ['en', ['en'], null],
  ['en', ['sv-SE'], null],
  ['de', ['sv', 'de-AT'], null],
])(
  'a reader of %s, with the browser’s %j and the choice %s, gets the code at once only in another language',
  (wanted, browser, chosen) => {
    if (chosen) localStorage.setItem('signwright:language', chosen)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
    document.head.innerHTML = '<meta name="code-of-page" content="/assets/index.js">'
    const added = vi.spyOn(document.head, 'append').mockImplementation(() => {})
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    window.eval(script)
    expect(added.mock.calls.length > 0).toBe(wanted !== 'en')
    vi.restoreAllMocks()
  },
)
