import { z } from 'zod'
import { db } from '@/shared/db/client'

/** `note` names the checker that comes with the product, where no AI is configured. */
const answerSchema = z.object({ improvedText: z.string(), note: z.string().optional() })
const refusalSchema = z.object({ error: z.string() })

/**
 * Grammar and clarity by the function `improve-grammar` (spec 2 §7). What comes back was written by a machine that read
 * untrusted text. Throws with the function's reason, or without a message when there is none.
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
