import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'
import { emailProblem, minPasswordLength, newPasswordProblem } from '@/machines/auth-mode/credentials'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { PasswordField } from './password-field'
import { NoticeAlert, ProblemAlert } from './problem-alert'

export type AuthMode = 'signIn' | 'signUp' | 'reset'

type AuthFormProps = {
  mode: AuthMode
  isBusy: boolean
  problem: AuthProblem | null
  notice: string | null
  submit: (email: string, password: string) => void
  mailLink: (email: string) => void
  switchTo: (mode: AuthMode) => void
}

type Problems = { email?: string | null; password?: string | null }

const submitWords = { signIn: 'Sign in', signUp: 'Create account', reset: 'Send reset link' } as const

/** One form for the three modes. Its input stays when the mode changes or the server refuses. */
export function AuthForm({ mode, isBusy, problem, notice, submit, mailLink, switchTo }: AuthFormProps) {
  const emailField = useRef<HTMLInputElement>(null)
  const { form: element, refuse } = useRefusal()
  const [{ email, password }, setTyped] = useState({ email: '', password: '' })
  const [problems, setProblems] = useState<Problems>({})

  const type = (field: 'email' | 'password', value: string) => {
    setTyped((typed) => ({ ...typed, [field]: value }))
    setProblems((known) => ({ ...known, [field]: null }))
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = {
      email: emailProblem(email),
      password: mode === 'reset' ? null : newPasswordProblem(password),
    }
    setProblems(found)
    if (found.email === null && found.password === null) submit(email, password)
    else refuse()
  }
  const wantLink = () => {
    const found = { email: emailProblem(email) }
    setProblems(found)
    if (found.email === null) mailLink(email)
    else emailField.current?.focus()
  }
  const change = (next: AuthMode) => {
    setProblems({})
    switchTo(next)
    emailField.current?.focus()
  }

  return (
    <form ref={element} noValidate onSubmit={send}>
      <Stack gap="md">
        <ProblemAlert problem={problem} />
        <NoticeAlert notice={notice} />
        <TextInput
          value={email}
          onChange={({ currentTarget }) => type('email', currentTarget.value)}
          error={problems.email}
          ref={emailField}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          size="md"
          data-autofocus
        />
        {mode === 'reset' ? null : (
          <PasswordField
            value={password}
            onChange={({ currentTarget }) => type('password', currentTarget.value)}
            error={problems.password}
            label="Password"
            name="password"
            autoComplete={mode === 'signUp' ? 'new-password' : 'current-password'}
            description={mode === 'signUp' ? `At least ${minPasswordLength} characters` : undefined}
            minLength={minPasswordLength}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {submitWords[mode]}
        </Button>
        {mode === 'signIn' ? (
          <Button variant="default" size="md" fullWidth disabled={isBusy} onClick={wantLink}>
            Mail me a link
          </Button>
        ) : null}
        <ModeLinks mode={mode} isBusy={isBusy} change={change} />
      </Stack>
    </form>
  )
}

type ModeLinksProps = { mode: AuthMode; isBusy: boolean; change: (mode: AuthMode) => void }

function ModeLinks({ mode, isBusy, change }: ModeLinksProps) {
  const link = (next: AuthMode, label: string) => (
    <Anchor component="button" type="button" size="sm" disabled={isBusy} onClick={() => change(next)}>
      {label}
    </Anchor>
  )
  if (mode === 'signUp') {
    return (
      <Group gap={6}>
        <Text size="sm" c="dimmed">
          Already have an account?
        </Text>
        {link('signIn', 'Sign in')}
      </Group>
    )
  }
  if (mode === 'reset') return <Group>{link('signIn', 'Back to sign in')}</Group>
  return (
    <Group justify="space-between">
      {link('reset', 'Forgot your password?')}
      {link('signUp', 'Create an account')}
    </Group>
  )
}
