import { ActionIcon, Anchor, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { countText } from '@/shared/domain/formats'
import { draftOf, namesOf } from '../fields/field'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'
import list from '../list/list.module.css'
import { smallRows } from './small-rows'
import type { SmallRecord, SmallTableDefinition } from './small-definition'

type SmallRowProps = {
  of: SmallTableDefinition
  row: SmallRecord
  /** The columns that have a value in this row, of those that the table shows. */
  columns: readonly string[]
  allColumns: readonly string[]
  isEdited: boolean
  mayChange: boolean
  mayRemove: boolean
  isRemoving: boolean
  onEdit: () => void
  onClose: () => void
  onRemove: () => void
}

/** One small record, or the form that changes it in its place. */
export function SmallRow(props: SmallRowProps) {
  const { of, row, allColumns } = props
  const drafts = draftOf(of.fields, row)
  const [first = ''] = namesOf(of.fields)
  const name = of.fields[first]?.words(drafts[first] ?? '') ?? ''
  if (props.isEdited)
    return (
      <tr>
        <td colSpan={allColumns.length + (of.usedBy ? 3 : 2)} style={{ maxWidth: 'none', whiteSpace: 'normal' }}>
          <EditRecord of={of} row={row} onClose={props.onClose} />
        </td>
      </tr>
    )
  return (
    <tr className={list.row}>
      {allColumns.map((column) => {
        const field = of.fields[column]
        const draft = drafts[column] ?? ''
        return (
          <td key={column}>
            {!props.columns.includes(column) || !field ? null : column === first && of.href ? (
              <Anchor component={Link} to={of.href(row)}>
                {name}
              </Anchor>
            ) : (
              (field.show?.(draft) ?? field.words(draft))
            )}
          </td>
        )
      })}
      {of.usedBy ? <td className={list.right}>{countText(row.used)}</td> : null}
      <td className={list.rest} />
      <td>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          {props.mayChange ? (
            <Tooltip label="Change">
              <ActionIcon aria-label={`Change ${name}`} onClick={props.onEdit}>
                <IconPencil size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ) : null}
          {props.mayRemove ? (
            <Tooltip label={row.used > 0 ? `Used ${timesText(row.used)}: it cannot be removed` : 'Remove'}>
              <ActionIcon
                aria-label={row.used > 0 ? `${name} is in use and cannot be removed` : `Remove ${name}`}
                aria-disabled={row.used > 0}
                {...(row.used > 0 ? { 'data-disabled': true } : {})}
                loading={props.isRemoving}
                onClick={() => row.used === 0 && props.onRemove()}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ) : null}
        </Group>
      </td>
    </tr>
  )
}

const timesText = (count: number): string => (count === 1 ? 'once' : `${countText(count)} times`)

function EditRecord({ of, row, onClose }: Pick<SmallRowProps, 'of' | 'row' | 'onClose'>) {
  const form = useRecordForm({
    fields: of.fields,
    name: `${of.table}-${row.id}`,
    stored: row,
    queryKey: of.key,
    ...(of.check ? { check: of.check } : {}),
    save: (values) => smallRows(of).save(row, values),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label={`Change ${of.one}`}
      submitLabel="Save changes"
      isPlain
      autoFocus
      onCancel={onClose}
    />
  )
}
