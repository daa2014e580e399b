import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'
import { emailProblem } from '@/machines/auth-mode/credentials'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { waitsForCode } from '../api/factors.query'
import { signInAfterUpdate } from '../auth-search'
import { livePasswordReset } from '../password-reset.actors'
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
  const [state, send] = useMachine(livePasswordReset, { input: { hasSession } })
  const { problem, notice } = state.context
  const isBusy = state.hasTag('busy')

  useEffect(() => {
    if (hasSession) send({ type: 'session.arrived' })
  }, [hasSession, send])

  if (state.matches('done')) return <Navigate to={signInAfterUpdate(signInPath)} replace />

  if (state.hasTag('settingNew')) {
    return (
      <AuthFrame title="Set a new password" subtitle={email ? `For ${email}` : 'Choose a password of your own.'}>
        <NewPasswordForm
          email={email}
          submitLabel="Update password"
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
            Send me a new link instead
          </Anchor>
        </Group>
      </AuthFrame>
    )
  }

  return (
    <AuthFrame title="Reset your password" subtitle="Enter your email and we send you a link to set a new one.">
      <RequestForm
        isBusy={isBusy}
        problem={problem}
        notice={notice}
        submit={(address) => send({ type: 'link.request', email: address })}
      />
      <Group mt="md">
        <Anchor component={Link} to={signInPath} size="sm">
          Back to sign in
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
  const { form: element, refuse } = useRefusal()
  const [email, setEmail] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const whyId = useId()
  const whyNot = email.trim() === '' ? 'Enter your email first.' : refused && 'Correct the marked fields above.'

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
          error={refused}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value)
            setRefused(null)
          }}
          label="Email"
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
          Send reset link
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
