import { useSay } from '@/kit/client-page/use-say'
import { english } from '@/shared/domain/texts/auth/en'
import { authPart } from '@/shared/domain/texts/auth/part'

/** A whole sentence of sign-in, by its key. */
type Whole = Exclude<keyof typeof english, 'at_least' | 'for_email' | 'signed_in_as' | 'waiting_text' | 'rejected_text'>

/**
 * Says in the language of the page what machines and servers say in English, whose sentences the specification has letter by letter. A sentence
 * without a translation, such as one of the auth server, is said in general.
 */
export function useAuthText(): (sentence: string) => string {
  const say = useSay(authPart)
  return (sentence) => {
    if (say.language === 'en') return sentence
    const key = Object.entries(english).find(([, text]) => text === sentence)?.[0]
    return say((key ?? 'unexplained') as Whole)
  }
}
