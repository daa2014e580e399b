import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconBuildingFactory2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { RecordLink } from '@/shared/ui/page/record-links'
import { AccountsBar } from '../../shared/accounts-bar'
import { type Asset, assetsKey, assetTotalsQuery, readAssets } from '../api/assets.query'
import { assetFilters } from '../asset-filters'
import { lifeText, stateOf, stateWords } from '../asset-words'
import { assetsLive } from '../live'
import { AssetState } from './asset-state'
import { NewAsset } from './new-asset'

const assetList = defineList({
  name: 'fixed-assets',
  one: 'fixed asset',
  many: 'fixed assets',
  key: assetsKey,
  live: assetsLive,
  filters: assetFilters,
  columns: [
    { name: 'name', label: 'Name', sort: 'name', text: (asset: Asset) => asset.name },
    { name: 'number', label: 'Number', sort: 'number', from: 'lg', text: (asset) => asset.asset_number },
    { name: 'account', label: 'Account', sort: 'account', from: 'md', text: (asset) => asset.account },
    { name: 'bought', label: 'Bought on', sort: 'bought', from: 'md', day: (asset) => asset.bought_on },
    {
      name: 'life',
      label: 'Useful life',
      from: 'lg',
      cell: (asset) => lifeText(asset.life_months),
      csv: (asset) => String(asset.life_months),
    },
    {
      name: 'state',
      label: 'State',
      cell: (asset) => <AssetState asset={asset} />,
      csv: (asset) => stateWords[stateOf(asset)],
    },
    { name: 'cost', label: 'Cost', from: 'sm', money: (asset) => asset.cost },
    { name: 'in_year', label: 'This year', from: 'lg', money: (asset) => asset.in_year },
    { name: 'written', label: 'Depreciation', from: 'sm', money: (asset) => asset.written_down },
    { name: 'value', label: 'Book value', sort: 'value', card: 'end', money: (asset) => asset.book_value },
  ],
  sort: { by: 'number', down: false },
  all: readAssets,
  matches: (asset, { q, show }) =>
    (show === 'all' || (show === 'disposed') === (asset.disposed_on !== null)) &&
    `${asset.asset_number} ${asset.name} ${asset.account}`.toLowerCase().includes(q.trim().toLowerCase()),
  sortValue: (asset, by) =>
    by === 'bought'
      ? asset.bought_on
      : by === 'account'
        ? asset.account
        : by === 'value'
          ? Number(asset.book_value)
          : by === 'number'
            ? asset.asset_number
            : asset.name,
})

/** /fixed-assets: the register of machines, vehicles and equipment, with what is left of each. */
export function AssetsScreen() {
  const rights = useRights()
  const mayEdit = can(rights, 'payments', 'edit')
  const dialog = useDialog('asset')
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Fixed Assets"
      lead="Machines, vehicles and equipment. Each month writes them down by the same amount, at its last day."
      width="full"
      actions={
        mayEdit ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => dialog.open()}>
            Add from the former books
          </Button>
        ) : null
      }
    >
      <Stack>
        <Missing onEnter={mayEdit ? dialog.open : null} />
        <RecordList
          list={assetList}
          href={(asset) => linkTo('/fixed-assets/:id', { id: asset.id })}
          sums={<Sums />}
          empty={{
            icon: <IconBuildingFactory2 stroke={1.5} />,
            title: 'No fixed assets yet',
            children: 'Book the bill of a machine on an account of fixed assets, and put its line into the register.',
          }}
        />
      </Stack>
      {dialog.isOpen ? <NewAsset lineId={dialog.subject ?? ''} onClose={dialog.close} /> : null}
    </PageFrame>
  )
}

/** What the register comes to, and what the accounts have where that differs. */
function Sums() {
  const { data } = useQuery(assetTotalsQuery)
  if (!data) return null
  return (
    <Text>
      Book value today <strong>{formatMoney(data.register)}</strong>
      {data.register === data.accounts
        ? ', as in the balance sheet'
        : `; the balance sheet has ${formatMoney(data.accounts)}`}
    </Text>
  )
}

/** Lines of bills that stand in the balance sheet, and that nothing writes down. */
function Missing({ onEnter }: { onEnter: ((line: string) => void) | null }) {
  const { data } = useQuery(assetTotalsQuery)
  if (!data || data.missing.length === 0) return null
  return (
    <Alert
      color="yellow"
      title={
        data.missing.length === 1
          ? 'A line of a bill is not in the register'
          : `${countText(data.missing.length)} lines of bills are not in the register`
      }
    >
      <Stack gap="xs">
        {data.missing.map((line) => (
          <Group key={line.line_id} justify="space-between" gap="xs">
            <span>
              {`${line.words}, ${formatMoney(line.amount)}, `}
              <RecordLink kind="supplier_invoice" id={line.bill_id} size="sm">
                {line.number}
              </RecordLink>
              {` of ${calendarDayText(line.on_date)}`}
            </span>
            {onEnter ? (
              <Button
                size="xs"
                variant="default"
                aria-label={`Put ${line.words} into the register`}
                onClick={() => onEnter(line.line_id)}
              >
                Put into the register
              </Button>
            ) : null}
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
