import type { PlannedRow } from './import-plan'

export type RowOutcome = { line: number; outcome: string; contact_id: string | null; because: string | null }
type Send = (rows: PlannedRow[]) => Promise<RowOutcome[]>

const mostRows = 500
/** Characters of one request; the server takes a mebibyte. */
const mostText = 300_000

/**
 * Rows in the portions in which they are sent: not too many, not too long, and no contact updated twice in one, since
 * one statement changes a row only once.
 */
export function inBatches(rows: readonly PlannedRow[]): PlannedRow[][] {
  const batches: PlannedRow[][] = []
  let batch: PlannedRow[] = []
  let text = 0
  let targets = new Set<string>()
  for (const row of rows) {
    const length = JSON.stringify(row).length
    const again = row.target !== null && targets.has(row.target)
    if (batch.length > 0 && (batch.length >= mostRows || text + length > mostText || again)) {
      batches.push(batch)
      batch = []
      text = 0
      targets = new Set()
    }
    batch.push(row)
    text += length
    if (row.target !== null) targets.add(row.target)
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

/**
 * Sends rows in batches and reports the outcome of each row. A batch that the database refuses is halved until the bad
 * row is alone, and that row is refused with a sentence. It rejects when nothing more can be sent (no connection, no
 * right); rows without an outcome may be sent again.
 */
export async function sendInBatches(
  rows: readonly PlannedRow[],
  send: Send,
  told: (outcomes: readonly RowOutcome[]) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const batch of inBatches(rows)) {
    signal.throwIfAborted()
    told(await sendOrHalve(batch, send))
  }
}

async function sendOrHalve(batch: PlannedRow[], send: Send): Promise<RowOutcome[]> {
  try {
    return await send(batch)
  } catch (error) {
    if (!isAboutTheData(error)) throw error
    const [first] = batch
    if (batch.length === 1 && first) {
      return [{ line: first.line, outcome: 'refused', contact_id: null, because: error.message }]
    }
    const half = Math.ceil(batch.length / 2)
    return [...(await sendOrHalve(batch.slice(0, half), send)), ...(await sendOrHalve(batch.slice(half), send))]
  }
}

/** Classes 22 and 23 of PostgreSQL: a value that it does not take, a constraint that it breaks. */
function isAboutTheData(error: unknown): error is Error {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && /^2[23]/.test(code)
}
