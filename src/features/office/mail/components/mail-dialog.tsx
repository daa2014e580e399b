import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailFrame } from '@/kit/mail/mail-frame'
import { inLanguage } from '@/kit/mail/mail.query'
import { MailPreview } from '@/kit/mail/mail-preview'
import { MailBadge, mailTime } from '@/kit/mail/mail-state'
import { Facts } from '@/kit/record/record-page'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { mailQuery } from '../api/queue.query'
import { allTemplatesQuery } from '../api/templates.query'

/** One mail: recipients, result and text. A waiting one is shown as it would be written now. */
export function MailDialog({ id }: { id: string }) {
  const mail = useQuery(mailQuery(id))
  const templates = useQuery(allTemplatesQuery)
  if (mail.isError) return <Problem onRetry={() => void mail.refetch()}>The mail could not be read</Problem>
  if (mail.isPending) return <LineSkeletons count={4} height={48} />
  if (mail.data === null) return <Text>This mail is not there any more.</Text>
  const { record_kind, record_id, subject, body, template_key, language } = mail.data
  const template = inLanguage(templates.data ?? [], language).find(({ key }) => key === template_key)
  return (
    <Stack>
      <Facts
        of={{
          State: <MailBadge status={mail.data.status} />,
          When: mailTime(mail.data),
          To: mail.data.recipients.join(', ') || 'Nobody',
          Copy: mail.data.cc.join(', ') || null,
          Template: mail.data.template_name,
          About: mail.data.record_label,
          Subject: subject,
          Tries: mail.data.tries > 1 ? String(mail.data.tries) : null,
          'What happened': mail.data.last_error,
        }}
      />
      {body ? (
        <MailFrame html={body} title={subject ?? 'Mail'} />
      ) : template && record_kind ? (
        <>
          <Text size="sm" c="dimmed">
            As it would be written now:
          </Text>
          <MailPreview kind={record_kind} id={record_id} template={template} />
        </>
      ) : null}
    </Stack>
  )
}
