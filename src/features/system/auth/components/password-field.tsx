import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password, hidden until its owner looks. The eye is named without the word that names the field. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    required
    withAsterisk={false}
    size="md"
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
    {...props}
    aria-invalid={props.error ? true : undefined}
  />
)
