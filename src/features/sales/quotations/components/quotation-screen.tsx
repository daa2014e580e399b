import { CopyButton, Modal, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconCalculator,
  IconCopy,
  IconFileSearch,
  IconHistory,
  IconLink,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { MailsOfRecord } from '@/kit/mail/mails-of-record'
import { Facts, RecordPage, RecordState, type RecordAction } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { contactName } from '@/shared/domain/contact'
import { dayText } from '@/shared/domain/formats'
import { topics } from '@/shared/domain/nudge'
import { can } from '@/shared/domain/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/ui/current-user'
import { RecordLink } from '@/shared/ui/record-links'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { copyQuotation, reviseQuotation, sendQuotation } from '../api/quotation.mutation'
import { type Quotation, quotationQuery } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import { LineSheet } from '../editor/line-sheet'
import { useLines } from '../editor/use-lines'
import { CalculatedLines } from './calculated-lines'
import { CancelQuotation } from './cancel-quotation'
import { EditQuotation } from './edit-quotation'
import { QuotationStory } from './quotation-story'
import classes from './quotation.module.css'
import { RecordAnswer } from './record-answer'
import { Margin, Totals } from './totals'

/** /quotations/:id: the head, the lines and what happens next. */
export function QuotationScreen({ id }: { id: string }) {
  const quotation = useQuery(quotationQuery(id))
  return (
    <RecordState of={quotation} what="quotation" back={{ label: 'Quotations', href: '/quotations' }}>
      {(row) => <OpenQuotation key={row.id} row={row} />}
    </RecordState>
  )
}

type Panel = 'edit' | 'answer' | 'cancel' | null

function OpenQuotation({ row }: { row: Quotation }) {
  const rights = useRights()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [panel, setPanel] = useState<Panel>(null)
  const lines = useLines(row.id)
  useLive(
    [...quotationsKey, 'one', row.id],
    [
      { topic: topics.document(row.public_uuid) },
      { page: 'quotations', tables: ['document_events', 'quotation_item_costs'] },
    ],
  )
  const mayEdit = can(rights, 'quotations', 'edit')
  const isDraft = row.status === 'draft'
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const act = (does: () => Promise<unknown>) => () => acting.mutate(does)
  const link = `${window.location.origin}/client-quotations/${row.public_uuid}`

  const primary: RecordAction | null = !mayEdit
    ? null
    : isDraft
      ? {
          label: 'Send',
          icon: <IconSend size={18} aria-hidden />,
          href: `/quotations/send/${row.id}`,
          why: lines.unsaved > 0 ? 'Your changes are still being saved.' : null,
        }
      : row.status === 'sent' || row.status === 'change_requested'
        ? { label: 'Record answer', onClick: () => setPanel('answer') }
        : null
  const actions: RecordAction[] = [
    ...(mayEdit
      ? [
          {
            label: 'Edit head',
            icon: <IconPencil size={16} />,
            onClick: () => setPanel('edit'),
            why: isDraft ? null : 'Revise it to change it',
          },
        ]
      : []),
    ...(mayEdit && ['sent', 'change_requested', 'rejected', 'expired'].includes(row.status)
      ? [{ label: 'Revise', icon: <IconPencil size={16} />, onClick: act(() => reviseQuotation(row.id)) }]
      : []),
    ...(mayEdit && row.status === 'change_requested'
      ? [
          {
            label: 'Send again',
            icon: <IconSend size={16} />,
            onClick: act(() => sendQuotation(row.id)),
            why: 'Revise it first',
          },
        ]
      : []),
    ...(can(rights, 'quotations', 'create')
      ? [
          {
            label: 'Copy',
            icon: <IconCopy size={16} />,
            onClick: act(async () => navigate(`/quotations/${await copyQuotation(row.id, newId())}`)),
          },
        ]
      : []),
    ...(mayEdit && isDraft
      ? [{ label: 'Calculate a price', icon: <IconCalculator size={16} />, href: `/calculator?quotation=${row.id}` }]
      : []),
    { label: 'Versions', icon: <IconHistory size={16} />, href: `/quotations/history/${row.id}` },
    ...(row.sent_at
      ? [
          {
            label: 'As the client sees it',
            icon: <IconFileSearch size={16} />,
            href: `/client-quotations/${row.public_uuid}`,
          },
        ]
      : []),
    ...(mayEdit && !['converted', 'cancelled', 'approved'].includes(row.status)
      ? [{ label: 'Cancel quotation', icon: <IconX size={16} />, onClick: () => setPanel('cancel'), isDangerous: true }]
      : []),
  ]

  return (
    <RecordPage
      title={row.number_with_version}
      kind={row.project_title ?? 'Quotation'}
      status={<StatusBadge kind="quotation" status={row.status} />}
      primary={primary}
      actions={actions}
      back={{ label: 'Quotations', href: '/quotations' }}
      width="full"
    >
      <div className={classes.layout}>
        <div className={classes.lines}>
          <LineSheet quotationId={row.id} of={lines} isOpen={isDraft && mayEdit} />
          {isDraft || !mayEdit ? null : (
            <Text size="sm" c="dimmed" mt="xs">
              This version was sent. Revise the quotation to change its lines.
            </Text>
          )}
        </div>
        <Stack gap="md" component="aside" aria-label="About this quotation">
          <section className={page.panel}>
            <Totals quotation={row} lines={lines.lines} />
          </section>
          <Margin quotationId={row.id} currency={row.currency} />
          <CalculatedLines quotationId={row.id} isOpen={isDraft && mayEdit} />
          <section className={page.panel}>
            <Facts
              of={{
                Client: row.contact ? (
                  <RecordLink kind={row.contact.type === 'Business' ? 'business' : 'person'} id={row.contact.id}>
                    {contactName(row.contact)}
                  </RecordLink>
                ) : null,
                'Contact person': row.person ? contactName(row.person) : null,
                Site: row.location ? [row.location.label, row.location.city].filter(Boolean).join(', ') : null,
                'Valid until': row.valid_until ? dayText(row.valid_until) : null,
                'Follow up': row.follow_up_on ? dayText(row.follow_up_on) : null,
                Sent: row.sent_at ? dayText(row.sent_at) : null,
                'First opened': row.first_viewed_at ? dayText(row.first_viewed_at) : null,
                Answered: row.decided_at ? `${dayText(row.decided_at)} by ${row.decided_name ?? 'the client'}` : null,
                Reason: row.reject_reason,
                'Client link': row.sent_at ? (
                  <CopyButton value={link}>
                    {({ copied, copy }) => (
                      <button type="button" className={classes.copy} onClick={copy}>
                        <IconLink size={14} aria-hidden /> {copied ? 'Copied' : 'Copy link'}
                      </button>
                    )}
                  </CopyButton>
                ) : null,
              }}
            />
          </section>
          <section className={page.panel} aria-label="Mails">
            <Title order={2} size="h4" mb="xs">
              Mails
            </Title>
            <MailsOfRecord kind="quotation" id={row.id} page="quotations" />
          </section>
          <section className={page.panel}>
            <Title order={2} size="h4" mb="xs">
              Story
            </Title>
            <QuotationStory id={row.id} />
          </section>
        </Stack>
      </div>
      <Modal opened={panel === 'edit'} onClose={() => setPanel(null)} title="Edit quotation" size="lg">
        <EditQuotation row={row} onClose={() => setPanel(null)} />
      </Modal>
      <Modal opened={panel === 'answer'} onClose={() => setPanel(null)} title="Record the client’s answer">
        <RecordAnswer row={row} lines={lines.lines} onClose={() => setPanel(null)} />
      </Modal>
      <Modal opened={panel === 'cancel'} onClose={() => setPanel(null)} title="Cancel this quotation">
        <CancelQuotation row={row} onClose={() => setPanel(null)} />
      </Modal>
    </RecordPage>
  )
}
