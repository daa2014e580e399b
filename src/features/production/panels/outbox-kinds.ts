import { z } from 'zod'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import { tickPart } from './api/panels.mutation'
import { panelsKey } from './api/panels.query'
import { marks } from './panel'

const tickSchema = z.object({
  partId: z.string(),
  mark: z.enum(marks),
  isTicked: z.boolean(),
  isAway: z.boolean().optional(),
})
export type Tick = z.infer<typeof tickSchema>
export const readTick = (kept: unknown): Tick | null => tickSchema.safeParse(kept).data ?? null

/**
 * A mark on a part. Without a network it is kept and sent later; a repeated one changes nothing. A mark and its removal
 * that both wait become one entry with the later state.
 */
export const tickKind: OutboxKind<Tick> = {
  name: 'panel.tick',
  schema: tickSchema,
  send: (tick, _, _id, isTried) => tickPart({ ...tick, isAway: tick.isAway || isTried }),
  touches: () => [panelsKey],
  merge: (_, later) => later,
}

/** The actions on panels that can wait for the network. */
export const panelKinds = [knownKind(tickKind)]
