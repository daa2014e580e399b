import { db } from '@/shared/db/client'
import type { Chart } from '@/shared/domain/money/charts-of-accounts'
import type { TaxRate } from '../facts/taxes'
import type { Setting } from '../proposal'

/** What the owner takes over of a proposal. */
export type Chosen = {
  country: string
  settings: { setting: Setting; from: string; to: string }[]
  rates: TaxRate[]
  /** The codes of rates that are not offered any more. */
  ended: string[]
  days: { day: string; name: string }[]
  /** Null: the chart of accounts stays as it is. */
  chart: Chart | null
}

/** Takes it over, all or nothing; refused where a setting was changed meanwhile. */
export async function startInCountry({ country, settings, rates, ended, days, chart }: Chosen): Promise<void> {
  await db
    .rpc('start_in_country', {
      p_settings: Object.fromEntries(settings.map(({ setting, from, to }) => [setting, { from: from || null, to }])),
      p_rates: rates.map(({ code, label, rate, treatment, isDefault }, sort) => ({
        code,
        label,
        rate,
        treatment,
        country,
        is_default: isDefault,
        sort: sort + 1,
      })),
      ...(ended.length === 0 ? {} : { p_ended: ended }),
      p_days: days.map(({ day, name }) => ({ on_day: day, name })),
      ...(chart === null ? {} : { p_chart: chart }),
    })
    .throwOnError()
}
