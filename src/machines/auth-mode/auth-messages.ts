/** A message exactly as in the specification, and the server's text when that adds something. */
export type AuthProblem = { text: string; detail: string | null }

const unexplained = 'Something went wrong. Please try again.'

/** The facts of a thrown error that decide the message. Anything may be thrown. */
const read = (error: unknown) => {
  const fact = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : null
  const [code, message] = [fact('code'), fact('message')]
  const said = typeof message === 'string' ? message.trim() : ''
  return { code: typeof code === 'string' ? code : undefined, said: said === '' || said === '{}' ? null : said }
}

const only = (text: string): AuthProblem => ({ text, detail: null })

/** spec 1 §8: sign-in. */
export function signInProblem(error: unknown): AuthProblem {
  const { code, said } = read(error)
  if (code === 'invalid_credentials') return only('Invalid email or password')
  if (code === 'email_not_confirmed' || said === 'Email not confirmed') {
    return only('Please check your email to confirm your account')
  }
  if (code === 'user_banned') {
    return { text: 'Your access was ended. Ask an administrator if this is a mistake.', detail: said }
  }
  return only(said ?? unexplained)
}

/** spec 1 §8: sign-up. */
export function signUpProblem(error: unknown): AuthProblem {
  return read(error).code === 'invalid_credentials' ? only('Unable to create account') : signInProblem(error)
}

/** spec 1 §8: requesting a reset link. Most servers never reveal that an address is unknown. */
export function resetRequestProblem(error: unknown): AuthProblem {
  const { code, said } = read(error)
  return code === 'user_not_found'
    ? only('User not found or you need to register first')
    : { text: 'Failed to send reset email', detail: said }
}

/** spec 1 §8: setting the new password. */
export const newPasswordRefusal = (error: unknown): AuthProblem => ({
  text: 'Failed to reset password',
  detail: read(error).said,
})

/** A sign-in by a mailed link. Whether an address has an account is told to nobody. */
export const linkRefusal = (error: unknown): AuthProblem => ({
  text: 'The link could not be sent',
  detail: read(error).said,
})
export const linkNotice = 'If this address has an account, a link to sign in is on its way. It works for one hour.'

export const confirmationNotice = 'Please check your email to confirm your account'
export const resetNotice = 'Check your email for the password reset link'
export const passwordUpdatedNotice = 'Password updated successfully. Please sign in with your new password.'

const callbackMessages = new Map([
  ['verification_failed', 'Email verification failed. The link may have expired.'],
  ['invalid_callback', 'Invalid authentication link. Please try requesting a new one.'],
  ['callback_error', 'Authentication processing failed. Please try again.'],
])

/** The message for the `error` parameter of /auth. The raw code is never shown (spec 1 §8). */
export const callbackMessage = (code: string): string =>
  callbackMessages.get(code) ?? 'An authentication error occurred'
