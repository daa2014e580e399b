import { db } from '@/shared/db/client'
import { byName, text } from '@/shared/domain/records/mini-schema'

/** A step as the person saw it, and where it goes; without a start it leaves the plan. */
export type StepMove = { id: string; mark: string; starts_at: string | null; centre?: string | null }

const marks = byName(text)

/**
 * Stores days of steps together, all or none, and answers their new marks.
 * @throws PT409 with a sentence for each step that somebody moved or began meanwhile
 */
export async function planSteps(moves: readonly StepMove[]): Promise<Record<string, string>> {
  const { data } = await db.rpc('plan_steps', { p_moves: moves.map((move) => ({ ...move })) }).throwOnError()
  return marks.parse(data)
}
