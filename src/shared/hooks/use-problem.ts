import { useCallback } from 'react'
import { usePageWords } from './page-words'
import { isUnanswered, saveProblem } from './save-problem'

/** Says why something could not be saved or read, in the language of the page; in English as `saveProblem` does. */
export function useProblem(): (error: unknown) => string {
  const { language, say } = usePageWords()
  return useCallback(
    (error) =>
      language === 'en'
        ? saveProblem(error)
        : say(error instanceof Error && isUnanswered(error) ? 'cannot_wait' : 'refused'),
    [language, say],
  )
}
