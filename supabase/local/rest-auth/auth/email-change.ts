import { randomBytes } from 'node:crypto'
import type { Engine } from '../../contracts.ts'
import type { ProductMails } from './auth-mails.ts'

/**
 * What a change to an address that has an account looks like: as any other, to whoever asks. The owner of the address is
 * told, and the token that would complete the change is sent to nobody.
 */
export async function pretendEmailChange(
  engine: Engine,
  mails: ProductMails,
  change: { userId: string; wanted: string },
): Promise<void> {
  await engine.query(
    `update auth.users set email_change = $2, email_change_token_current = null, email_change_token_new = $3,
       email_change_sent_at = now(), updated_at = now()
     where id = $1`,
    [change.userId, change.wanted, randomBytes(32).toString('hex')],
  )
  await mails.sendAlreadyRegistered(change.wanted)
}
