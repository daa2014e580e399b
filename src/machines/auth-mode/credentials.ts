export type Credentials = { email: string; password: string }

/** Passwords shorter than this are refused (spec 1 §9). */
export const minPasswordLength = 6

/** How e-mail and password are sent: trimmed, the e-mail in lower case (spec 1 §5). */
export const normalizeCredentials = ({ email, password }: Credentials): Credentials => ({
  email: email.trim().toLowerCase(),
  password: password.trim(),
})

/** What is wrong with a new password, or null. A password is trimmed before it is sent, so it is judged trimmed. */
export function newPasswordProblem(password: string): string | null {
  return password.trim().length < minPasswordLength ? 'Password must be at least 6 characters long' : null
}

/** What is wrong with the second entry of a new password, or null. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? null : 'Passwords do not match'
}

/** What is wrong with an e-mail address, or null. Whether it exists only the server knows. */
export function emailProblem(email: string): string | null {
  const written = email.trim()
  if (written === '') return 'Enter your email address'
  return /^[^\s@]+@[^\s@]+$/.test(written) ? null : 'Enter an email address like name@company.com'
}
