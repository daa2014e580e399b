import { TextInput, type TextInputProps } from '@mantine/core'
import { useSay } from '@/kit/client-page/use-say'
import { signInPart } from '@/shared/domain/texts/sign-in/part'
import classes from './second-factor.module.css'

/** Six digits of an authenticator app; phones offer them from where they lie. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label={useSay(signInPart)('six_digits')}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={9}
    size="md"
    required
    withAsterisk={false}
    classNames={{ input: classes.code ?? '' }}
    {...props}
  />
)
