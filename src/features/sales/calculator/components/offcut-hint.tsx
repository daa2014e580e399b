import { Alert } from '@mantine/core'
import { IconRecycle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StepOf } from '@/documents/calculation/inputs'
import { sidesText } from '@/shared/domain/text/length'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import type { SheetLayout } from '../answer'
import { offcutsQuery } from '../api/offcuts.query'
import { offcutFor } from '../offcuts'

/** Says when an offcut in stock could replace the last sheet. The price stays that of whole sheets. */
export function OffcutHint({ layout, step }: { layout: SheetLayout; step: StepOf<'sheet'> }) {
  const maySee = can(useRights(), 'inventory', 'view')
  const { data: offcuts = [] } = useQuery({ ...offcutsQuery(step.item_id), enabled: maySee })
  const found = offcutFor(layout, step, offcuts)
  if (!found) return null
  const size = sidesText([found.length_mm, found.width_mm])
  const isAll = layout.nesting.sheets.length === 1
  return (
    <Alert icon={<IconRecycle aria-hidden />} color="green" variant="light" py="xs">
      {isAll ? 'All parts fit on an offcut in stock' : 'An offcut in stock takes the place of the last sheet'}: {size}
      {found.bin ? `, ${found.bin}` : ''}. The price counts whole sheets.
    </Alert>
  )
}
