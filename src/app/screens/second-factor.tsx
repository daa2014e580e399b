import { useReaderLanguage, useReadIn } from '@/kit/client-page/use-page-language'
import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { SecondFactorScreen } from '@/features/system/auth/components/second-factor-screen'
import { rightsOf, useViewer } from '../viewer/viewer-context'

/** The second step of a sign-in, in place of the screen that was opened, in the language of its reader as sign-in itself. */
export function SecondFactor() {
  const wants = rightsOf(useViewer())?.second_factor ?? 'code'
  const language = useReaderLanguage()
  useReadIn(language)
  return (
    <PageLanguageContext value={language}>
      <SecondFactorScreen wants={wants} />
    </PageLanguageContext>
  )
}
