import { formatMoney, formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import { qtyText, unitWord } from '@/shared/domain/money/quantity-text'
import { countText } from '@/shared/domain/text/formats'
import type { SampleKind, SampleRecord } from './facts/sample'

/** `1 step`, `3 steps`; nothing for none. */
const counted = (number: number, one: string) =>
  number === 0 ? [] : [`${countText(number)} ${one}${number === 1 ? '' : 's'}`]

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

type Written = { money: (amount: string) => string; price: (amount: string) => string }

/** What a person wants to know of each kind of record before it is taken. Prices are in the company's currency. */
const details: Record<SampleKind, (record: SampleRecord, as: Written) => readonly string[]> = {
  services: ({ values, rows = [] }, { money, price }) => {
    const of = (table: string) => rows.filter((row) => row.table === table).length
    return [
      `${price(text(values['base_price']))} / ${unitWord(text(values['unit']), 1)}`,
      ...('min_charge' in values ? [`at least ${money(text(values['min_charge']))}`] : []),
      ...counted(of('job_step_templates'), 'step'),
      ...counted(of('service_parameters'), 'question'),
      ...counted(of('pricing_ranges'), 'price break'),
      ...('recipe' in values ? ['recipe'] : []),
    ]
  },
  inventory_items: ({ values, rows = [] }, { money }) => {
    const cost = rows[0]?.values ?? {}
    const unit = text(values['buy_unit'])
    return [
      `${money(text(cost['cost_price']))} / ${unitWord(unit, 1)}`,
      `markup ${shortDecimalText(text(cost['markup_pct']))} %`,
      ...(unit === 'box' ? [`${qtyText(text(values['sell_per_buy']), 'piece')} in a box`] : []),
    ]
  },
  work_centres: ({ values }) => [`${qtyText(Number(values['capacity_minutes_day']) / 60, 'hour')} a day`],
  human_service_parameters: ({ values }, { money }) => [
    `${money(text(values['hourly_price']))} / hour`,
    `costs ${money(text(values['hourly_cost']))}`,
    ...(Number(values['crew_size']) > 1 ? [`${text(values['crew_size'])} people`] : []),
  ],
  machine_prices: ({ values }, { money, price }) => [
    `${price(text(values['price']))} / ${unitWord(text(values['per']), 1)}`,
    `set-up ${money(text(values['setup_price']))}`,
    `at least ${money(text(values['min_charge']))}`,
  ],
  eco_solvent_parameters: ({ values }) => [
    `${qtyText(text(values['speed_m2_h']), 'm2')} an hour`,
    `${qtyText(text(values['ink_ml_m2']), 'ml')} / m²`,
    `rests ${qtyText(text(values['outgas_hours']), 'hour')}`,
  ],
  inks: ({ values }, { price }) => [`${price(text(values['cost_per_ml']))} / ml`],
  markup_bands: ({ values }, { money }) => [
    `from ${money(text(values['from_cost']))}`,
    ...(values['to_cost'] === null ? [] : [`below ${money(text(values['to_cost']))}`]),
    `markup ${text(values['markup_pct'])} %`,
  ],
  travel_zones: ({ values }, { money }) => [money(text(values['price'])), `up to ${text(values['up_to_km'])} km`],
}

/** `$24.00 / m², at least $40.00, 4 steps`. */
export const detailOf = (record: SampleRecord, currency: string): string =>
  details[record.kind](record, {
    money: (amount) => formatMoney(amount, currency),
    price: (amount) => formatPrice(amount, currency),
  }).join(', ')
