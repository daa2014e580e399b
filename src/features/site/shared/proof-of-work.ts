import { newId } from '@/shared/lib/new-id'

/** The work that the database demands in its refusal. `now`: its clock, in seconds. */
type Wanted = { bits: number; now: number }

/** How many tries run before the page gets a turn: a few milliseconds. */
const atATime = 2_000

/**
 * Sends a form with a stamp of work (`private.must_have_worked`): a count whose SHA-256 begins with zeros. It takes a
 * fraction of a second. Where the database wants more work, or the clock of this device is wrong, it is done once again.
 * `send` puts the stamp into the header `x-work`, and the language of the page into `accept-language` where mails follow.
 */
export async function withWork<Answer>(form: string, send: (stamp: string) => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await send(await stampOf(form, { bits: 14, now: Date.now() / 1000 }))
  } catch (error) {
    const wanted = wantedBy(error)
    if (wanted === null) throw error
    return send(await stampOf(form, wanted))
  }
}

/** `<seconds>.<salt>.<count>`, whose SHA-256 with the form before it begins with `bits` zeros. */
export async function stampOf(form: string, { bits, now }: Wanted): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const words = new TextEncoder()
  const begin = `${Math.floor(now)}.${newId().replaceAll('-', '')}.`
  const begun = sha256.create().update(words.encode(`${form}.${begin}`))
  const most = 2 ** (32 - bits)
  for (let count = 0; ; count += 1) {
    const digest = begun
      .clone()
      .update(words.encode(String(count)))
      .digest()
    if (new DataView(digest.buffer, digest.byteOffset).getUint32(0) < most) return begin + String(count)
    if (count % atATime === atATime - 1) await turnOfThePage()
  }
}

/** Not by a timer: a page in the background has only one a second. */
const turnOfThePage = () =>
  new Promise<void>((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      resolve()
    }
    channel.port2.postMessage(null)
  })

function wantedBy(error: unknown): Wanted | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'PT428') return null
  const told: unknown = 'details' in error && typeof error.details === 'string' ? parsed(error.details) : null
  if (typeof told !== 'object' || told === null || !('bits' in told) || !('now' in told)) return null
  const { bits, now } = told
  return typeof bits === 'number' && bits >= 1 && bits <= 24 && typeof now === 'number' ? { bits, now } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
