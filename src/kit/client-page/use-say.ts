import { queryOptions, useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentFormats } from '@/shared/domain/text/formats'
import type { Language } from '@/shared/domain/texts/languages'
import { type AnyPart, loadPart, type Part, textsOfPart } from '@/shared/domain/texts/part'
import { taxPlaces } from '@/shared/domain/texts/tax-names'
import { type Catalogue, type Texts, textsWith } from '@/shared/domain/texts/texts'
import { useLanguage } from '@/shared/hooks/language/page-language'

/** The catalogue of a part in that language, as plain data; null for English, and where it cannot be loaded. */
export const partQuery = <English extends Catalogue>(part: Part<English>, language: Language) =>
  queryOptions({
    queryKey: ['part-texts', part.name, language],
    queryFn: () => loadPart(part, language).catch(() => null),
    staleTime: Infinity,
    networkMode: 'always',
    ...(language === 'en' ? { initialData: null } : {}),
  })

/** What a part says in the language of a page, with the name of the tax filled in. */
export type Say<English extends Catalogue> = Texts<English, 'tax' | 'Tax'>

/** Whether the texts of these parts are there in that language. They load side by side. */
export const usePartsLoaded = (parts: readonly AnyPart[], language: Language): boolean =>
  useQueries({
    queries: parts.map((part) => partQuery(part as Part<Catalogue>, language)),
    combine: (answers) => answers.every(({ isPending }) => !isPending),
  })

/**
 * The texts of a part in the language of the page around it. `ClientPage` waits for the parts that it is given. For another part the
 * nearest `Suspense` waits, which `ClientPage` and the frame of the site have. Texts that cannot be loaded are English.
 */
export function useSay<English extends Catalogue>(part: Part<English>): Say<English> {
  const language = useLanguage()
  const { data } = useSuspenseQuery(partQuery(part, language))
  return useMemo(
    () =>
      textsWith<English, 'tax' | 'Tax'>(textsOfPart(part, language, data), () =>
        taxPlaces(language, currentFormats().tax_name),
      ),
    [part, data, language],
  )
}
