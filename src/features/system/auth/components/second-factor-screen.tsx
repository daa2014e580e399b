import { Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { onCodeTyped } from '../api/factors.query'
import { useSession } from '../session-provider'
import { AuthFrame } from './auth-frame'
import { LostDevice, SecondFactorForm } from './second-factor-form'

const words = {
  code: { title: 'Enter your code', subtitle: 'Your authenticator app shows it.' },
  enrol: {
    title: 'Add a second factor',
    subtitle: 'Your company asks for it. You sign in with your password and a code from your phone from now on.',
  },
} as const

/** The second step of a sign-in, in place of every screen until the session is a sure one. */
export function SecondFactorScreen({ wants }: { wants: 'code' | 'enrol' }) {
  const queryClient = useQueryClient()
  const { user, signOut } = useSession()
  const readAgain = useCallback(() => void queryClient.invalidateQueries(), [queryClient])
  // The code may be typed in another tab of this browser.
  useEffect(() => onCodeTyped(readAgain), [readAgain])
  return (
    <AuthFrame {...words[wants]}>
      <SecondFactorForm
        key={wants}
        wants={wants}
        name="Phone"
        submitLabel={wants === 'code' ? 'Continue' : 'Add and continue'}
        onDone={readAgain}
      />
      <Group mt="md" justify="space-between" align="start">
        {wants === 'code' ? <LostDevice /> : <span />}
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {`Sign out ${user?.email ?? ''}`.trim()}
        </Anchor>
      </Group>
    </AuthFrame>
  )
}
