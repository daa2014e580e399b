import { db } from '@/shared/db/client'

/** A mail with these words to one's own address, filled in with a record or with examples. */
export async function sendTestMail(test: {
  templateId: string
  subject: string
  body: string
  recordId: string | null
}): Promise<void> {
  await db
    .rpc('send_test_mail', {
      p_template_id: test.templateId,
      p_subject: test.subject,
      p_body: test.body,
      ...(test.recordId ? { p_record_id: test.recordId } : {}),
    })
    .throwOnError()
}
