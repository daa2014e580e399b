import { Anchor, Badge, Button, Group, SegmentedControl, Select, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { ImportButtons, LeftOutColumns, RowsOfFile } from '@/kit/import/rows-of-file'
import { contactName } from '@/shared/domain/people/contact'
import { countText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import record from '@/shared/ui/page/record-page.module.css'
import {
  type Choice,
  choiceOf,
  isOneMorePerson,
  type Choices,
  type JudgedRow,
  lineOfPerson,
  planImport,
  type PlannedRow,
  type Verdict,
  verdictOf,
} from '@/features/people/contacts/import/import-plan'
import { reasonOf, saveRefusedRows } from '@/features/people/contacts/import/refused-rows'
import classes from './import.module.css'
import { cardLink } from '@/features/people/contacts/card-link'

const alikeWords = {
  vat: 'the same tax number',
  email: 'the same email',
  name: 'the same name',
  alike: 'much the same name',
} as const
const marks = {
  ready: { label: 'New', color: 'teal' },
  duplicate: { label: 'Duplicate', color: 'yellow' },
  wrong: { label: 'Wrong', color: 'red' },
} as const
const choices: { value: Choice; label: string }[] = [
  { value: 'skip', label: 'Leave out' },
  { value: 'update', label: 'Fill in' },
  { value: 'create', label: 'Add anyway' },
]

type ImportPreviewProps = {
  header: string[]
  /** The columns of the file that hold nothing of a contact. */
  leftOut: string[]
  rows: JudgedRow[]
  onBack: () => void
  onImport: (planned: PlannedRow[]) => void
}

/** Every row as the future contact, with its problems, or with its duplicate and what to do with it. */
export function ImportPreview({ header, leftOut, rows, onBack, onImport }: ImportPreviewProps) {
  const mayUpdate = can(useRights(), 'contacts', 'edit')
  const offered = choices.filter(({ value }) => mayUpdate || value !== 'update')
  const counts = useMemo(() => countOf(rows), [rows])
  const [shown, setShown] = useState<Shown>(
    counts.wrong > 0 ? 'wrong' : counts.unread > 0 ? 'unread' : counts.duplicate > 0 ? 'duplicate' : 'all',
  )
  const [chosen, setChosen] = useState<Choices>({ all: 'skip', single: new Map() })
  const ids = useMemo(
    () => new Map(rows.flatMap(({ line }) => [line, lineOfPerson(line)]).map((line) => [line, newId()])),
    [rows],
  )
  const fitting = useMemo(() => rows.filter((row) => isShownAs(row, shown)), [rows, shown])
  const planned = useMemo(
    () => planImport(rows, chosen, (line) => ids.get(line) ?? newId(), { update: mayUpdate }),
    [rows, chosen, ids, mayUpdate],
  )
  const updates = planned.filter(({ choice }) => choice === 'update').length
  const number = countText
  const doing = [
    planned.length > updates ? `add ${number(planned.length - updates)}` : null,
    updates > 0 ? `fill in ${number(updates)}` : null,
  ].filter(Boolean)

  return (
    <Stack>
      <LeftOutColumns why="these columns have no place in a contact" columns={leftOut} />
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          className={classes.filters}
          aria-label="Rows to show"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: `All ${number(rows.length)}` },
            { value: 'ready', label: `New ${number(counts.ready)}` },
            { value: 'duplicate', label: `Duplicates ${number(counts.duplicate)}` },
            { value: 'wrong', label: `Wrong ${number(counts.wrong)}` },
            ...(counts.unread > 0
              ? [{ value: 'unread' as const, label: `Cells left out ${number(counts.unread)}` }]
              : []),
          ]}
        />
        {counts.wrong > 0 || counts.unread > 0 ? (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              saveRefusedRows(
                header,
                rows.flatMap((row) => {
                  const because = reasonOf(row)
                  return because === null ? [] : [{ line: row.line, cells: row.cells, because }]
                }),
              )
            }
          >
            Save the wrong rows
          </Button>
        ) : null}
      </Group>
      {counts.duplicate > 0 ? (
        <Group className={record.panel} justify="space-between">
          <Text>
            {number(counts.duplicate)} {counts.duplicate === 1 ? 'row repeats a contact' : 'rows repeat contacts'} or
            rows above.
          </Text>
          <Group gap="xs">
            <Text size="sm" c="dimmed" id="all-duplicates">
              All duplicates:
            </Text>
            <SegmentedControl
              aria-labelledby="all-duplicates"
              data={offered}
              value={chosen.all}
              onChange={(all) => setChosen({ all, single: new Map() })}
            />
          </Group>
        </Group>
      ) : null}
      <RowsOfFile key={shown} rows={fitting} none="No such rows.">
        {(row) => (
          <Row
            key={row.line}
            row={row}
            offered={offered.filter(({ value }) => value !== 'update' || row.match !== null)}
            choice={choiceOf(row, chosen)}
            onChoose={(choice) => setChosen({ ...chosen, single: new Map(chosen.single).set(row.line, choice) })}
          />
        )}
      </RowsOfFile>
      <ImportButtons
        text={upper(`${doing.join(' and ')} ${planned.length === 1 ? 'contact' : 'contacts'}`)}
        isEmpty={planned.length === 0}
        onBack={onBack}
        onImport={() => onImport(planned)}
      />
    </Stack>
  )
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The rows that are shown: all, those of one verdict, or those with a cell that cannot be read. */
type Shown = Verdict | 'unread' | 'all'

