import { useCallback, useSyncExternalStore } from 'react'
import { loadedTeller, onTeller } from '../domain/texts/refusals/told'
import { useLanguage } from './language/page-language'
import { saveProblem } from './save-problem'

/**
 * Says why something could not be saved or read, in the language of the page; in English as `saveProblem` does. What no
 * catalogue knows, such as an error of PostgreSQL itself, is one sentence without a reason.
 */
export function useProblem(): (error: unknown) => string {
  const language = useLanguage()
  const teller = useSyncExternalStore(onTeller, loadedTeller, () => null)
  return useCallback(
    (error) => (teller?.language === language && language !== 'en' ? teller.say(error) : saveProblem(error)),
    [language, teller],
  )
}
