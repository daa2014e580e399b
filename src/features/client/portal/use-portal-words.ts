import { useSay } from '@/kit/client-page/use-say'
import { portalPart } from '@/shared/domain/texts/portal/part'
import type { PageWords } from '@/shared/domain/texts/pages/words'
import type { Texts } from '@/shared/domain/texts/texts'
import { usePageWords } from '@/shared/hooks/language/page-words'

/** What the account of a client says, in the language of the page. */
export type PortalWords = { say: Texts<typeof portalPart.english, 'tax' | 'Tax'>; page: PageWords }

/** The parts of the client's account: `ClientPage` loads them. */
export const portalParts = [portalPart]

/** The words of the account in the language of the page around it. */
export function usePortalWords(): PortalWords {
  const say = useSay(portalPart)
  const page = usePageWords()
  return { say, page }
}
