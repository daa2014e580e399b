import { createContext, useContext } from 'react'
import type { Language } from '@/shared/domain/texts/languages'
import type { TextState } from '@/shared/domain/texts/own-texts'

/** The other languages of a field of the open form. */
export type FieldLanguage = { language: Language; state: TextState; open: () => void }

/** By field of the form: its other languages. Null outside of a record whose texts are written in several languages. */
export const TextsOfRecordContext = createContext<((field: string, original: string) => FieldLanguage[]) | null>(null)
export const useTextsOfRecord = () => useContext(TextsOfRecordContext)
