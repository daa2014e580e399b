import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TemplateProblem } from '@/documents/mail/engine'
import { renderMail } from '@/documents/mail/render'
import type { MailValues } from '@/documents/mail/values'
import type { WithTexts } from '@/shared/domain/texts/papers/load'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { MailFrame } from './mail-frame'
import { mailValuesQuery } from './mail.query'

type MailPreviewProps = {
  /** The kind of record, and the record; examples without one. */
  kind: string
  id: string | null
  template: { subject: string; body: string; language?: string }
  /** The sender's own text, for the variable `note`. */
  note?: string
}

/** A template filled in as it would be sent. */
export function MailPreview({ kind, id, template, note = '' }: MailPreviewProps) {
  const values = useQuery(mailValuesQuery(kind, id, template.language))
  if (values.isPending) return <NamedSkeleton height={320} label="Loading the preview" />
  if (values.isError) return <Problem onRetry={() => void values.refetch()}>The preview could not be read</Problem>
  const mail = written(template, withNote(values.data, note))
  if (typeof mail === 'string') return <Problem>{mail}</Problem>
  return (
    <Stack gap="xs">
      <Text>
        <Text span c="dimmed">
          Subject:{' '}
        </Text>
        <strong>{mail.subject}</strong>
      </Text>
      <MailFrame html={mail.html} title={`Preview: ${mail.subject}`} />
    </Stack>
  )
}

const withNote = (data: WithTexts<MailValues>, note: string): WithTexts<MailValues> =>
  note.trim() === '' || !data.values ? data : { ...data, values: { ...data.values, note: note.trim() } }

/** The mail, or why it cannot be written. */
function written(template: MailPreviewProps['template'], values: WithTexts<MailValues>) {
  try {
    return renderMail(template, values, window.location.origin)
  } catch (problem) {
    if (problem instanceof TemplateProblem) return problem.message
    throw problem
  }
}
