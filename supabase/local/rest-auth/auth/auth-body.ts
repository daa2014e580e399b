import { authError, isRecord } from './auth-answers.ts'

const texts = ['email', 'password', 'phone', 'type', 'token', 'token_hash', 'refresh_token']

/**
 * A refusal of a body that the auth library would answer with an error of its own: one that is no object, a password
 * that is no text, a letter that PostgreSQL cannot keep (NUL, half a surrogate pair). Null for any other.
 */
export async function oddBody(request: Request): Promise<Response | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const text = await request.clone().text()
  if (text === '') return null
  const refuse = (why: string) => authError(400, 'validation_failed', why)
  const body = parsed(text)
  if (!isRecord(body)) return refuse('The body must be a JSON object')
  const wrong = texts.find((name) => body[name] !== undefined && typeof body[name] !== 'string')
  if (wrong) return refuse(`${wrong} must be a text`)
  if (String(body['email'] ?? '').length > 255) return refuse('An email address has at most 255 letters')
  const escapes = JSON.stringify(body).replaceAll('\\\\', '')
  return /\\u(0000|d[89a-f])/i.test(escapes) ? refuse('A text holds a letter that cannot be kept') : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
