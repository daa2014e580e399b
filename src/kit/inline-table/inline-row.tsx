import { ActionIcon, Anchor, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { countText, withTax } from '@/shared/domain/text/formats'
import { isTextSource } from '@/shared/domain/texts/own-texts'
import { draftOf, namesOf } from '../fields/field'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'
import list from '../list/list.module.css'
import { OwnTextsOf } from '../texts/own-texts-of'
import { smallRows } from './inline-rows'
import { rowName } from './use-edited-row'
import { showsUse, type SmallRecord, type SmallTableDefinition } from './inline-definition'

type SmallRowProps = {
  of: SmallTableDefinition
  row: SmallRecord
  /** The display text of a field's draft. */
  wordsOf: (name: string, draft: string) => string
  /** The columns that have a value in this row, of those that the table shows. */
  columns: readonly string[]
  allColumns: readonly string[]
  /** The window has no room for a line. */
  isCard: boolean
  isEdited: boolean
  mayChange: boolean
  mayRemove: boolean
  isRemoving: boolean
  onEdit: () => void
  onClose: () => void
  onRemove: () => void
}

/** One small record as a line or a card, or the form that changes it in its place. */
export const SmallRow = (props: SmallRowProps) => (props.isCard ? <Card {...props} /> : <Line {...props} />)

/** A cell. The first column is the name and may be a link. */
function valueOf({ of, row, wordsOf, columns, allColumns }: SmallRowProps, column: string): ReactNode {
  const field = of.fields[column]
  if (!columns.includes(column) || !field) return null
  const draft = draftOf(of.fields, row)[column] ?? ''
  if (column === allColumns[0] && of.href)
    return (
      <Anchor component={Link} to={of.href(row)} inherit>
        {wordsOf(column, draft)}
      </Anchor>
    )
  return field.show?.(draft) ?? wordsOf(column, draft)
}

function Line(props: SmallRowProps) {
  const { of, row, allColumns } = props
  if (props.isEdited)
    return (
      <tr>
        <td colSpan={allColumns.length + (showsUse(of) ? 3 : 2)} style={{ maxWidth: 'none', whiteSpace: 'normal' }}>
          <EditRecord of={of} row={row} onClose={props.onClose} />
        </td>
      </tr>
    )
  return (
    <tr className={list.row}>
      {allColumns.map((column) => (
        <td key={column} className={of.fields[column]?.align === 'right' ? list.right : undefined}>
          {valueOf(props, column)}
        </td>
      ))}
      {showsUse(of) ? <td className={row.usedWords ? undefined : list.right}>{wordsOfUse(row)}</td> : null}
      <td className={list.rest} />
      <td>
        <Actions {...props} />
      </td>
    </tr>
  )
}

function Card(props: SmallRowProps) {
  const { of, row, wordsOf, columns } = props
  const [name = '', ...others] = columns
  const draft = draftOf(of.fields, row)
  const isKnown = (column: string) => {
    const typed = draft[column] ?? ''
    return wordsOf(column, typed) !== '' || (typed !== '' && of.fields[column]?.show !== undefined)
  }
  if (props.isEdited)
    return (
      <li className={list.card} style={{ display: 'block' }}>
        <EditRecord of={of} row={row} onClose={props.onClose} />
      </li>
    )
  return (
    <li className={`${list.row} ${list.card}`}>
      <div className={list.cardText}>
        <span className={list.name}>{valueOf(props, name)}</span>
        <div className={list.cardBelow}>
          {others.filter(isKnown).map((column) => (
            <span key={column}>
              {withTax(of.fields[column]?.columnLabel ?? of.fields[column]?.label ?? column)}: {valueOf(props, column)}
            </span>
          ))}
          {showsUse(of) ? <span>Used: {wordsOfUse(row)}</span> : null}
        </div>
      </div>
      <Actions {...props} />
    </li>
  )
}

function Actions(props: SmallRowProps) {
  const { of, row, wordsOf } = props
  const [first = ''] = namesOf(of.fields)
  const name = of.called?.(row) ?? wordsOf(first, draftOf(of.fields, row)[first] ?? '')
  return (
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
            {...(row.used > 0 ? { 'data-disabled': true, bg: 'transparent' } : {})}
            loading={props.isRemoving}
            onClick={() => row.used === 0 && props.onRemove()}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  )
}

const wordsOfUse = ({ used, usedWords }: SmallRecord): string => usedWords ?? countText(used)

const timesText = (count: number): string => (count === 1 ? 'once' : `${countText(count)} times`)

function EditRecord({ of, row, onClose }: Pick<SmallRowProps, 'of' | 'row' | 'onClose'>) {
  const form = useRecordForm({
    fields: of.fields,
    name: rowName(of, row.id),
    stored: row,
    queryKey: of.key,
    ...(of.check ? { check: of.check } : {}),
    save: (values) => smallRows(of).save(row, values),
    onSaved: onClose,
  })
  const whole = (
    <RecordForm
      form={form}
      label={withTax(`Change ${of.one}`)}
      submitLabel="Save changes"
      isPlain
      autoFocus
      onCancel={onClose}
    />
  )
  return isTextSource(of.table) ? (
    <OwnTextsOf source={of.table} recordId={row.id}>
      {whole}
    </OwnTextsOf>
  ) : (
    whole
  )
}
