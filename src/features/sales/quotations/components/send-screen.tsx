import { Alert, Button, CopyButton, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { IconCopy, IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Unusual } from '@/kit/save/ask-first'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { counts, type DocumentLine } from '@/documents/lines'
import { quotationPaper } from '@/documents/paper/papers'
import { isPlainZero } from '@/documents/totals'
import { confirmChange } from '@/kit/confirm'
import { type Dialog, useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useLive } from '@/kit/live/use-live'
import { MailsOfRecord } from '@/kit/mail/mails-of-record'
import { SendByMail } from '@/kit/mail/send-by-mail'
import { type CompanyLack, CompanyLacks, refusedWith, useCompanyLacks } from '@/kit/record/company-lacks'
import { QuotationInTime } from '@/kit/planning/fits-in-time'
import { OnStopNotice } from '@/kit/record/on-stop-notice'
import { RecordState } from '@/kit/record/record-page'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { topics } from '@/shared/domain/records/nudge'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { useNow } from '@/shared/hooks/use-now'
import { saveProblem } from '@/shared/hooks/save-problem'
import { PriceDoubts } from './price-doubts'
import { MarginGate } from './margin-gate'
import { sendQuotation } from '../api/quotation.mutation'
import { type Quotation, quotationQuery } from '../api/quotation.query'
import { previewQuery } from '../api/preview.query'
import { quotationsKey } from '../api/quotations.query'
import { PaperInLanguage } from '@/kit/record/paper-in-language'
import { PicturedPaper } from './pictured-paper'
import { BesidePaper } from '../sending/beside-paper'
import { PromiseDenied, type PromiseGaps, usePromiseGaps, usePromiseInMail } from '../sending/promise-gaps'
import { useUnsavedBeforeSending } from './unsaved-before-sending'

/** /quotations/send/:id: the mail, the paper as the client will see it, and the link. */
export function SendScreen({ id }: { id: string }) {
  const quotation = useQuery(quotationQuery(id))
  return (
    <RecordState of={quotation} what="quotation" back={{ label: 'Quotations', href: '/quotations' }}>
      {(row) => <Send row={row} />}
    </RecordState>
  )
}

function Send({ row }: { row: Quotation }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const preview = useQuery(previewQuery(row.id))
  useLive([...quotationsKey, 'one', row.id], [{ topic: topics.document(row.public_uuid) }])
  const [isMeant, setMeant] = useState(false)
  const said: Unusual[] = isMeant ? ['nothing_to_pay'] : []
  const opening = useActMutation({
    mutationFn: () => sendQuotation(row.id, said),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
  })
  const taxes = preview.data?.vat_table ?? []
  const lacks = useCompanyLacks({
    chargesVat: taxes.some(({ vat }) => isAboveZero(vat)),
    hasPlainZero: taxes.some(isPlainZero),
    asksPayment: row.deposit_kind !== 'none',
  })
  const isDraft = row.status === 'draft'
  const gaps = usePromiseGaps(row.id, isDraft, preview.data)
  const isAsked = isDraft && !isMeant && row.amends === null && !isAboveZero(row.gross)
  const validity = useDialog('validity')
  const { unsaved, day } = useUnsavedBeforeSending(row, isDraft, validity)
  const goBack = () => void navigate(`/quotations/${row.id}`)
  return (
    <PageFrame
      width="full"
      {...wordsOf(row, isDraft)}
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={goBack}>
            Back to the quotation
          </Button>
          {isAsked || unsaved ? null : isDraft ? (
            <OnlyOpen lacks={lacks} isBusy={opening.isPending} onOpen={() => opening.mutate()} />
          ) : (
            <CopyLink row={row} />
          )}
        </Group>
      }
    >
      <Stack gap="lg">
        <OnStopNotice contactId={row.contact_id} onStop={row.contact?.on_stop === true} />
        {isDraft ? (
          <>
            <BeforeSending lacks={lacks} />
            <PriceDoubts id={row.id} currency={row.currency} />
            <Validity row={row} dialog={validity} form={day} />
            {preview.data ? <BesidePaper id={row.id} of={preview.data} /> : null}
            <PromiseDenied row={row} of={gaps} />
            <QuotationInTime id={row.id} />
          </>
        ) : null}
        <MarginGate row={row} mayEdit />
        {opening.isError ? <Problem>{saveProblem(opening.error)}</Problem> : null}
        {unsaved ??
          (isAsked ? (
            <ComesToNothing row={row} lines={preview.data?.lines ?? []} onMeant={() => setMeant(true)} />
          ) : (
            <Mailing row={row} isDraft={isDraft} lacks={lacks} gaps={gaps} said={said} />
          ))}
        <Paper id={row.id} />
      </Stack>
    </PageFrame>
  )
}

const wordsOf = ({ number_with_version: number }: Quotation, isDraft: boolean) =>
  isDraft
    ? { title: `Send ${number}`, lead: 'Sending freezes this version and opens its page for the client.' }
    : {
        title: `${number} was sent`,
        lead: 'Everything that the client does on the page appears on the quotation.',
      }

