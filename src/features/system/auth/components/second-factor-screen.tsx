import { Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { signInPart } from '@/shared/domain/texts/sign-in/part'
import { onCodeTyped } from '../api/factors.query'
import { useSession } from '../session-provider'
import { AuthFrame } from './auth-frame'
import { LostDevice, SecondFactorForm } from './second-factor-form'

const words = {
  code: { title: 'enter_code', subtitle: 'app_shows', submit: 'go_on' },
  enrol: { title: 'add_title', subtitle: 'add_text', submit: 'add_and_go_on' },
} as const

/** The second step of a sign-in, in place of every screen until the session is a sure one. */
export function SecondFactorScreen({ wants }: { wants: 'code' | 'enrol' }) {
  const say = useSay(signInPart)
  const queryClient = useQueryClient()
  const { user, signOut } = useSession()
  const readAgain = useCallback(() => void queryClient.invalidateQueries(), [queryClient])
  // The code may be typed in another tab of this browser.
  useEffect(() => onCodeTyped(readAgain), [readAgain])
  return (
    <AuthFrame title={say(words[wants].title)} subtitle={say(words[wants].subtitle)}>
      <SecondFactorForm
        key={wants}
        wants={wants}
        name="Phone"
        submitLabel={say(words[wants].submit)}
        onDone={readAgain}
      />
      <Group mt="md" justify="space-between" align="start">
        {wants === 'code' ? <LostDevice /> : <span />}
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {say('sign_out', { email: user?.email ?? '' }).trim()}
        </Anchor>
      </Group>
    </AuthFrame>
  )
}
