import { useSay } from '@/kit/client-page/use-say'
import { signInPart } from '@/shared/domain/texts/sign-in/part'

/** What machines say of a code in English, by its sentence. */
const problems = ['six_needed', 'no_device', 'wrong_code', 'too_late', 'too_many', 'unreachable'] as const

/** Says in the language of the page why a code was refused. A reason without a translation is said in general. */
export function useFactorProblem(): (sentence: string) => string {
  const say = useSay(signInPart)
  return (sentence) => {
    if (say.language === 'en') return sentence
    return say(problems.find((key) => signInPart.english[key] === sentence) ?? 'unexplained')
  }
}
