import { useSuspenseQuery } from '@tanstack/react-query'
import { type PaperTexts, paperTexts } from '@/shared/domain/texts/papers/load'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import { usePageWords } from '@/shared/hooks/language/page-words'

/** The words of papers in the language of the page around it. Texts that cannot be loaded are English. */
export function usePaperTexts(): PaperTexts {
  const { language } = usePageWords()
  const { data } = useSuspenseQuery({
    // Not the key of the texts alone: English instead of a language is no success for whoever can wait.
    queryKey: ['paper-texts', 'else English', language],
    queryFn: () => paperTexts(language).catch(() => englishPaperTexts),
    staleTime: Infinity,
    networkMode: 'always',
    ...(language === 'en' ? { initialData: () => englishPaperTexts } : {}),
  })
  return data
}
