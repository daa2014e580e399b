export type Credentials = { email: string; password: string }

/** Passwords shorter than this are refused (spec 1 §9). */
export const minPasswordLength = 6

/** The e-mail and password as sent: trimmed, the e-mail in lower case (spec 1 §5). */
export const normalizeCredentials = ({ email, password }: Credentials): Credentials => ({
  email: email.trim().toLowerCase(),
  password: password.trim(),
})

/** The problem with a new password, or null. It is trimmed before sending, so the trimmed text is checked. */
export function newPasswordProblem(password: string): string | null {
  return password.trim().length < minPasswordLength ? 'Password must be at least 6 characters long' : null
}

/** The problem with the repeated password, or null. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? null : 'Passwords do not match'
}

/** The problem with an e-mail address, or null. Only its form is checked. */
export function emailProblem(email: string): string | null {
  const written = email.trim()
  if (written === '') return 'Enter your email address'
  return /^[^\s@]+@[^\s@]+$/.test(written) ? null : 'Enter an email address like name@company.com'
}
