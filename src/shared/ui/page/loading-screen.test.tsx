// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { languages } from '@/shared/domain/texts/languages'
import { LoadingScreen } from './loading-screen'
import { firstLanguage, loadingWords } from './loading-words'

afterEach(() => {
  cleanup()
  localStorage.clear()
  document.documentElement.lang = 'en'
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('it is said in the language of the document, and without one as on the screens of staff', () => {
  expect(Object.keys(loadingWords)).toEqual(languages.map(({ value }) => value))
  for (const [lang, said] of [
    ['', 'Loading...'],
    ['en', 'Loading...'],
    ['pl', 'Ładowanie…'],
  ]) {
    document.documentElement.lang = lang!
    render(<LoadingScreen />)
    expect(screen.getByRole('status').textContent).toBe(said)
    cleanup()
  }
})

test('a visitor reads first what they chose, then what the address names, then what the browser speaks', () => {
  const browser = (...codes: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(codes)
  browser('sv-SE')
  expect(firstLanguage()).toBe('en')
  browser('sv-SE', 'pt-BR', 'de')
  expect(firstLanguage()).toBe('pt')
  vi.stubGlobal('location', { search: '?lang=it' })
  expect(firstLanguage()).toBe('it')
  vi.stubGlobal('location', { pathname: '/payments/success', search: '?t=1&lang=en-GB' })
  expect(firstLanguage(), 'the bank says English of every payer').toBe('pt')
  vi.stubGlobal('location', { search: '?lang=it' })
  localStorage.setItem('signwright:language', '"mt"')
  expect(firstLanguage()).toBe('mt')
  localStorage.setItem('signwright:language', '{')
  expect(firstLanguage()).toBe('it')
})
