import { Anchor, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconTrash, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { Facts, RecordPage, RecordState } from '@/kit/record/record-page'
import { TrailLink } from '@/kit/record/trail-link'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { calendarDayText } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import classes from '../../shared/accounts.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { changeAsset, disposeAsset, removeAsset, takeDisposalBack } from '../api/assets.mutation'
import { type Asset, assetQuery, assetsKey, depreciationQuery } from '../api/assets.query'
import { changeFields, disposalFields } from '../asset-fields'
import { lifeText, yearsOf } from '../asset-words'
import { assetsLive } from '../live'
import { AssetState } from './asset-state'

const back = { label: 'Fixed Assets', href: linkTo('/fixed-assets') }

/** /fixed-assets/:id: one asset, its depreciation by year, and its disposal. */
export function AssetScreen({ id }: { id: string }) {
  const asset = useQuery(assetQuery(id))
  useLive(assetsKey, assetsLive)
  return (
    <RecordState of={asset} what="fixed asset" back={back}>
      {(row) => <OpenAsset row={row} />}
    </RecordState>
  )
}

function OpenAsset({ row }: { row: Asset }) {
  const mayEdit = can(useRights(), 'payments', 'edit')
  const dialog = useDialog('dispose')
  const navigate = useNavigate()
  const { act } = useAct()
  const dispose = {
    label: 'Dispose of it',
    icon: <IconTruckDelivery size={18} aria-hidden />,
    onClick: () => dialog.open(),
  }
  const takeBack = {
    label: 'Take the disposal back',
    icon: <IconArrowBackUp size={18} aria-hidden />,
    onClick: act(() => takeDisposalBack(row.id)),
  }
  const remove = {
    label: 'Take out of the register',
    icon: <IconTrash size={18} aria-hidden />,
    isDangerous: true,
    onClick: () =>
      confirmRemoval({
        title: `Take ${row.asset_number} out of the register?`,
        text: row.bill_id
          ? 'Its depreciation goes. The line of its bill stays in the balance sheet.'
          : 'Its cost and depreciation leave the books.',
        confirm: 'Take it out',
        onConfirm: act(async () => {
          await removeAsset(row.id)
          void navigate(linkTo('/fixed-assets'), { replace: true })
        }),
      }),
  }
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.name}
      kind={row.asset_number}
      status={<AssetState asset={row} />}
      back={back}
      primary={mayEdit && row.disposed_on === null ? dispose : null}
      second={mayEdit && row.disposed_on !== null ? takeBack : null}
      actions={mayEdit ? [remove] : []}
      aside={
        <Stack>
          <About row={row} />
          <TrailLink id={row.id} />
        </Stack>
      }
    >
      <Stack>
        {mayEdit ? <EditAsset row={row} /> : null}
        <Depreciation id={row.id} />
      </Stack>
      {dialog.isOpen ? <Dispose row={row} onClose={dialog.close} /> : null}
    </RecordPage>
  )
}

const About = ({ row }: { row: Asset }) => (
  <section className={page.panel} aria-label="About">
    <Facts
      of={{
        Account: row.account,
        'Bought on': calendarDayText(row.bought_on),
        Bill: row.bill_id ? (
          <RecordLink kind="supplier_invoice" id={row.bill_id}>
            {row.bill_number ?? 'Bill'}
          </RecordLink>
        ) : null,
        'Taken over on': row.is_opening ? calendarDayText(row.in_books_on) : null,
        'Useful life': lifeText(row.life_months),
        Cost: formatMoney(row.cost),
        Depreciation: formatMoney(row.written_down),
        'Book value today': <strong>{formatMoney(row.book_value)}</strong>,
        'Disposed of on': row.disposed_on ? calendarDayText(row.disposed_on) : null,
        'Sold for': row.proceeds ? formatMoney(row.proceeds) : null,
      }}
    />
  </section>
)

function EditAsset({ row }: { row: Asset }) {
  const form = useRecordForm({
    fields: changeFields,
    name: `asset-${row.id}`,
    stored: row,
    queryKey: accountsKey,
    save: (values) => changeAsset(row.id, values),
  })
  return <RecordForm form={form} label="Change the asset" submitLabel="Save changes" />
}

/** The depreciation by year: booked months and those to come. */
function Depreciation({ id }: { id: string }) {
  const months = useQuery(depreciationQuery(id))
  return (
    <section className={page.panel} aria-label="Depreciation">
      <Title order={2} size="h4" mb="xs">
        Depreciation
      </Title>
      {months.isPending ? (
        <LineSkeletons count={3} height={32} />
      ) : months.isError ? (
        <Problem onRetry={() => void months.refetch()}>The depreciation could not be read</Problem>
      ) : months.data.length === 0 ? (
        <Text c="dimmed">Nothing is left to write down.</Text>
      ) : (
        <Table aria-label="Depreciation by year">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Year</Table.Th>
              <Table.Th className={classes.figures ?? ''}>Depreciation</Table.Th>
              <Table.Th className={classes.figures ?? ''}>Left at its end</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {yearsOf(months.data).map(({ year, amount, left, isBooked }) => (
              <Table.Tr key={year}>
                <Table.Td>
                  {isBooked ? (
                    <Anchor component={Link} inherit to={`${linkTo('/journal')}?days=${year}-01-01..${year}-12-31`}>
                      {year}
                    </Anchor>
                  ) : (
                    <>
                      {year}{' '}
                      <Text span size="sm" c="dimmed">
                        {year === today().slice(0, 4) ? 'goes on' : 'to come'}
                      </Text>
                    </>
                  )}
                </Table.Td>
                <Table.Td className={classes.figures ?? ''}>{formatMoney(amount)}</Table.Td>
                <Table.Td className={classes.figures ?? ''}>{formatMoney(left)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

function Dispose({ row, onClose }: { row: Asset; onClose: () => void }) {
  const form = useRecordForm({
    fields: disposalFields,
    name: `dispose-${row.id}`,
    isNew: true,
    isOnlyBegun: true,
    stored: { disposed_on: today() },
    queryKey: accountsKey,
    save: ({ disposed_on, proceeds }) => disposeAsset(row.id, disposed_on, proceeds),
    onSaved: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={`Dispose of ${row.name}`}>
      <RecordForm form={form} label="Disposal" submitLabel="Dispose of it" onCancel={onClose} isPlain autoFocus>
        <Text size="sm" c="dimmed">
          Depreciation ends with that day. What is left, less what it was sold for, is a loss or a gain. Book the money
          of the sale, or its invoice, to the account of sold fixed assets.
        </Text>
      </RecordForm>
    </Modal>
  )
}
