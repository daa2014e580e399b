import { randomUUID } from 'node:crypto'

/**
 * The answer to every sign-up that is taken, with a new address and with one that has an account: what was made up for
 * one of them only would tell them apart, by a version of an id or the way a time is written. Nothing in it exists.
 */
export function uniformSignUp(address: string, data: Record<string, unknown>): Response {
  const email = address.trim().toLowerCase()
  const id = randomUUID()
  const now = new Date().toISOString()
  const metadata = { ...data, email, email_verified: false, phone_verified: false, sub: id }
  return Response.json({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: metadata,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    confirmation_sent_at: now,
  })
}
