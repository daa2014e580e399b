import type { SupabaseClient } from '@supabase/supabase-js'
import { calendarText } from '../../../src/documents/mail/calendar-event.ts'
import { TemplateProblem } from '../../../src/documents/mail/engine.ts'
import { renderMail } from '../../../src/documents/mail/render.ts'
import { withTexts } from '../../../src/documents/paper/texts.ts'
import { environment } from '../_shared/environment.ts'
import type { ClaimedMail } from '../_shared/mail-queue.ts'
import { MailFailure } from '../_shared/mail-failure.ts'
import type { ReadyMail } from '../_shared/mail-sender.ts'
import { base64 } from './base64.ts'
import { filesOfPaper } from './paper.ts'

/** A mail of the queue with its template filled in and its attachments made. Throws a MailFailure in words. */
export async function writeMail(service: SupabaseClient, mail: ClaimedMail): Promise<ReadyMail> {
  if (mail.subject === null || mail.body === null) throw new MailFailure('Its template is not there any more', true)
  try {
    const written = renderMail(
      { subject: mail.subject, body: mail.body },
      await withTexts(mail),
      environment('SITE_URL'),
    )
    const attachments = mail.attachments.map((attachment) => attached(attachment, mail))
    const papers = mail.paper && mail.record_id ? await filesOfPaper(service, mail.paper, mail.record_id) : []
    return {
      ...written,
      to: mail.recipients,
      cc: mail.cc,
      replyTo: mail.company.email,
      company: mail.company.name,
      attachments: [...papers, ...attachments],
      key: mail.dedupe_key,
    }
  } catch (problem) {
    if (problem instanceof TemplateProblem) throw new MailFailure(problem.message, true)
    throw problem
  }
}

function attached(attachment: ClaimedMail['attachments'][number], mail: ClaimedMail): ReadyMail['attachments'][number] {
  if (attachment.type === 'file')
    return { filename: attachment.name, content: attachment.content, content_type: attachment.content_type }
  if ([attachment.starts_at, attachment.ends_at].some((moment) => Number.isNaN(Date.parse(moment))))
    throw new MailFailure('Its appointment has no time', true)
  const organiser = { name: mail.company.name, email: mail.company.email ?? '' }
  return {
    filename: 'appointment.ics',
    content: base64(new TextEncoder().encode(calendarText(attachment, organiser, new Date()))),
    content_type: `text/calendar; charset=utf-8; method=${attachment.method}`,
  }
}
