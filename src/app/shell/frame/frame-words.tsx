import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useReaderLanguage } from '@/kit/client-page/use-page-language'
import { framePart } from '@/shared/domain/texts/frame/part'
import { loadPart, textsOfPart } from '@/shared/domain/texts/part'

const FrameWordsContext = createContext(textsOfPart(framePart, 'en', null))

/** What stands around a page: English around the screens of staff. */
export const useFrameWords = () => useContext(FrameWordsContext)

/** Gives what is around a public page the language of its reader. Until that is loaded it is English. */
export function FrameWords({ children }: { children: ReactNode }) {
  const language = useReaderLanguage()
  const { data = null } = useQuery({
    queryKey: ['part-texts', framePart.name, language],
    queryFn: () => loadPart(framePart, language).catch(() => null),
    staleTime: Infinity,
    networkMode: 'always',
    ...(language === 'en' ? { initialData: null } : {}),
  })
  const say = useMemo(() => textsOfPart(framePart, language, data), [language, data])
  return <FrameWordsContext value={say}>{children}</FrameWordsContext>
}
