import { readFileSync } from 'node:fs'
import { z } from 'zod'

const trialSchema = z.object({
  at: z.number(),
  /** The file with the fault, and its whole text with it. */
  file: z.string(),
  source: z.string(),
  tests: z.array(z.string()),
})
const planSchema = z.object({ verdicts: z.string(), trials: z.array(trialSchema) })

export type Trial = z.infer<typeof trialSchema>

/** Which tests try which fault, and the file that takes the verdicts, a line each. */
export const readPlan = () => planSchema.parse(JSON.parse(readFileSync(process.env['MACHINE_MUTANTS'] ?? '', 'utf8')))

/** `by`: the file and the test that failed; null when none did. */
export const verdictSchema = z.object({ at: z.number(), by: z.string().nullable() })
