import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '@/shared/hooks/language/page-language'

/** The title of a screen in the language of the page around it. English has it already, and loads nothing. */
export function useTitle(title: string): string {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['titles', language],
    queryFn: async () => (await import('./titles')).titlesIn(language),
    enabled: language !== 'en',
    staleTime: Infinity,
    networkMode: 'always',
  })
  return data?.[title] ?? title
}
