import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useLayoutEffect, useMemo } from 'react'
import { englishPageTexts, pageTexts } from '@/shared/domain/texts/pages/load'
import type { CompanyFacts } from '@/documents/paper/source'
import { numberStyleIn } from '@/shared/domain/texts/number-style'
import { pageWords } from '@/shared/domain/texts/pages/words'
import type { AnyPart } from '@/shared/domain/texts/part'
import { setFormatsOfPaper, setNumbersOfReader } from '@/shared/domain/text/formats'
import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { PageWordsContext } from '@/shared/hooks/language/page-words'
import { useFormats } from '@/shared/hooks/use-formats'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import classes from './client-page.module.css'
import { useIsFramed } from './framed'
import { LanguageChoice } from './language-choice'
import { type LanguagesOfReader, usePageLanguage, useReadIn } from './use-page-language'
import { usePartsLoaded } from './use-say'

type ClientPageProps = LanguagesOfReader & {
  /**
   * What its first look says: these texts load beside those of every page, and the page shows once they are there. React holds back
   * for 300 ms what replaces the look of a `Suspense` that has just begun.
   */
  parts?: readonly AnyPart[]
  /** The company as the paper of the page says it: its amounts, days, sizes and tax are written and rounded as on its day. */
  seller?: CompanyFacts | null | undefined
  children: ReactNode
}
const none: readonly AnyPart[] = []

/** A paper from before it kept its tax is rounded as the company does today. */
const formatsOf = ({
  number_style,
  date_style,
  country,
  tax_name,
  tax_kind,
  rounding,
  time_zone,
  lengths,
}: CompanyFacts) => ({
  number_style,
  date_style,
  country,
  ...(time_zone ? { time_zone } : {}),
  ...(tax_name ? { tax_name } : {}),
  ...(tax_kind ? { tax_kind } : {}),
  ...(rounding ? { rounding } : {}),
  ...(lengths ? { length_unit: lengths } : {}),
})

/**
 * A page that a client opens, in their language. A choice of it is at its foot, or in the frame of the site around it. Texts that
 * cannot be loaded are English.
 */
export function ClientPage({ children, parts = none, seller, ...reader }: ClientPageProps) {
  const language = usePageLanguage(reader)
  const hasParts = usePartsLoaded(parts, language)
  const isFramed = useIsFramed()
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
    // The frame around has the same language, and ends it.
    return isFramed ? undefined : () => setNumbersOfReader(null)
  }, [shown, isFramed])
  const facts = JSON.stringify(seller ? formatsOf(seller) : null)
  useLayoutEffect(() => {
    setFormatsOfPaper(JSON.parse(facts))
    return () => setFormatsOfPaper(null)
  }, [facts])
  useReadIn(isFramed ? undefined : shown)
  if (words === null || !hasParts) return <LoadingScreen language={language} />
  return (
    <PageLanguageContext value={words.language}>
      <PageWordsContext value={words}>
        <Suspense fallback={<LoadingScreen language={language} />}>{children}</Suspense>
        {isFramed ? null : (
          <div className={classes.foot} data-no-print>
            <LanguageChoice label={words.say('language')} language={words.language} />
          </div>
        )}
      </PageWordsContext>
    </PageLanguageContext>
  )
}
