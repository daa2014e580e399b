import { Anchor, Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { confirmChange } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { DayField } from '@/kit/fields/day-field'
import { useLive } from '@/kit/live/use-live'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { isDay } from '@/shared/domain/time/days'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { CompanyMoment } from '@/shared/ui/parts/company-moment'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { AccountsBar } from '../../shared/accounts-bar'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { closeBooks } from '../api/closing.mutation'
import { type Check, type Closing, closingChecksQuery, closingKey, closingsQuery } from '../api/closing.query'
import { closeQuestion, closeWarning, closingText, newestOf, nextToClose, parts, proposedDay } from '../closing-words'
import accounts from '../../shared/accounts.module.css'
import classes from './closing.module.css'
import { OpenAgain } from './open-again'

/** /closing: the days that are closed, what is left to do before the next ones are, and who closed which when. */
export function ClosingScreen() {
  const rights = useRights()
  const mayClose = can(rights, 'payments', 'edit')
  const history = useQuery(closingsQuery)
  const again = useDialog('open-again')
  useLive(closingKey, [
    { page: 'invoices', tables: ['book_closings', 'invoices', 'credit_notes'] },
    { page: 'payments', tables: ['book_closings', 'payments', 'payment_allocations', 'bank_entries', 'payment_runs'] },
    { page: 'supplier-invoices', tables: ['book_closings', 'supplier_invoices'] },
  ])
  const closings = history.data ?? []
  const all = newestOf(closings, 'everybody')
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Closing"
      lead="On a closed day nobody books, changes or moves anything. What was wrong is corrected by a record of today."
      width="full"
    >
      {history.isPending ? (
        <LineSkeletons count={4} height={56} />
      ) : history.isError ? (
        <Problem onRetry={() => void history.refetch()}>{saveProblem(history.error)}</Problem>
      ) : (
        <Stack gap="xl" maw="44rem">
          <State closings={closings} />
          {mayClose ? <CloseDays key={all?.closedTo ?? ''} closings={closings} /> : null}
          {closings.length > 0 ? (
            <History
              closings={closings}
              onOpenAgain={rights.role === 'admin' && all?.closedTo ? () => again.open() : null}
            />
          ) : null}
        </Stack>
      )}
      {again.isOpen && all?.closedTo ? (
        <Modal opened onClose={again.close} title="Open closed days again">
          <OpenAgain closedTo={all.closedTo} formerly={closedBefore(closings, all.closedTo)} onClose={again.close} />
        </Modal>
      ) : null}
    </PageFrame>
  )
}

/** The day up to which the books were closed before: the newest earlier one. */
const closedBefore = (closings: readonly Closing[], closedTo: string): string | null =>
  closings.find((one) => one.scope === 'everybody' && one.closedTo !== null && one.closedTo < closedTo)?.closedTo ??
  null

function State({ closings }: { closings: readonly Closing[] }) {
  const closedTo = newestOf(closings, 'everybody')?.closedTo ?? null
  const others = newestOf(closings, 'others')?.closedTo ?? null
  return (
    <div className={accounts.state} role="status">
      <span className={accounts.stateWords}>
        {closedTo === null ? 'All days are open' : `Closed up to ${calendarDayText(closedTo)}`}
      </span>
      {others !== null && (closedTo === null || others > closedTo) ? (
        <Text component="span" c="dimmed">{`for everybody but accounts up to ${calendarDayText(others)}`}</Text>
      ) : null}
    </div>
  )
}

