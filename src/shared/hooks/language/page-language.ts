import { createContext, useContext } from 'react'
import type { Language } from '../../domain/texts/languages'

/** The language of the page around; English around the screens of staff. */
export const PageLanguageContext = createContext<Language>('en')
export const useLanguage = (): Language => useContext(PageLanguageContext)
