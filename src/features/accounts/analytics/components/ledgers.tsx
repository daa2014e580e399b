import { withTax } from '@/shared/domain/text/formats'
import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { hasPlaces } from '@/kit/record/vat/vat-proposal'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { toCsv } from '@/shared/domain/text/csv'
import { can } from '@/shared/domain/people/permission'
import { saveCsv } from '@/shared/lib/save-file'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { readLedger } from '../api/analytics.query'
import type { Period } from '../figures'

type Side = 'sales' | 'purchases'

function ledgerCsv(side: Side, rows: Awaited<ReturnType<typeof readLedger>>) {
  const head = [
    'Day',
    'Number',
    'Kind',
    side === 'sales' ? 'Client' : 'Supplier',
    withTax('{Tax} number'),
    'Country',
    withTax('{Tax} rate'),
    withTax('{Tax} treatment'),
    'Net',
    withTax('{Tax}'),
    'Gross',
    'Currency',
    ...(side === 'purchases'
      ? ['Line', 'Cost account', withTax('{Tax} owed'), withTax('{Tax} deducted')]
      : hasPlaces()
        ? ['Tax place']
        : []),
  ]
  const lines = rows.map((row) => [
    row.on_date,
    row.number,
    row.kind,
    row.client_name,
    row.vat_number,
    row.country,
    row.vat_rate,
    row.vat_treatment,
    row.net,
    row.vat,
    row.gross,
    row.currency,
    ...(side === 'purchases'
      ? [row.description, row.cost_account, row.own_vat, row.deducted]
      : hasPlaces()
        ? [row.tax_place]
        : []),
  ])
  return toCsv(head, lines)
}

/** The ledgers of the period as files for the accountant. */
export function Ledgers({ period }: { period: Period }) {
  const rights = useRights()
  const saving = useOneMutation({
    mutationFn: async (side: Side) => {
      const rows = await readLedger(side, period.from, period.to)
      saveCsv(`${side}-ledger-${period.from}-${period.to}.csv`, ledgerCsv(side, rows))
    },
  })
  const button = (side: Side, label: string) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={saving.isPending && saving.variables === side}
      onClick={() => saving.mutate(side)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs" mt="sm">
      {button('sales', 'Sales ledger')}
      {can(rights, 'supplier-invoices', 'view') ? button('purchases', 'Purchase ledger') : null}
      {saving.isError ? (
        <Text size="sm" c="error" role="alert">
          {saveProblem(saving.error)}
        </Text>
      ) : null}
    </Group>
  )
}
