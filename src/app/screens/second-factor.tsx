import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { SecondFactorScreen } from '@/features/system/auth/components/second-factor-screen'
import { rightsOf, useViewer } from '../viewer/viewer-context'

/** The second step of a sign-in, in place of the screen that was opened. Second factors are for staff, and in English. */
export function SecondFactor() {
  const wants = rightsOf(useViewer())?.second_factor ?? 'code'
  return (
    <PageLanguageContext value="en">
      <SecondFactorScreen wants={wants} />
    </PageLanguageContext>
  )
}
