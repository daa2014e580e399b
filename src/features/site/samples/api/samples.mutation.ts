import { db } from '@/shared/db/client'
import { fields, finite, listOf, oneOf, text } from '@/shared/domain/records/mini-schema'
import type { SampleRecord } from '../facts/sample'
import type { Trade } from '../trades'

const takenSchema = fields({ added: finite, there: finite })
const removedSchema = fields({
  removed: finite,
  shared: finite,
  kept: listOf(fields({ id: text, name: text, why: oneOf(['changed', 'used']) })),
})
export type Removed = ReturnType<typeof removedSchema.parse>

/** Adds the samples of a trade, all or nothing. What is there already is used as it is. */
export async function takeSample({ trade, records }: { trade: Trade; records: readonly SampleRecord[] }) {
  const { data } = await db
    .rpc('take_trade_sample', { p_trade: trade, p_records: JSON.parse(JSON.stringify(records)) })
    .throwOnError()
  return takenSchema.parse(data)
}

/** Removes what nobody changed and nothing uses; the answer names the rest. */
export async function removeSample(trade: Trade): Promise<Removed> {
  const { data } = await db.rpc('remove_trade_sample', { p_trade: trade }).throwOnError()
  return removedSchema.parse(data)
}
