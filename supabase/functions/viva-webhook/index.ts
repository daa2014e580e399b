import { z } from 'zod'
import { answer } from '../_shared/answers.ts'
import { takeCall } from '../_shared/call-limit.ts'
import { idOfNetwork } from '../_shared/network.ts'
import { settleTransaction } from '../_shared/payment-requests.ts'
import { serveMessages } from '../_shared/serve-json.ts'
import { requireViva, vivaWebhookKey } from '../_shared/viva.ts'

/** 1796 paid, 1797 reversed, 1798 failed. */
const messageSchema = z.object({
  EventTypeId: z.union([z.literal(1796), z.literal(1797), z.literal(1798)]),
  EventData: z.object({ TransactionId: z.guid(), ParentId: z.guid().nullish() }),
})

/**
 * Messages of the bank. They are unsigned, so they only name the transaction to ask the bank about. An uninteresting
 * message is answered 200, so that the bank does not repeat it. While the bank cannot be asked, the answer is 502, and
 * the bank repeats the message.
 */
serveMessages(
  { maximumBytes: 64 * 1024 },
  async (body, request) => {
    const parsed = messageSchema.safeParse(body)
    if (!parsed.success) return answer({ state: 'ignored' })
    const { TransactionId, ParentId } = parsed.data.EventData
    const id = (parsed.data.EventTypeId === 1797 && ParentId) || TransactionId
    await takeCall('viva-webhook', { id }, { perMinute: 20, perDay: 500 })
    // Anybody can send false messages. The bank repeats its own messages that are over the limit.
    await takeCall('viva-webhook-network', { id: await idOfNetwork(request) }, { perMinute: 240, perDay: 20_000 })
    const { state } = await settleTransaction(requireViva(), id)
    return answer({ state })
  },
  async () => answer({ Key: await vivaWebhookKey(requireViva()) }),
)
