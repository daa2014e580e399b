import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { confirmChange } from '@/kit/confirm'
import { dayRangeText } from '@/kit/list/day-range'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { momentText, withTax } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { analyticsKey } from '../api/analytics.query'
import {
  filedPeriodsQuery,
  fileVatReturn,
  type FiledVatReturn,
  unapprovedBillsQuery,
  vatReturnQuery,
} from '../api/vat-return.query'
import { type Period, periodsOver } from '../figures'
import classes from './analytics.module.css'
import { dayToFile, stillToCome } from './period-words'
import { SheetTable } from './panel'
import { SettleReturn } from './settle-return'

const title = () => withTax('{Tax} return')

type FiledReturnProps = {
  period: Period
  /** The whole period, where it is not over: it cannot be filed yet. */
  running: Period | null
}

/** Whether the return of these days was saved as filed, what changed since, and the button that saves it. */
export function FiledReturn({ period, running }: FiledReturnProps) {
  const state = useQuery(vatReturnQuery(period.from, period.to))
  if (state.isError) return <Problem onRetry={() => void state.refetch()}>{saveProblem(state.error)}</Problem>
  if (state.data === undefined) return null
  return (
    <section className={classes.panel} aria-label={title()}>
      <Text component="h2" size="lg" fw={600}>
        {title()}
      </Text>
      {running ? (
        <StillRunning whole={running} />
      ) : state.data === null ? (
        <Text size="sm" mt={4}>
          {`The figures of ${dayRangeText(period)} are not saved as filed.`}
        </Text>
      ) : (
        <Filed of={state.data} />
      )}
      {running ? null : <UnapprovedBills period={period} />}
      {running ? null : <SaveAsFiled period={period} filed={state.data} />}
      <OtherPeriods period={period} />
    </section>
  )
}

/** What is still to come of a period that is not over, and the ones that are filed next. */
function StillRunning({ whole }: { whole: Period }) {
  return (
    <>
      <Text size="sm" mt={4}>
        {`The figures of ${dayRangeText(whole)} so far. ${stillToCome(whole)} It can be saved as filed from ${dayToFile(whole)} on.`}
      </Text>
      <PeriodLinks words="Periods that are over:" periods={periodsOver(today())} />
    </>
  )
}

function Filed({ of }: { of: FiledVatReturn }) {
  const [isShown, show] = useState(false)
  const isSame = of.changes.length === 0 && of.papers.length === 0
  return (
    <>
      <Text size="sm" mt={4} role="status">
        {`Saved as filed on ${momentText(of.filed_at)}${of.filed_by ? ` by ${of.filed_by}` : ''}. ${isSame ? 'Nothing changed since.' : 'Changed since:'}`}
      </Text>
      {isSame ? null : <Changes of={of} />}
      <Anchor component="button" type="button" size="sm" mt={4} aria-expanded={isShown} onClick={() => show(!isShown)}>
        {isShown ? 'Hide the filed figures' : 'Show the filed figures'}
      </Anchor>
      {isShown ? (
        <SheetTable
          head={['Box', 'What', 'Net', withTax('{Tax}')]}
          rows={of.figures.map(({ box, name, net, vat }) => [box ?? 'None', name, amountCell(net), amountCell(vat)])}
        />
      ) : null}
      <SettleReturn returnId={of.id} isChanged={!isSame} />
    </>
  )
}

const amountCell = (amount: string | null) => (amount === null ? '' : { money: amount })

/** `+€12.34`, `-€5.00`. */
const difference = (amount: string): string =>
  amount.startsWith('-') ? formatMoney(amount) : `+${formatMoney(amount)}`
const differences = ({ net, vat }: { net: string; vat: string }): string =>
  [isZero(net) ? '' : `${difference(net)} net`, isZero(vat) && !isZero(net) ? '' : withTax(`${difference(vat)} {tax}`)]
    .filter(Boolean)
    .join(', ')

function Changes({ of }: { of: FiledVatReturn }) {
  return (
    <>
      <List size="sm" mt={4} aria-label="Figures that changed">
        {of.changes.map((one) => (
          <List.Item key={`${one.box} ${one.name}`}>
            <Text component="span" size="sm" fw={600}>
              {differences(one)}
            </Text>
            {one.box === null ? ` in ${one.name}` : ` in box ${one.box}, ${one.name}`}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        By these papers:
      </Text>
      <List size="sm" mt={4} aria-label="Papers that changed">
        {of.papers.map(({ kind, id, label, side, rate, ...amounts }) => (
          <List.Item key={`${id} ${side} ${rate}`}>
            {kind === null ? (
              label
            ) : (
              <RecordLink kind={kind} id={id}>
                {label ?? 'Paper'}
              </RecordLink>
            )}
            {`: ${differences(amounts)}`}
          </List.Item>
        ))}
      </List>
    </>
  )
}

/** Bills of these days that nobody approved: their tax is in the figures. */
function UnapprovedBills({ period }: { period: Period }) {
  const rights = useRights()
  const { data } = useQuery({
    ...unapprovedBillsQuery(period.from, period.to),
    enabled: can(rights, 'supplier-invoices', 'view'),
  })
  if (data === undefined || data.number === 0) return null
  return (
    <Alert color="yellow" mt="sm" role="status">
      <Anchor component={Link} inherit to={`${linkTo('/supplier-invoices')}?show=inbox`}>
        {data.number === 1 ? 'One bill that nobody approved' : `${data.number} bills that nobody approved`}
      </Anchor>
      {withTax(` with ${formatMoney(data.vat)} of {tax}: approve what is right before the return is filed.`)}
    </Alert>
  )
}

function SaveAsFiled({ period, filed }: { period: Period; filed: FiledVatReturn | null }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const { act, isBusy } = useAct()
  if (!can(rights, 'payments', 'edit') || (filed && filed.changes.length === 0 && filed.papers.length === 0))
    return null
  const save = act(async () => {
    await fileVatReturn(newId(), period.from, period.to)
    await queryClient.invalidateQueries({ queryKey: analyticsKey })
  })
  return (
    <Group gap="sm" mt="sm">
      <Button
        variant="default"
        loading={isBusy}
        onClick={() =>
          confirmChange({
            title: `Save ${dayRangeText(period)} as filed?`,
            text: 'The figures are kept as they are now. This page then says what changed since.',
            confirm: 'Save as filed',
            onConfirm: save,
          })
        }
      >
        {filed ? 'Save as filed again' : 'Save as filed'}
      </Button>
    </Group>
  )
}

function OtherPeriods({ period }: { period: Period }) {
  const { data = [] } = useQuery(filedPeriodsQuery)
  const filed = data.map(({ from_day, to_day }) => ({ from: from_day, to: to_day }))
  return (
    <PeriodLinks words="Filed:" periods={filed.filter(({ from, to }) => from !== period.from || to !== period.to)} />
  )
}

function PeriodLinks({ words, periods }: { words: string; periods: readonly Period[] }) {
  if (periods.length === 0) return null
  return (
    <Group gap="sm" mt="sm">
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      {periods.map((days) => (
        <Anchor
          key={days.from + days.to}
          component={Link}
          size="sm"
          to={`${linkTo('/vat')}?days=${days.from}..${days.to}`}
        >
          {dayRangeText(days)}
        </Anchor>
      ))}
    </Group>
  )
}
