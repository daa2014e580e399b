import { Modal, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { newId } from '@/shared/lib/new-id'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import { accountsKey } from '../../shared/keys'
import { registerFormer, registerLine } from '../api/assets.mutation'
import { assetTotalsQuery, type MissingLine } from '../api/assets.query'
import { formerFields, lineFields } from '../asset-fields'

type NewAssetProps = {
  /** The line of a bill that is put into the register; empty for an asset of the former books. */
  lineId: string
  onClose: () => void
}

/** Puts a line of a bill, or an asset of the former books, into the register. */
export function NewAsset({ lineId, onClose }: NewAssetProps) {
  const totals = useQuery({ ...assetTotalsQuery, enabled: lineId !== '' })
  const line = totals.data?.missing.find(({ line_id }) => line_id === lineId)
  return (
    <Modal
      opened
      onClose={onClose}
      title={lineId === '' ? 'Asset of the former books' : 'Put into the register'}
      size="lg"
    >
      {lineId === '' ? (
        <FormerForm onClose={onClose} />
      ) : totals.isPending ? (
        <Skeleton height={240} />
      ) : totals.isError ? (
        <Problem onRetry={() => void totals.refetch()}>The line could not be read</Problem>
      ) : line ? (
        <LineForm line={line} onClose={onClose} />
      ) : (
        <Text>This line is in the register already, or its bill is not in the books.</Text>
      )}
    </Modal>
  )
}

const useEntered = (id: string) => {
  const navigate = useNavigate()
  return (number: string) => {
    notifications.show({ message: `${number} is in the register` })
    void navigate(linkTo('/fixed-assets/:id', { id }), { replace: true })
  }
}

function LineForm({ line, onClose }: { line: MissingLine; onClose: () => void }) {
  const [id] = useState(newId)
  const onSaved = useEntered(id)
  const form = useRecordForm({
    fields: lineFields,
    name: `new-asset-${line.line_id}`,
    isNew: true,
    isOnlyBegun: true,
    stored: { name: line.words.slice(0, 200), bought_on: line.on_date },
    queryKey: accountsKey,
    save: (values) => registerLine(id, line.line_id, values),
    onSaved,
  })
  return (
    <RecordForm
      form={form}
      label="Put into the register"
      submitLabel="Put into the register"
      onCancel={onClose}
      isPlain
      autoFocus
    >
      <Text size="sm" c="dimmed">{`Bill ${line.number}: ${formatMoney(line.amount)}`}</Text>
    </RecordForm>
  )
}

function FormerForm({ onClose }: { onClose: () => void }) {
  const [id] = useState(newId)
  const onSaved = useEntered(id)
  const form = useRecordForm({
    fields: formerFields,
    name: 'new-former-asset',
    isNew: true,
    isOnlyBegun: true,
    stored: {},
    queryKey: accountsKey,
    check: ({ bought_on, opening_on }) =>
      bought_on !== '' && opening_on !== '' && opening_on < bought_on
        ? { opening_on: 'Please choose a day after its purchase' }
        : {},
    save: (values) => registerFormer(id, values),
    onSaved,
  })
  return (
    <RecordForm
      form={form}
      label="Asset of the former books"
      submitLabel="Put into the register"
      onCancel={onClose}
      isPlain
      autoFocus
    >
      <Text size="sm" c="dimmed">
        Cost and depreciation stand against the opening balances. What you buy now comes from the bill of its supplier.
      </Text>
    </RecordForm>
  )
}
