import { z } from 'zod'
import { accountMailsIn } from '../../../src/documents/mail/account-mail.ts'
import { answer, forbidden, Refusal } from '../_shared/answers.ts'
import { asService } from '../_shared/caller.ts'
import { takeCall } from '../_shared/call-limit.ts'
import { oneLine, sendMail } from '../_shared/mail.ts'
import { serveJson } from '../_shared/serve-json.ts'

const named = z.object({ name: z.string() })
const bodySchema = z.object({ userEmail: z.string().max(320), userName: z.string().max(200), userId: z.string() })

/**
 * Tells a newly registered person that their account waits for approval (spec 1 §4, §7). It writes only to the caller:
 * the address is the auth server's, never the body's.
 */
serveJson({ maximumBytes: 8 * 1024 }, async (body, caller) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'userEmail, userName and userId are needed.')
  if (parsed.data.userId !== caller.id) throw forbidden()
  await takeCall('send-verification-email', caller, { perMinute: 1, perDay: 5 })
  const { data } = await asService().rpc('get_company').single()
  const company = named.safeParse(data).data?.name ?? null
  const { registration } = await accountMailsIn(...caller.languages)
  // The beginning of the address is no name, and greets nobody.
  const { userName } = parsed.data
  const name = userName === caller.email.split('@', 1)[0] || userName === 'New User' ? '' : oneLine(userName)
  await sendMail({ to: caller.email, ...registration(name) }, company)
  return answer({ sent: true })
})
