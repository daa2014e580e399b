import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { withTax } from '@/shared/domain/text/formats'
import { jurisdictionsOf, totalOf } from '../figures'
import { type Cell, Panel, SheetTable } from './panel'
import type { Shown } from './shown'

const levels: Readonly<Record<string, string>> = {
  state: 'State',
  county: 'County',
  city: 'City',
  district: 'Special district',
}

/** Sales tax by jurisdiction: gross, exempt and taxable sales and the tax of each part of the places where goods went. */
export function TaxPlacesPanel({ now, open }: Pick<Shown, 'now' | 'open'>) {
  const lines = now.tax_places ?? []
  const rowOf = (bucket: string, name: string, level: string): Cell[] => {
    const figure = (mark: string, value: 'amount' | 'other', opens: string) => ({
      money: totalOf(
        lines.filter((line) => line.bucket === bucket && line.mark === mark),
        value,
      ),
      opens: `${name}, ${opens}:`,
      onOpen: () => open('tax_places', bucket, mark),
    })
    return [
      name,
      levels[level] ?? '',
      { money: totalOf(lines.filter((line) => line.bucket === bucket)) },
      figure('exempt', 'amount', 'exempt sales'),
      figure('taxable', 'amount', 'taxable sales'),
      figure('taxable', 'other', withTax('{tax}')),
    ]
  }
  const sheet = {
    head: ['Jurisdiction', 'Level', 'Gross sales', 'Exempt sales', 'Taxable sales', withTax('{Tax}')],
    rows: [
      ...jurisdictionsOf(lines).map(({ bucket, name, level }) => rowOf(bucket, name, level)),
      rowOf('all', 'All sales', ''),
    ],
  }
  return (
    <Panel
      id="tax-places"
      title={withTax('{Tax} by jurisdiction')}
      note="By the date of the papers: invoices less credit notes. A sale counts in every jurisdiction of its place, so the sales do not add up. The tax does: it comes to that of the sales ledger. An amount opens its papers."
      file="tax-by-jurisdiction"
      views={null}
      wide
      sheet={sheet}
    >
      <SheetTable {...sheet} />
      <Anchor component={Link} to={linkTo('/exemption-certificates')} size="sm">
        Exemption certificates
      </Anchor>
    </Panel>
  )
}
