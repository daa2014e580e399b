import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentFormats } from '@/shared/domain/text/formats'
import { loadPart, type Part, textsOfPart } from '@/shared/domain/texts/part'
import { taxPlaces } from '@/shared/domain/texts/tax-names'
import { type Catalogue, type Texts, textsWith } from '@/shared/domain/texts/texts'
import { usePageWords } from '@/shared/hooks/page-words'

/**
 * The texts of a part in the language of the page around it, with the name of the tax filled in. While they load, the
 * nearest `Suspense` waits, which `ClientPage` has. Texts that cannot be loaded are English.
 */
export function useSay<English extends Catalogue>(part: Part<English>): Texts<English, 'tax' | 'Tax'> {
  const { language } = usePageWords()
  const { data } = useSuspenseQuery({
    queryKey: ['part-texts', part.name, language],
    queryFn: () => loadPart(part, language).catch(() => null),
    staleTime: Infinity,
    networkMode: 'always',
    ...(language === 'en' ? { initialData: null } : {}),
  })
  return useMemo(
    () =>
      textsWith<English, 'tax' | 'Tax'>(textsOfPart(part, language, data), () =>
        taxPlaces(language, currentFormats().tax_name),
      ),
    [part, data, language],
  )
}
