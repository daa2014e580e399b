import { Button, CopyButton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isChargedBySize } from '@/documents/lines'
import { hasPermission } from '@/shared/domain/people/permission'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useScreenKeys } from '@/shared/hooks/screen-keys'
import { useFormats } from '@/shared/hooks/use-formats'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import type { CellMarks, Visitor } from '@/kit/sheet/sheet-cell'
import { cellKey, type SheetColumn } from '@/kit/sheet/sheet-column'
import { Sheet } from '@/kit/sheet/sheet'
import { newId } from '@/shared/lib/new-id'
import { colleaguesQuery } from '../../shared/api/colleagues.query'
import type { CatalogueService } from '../api/catalogue.query'
import { calculatedLinesQuery } from '../api/calculated-lines.query'
import { jobLinesQuery } from '../api/job-lines.query'
import { costsQuery, type LineCosts } from '../api/quotation.query'
import { serviceWordsQuery } from '../api/texts.query'
import { BeginWithService, Catalogue } from '../catalogue/catalogue'
import { newLine, type QuotationItem } from './line'
import { lastCounted } from './percent-discount'
import { duplicated, moved, pasted, placed, typedChange, withQuantity } from './line-edits'
import { keysAfter } from './line-keys'
import { lineColumns, usualVat } from './line-columns'
import { LineJob } from './line-job'
import { lineNote, MinimumNote, Note, RecipeNote } from './line-note'
import { LineToolbar } from './line-toolbar'
import { CalculateLine, LineTools } from './line-tools'
import { PictureButton, ShownPicture, Thumbnail } from './line-picture'
import classes from './lines.module.css'
import { useLinePictures } from './use-line-pictures'
import { inWords, isBlank, serviceLine } from '../catalogue/service-line'
import { useRefusedCells } from './use-refused-cells'
import { UnsavedChanges } from './unsaved-changes'
import { useHalfCell } from './use-half-cell'
import type { Lines } from './use-lines'
import { useOptionSuggestions } from './use-option-suggestions'
import { pickedChanges, useLineSuggestions } from './use-suggestions'
import { useVatChoices } from './use-vat-choices'

const noCosts: LineCosts = { costs: {}, estimated: {} }

type LineSheetProps = {
  quotationId: string
  /** The client: the rate of a new line depends on it. */
  contactId: string
  /** The site: the sales tax depends on the place where the goods go. */
  locationId?: string | null
  /** The currency of the quotation, and its rate: how much of the currency of the books one unit is. */
  currency: string
  rate?: string
  of: Lines
  isOpen: boolean
  /** The total with VAT, formatted. */
  total: string
  /** The client reads the prices by quantity. */
  showsBreaks: boolean
  /** Writing begins at once in a first line: the quotation was just made. */
  begins?: boolean
  /** Colleagues by the cell that they are in. */
  visitors?: ReadonlyMap<string, Visitor>
  /** The cell that this person is in, for the colleagues. */
  onAt?: (cell: { row: string; column: string } | null) => void
}

/** The sheet's keys for the keyboard map. */
const sheetKeys = {
  title: 'Lines of a quotation',
  keys: [
    { keys: 'Tab', label: 'Next cell' },
    { keys: 'Enter', label: 'Keep it and go down' },
    { keys: 'F2', label: 'Change the text in the cell' },
    { keys: 'Esc', label: 'Discard the change' },
    { keys: 'Esc Tab', label: 'Leave the sheet' },
    { keys: 'Shift Enter', label: 'Add a line below' },
    { keys: 'Shift ↑', label: 'Choose several lines, with ↓ too' },
    { keys: 'Alt ↑', label: 'Move the chosen lines, with ↓ too' },
    { keys: 'Ctrl D', label: 'Double the chosen lines' },
    { keys: 'Ctrl Delete', label: 'Remove the chosen lines' },
    { keys: 'Ctrl Z', label: 'Undo' },
    { keys: 'Ctrl Shift Z', label: 'Redo' },
    { keys: 'Ctrl C', label: 'Copy the cell or the chosen lines' },
    { keys: 'Ctrl V', label: 'Paste rows of a spreadsheet' },
  ],
} as const

