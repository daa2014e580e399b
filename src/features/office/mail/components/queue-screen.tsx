import { Modal } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dateTime } from '@/kit/fields/date-fields'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { MailMenu } from '@/kit/mail/mails-of-record'
import { MailBadge, mailStateLabel, mailTime } from '@/kit/mail/mail-state'
import { rescheduleMail } from '@/kit/mail/mail.mutation'
import { type Mail, mailKey } from '@/kit/mail/mail.query'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { queueKey, readQueue } from '../api/queue.query'
import { queueFilters } from '../queue-filters'
import { MailDialog } from './mail-dialog'

const queueList = defineList({
  name: 'scheduled-emails',
  one: 'mail',
  many: 'mails',
  key: queueKey,
  live: [{ page: 'scheduled-emails', tables: ['scheduled_emails'] }],
  filters: queueFilters,
  columns: [
    {
      name: 'mail',
      label: 'Mail',
      text: (row: Mail) => [row.template_name, row.record_label].filter(Boolean).join(' · '),
    },
    { name: 'to', label: 'To', text: (row) => row.recipients.join(', ') },
    { name: 'subject', label: 'Subject', isExtra: true, text: (row) => row.subject },
    { name: 'error', label: 'What happened', from: 'md', text: (row) => row.last_error },
    { name: 'at', label: 'When', sort: 'send_at', cell: mailTime, csv: (row) => row.sent_at ?? row.send_at },
    {
      name: 'state',
      label: 'State',
      card: 'end',
      cell: (row) => <MailBadge status={row.status} />,
      csv: (row) => mailStateLabel(row.status),
    },
  ],
  sort: { by: 'send_at', down: true },
  read: readQueue,
})

/** /scheduled-emails: waiting, sent and failed mails, live (spec 1 §2.2). */
export function QueueScreen() {
  const [search, setSearch] = useSearchParams()
  const [moved, setMoved] = useState<Mail | null>(null)
  const moving = useDialog('move-mail')
  const shown = search.get('mail')
  const close = () =>
    setSearch(
      (before) => {
        before.delete('mail')
        return before
      },
      { replace: true },
    )
  return (
    <PageFrame title="Scheduled Emails" width="full">
      <RecordList
        list={queueList}
        href={(row) => addressOf(search, row.id)}
        empty={{
          icon: <IconMailForward stroke={1.5} />,
          title: 'No mails yet',
          children: 'Mails of quotations, invoices and deliveries appear here when they are sent or planned.',
        }}
        rowActions={(row) => (
          <MailMenu
            mail={row}
            onMove={() => {
              setMoved(row)
              moving.open()
            }}
          />
        )}
      />
      <Modal opened={shown !== null} onClose={close} title="Mail" size="48rem">
        {shown ? <MailDialog id={shown} /> : null}
      </Modal>
      <Modal opened={moving.isOpen && moved !== null} onClose={moving.close} title="When shall it go out?">
        {moved ? <MoveMail mail={moved} onClose={moving.close} /> : null}
      </Modal>
    </PageFrame>
  )
}

/** The filtered list with an open mail. */
function addressOf(search: URLSearchParams, id: string): string {
  const opened = new URLSearchParams(search)
  opened.set('mail', id)
  return `${linkTo('/scheduled-emails')}?${opened.toString()}`
}

const moveFields = defineFields({ send_at: dateTime('Send at', { required: true }) })

function MoveMail({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const form = useRecordForm({
    fields: moveFields,
    name: `move-mail-${mail.id}`,
    stored: mail,
    queryKey: mailKey,
    save: async ({ send_at }) => {
      if (send_at) await rescheduleMail(mail.id, send_at)
    },
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label="Time of the mail"
      submitLabel="Change the time"
      onCancel={onClose}
    />
  )
}
