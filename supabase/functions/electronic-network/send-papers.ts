import { z } from 'zod'
import { madeOf } from '../../../src/documents/electronic/billed.ts'
import { ublText } from '../../../src/documents/electronic/ubl.ts'
import { creditNoteSchema, invoiceSchema } from '../../../src/documents/paper/read-accounts.ts'
import { withTexts } from '../../../src/documents/paper/texts.ts'
import { type AccessPoint, AccessPointAway, type MessageState } from '../_shared/access-point.ts'

/** A paper of the queue, as `claim_network_papers` answers it. */
export const claimedSchema = z.object({
  id: z.string(),
  key: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  receiver: z.string(),
  profile: z.string(),
  /** The file of an earlier try. */
  written: z.string().nullable(),
  document: z.unknown(),
})
export type ClaimedPaper = z.infer<typeof claimedSchema>

/** `failed`: it cannot be written. `again`: no answer that can be relied on. */
export type Outcome =
  | ({ message: string } & MessageState)
  | { state: 'failed' | 'again' | 'rejected'; message: null; reason: string }

export type Sender = {
  claim: () => Promise<ClaimedPaper[]>
  /** Keeps the file; returns what is to be sent, that of the first try. */
  keep: (id: string, document: string) => Promise<string | null>
  settle: (id: string, outcome: Outcome) => Promise<void>
}

/** Sends the papers that are due. Returns how many went out, and how many did not. */
export async function sendPapers(point: AccessPoint, sender: Sender): Promise<{ sent: number; held: number }> {
  const count = { sent: 0, held: 0 }
  for (const paper of await sender.claim()) {
    const outcome = await sendOne(point, sender, paper)
    await sender.settle(paper.id, outcome)
    count[outcome.message !== null && outcome.reason === null ? 'sent' : 'held'] += 1
  }
  return count
}

async function sendOne(point: AccessPoint, sender: Sender, paper: ClaimedPaper): Promise<Outcome> {
  try {
    const written = paper.written ?? (await writtenOf(paper))
    if (typeof written !== 'string') return { state: 'failed', message: null, reason: written.obstacles.join(' ') }
    const document = await sender.keep(paper.id, written)
    if (document === null) return { state: 'again', message: null, reason: 'Somebody else sends it now' }
    if (!(await point.lookup(paper.receiver, paper.profile)))
      return {
        state: 'rejected',
        message: null,
        reason: `The network has no receiver ${paper.receiver} for this kind of file`,
      }
    const { key, receiver, profile } = paper
    return await point.send({ key, receiver, profile, document })
  } catch (problem) {
    if (problem instanceof AccessPointAway) return { state: 'again', message: null, reason: problem.message }
    return { state: 'again', message: null, reason: 'The file could not be written' }
  }
}

/** The paper as UBL, or what of it breaks a rule. */
async function writtenOf({ kind, document }: ClaimedPaper): Promise<string | { obstacles: readonly string[] }> {
  const made = madeOf(
    kind === 'invoice'
      ? { kind: 'invoice', document: await withTexts(invoiceSchema.parse(document)) }
      : { kind: 'credit note', document: await withTexts(creditNoteSchema.parse(document)) },
  )
  return 'obstacles' in made ? made : ublText(made.electronic)
}
