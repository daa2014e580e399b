import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useLive } from '../live/use-live'
import { threadQuery } from '../thread/thread.query'
import { MailBadge, mailTime } from './mail-state'
import classes from './mail.module.css'
import { cancelMail, rescheduleMail, resendMail } from './mail.mutation'
import { type Mail, mailKey, mailsOfRecordQuery } from './mail.query'

type MailsOfRecordProps = {
  kind: string
  id: string
  /** The page whose nudges tell of the record's story: `quotations`. */
  page: string
}

/** The pages that tell of the records whose mails an order shows. */
const partsOfOrder = ['quotations', 'production', 'deliveries', 'invoices', 'payments']

/** The sent and waiting mails of a record, live. */
export function MailsOfRecord({ kind, id, page }: MailsOfRecordProps) {
  const mails = useQuery(mailsOfRecordQuery(kind, id))
  const isAsked = kind === 'invoice' || kind === 'quotation'
  const thread = useQuery({ ...threadQuery(isAsked ? kind : 'invoice', id), enabled: isAsked })
  useLive(mailKey, [
    { page: 'scheduled-emails' },
    ...[page, ...(kind === 'order' ? partsOfOrder : [])].map((told) => ({ page: told, tables: ['document_events'] })),
  ])
  if (mails.isError) return <Problem onRetry={() => void mails.refetch()}>The mails could not be read</Problem>
  if (!mails.data) return <LineSkeletons count={1} height={20} />
  if (mails.data.length === 0) return <Text c="dimmed">No mail yet.</Text>
  const [gone, shown] = parted(mails.data, isGoneReminder)
  return (
    <>
      {shown.length === 0 ? <Text c="dimmed">No mail went out, and none waits.</Text> : null}
      <ul className={classes.mails}>
        {shown.map((mail) => (
          <MailLine
            key={mail.id}
            mail={mail}
            of={id}
            {...(thread.data?.isOpen && isPlanned(mail) ? { why: heldBack } : {})}
          />
        ))}
      </ul>
      {gone.length === 0 ? null : (
        <details className={classes.gone}>
          <summary>{gone.length === 1 ? '1 cancelled reminder' : `${gone.length} cancelled reminders`}</summary>
          <ul className={classes.mails}>
            {gone.map((mail) => (
              <MailLine key={mail.id} mail={mail} of={id} why={whyGone(mail)} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A reminder that nobody gets. */
const isGoneReminder = ({ is_reminder, status }: Mail): boolean => is_reminder && status === 'cancelled'

const isPlanned = ({ is_reminder, status }: Mail): boolean => is_reminder && status === 'queued'
const heldBack = 'Waits until three days after the client’s question is answered'

const parted = (mails: readonly Mail[], is: (mail: Mail) => boolean) =>
  [mails.filter(is), mails.filter((mail) => !is(mail))] as const

const whyGone = ({ stops_with_answer }: Mail): string =>
  stops_with_answer
    ? 'Cancelled: answered, paid, or replaced by a new version'
    : 'Cancelled by a person, or replaced by other reminders'

type MailLineProps = { mail: Mail; of: string; why?: string }

const MailLine = ({ mail, of, why }: MailLineProps) => (
  <li>
    <div>
      <Text size="sm">
        {[mail.template_name, mail.record_id === of ? null : mail.record_label].filter(Boolean).join(' · ')}
      </Text>
      <Text size="xs" c="dimmed">
        {mail.recipients.join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {why ?? mailTime(mail)}
      </Text>
      {mail.last_error ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {mail.last_error}
        </Text>
      ) : null}
    </div>
    <Group gap={4} wrap="nowrap" align="flex-start">
      <MailBadge status={mail.status} />
      <MailMenu mail={mail} />
    </Group>
  </li>
)

/** The actions for a mail in the queue. */
export function MailMenu({ mail, onMove }: { mail: Mail; onMove?: () => void }) {
  const { id: me, rights } = useCurrentUser()
  const queryClient = useQueryClient()
  const acting = useActMutation({
    mutationFn: (step: () => Promise<void>) => step(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const mayAct = can(rights, 'scheduled-emails', 'edit') || mail.created_by === me
  if (!mayAct || mail.status === 'sending') return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${mail.template_name}`}
          loading={acting.isPending}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mail.status === 'queued' ? (
          <Menu.Item onClick={() => acting.mutate(() => rescheduleMail(mail.id, new Date().toISOString()))}>
            Send now
          </Menu.Item>
        ) : null}
        {mail.status === 'queued' && onMove ? <Menu.Item onClick={onMove}>Change the time</Menu.Item> : null}
        {mail.status === 'queued' || mail.status === 'failed' ? (
          <Menu.Item onClick={() => acting.mutate(() => cancelMail(mail.id))}>Cancel</Menu.Item>
        ) : null}
        {mail.status !== 'queued' ? (
          <Menu.Item onClick={() => acting.mutate(() => resendMail(mail.id, newId()))}>
            {mail.status === 'cancelled' ? 'Send after all' : 'Send again'}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
