import { Button, Group, Modal, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useDialog } from '../dialog/use-dialog'
import { useAfterForms } from '../form/forms-of-page'
import type { RecordAction } from '../record/record-page'
import page from '@/shared/ui/page/record-page.module.css'
import { MailsOfRecord } from './mails-of-record'
import { SendByMail } from './send-by-mail'

type MailPanelProps = {
  /** The kind of document in the database and in texts: `credit_note`, `credit note`. */
  kind: string
  what: string
  id: string
  /** The page whose rights decide about it: `invoices`. */
  page: string
  /** The queries of the screen. */
  queryKey: readonly unknown[]
  /** Its state and the person's rights let it be sent. */
  maySend: boolean
  /** Sending is the primary action of the page, which has the button then: `useMailAction`. */
  isPrimary?: boolean
}

const dialogName = 'mail'

/** Opens the dialog of the page's `MailPanel`. */
export function useMailAction(): RecordAction {
  const { open } = useDialog(dialogName)
  return { label: 'Send by mail', icon: <IconMail size={18} aria-hidden />, onClick: () => open() }
}

/** The mails of a document, and the dialog that sends it. */
export function MailPanel({ kind, what, id, queryKey, maySend, isPrimary = false, ...props }: MailPanelProps) {
  const { isOpen, open, close } = useDialog(dialogName)
  const afterForms = useAfterForms()
  return (
    <section className={page.panel} aria-label="Mails">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Mails
        </Title>
        {maySend && !isPrimary ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => afterForms('Send by mail', () => open())}
          >
            Send by mail
          </Button>
        ) : null}
      </Group>
      <MailsOfRecord kind={kind} id={id} page={props.page} />
      <Modal opened={isOpen} onClose={close} title={`Send this ${what} by mail`} size="72rem">
        <SendByMail
          kind={kind}
          id={id}
          submitLabel={`Send ${what}`}
          queryKey={queryKey}
          onSent={close}
          onCancel={close}
        />
      </Modal>
    </section>
  )
}