const isShownAs = (row: JudgedRow, shown: Shown): boolean =>
  shown === 'all' || (shown === 'unread' ? isWithoutCell(row) : verdictOf(row) === shown)

/** A row that is imported without a cell that cannot be read. */
const isWithoutCell = ({ problem, unread }: JudgedRow): boolean => problem === null && unread !== null

function countOf(rows: readonly JudgedRow[]): Record<Verdict | 'unread', number> {
  const counts = { ready: 0, duplicate: 0, wrong: 0, unread: 0 }
  for (const row of rows) {
    counts[verdictOf(row)] += 1
    if (isWithoutCell(row)) counts.unread += 1
  }
  return counts
}

type RowProps = {
  row: JudgedRow
  offered: typeof choices
  choice: Choice
  onChoose: (choice: Choice) => void
}

function Row({ row, offered, choice, onChoose }: RowProps) {
  const { line, kind, draft, contactPerson, onStop, problem, unread, doubt, match, earlier } = row
  const verdict = verdictOf(row)
  const named = { type: kind, name: draft.name, last_name: draft.last_name, company: draft.company }
  const rest = [
    kind === 'Person' ? draft.company : null,
    draft.email,
    draft.phone || draft.mobile,
    draft.vat_number,
    draft.city,
    contactPerson ? `contact person: ${contactName({ ...contactPerson, type: 'Person', company: null })}` : null,
  ]
  return (
    <Table.Tr className={classes.row}>
      <Table.Td className={classes.lineNumber}>
        <span className={classes.lineWord}>Line </span>
        {line}
      </Table.Td>
      <Table.Td>
        <Text component="span" fw={550} className={classes.wrap}>
          {contactName(named)}
        </Text>{' '}
        <Badge size="sm" variant="light" color={marks[verdict].color}>
          {marks[verdict].label}
        </Badge>
        {onStop ? <OnStopBadge ml="xs" /> : null}
        <Text size="sm" c="dimmed" className={classes.wrap}>
          {[kind, ...rest].filter(Boolean).join(' · ')}
        </Text>
        {[problem, unread]
          .filter((text) => text !== null)
          .map((text) => (
            <Text key={text} size="sm" className={classes.problem}>
              {text}
            </Text>
          ))}
        {problem === null && doubt ? (
          <Text size="sm" className={classes.doubt}>
            {doubt}
          </Text>
        ) : null}
        {problem === null && match ? (
          <Text size="sm">
            Has {alikeWords[match.by]} as{' '}
            <Anchor component={Link} to={cardLink({ type: match.type, id: match.contact_id })} target="_blank">
              {contactName(match)}
            </Anchor>
            {match.archived ? ', who is archived' : ''}
          </Text>
        ) : null}
        {problem === null && !match && earlier ? (
          <Text size="sm">
            {isOneMorePerson(row)
              ? `One more contact person of the business of line ${earlier.line}`
              : `Has ${alikeWords[earlier.by]} as line ${earlier.line}`}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td className={classes.choice}>
        {verdict === 'duplicate' ? (
          <Select
            aria-label={`What to do with line ${line}`}
            size="xs"
            allowDeselect={false}
            data={offered}
            value={choice}
            onChange={(value) => value && onChoose(value)}
          />
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}