const nobody: ReadonlyMap<string, Visitor> = new Map()

/** How prices by quantity are written, and whether the client reads them. */
function BreaksHint({ isSeen }: { isSeen: boolean }) {
  return (
    <Text size="xs" c="dimmed" mb="xs">
      By quantity: write “10: 13.50; 50: 12” for other prices from 10 and from 50 on. The price follows the quantity.{' '}
      {isSeen
        ? 'The client sees them and may choose another quantity.'
        : 'The client does not see them: tick it in “Edit quotation”.'}
    </Text>
  )
}

/** The lines of a quotation as a spreadsheet. */
export function LineSheet({
  quotationId,
  contactId,
  locationId = null,
  currency,
  rate = '1',
  of,
  isOpen,
  total,
  showsBreaks,
  begins = false,
  visitors = nobody,
  onAt,
}: LineSheetProps) {
  useScreenKeys(sheetKeys)
  const rights = useRights()
  const seesCosts = hasPermission(rights, 'view_financial_data')
  const vat = useVatChoices(contactId, { kind: 'quotation', id: quotationId, site: locationId })
  const { data: { costs: stored, estimated } = noCosts } = useQuery({ ...costsQuery(quotationId), enabled: seesCosts })
  const { data: calculated } = useQuery(calculatedLinesQuery(quotationId))
  const { data: jobs = null } = useQuery(jobLinesQuery(quotationId, of.readAt))
  const refused = useRefusedCells(of.lines)
  // The same object while no cost is on its way: with another one every row is drawn again.
  const hasNewCosts = of.waiting.some(({ change }) => change.kind === 'cost')
  const waitingCosts = hasNewCosts ? of.waiting : null
  const costs = useMemo(() => {
    if (!waitingCosts) return stored
    const now: Record<string, string> = { ...stored }
    for (const { change } of waitingCosts)
      if (change.kind === 'cost') {
        if (change.to === null) delete now[change.id]
        else now[change.id] = change.to
      }
    return now
  }, [stored, waitingCosts])
  const useSuggestions = useLineSuggestions({ quotationId, currency }, (line, picked) =>
    of.perform(pickedChanges(line, picked, seesCosts ? (costs[line.id] ?? null) : picked.unit_cost)),
  )
  const optionSuggestions = useOptionSuggestions(of.lines, of.perform)
  const half = useHalfCell(quotationId)
  const { data: staff = [] } = useQuery(colleaguesQuery)
  const nameOf = (id: string | null) => staff.find((person) => person.id === id)?.name ?? 'A colleague'
  const pictures = useLinePictures(quotationId, of.lines, of.perform)
  const { addresses } = pictures
  const [marked, setMarked] = useState<string | null>(null)
  const [added, setAdded] = useState<{ id: string } | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const lineOf = (id: string | null) => of.lines.find((line) => line.id === id)
  const catalogue = useDialog('catalogue')
  const { data: serviceWords } = useQuery(serviceWordsQuery(quotationId))
  const [wantsBreaks, setWantsBreaks] = useState(false)
  const hasCharged = of.lines.some((line) => line.kind === 'item' && isChargedBySize(line))
  const usesBreaks = of.lines.some(({ price_breaks }) => price_breaks !== null)
  const { length_unit, currency: books } = useFormats()
  const usedUnits = [...new Set(of.lines.map(({ unit }) => unit ?? ''))].toSorted().join(' ')
  const columns = useMemo(
    () =>
      lineColumns(vat, seesCosts ? costs : null, {
        currency,
        books,
        lengthUnit: length_unit,
        usedUnits: usedUnits.split(' '),
        useSuggestions,
        useOptionSuggestions: optionSuggestions,
        hasBreaks: wantsBreaks || usesBreaks,
        hasCharged,
        isOpen,
        jobs,
        pictureOf: (line) => {
          const address = line.picture_path ? addresses[line.picture_path] : undefined
          return address ? (
            <Thumbnail name={line.description} address={address} onOpen={() => setShown(line.id)} />
          ) : null
        },
      }),
    [
      vat,
      seesCosts,
      costs,
      currency,
      books,
      useSuggestions,
      optionSuggestions,
      wantsBreaks,
      usesBreaks,
      hasCharged,
      isOpen,
      jobs,
      addresses,
      length_unit,
      usedUnits,
    ],
  )
  const editing = { lines: of.lines, columns, vat, costs, currency }

  const marks = useMemo(() => {
    const all = new Map<string, CellMarks>()
    for (const { change } of of.waiting) {
      if (change.kind !== 'set') continue
      for (const column of Object.keys(change.to)) all.set(cellKey(change.id, column), { isPending: true })
    }
    for (const { key, problem } of refused.all) all.set(key, { problem })
    for (const [key, visitor] of visitors) all.set(key, { ...all.get(key), visitor })
    return all
  }, [of.waiting, refused.all, visitors])

  const add = (after: string | null): string => {
    const { keys, moves } = keysAfter(of.lines, after, 1)
    const line = newLine(newId(), keys[0] ?? '', usualVat(vat))
    of.perform([...moves, { kind: 'add', lines: [line] }])
    return line.id
  }
  const line = lineOf(marked)
  const takeService = (picked: CatalogueService) => {
    const { id, changes } = serviceLine(of.lines, line, inWords(picked, serviceWords), {
      id: newId(),
      vat: usualVat(vat),
    })
    of.perform(changes)
    setAdded({ id })
  }
  const beginsNow = begins && isOpen && !of.isPending && of.lines.length === 0
  const begin = useEffectEvent(() => setAdded({ id: add(null) }))
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!beginsNow || hasBegun.current) return
    hasBegun.current = true
    begin()
  }, [beginsNow])
  const ofIds = (ids: readonly string[]) => of.lines.filter(({ id }) => ids.includes(id))

  const keys = of.lines.length > 0 ? <Keys /> : null
  const hint = line?.service_id && keys ? <RecipeNote line={line} quotationId={quotationId} otherwise={keys} /> : keys

  const facts = {
    currency,
    quotationId,
    calculation: calculated?.find(({ item_id }) => item_id === line?.id)?.calculation_id ?? null,
    estimated: (line && estimated[line.id]) ?? null,
  }
  const own = lineNote(line, of, facts) ?? hint
  const noted = line?.service_id ? (
    <MinimumNote line={line} of={of} currency={currency} rate={rate} otherwise={own} />
  ) : (
    own
  )

  if (of.isPending) return <LineSkeletons count={6} height={36} />
  if (of.isError) return <Problem onRetry={() => void of.refetch()}>The lines could not be read</Problem>
  return (
    <div className={classes.lines}>
      {isOpen ? (
        <LineToolbar
          of={of}
          onAdd={() => setAdded({ id: add(lastCounted(of.lines)) })}
          onCatalogue={() => catalogue.open()}
          breaks={usesBreaks ? null : { isShown: wantsBreaks, onToggle: () => setWantsBreaks(!wantsBreaks) }}
          total={total}
        >
          <PictureButton line={line} pictures={pictures} />
          <CalculateLine line={line} quotationId={quotationId} calculation={facts.calculation} />
          <LineJob line={line} of={of} />
          <LineTools line={line} of={of} />
        </LineToolbar>
      ) : null}
      <UnsavedChanges of={of} nameOf={nameOf} />
      {isOpen && (usesBreaks || wantsBreaks) ? <BreaksHint isSeen={showsBreaks} /> : null}
      {isOpen ? (
        <div className={classes.place}>
          {refused.all.length > 0 ? (
            <Note role="alert" text={refused.all.map(({ problem }) => problem).join(' ')}>
              {refused.all[0]?.isLong ? (
                <CopyButton value={refused.all[0].typed}>
                  {({ copied, copy }) => (
                    <Button variant="subtle" size="compact-xs" onClick={copy}>
                      {copied ? 'Copied' : 'Copy what I typed'}
                    </Button>
                  )}
                </CopyButton>
              ) : null}
            </Note>
          ) : (
            noted
          )}
        </div>
      ) : null}
      {pictures.problem ? <Problem>{pictures.problem}</Problem> : null}
      <Sheet
        label="Lines"
        rows={of.lines}
        columns={columns}
        idOf={idOf}
        rowClass={rowClass}
        marks={marks}
        isOpen={isOpen}
        isStacked
        firstColumn="description"
        added={added}
        half={half.held}
        onHalf={half.keep}
        onTyped={({ row, column }, typed, seen) => {
          const now = of.lines.find(({ id }) => id === row)
          if (!now) return
          // Compares with what the person saw, so that another person's value is not overwritten silently.
          const line = asSeen(columns, now, seen, column)
          const read = typedChange(editing, line, column, typed)
          if ('problem' in read) return refused.refuse(cellKey(row, column), read.problem, typed)
          refused.taken(cellKey(row, column))
          const both = withQuantity(editing, line, read.change, refused.typedIn(cellKey(row, 'qty')))
          if (both) refused.taken(cellKey(row, 'qty'))
          const change = both ?? read.change
          of.perform([...(change ? [change] : []), ...(read.also ?? [])])
        }}
        onHomeless={(text) =>
          notifications.show({
            title: 'Somebody removed this line',
            message: `You had typed: ${text}`,
            autoClose: false,
            color: 'yellow',
          })
        }
        onAdd={add}
        onRemove={(ids) => of.perform([{ kind: 'remove', lines: ofIds(ids) }])}
        onDuplicate={(ids) => {
          const changes = duplicated(of.lines, ids)
          of.perform(changes)
          return changes.flatMap((one) => (one.kind === 'add' ? one.lines : []))[0]?.id ?? null
        }}
        onMove={(ids, by) => of.perform(moved(of.lines, ids, by))}
        onPlace={(ids, beside) => of.perform(placed(of.lines, ids, beside))}
        onPaste={(cell, cells) => {
          const { changes, problem } = pasted(editing, cell, cells)
          of.perform(changes)
          refused.pasted(problem)
        }}
        onUndo={of.undo}
        onRedo={of.redo}
        onFiles={(row, files) => {
          const at = lineOf(row)
          if (at)
            void pictures.put(
              at,
              files.find(({ type }) => type.startsWith('image/')),
            )
        }}
        onAt={(cell) => {
          // The marked cell is painted before the button for its picture.
          startTransition(() => setMarked(cell?.row ?? null))
          onAt?.(cell)
        }}
      />
      <ShownPicture line={lineOf(shown)} pictures={pictures} isOpen={isOpen} onClose={() => setShown(null)} />
      {isOpen && of.lines.every(isBlank) ? (
        <BeginWithService currency={currency} rate={rate} onPick={takeService} onAll={() => catalogue.open()} />
      ) : null}
      {isOpen ? (
        <Catalogue
          isOpen={catalogue.isOpen}
          onClose={catalogue.close}
          currency={currency}
          rate={rate}
          onPick={takeService}
        />
      ) : null}
      {of.lines.length === 0 ? (
        <Text c="dimmed" mt="sm" size="sm">
          {isOpen ? 'No lines yet. Add one, or paste rows from a spreadsheet.' : 'This quotation has no lines.'}
        </Text>
      ) : null}
    </div>
  )
}

const Keys = () => (
  <Text c="dimmed" size="xs" className={classes.keys ?? ''}>
    <kbd>Tab</kbd> goes to the next cell, <kbd>Enter</kbd> down, <kbd>Shift</kbd> <kbd>Enter</kbd> adds a line below,{' '}
    <kbd>Esc</kbd> <kbd>Tab</kbd> leaves the sheet. <kbd>?</kbd> outside of it lists all keys.
  </Text>
)

const idOf = ({ id }: QuotationItem) => id

const rowClass = ({ kind, is_optional }: QuotationItem): string | undefined =>
  kind === 'heading' ? classes.heading : kind === 'text' ? classes.text : is_optional ? classes.option : undefined

/** The current line, but with the seen value when another person changed this cell during the editing. */
const asSeen = (
  columns: readonly SheetColumn<QuotationItem>[],
  now: QuotationItem,
  seen: QuotationItem | null,
  column: string,
): QuotationItem => {
  const text = columns.find(({ name }) => name === column)?.text
  return seen && text && text(seen) !== text(now) ? seen : now
}
