import { createContext, useContext } from 'react'
import { englishPageWords, type PageWords } from '../../domain/texts/pages/words'

/** The words of the page of a client; English where nobody chose a language. */
export const PageWordsContext = createContext<PageWords>(englishPageWords)
export const usePageWords = (): PageWords => useContext(PageWordsContext)
