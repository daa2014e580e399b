import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { eventSchema } from '../../../src/documents/mail/calendar-event.ts'
import { mailValuesSchema } from '../../../src/documents/mail/values.ts'
import { MailFailure } from './mail-failure.ts'

const fileSchema = z.object({
  type: z.literal('file'),
  name: z.string().max(200),
  content_type: z.string().max(100),
  content: z.string(),
})

/** A mail of the queue with all that is needed to write it, as `claim_due` answers it. */
const claimedSchema = mailValuesSchema.extend({
  id: z.string(),
  dedupe_key: z.string(),
  tries: z.number(),
  recipients: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  /** The kind of record whose PDF is attached. */
  paper: z.string().nullable(),
  record_id: z.string().nullable(),
  attachments: z.array(z.discriminatedUnion('type', [eventSchema, fileSchema])),
})
export type ClaimedMail = z.infer<typeof claimedSchema>

/** Takes due mails. One that cannot be read is settled as failed and left out. */
export async function claimMails(service: SupabaseClient, most: number): Promise<ClaimedMail[]> {
  const { data } = await service.rpc('claim_due', { p_most: most }).throwOnError()
  const mails: ClaimedMail[] = []
  for (const row of z.array(z.looseObject({ id: z.string() })).parse(data)) {
    const mail = claimedSchema.safeParse(row)
    if (mail.success) mails.push(mail.data)
    else
      await settleMail(
        service,
        row.id,
        new MailFailure('This mail has an attachment or value that cannot be read', true),
      )
  }
  return mails
}

export async function settleMail(
  service: SupabaseClient,
  id: string,
  outcome: { subject: string; html: string } | MailFailure,
): Promise<void> {
  await service
    .rpc(
      'settle_mail',
      outcome instanceof MailFailure
        ? { p_id: id, p_error: outcome.message, p_is_final: outcome.isFinal }
        : { p_id: id, p_subject: outcome.subject, p_body: outcome.html },
    )
    .throwOnError()
}
