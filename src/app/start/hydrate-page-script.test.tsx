import { renderHook } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LanguageChoice } from '@/kit/client-page/language-choice'
import { usePageLanguage } from '@/kit/client-page/use-page-language'

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

test('a language that is chosen before the app runs is kept, starts it, and is the page’s once it does', async () => {
  await open()
  const choice = <LanguageChoice label="Language" language="fr" />
  document.body.innerHTML = `<div>${renderToString(choice)}</div>`
  const select = document.querySelector('select')
  if (!select) throw new Error('The page has a choice of the language.')
  const added = vi.spyOn(document.head, 'append').mockImplementation(() => {})
  select.value = 'de'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  expect(added.mock.calls.flat()).toMatchObject([{ tagName: 'SCRIPT', type: 'module' }])
  vi.restoreAllMocks()
  const { result } = renderHook(() => usePageLanguage({ company: 'fr' }))
  expect(result.current).toBe('de')
})
