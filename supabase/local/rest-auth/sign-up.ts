import { randomUUID } from 'node:crypto'

/**
 * The answer to a sign-up with an address that has an account: in every field of the shape of a real one, so that it
 * does not tell. Nothing in it exists.
 */
export function pretendedSignUp(email: string, data: Record<string, unknown>): Response {
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
