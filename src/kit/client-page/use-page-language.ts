import { createContext, useContext, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { text } from '@/shared/domain/records/mini-schema'
import { chosenLanguage, type Language } from '@/shared/domain/texts/languages'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { linkedLanguage } from '@/shared/ui/page/loading-words'

/** Whose language a page may be in. Each may be unknown. */
export type LanguagesOfReader = {
  /** The client's own. */
  own?: string | null | undefined
  /** The company's. */
  company?: string | null | undefined
}

const kept = memoryOfBrowser('language', text)
/** The language that the address of the first page named. */
const linked = typeof window === 'undefined' ? null : linkedLanguage()
/** The reader of the open page, for what stands around it. */
let reader: LanguagesOfReader = {}
/** The language of the client who is signed in. */
let signedIn: string | null = null
const listeners = new Set<() => void>()
const changed = () => listeners.forEach((tell) => tell())
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
const languageOf = ({ own, company }: LanguagesOfReader): Language =>
  chosenLanguage(kept.read(), linked, own, signedIn, ...navigator.languages, company)

/** Keeps the language that the reader chose, in this browser. */
export function chooseLanguage(language: Language): void {
  kept.keep(language)
  changed()
}

/** Tells the language of the signed-in client, or null, to every page. */
export function useSignedInLanguage(language: string | null): void {
  useEffect(() => {
    signedIn = language
    changed()
    return () => {
      signedIn = null
      changed()
    }
  }, [language])
}

/** The language that the reader chose, else the one of the address, the client's, the browser's, the company's. */
export function usePageLanguage({ own, company }: LanguagesOfReader): Language {
  useLayoutEffect(() => {
    reader = { own, company }
    changed()
    return () => {
      reader = {}
      changed()
    }
  }, [own, company])
  return useSyncExternalStore(
    subscribe,
    () => languageOf({ own, company }),
    () => 'en' as const,
  )
}

/** The languages that a browser asked the server for. Null in a browser. */
export const AskedLanguagesContext = createContext<readonly string[] | null>(null)

/**
 * The language of the open page, for what stands around it. The server writes a page in the language that the browser asked
 * for, else the company's; the browser takes it over in that language.
 */
export function useReaderLanguage(company?: string | null): Language {
  const asked = useContext(AskedLanguagesContext)
  return useSyncExternalStore(
    subscribe,
    () => languageOf({ own: reader.own, company: reader.company ?? company }),
    () => (asked === null ? chosenLanguage(document.documentElement.lang) : chosenLanguage(...asked, company)),
  )
}

/** Tells the document and the refusals of the database which language is read, English afterwards. Without one nothing changes. */
export function useReadIn(language: Language | undefined): void {
  useEffect(() => {
    if (language === undefined) return
    document.documentElement.lang = language
    if (language !== 'en')
      void import('@/shared/hooks/language/refusals-said').then((all) => all.readRefusalsIn(language))
    return () => {
      document.documentElement.lang = 'en'
    }
  }, [language])
}
