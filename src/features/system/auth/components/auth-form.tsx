import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'
import { emailProblem, minPasswordLength, newPasswordProblem } from '@/machines/auth-mode/credentials'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { useAuthText } from '../use-auth-text'
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

const submitWords = { signIn: 'sign_in', signUp: 'create', reset: 'send_link' } as const

/** One form for the three modes. Its input stays when the mode changes or the server refuses. */
export function AuthForm({ mode, isBusy, problem, notice, submit, mailLink, switchTo }: AuthFormProps) {
  const say = useSay(authPart)
  const textOf = useAuthText()
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
          error={problems.email && textOf(problems.email)}
          ref={emailField}
          label={say('email')}
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
            error={problems.password && textOf(problems.password)}
            label={say('password')}
            name="password"
            autoComplete={mode === 'signUp' ? 'new-password' : 'current-password'}
            description={mode === 'signUp' ? say('at_least', { count: String(minPasswordLength) }) : undefined}
            minLength={minPasswordLength}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {say(submitWords[mode])}
        </Button>
        {mode === 'signIn' ? (
          <Button variant="default" size="md" fullWidth disabled={isBusy} onClick={wantLink}>
            {say('mail_link')}
          </Button>
        ) : null}
        <ModeLinks mode={mode} isBusy={isBusy} change={change} />
      </Stack>
    </form>
  )
}

type ModeLinksProps = { mode: AuthMode; isBusy: boolean; change: (mode: AuthMode) => void }

function ModeLinks({ mode, isBusy, change }: ModeLinksProps) {
  const say = useSay(authPart)
  const link = (next: AuthMode, label: string) => (
    <Anchor component="button" type="button" size="sm" disabled={isBusy} onClick={() => change(next)}>
      {label}
    </Anchor>
  )
  if (mode === 'signUp') {
    return (
      <Group gap={6}>
        <Text size="sm" c="dimmed">
          {say('have_account')}
        </Text>
        {link('signIn', say('sign_in'))}
      </Group>
    )
  }
  if (mode === 'reset') return <Group>{link('signIn', say('back'))}</Group>
  return (
    <Group justify="space-between">
      {link('reset', say('forgot'))}
      {link('signUp', say('create_account'))}
    </Group>
  )
}
