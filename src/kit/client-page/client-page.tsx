import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { beforeRefusals } from '@/shared/db/fetch/before-refusals'
import { isLanguage, languages } from '@/shared/domain/texts/languages'
import { englishPageTexts, pageTexts } from '@/shared/domain/texts/pages/load'
import { loadRefusals, readRefusalsIn } from '@/shared/domain/texts/refusals/said'
import { numberStyleIn } from '@/shared/domain/texts/number-style'
import { pageWords } from '@/shared/domain/texts/pages/words'
import { setNumbersOfReader } from '@/shared/domain/text/formats'
import { PageWordsContext } from '@/shared/hooks/page-words'
import { useFormats } from '@/shared/hooks/use-formats'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import classes from './client-page.module.css'
import { type LanguagesOfReader, usePageLanguage } from './use-page-language'

/**
 * A page that a client opens, in their language, with a choice of it at its foot. Texts that cannot be loaded are English.
 */
export function ClientPage({ children, ...reader }: LanguagesOfReader & { children: ReactNode }) {
  const [language, choose] = usePageLanguage(reader)
  const { data, isError } = useQuery({
    queryKey: ['page-texts', language],
    queryFn: () => pageTexts(language),
    staleTime: Infinity,
    ...(language === 'en' ? { initialData: () => englishPageTexts } : {}),
  })
  const texts = data ?? (isError ? englishPageTexts : null)
  const formats = useFormats()
  // New words with the formats: what is on the page writes its amounts anew when the company's style or the language comes.
  const words = useMemo(() => texts && { ...pageWords(texts), formats }, [texts, formats])
  const shown = words?.language
  useLayoutEffect(() => {
    setNumbersOfReader(shown === undefined ? null : (company) => numberStyleIn(shown, company))
    return () => setNumbersOfReader(null)
  }, [shown])
  useEffect(() => {
    if (shown === undefined) return
    const before = document.documentElement.lang
    document.documentElement.lang = shown
    readRefusalsIn(shown)
    beforeRefusals(loadRefusals)
    return () => {
      document.documentElement.lang = before
      readRefusalsIn('en')
    }
  }, [shown])
  if (words === null) return <LoadingScreen />
  return (
    <PageWordsContext value={words}>
      <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
      <label className={classes.foot} data-no-print>
        <span>{words.say('language')}</span>
        <select
          className={classes.choice}
          value={words.language}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
        >
          {languages.map(({ value, ownName }) => (
            <option key={value} value={value} lang={value}>
              {ownName}
            </option>
          ))}
        </select>
      </label>
    </PageWordsContext>
  )
}
