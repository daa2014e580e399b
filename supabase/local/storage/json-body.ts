import type { z } from 'zod'
import { invalidRequest, tooLarge } from './storage-error.ts'

const limit = 1024 * 1024

/** The JSON body of a request (at most 1 MiB) as the schema wants it, or a refusal that names the first fault. */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.infer<Schema>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const text = await request.text()
  if (text.length > limit) throw tooLarge()
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidRequest(`body${issue?.path.map((step) => `/${String(step)}`).join('') ?? ''}: ${issue?.message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The body must be JSON')
  }
}
