import { Badge, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { formatMoney } from '@/shared/domain/money/money'
import { withTax } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import page from '@/shared/ui/page/record-page.module.css'
import { calculationQuery } from '../api/calculations.query'
import { calculationsKey, type PersonalPriceList, pricesQuery } from '../api/prices.query'
import { type Calculated, type CalculatorPage, useCalculatorPage } from '../use-calculator-page'
import { calculatorActions } from './calculator-actions'
import { CalculatorDialogs } from './calculator-dialogs'
import { CalculatorNotices } from './calculator-notices'
import classes from './calculator.module.css'
import { Parts } from './parts'
import { Result } from './result'
import { Steps } from './steps'
import { WhatIsCalculated } from './what-is-calculated'

/** /calculator: a new calculation. */
export function CalculatorScreen() {
  const [search] = useSearchParams()
  const beginning = [search.get('line'), search.get('service')].join(' ')
  const of = search.get('of')
  return of ? (
    <CalculatedAnew key={search.toString()} of={of} />
  ) : (
    <WithPrices>{(list) => <OpenCalculation key={`new ${beginning}`} row={null} list={list} />}</WithPrices>
  )
}

/** A new calculation with the steps of another one: of a line whose quantity or size changed. */
function CalculatedAnew({ of }: { of: string }) {
  const was = useQuery(calculationQuery(of))
  return (
    <RecordState of={was} what="calculation" back={{ label: 'New calculation', href: linkTo('/calculator') }}>
      {(row) => <WithPrices>{(list) => <OpenCalculation row={null} was={row} list={list} />}</WithPrices>}
    </RecordState>
  )
}

/** /calculator/{id}: a saved one. */
export function CalculationScreen({ id }: { id: string }) {
  const calculation = useQuery(calculationQuery(id))
  return (
    <RecordState of={calculation} what="calculation" back={{ label: 'New calculation', href: linkTo('/calculator') }}>
      {(row) => <WithPrices>{(list) => <OpenCalculation key={row.id} row={row} list={list} />}</WithPrices>}
    </RecordState>
  )
}

function WithPrices({ children }: { children: (list: PersonalPriceList) => React.ReactNode }) {
  const prices = useQuery(pricesQuery)
  useLive(calculationsKey, [
    { page: 'quotations', tables: ['price_list', 'price_calculations', 'services', 'quotations'] },
  ])
  return (
    <RecordState of={prices} what="price list">
      {(list) => children(list)}
    </RecordState>
  )
}

function OpenCalculation(calculated: Calculated) {
  const of = useCalculatorPage(calculated)
  const { row, list, draft, read, answer, change, disabled } = of
  return (
    <RecordPage
      title={row?.name ?? 'Price Calculator'}
      kind={row ? 'Price calculation' : 'A price from material, machines and work'}
      status={
        of.isEdited ? (
          <Badge component="span" color="yellow" variant="light">
            Not saved
          </Badge>
        ) : null
      }
      width="full"
      {...calculatorActions(of)}
      {...wayBack(of)}
      notice={<CalculatorNotices of={of} />}
    >
      <div className={classes.layout}>
        <Stack gap="lg">
          <WhatIsCalculated of={of} />
          <section className={page.panel}>
            <Parts draft={draft} problems={answer.problems} disabled={disabled} change={change} />
          </section>
          <section className={page.panel}>
            <Steps draft={draft} problems={answer.problems} list={list} disabled={disabled} change={change} />
          </section>
        </Stack>
        <div className={classes.result}>
          {of.isLocked ? null : (
            <Result draft={draft} read={read} answer={answer} list={list} change={change} disabled={disabled} />
          )}
          <InQuotations of={of} />
        </div>
      </div>
      <PhoneTotal of={of} />
      <CalculatorDialogs of={of} />
    </RecordPage>
  )
}

function wayBack({ row, from }: CalculatorPage) {
  if (from) return { back: { label: 'Back to the quotation', href: linkTo('/quotations/:id', { id: from }) } }
  return row ? { back: { label: 'New calculation', href: linkTo('/calculator') } } : {}
}

/** The quotations that have a line of this calculation. */
const InQuotations = ({ of: { quotations } }: { of: CalculatorPage }) =>
  quotations.length > 0 ? (
    <Text size="sm" mt="md">
      {'In '}
      {quotations.map(({ id, quotation }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <Link to={linkTo('/quotations/:id', { id: quotation.id })}>{quotation.number_with_version}</Link>
        </span>
      ))}
    </Text>
  ) : null

/** The price at the lower edge of a phone. */
const PhoneTotal = ({ of: { answer, isLocked } }: { of: CalculatorPage }) =>
  answer.price === null || isLocked ? null : (
    <div className={classes.phoneTotal} aria-hidden="true">
      <Text size="sm">{withTax('Without {tax}')}</Text>
      <Text fw={650}>{formatMoney(answer.price.net)}</Text>
    </div>
  )
