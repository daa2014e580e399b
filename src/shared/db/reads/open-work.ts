import { byName, fields, orMissing, text } from '../../domain/records/mini-schema'
import { db } from '../client'

/** What keeps a delivery from leaving, in words: the jobs of it that nobody has made yet, and why its order is on hold. */
export type OpenWork = {
  not_made: string | null
  on_hold: string | null
  /** Its lines that are not made, by their id. Missing from what an older release kept on a phone. */
  unmade_lines?: UnmadeLines
}

const linesSchema = orMissing(byName(fields({ words: text, made: text })))
/** The open jobs of a line, and how much of it is made and still here, as decimal text. */
export type UnmadeLines = Readonly<Record<string, { words: string; made: string }>>

const open = new Set(['planned', 'ready', 'out', 'partially_delivered', 'failed'])

/** The rows of deliveries, each with what keeps it from leaving. At most 1000. */
export async function withOpenWork<Of extends { id: string; status: string }>(
  rows: readonly Of[],
  signal: AbortSignal,
): Promise<(Of & OpenWork)[]> {
  const ids = rows.flatMap(({ id, status }) => (open.has(status) ? [id] : []))
  if (ids.length === 0) return rows.map((row) => ({ ...row, not_made: null, on_hold: null }))
  const { data } = await db.rpc('not_made_of_deliveries', { p_ids: ids }).abortSignal(signal).throwOnError()
  const known = new Map(data.map((one) => [one.delivery_id, one]))
  return rows.map((row) => {
    const found = known.get(row.id)
    return {
      ...row,
      not_made: found?.not_made ?? null,
      on_hold: found?.on_hold ?? null,
      unmade_lines: linesSchema.parse(found?.lines) ?? {},
    }
  })
}

/** `On hold: The deposit is late`, as every screen says it of a delivery whose order is on hold; null for one that may leave. */
export const onHoldWords = ({ on_hold }: { on_hold?: string | null }): string | null =>
  on_hold ? `On hold: ${on_hold.replace(/[. ]+$/, '')}` : null
