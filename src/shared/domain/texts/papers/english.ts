import { textsOf } from '../texts.ts'
import { english } from './en.ts'
import type { PaperTexts } from './load.ts'

/** The texts of papers in English, for papers of the house and for screens of staff. */
export const englishPaperTexts: PaperTexts = textsOf<typeof english>('en', english)
