import { useSuspenseQuery } from '@tanstack/react-query'
import { type PaperTexts, paperTexts } from '@/shared/domain/texts/papers/load'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import { usePageWords } from '@/shared/hooks/page-words'

/** The words of papers in the language of the page around it. Texts that cannot be loaded are English. */
export function usePaperTexts(): PaperTexts {
  const { language } = usePageWords()
  const { data } = useSuspenseQuery({
    queryKey: ['paper-texts', language],
    queryFn: () => paperTexts(language).catch(() => englishPaperTexts),
    staleTime: Infinity,
    networkMode: 'always',
    ...(language === 'en' ? { initialData: () => englishPaperTexts } : {}),
  })
  return data
}
