import { createHash } from 'node:crypto'
import type { Engine } from '../../supabase/local/contracts.ts'
import { kinds, type Fault, type Kind } from './fault.ts'

/** How many of 200 faults each kind gives. All that are written by hand come with them. */
const shares: Record<Exclude<Kind, 'written by hand'>, number> = {
  'policy dropped': 6,
  'policy open': 10,
  'policy without a part': 10,
  'policy for more roles': 4,
  grant: 14,
  trigger: 18,
  check: 16,
  unique: 8,
  'foreign key': 8,
  right: 8,
  refusal: 14,
  comparison: 8,
  condition: 10,
  amount: 8,
  state: 6,
  limit: 4,
  lock: 4,
  setting: 4,
  realtime: 4,
  storage: 6,
  'scheduled work': 4,
}

const rank = (fault: Fault, seed: string): string =>
  createHash('sha256').update(`${seed} ${fault.kind} ${fault.name}`).digest('hex')

/** For each kind its faults in the order of the seed: a fault keeps its place when others come or go. */
function ranked(faults: readonly Fault[], seed: string): Map<Kind, Fault[]> {
  const byKind = Map.groupBy(faults, ({ kind }) => kind)
  for (const list of byKind.values()) list.sort((one, other) => (rank(one, seed) < rank(other, seed) ? -1 : 1))
  return byKind
}

/**
 * `most` faults: those written by hand, then of each kind its share, the same ones for the same seed. A fault that cannot
 * be planted, because the SQL would not run, is no fault: the next of its kind takes its place.
 */
export async function sampled(db: Engine, faults: readonly Fault[], most: number, seed: string): Promise<Fault[]> {
  const byKind = ranked(faults, seed)
  const chosen = faults.filter(({ kind }) => kind === 'written by hand').slice(0, most)
  const whole = Object.values(shares).reduce((sum, share) => sum + share, 0)
  const left = most - chosen.length
  let owed = 0
  for (const kind of kinds) {
    if (kind === 'written by hand') continue
    owed += (shares[kind] * left) / whole
    let taken = 0
    const count = Math.round(owed)
    for (const fault of byKind.get(kind) ?? []) {
      if (taken >= count) break
      if (!(await canBePlanted(db, fault))) continue
      chosen.push(fault)
      taken += 1
    }
    owed -= taken
  }
  return chosen
}

async function canBePlanted(db: Engine, { sql }: Fault): Promise<boolean> {
  const undo = new Error('undo')
  return db
    .transaction(async (tx) => {
      await tx.exec(sql)
      throw undo
    })
    .catch((error: unknown) => error === undo)
}
