import { Select, TextInput } from '@mantine/core'
import { currencySign, formatMoney } from '@/shared/domain/money/money'
import { example } from '@/shared/domain/text/formats'
import page from '@/shared/ui/page/record-page.module.css'
import type { PersonalPriceList } from '../api/prices.query'
import { stepsForService } from '../draft'
import type { CalculatorPage } from '../use-calculator-page'
import classes from './calculator.module.css'

/** The name of a calculation, how many pieces, for which service, and the least that it costs. */
export const WhatIsCalculated = ({ of: { row, list, draft, answer, disabled, change } }: { of: CalculatorPage }) => (
  <section className={page.panel} aria-label="What is calculated">
    <div className={classes.head}>
      <TextInput
        label="Name"
        placeholder={example('Fascia in ACM, nine panels')}
        maxLength={200}
        autoFocus={row === null}
        disabled={disabled}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Pieces"
        inputMode="numeric"
        disabled={disabled}
        value={draft.quantity}
        error={answer.problems.quantity ?? null}
        onChange={(event) => change({ quantity: event.currentTarget.value })}
      />
      <Select
        label="Service"
        placeholder="None"
        searchable
        clearable
        disabled={disabled}
        data={Object.entries(list.services)
          .map(([value, { name }]) => ({ value, label: name }))
          .sort((a, b) => a.label.localeCompare(b.label))}
        value={draft.service_id}
        onChange={(service_id) => change({ service_id, steps: stepsForService(draft, list.services, service_id) })}
      />
      <TextInput
        label={`Minimum (${currencySign()})`}
        inputMode="decimal"
        placeholder={serviceMinimum(list, draft.service_id)}
        disabled={disabled}
        value={draft.min_charge}
        error={answer.problems.min_charge ?? null}
        onChange={(event) => change({ min_charge: event.currentTarget.value })}
      />
    </div>
  </section>
)

function serviceMinimum(list: PersonalPriceList, serviceId: string | null): string {
  const least = serviceId === null ? null : list.services[serviceId]?.min_charge
  return least ? formatMoney(least) : 'None'
}
