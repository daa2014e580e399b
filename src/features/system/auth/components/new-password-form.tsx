import { Button, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { AuthProblem } from '@/machines/auth-mode/auth-messages'
import { confirmationProblem, minPasswordLength, newPasswordProblem } from '@/machines/auth-mode/credentials'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { useAuthText } from '../use-auth-text'
import { PasswordField } from './password-field'
import { ProblemAlert } from './problem-alert'

type NewPasswordFormProps = {
  /** The address of the account, for password managers. */
  email: string | null
  submitLabel: string
  isBusy: boolean
  problem: AuthProblem | null
  submit: (password: string) => void
}

/** A new password, entered twice. It can be sent once both are filled and nothing is wrong (spec 1 §5). */
export function NewPasswordForm({ email, submitLabel, isBusy, problem, submit }: NewPasswordFormProps) {
  const say = useSay(authPart)
  const textOf = useAuthText()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const tooShort = password === '' ? null : newPasswordProblem(password)
  const differs = confirmation === '' ? null : confirmationProblem(password, confirmation)
  const isComplete = password !== '' && confirmation !== '' && !tooShort && !differs

  const whyId = useId()
  const whyNot = isComplete
    ? null
    : tooShort || differs
      ? say('correct')
      : password === ''
        ? say('password_first')
        : say('password_again')

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) submit(password)
      }}
    >
      <Stack gap="md">
        <ProblemAlert problem={problem} />
        {email ? <input type="hidden" name="username" autoComplete="username" value={email} readOnly /> : null}
        <PasswordField
          label={say('new_password')}
          name="new-password"
          autoComplete="new-password"
          description={say('at_least', { count: String(minPasswordLength) })}
          value={password}
          error={tooShort && textOf(tooShort)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordField
          label={say('confirm_password')}
          name="confirm-password"
          autoComplete="new-password"
          value={confirmation}
          error={differs && textOf(differs)}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={!isComplete}
          aria-describedby={whyNot ? whyId : undefined}
          loading={isBusy}
        >
          {submitLabel}
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
