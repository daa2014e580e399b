/** Six digits as typed, with or without blanks; null for anything else. */
export function codeOf(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** A secret in groups of four letters, as it is read from one screen and typed into another. */
export const secretInGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

const refusals = new Map([
  ['mfa_verification_failed', 'This code is wrong, or was used already. Type the one that your app shows now.'],
  ['mfa_challenge_expired', 'That took too long. Type the code that your app shows now.'],
  ['mfa_ip_address_mismatch', 'Your connection changed meanwhile. Please type the code once more.'],
  ['mfa_factor_not_found', 'This second factor was removed meanwhile. Please reload the page.'],
  ['too_many_enrolled_mfa_factors', 'Ten devices are the most. Remove one that you no longer use.'],
  ['mfa_factor_name_conflict', 'A device has this name already. Please choose another one.'],
  ['mfa_totp_enroll_not_enabled', 'Second factors are turned off on this server. An administrator can turn them on.'],
  ['insufficient_aal', 'Please sign in again with your second factor first.'],
  ['over_request_rate_limit', 'Too many codes were tried. Please wait five minutes.'],
])

/** Why a code, or a new device, was refused. */
export function codeProblem(error: unknown): string {
  const fact = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const [code, message] = [fact('code'), fact('message')]
  const known = typeof code === 'string' ? refusals.get(code) : undefined
  if (known) return known
  if (fact('name') === 'AuthRetryableFetchError') return 'The server could not be reached. Please try again.'
  return typeof message === 'string' && message.trim() !== '' ? message : 'Something went wrong. Please try again.'
}