function CloseDays({ closings }: { closings: readonly Closing[] }) {
  const closedTo = newestOf(closings, 'everybody')?.closedTo ?? null
  const others = newestOf(closings, 'others')?.closedTo ?? null
  const [day, setDay] = useState(() => proposedDay(closedTo, today()))
  const isClosed = isDay(day) && closedTo !== null && day <= closedTo
  const isOver = isDay(day) && day < today()
  const canClose = isOver && !isClosed
  const next = nextToClose(closedTo, today())
  const checks = useQuery({ ...closingChecksQuery(day), enabled: canClose })
  // A month that is not over is looked at before it can be closed.
  const isAhead = next >= today() && day === ''
  const { act, isBusy } = useAct()
  const left = (checks.data ?? []).length
  const closeFor = (scope: 'everybody' | 'others') => {
    const close = act(() => closeBooks({ to: day, scope, reason: null }))
    confirmChange({
      title: closeQuestion(calendarDayText(day), left),
      text: closeWarning(calendarDayText(day), scope, left),
      confirm: left === 0 ? 'Close the days' : 'Close all the same',
      onConfirm: close,
    })
  }
  return (
    <section aria-labelledby="close-days">
      <Title order={2} size="h4" id="close-days" mb="sm">
        Close more days
      </Title>
      <Stack gap="md">
        {next < today() ? null : (
          <Text c="dimmed">
            {`The next month is over after ${calendarDayText(next)}, and is proposed then. Days before it can be closed now.`}
          </Text>
        )}
        <DayField
          label="Up to and including"
          value={day}
          onChange={setDay}
          error={
            isClosed
              ? 'These days are closed already'
              : isDay(day) && !isOver
                ? 'Only days that are over can be closed'
                : null
          }
        />
        {canClose ? <Checks to={day} name="What is left to do" /> : isAhead ? <Ahead /> : null}
        <Group gap="sm">
          <Button disabled={!canClose || !checks.isSuccess} loading={isBusy} onClick={() => closeFor('everybody')}>
            {canClose ? `Close up to ${calendarDayText(day)}` : 'Close'}
          </Button>
          <Button
            variant="default"
            disabled={!canClose || day === others || !checks.isSuccess}
            loading={isBusy}
            onClick={() => closeFor('others')}
          >
            Close for everybody but accounts
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

/** What would be left to do if today were closed, so that nobody waits for the end of the month. */
function Ahead() {
  return (
    <>
      <Title order={3} size="h5">
        Left to do so far
      </Title>
      <Checks to={today()} name="Left to do so far" />
    </>
  )
}

function Checks({ to, name }: { to: string; name: string }) {
  const checks = useQuery(closingChecksQuery(to))
  if (checks.isPending) return <LineSkeletons count={parts.length} height={44} />
  if (checks.isError) return <Problem onRetry={() => void checks.refetch()}>{saveProblem(checks.error)}</Problem>
  return <CheckList of={checks.data} name={name} />
}

function CheckList({ of, name }: { of: readonly Check[]; name: string }) {
  return (
    <ul className={classes.checks} aria-label={name}>
      {parts.map(({ part, label, clear, to }) => {
        const found = of.find((check) => check.part === part)
        if (!found)
          return (
            <li key={part} className={classes.done}>
              <IconCheck size={18} aria-hidden />
              <span>{clear}</span>
            </li>
          )
        const words = `${countText(found.number)} · ${label}`
        return (
          <li key={part}>
            <IconAlertTriangle size={18} aria-hidden color="var(--mantine-color-orange-text)" />
            <Stack gap={0} align="flex-start">
              {to ? (
                <Anchor component={Link} to={to}>
                  {words}
                </Anchor>
              ) : (
                <span>{words}</span>
              )}
              {found.orders.map(({ id, number, gross }) => (
                <RecordLink key={id} kind="order" id={id} size="sm">
                  {`${formatMoney(gross)} of ${number}`}
                </RecordLink>
              ))}
              {found.periods.map((days) => (
                <Anchor
                  key={days.from}
                  component={Link}
                  size="sm"
                  to={`${linkTo('/vat')}?days=${days.from}..${days.to}`}
                >
                  {`${calendarDayText(days.from)} – ${calendarDayText(days.to)}`}
                </Anchor>
              ))}
            </Stack>
            <span className={classes.amount}>{found.amount === null ? '' : formatMoney(found.amount)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function History({ closings, onOpenAgain }: { closings: readonly Closing[]; onOpenAgain: (() => void) | null }) {
  const { data: staff = [] } = useQuery(staffQuery)
  return (
    <section aria-labelledby="closed-before">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="closed-before">
          Closed and opened
        </Title>
        {onOpenAgain ? (
          <Button variant="subtle" size="compact-sm" onClick={onOpenAgain}>
            Open days again…
          </Button>
        ) : null}
      </Group>
      <ul className={classes.history}>
        {closings.map((closing, place) => (
          <li key={closing.id}>
            <Text>
              {closingText(
                closing,
                closings.slice(place + 1).find(({ scope }) => scope === closing.scope),
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {staff.find(({ value }) => value === closing.by)?.label ?? 'A colleague who left'},{' '}
              <CompanyMoment at={closing.at} />
              {closing.reason ? ` · ${closing.reason}` : null}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
