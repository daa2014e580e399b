import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useMemo } from 'react'
import { useCompany } from '@/features/site/shared/use-company'
import { FramedContext } from '@/kit/client-page/framed'
import { useReaderLanguage, useReadIn } from '@/kit/client-page/use-page-language'
import { partQuery } from '@/kit/client-page/use-say'
import { setNumbersOfReader } from '@/shared/domain/text/formats'
import { framePart } from '@/shared/domain/texts/frame/part'
import type { Language } from '@/shared/domain/texts/languages'
import { textsOfPart } from '@/shared/domain/texts/part'
import { PageLanguageContext } from '@/shared/hooks/language/page-language'

const FrameWordsContext = createContext(textsOfPart(framePart, 'en', null))

/** What stands around a page: English around the screens of staff. */
export const useFrameWords = () => useContext(FrameWordsContext)

/** Numbers are the reader's too. What writes them comes only to readers of other languages. */
function useNumbersIn(language: Language): void {
  useEffect(() => {
    if (language === 'en') return
    let isLeft = false
    void import('@/shared/hooks/language/numbers-of-reader').then((all) => isLeft || all.writeNumbersIn(language))
    return () => {
      isLeft = true
      setNumbersOfReader(null)
    }
  }, [language])
}

/**
 * Gives a public page and what is around it the language of its reader. A page that is shown stays until the texts of another language
 * are there. Where they cannot be loaded it is English.
 */
export function FrameWords({ children }: { children: ReactNode }) {
  const language = useDeferredValue(useReaderLanguage(useCompany().language))
  const { data = null } = useQuery(partQuery(framePart, language))
  const words = useMemo(() => textsOfPart(framePart, language, data), [language, data])
  useReadIn(language)
  useNumbersIn(language)
  return (
    <FramedContext value>
      <PageLanguageContext value={language}>
        <FrameWordsContext value={words}>{children}</FrameWordsContext>
      </PageLanguageContext>
    </FramedContext>
  )
}
