import { useState } from 'react'
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

/** The language that the reader chose at the foot of a page, else the client's, the browser's, the company's; and how to choose. */
export function usePageLanguage({ own, company }: LanguagesOfReader): [Language, (language: Language) => void] {
  const kept = memoryOfBrowser('language', text)
  const [chosen, setChosen] = useState(() => kept.read())
  const choose = (language: Language) => {
    kept.keep(language)
    setChosen(language)
  }
  return [chosenLanguage(chosen, own, ...navigator.languages, company), choose]
}
