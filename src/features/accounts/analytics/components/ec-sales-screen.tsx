import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { withTax } from '@/shared/domain/text/formats'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { AccountsBar } from '../../shared/accounts-bar'
import { analyticsKey, type EcSale, ecSalesQuery } from '../api/analytics.query'
import { type Period, plusOf } from '../figures'
import { type Cell, Panel, SheetTable } from './panel'
import { stillToCome } from './period-words'
import { RecordsDrawer } from './records-drawer'
import { usePeriod } from './use-period'

/** What a row is of, and the letter under which it is filed. */
const kinds = [
  { what: 'goods', name: 'Goods', code: 'L' },
  { what: 'services', name: 'Services', code: 'S' },
] as const
const kindOf = (what: string) => kinds.find((kind) => kind.what === what)

type Open = (what: string, number: string) => void

/** /ec-sales-list: what was sold to businesses in other EU countries, by VAT number, with the papers behind each amount. */
export function EcSalesScreen() {
  const { period, running, words, control } = usePeriod()
  const list = useQuery(ecSalesQuery(period.from, period.to))
  const dialog = useDialog('records')
  useLive(analyticsKey, [{ page: 'invoices', tables: ['invoices', 'credit_notes'] }], {
    settle: 3000,
    pollEvery: 120_000,
  })
  const [what = '', number = ''] = (dialog.subject ?? '').split('~')
  return (
    <PageFrame
      above={<AccountsBar />}
      title="EC Sales List"
      lead={`${words}, by the date of the papers. ${running ? stillToCome(running) : 'Choose the month or the quarter that you file.'}`}
      isLeadKept
      width="full"
      actions={control}
    >
      {list.isPending ? (
        <LineSkeletons count={3} height={80} />
      ) : !list.data ? (
        <Problem onRetry={() => void list.refetch()}>{saveProblem(list.error)}</Problem>
      ) : (
        <EcSales rows={list.data} period={period} open={(of, named) => dialog.open(`${of}~${named}`)} />
      )}
      {dialog.isOpen ? (
        <RecordsDrawer
          behind={{ part: 'vat', bucket: null, mark: null, ecSales: { vatNumber: number || null, what } }}
          title="Papers behind this figure"
          period={period}
          onClose={dialog.close}
        />
      ) : null}
    </PageFrame>
  )
}

const cellsOf = ({ vat_number, client_name, what, net, papers }: EcSale, open: Open): Cell[] => [
  vat_number?.slice(0, 2) ?? '–',
  vat_number ?? 'Missing',
  client_name,
  kindOf(what)?.name ?? what,
  kindOf(what)?.code ?? '',
  { count: papers },
  {
    money: net,
    opens: `${vat_number ?? client_name}, ${kindOf(what)?.name ?? what}:`,
    onOpen: () => open(what, vat_number ?? ''),
  },
]

/** What is filed under each letter in all: rows without a number cannot be filed. */
function sumRows(rows: readonly EcSale[]): Cell[][] {
  return kinds.flatMap(({ what, name, code }): Cell[][] => {
    const filed = rows.filter((row) => row.what === what && row.vat_number !== null)
    if (filed.length === 0) return []
    const count = filed.reduce((all, { papers }) => all + papers, 0)
    const money = filed.reduce((all, { net }) => plusOf(all, net), '0')
    return [['All', '', '', name, code, { count }, { money }]]
  })
}

/** The rows of the list, each with its letter and its papers, and the sum of each letter. */
export function EcSales({ rows, period, open }: { rows: readonly EcSale[]; period: Period; open: Open }) {
  const sheet = {
    head: ['Country', withTax('{Tax} number'), 'Client', 'What', 'Code', 'Papers', 'Net'],
    rows: [...rows.map((row) => cellsOf(row, open)), ...sumRows(rows)],
  }
  return (
    <>
      <Missing rows={rows.filter(({ vat_number }) => vat_number === null)} />
      <Panel
        id="ec-sales"
        title="Sales to businesses in other EU countries"
        note="Invoices less credit notes and cash discounts: goods without tax to another EU country, and services under reverse charge. An amount opens its papers."
        file={`ec-sales-list-${period.from}-${period.to}`}
        views={null}
        wide
        sheet={sheet}
      >
        {rows.length === 0 ? (
          <Text c="dimmed">Nothing was sold to businesses in other EU countries in these days.</Text>
        ) : (
          <SheetTable {...sheet} />
        )}
      </Panel>
      <Text size="sm" mt="sm">
        <Anchor component={Link} inherit to={linkTo('/vat')}>
          {withTax('{Tax} and the boxes of the return')}
        </Anchor>
      </Text>
    </>
  )
}

/** The clients whose number is missing, by name. */
function Missing({ rows }: { rows: readonly EcSale[] }) {
  if (rows.length === 0) return null
  return (
    <Alert color="yellow" mb="md" title={withTax('A {tax} number is missing')}>
      {withTax(
        `${rows.map(({ client_name }) => client_name).join(', ')}: without the {tax} number of another EU country the sale cannot be filed, and is not free of {tax}. Please enter it on the card of the client.`,
      )}
    </Alert>
  )
}
