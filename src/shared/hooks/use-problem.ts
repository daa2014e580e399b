import { useCallback, useSyncExternalStore } from 'react'
import { loadedRefusals, onRefusals } from '../domain/texts/refusals/said'
import { usePageWords } from './page-words'
import { isUnanswered, saveProblem } from './save-problem'

/**
 * Says why something could not be saved or read, in the language of the page; in English as `saveProblem` does. What no
 * catalogue knows, such as an error of PostgreSQL itself, is one sentence without a reason.
 */
export function useProblem(): (error: unknown) => string {
  const { language, say } = usePageWords()
  const refusals = useSyncExternalStore(onRefusals, loadedRefusals, () => null)
  return useCallback(
    (error) => {
      if (language === 'en') return saveProblem(error)
      if (!(error instanceof Error)) return say('refused')
      if (isUnanswered(error)) return say('cannot_wait')
      return (refusals?.language === language ? refusals.say(error.message) : null) ?? say('refused')
    },
    [language, say, refusals],
  )
}
