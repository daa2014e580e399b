import { SecondFactorScreen } from '@/features/system/auth/components/second-factor-screen'
import { rightsOf, useViewer } from '../viewer/viewer-context'

/** The second step of a sign-in, in place of the screen that was opened. */
export function SecondFactor() {
  return <SecondFactorScreen wants={rightsOf(useViewer())?.second_factor ?? 'code'} />
}
