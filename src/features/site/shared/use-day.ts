import { currentFormats } from '@/shared/domain/text/formats'
import { dayIn } from '@/shared/domain/texts/days'
import { todayOf } from '@/shared/domain/time/today'
import { useLanguage } from '@/shared/hooks/language/page-language'

/** Writes the company's day of an instant, in the language of the page where it has words. */
export function useDay(): (at: string) => string {
  const language = useLanguage()
  return (at) => dayIn(language, todayOf(Date.parse(at)), currentFormats())
}
