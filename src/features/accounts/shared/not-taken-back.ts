type Reversible = { id: string; reverses_id: string | null }

/** The records that no other one takes back, without those that take one back. */
export function notTakenBack<One extends Reversible>(records: readonly One[]): One[] {
  const takenBack = new Set(records.map(({ reverses_id }) => reverses_id))
  return records.filter(({ id, reverses_id }) => reverses_id === null && !takenBack.has(id))
}
