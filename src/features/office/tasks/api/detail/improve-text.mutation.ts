import { z } from 'zod'
import { db } from '@/shared/db/client'

/** `note`: names the built-in checker when no AI is configured. */
const answerSchema = z.object({ improvedText: z.string(), note: z.string().optional() })
const refusalSchema = z.object({ error: z.string() })

/**
 * Improves a text by the function `improve-grammar` (spec 2 §7). Its answer was made from untrusted text. Throws the
 * function's reason, or an error without a message.
 */
export async function improveText(text: string): Promise<z.infer<typeof answerSchema>> {
  const { data, error } = await db.functions.invoke<unknown>('improve-grammar', { body: { text } })
  if (error) throw new Error(await reasonOf(error))
  return answerSchema.parse(data)
}

async function reasonOf(error: unknown): Promise<string> {
  const response = error instanceof Error && 'context' in error ? error.context : null
  if (!(response instanceof Response)) return ''
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null))
  return refusal.success ? refusal.data.error : ''
}
