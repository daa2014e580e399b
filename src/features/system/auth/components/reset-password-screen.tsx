import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'
import { emailProblem } from '@/machines/auth-mode/credentials'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { waitsForCode } from '../api/factors.query'
import { signInAfterUpdate } from '../auth-search'
import { livePasswordReset } from '../password-reset.actors'
import { useAuthText } from '../use-auth-text'
import { useSession } from '../session-provider'
import { ArrivedByMail } from './auth-callback-screen'
import { AuthFrame } from './auth-frame'
import { NewPasswordForm } from './new-password-form'
import { NoticeAlert, ProblemAlert } from './problem-alert'
import { linkTo } from '@/shared/lib/address'

/** A new password alone does not open an account that has a second factor. */
const CodeFirst = lazy(async () => ({ default: (await import('./code-first')).CodeFirst }))

/** Asks for a reset link or, when a session exists, for the new password (spec 1 §2.1). */
export const ResetPasswordScreen = (): ReactNode => (
  <ArrivedByMail>
    <ResetPassword />
  </ArrivedByMail>
)

function ResetPassword(): ReactNode {
  const { status, user } = useSession()
  const level = useQuery({
    queryKey: ['waits-for-code', user?.id],
    queryFn: waitsForCode,
    enabled: user !== null,
  })
  if (status === 'loading' || level.isLoading) return <LoadingScreen />
  if (level.data)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <CodeFirst onDone={() => void level.refetch()} />
      </Suspense>
    )
  return <Reset hasSession={user !== null} email={user?.email ?? null} signInPath={linkTo('/auth')} />
}

type ResetProps = { hasSession: boolean; email: string | null; signInPath: string }

function Reset({ hasSession, email, signInPath }: ResetProps) {
  const say = useSay(authPart)
  const [state, send] = useMachine(livePasswordReset, { input: { hasSession } })
  const { problem, notice } = state.context
  const isBusy = state.hasTag('busy')

  useEffect(() => {
    if (hasSession) send({ type: 'session.arrived' })
  }, [hasSession, send])

  if (state.matches('done')) return <Navigate to={signInAfterUpdate(signInPath)} replace />

  if (state.hasTag('settingNew')) {
    return (
      <AuthFrame title={say('set_new')} subtitle={email ? say('for_email', { email }) : say('choose_own')}>
        <NewPasswordForm
          email={email}
          submitLabel={say('update')}
          isBusy={isBusy}
          problem={problem}
          submit={(password) => send({ type: 'password.submit', password })}
        />
        <Group mt="md">
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={isBusy}
            onClick={() => send({ type: 'link.wanted' })}
          >
            {say('new_link')}
          </Anchor>
        </Group>
      </AuthFrame>
    )
  }

  return (
    <AuthFrame title={say('reset')} subtitle={say('reset_text')}>
      <RequestForm
        isBusy={isBusy}
        problem={problem}
        notice={notice}
        submit={(address) => send({ type: 'link.request', email: address })}
      />
      <Group mt="md">
        <Anchor component={Link} to={signInPath} size="sm">
          {say('back')}
        </Anchor>
      </Group>
    </AuthFrame>
  )
}

type RequestFormProps = {
  isBusy: boolean
  problem: AuthProblem | null
  notice: string | null
  submit: (email: string) => void
}

function RequestForm({ isBusy, problem, notice, submit }: RequestFormProps) {
  const say = useSay(authPart)
  const textOf = useAuthText()
  const { form: element, refuse } = useRefusal()
  const [email, setEmail] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const whyId = useId()
  const whyNot = email.trim() === '' ? say('email_first') : refused && say('correct')

  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = emailProblem(email)
    setRefused(found)
    if (found === null) submit(email)
    else refuse()
  }
  return (
    <form ref={element} noValidate onSubmit={send}>
      <Stack gap="md">
        <ProblemAlert problem={problem} />
        <NoticeAlert notice={notice} />
        <TextInput
          value={email}
          error={refused && textOf(refused)}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value)
            setRefused(null)
          }}
          label={say('email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          size="md"
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={isBusy}
          disabled={whyNot !== null}
          aria-describedby={whyNot ? whyId : undefined}
        >
          {say('send_link')}
        </Button>
        {whyNot ? (
          <Text id={whyId} size="xs" c="dimmed" role="status">
            {whyNot}
          </Text>
        ) : null}
      </Stack>
    </form>
  )
}
