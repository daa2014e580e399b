import { useSay } from '@/kit/client-page/use-say'
import { signInPart } from '@/shared/domain/texts/sign-in/part'
import { AuthFrame } from './auth-frame'
import { LostDevice, SecondFactorForm } from './second-factor-form'

/** The code of a device before the new password. */
export function CodeFirst({ onDone }: { onDone: () => void }) {
  const say = useSay(signInPart)
  return (
    <AuthFrame title={say('enter_code')} subtitle={say('before_password')}>
      <SecondFactorForm wants="code" name="" submitLabel={say('go_on')} onDone={onDone} />
      <LostDevice />
    </AuthFrame>
  )
}
