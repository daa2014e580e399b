import { ActionIcon, Button, CloseButton, Group, Paper, Select, Text, TextInput, Tooltip } from '@mantine/core'
import { IconArrowsUpDown } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { converterMachine } from '@/machines/converter/converter.machine'
import { type Currency, currencyCodes, currencySchema, type ExchangeRates } from '@/shared/domain/money/currency'
import { readAmount } from '@/shared/domain/money/money'
import { ConversionResult } from './conversion-result'
import classes from './currency-converter.module.css'

/** One tap each (spec 2 §4). */
const quickAmounts = ['1', '10', '100', '1000'] as const

type ConverterPanelProps = { actor: ActorRefFrom<typeof converterMachine>; onClose: () => void }

/** Amount, two currencies, the result. */
export function ConverterPanel({ actor, onClose }: ConverterPanelProps) {
  const { amount, from, to, cached } = useSelector(actor, ({ context }) => context)
  const isReading = useSelector(actor, (state) => state.hasTag('reading'))
  const hasFailed = useSelector(actor, (state) => state.hasTag('failed'))
  const typed = readAmount(amount)

  return (
    <Paper
      className={classes.panel}
      shadow="md"
      p="md"
      role="dialog"
      aria-label="Currency Converter"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isChoosing(event.target)) onClose()
      }}
    >
      <div className={classes.heading}>
        <Text fw={650}>Currency Converter</Text>
        <CloseButton onClick={onClose} aria-label="Close the converter" />
      </div>

      <TextInput
        label="Amount"
        value={amount}
        onChange={(event) => actor.send({ type: 'amount.change', text: event.currentTarget.value })}
        onFocus={(event) => event.currentTarget.select()}
        error={'problem' in typed ? typed.problem : null}
        inputMode="decimal"
        autoComplete="off"
        maxLength={100}
        size="md"
        autoFocus
        classNames={{ input: classes.amount }}
      />
      <Group gap="xs" grow mt="xs" role="group" aria-label="Quick amounts" wrap="nowrap">
        {quickAmounts.map((quick) => (
          <Button
            key={quick}
            size="compact-sm"
            variant={amount === quick ? 'light' : 'default'}
            aria-pressed={amount === quick}
            onClick={() => actor.send({ type: 'amount.change', text: quick })}
          >
            {quick}
          </Button>
        ))}
      </Group>

      <div className={classes.pair}>
        <div className={classes.currencies}>
          <CurrencySelect
            label="From"
            value={from}
            rates={cached?.rates ?? null}
            onChange={(currency) => actor.send({ type: 'from.choose', currency })}
          />
          <CurrencySelect
            label="To"
            value={to}
            rates={cached?.rates ?? null}
            onChange={(currency) => actor.send({ type: 'to.choose', currency })}
          />
        </div>
        <Tooltip label="Swap the currencies">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Swap the currencies"
            onClick={() => actor.send({ type: 'pair.swap' })}
          >
            <IconArrowsUpDown size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>

      <ConversionResult
        amount={'amount' in typed ? typed.amount : null}
        pair={{ from, to }}
        rates={cached?.rates ?? null}
        isReading={isReading}
        hasFailed={hasFailed}
        onRetry={() => actor.send({ type: 'rates.retry' })}
      />
    </Paper>
  )
}

/** An open list of currencies takes the Escape for itself. */
const isChoosing = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true'

const nameOf = new Intl.DisplayNames(['en'], { type: 'currency' })

/** All currencies, also those without a rate today, which are marked in the list. */
const choicesBy = (rates: ExchangeRates | null) =>
  currencyCodes.map((code) => ({
    value: code,
    label: `${code} – ${nameOf.of(code) ?? code}${rates && rates.rates[code] === undefined ? ' (no rate)' : ''}`,
  }))

type CurrencySelectProps = {
  label: string
  value: Currency
  rates: ExchangeRates | null
  onChange: (currency: Currency) => void
}

function CurrencySelect({ label, value, rates, onChange }: CurrencySelectProps) {
  return (
    <Select
      label={label}
      data={choicesBy(rates)}
      value={value}
      onChange={(code) => {
        const chosen = currencySchema.safeParse(code)
        if (chosen.success) onChange(chosen.data)
      }}
      allowDeselect={false}
      searchable
      maxDropdownHeight={220}
      nothingFoundMessage="No such currency"
    />
  )
}
