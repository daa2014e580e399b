import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconMessageReply } from '@tabler/icons-react'
import { useState } from 'react'
import type { EventFrom, SnapshotFrom } from 'xstate'
import { ActionButton } from '@/kit/form/action-button'
import { useDialog } from '@/kit/dialog/use-dialog'
import type { creditApplicationMachine } from '@/machines/credit-application/credit-application.machine'
import { currencySign, formatMoney } from '@/shared/domain/money/money'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import type { CreditRow } from '../api/credit.query'
import { creditFields } from '../credit-fields'
import classes from './credit.module.css'

type CreditStepsProps = {
  row: CreditRow
  state: SnapshotFrom<typeof creditApplicationMachine>
  send: (event: EventFrom<typeof creditApplicationMachine>) => void
}

/** The next actions for an application, and its decision. */
export function CreditSteps({ row, state, send }: CreditStepsProps) {
  const isBusy = state.hasTag('busy')
  const { problem, status } = state.context
  const trial = { amount: '1', days: 0, note: 'x' }
  return (
    <>
      {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
      {status === 'draft' && row.status_note ? (
        <Alert color="yellow" icon={<IconMessageReply aria-hidden />} title="Sent back">
          {row.status_note}
        </Alert>
      ) : null}
      {state.can({ type: 'approve', ...trial }) || (isBusy && status === 'submitted') ? (
        <Decide row={row} isBusy={isBusy} send={send} />
      ) : null}
      {status === 'submitted' && !state.context.decides ? <Text c="dimmed">Waiting for approval.</Text> : null}
      {status === 'approved' && row.granted_limit !== null ? (
        <section className={page.panel} aria-label="Decision">
          <Title order={2} mb="xs">
            Approved
          </Title>
          <dl className={classes.asked}>
            <div>
              <dt>Limit</dt>
              <dd>{formatMoney(row.granted_limit, row.contact?.currency ?? undefined)}</dd>
            </div>
            <div>
              <dt>Terms</dt>
              <dd>{row.granted_days} days</dd>
            </div>
          </dl>
        </section>
      ) : null}
      {state.can({ type: 'withdraw', note: 'x' }) ? (
        <Withdraw of={`${row.id}-${row.row_version}`} onWithdraw={(note) => send({ type: 'withdraw', note })} />
      ) : null}
    </>
  )
}

const { requested_limit: limitField, terms_days: daysField } = creditFields

function Decide({ row, isBusy, send }: { row: CreditRow; isBusy: boolean; send: CreditStepsProps['send'] }) {
  const currency = row.contact?.currency ?? undefined
  const [asked, setAsked] = useState<'approve' | 'reason' | null>(null)
  const { values, put } = useKeptEdits(`credit-decision-${row.id}-${row.row_version}`, {
    amount: limitField.draftOf(row.requested_limit),
    days: daysField.draftOf(row.terms_days),
    note: '',
  })
  const amountProblem = limitField.problem(values.amount)
  const daysProblem = daysField.problem(values.days)
  const amount = amountProblem === null ? limitField.valueOf(values.amount) : null
  const days = daysProblem === null ? daysField.valueOf(values.days) : null
  const note = values.note.trim()
  const approve = () => {
    setAsked('approve')
    if (amount !== null && days !== null) send({ type: 'approve', amount, days, note })
  }
  const withReason = (type: 'decline' | 'return') => {
    setAsked('reason')
    if (note !== '') send({ type, note })
  }
  return (
    <section className={page.panel} aria-labelledby="decide-heading" data-kept>
      <Title order={2} id="decide-heading" mb="md">
        Decide
      </Title>
      <Stack gap="sm">
        <div className={page.fields}>
          <TextInput
            label="Limit to give"
            leftSection={currencySign(currency)}
            inputMode="decimal"
            autoComplete="off"
            disabled={isBusy}
            value={values.amount}
            error={asked === 'approve' ? amountProblem : null}
            onChange={(event) => put('amount', event.currentTarget.value)}
          />
          <TextInput
            label="Payment terms (days)"
            inputMode="numeric"
            autoComplete="off"
            disabled={isBusy}
            value={values.days}
            error={asked === 'approve' ? daysProblem : null}
            onChange={(event) => put('days', event.currentTarget.value)}
          />
        </div>
        <Textarea
          label="Reason or note"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          disabled={isBusy}
          value={values.note}
          error={note === '' && asked === 'reason' ? 'Please say why' : null}
          onChange={(event) => put('note', event.currentTarget.value)}
        />
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Button variant="light" color="red" disabled={isBusy} onClick={() => withReason('decline')}>
              Refuse
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => withReason('return')}>
              Send back
            </Button>
          </Group>
          <Button loading={isBusy} onClick={approve}>
            {amount !== null && days !== null ? `Approve ${formatMoney(amount, currency)}` : 'Approve'}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

function Withdraw({ of, onWithdraw }: { of: string; onWithdraw: (note: string) => void }) {
  const dialog = useDialog('withdraw')
  const { values, put } = useKeptEdits(`credit-withdraw-${of}`, { note: '' })
  const note = values.note
  return (
    <>
      <Group justify="flex-end">
        <Button size="xs" variant="subtle" color="gray" onClick={() => dialog.open()}>
          Withdraw the application
        </Button>
      </Group>
      <Modal opened={dialog.isOpen} onClose={dialog.close} title="Withdraw the application">
        <Stack data-kept>
          <Textarea
            label="Why"
            required
            autosize
            minRows={2}
            maxLength={5000}
            data-autofocus
            value={note}
            onChange={(event) => put('note', event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <ActionButton
              why={note.trim() === '' ? 'Say why first.' : null}
              onClick={() => {
                dialog.close()
                onWithdraw(note.trim())
              }}
            >
              Withdraw
            </ActionButton>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
