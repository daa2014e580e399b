import { clockText, dayText, readFormats, numberLocale } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import page from '@/shared/ui/page/record-page.module.css'
import type { CompanyValues } from '../company-fields'

const sample = new Date(2026, 10, 20, 17, 45).getTime()

/** An example of an amount and a time in the chosen formats, before saving. */
export function FormatsExample({ values }: { values: CompanyValues }) {
  const chosen = readFormats(values)
  return (
    <dl className={page.facts} aria-label="Example" style={{ marginTop: '1rem' }}>
      <dt>An amount</dt>
      <dd>{formatMoney('12345.67', chosen.currency, numberLocale(chosen.number_style))}</dd>
      <dt>A time</dt>
      <dd>{`${dayText(sample, chosen.date_style)}, ${clockText(sample, chosen.hour_style)}`}</dd>
    </dl>
  )
}
