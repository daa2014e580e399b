/** "Loading" in each language of clients. They stand here alone, because they are read before any other text is there. */
export const loadingWords: Readonly<Record<string, string>> = {
  en: 'Loading...',
  de: 'Wird geladen…',
  fr: 'Chargement…',
  it: 'Caricamento…',
  es: 'Cargando…',
  pt: 'A carregar…',
  nl: 'Bezig met laden…',
  pl: 'Ładowanie…',
  mt: 'Qed jitgħabba…',
}

/** `pt` for `pt-BR`; null for a language that no client reads. */
const known = (code: unknown): string | null => {
  const plain = String(code).slice(0, 2).toLowerCase()
  return Object.hasOwn(loadingWords, plain) ? plain : null
}

/**
 * The language that the address names: the server writes `?lang=de` in German, and search engines lead there. The bank writes the
 * addresses by which a payer comes back: their `lang` is not that of the page that was paid on, so it is null there.
 */
export function linkedLanguage(): string | null {
  const { pathname, search } = window.location
  return /^\/payments\/(success|failed)/.test(pathname) ? null : new URLSearchParams(search).get('lang')
}

/** The language of a visitor before the app runs: as src/kit/client-page/use-page-language.ts chooses it from what the browser has. */
export function firstLanguage(): string {
  let chosen: unknown = null
  try {
    chosen = JSON.parse(localStorage.getItem('signwright:language') ?? 'null')
  } catch {
    // Nothing was chosen that can be read.
  }
  return [chosen, linkedLanguage(), ...navigator.languages].map(known).find((code) => code !== null) ?? 'en'
}
