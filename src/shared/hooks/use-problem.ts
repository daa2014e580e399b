import { useCallback, useSyncExternalStore } from 'react'
import { generalRefusals, loadedRefusals, onRefusals } from '../domain/texts/refusals/said'
import { useLanguage } from './page-language'
import { isUnanswered, saveProblem } from './save-problem'

/**
 * Says why something could not be saved or read, in the language of the page; in English as `saveProblem` does. What no
 * catalogue knows, such as an error of PostgreSQL itself, is one sentence without a reason.
 */
export function useProblem(): (error: unknown) => string {
  const language = useLanguage()
  const refusals = useSyncExternalStore(onRefusals, loadedRefusals, () => null)
  const general = useSyncExternalStore(onRefusals, generalRefusals, () => null)
  return useCallback(
    (error) => {
      if (language === 'en' || general?.language !== language) return saveProblem(error)
      if (!(error instanceof Error)) return general.refused
      if (isUnanswered(error)) return general.cannotWait
      return (refusals?.language === language ? refusals.say(error.message) : null) ?? general.refused
    },
    [language, general, refusals],
  )
}
