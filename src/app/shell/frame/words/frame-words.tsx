import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { useReaderLanguage } from '@/kit/client-page/use-page-language'
import { english } from '@/shared/domain/texts/frame/en'
import type { Texts } from '@/shared/domain/texts/texts'

type FrameSay = Texts<typeof english>

/** English without what only other languages need: the home page loads this with its first code. */
const inEnglish = (key: keyof typeof english, values: Readonly<Record<string, string>> = {}): string =>
  english[key].replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
const englishWords: FrameSay = Object.assign(inEnglish, { language: 'en' as const })

const FrameWordsContext = createContext(englishWords)
const PublicFrameContext = createContext(false)

/** What stands around a page: English around the screens of staff. */
export const useFrameWords = () => useContext(FrameWordsContext)

/** True around public pages, whose readers are clients and visitors. */
export const useIsPublicFrame = () => useContext(PublicFrameContext)

/** Gives what is around a public page the language of its reader. Until that is loaded, and where it cannot be, it is English. */
export function FrameWords({ children }: { children: ReactNode }) {
  const language = useReaderLanguage()
  const { data } = useQuery({
    queryKey: ['frame-texts', language],
    queryFn: async () => (await import('./frame-texts')).frameTexts(language),
    staleTime: Infinity,
    networkMode: 'always',
    ...(language === 'en' ? { initialData: null } : {}),
  })
  return (
    <PublicFrameContext value>
      <FrameWordsContext value={data ?? englishWords}>{children}</FrameWordsContext>
    </PublicFrameContext>
  )
}
