import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { convert, type ExchangeRates, type Pair, rateText } from '@/shared/domain/money/currency'
import { calendarDayText } from '@/shared/domain/text/formats'
import type { Decimal } from '@/shared/domain/money/decimal'
import { decimalText, formatMoney } from '@/shared/domain/money/money'
import { useNow } from '@/shared/hooks/use-now'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import classes from './currency-converter.module.css'

/** Rates change every working day. Older ones show their age. */
const freshDays = 7

/** Whole days from a day (`2026-11-20`) to a moment in ms. */
const ageInDays = (day: string, now: number): number => Math.floor((now - Date.parse(day)) / 86_400_000)

type ConversionResultProps = {
  /** Null while the typed text is no amount. */
  amount: Decimal | null
  pair: Pair
  /** Null until rates were read once. */
  rates: ExchangeRates | null
  isReading: boolean
  hasFailed: boolean
  onRetry: () => void
}

/** The converted amount, with the rate and its day. */
export function ConversionResult({ amount, pair, rates, isReading, hasFailed, onRetry }: ConversionResultProps) {
  const now = useNow(3_600_000)
  if (!rates && isReading) return <NamedSkeleton className={classes.result} height={92} label="Reading the rates" />
  if (!rates)
    return (
      <Alert className={classes.result} color="red" icon={<IconAlertTriangle />} title="There are no rates yet">
        <Text size="sm" mb="xs">
          The exchange rates could not be read, and none were kept from before.
        </Text>
        <Button size="compact-sm" variant="default" loading={isReading} onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    )

  const rate = rateText(pair, rates)
  const days = ageInDays(rates.date, now)
  const converted = amount && convert(amount, pair, rates)
  const missing = [pair.from, pair.to].find((code) => rates.rates[code] === undefined)
  return (
    <div className={classes.result}>
      <output className={classes.money} aria-live="polite">
        {amount ? <span className={classes.source}>{`${formatMoney(amount, pair.from)} =`}</span> : null}
        <span className={classes.target}>{converted ? formatMoney(converted, pair.to) : '–'}</span>
      </output>
      <Text size="sm" c={missing ? 'red' : 'dimmed'}>
        {missing ? `There is no rate for ${missing}` : `1 ${pair.from} = ${rate && decimalText(rate)} ${pair.to}`}
      </Text>
      {days > freshDays ? (
        <Alert mt="xs" p="xs" color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} role="note">
          <Text size="sm">{`These rates are of ${calendarDayText(rates.date)}, ${days} days ago. Do not quote by them.`}</Text>
        </Alert>
      ) : null}
      <Text size="sm" c="dimmed">
        {`Rates of ${calendarDayText(rates.date)}`}
        {hasFailed ? ', kept from before' : ''}
      </Text>
      {hasFailed ? (
        <Button mt="xs" size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
