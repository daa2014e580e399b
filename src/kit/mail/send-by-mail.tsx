import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { momentText } from '@/shared/domain/text/formats'
import { languageLabel } from '@/shared/domain/texts/languages'
import { newId } from '@/shared/lib/new-id'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { choice } from '../fields/choice-fields'
import { dateTime } from '../fields/date-fields'
import { defineFields } from '../fields/field'
import { longText } from '../fields/text-fields'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'
import { addresses } from './address-field'
import classes from './mail.module.css'
import type { Unusual } from '../save/ask-first'
import { sendDocument } from './mail.mutation'
import { mailContactsQuery, mailKey, templatesOfKindQuery } from './mail.query'

const MailPreview = lazy(async () => ({ default: (await import('./mail-preview')).MailPreview }))

/** Plans of reminders, as days. */
const plans: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  quotation: [
    { value: '', label: 'No reminder' },
    { value: '3', label: 'After 3 days' },
    { value: '3,7', label: 'After 3 and 7 days' },
    { value: '3,7,14', label: 'After 3, 7 and 14 days' },
  ],
  invoice: [
    { value: '', label: 'No reminder' },
    { value: '3', label: '3 days after the due date' },
    { value: '-3,3,14', label: '3 days before, 3 and 14 days after the due date' },
    { value: '-3,3,14,30', label: '3 days before, 3, 14 and 30 days after' },
  ],
}
const usualPlan: Readonly<Record<string, string>> = { quotation: '3,7', invoice: '-3,3,14' }
/** The default template, when its name differs from the kind. */
const usualTemplate: Readonly<Record<string, string>> = { order: 'order_confirmation', delivery: 'delivery_note' }

type SendByMailProps = {
  /** The kind of document: `quotation`, `invoice`, `credit_note`, `order`, `delivery` or `statement`. */
  kind: string
  id: string
  /** The label of the button: `Send quotation`. */
  submitLabel: string
  /** The queries of the page, read again when it was sent. */
  queryKey: readonly unknown[]
  /** What the person agreed to on the page. */
  said?: readonly Unusual[]
  /** What is doubtful about the person's own words, said under them; the mail is then sent all the same. */
  doubt?: (words: string) => string | null
  onSent?: () => void
  onCancel?: () => void
}

/** Sends a document by mail: recipients, template, text, time, reminders, and a preview. */
export function SendByMail(props: SendByMailProps) {
  const contacts = useQuery(mailContactsQuery(props.kind, props.id))
  const templates = useQuery(templatesOfKindQuery(props.kind, props.id))
  if (contacts.isError || templates.isError)
    return (
      <Problem onRetry={() => void Promise.all([contacts.refetch(), templates.refetch()])}>
        The addresses could not be read
      </Problem>
    )
  if (contacts.isPending || templates.isPending) return <LineSkeletons count={5} height={48} />
  return <SendForm {...props} contacts={contacts.data} templates={templates.data} />
}

/** What is doubtful about the days in a person's own words; null while nothing is. It is read when there are some. */
function useDoubtOfDays(kind: string, id: string, words: string, language: string | undefined): string | null {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: [...mailKey, 'own words', kind, id, language, words],
    enabled: words.trim() !== '',
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async () => (await import('./own-words')).doubtOfOwnWords(queryClient, { kind, id, words, language }),
  })
  return words.trim() === '' ? null : (data ?? null)
}

type SendFormProps = SendByMailProps & {
  contacts: readonly { email: string; name: string | null; is_first: boolean }[]
  templates: readonly {
    key: string
    name: string
    subject: string
    body: string
    attaches_paper: boolean
    language: string
  }[]
}

function SendForm({ kind, id, contacts, templates, doubt, ...props }: SendFormProps) {
  const [mailId] = useState(newId)
  const fields = useMemo(
    () =>
      defineFields({
        to: addresses('To', contacts, { required: true, missing: 'Please enter an email address' }),
        cc: addresses('Copy to', contacts),
        template: choice(
          'Template',
          templates.map(({ key, name, language }) => ({
            value: key,
            label: language === 'en' ? name : `${name} (${languageLabel(language)})`,
          })),
          { required: true, missing: 'Please choose a template' },
        ),
        reminders: choice('Reminders', plans[kind] ?? [], {
          hiddenUnless: () => plans[kind] !== undefined,
          help: 'They end with the answer or the payment.',
        }),
        send_at: dateTime('Send at', { help: 'Empty: now.' }),
        note: longText('Your words', { help: 'Written at the beginning of the mail.', max: 5000 }),
      }),
    [contacts, templates, kind],
  )
  const first = contacts.filter(({ is_first }) => is_first).map(({ email }) => email)
  const usual = usualTemplate[kind] ?? kind
  const form = useRecordForm({
    fields,
    name: `send-${kind}-${id}`,
    isNew: true,
    stored: {
      to: first,
      template: templates.some(({ key }) => key === usual) ? usual : '',
      reminders: usualPlan[kind] ?? '',
    },
    queryKey: props.queryKey,
    save: async (values) => {
      await sendDocument({
        kind,
        id,
        mailId,
        to: values.to,
        cc: values.cc,
        template: values.template,
        note: values.note,
        sendAt: values.send_at,
        reminders: (values.reminders ?? '').split(',').filter(Boolean).map(Number),
        said: props.said ?? [],
      })
      return values.send_at
    },
    onSaved: (sendAt) => {
      notifications.show({
        message: sendAt ? `The mail goes out on ${momentText(sendAt)}` : 'The mail is on its way',
      })
      props.onSent?.()
    },
  })
  const template = templates.find(({ key }) => key === form.drafts.template)
  const doubtOfDay = useDoubtOfDays(kind, id, form.drafts.note, template?.language)
  const doubted = [doubt?.(form.drafts.note), doubtOfDay].filter(Boolean).join(' ')
  return (
    <div className={classes.send}>
      <RecordForm
        form={form}
        isPlain
        label="Send by mail"
        submitLabel={
          doubted ? 'Send all the same' : form.drafts.send_at.length > 1 ? 'Send at that time' : props.submitLabel
        }
        hint={template?.attaches_paper ? 'The PDF is attached.' : null}
        {...(props.onCancel ? { onCancel: props.onCancel } : {})}
      >
        {doubted ? (
          <Alert color="yellow" role="status" title="Please look at your words">
            {doubted}
          </Alert>
        ) : null}
      </RecordForm>
      <section aria-label="Preview of the mail">
        {template ? (
          <Suspense fallback={<NamedSkeleton height={320} label="Loading the preview" />}>
            <MailPreview kind={kind} id={id} template={template} note={form.drafts.note} />
          </Suspense>
        ) : null}
      </section>
    </div>
  )
}
