import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'

/** A password, hidden until its owner looks. The eye is named without the word that names the field. */
export function PasswordField(props: PasswordInputProps) {
  const say = useSay(authPart)
  return (
    <PasswordInput
      required
      withAsterisk={false}
      size="md"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': say('show') }}
      {...props}
      aria-invalid={props.error ? true : undefined}
    />
  )
}