/** Opens the page of the client without a mail, after a question. */
const OnlyOpen = ({
  lacks,
  isBusy,
  onOpen,
}: {
  lacks: readonly CompanyLack[]
  isBusy: boolean
  onOpen: () => void
}) => (
  <Button
    variant="default"
    loading={isBusy}
    onClick={() =>
      confirmChange({
        title: 'Open the link without a mail?',
        text: [
          'This version is frozen. You give the link to the client yourself.',
          ...lacks.map(({ says }) => says),
          ...(lacks.length > 0 ? [refusedWith(lacks)] : []),
        ].join(' '),
        confirm: 'Open the link',
        onConfirm: onOpen,
      })
    }
  >
    Only open the link
  </Button>
)

type MailingProps = {
  row: Quotation
  isDraft: boolean
  lacks: readonly CompanyLack[]
  gaps: PromiseGaps | null
  said: readonly Unusual[]
}

/** The mail of a draft, or the mails of what was sent and one more. */
function Mailing({ row, isDraft, lacks, gaps, said }: MailingProps) {
  const [isWriting, setWriting] = useState(false)
  const isOpen = row.status === 'sent'
  const doubt = usePromiseInMail(row.id, useQuery(previewQuery(row.id)).data)
  if (isDraft || (isOpen && isWriting))
    return (
      <section className={page.panel} aria-label="The mail">
        <SendByMail
          kind="quotation"
          id={row.id}
          submitLabel={isDraft && (lacks.length > 0 || gaps) ? 'Send all the same' : 'Send quotation'}
          queryKey={quotationsKey}
          said={said}
          doubt={doubt}
          onSent={() => setWriting(false)}
          {...(isDraft ? {} : { onCancel: () => setWriting(false) })}
        />
      </section>
    )
  return (
    <section className={page.panel} aria-label="Mails">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Mails
        </Title>
        {isOpen ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            Send to somebody else
          </Button>
        ) : null}
      </Group>
      <MailsOfRecord kind="quotation" id={row.id} page="quotations" />
    </section>
  )
}

function Paper({ id }: { id: string }) {
  const preview = useQuery(previewQuery(id))
  return (
    <section aria-label="The quotation">
      <Title order={2} size="h4" mb="xs">
        The paper
      </Title>
      {preview.data ? (
        <PaperInLanguage document={preview.data}>
          {(document) => <PicturedPaper paper={quotationPaper(document)} />}
        </PaperInLanguage>
      ) : null}
      {preview.isError ? <Problem onRetry={() => void preview.refetch()}>The preview could not be read</Problem> : null}
    </section>
  )
}

function BeforeSending({ lacks }: { lacks: readonly CompanyLack[] }) {
  if (lacks.length === 0) return null
  return (
    <Alert color="yellow" title="Before you send">
      <Stack gap="sm">
        <CompanyLacks lacks={lacks} />
      </Stack>
    </Alert>
  )
}

type ComesToNothingProps = { row: Quotation; lines: readonly DocumentLine[]; onMeant: () => void }

/** A quotation over nothing is sent only when somebody says that it is meant so. */
const ComesToNothing = ({ row, lines, onMeant }: ComesToNothingProps) => (
  <Alert
    color="yellow"
    role="alert"
    title={`This quotation comes to ${formatMoney(row.gross, row.currency)}. Send it anyway?`}
  >
    <Stack gap="sm" align="flex-start">
      {lines.some((line) => line.is_optional) && !lines.some(counts)
        ? 'Every line with a price is an option. An option counts once the client chooses it.'
        : 'The client can approve it, and it becomes an order over nothing.'}
      <Button variant="default" onClick={onMeant}>
        Send it anyway
      </Button>
    </Stack>
  </Alert>
)

type ValidityProps = { row: Quotation; dialog: Dialog; form: ReturnType<typeof useUnsavedBeforeSending>['day'] }

/** Until when the client may approve it, and how to change that before it is frozen. */
function Validity({ row, dialog: { isOpen, open, close }, form }: ValidityProps) {
  const until = row.valid_until
  const today = todayOf(useNow(600_000))
  const isPast = until !== null && until < today
  return (
    <section className={page.panel} aria-label="Validity">
      <Group justify="space-between">
        <Text {...(isPast ? { c: 'error' } : {})}>
          {until === null
            ? 'Its last valid day is set when it is sent.'
            : isPast
              ? `It was valid until ${calendarDayText(until)}. Choose a later day before you send it.`
              : `Valid until ${calendarDayText(until)}`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => open()}>
          Change the day
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title="Until when is it valid?">
        <RecordForm form={form} label="Validity" submitLabel="Save" onCancel={close} isPlain autoFocus />
      </Modal>
    </section>
  )
}

function CopyLink({ row }: { row: Quotation }) {
  const link = `${window.location.origin}/client-quotations/${row.public_uuid}`
  return (
    <CopyButton value={link}>
      {({ copied, copy }) => (
        <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={copy} title={link}>
          {copied ? 'Link copied' : 'Copy client link'}
        </Button>
      )}
    </CopyButton>
  )
}
