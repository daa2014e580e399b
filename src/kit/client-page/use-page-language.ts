import { useLayoutEffect, useSyncExternalStore } from 'react'
import { text } from '@/shared/domain/records/mini-schema'
import { chosenLanguage, type Language } from '@/shared/domain/texts/languages'
import { memoryOfBrowser } from '@/shared/lib/memory'

/** Whose language a page may be in. Each may be unknown. */
export type LanguagesOfReader = {
  /** The client's own. */
  own?: string | null | undefined
  /** The company's. */
  company?: string | null | undefined
}

const kept = memoryOfBrowser('language', text)
/** The reader of the open page, for what stands around it. */
let reader: LanguagesOfReader = {}
const listeners = new Set<() => void>()
const changed = () => listeners.forEach((tell) => tell())
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
const languageOf = ({ own, company }: LanguagesOfReader): Language =>
  chosenLanguage(kept.read(), own, ...navigator.languages, company)

const choose = (language: Language) => {
  kept.keep(language)
  changed()
}

/** The language that the reader chose at the foot of a page, else the client's, the browser's, the company's; and how to choose. */
export function usePageLanguage({ own, company }: LanguagesOfReader): [Language, (language: Language) => void] {
  useLayoutEffect(() => {
    reader = { own, company }
    changed()
    return () => {
      reader = {}
      changed()
    }
  }, [own, company])
  const language = useSyncExternalStore(
    subscribe,
    () => languageOf({ own, company }),
    () => 'en' as const,
  )
  return [language, choose]
}

/** The language of the open page, for what stands around it. The server that writes pages of the site writes English. */
export const useReaderLanguage = (): Language =>
  useSyncExternalStore(
    subscribe,
    () => languageOf(reader),
    () => 'en' as const,
  )
